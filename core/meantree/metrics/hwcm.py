"""Headword chains (Liu & Gildea 2005, section 3.3; n-gram precision over paths of the dependency tree)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.analysis.forest import Analysis
from meantree.analysis.tree import ROOT
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, Key, clipped, compared
from meantree.metrics.base import Level, Needs, Statistics
from meantree.metrics.case import Case, folded
from meantree.metrics.evidence import Evidence, Place


@dataclass(frozen=True, slots=True)
class Hwcm:
    """How many headword chains of the hypothesis stand in a reference too; in [0, 1], higher is better.

    A headword chain of length k is a top-down sequence of k words, each the head of the next. The score is the mean
    over k = 1..n of the clipped precision of chains of length k, lengths left out of which the hypothesis has none.
    At segment level a length with chains but no match counts as ``eps``; documents and systems sum the counts first
    and use no floor. An empty hypothesis scores 0.

    Statistics: shape (2n,), the matched chains of lengths 1..n, then the hypothesis' chains of lengths 1..n.
    Trees are the analyser's own best; a root has no chain above it.
    """

    name: ClassVar[str] = "hwcm"
    higher_is_better: ClassVar[bool] = True

    n: int = 4
    eps: float = 0.001
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 20:
            raise UsageError(f"hwcm: n={self.n}, expected a chain length from 1 to 20")
        if not 0 <= self.eps < 1:
            raise UsageError(f"hwcm: eps={self.eps}, expected a number from 0 to less than 1")

    @property
    def needs(self) -> Needs:
        return Needs(trees=True)

    def statistics(self, hyp: Analysis, refs: Sequence[Analysis]) -> Statistics:
        bags = [self._bag(analysis, places=False) for analysis in (hyp, *refs)]
        statistics = np.zeros(2 * self.n)
        for (_, chain), matched, count in clipped(bags[0].counts, [bag.counts for bag in bags[1:]]):
            length = len(chain)
            statistics[length - 1] += matched
            statistics[self.n + length - 1] += count
        return statistics

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        matched, counts = statistics[: self.n], statistics[self.n :]
        present = counts > 0
        if not present.any():
            return 0.0
        precisions = matched[present] / counts[present]
        if level == "segment":
            precisions = np.maximum(precisions, self.eps)
        return float(precisions.mean())

    def evidence(self, hyp: Analysis, refs: Sequence[Analysis]) -> Evidence:
        bags = [self._bag(analysis, places=True) for analysis in refs]
        units = compared(self._bag(hyp, places=True), bags, _label)
        return Evidence(tuple(sorted(units, key=lambda unit: unit.kind)))

    def statistics_of(self, evidence: Evidence) -> Statistics:
        statistics = np.zeros(2 * self.n)
        kinds = {_kind(length): length for length in range(1, self.n + 1)}
        for unit in evidence.units:
            statistics[kinds[unit.kind] - 1] += unit.matched
            statistics[self.n + kinds[unit.kind] - 1] += unit.hypothesis
        return statistics

    def _bag(self, analysis: Analysis, *, places: bool) -> Bag:
        """All chains of lengths 1..n, walked upwards from their last word."""
        words = [folded(token.text, self.case) for token in analysis.tokens]
        heads = analysis.tree().heads
        bag = Bag()
        for last in range(len(words)):
            chain: tuple[int, ...] = ()
            node = last
            while node != ROOT and len(chain) < self.n:
                chain = (node, *chain)
                key = _kind(len(chain)), tuple(words[index] for index in chain)
                bag.add(key, _place(chain) if places else None)
                node = heads[node]
        return bag


def _kind(length: int) -> str:
    return f"chains of {length}"


def _place(chain: tuple[int, ...]) -> Place:
    return Place(chain, tuple((dependent, head) for head, dependent in itertools.pairwise(chain)))


def _label(key: Key) -> str:
    return " → ".join(key[1])
