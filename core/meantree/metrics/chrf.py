"""chrF (Popović 2015), equal to sacrebleu's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar

import numpy as np

from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, compare_bags, ngram_bag
from meantree.metrics.compared_words import Case, TokenMap, letters
from meantree.metrics.derivation import SCORE, Count, Derivation, Deriver
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.ngrams import Symbols, ngram_matches, totals
from meantree.metrics.pair import Pair

KIND = "{} letters"


@dataclass(frozen=True, slots=True)
class Chrf(Metric):
    """F-measure over character n-grams, blanks left out; in [0, 1], higher is better.

    N-grams have 1 to ``order`` characters. Recall counts ``beta`` times as much as precision. The best reference of
    each segment is used. Multiplied by 100 it equals sacrebleu's chrF2 with the defaults.

    Statistics: shape (3 · order,): for each order the hypothesis' n-grams, the reference's and the matches.
    """

    name: ClassVar[str] = "chrf"
    paper: ClassVar[str] = "Popović 2015"
    counts_together: ClassVar[bool] = True

    order: int = 6
    beta: int = 2
    case: Case = "keep"

    def __post_init__(self) -> None:
        if not 1 <= self.order <= 20 or not 1 <= self.beta <= 100:
            raise UsageError(f"chrf: order={self.order}, beta={self.beta}, expected 1 to 20 and 1 to 100")

    def statistics_of_pairs(self, pairs: Sequence[Pair]) -> Statistics:
        hyps, refs = list[str](), list[str]()
        for pair in pairs:
            hyps += [self._letters(pair.hypothesis)] * len(pair.references)
            refs += map(self._letters, pair.references)
        hyp_totals, ref_totals = (
            totals(np.fromiter(map(len, texts), np.int64, len(texts)), self.order) for texts in (hyps, refs)
        )
        hyp_totals[ref_totals == 0] = 0  # as in sacrebleu
        matches = ngram_matches(Symbols.of_characters, hyps, list(zip(refs)), self.order)
        counts = np.stack([hyp_totals, ref_totals, matches], axis=2).reshape(-1, 3 * self.order)
        by_ref = iter(counts.astype(np.float64))
        by_pair = [list(islice(by_ref, len(pair.references))) for pair in pairs]
        return np.array([max(rows, key=self._f_score) if len(rows) > 1 else rows[0] for rows in by_pair])

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        return self._f_score(statistics)

    def _f_score(self, statistics: Statistics) -> float:
        """Return F of the mean precision and recall over the orders of which both texts have n-grams."""
        counts = [row for row in statistics.reshape(-1, 3).astype(int).tolist() if row[0] and row[1]]
        precision, recall = (sum(row[2] / row[side] for row in counts) / max(1, len(counts)) for side in (0, 1))
        factor = self.beta**2
        weighted = factor * precision + recall
        # In per cent and back as in sacrebleu, so that every digit is the same.
        return min(1.0, 100 * ((1 + factor) * precision * recall / weighted) / 100) if weighted else 0.0

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        scores = [self.score(self.statistics(Pair(hyp, [ref])), level="segment") or 0.0 for ref in refs]
        best = max(range(len(refs)), key=lambda index: scores[index])
        bags = [self._bag(ref) if index == best else Bag() for index, ref in enumerate(refs)]
        return Evidence(
            compare_bags(self._bag(hyp), bags, lambda key: "".join(key[1]), larger=self._kinds), reference=best
        )

    def statistics_of(self, evidence: Evidence) -> Statistics:
        statistics = np.zeros((self.order, 3))
        for unit in evidence.units:
            statistics[len(unit.label) - 1] += unit.hypothesis, unit.reference, unit.matched
        # sacrebleu skips the orders of which the reference has no n-gram.
        statistics[statistics[:, 1] == 0] = 0
        return statistics.ravel()

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        # sacrebleu's effective order: only orders of which both texts have n-grams count.
        common = set(deriver.kinds("hypothesis")) & set(deriver.kinds("reference"))
        orders = [order for order in range(1, self.order + 1) if KIND.format(order) in common]
        sides: tuple[tuple[str, Count], ...] = (("precision", "hypothesis"), ("recall", "reference"))
        for name, side in sides:
            steps = [_share(deriver, f"{name[0]}{order}", order, side) for order in orders]
            deriver.step(name, f"mean({', '.join(steps)})" if steps else "0")
        beta = deriver.fact("beta", self.beta)
        numerator, denominator = f"(1 + {beta} ^ 2) * precision * recall", f"({beta} ^ 2 * precision + recall)"
        deriver.step(SCORE, f"{numerator} / {denominator}" if deriver["precision"] > 0 else "0")
        return deriver.done()

    @property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(map(KIND.format, range(1, self.order + 1)))

    def _letters(self, analysis: Analysis) -> str:
        return letters(analysis.text.lower() if self.case == "fold" else analysis.text)

    def _bag(self, analysis: Analysis) -> Bag:
        return ngram_bag(self._letters(analysis), self.order, TokenMap(analysis, analysis.text).place, KIND)


def _share(deriver: Deriver, name: str, order: int, side: Count) -> str:
    """Add a step: the matched share of one side's n-grams of one order."""
    kind = KIND.format(order)
    matched = deriver.total(f"matched_{order}", kind, "matched")
    return deriver.step(name, f"{matched} / {deriver.total(f'{side}_{order}', kind, side)}")
