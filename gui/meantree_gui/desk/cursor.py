"""Where an annotator is in one text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meantree.analysis.frames import Span


@dataclass(frozen=True, slots=True)
class Cursor:
    """A word and the other end of the selection, both 0-based, and the frame that is worked on, if one."""

    word: int = 0
    anchor: int = 0
    frame: int | None = None

    @property
    def selection(self) -> Span:
        """The selected words, the one under the cursor at least."""
        return min(self.word, self.anchor), max(self.word, self.anchor) + 1

    @property
    def is_wide(self) -> bool:
        """Whether more than one word is selected."""
        return self.word != self.anchor

    def at(self, word: int, words: int, *, select: bool = False) -> Cursor:
        """At another word of a text of ``words``, as near as there is one."""
        there = max(0, min(word, words - 1))
        return replace(self, word=there, anchor=self.anchor if select else there)
