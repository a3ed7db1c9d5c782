"""An aligned pair in one direction: a premise, and a conclusion that may follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.entailment.reading import Reading

Direction = Literal["ref>hyp", "hyp>ref"]
"""Premise, then conclusion: what the translation adds does not follow from the reference, what it drops does not
follow from the translation."""
DIRECTIONS: tuple[Direction, ...] = ("ref>hyp", "hyp>ref")


class View:
    """What features look at.

    Attributes:
        premise: the text that is taken for true.
        conclusion: the text that may follow from it.
        links: for each word of the conclusion its link with a word of the premise, None without one.
    """

    def __init__(self, hyp: Reading, ref: Reading, alignment: WordAlignment, direction: Direction) -> None:
        self.turned = direction == "hyp>ref"  # the conclusion is the reference
        self.premise, self.conclusion = (hyp, ref) if self.turned else (ref, hyp)
        self.links: tuple[Link | None, ...] = alignment.of_reference if self.turned else alignment.of_hypothesis
        self._back = alignment.of_hypothesis if self.turned else alignment.of_reference

    @cached_property
    def partner(self) -> tuple[int | None, ...]:
        """For each word of the conclusion the word of the premise that it is linked with."""
        return tuple(None if link is None else self._in_premise(link) for link in self.links)

    @cached_property
    def backward(self) -> tuple[int | None, ...]:
        """For each word of the premise the word of the conclusion that it is linked with, in the other direction."""
        return tuple(None if link is None else self._in_conclusion(link) for link in self._back)

    @cached_property
    def linked(self) -> tuple[tuple[int, int], ...]:
        """``(word of the conclusion, word of the premise)`` of every link of this direction."""
        return tuple((place, other) for place, other in enumerate(self.partner) if other is not None)

    @cached_property
    def covered(self) -> frozenset[int]:
        """The words of the premise that some link of either direction reaches."""
        back = (place for place, other in enumerate(self.backward) if other is not None)
        return frozenset([other for _, other in self.linked]) | frozenset(back)

    def unlinked(self, words: Iterable[int]) -> tuple[int, ...]:
        """Those of these words of the conclusion that have no partner."""
        return tuple(place for place in words if self.partner[place] is None)

    def _in_premise(self, link: Link) -> int:
        return link.hypothesis if self.turned else link.reference

    def _in_conclusion(self, link: Link) -> int:
        return link.reference if self.turned else link.hypothesis
