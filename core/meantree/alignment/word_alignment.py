"""Word alignments: which words of two texts correspond in either direction, and why; quick links without reasons."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import Token


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two words were linked.

    Attributes:
        relation: the lexical relation between them; ``hand`` for a person.
        strength: how similar the relation makes them, in [0, 1].
        detail: an explanation for people (``oak is a kind of tree, 2 steps up``); may be empty.
    """

    relation: str
    strength: float
    detail: str = ""


HAND = Reason("hand", 1.0)
"""The reason of links made by a person."""
MISTRANSLATED = Reason("mistranslation", 0.0, "marked by hand")
"""The reason of links of words that mean different things, as a person says."""


@dataclass(frozen=True, slots=True)
class Link:
    """A word of the hypothesis and one of the reference, 0-based over the whole texts."""

    hypothesis: int
    reference: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class WordAlignment:
    """The links of both directions: in each, every word has one partner or none (Padó et al. 2009, section 3.1).

    Attributes:
        of_hypothesis: for each word of the hypothesis its link, None if it is unaligned.
        of_reference: the same for each word of the reference.
        parted: ``(hypothesis, reference)`` of links that a person deleted.
        mistranslated: the same of links whose words mean different things, as a person says.
    """

    of_hypothesis: tuple[Link | None, ...]
    of_reference: tuple[Link | None, ...]
    parted: frozenset[tuple[int, int]] = frozenset()
    mistranslated: frozenset[tuple[int, int]] = frozenset()

    @property
    def in_meaning(self) -> WordAlignment:
        """The alignment for whoever compares meanings: mistranslations are reasons of links, too."""
        if not self.mistranslated:
            return self
        own, other = (
            tuple(
                replace(link, reason=MISTRANSLATED)
                if link is not None and (link.hypothesis, link.reference) in self.mistranslated
                else link
                for link in links
            )
            for links in (self.of_hypothesis, self.of_reference)
        )
        return WordAlignment(own, other, self.parted)

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
        """The strength of the link of each pair of words, in [0, 1], 0 without one; shape (hypothesis, reference)."""
        table = np.zeros((len(self.of_hypothesis), len(self.of_reference)))
        for link in self.links:
            table[link.hypothesis, link.reference] = link.reason.strength
        return table

    def _by_pair(self) -> dict[tuple[int, int], Link]:
        both = (*self.of_reference, *self.of_hypothesis)
        return {(link.hypothesis, link.reference): link for link in both if link is not None}


def quick_links(hyp: Analysis, ref: Analysis) -> tuple[tuple[int, int], ...]:
    """Return one-to-one links ``(hypothesis token, reference token)``, 0-based over the whole texts.

    They are for display; no metric counts them. Equal words are linked first, then equal lemmas, then words of the same
    part of speech with the same beginning; among equals those at the most similar relative position.
    """
    left, right = hyp.tokens, ref.tokens
    by_beginning: dict[str, list[int]] = {}
    for position, token in enumerate(right):
        for beginning in {token.text.casefold()[:3], token.lemma.casefold()[:3]}:
            by_beginning.setdefault(beginning, []).append(position)
    pairs = []
    for position, token in enumerate(left):
        words = (token.text, token.lemma)
        for other in {other for word in words for other in by_beginning.get(word.casefold()[:3], ())}:
            if likeness := _likeness(token, right[other]):
                distance = abs(position / max(len(left), 1) - other / max(len(right), 1))
                pairs.append((-likeness, distance, position, other))
    used: tuple[set[int], set[int]] = set(), set()
    links = []
    for _, _, position, other in sorted(pairs):
        if position not in used[0] and other not in used[1]:
            used[0].add(position)
            used[1].add(other)
            links.append((position, other))
    return tuple(sorted(links))


def _likeness(left: Token, right: Token) -> int:
    first, second = left.text.casefold(), right.text.casefold()
    if first == second:
        return 3
    if left.lemma and left.lemma.casefold() == right.lemma.casefold():
        return 2
    pairs = enumerate(zip(first, second, strict=False))
    common = next((size for size, (a, b) in pairs if a != b), min(len(first), len(second)))
    return int(bool(left.upos) and left.upos == right.upos and common >= 4)
