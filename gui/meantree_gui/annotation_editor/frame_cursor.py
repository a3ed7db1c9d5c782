"""Where an annotator is in an annotation of two texts, and how keys walk through it. No widgets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, partner_of, span_of
from meantree.analysis.frames import Part, Span
from meantree.corpus.corpus import SIDES, Side
from meantree.project.annotation import Annotation
from meantree.project.edits import other_side


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


def _two_cursors() -> dict[Side, Cursor]:
    return {"hypothesis": Cursor(), "reference": Cursor()}


@dataclass(slots=True)
class Navigation:
    """What is looked at, and where keys work.

    Attributes:
        words: the tokens of both texts.
        annotation: as it stands.
        compared: what a second annotator did, if one is compared with.
        side: the text in which keys work.
        cursors: where they work, in each text.
    """

    words: Mapping[Side, tuple[str, ...]]
    annotation: Annotation
    compared: Annotation | None = None
    side: Side = "hypothesis"
    cursors: dict[Side, Cursor] = field(default_factory=_two_cursors)

    # What is where

    @property
    def cursor(self) -> Cursor:
        """The one at work."""
        return self.cursors[self.side]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The frames in the order in which they are listed."""
        return blocks(self.annotation)

    @property
    def block(self) -> int | None:
        """The 0-based place of the block that is worked on: that of the frame in this text, else in the other."""
        for side in (self.side, other_side(self.side)):
            place = self.cursors[side].frame
            for number, block in enumerate(self.blocks):
                if place is not None and block.place(side) == place:
                    return number
        return None

    def part(self, side: Side) -> Part | None:
        """The predicate or filler under the cursor of a text, of the present frame or, without one, of any.

        Where there are several, the one with the fewest words.
        """
        frame = self.cursors[side].frame
        return self._narrowest(side, range(len(frames_of(self.annotation, side))) if frame is None else [frame])

    def part_anywhere(self) -> Part | None:
        """The predicate or filler under the cursor at work, of any frame; a predicate before fillers."""
        return self._narrowest(self.side, range(len(frames_of(self.annotation, self.side))), predicates_first=True)

    def _narrowest(self, side: Side, places: Iterable[int], *, predicates_first: bool = False) -> Part | None:
        """The part of these frames under the cursor of a text with the fewest words."""
        parts = [part for place in places for part in self._parts(side, place)]
        here = [part for part in parts if covers(span_of(self.annotation, side, part), self.cursors[side].word)]

        def order(part: Part) -> tuple[bool, int]:
            return predicates_first and part[1] is not None, _size(span_of(self.annotation, side, part))

        return min(here, key=order, default=None)

    def follow(self, annotation: Annotation) -> None:
        """Show a changed annotation; cursors stay where there are still frames."""
        self.annotation = annotation
        for side in SIDES:
            frame = self.cursors[side].frame
            if frame is not None and frame >= len(frames_of(annotation, side)):
                self.cursors[side] = replace(self.cursors[side], frame=None)

    def _parts(self, side: Side, place: int | None) -> list[Part]:
        """The parts of a frame in the order of the text; none of no frame."""
        if place is None:
            return []
        count = len(frames_of(self.annotation, side)[place].fillers)
        parts: list[Part] = [(place, None), *((place, number) for number in range(count))]
        return sorted(parts, key=lambda part: span_of(self.annotation, side, part))

    # Moves

    def put_cursor(self, side: Side, word: int, *, select: bool = False) -> None:
        """Put the cursor of a text on a word, 0-based."""
        self.side = side
        self.cursors[side] = self.cursors[side].at(word, len(self.words[side]), select=select)

    def choose_part(self, side: Side, part: Part) -> None:
        """Go to a predicate or filler, and to its frame's partner in the other text."""
        self._choose_frame(side, part[0])
        self.put_cursor(side, span_of(self.annotation, side, part)[0])

    def choose_block(self, number: int) -> None:
        """Go to a block, in this text if it has a frame here."""
        listed = self.blocks
        if listed:
            block = listed[max(0, min(number, len(listed) - 1))]
            side = self.side if block.place(self.side) is not None else other_side(self.side)
            place = block.place(side)
            if place is not None:
                self.choose_part(side, (place, None))

    def _choose_frame(self, side: Side, place: int) -> None:
        """Work on a frame, and on its partner; without one the other text stays where it is, to be linked with."""
        partner = partner_of(self.annotation, side, (place, None))
        chosen = [(side, place), *([(other_side(side), partner[0][0])] if partner is not None else [])]
        for each, frame in chosen:
            if frame != self.cursors[each].frame:
                start = frames_of(self.annotation, each)[frame].predicate[0]
                self.cursors[each] = replace(self.cursors[each], frame=frame).at(start, len(self.words[each]))

    def right(self) -> None:
        """One word on."""
        self.put_cursor(self.side, self.cursor.word + 1)

    def left(self) -> None:
        """One word back."""
        self.put_cursor(self.side, self.cursor.word - 1)

    def select_right(self) -> None:
        """Select one word more."""
        self.put_cursor(self.side, self.cursor.word + 1, select=True)

    def select_left(self) -> None:
        """Select one word less, or one before."""
        self.put_cursor(self.side, self.cursor.word - 1, select=True)

    def to_first(self) -> None:
        """The first word."""
        self.put_cursor(self.side, 0)

    def to_last(self) -> None:
        """The last word."""
        self.put_cursor(self.side, len(self.words[self.side]) - 1)

    def other_text(self) -> None:
        """The other text, at the partner of the present part if it has one."""
        part, other = self.part(self.side), other_side(self.side)
        found = None if part is None else partner_of(self.annotation, self.side, part)
        if found is not None:
            self.choose_part(other, found[0])
        self.side = other

    def next_frame(self) -> None:
        """The next block; the first if there is none at work."""
        self.choose_block(0 if self.block is None else self.block + 1)

    def previous_frame(self) -> None:
        """The block before."""
        self.choose_block(0 if self.block is None else self.block - 1)

    def next_part(self) -> None:
        """The next part of the present frame, to its last."""
        self._step_part(1)

    def previous_part(self) -> None:
        """The part before, to the frame's first."""
        self._step_part(-1)

    def _step_part(self, step: int) -> None:
        if self.cursor.frame is None:
            here = self.part(self.side)
            if here is None:
                self.next_frame()
                return
            self._choose_frame(self.side, here[0])
        starts = [span_of(self.annotation, self.side, part)[0] for part in self._parts(self.side, self.cursor.frame)]
        word = self.cursor.word
        beyond = [start for start in starts if (start - word) * step > 0]
        if beyond:
            self.put_cursor(self.side, min(beyond) if step > 0 else max(beyond))


def covers(span: Span, word: int) -> bool:
    """Whether a word is one of a span."""
    return span[0] <= word < span[1]


def _size(span: Span) -> int:
    return span[1] - span[0]
