"""Who beats whom by each of today's measures: paired permutation tests of every two metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.correlations import Correlation, grouped_correlations
from meantree.evaluation.measured import Floats, Grouping, Measured
from meantree.evaluation.paired_tests import CORRECTION_NOTES, corrected_p_values
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy, soft_pairwise_accuracies, soft_pairwise_accuracy
from meantree.evaluation.permutation_tests import PairwiseSignificance, Statistic, perm_both, perm_pairs
from meantree.evaluation.value_table import PValueMatrix, ValueTable
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import spa_permutations, spa_signs
from meantree.experiments.table_notes import Reasons
from meantree.work import Work

KINDS: Final[Mapping[str, Correlation]] = {"r": "pearson", "ρ": "spearman", "τ-b": "kendall"}
WITHIN: Final[Mapping[Grouping, str]] = {"none": "over all translations", "item": "by source", "system": "by system"}
PAIRED: Final[Mapping[Grouping, str]] = {
    "none": "of all translations",
    "item": "of translations of one source",
    "system": "of translations of one system",
}
PERM_BOTH: Final = "PERM-BOTH"
BY_R: Final = "beaten by r"
"""What is found of a study by whoever told first who beats whom by r."""


def significance_table(
    name: str,
    corpus: str,
    letter: str,
    found: PairwiseSignificance,
    measure: str,
    test: str,
    options: Options,
    why: str = "",
) -> ValueTable:
    """A row for each metric with its value, then p against each; p as the options have it corrected.

    Args:
        name: of the table.
        corpus: its name.
        letter: of the measure, above its column.
        found: values and p.
        measure: what is compared, in words.
        test: how it is tested, in words.
        options: how often, and the correction.
        why: what is undefined, and why.
    """
    ps = corrected_p_values(found.p, options.correction)
    rows = tuple(
        (name, *(None if np.isnan(value) else float(value) for value in (found.values[row], *ps[row])))
        for row, name in enumerate(found.names)
    )
    note = (
        f"p that the metric of the row follows ratings better ({measure}) than that of the column by mere chance: "
        f"{test}, one-sided, {options.permutations:,} swaps, {CORRECTION_NOTES[options.correction]}. {why}"
    ).strip()
    return ValueTable(
        name,
        f"Who beats whom by {letter}: {escaped(corpus)}",
        note,
        ("metric", letter, *found.names),
        rows,
        (PValueMatrix(),),
    )


NAMES: Final[Mapping[Correlation, str]] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall": "Kendall's τ-b",
}
PAIRS: Final = "results of pairs swapped, each metric at its best ε"


@dataclass(frozen=True, slots=True)
class _Test:
    """What one measure says: its letter, what it is and how it was tested in words, and why metrics have no value."""

    letter: str
    measure: str
    test: str
    found: PairwiseSignificance
    why: Mapping[str, Measured]


def significance_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """A matrix of p for each corpus and measure: r, ρ, τ-b, acc_eq and soft pairwise accuracy.

    That by r is left out if it stands among the tables of today's measures already.

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
        Cancelled: if the user stopped it.
    """
    tables = []
    for place, one in enumerate(study.rated(work), start=1):
        for test in _tests(one, options, work, by_r=BY_R not in study.cache):
            name = f"significance-{SHORT[test.letter]}-beaten-{place}"
            reasons = Reasons()
            for metric, measured in test.why.items():
                reasons.value(one.name, metric, test.letter, measured)
            why = reasons.sentences([test.letter])
            tables.append(
                significance_table(name, one.name, test.letter, test.found, test.measure, test.test, options, why)
            )
    return tables


SHORT: Final = {**KINDS, "acc_eq": "acc", "SPA": "spa"}
"""In the names of tables."""


def _tests(rated: RatedCorpus, options: Options, work: Work, *, by_r: bool) -> Iterator[_Test]:
    scores = {**rated.scores, **rated.lengths()}
    grouping = options.group_by or "none"
    for letter, kind in KINDS.items():
        if kind == "pearson" and not by_r:
            continue
        found = _swapped(scores, _correlation(rated, kind, grouping), options, work)
        yield _Test(letter, f"{NAMES[kind]} {WITHIN[grouping]}", PERM_BOTH, found, {})
    pairs = options.group_by or "item"
    found = perm_pairs(rated.human, scores, pairs, permutations=options.permutations, seed=options.seed, work=work)
    why = {name: calibrated_accuracy(rated.human, one, pairs).accuracy for name, one in scores.items()}
    yield _Test("acc_eq", f"acc_eq of pairs {PAIRED[pairs]}", PAIRS, found, why)
    signs = spa_signs(rated, options)
    found = _swapped(scores, lambda values: soft_pairwise_accuracies(rated.human, values, signs), options, work)
    why = {name: soft_pairwise_accuracy(rated.human, one, signs) for name, one in scores.items()}
    told = f"soft pairwise accuracy of systems, {spa_permutations(options):,} permutations each, ties count half"
    yield _Test("SPA", told, PERM_BOTH, found, why)


def _swapped(scores: Mapping[str, Floats], statistic: Statistic, options: Options, work: Work) -> PairwiseSignificance:
    return perm_both(scores, statistic, permutations=options.permutations, seed=options.seed, work=work)


def _correlation(rated: RatedCorpus, kind: Correlation, grouping: Grouping) -> Statistic:
    return lambda values: np.asarray(grouped_correlations(rated.human, values, kind, grouping))
