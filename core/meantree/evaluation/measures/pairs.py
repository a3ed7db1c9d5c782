"""Which translations are compared with each other: within one source, within one system, or all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

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
