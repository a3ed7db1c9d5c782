"""One annotation under an annotator's hands: what each key changes. No widgets."""

from __future__ import annotations

from dataclasses import replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, partner_of, span_of
from meantree.analysis.frames import Filler, LinkKind, Part, Role, Span, overlap
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.project import edits
from meantree.project.adjudication import differs, frame_at, take_all, take_frame
from meantree.project.annotation import TO_DO, Annotation, Place, State
from meantree.project.edits import EditRefused, copy_filler, delete_pair, other_side, relabel_pair
from meantree.project.reference_frames import ReferenceFrames, reference_of, with_reference, without_reference
from meantree_gui.annotation_editor.frame_cursor import Navigation, covers

Edit = tuple[Annotation, str]
"""The annotation after an edit, and what it did in words."""


class FrameEditor(Navigation):
    """Each edit gives another annotation, which is kept before it is shown, or is refused.

    Attributes:
        shares_reference: whether the annotator's other translations have the same frames of the reference.
    """

    shares_reference = False

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
            raise EditRefused("first select a frame with Up or Down, or create one")
        if part is not None and part[1] is None and not self.cursor.is_wide:
            raise EditRefused("this is the predicate; select other words to assign a role")
        filler = Filler(self.cursor.selection, role)
        changed = edits.add_filler(self.annotation, self.side, frame, filler)
        self.cursors[self.side] = self.cursor.at(filler.span[0], self._count)
        return changed, f"new {role}"

    def take_selection(self) -> Edit:
        """Move the filler that the selection touches, or else the predicate, to the selected words."""
        touched = [
            part
            for part in self._parts(self.side, self.cursor.frame)
            if part[1] is not None and overlap(span_of(self.annotation, self.side, part), self.cursor.selection)
        ]
        if len(touched) > 1:
            raise EditRefused("the selection overlaps two fillers; select words of one filler only")
        if not touched and self.cursor.frame is None:
            raise EditRefused("first select a frame with Up or Down, or create one")
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
        """The filler under the cursor; or, on a predicate, the frame and the one that it is linked with."""
        frame, number = self._present()
        if number is not None:
            return edits.delete_filler(self.annotation, self.side, (frame, number)), "deleted filler"
        found = partner_of(self.annotation, self.side, (frame, None))
        if found is None:
            return self.delete_frame_here()
        changed = edits.delete_frame(self.annotation, self.side, frame)
        changed = edits.delete_frame(changed, other_side(self.side), found[0][0])
        self._choose_after_deletion(changed)
        return changed, "deleted frames"

    def delete_frame_here(self) -> Edit:
        """The frame under the cursor in this text alone; its partner stays."""
        frame, _ = self._present()
        changed = edits.delete_frame(self.annotation, self.side, frame)
        self._choose_after_deletion(changed)
        return changed, "deleted frame"

    def delete_pair(self) -> Edit:
        """The part under the cursor and the one that it is linked with, predicates with their frames."""
        part = self._present()
        changed = delete_pair(self.annotation, self.side, part)
        if part[1] is None:
            self._choose_after_deletion(changed)
        return changed, "deleted linked " + ("frames" if part[1] is None else "fillers")

    def relabel_pair(self, role: Role) -> Edit:
        """Give the filler under the cursor and its partner that role."""
        return relabel_pair(self.annotation, self.side, self._present(), role), f"role {role} in both texts"

    def copy_on(self) -> Edit:
        """The filler under the cursor in the next frame that has room for it too; the cursor goes there."""
        return self._copied(1)

    def copy_back(self) -> Edit:
        """The same with the frame before."""
        return self._copied(-1)

    def _copied(self, step: int) -> Edit:
        part = self._present()
        copied = copy_filler(self.annotation, self.side, part, step)
        span = span_of(self.annotation, self.side, part)
        self.cursors[self.side] = replace(self.cursor, frame=copied.frame).at(span[0], self._count)
        partner = partner_of(copied.annotation, self.side, (copied.frame, None))
        other = other_side(self.side)
        self.cursors[other] = replace(self.cursors[other], frame=partner[0][0] if partner is not None else None)
        return copied.annotation, "copied filler"

    def _choose_after_deletion(self, changed: Annotation) -> None:
        """Go to the frame that takes the place of the deleted one in the list, or to the last, in either text."""
        listed, number = blocks(changed), self.block or 0
        block = listed[min(number, len(listed) - 1)] if listed else Block(None, None)
        for side in SIDES:
            place, cursor = block.place(side), replace(self.cursors[side], frame=block.place(side))
            word = cursor.word if place is None else frames_of(changed, side)[place].predicate[0]
            self.cursors[side] = cursor.at(word, len(self.words[side]))
        if listed and block.place(self.side) is None:
            self.side = other_side(self.side)
        if block.place(self.side) is None and listed:
            self.side = other_side(self.side)

    def _moved_borders(self, begin: int, end: int) -> Edit:
        part = self._present()
        start, stop = span_of(self.annotation, self.side, part)
        span = start + begin, stop + end
        changed = edits.set_span(self.annotation, self.side, part, span, self._count)
        if not covers(span, self.cursor.word):
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
            return edits.link(self.annotation, *self._both(), LinkKind.PARTIAL), "linked as partial"
        one, two = (part, found[0]) if self.side == "hypothesis" else (found[0], part)
        return self.turn_link(one, two)

    def turn_link(self, one: Part, two: Part) -> Edit:
        """A linked pair, correct instead of partial or the other way round."""
        found = partner_of(self.annotation, "hypothesis", one)
        kind = LinkKind.PARTIAL if found is not None and found[1] is LinkKind.CORRECT else LinkKind.CORRECT
        return edits.link(self.annotation, one, two, kind), kind.value

    def _both(self) -> tuple[Part, Part]:
        one, two = self.part("hypothesis"), self.part("reference")
        if one is None or two is None:
            bare = "the hypothesis" if one is None else "the reference"
            raise EditRefused(f"put the cursor of {bare} on the predicate or filler to link (Tab switches texts)")
        return one, two

    # States

    def nothing(self) -> Edit:
        """There is nothing to annotate: no frames, and that is a result.

        The reference keeps those that other translations share.
        """
        own = without_reference(self.annotation)
        bare = replace(own, hypothesis=(), inactive={}, remarks={}, rejected=frozenset(), state=State.NOTHING)
        reference = reference_of(self.annotation) if self.shares_reference else ReferenceFrames()
        bare = replace(with_reference(bare, reference), own_reference=self.annotation.own_reference)
        return bare, "nothing to annotate"

    def cannot(self) -> Edit:
        """It cannot be annotated, and is not scored."""
        return replace(self.annotation, state=State.CANNOT), "cannot annotate"

    def reopen(self) -> Edit:
        """It is not done after all."""
        return replace(self.annotation, state=State.OPEN), "open again"

    def done(self) -> Edit:
        """It is done, without inactive links; what was marked as nothing or cannot stays so."""
        state = State.DONE if self.annotation.state in TO_DO else self.annotation.state
        return replace(self.annotation, state=state, inactive={}), "done"

    def commented(self, place: Place | None, text: str) -> Edit:
        """With another remark on a frame or filler, or on the whole translation."""
        if place is None:
            return replace(self.annotation, comment=text), "remark"
        side, part = place
        count = len(frames_of(self.annotation, side))
        if part not in [one for frame in range(count) for one in self._parts(side, frame)]:
            raise EditRefused("what this remark was on is no longer there")
        return edits.remark(self.annotation, side, part, text), "remark"

    def start_over(self, automatic: Annotation) -> Edit:
        """The automatic frames; what was said of parts that are still there stays."""
        return replace(take_all(self.annotation, automatic), state=automatic.state), "automatic frames"

    def unlock(self) -> Edit:
        """No longer settled, so that it can be edited."""
        if not self.annotation.settled_by:
            raise EditRefused("this annotation is not locked")
        return replace(self.annotation, settled_by=""), "unlocked"

    # The other annotator

    def copy_frame(self) -> Edit:
        """The present frame as the other annotator has it."""
        theirs = self._needed_comparison()
        predicate = self.cursor.selection
        if self.cursor.frame is not None:
            predicate = frames_of(self.annotation, self.side)[self.cursor.frame].predicate
        changed = take_frame(self.annotation, theirs, self.side, predicate)
        if changed == self.annotation:
            raise EditRefused("the other annotator has the same frame here")
        place = frame_at(changed, self.side, predicate)
        self.cursors[self.side] = replace(self.cursor, frame=place)
        return changed, "copied frame"

    def take_all(self) -> Edit:
        """All frames and links of the other annotator."""
        return take_all(self.annotation, self._needed_comparison()), "copied all frames"

    def next_difference(self) -> None:
        """To the next predicate of which the two say different things, in either text."""
        theirs = self._needed_comparison()
        places = [
            (SIDES.index(side), predicate)
            for side in SIDES
            for predicate in {frame.predicate for one in (self.annotation, theirs) for frame in frames_of(one, side)}
            if differs(self.annotation, theirs, side, predicate)
        ]
        if not places:
            raise EditRefused("the two annotations agree everywhere")
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

    def _needed_comparison(self) -> Annotation:
        if self.compared is None:
            raise EditRefused("no other annotator is selected, or this translation is not annotated by them")
        return self.compared

    # Inside

    @property
    def _count(self) -> int:
        return len(self.words[self.side])

    def _present(self) -> Part:
        part = self.part(self.side)
        if part is None:
            raise EditRefused(self._way_to_another() or "there is no predicate or filler under the cursor")
        return part

    def _way_to_another(self) -> str:
        """Say which other frame has the word under the cursor, and which key leads there; empty if none has it."""
        part = self.part_anywhere()
        place = next((n for n, one in enumerate(self.blocks) if part and one.place(self.side) == part[0]), None)
        if part is None or place is None:
            return ""
        steps = place - (-1 if self.block is None else self.block)
        key = ("Down" if steps > 0 else "Up") + (f" {abs(steps)} times" if abs(steps) > 1 else "")
        what = "the predicate" if part[1] is None else "a filler"
        word = escaped(self.words[self.side][self.cursor.word])
        return f"“{word}” is {what} of frame {place + 1}; press {key} to go there"

    def _is_new_selection(self, part: Part) -> bool:
        """Whether words are selected that are not those of the part."""
        return self.cursor.is_wide and self.cursor.selection != span_of(self.annotation, self.side, part)
