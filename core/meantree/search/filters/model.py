"""What a filter line asks for, and where it holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.errors import UsageError
from meantree.search.filters.columns import Field, Floats, Measure, Segments

Places = NDArray[np.intp]
"""Shape (n,): 0-based places of segments, ascending."""
ANYWHERE: tuple[Field, ...] = ("hyp", "src", "ref", "id", "doc", "remark")
NEAR = 1e-9
"""Numbers that differ by less are equal, as ``.3`` and ``.1 + .2`` are."""


class FilterError(UsageError):
    """A filter line cannot be understood; the text says what was found and what is expected."""


@dataclass(frozen=True, slots=True)
class Words:
    """A word or phrase that must occur, or must not.

    Attributes:
        text: case-folded; of a field, an empty one asks for any text at all.
        field: where; None for every text, the id, the document or the remark.
        negated: whether it must not.
    """

    text: str
    field: Field | None = None
    negated: bool = False

    def holds(self, segments: Segments, places: Places) -> NDArray[np.bool_]:
        """Whether it does for each of these places."""
        found = np.zeros(len(places), dtype=bool)
        for name in (self.field,) if self.field is not None else ANYWHERE:
            rest = np.flatnonzero(~found)
            texts, wanted = segments.texts(name), places[rest]
            if len(wanted) < len(texts):
                texts = [texts[place] for place in wanted.tolist()]
            if self.field == "id":
                found[rest] = self._called(texts)
            else:
                found[rest] = self._among(texts) if self.field == "annotator" else self._within(texts)
        return ~found if self.negated else found

    def _within(self, texts: Sequence[str]) -> list[bool]:
        wanted = self.text
        return [wanted in text for text in texts] if wanted else [bool(text) for text in texts]

    def _among(self, names: Sequence[str]) -> list[bool]:
        """So are names of people, one a line; an empty one asks for anybody."""
        wanted = self.text
        return [wanted in text.split("\n") if wanted else bool(text) for text in names]

    def _called(self, keys: Sequence[str]) -> list[bool]:
        """Whether each key is the text, or ends with it after a slash: ``10`` and ``de/10`` name ``wmt/de/10``."""
        wanted = f"/{self.text}"
        return [f"/{key}".endswith(wanted) for key in keys]


@dataclass(frozen=True, slots=True)
class Limit:
    """A range that a number must be in; an undefined one is in none.

    Attributes:
        measure: the number.
        low, high: the ends, infinite where there is none.
        with_low, with_high: whether the ends are in it.
    """

    measure: Measure
    low: float = -math.inf
    high: float = math.inf
    with_low: bool = True
    with_high: bool = True

    def holds(self, numbers: Floats) -> NDArray[np.bool_]:
        """Whether it does, for each number."""
        low, high = self.low + NEAR * (1 - 2 * self.with_low), self.high - NEAR * (1 - 2 * self.with_high)
        above = numbers >= low if self.with_low else numbers > low
        below = numbers <= high if self.with_high else numbers < high
        return above & below


@dataclass(frozen=True, slots=True)
class Filter:
    """Words and limits that must all hold."""

    words: tuple[Words, ...] = ()
    limits: tuple[Limit, ...] = ()

    @property
    def is_slow(self) -> bool:
        """Whether it asks for numbers that take their time."""
        return any(limit.measure.is_slow for limit in self.limits)

    def places(self, segments: Segments) -> Places:
        """Where the segments stand that it accepts."""
        accepted = np.ones(len(segments), dtype=bool)
        for limit in self.limits:
            accepted &= limit.holds(segments.numbers(limit.measure))
        places = np.flatnonzero(accepted)
        for words in self.words:
            places = places[words.holds(segments, places)]
        return places
