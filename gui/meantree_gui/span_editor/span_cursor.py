"""The cursor in the source and the translation, and the words that it selects; without widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from meantree.annotation.error_annotation import Place
from meantree.corpus.corpus import ErrorSide
from meantree.project.error_proposals import Span, words_of


@dataclass(frozen=True, slots=True)
class SpanCursor:
    """A cursor on one word of one text, and the word at which its selection began.

    Attributes:
        texts: the translation and the source.
        side: of the text that it is in.
        word: 0-based.
        anchor: the word at the other end of the selection; None if only the word itself is selected.
        nudge: characters by which start and end of the selection differ from those of its words.
    """

    texts: Mapping[ErrorSide, str]
    side: ErrorSide = "hypothesis"
    word: int = 0
    anchor: int | None = None
    nudge: tuple[int, int] = (0, 0)
    _words: dict[ErrorSide, tuple[Span, ...]] = field(default_factory=dict, compare=False)

    @property
    def words(self) -> tuple[Span, ...]:
        """The words of the text that it is in."""
        if self.side not in self._words:
            self._words[self.side] = words_of(self.texts[self.side])
        return self._words[self.side]

    @property
    def text(self) -> str:
        """The text that it is in."""
        return self.texts[self.side]

    @property
    def place(self) -> Place | None:
        """The selected characters; None in an empty text."""
        if not self.words:
            return None
        ends = sorted((self.word, self.word if self.anchor is None else self.anchor))
        start, end = self.words[ends[0]][0] + self.nudge[0], self.words[ends[1]][1] + self.nudge[1]
        return Place(self.side, start, end)

    def moved(self, step: int, *, extend: bool = False) -> SpanCursor:
        """Return the cursor some words further on, or back; the selection grows or ends."""
        return self.at(self.word + step, extend=extend)

    def at(self, word: int, *, extend: bool = False) -> SpanCursor:
        """Return the cursor on a word, the nearest one if there is no such word; the end that moves is a word's."""
        word = max(0, min(word, len(self.words) - 1))
        if not extend:
            return replace(self, word=word, anchor=None, nudge=(0, 0))
        anchor = self.word if self.anchor is None else self.anchor
        start = self.nudge[0] if anchor <= min(word, self.word) else 0
        end = self.nudge[1] if anchor >= max(word, self.word) else 0
        is_same = word == self.word
        return replace(self, word=word, anchor=anchor, nudge=self.nudge if is_same else (start, end))

    def jumped(self, letter: str, *, extend: bool = False) -> SpanCursor:
        """Return the cursor on the next word that begins with a letter, from the first one after the last."""
        size = len(self.words)
        for distance in range(1, size + 1):
            word = (self.word + distance) % size
            if self.text[self.words[word][0]].casefold() == letter.casefold():
                return self.at(word, extend=extend)
        return self

    def nudged(self, start: int, end: int) -> SpanCursor:
        """Return the cursor with other ends of its selection, in characters without blanks; it keeps at least one."""
        place = self.place
        if place is None:
            return self
        first, last = place.start + start, place.end + end
        while start and 0 <= first < len(self.text) and self.text[first].isspace():
            first += 1 if start > 0 else -1
        while end and 0 < last <= len(self.text) and self.text[last - 1].isspace():
            last += 1 if end > 0 else -1
        if not 0 <= first < last <= len(self.text):
            return self
        return replace(self, nudge=(self.nudge[0] + first - place.start, self.nudge[1] + last - place.end))

    def switched(self) -> SpanCursor:
        """Return the cursor in the other text, at about the same part of it."""
        share = self.word / max(1, len(self.words) - 1)
        other = replace(
            self, side="source" if self.side == "hypothesis" else "hypothesis", word=0, anchor=None, nudge=(0, 0)
        )
        return other.at(round(share * (len(other.words) - 1))) if other.words else other

    def word_at(self, character: int) -> int:
        """Return the 0-based word at a character, or the one before it."""
        return max((word for word, (start, _) in enumerate(self.words) if start <= character), default=0)

    def on(self, place: Place) -> SpanCursor:
        """Return the cursor that selects a place."""
        cursor = replace(self, side=place.side, word=0, anchor=None, nudge=(0, 0))
        if not cursor.words:
            return cursor
        first, last = cursor.word_at(place.start), cursor.word_at(max(place.start, place.end - 1))
        start, end = cursor.words[first][0], cursor.words[last][1]
        anchor = None if first == last else first
        return replace(cursor, word=last, anchor=anchor, nudge=(place.start - start, place.end - end))
