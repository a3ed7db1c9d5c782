"""Agreement beyond chance: kappa of two people (Cohen 1960), alpha of any number of them (Krippendorff 2004)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

Label = TypeVar("Label", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Kappa:
    """Cohen's kappa of two people who labelled the same items.

    Attributes:
        items: how many.
        observed: the share of them, in [0, 1], that both labelled alike; None without items.
        expected: the share that two would label alike by chance, each with their own frequencies of labels.
        alpha: Krippendorff's alpha of the same labels, for which chance is that of both together.
    """

    items: int
    observed: float | None
    expected: float | None
    alpha: float | None = None

    @property
    def value(self) -> float | None:
        """(observed − expected) / (1 − expected), at most 1, 0 for chance.

        None without items, and where both gave all items the same one label, which chance explains wholly.
        """
        if self.observed is None or self.expected is None or self.expected >= 1:
            return None
        return (self.observed - self.expected) / (1 - self.expected)


def kappa(counts: Mapping[tuple[Label, Label], int]) -> Kappa:
    """Kappa of a table of contingency: how often the first said this where the second said that."""
    total = sum(counts.values())
    if not total:
        return Kappa(0, None, None)
    first, second = Counter[Label](), Counter[Label]()
    for (one, two), count in counts.items():
        first[one] += count
        second[two] += count
    agreed = sum(count for (one, two), count in counts.items() if one == two)
    by_chance = sum(count * second[label] for label, count in first.items())
    units = (labels for labels, count in counts.items() for _ in range(count))
    return Kappa(total, agreed / total, by_chance / total**2, alpha(units))


def alpha(units: Iterable[Sequence[Label]]) -> float | None:
    """Krippendorff's alpha for labels without an order.

    Args:
        units: the labels that each item was given, by whoever labelled it; an item with one label says nothing.

    Returns:
        1 − observed / expected disagreement, at most 1; None where there is but one label, or nothing to compare.
    """
    totals = Counter[Label]()
    differing = 0.0
    for labels in units:
        size = len(labels)
        if size < 2:
            continue
        counts = Counter(labels)
        totals.update(counts)
        differing += (size**2 - sum(count**2 for count in counts.values())) / (size - 1)
    number = totals.total()
    expected = number**2 - sum(count**2 for count in totals.values())
    return 1 - (number - 1) * differing / expected if expected else None
