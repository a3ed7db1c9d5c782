"""Bags of countable parts of texts with their places, their comparison, and the F-measure of two of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, TypeVar

import numpy as np

from meantree.analysis.sentences import Analysis
from meantree.metrics.derivation import COUNTS, Derivation, Deriver, sum_formula
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import Level, Metric, Statistics
from meantree.metrics.ngrams import ngrams
from meantree.metrics.pair import Pair

Thing = TypeVar("Thing")
Key = tuple[str, tuple[str, ...]]
"""The kind of a thing and the thing itself, as it is compared."""


@dataclass(slots=True)
class Bag:
    """Counts (or expectations) by key, and the places of each key, in order of appearance."""

    counts: dict[Key, float] = field(default_factory=dict)
    places: dict[Key, list[Place]] = field(default_factory=dict)

    def add(self, key: Key, place: Place | None = None, count: float = 1.0) -> None:
        """Add ``count`` to the key's count, and its place if places are recorded."""
        self.counts[key] = self.counts.get(key, 0.0) + count
        if place is not None:
            self.places.setdefault(key, []).append(place if count == 1 else replace(place, count=count))


def ngram_bag(
    symbols: Sequence[str], longest: int, place: Callable[[int, int], Place | None], kind: str = "{}-grams"
) -> Bag:
    """Return the n-grams of up to ``longest`` symbols; ``place`` returns that of symbols start to end (exclusive)."""
    bag = Bag()
    for order, grams in enumerate(ngrams(symbols, longest), start=1):
        for start, gram in enumerate(grams):
            bag.add((kind.format(order), gram), place(start, start + order))
    return bag


def clipped_matches(
    hyp: Mapping[Thing, float], refs: Sequence[Mapping[Thing, float]]
) -> Iterable[tuple[Thing, float, float]]:
    """Yield ``(key, matched, count)`` of each hypothesis key, matches clipped to the largest count of any reference."""
    for key, count in hyp.items():
        yield key, min(count, max(ref.get(key, 0.0) for ref in refs)), count


def compare_bags(
    hyp: Bag,
    refs: Sequence[Bag],
    label: Callable[[Key], str],
    *,
    larger: Collection[str] = (),
    word: Callable[[Key], str] = lambda _key: "",
) -> tuple[Unit, ...]:
    """Return a unit for every key of the hypothesis and of any reference, in order of appearance.

    Units of the kinds in ``larger`` stand for several words or arcs; ``word`` returns the word they are listed under.
    """
    keys = dict.fromkeys(hyp.counts)
    for ref in refs:
        keys.update(dict.fromkeys(ref.counts))
    return tuple(_unit(key, label(key), hyp, refs, single=key[0] not in larger, word=word(key)) for key in keys)


def _unit(key: Key, label: str, hyp: Bag, refs: Sequence[Bag], *, single: bool, word: str) -> Unit:
    count = hyp.counts.get(key, 0.0)
    reference = max(ref.counts.get(key, 0.0) for ref in refs)
    return Unit(
        kind=key[0],
        label=label,
        hypothesis=count,
        reference=reference,
        matched=min(count, reference),
        hypothesis_places=tuple(hyp.places.get(key, ())),
        reference_places=tuple(tuple(ref.places.get(key, ())) for ref in refs),
        single=single,
        word=word,
    )


def f_measure(matched: float, hypothesis: float, reference: float) -> float:
    """Return 2PR/(P+R) with P = matched/hypothesis, R = matched/reference; 0 without a match."""
    return 2 * matched / (hypothesis + reference) if matched > 0 else 0.0


class BagF(Metric):
    """A metric that is the F-measure of the bags of two texts; a subclass defines the bag.

    The score is 2PR/(P+R), in [0, 1], higher is better. Of several references the one with the largest F is used.
    Documents and systems sum the statistics, shape (3,): matched, the hypothesis' total, the reference's total.

    Attributes:
        larger: the kinds whose units stand for more than one word, arc or constituent.
    """

    __slots__ = ()
    larger: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        """Return all parts of a text, with their places if ``places``."""

    @property
    def _kinds(self) -> tuple[str, ...]:
        """The kinds of parts in their display order; empty for the order of appearance."""
        return ()

    def _label(self, key: Key) -> str:
        """Return the label of a part."""
        return " ".join(key[1])

    def _word(self, key: Key) -> str:  # noqa: ARG002  # of metrics with one tree, each part is listed
        """Return the word that a part is listed under; empty if it stands for itself."""
        return ""

    def statistics(self, pair: Pair) -> Statistics:
        bag, *references = (self._bag(text, places=False) for text in (pair.hypothesis, *pair.references))
        return max((_sums(bag, reference) for reference in references), key=_f_of)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # the same at all levels
        return _f_of(statistics)

    def evidence(self, pair: Pair) -> Evidence:
        bag, *references = (self._bag(text, places=True) for text in (pair.hypothesis, *pair.references))
        best = max(range(len(references)), key=lambda index: _f_of(_sums(bag, references[index])))
        used = [reference if index == best else Bag() for index, reference in enumerate(references)]
        units = compare_bags(bag, used, self._label, larger=self.larger, word=self._word)
        order = {kind: rank for rank, kind in enumerate(self._kinds)}
        return Evidence(tuple(sorted(units, key=lambda unit: order.get(unit.kind, 0))), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        rows = [(unit.matched, unit.hypothesis, unit.reference) for unit in evidence.units]
        return np.array(np.reshape(rows, (-1, 3)).sum(axis=0), dtype=np.float64)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        for count in COUNTS:
            parts = [deriver.total(f"{count}_{kind.split()[0]}", kind, count) for kind in evidence.kinds]
            deriver.step(count, sum_formula(parts))
        for name, side in (("precision", "hypothesis"), ("recall", "reference")):
            deriver.step(name, f"matched / {side}" if deriver[side] > 0 else "0")
        deriver.f_measure("precision", "recall")
        return deriver.done()


def _sums(hyp: Bag, ref: Bag) -> Statistics:
    reference = ref.counts
    matched = sum(min(count, reference.get(key, 0.0)) for key, count in hyp.counts.items())
    return np.array([matched, sum(hyp.counts.values()), sum(reference.values())])


def _f_of(statistics: Statistics) -> float:
    matched, hypothesis, reference = statistics.tolist()
    return f_measure(matched, hypothesis, reference)
