"""One annotation under an annotator's hands: cursors, the present frame, and what each key does. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from meantree.analysis.frames import Filler, LinkKind, Role, Span
from meantree.corpus.model import Side
from meantree.project import edits
from meantree.project.adjudication import differs, frame_at, other_side, take_all, take_frame
from meantree.project.annotation import Annotation, State
from meantree.project.blocks import Block, blocks
from meantree.project.edits import EditRefused, Part, frames_of, partner_of, span_of
from meantree_gui.desk.cursor import Cursor

Edit = tuple[Annotation, str]
"""The annotation after an edit, and what it did in words."""
SIDES: tuple[Side, Side] = ("hypothesis", "reference")


def _two_cursors() -> dict[Side, Cursor]:
    return {"hypothesis": Cursor(), "reference": Cursor()}


@dataclass(slots=True)
class Editor:
    """What is looked at and edited.

    Attributes:
        words: the tokens of both texts.
        annotation: as it stands.
        other: what a second annotator did, if one is compared with.
        side: the text in which keys work.
        cursors: where they work, in each text.
    """

    words: Mapping[Side, tuple[str, ...]]
    annotation: Annotation
    other: Annotation | None = None
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
        cursor = self.cursors[side]
        places = range(len(frames_of(self.annotation, side))) if cursor.frame is None else [cursor.frame]
        parts = [part for place in places for part in self._parts(side, place)]
        here = [part for part in parts if _covers(span_of(self.annotation, side, part), cursor.word)]
        return min(here, key=lambda part: _size(span_of(self.annotation, side, part)), default=None)

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

    # Frames and fillers

    def new_frame(self) -> Edit:
        """A frame whose predicate is the selection."""
        changed = edits.add_frame(self.annotation, self.side, self.cursor.selection)
        place = len(frames_of(changed, self.side)) - 1
        self.cursors[self.side] = replace(self.cursor, frame=place).at(self.cursor.selection[0], self._count)
        return changed, "new frame"

    def set_role(self, role: Role) -> Edit:
        """Give the filler under the cursor that role; or make a filler of the selection, where there is none."""
        part = self.part(self.side)
        if part is not None and part[1] is not None and not self._is_new_selection(part):
            return edits.relabel(self.annotation, self.side, (part[0], part[1]), role), f"role {role}"
        frame = self.cursor.frame
        if frame is None:
            raise EditRefused("first choose a frame with Up or Down, or make one")
        if part is not None and part[1] is None and not self.cursor.is_wide:
            raise EditRefused("this is the predicate; a role needs other words")
        filler = Filler(self.cursor.selection, role)
        changed = edits.add_filler(self.annotation, self.side, frame, filler)
        self.cursors[self.side] = self.cursor.at(filler.span[0], self._count)
        return changed, f"new {role}"

    def take_selection(self) -> Edit:
        """Move the filler that the selection touches, or else the predicate, to the selected words."""
        touched = [
            part
            for part in self._parts(self.side, self.cursor.frame)
            if part[1] is not None and _overlap(span_of(self.annotation, self.side, part), self.cursor.selection)
        ]
        if len(touched) > 1:
            raise EditRefused("the selection touches two fillers; it can move one")
        if not touched and self.cursor.frame is None:
            raise EditRefused("first choose a frame with Up or Down, or make one")
        part: Part = touched[0] if touched else (self.cursor.frame or 0, None)
        changed = edits.set_span(self.annotation, self.side, part, self.cursor.selection, self._count)
        self.cursors[self.side] = self.cursor.at(self.cursor.selection[0], self._count)
        return changed, "span"

    def end_later(self) -> Edit:
        """One word more at the end."""
        return self._moved_borders(0, 1)

    def end_earlier(self) -> Edit:
        """One word less at the end."""
        return self._moved_borders(0, -1)

    def begin_earlier(self) -> Edit:
        """One word more at the beginning."""
        return self._moved_borders(-1, 0)

    def begin_later(self) -> Edit:
        """One word less at the beginning."""
        return self._moved_borders(1, 0)

    def set_span(self, side: Side, part: Part, span: Span) -> Edit:
        """Other words for a part, by mouse."""
        return edits.set_span(self.annotation, side, part, span, len(self.words[side])), "span"

    def delete(self) -> Edit:
        """The filler under the cursor; or the frame, if it is the predicate."""
        frame, number = self._present()
        if number is None:
            changed = edits.delete_frame(self.annotation, self.side, frame)
            self.cursors[self.side] = replace(self.cursor, frame=None)
            return changed, "deleted frame"
        return edits.delete_filler(self.annotation, self.side, (frame, number)), "deleted filler"

    def _moved_borders(self, begin: int, end: int) -> Edit:
        part = self._present()
        start, stop = span_of(self.annotation, self.side, part)
        span = start + begin, stop + end
        changed = edits.set_span(self.annotation, self.side, part, span, self._count)
        if not _covers(span, self.cursor.word):
            self.cursors[self.side] = self.cursor.at(span[0] if begin else span[1] - 1, self._count)
        return changed, "span"

    # Links

    def link(self) -> Edit:
        """Link the parts under both cursors, or part them if they are linked."""
        one, two = self._both()
        found = partner_of(self.annotation, "hypothesis", one)
        if found is not None and found[0] == two and found[1] is not LinkKind.UNDECIDED:
            return edits.unlink(self.annotation, "hypothesis", one), "unlinked"
        return edits.link(self.annotation, one, two, LinkKind.CORRECT), "linked"

    def link_parts(self, one: Part, two: Part) -> Edit:
        """Link a part of the hypothesis with one of the reference, by mouse."""
        return edits.link(self.annotation, one, two, LinkKind.CORRECT), "linked"

    def toggle_partial(self) -> Edit:
        """Turn a correct link into a partial one, and back; unlinked parts under both cursors are linked partly."""
        part = self.part(self.side)
        found = None if part is None else partner_of(self.annotation, self.side, part)
        if part is None or found is None:
            return edits.link(self.annotation, *self._both(), LinkKind.PARTIAL), "partly linked"
        one, two = (part, found[0]) if self.side == "hypothesis" else (found[0], part)
        return self.turned_link(one, two)

    def turned_link(self, one: Part, two: Part) -> Edit:
        """A linked pair, correct instead of partial or the other way round."""
        found = partner_of(self.annotation, "hypothesis", one)
        kind = LinkKind.PARTIAL if found is not None and found[1] is LinkKind.CORRECT else LinkKind.CORRECT
        if one[1] is None or two[1] is None:
            frames = {**self.annotation.alignment.frames, (one[0], two[0]): kind}
            alignment = replace(self.annotation.alignment, frames=frames)
        else:
            fillers = {**self.annotation.alignment.fillers, ((one[0], one[1]), (two[0], two[1])): kind}
            alignment = replace(self.annotation.alignment, fillers=fillers)
        return replace(self.annotation, alignment=alignment), kind.value

    def _both(self) -> tuple[Part, Part]:
        one, two = self.part("hypothesis"), self.part("reference")
        if one is None or two is None:
            bare = "the hypothesis" if one is None else "the reference"
            raise EditRefused(f"put the cursor of {bare} on the predicate or filler to link (Tab changes texts)")
        return one, two

    # States

    def nothing(self) -> Edit:
        """There is nothing to annotate: no frames, and that is a result."""
        return replace(Annotation(), state=State.NOTHING, comment=self.annotation.comment), "nothing to annotate"

    def cannot(self) -> Edit:
        """It cannot be annotated, and is not scored."""
        return replace(self.annotation, state=State.CANNOT), "cannot annotate"

    def reopen(self) -> Edit:
        """It is not done after all."""
        return replace(self.annotation, state=State.OPEN), "open again"

    def done(self) -> Edit:
        """It is done; what was marked as nothing or cannot stays so."""
        state = State.DONE if self.annotation.state is State.OPEN else self.annotation.state
        return replace(self.annotation, state=state), "done"

    def remarked(self, comment: str) -> Edit:
        """With another remark."""
        return replace(self.annotation, comment=comment), "remark"

    # The other annotator

    def take_theirs(self) -> Edit:
        """The present frame as the other annotator has it."""
        theirs = self._theirs()
        predicate = self.cursor.selection
        if self.cursor.frame is not None:
            predicate = frames_of(self.annotation, self.side)[self.cursor.frame].predicate
        changed = take_frame(self.annotation, theirs, self.side, predicate)
        if changed == self.annotation:
            raise EditRefused("the other annotator has the same here")
        place = frame_at(changed, self.side, predicate)
        self.cursors[self.side] = replace(self.cursor, frame=place)
        return changed, "taken from the other"

    def take_all(self) -> Edit:
        """All frames and links of the other annotator."""
        return take_all(self.annotation, self._theirs()), "all taken from the other"

    def next_difference(self) -> None:
        """To the next predicate of which the two say different things, in either text."""
        theirs = self._theirs()
        places = [
            (SIDES.index(side), predicate)
            for side in SIDES
            for predicate in {frame.predicate for one in (self.annotation, theirs) for frame in frames_of(one, side)}
            if differs(self.annotation, theirs, side, predicate)
        ]
        if not places:
            raise EditRefused("the two say the same")
        here = SIDES.index(self.side), self.cursor.selection
        number, predicate = min((place for place in places if place > here), default=min(places))
        side = SIDES[number]
        place = frame_at(self.annotation, side, predicate)
        if place is not None:
            self._choose_frame(side, place)
        else:
            self.cursors[side] = replace(self.cursors[side], frame=None)
        self.put_cursor(side, predicate[0])
        self.put_cursor(side, predicate[1] - 1, select=True)

    def _theirs(self) -> Annotation:
        if self.other is None:
            raise EditRefused("nobody to compare with is chosen, or they did not do this translation")
        return self.other

    # Inside

    @property
    def _count(self) -> int:
        return len(self.words[self.side])

    def _present(self) -> Part:
        part = self.part(self.side)
        if part is None:
            raise EditRefused("there is no predicate or filler under the cursor")
        return part

    def _is_new_selection(self, part: Part) -> bool:
        """Whether words are selected that are not those of the part."""
        return self.cursor.is_wide and self.cursor.selection != span_of(self.annotation, self.side, part)


def _covers(span: Span, word: int) -> bool:
    return span[0] <= word < span[1]


def _overlap(one: Span, two: Span) -> bool:
    return one[0] < two[1] and two[0] < one[1]


def _size(span: Span) -> int:
    return span[1] - span[0]
