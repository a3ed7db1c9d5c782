"""The mean of clipped precisions over sizes of tree parts, as HWCM, STM and DSTM have it (Liu & Gildea 2005)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import numpy as np

from meantree.analysis.sentences import Analysis
from meantree.metrics.bags import Bag, Key, clipped, compared
from meantree.metrics.base import Level, Statistics
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence, Unit
from meantree.metrics.pair import Pair

EPS = 0.001
"""What a size with parts but without a match counts at segment level (Liu & Gildea 2005, section 3.1)."""


def precision_statistics(
    hyp: Mapping[Key, float], refs: Sequence[Mapping[Key, float]], kinds: Sequence[str]
) -> Statistics:
    """Shape (2n,): the matched parts of each of n kinds, then the hypothesis' parts of each kind."""
    places = {kind: place for place, kind in enumerate(kinds)}
    size = len(places)
    sums = [0.0] * (2 * size)
    for (kind, _), matched, count in clipped(hyp, refs):
        place = places[kind]
        sums[place] += matched
        sums[size + place] += count
    return np.array(sums)


def mean_precision(statistics: Statistics, *, level: Level, eps: float) -> float:
    """The mean over kinds of which the hypothesis has any; at segment level at least ``eps`` each; 0 if it has none."""
    size = len(statistics) // 2
    matched, counts = statistics[:size], statistics[size:]
    present = counts > 0
    if not present.any():
        return 0.0
    precisions = matched[present] / counts[present]
    if level == "segment":
        precisions = np.maximum(precisions, eps)
    return float(precisions.mean())


def precision_evidence(hyp: Bag, refs: Sequence[Bag], kinds: Sequence[str], *, single: int) -> Evidence:
    """One unit a part, smaller kinds first; labels are what the bags hold, joined by arrows.

    A unit of the first ``single`` kinds stands for one word, arc or constituent.
    """
    units = compared(hyp, refs, lambda key: " → ".join(key[1]), larger=kinds[single:])
    order = {kind: place for place, kind in enumerate(kinds)}
    return Evidence(tuple(sorted(units, key=lambda unit: order[unit.kind])))


def statistics_of_units(units: Sequence[Unit], kinds: Sequence[str]) -> Statistics:
    """:func:`precision_statistics` from units alone."""
    places = {kind: place for place, kind in enumerate(kinds)}
    statistics = np.zeros(2 * len(places))
    for unit in units:
        statistics[places[unit.kind]] += unit.matched
        statistics[len(places) + places[unit.kind]] += unit.hypothesis
    return statistics


def precision_derivation(units: Sequence[Unit], kinds: Sequence[str], eps: float) -> Derivation:
    """:func:`mean_precision` at segment level: the precision of each kind that the hypothesis has, and their mean."""
    deriver = Deriver(units)
    present = deriver.kinds("hypothesis")
    if present:
        deriver.given("eps", eps)
    precisions = []
    for size, kind in enumerate(kinds, start=1):
        if kind in present:
            matched = deriver.total(f"matched_{size}", kind, "matched")
            count = deriver.total(f"hypothesis_{size}", kind, "hypothesis")
            precisions.append(deriver.step(f"p{size}", f"max({matched} / {count}, eps)"))
    deriver.step(SCORE, f"mean({', '.join(precisions)})" if precisions else "0")
    return deriver.done()


class MeanPrecision:
    """What metrics share that compare parts of trees, one size after the other: they say which, and count them.

    ``single`` is how many of their sizes, from the smallest on, stand for one word, arc or constituent each.
    """

    __slots__ = ()
    single: ClassVar[int]
    eps: float

    @property
    def _kinds(self) -> tuple[str, ...]:
        """The sizes, as units name them."""
        raise NotImplementedError

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        """All parts of a text, where they stand only if that is wanted."""
        raise NotImplementedError

    def statistics(self, pair: Pair) -> Statistics:
        hyp, refs = pair.texts
        bags = [self._bag(text, places=False).counts for text in (hyp, *refs)]
        return precision_statistics(bags[0], bags[1:], self._kinds)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        return mean_precision(statistics, level=level, eps=self.eps)

    def evidence(self, pair: Pair) -> Evidence:
        hyp, refs = pair.texts
        bags = [self._bag(text, places=True) for text in (hyp, *refs)]
        return precision_evidence(bags[0], bags[1:], self._kinds, single=self.single)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return statistics_of_units(evidence.units, self._kinds)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return precision_derivation(evidence.units, self._kinds, self.eps)
