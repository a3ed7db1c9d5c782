"""Who beats whom by each of today's measures: paired permutation tests of every two metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.many import grouped_correlations
from meantree.evaluation.measures.measured import Measured
from meantree.evaluation.measures.pairs import Floats, Grouping
from meantree.evaluation.measures.perm_both import Beaten, Statistic, perm_both
from meantree.evaluation.measures.perm_pairs import perm_pairs
from meantree.evaluation.measures.soft_pairwise import soft_pairwise_accuracies, soft_pairwise_accuracy
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy
from meantree.evaluation.value_table import ValueTable
from meantree.experiments.beaten import BY_R, PERM_BOTH, beaten_table
from meantree.experiments.measures import KINDS, PAIRED, WITHIN
from meantree.experiments.rated import Rated
from meantree.experiments.study import Options, Study
from meantree.experiments.system_measures import spa_permutations, spa_signs
from meantree.experiments.undefined import Reasons
from meantree.work import Work

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
    found: Beaten
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
        for test in _tests(one, options, work, by_r=BY_R not in study.found):
            name = f"significance-{SHORT[test.letter]}-beaten-{place}"
            reasons = Reasons()
            for metric, measured in test.why.items():
                reasons.value(one.name, metric, test.letter, measured)
            why = reasons.told([test.letter])
            tables.append(beaten_table(name, one.name, test.letter, test.found, test.measure, test.test, options, why))
    return tables


SHORT: Final = {**KINDS, "acc_eq": "acc", "SPA": "spa"}
"""In the names of tables."""


def _tests(rated: Rated, options: Options, work: Work, *, by_r: bool) -> Iterator[_Test]:
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


def _swapped(scores: Mapping[str, Floats], statistic: Statistic, options: Options, work: Work) -> Beaten:
    return perm_both(scores, statistic, permutations=options.permutations, seed=options.seed, work=work)


def _correlation(rated: Rated, kind: Correlation, grouping: Grouping) -> Statistic:
    return lambda values: np.asarray(grouped_correlations(rated.human, values, kind, grouping))
