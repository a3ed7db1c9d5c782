"""Which word of one text stands for which word of the other, in both directions, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two words were linked.

    Attributes:
        relation: the lexical resource that knows them; ``hand`` for a person.
        strength: how alike it makes them, in [0, 1].
        detail: what it knows, for people (``oak is a kind of tree, 2 steps up``); may be empty.
    """

    relation: str
    strength: float
    detail: str = ""


HAND = Reason("hand", 1.0)
"""A person linked them."""


@dataclass(frozen=True, slots=True)
class Link:
    """A word of the hypothesis and one of the reference, 0-based over the whole texts."""

    hypothesis: int
    reference: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class WordAlignment:
    """Both directions: in each, every word has one partner or none (Padó et al. 2009, section 3.1).

    Attributes:
        of_hypothesis: for each word of the hypothesis its link, None for a word without a partner.
        of_reference: the same for each word of the reference.
    """

    of_hypothesis: tuple[Link | None, ...]
    of_reference: tuple[Link | None, ...]

    @property
    def links(self) -> tuple[Link, ...]:
        """All links of either direction, each once, in the order of the hypothesis."""
        return tuple(link for _, link in sorted(self._by_pair().items(), key=lambda item: item[0]))

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """``(hypothesis, reference)`` of :attr:`links`."""
        return tuple(sorted(self._by_pair()))

    @property
    def strengths(self) -> NDArray[np.float64]:
        """How alike the link of two words makes them, in [0, 1], 0 without one; shape (hypothesis, reference)."""
        table = np.zeros((len(self.of_hypothesis), len(self.of_reference)))
        for link in self.links:
            table[link.hypothesis, link.reference] = link.reason.strength
        return table

    def _by_pair(self) -> dict[tuple[int, int], Link]:
        return {(link.hypothesis, link.reference): link for link in self._each()}

    def _each(self) -> Iterator[Link]:
        for links in (self.of_reference, self.of_hypothesis):
            yield from (link for link in links if link is not None)
