"""Which word of one text stands for which word of the other, in both directions, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import Token


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


def quick_links(hyp: Analysis, ref: Analysis) -> tuple[tuple[int, int], ...]:
    """One-to-one links ``(hypothesis token, reference token)``, 0-based over the whole texts.

    Equal words are linked first, then equal lemmas, then words of one part of speech with a common beginning; among
    equals those at the most similar relative position.
    """
    left, right = hyp.tokens, ref.tokens
    by_start: dict[str, list[int]] = {}
    for place, token in enumerate(right):
        for start in {token.text.casefold()[:3], token.lemma.casefold()[:3]}:
            by_start.setdefault(start, []).append(place)
    pairs = []
    for place, token in enumerate(left):
        near = {other for start in (token.text, token.lemma) for other in by_start.get(start.casefold()[:3], ())}
        for other in near:
            likeness = _likeness(token, right[other])
            if likeness:
                distance = abs(place / max(len(left), 1) - other / max(len(right), 1))
                pairs.append((-likeness, distance, place, other))
    used: tuple[set[int], set[int]] = set(), set()
    links = []
    for _, _, place, other in sorted(pairs):
        if place not in used[0] and other not in used[1]:
            used[0].add(place)
            used[1].add(other)
            links.append((place, other))
    return tuple(sorted(links))


def _likeness(left: Token, right: Token) -> int:
    one, two = left.text.casefold(), right.text.casefold()
    if one == two:
        return 3
    if left.lemma and left.lemma.casefold() == right.lemma.casefold():
        return 2
    common = next((size for size, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return int(bool(left.upos) and left.upos == right.upos and common >= 4)
