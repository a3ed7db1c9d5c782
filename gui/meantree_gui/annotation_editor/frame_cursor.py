"""Cursors in both texts of an annotation, and the moves that keys make. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, partner_of, span_of, spans_of
from meantree.analysis.frames import Frame, Part, Span, overlap
from meantree.annotation.edits import EditRefused, other_side
from meantree.annotation.frame_annotation import Annotation, Predicate, State
from meantree.comparison.comparison import doubtful, part_probabilities
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped, is_right_to_left


@dataclass(frozen=True, slots=True)
class Cursor:
    """The cursor of one text.

    Attributes:
        word: under the cursor, 0-based.
        anchor: the other end of the selection, 0-based.
        frame: the 0-based place of the active frame; ``None`` if no frame is active.
        left: the frame that was active before the cursor came to the predicate of this one; ``None`` elsewhere.
    """

    word: int = 0
    anchor: int = 0
    frame: int | None = None
    left: int | None = None

    @property
    def selection(self) -> Span:
        """The selected words, at least the one under the cursor."""
        return min(self.word, self.anchor), max(self.word, self.anchor) + 1

    @property
    def is_wide(self) -> bool:
        """Whether more than one word is selected."""
        return self.word != self.anchor

    def at(self, word: int, words: int, *, select: bool = False) -> Cursor:
        """Return the cursor on another word, or on the nearest one.

        Args:
            word: 0-based, possibly beyond either end.
            words: the number of words of the text.
            select: whether the anchor stays where it is.
        """
        nearest = max(0, min(word, words - 1))
        return replace(self, word=nearest, anchor=self.anchor if select else nearest, left=None)


@dataclass(slots=True)
class FrameCursor:
    """An annotation with a cursor in each of its texts.

    Attributes:
        annotation: as edited so far.
        compared: another annotator's annotation to compare with; ``None`` for none.
        versions: in adjudication, the annotators' annotations by the keys that take them.
        contested: in adjudication, the predicates of which one is decided on.
        side: the active text, in which keys work.
        phrases: of both texts, by which selections grow; none if a text is not parsed.
    """

    words: Mapping[Side, tuple[str, ...]]
    annotation: Annotation
    compared: Annotation | None = None
    versions: Mapping[str, Annotation] = field(default_factory=dict)
    contested: Sequence[Predicate] = ()
    side: Side = "hypothesis"
    cursors: dict[Side, Cursor] = field(default_factory=lambda: dict.fromkeys(SIDES, Cursor()))
    phrases: Mapping[Side, Sequence[Span]] = field(default_factory=dict)
    _unsure: tuple[Annotation, list[tuple[Side, Part]]] | None = field(default=None, init=False, repr=False)

    # Parts and places

    def frames(self, side: Side) -> tuple[Frame, ...]:
        """Return the frames of a text as edited so far."""
        return frames_of(self.annotation, side)

    @property
    def cursor(self) -> Cursor:
        """The cursor of the active text."""
        return self.cursors[self.side]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The blocks of linked frames, in the order of the list."""
        return blocks(self.annotation)

    @property
    def block(self) -> int | None:
        """The 0-based place of the active block: that of the active text's frame, else of the other text's."""
        for side in (self.side, other_side(self.side)):
            place = self.cursors[side].frame
            for number, block in enumerate(self.blocks):
                if place is not None and block.place(side) == place:
                    return number
        return None

    def number(self, side: Side, frame: int) -> int:
        """Return the number from 1 on, in the list of blocks, of a text's frame at a 0-based place."""
        return next(number for number, block in enumerate(self.blocks, start=1) if block.place(side) == frame)

    @property
    def frame_name(self) -> str:
        """The number and the predicate of the active frame; empty without one."""
        if (frame := self.cursor.frame) is None:
            return ""
        predicate = self.words[self.side][slice(*self.frames(self.side)[frame].predicate)]
        return f"Frame {self.number(self.side, frame)}: {escaped(' '.join(predicate))}"

    def part(self, side: Side, *, anywhere: bool = False) -> Part | None:
        """Return the predicate or filler under the cursor of a text, of the active frame or, without one, of any.

        Of several parts, it is the one with the fewest words.

        Args:
            anywhere: whether it may be of any frame though one is active.
        """
        frame = self.cursors[side].frame
        places = range(len(self.frames(side))) if frame is None or anywhere else [frame]
        parts = [part for place in places for part in self._parts(side, place)]
        here = [part for part in parts if covers(self.span_here(side, part), self.cursors[side].word)]
        return min(here, key=lambda part: sum(map(_size, spans_of(self.annotation, side, part))), default=None)

    def predicate_at(self, side: Side, word: int) -> int | None:
        """Return the 0-based place of the frame whose predicate has a word of a text; None if none has it."""
        return next((n for n, frame in enumerate(self.frames(side)) if covers(frame.predicate, word)), None)

    def span_here(self, side: Side, part: Part) -> Span:
        """Return the span of a predicate or filler that is under the cursor of its text, else its first."""
        spans = spans_of(self.annotation, side, part)
        return next((span for span in spans if covers(span, self.cursors[side].word)), spans[0])

    def spoken(self, side: Side) -> str:
        """Return what a screen reader says of a text's cursor: the word, its part, the link, and the state."""
        word, part, other = self.words[side][self.cursors[side].word], self.part(side), other_side(side)
        if part is None:
            return f"{word}: in no frame; {self.annotation.state.value}"
        role = "predicate" if part[1] is None else self.frames(side)[part[0]].fillers[part[1]].role.value
        partner, link = partner_of(self.annotation, side, part), "not linked"
        if partner is not None:
            words = " ".join(self.words[other][slice(*span_of(self.annotation, other, partner[0]))])
            link = f"linked with {words}, {partner[1].value}"
        unsure = "; unsure" if (side, part) in self.unsure else ""
        return f"{word}: {role} of frame {self.number(side, part[0])}; {link}{unsure}; {self.annotation.state.value}"

    @property
    def unsure(self) -> list[tuple[Side, Part]]:
        """The improbable parts that are untouched, in the order of the list; none in a finished annotation."""
        if self._unsure is None or self._unsure[0] is not self.annotation:
            self._unsure = self.annotation, self._find_unsure()
        return self._unsure[1]

    def _find_unsure(self) -> list[tuple[Side, Part]]:
        if self.annotation.state is not State.OPEN:
            return []
        improbable = doubtful(part_probabilities(self.annotation))
        listed = [(side, block.place(side)) for block in self.blocks for side in SIDES]
        return [
            (side, part) for side, place in listed for part in self._parts(side, place) if (side, part) in improbable
        ]

    def follow(self, annotation: Annotation) -> None:
        """Take over a changed annotation; a cursor whose frame is gone has none."""
        is_same, self.annotation = annotation == self.annotation, annotation
        for side, cursor in self.cursors.items():
            is_gone = cursor.frame is not None and cursor.frame >= len(frames_of(annotation, side))
            left = cursor.left if is_same else None  # another frame may have its place now
            self.cursors[side] = replace(cursor, frame=None if is_gone else cursor.frame, left=left)

    def _parts(self, side: Side, place: int | None) -> list[Part]:
        """Return the parts of a frame in the order of the text; none without a frame."""
        if place is None:
            return []
        count = len(self.frames(side)[place].fillers)
        parts: list[Part] = [(place, None), *((place, number) for number in range(count))]
        return sorted(parts, key=lambda part: span_of(self.annotation, side, part))

    # Moves

    def put_cursor(self, side: Side, word: int, *, select: bool = False) -> None:
        """Put the cursor of a text on a word, 0-based, and make the text active."""
        self.side = side
        self.cursors[side] = self.cursors[side].at(word, len(self.words[side]), select=select)

    def walk_to(self, side: Side, word: int, *, select: bool = False) -> None:
        """Put the cursor where a hand moves it.

        On the predicate of another frame, that one becomes active. When a selection grows from there, the one before is
        active again: words with a predicate may be its filler.
        """
        before = self.cursors[side]
        self.put_cursor(side, word, select=select)
        here = None if select else self.predicate_at(side, self.cursor.word)
        if select and self.cursor.word == before.word:
            self.cursors[side] = before
        elif select and before.left is not None:
            self._enter(side, before.left)
        elif here is not None and here != before.frame:
            self._enter(side, here)
            self.cursors[side] = replace(self.cursors[side], left=before.frame)

    def _enter(self, side: Side, frame: int) -> None:
        """Work on a frame, and on its partner, with the cursor of this text where it is."""
        self.cursors[side] = replace(self.cursors[side], frame=frame)
        self._choose_frame(side, frame)

    def _put_in_frame(self, side: Side, frame: int | None, word: int) -> None:
        """Put the cursor of a text on a word in a frame; the active text stays active."""
        self.cursors[side] = replace(self.cursors[side], frame=frame).at(word, len(self.words[side]))

    def choose_part(self, side: Side, part: Part, word: int | None = None) -> None:
        """Go to a predicate or filler, at its first word or another one, and to its frame's partner."""
        self._choose_frame(side, part[0])
        self.put_cursor(side, span_of(self.annotation, side, part)[0] if word is None else word)

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
                start = self.frames(each)[frame].predicate[0]
                self._put_in_frame(each, frame, start)

    def step(self, by: int, *, select: bool = False) -> None:
        """Move some words to the right, to the left for a negative number; or extend the selection so."""
        self.walk_to(self.side, self.cursor.word + by * self.to_right, select=select)

    @property
    def to_right(self) -> int:
        """The step to the word on the right: 1, or -1 in a text that runs from right to left."""
        return -1 if is_right_to_left(" ".join(self.words[self.side])) else 1

    def select_wider(self) -> None:
        """Select the smallest phrase that contains the selection and more."""
        here = self.cursor.selection
        around = [span for span in self._phrases if span[0] <= here[0] and here[1] <= span[1] and span != here]
        self._select(min(around, key=_size, default=here))

    def select_narrower(self) -> None:
        """Select the largest phrase inside the selection, else its first word."""
        here = self.cursor.selection
        inside = [span for span in self._phrases if here[0] <= span[0] and span[1] <= here[1] and span != here]
        self._select(max(inside, key=_size, default=(here[0], here[0] + 1)))

    def select_phrase(self, by: int) -> None:
        """Select the longest phrase that begins (1) or ends (−1) at the cursor, or extend the selection by one.

        A phrase that holds no other part of the frame comes first. Without a phrase, the selection is extended by one
        word.
        """
        goes_on = by * self.to_right > 0
        start, end = self.cursor.selection
        near, far = (start, end) if goes_on else (end, start)
        place = far if self.cursor.is_wide else near
        beside = [span for span in self._phrases if span[not goes_on] == place]
        ends = [span[goes_on] for span in self._free(beside)]
        if goes_on:
            self._select((start, max(ends, default=min(end + 1, len(self.words[self.side])))))
        else:
            self._select((min(ends, default=max(start - 1, 0)), end))

    def _free(self, phrases: Sequence[Span]) -> Sequence[Span]:
        """Return the phrases without parts of the active frame beside the selection; all if each has one."""
        parts = self._parts(self.side, self.cursor.frame)
        spans = [span for part in parts for span in spans_of(self.annotation, self.side, part)]
        others = [span for span in spans if not overlap(span, self.cursor.selection)]
        return [phrase for phrase in phrases if not any(overlap(phrase, span) for span in others)] or phrases

    @property
    def _phrases(self) -> Sequence[Span]:
        return self.phrases.get(self.side, ())

    def _select(self, span: Span) -> None:
        self.cursors[self.side] = replace(self.cursor, anchor=span[0], word=span[1] - 1)

    def to_first(self, *, select: bool = False) -> None:
        """Move to the first word, or extend the selection to it."""
        self.walk_to(self.side, 0, select=select)

    def to_last(self, *, select: bool = False) -> None:
        """Move to the last word, or extend the selection to it."""
        self.walk_to(self.side, len(self.words[self.side]) - 1, select=select)

    def other_text(self) -> None:
        """Make the other text active: at the partner of this part; of a lone frame, at the nearest lone one."""
        part, other = self.part(self.side), other_side(self.side)
        partner = None if part is None else partner_of(self.annotation, self.side, part)
        if partner is not None:
            self.choose_part(other, partner[0])
        elif (here := self.block) is not None and self.blocks[here].place(other) is None:
            lone = {n: block.place(other) for n, block in enumerate(self.blocks) if block.place(self.side) is None}
            if self.cursors[other].frame not in lone.values():
                self.cursors[other] = replace(self.cursors[other], frame=None)
                self.choose_block(min(lone, key=lambda number: abs(number - here), default=here))
        self.side = other

    def step_frame(self, by: int) -> None:
        """Go to the next block (1) or the previous one (−1); to the first if none is active."""
        self.choose_block(0 if self.block is None else self.block + by)

    def step_unsure(self, by: int) -> None:
        """Go to the next improbable part that is untouched (1) or the previous one (−1), around the end.

        Raises:
            EditRefused: if there is none.
        """

        def place(side: Side, frame: int | None, word: int) -> tuple[int, int, int]:
            number = next((n for n, block in enumerate(self.blocks) if block.place(side) == frame), -1)
            return number, SIDES.index(side), word

        unsure = {
            place(side, part[0], span_of(self.annotation, side, part)[0]): (side, part) for side, part in self.unsure
        }
        here = place(self.side, self.cursor.frame, self.cursor.word)
        if not unsure:
            raise EditRefused("no part is unsure")
        beyond = [at for at in unsure if (at > here) == (by > 0) and at != here] or list(unsure)
        self.choose_part(*unsure[min(beyond) if by > 0 else max(beyond)])

    def step_part(self, by: int) -> None:
        """Go to the next part of the active frame on the right (1) or left (−1), up to its last."""
        step = by * self.to_right
        if self.cursor.frame is None:
            part = self.part(self.side)
            if part is None:
                self.step_frame(1)
                return
            self._choose_frame(self.side, part[0])
        parts, part = self._parts(self.side, self.cursor.frame), self.part(self.side)
        starts = [start for each in parts for start, _ in spans_of(self.annotation, self.side, each)]
        here = [] if part is None else spans_of(self.annotation, self.side, part)
        word = next((span[0] for span in here if covers(span, self.cursor.word)), self.cursor.word)
        beyond = [start for start in starts if (start - word) * step > 0]
        if beyond:
            self.put_cursor(self.side, min(beyond) if step > 0 else max(beyond))


def covers(span: Span, word: int) -> bool:
    """Whether a span contains a word."""
    return span[0] <= word < span[1]


def _size(span: Span) -> int:
    return span[1] - span[0]
