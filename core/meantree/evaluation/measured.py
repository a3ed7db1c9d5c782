"""The value of a measure of metrics, and the pairs of translations that measures compare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

ONE_SYSTEM = "each source has only one system, so nothing can be compared within a source"
NO_OVERLAP = "no two systems have a rated segment in common"


@dataclass(frozen=True, slots=True)
class Measured:
    """The value of a measure.

    Attributes:
        value: None where undefined.
        why: the reason why it is undefined, in words; empty if it is defined.
        low, high: bounds of 95 % of its values in bootstrap samples; None if not requested, or undefined in all
            samples.
        number: number of pairs, translations or systems that it is a mean or correlation of.
        epsilon: the difference up to which scores tie, of measures that choose one.
    """

    value: float | None
    why: str = ""
    low: float | None = None
    high: float | None = None
    number: int = 0
    epsilon: float | None = None


def undefined(why: str, number: int = 0, epsilon: float | None = None) -> Measured:
    """Return a measure without a value, and the reason."""
    return Measured(None, why, number=number, epsilon=epsilon)


Floats = NDArray[np.float64]
Places = NDArray[np.intp]
Flags = NDArray[np.bool_]


def none_if_nan(value: float | Floats) -> float | None:
    """Return a number, None for NaN."""
    return None if np.isnan(value) else float(value)


def minus(first: float | None, second: float | None) -> float | None:
    """Return a difference; None if either number is undefined."""
    return None if first is None or second is None else first - second


def random_signs(random: np.random.Generator, *shape: int) -> Floats:
    """Return −1 and 1 at random, of this shape."""
    return 2.0 * random.integers(0, 2, size=shape, dtype=np.int8).astype(np.float64) - 1.0


def known_means(values: Floats, axis: int = -1) -> Floats:
    """Return means along an axis without NaN; NaN where there is no number."""
    known = ~np.isnan(values)
    sums, numbers = np.where(known, values, 0.0).sum(axis=axis), known.sum(axis=axis)
    means: Floats = np.where(numbers > 0, sums / np.maximum(numbers, 1), np.nan)
    return means


def quotients(numerators: Floats, denominators: Floats, where: Flags | None = None) -> Floats:
    """Return quotients; NaN where they are not wanted, by default where the denominator is not above 0."""
    wanted = denominators > 0 if where is None else where
    divided: Floats = np.divide(numerators, denominators, out=np.full(numerators.shape, np.nan), where=wanted)
    return divided


Grouping = Literal["none", "item", "system"]
"""Compare all translations, those of one source segment, or those of one system (Deutsch et al. 2023)."""
MOST_PAIRS: Final = 5_000_000
"""Maximum number of pairs; more take long, and half a gigabyte."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs of cells of matrices of shape (systems, segments), each pair once.

    Attributes:
        first, second: shape (p,), 0-based places in the flattened matrix.
        group: shape (p,), the 0-based number of each pair's group; every group has a pair.
    """

    first: Places
    second: Places
    group: Places
    groups: int

    def __len__(self) -> int:
        return len(self.first)

    def differences(self, values: Floats) -> Floats:
        """Return values of the first less values of the second, shape (p,)."""
        flat = values.ravel()
        return flat[self.first] - flat[self.second]


def count_pairs(known: NDArray[np.bool_], grouping: Grouping) -> int:
    """Count pairs without making them."""
    sizes = known.sum(axis={"none": None, "item": 0, "system": 1}[grouping], dtype=np.int64)
    return int((sizes * (sizes - 1) // 2).sum())


def pairs_of(known: NDArray[np.bool_], grouping: Grouping) -> Pairs:
    """Pair all known cells of a matrix of shape (systems, segments) within each group.

    Raises:
        ValueError: if there are more than :data:`MOST_PAIRS`.
    """
    if (number := count_pairs(known, grouping)) > MOST_PAIRS:
        raise ValueError(f"{number:,} pairs, expected at most {MOST_PAIRS:,}")
    systems, segments = known.shape
    if grouping == "item":
        upper, lower = np.triu_indices(systems, 1)
        row, column = np.nonzero(known[upper] & known[lower])
        return _numbered(upper[row] * segments + column, lower[row] * segments + column, column)
    cells = [np.flatnonzero(known)]
    if grouping == "system":
        cells = [row * segments + np.flatnonzero(known[row]) for row in range(systems)]
    parts = [(places[upper], places[lower]) for places in cells for upper, lower in [np.triu_indices(len(places), 1)]]
    sizes = [len(first) for first, _ in parts]
    first, second = (np.concatenate([part[side] for part in parts]) for side in (0, 1))
    return _numbered(first, second, np.repeat(np.arange(len(sizes)), sizes))


def _numbered(first: Places, second: Places, label: Places) -> Pairs:
    names, group = np.unique(label, return_inverse=True)
    return Pairs(first, second, group, len(names))
