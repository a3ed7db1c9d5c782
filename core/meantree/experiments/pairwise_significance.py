"""Pairwise significance by each measure: paired permutation tests of every two metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.correlations import Correlation, grouped_correlations
from meantree.evaluation.measured import Floats, Grouping, Measured, none_if_nan
from meantree.evaluation.paired_tests import CORRECTION_NOTES, corrected_p_values
from meantree.evaluation.pairwise_accuracy import calibrated_accuracy, soft_pairwise_accuracies, soft_pairwise_accuracy
from meantree.evaluation.permutation_tests import PairwiseSignificance, Statistic, perm_both, perm_pairs
from meantree.evaluation.value_table import PValueMatrix, ValueTable
from meantree.experiments.measured_tables import Reasons
from meantree.experiments.rated import RatedCorpus
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import spa_permutations, spa_signs
from meantree.work import Work

KINDS: Final[Mapping[str, Correlation]] = {"r": "pearson", "ρ": "spearman", "τ-b": "kendall"}
WITHIN: Final[Mapping[Grouping, str]] = {"none": "over all translations", "item": "by source", "system": "by system"}
PAIRED: Final[Mapping[Grouping, str]] = {
    "none": "of all translations",
    "item": "of translations of one source",
    "system": "of translations of one system",
}
PERM_BOTH: Final = "PERM-BOTH"
TESTED_BY_R: Final = "beaten by r"
"""Key in a study's cache, set if the tables of meta-evaluation include the significance of r."""


def significance_table(
    name: str,
    corpus: str,
    letter: str,
    significance: PairwiseSignificance,
    measure: str,
    test: str,
    options: Options,
    why: str = "",
) -> ValueTable:
    """Return a row for each metric with its value, then p against each metric, corrected as the options say.

    Args:
        letter: of the measure, the heading of its column.
        measure: what is compared, in words.
        test: how it is tested, in words.
        options: number of permutations, and the correction.
        why: undefined values with their reasons, in sentences.
    """
    ps = corrected_p_values(significance.p, options.correction)
    rows = tuple(
        (name, *map(none_if_nan, (significance.values[row], *ps[row]))) for row, name in enumerate(significance.names)
    )
    note = (
        f"p that the row's metric agrees with ratings better than the column's ({measure}) by mere chance: "
        f"{test}, one-sided, {options.permutations:,} swaps, {CORRECTION_NOTES[options.correction]}. {why}"
    ).strip()
    return ValueTable(
        name,
        f"Pairwise significance by {letter}: {escaped(corpus)}",
        note,
        ("metric", letter, *significance.names),
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
    """The test of one measure: its letter, measure and test in words, and the reasons for undefined values."""

    letter: str
    measure: str
    test: str
    significance: PairwiseSignificance
    why: Mapping[str, Measured]


def significance_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return a matrix of p for each corpus and measure: r, ρ, τ-b, acc_eq and soft pairwise accuracy.

    The matrix of r is skipped if the tables of meta-evaluation have it already.

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
    """
    tables = []
    for place, rated in enumerate(study.rated(work), start=1):
        for test in _tests(rated, options, work, by_r=TESTED_BY_R not in study.cache):
            name = f"significance-{SHORT[test.letter]}-beaten-{place}"
            reasons = Reasons()
            for metric, measured in test.why.items():
                reasons.value(rated.name, metric, test.letter, measured)
            why = reasons.sentences()
            tables.append(
                significance_table(
                    name, rated.name, test.letter, test.significance, test.measure, test.test, options, why
                )
            )
    return tables


SHORT: Final = {**KINDS, "acc_eq": "acc", "SPA": "spa"}
"""Short names of measures, in names of tables."""


def _tests(rated: RatedCorpus, options: Options, work: Work, *, by_r: bool) -> Iterator[_Test]:
    scores = {**rated.scores, **rated.lengths()}
    grouping = options.group_by or "none"
    for letter, kind in KINDS.items():
        if kind == "pearson" and not by_r:
            continue
        significance = _swapped(scores, _correlation(rated, kind, grouping), options, work)
        yield _Test(letter, f"{NAMES[kind]} {WITHIN[grouping]}", PERM_BOTH, significance, {})
    pairs = options.group_by or "item"
    significance = perm_pairs(
        rated.human, scores, pairs, permutations=options.permutations, seed=options.seed, work=work
    )
    why = {
        name: calibrated_accuracy(rated.human, metric_scores, pairs).accuracy for name, metric_scores in scores.items()
    }
    yield _Test("acc_eq", f"acc_eq of pairs {PAIRED[pairs]}", PAIRS, significance, why)
    signs = spa_signs(rated, options)
    significance = _swapped(scores, lambda values: soft_pairwise_accuracies(rated.human, values, signs), options, work)
    why = {name: soft_pairwise_accuracy(rated.human, metric_scores, signs) for name, metric_scores in scores.items()}
    measure = f"soft pairwise accuracy of systems, {spa_permutations(options):,} permutations each, ties count half"
    yield _Test("SPA", measure, PERM_BOTH, significance, why)


def _swapped(scores: Mapping[str, Floats], statistic: Statistic, options: Options, work: Work) -> PairwiseSignificance:
    return perm_both(scores, statistic, permutations=options.permutations, seed=options.seed, work=work)


def _correlation(rated: RatedCorpus, kind: Correlation, grouping: Grouping) -> Statistic:
    return lambda values: np.asarray(grouped_correlations(rated.human, values, kind, grouping))
