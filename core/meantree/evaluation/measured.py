"""What a measure found, or why it is not defined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

ONE_SYSTEM = "one system for each source: nothing can be compared within a source"
NO_OVERLAP = "no two systems have a rated segment in common"


@dataclass(frozen=True, slots=True)
class Measured:
    """One number.

    Attributes:
        value: None where undefined.
        why: in words, why it is undefined; empty if it is not.
        low, high: the bounds of 95 % of its values in bootstrap samples; None where they were not asked for, or no
            sample has a value.
        number: of what it is a mean or correlation (pairs, translations, systems).
    """

    value: float | None
    why: str = ""
    low: float | None = None
    high: float | None = None
    number: int = 0


def undefined(why: str, number: int = 0) -> Measured:
    """What has no value, and why."""
    return Measured(None, why, number=number)


Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Grouping = Literal["none", "item", "system"]
"""All translations, those of one source segment, or those of one system, as in Deutsch et al. 2023."""
MOST_PAIRS: Final = 5_000_000
"""More take long, and half a gigabyte."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of cells of matrices of shape (systems, segments), each pair once.

    Attributes:
        first, second: shape (p,), 0-based places in the flattened matrix.
        group: shape (p,), a number for each pair, from 0, the same within one group; every group has a pair.
        groups: how many there are.
    """

    first: Places
    second: Places
    group: Places
    groups: int

    def __len__(self) -> int:
        return len(self.first)

    def differences(self, values: Floats) -> Floats:
        """Of the first less the second, shape (p,)."""
        flat = values.ravel()
        return flat[self.first] - flat[self.second]


def count_pairs(known: NDArray[np.bool_], grouping: Grouping) -> int:
    """How many pairs there are, before they are made."""
    sizes = known.sum(axis={"none": None, "item": 0, "system": 1}[grouping], dtype=np.int64)
    return int((sizes * (sizes - 1) // 2).sum())


def pairs_of(known: NDArray[np.bool_], grouping: Grouping) -> Pairs:
    """All pairs of known cells, of shape (systems, segments), within each group.

    Raises:
        ValueError: if there are more than :data:`MOST_PAIRS`.
    """
    if (number := count_pairs(known, grouping)) > MOST_PAIRS:
        raise ValueError(f"{number:,} pairs, expected at most {MOST_PAIRS:,}")
    systems, segments = known.shape
    if grouping == "item":
        one, two = np.triu_indices(systems, 1)
        which, column = np.nonzero(known[one] & known[two])
        return _numbered(one[which] * segments + column, two[which] * segments + column, column)
    cells = [np.flatnonzero(known)]
    if grouping == "system":
        cells = [row * segments + np.flatnonzero(known[row]) for row in range(systems)]
    parts = [(places[one], places[two]) for places in cells for one, two in [np.triu_indices(len(places), 1)]]
    sizes = [len(first) for first, _ in parts]
    first, second = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    return _numbered(first, second, np.repeat(np.arange(len(sizes)), sizes))


def _numbered(first: Places, second: Places, label: Places) -> Pairs:
    names, group = np.unique(label, return_inverse=True)
    return Pairs(first, second, group, len(names))
