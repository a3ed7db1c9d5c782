"""Pairwise significance by each measure: paired permutation tests of every two metrics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
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


@dataclass(frozen=True, slots=True)
class PairwiseTest:
    """The test of one measure.

    Attributes:
        letter: of the measure, the heading of its column.
        measure: what is compared, in words.
        test: how it is tested, in words.
        why: values of the measure, some of which are undefined for a reason.
    """

    letter: str
    measure: str
    test: str
    significance: PairwiseSignificance
    why: Mapping[str, Measured] = field(default_factory=dict)


def significance_table(name: str, rated: RatedCorpus, test: PairwiseTest, options: Options) -> ValueTable:
    """Return a row for each metric with its value, then p against each metric, corrected as the options say."""
    reasons, significance = Reasons(), test.significance
    for metric, measured in test.why.items():
        reasons.value(rated.name, metric, test.letter, measured)
    ps = corrected_p_values(significance.p, options.correction)
    rows = tuple(
        (name, *map(none_if_nan, (significance.values[row], *ps[row]))) for row, name in enumerate(significance.names)
    )
    note = (
        f"p that the row's metric agrees with ratings better than the column's ({test.measure}) by mere chance: "
        f"{test.test}, one-sided, {options.permutations:,} swaps, {CORRECTION_NOTES[options.correction]}. "
        f"{reasons.sentences()}"
    ).strip()
    title = f"Pairwise significance by {test.letter}: {escaped(rated.name)}"
    return ValueTable(name, title, note, ("metric", test.letter, *significance.names), rows, (PValueMatrix(),))


NAMES: Final[Mapping[Correlation, str]] = {
    "pearson": "Pearson's r",
    "spearman": "Spearman's ρ",
    "kendall": "Kendall's τ-b",
}
PAIRS: Final = "results of pairs swapped, each metric at its best ε"


def significance_tables(study: Study, options: Options, work: Work) -> list[ValueTable]:
    """Return a matrix of p for each corpus and measure: r, ρ, τ-b, acc_eq and soft pairwise accuracy.

    The matrix of r is skipped if the tables of meta-evaluation have it already.

    Raises:
        UsageError: if a corpus has no such ratings, or too few.
    """
    return [
        significance_table(f"significance-{SHORT[test.letter]}-beaten-{place}", rated, test, options)
        for place, rated in enumerate(study.rated(work), start=1)
        for test in _tests(rated, options, work, by_r=TESTED_BY_R not in study.cache)
    ]


SHORT: Final = {**KINDS, "acc_eq": "acc", "SPA": "spa"}
"""Short names of measures, in names of tables."""


def correlation_test(rated: RatedCorpus, letter: str, options: Options, work: Work) -> PairwiseTest:
    """Return the test of one of :data:`KINDS`, by its letter."""
    kind, grouping = KINDS[letter], options.group_by or "none"

    def statistic(values: Floats) -> Floats:
        return np.asarray(grouped_correlations(rated.human, values, kind, grouping))

    return PairwiseTest(
        letter, f"{NAMES[kind]} {WITHIN[grouping]}", PERM_BOTH, _swapped(rated, statistic, options, work)
    )


def _tests(rated: RatedCorpus, options: Options, work: Work, *, by_r: bool) -> Iterator[PairwiseTest]:
    yield from (correlation_test(rated, letter, options, work) for letter in KINDS if by_r or letter != "r")
    scores, human, pairs = {**rated.scores, **rated.lengths()}, rated.human, options.group_by or "item"
    significance = perm_pairs(human, scores, pairs, permutations=options.permutations, seed=options.seed, work=work)
    why = {name: calibrated_accuracy(human, metric_scores, pairs) for name, metric_scores in scores.items()}
    yield PairwiseTest("acc_eq", f"acc_eq of pairs {PAIRED[pairs]}", PAIRS, significance, why)
    signs = spa_signs(rated, options)
    significance = _swapped(rated, lambda values: soft_pairwise_accuracies(human, values, signs), options, work)
    why = {name: soft_pairwise_accuracy(human, metric_scores, signs) for name, metric_scores in scores.items()}
    measure = f"soft pairwise accuracy of systems, {spa_permutations(options):,} permutations each, ties count half"
    yield PairwiseTest("SPA", measure, PERM_BOTH, significance, why)


def _swapped(rated: RatedCorpus, statistic: Statistic, options: Options, work: Work) -> PairwiseSignificance:
    scores = {**rated.scores, **rated.lengths()}
    return perm_both(scores, statistic, permutations=options.permutations, seed=options.seed, work=work)
