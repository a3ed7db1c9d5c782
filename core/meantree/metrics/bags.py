"""Bags of countable things with the places where they stand, and their comparison; most metrics are one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.metrics.evidence import Place, Unit

Key = tuple[str, tuple[str, ...]]
"""The kind of a thing and the thing itself, as it is compared."""


@dataclass(slots=True)
class Bag:
    """Counts (or expectations) by key, and the places of each key in order of appearance."""

    counts: dict[Key, float] = field(default_factory=dict)
    places: dict[Key, list[Place]] = field(default_factory=dict)

    def add(self, key: Key, place: Place | None = None, count: float = 1.0) -> None:
        """Count ``key`` once more (or ``count`` times), at ``place`` if places are wanted."""
        self.counts[key] = self.counts.get(key, 0.0) + count
        if place is not None:
            self.places.setdefault(key, []).append(place if count == 1 else replace(place, count=count))


def clipped_matches(
    hyp: Mapping[Key, float], refs: Sequence[Mapping[Key, float]]
) -> Iterable[tuple[Key, float, float]]:
    """``(key, matched, count)`` of each hypothesis key, matches clipped to the largest count of any reference."""
    for key, count in hyp.items():
        yield key, min(count, max(ref.get(key, 0.0) for ref in refs)), count


def compare_bags(
    hyp: Bag, refs: Sequence[Bag], label: Callable[[Key], str], *, larger: Collection[str] = ()
) -> tuple[Unit, ...]:
    """One unit for every key of the hypothesis and of any reference, the hypothesis' first, in order of appearance.

    ``larger`` are the kinds of which a unit stands for more than one thing.
    """
    keys = dict.fromkeys(hyp.counts)
    for ref in refs:
        keys.update(dict.fromkeys(ref.counts))
    return tuple(_unit(key, label(key), hyp, refs, single=key[0] not in larger) for key in keys)


def _unit(key: Key, label: str, hyp: Bag, refs: Sequence[Bag], *, single: bool) -> Unit:
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
    )


def f_measure(matched: float, hypothesis: float, reference: float) -> float:
    """2PR/(P+R) with P = matched/hypothesis, R = matched/reference; 0 where nothing matched."""
    return 2 * matched / (hypothesis + reference) if matched > 0 else 0.0
