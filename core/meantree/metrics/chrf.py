"""chrF (Popović 2015) as sacrebleu computes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from sacrebleu.metrics.chrf import CHRF

from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, compare_bags
from meantree.metrics.compared_words import Case, TokenMap, letters
from meantree.metrics.derivation import SCORE, Count, Derivation, Deriver
from meantree.metrics.evidence import Evidence
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.pair import Pair


@dataclass(frozen=True, slots=True)
class Chrf(Metric):
    """F-measure over character n-grams, blanks left out; in [0, 1], higher is better.

    N-grams have 1 to ``order`` characters. Recall counts ``beta`` times as much as precision. The best reference of
    each segment is used. Multiplied by 100 it equals sacrebleu's chrF2 with the defaults.

    Statistics: shape (3 · order,): for each order the hypothesis' n-grams, the reference's and the matches.
    """

    name: ClassVar[str] = "chrf"
    paper: ClassVar[str] = "Popović 2015"

    order: int = 6
    beta: int = 2
    case: Case = "keep"

    def __post_init__(self) -> None:
        if not 1 <= self.order <= 20 or not 1 <= self.beta <= 100:
            raise UsageError(f"chrf: order={self.order}, beta={self.beta}, expected 1 to 20 and 1 to 100")

    def statistics(self, pair: Pair) -> Statistics:
        hyp, *refs = pair.texts
        inner = _chrf(self.order, self.beta, self.case)
        references = [[ref.text] for ref in refs]
        return np.array(inner._extract_corpus_statistics([hyp.text], references)[0], dtype=np.float64)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        counts = [int(number) for number in statistics]
        return min(1.0, float(_chrf(self.order, self.beta, self.case)._compute_f_score(counts)) / 100)

    def evidence(self, pair: Pair) -> Evidence:
        hyp, *refs = pair.texts
        scores = [self.score(self.statistics(Pair(hyp, [ref])), level="segment") or 0.0 for ref in refs]
        best = max(range(len(refs)), key=lambda index: scores[index])
        bags = [self._bag(ref) if index == best else Bag() for index, ref in enumerate(refs)]
        return Evidence(compare_bags(self._bag(hyp), bags, lambda key: key[1][0], larger=self._kinds), reference=best)

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
        orders = [order for order in range(1, self.order + 1) if _kind(order) in common]
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
        return tuple(map(_kind, range(1, self.order + 1)))

    def _bag(self, analysis: Analysis) -> Bag:
        text = letters(_chrf(self.order, self.beta, self.case)._preprocess_segment(analysis.text))
        tokens = TokenMap(analysis)
        bag = Bag()
        for order in range(1, self.order + 1):
            for start in range(len(text) - order + 1):
                gram = text[start : start + order]
                bag.add((_kind(order), (gram,)), tokens.place(start, start + order))
        return bag


def _kind(order: int) -> str:
    return f"{order} letters"


def _share(deriver: Deriver, name: str, order: int, side: Count) -> str:
    """Add a step: the matched share of one side's n-grams of one order."""
    matched = deriver.total(f"matched_{order}", _kind(order), "matched")
    return deriver.step(name, f"{matched} / {deriver.total(f'{side}_{order}', _kind(order), side)}")


@cache
def _chrf(order: int, beta: int, case: Case) -> CHRF:
    return CHRF(char_order=order, beta=beta, lowercase=case == "fold")
