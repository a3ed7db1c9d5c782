"""Headword chains (Liu & Gildea 2005, section 3.3; n-gram precision over paths of the dependency tree)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import ClassVar

from meantree.analysis.layers.required import Layers
from meantree.analysis.limits import LONGEST_TEXT
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.errors import UsageError
from meantree.metrics.bags import Bag
from meantree.metrics.base import CompareOn
from meantree.metrics.case import Case, folded
from meantree.metrics.evidence import Place
from meantree.metrics.syntax.precisions import EPS, MeanPrecision


@dataclass(frozen=True, slots=True)
class Hwcm(MeanPrecision):
    """How many headword chains of the hypothesis stand in a reference too; in [0, 1], higher is better.

    A headword chain of length k is a top-down sequence of k words, each the head of the next. The score is the mean
    over k = 1..n of the clipped precision of chains of length k, lengths left out of which the hypothesis has none.
    At segment level a length with chains but no match counts as ``eps``; documents and systems sum the counts first
    and use no floor. An empty hypothesis scores 0. Texts of up to 10,000 words.

    Statistics: shape (2n,), the matched chains of lengths 1..n, then the hypothesis' chains of lengths 1..n.
    Trees are the analyser's own best; a root has no chain above it.
    """

    name: ClassVar[str] = "hwcm"
    structure: ClassVar[CompareOn] = "dependencies"
    higher_is_better: ClassVar[bool] = True
    max_tokens: ClassVar[int | None] = LONGEST_TEXT
    single: ClassVar[int] = 2

    n: int = 4
    eps: float = EPS
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 20:
            raise UsageError(f"hwcm: n={self.n}, expected a chain length from 1 to 20")
        if not 0 <= self.eps < 1:
            raise UsageError(f"hwcm: eps={self.eps}, expected a number from 0 to less than 1")

    @property
    def needs(self) -> Layers:
        return Layers(1)

    @property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(_kind(length) for length in range(1, self.n + 1))

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
