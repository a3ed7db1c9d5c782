"""The edits of one annotation that each key makes. No widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from meantree.alignment.linked_frames import Block, blocks, frames_of, partner_of, span_of, spans_of
from meantree.analysis.frames import Filler, FillerPlace, LinkKind, Part, Role, Span, overlap
from meantree.annotation import edits, proposals
from meantree.annotation.adjudication import frame_at, take_all, take_frame
from meantree.annotation.contested_frames import differs
from meantree.annotation.edits import EditRefused, copy_filler, delete_pair, other_side, relabel_pair
from meantree.annotation.filler_links import counterpart, link_equal_roles, split_filler
from meantree.annotation.frame_annotation import TO_DO, Annotation, Place, State
from meantree.annotation.proposals import Proposals
from meantree.annotation.reference_frames import ReferenceFrames, reference_of, with_reference, without_reference
from meantree.corpus.corpus import SIDES, Side
from meantree.escaping import escaped
from meantree.project.suggested_frames import SuggestedFrames, links_by_frame, swapped
from meantree_gui.annotation_editor.frame_cursor import FrameCursor, covers

Edit = tuple[Annotation, str]
"""The annotation after an edit, and the name of the edit."""
UNLINKED = "unlinked"


@dataclass(slots=True)
class FrameEditor(FrameCursor):
    """Returns the annotation after each edit, which the caller saves before it is shown.

    Every edit raises :class:`EditRefused` where it is impossible.

    Attributes:
        shares_reference: whether other translations of the annotator have the same reference frames.
        suggested: what is suggested from other translations that the annotator corrected.
        start: the annotation that one starts from without it.
        proposals: what the labeller proposes for any predicate; ``None`` if nothing does, or not yet.
        no_proposals: the reason why nothing is proposed.
    """

    shares_reference: bool = False
    suggested: SuggestedFrames | None = None
    start: Annotation | None = None
    proposals: Proposals | None = None
    no_proposals: str = ""

    def choose_with_partner(self, side: Side, part: Part) -> None:
        """Go to a part, with the other cursor on its partner, or on the filler that a link would join it with."""
        self.choose_part(side, part)
        (place, number), other = part, other_side(side)
        similar = None if number is None else counterpart(self.annotation, side, (place, number), self.words)
        if (end := partner_of(self.annotation, side, part) or similar) is not None:
            self._put_in_frame(other, end[0][0], span_of(self.annotation, other, end[0])[0])

    # Frames and fillers

    def new_frame(self) -> Edit:
        """Add a frame whose predicate is the selection, with the fillers and the partner that are proposed for it."""
        predicate = self.cursor.selection
        changed = proposals.add_frame(self.annotation, self.side, predicate, self.proposals, self.words)
        place = len(frames_of(changed, self.side)) - 1
        self._put_in_frame(self.side, place, predicate[0])
        partner, other = partner_of(changed, self.side, (place, None)), other_side(self.side)
        if partner is not None:
            self._put_in_frame(other, partner[0][0], span_of(changed, other, partner[0])[0])
        return changed, "new frame"

    def drop_or_propose(self) -> Edit:
        """Delete the untouched fillers of the active frame, or propose fillers if it has none."""
        place = self._active()
        if self.proposals is None:
            raise EditRefused(self.no_proposals)
        had_fillers = bool(self.frames(self.side)[place].fillers)
        changed = proposals.drop_or_propose(self.annotation, self.side, place, self.proposals, self.words)
        return changed, "dropped automatic fillers" if had_fillers else "automatic fillers"

    def set_role(self, role: Role) -> Edit:
        """Give the filler under the cursor a role, or make the selection a filler with that role."""
        part = self.part(self.side)
        if part is not None and part[1] is not None and not self._is_new_selection(part):
            changed = proposals.set_role(
                self.annotation, self.side, (part[0], part[1]), role, self.proposals, self.words
            )
            return changed, f"role {role}"
        frame = self._active()
        if part is not None and part[1] is None and not self.cursor.is_wide:
            raise EditRefused("this is the predicate; select other words to assign a role")
        filler = Filler(self.cursor.selection, role)
        changed = proposals.add_filler(self.annotation, self.side, frame, filler, self.proposals, self.words)
        self.put_cursor(self.side, self.cursor.word)
        return changed, f"new {role}"

    def take_selection(self) -> Edit:
        """Move the span of the filler that the selection overlaps, else of the predicate, to the selected words."""
        place = self._active()
        fillers = [part for part in self._parts(self.side, place) if part[1] is not None and self._overlapped(part)]
        if len(fillers) > 1:
            spans = {part: spans_of(self.annotation, self.side, part) for part in fillers}
            fillers = [part for part in fillers if any(covers(span, self.cursor.anchor) for span in spans[part])]
            if not fillers:
                raise EditRefused("the selection overlaps two fillers; begin to select in the one to move")
        part = fillers[0] if fillers else (place, None)
        edit = self.set_span(self.side, part, self.cursor.selection, self._overlapped(part))
        self.put_cursor(self.side, self.cursor.selection[0])
        return edit

    def move_borders(self, begin: int, end: int) -> Edit:
        """Move the start and the end of the span by so many words."""
        part = self._present()
        start, stop = old = self.span_here(self.side, part)
        span = start + begin, stop + end
        edit = self.set_span(self.side, part, span, old)
        if not covers(span, self.cursor.word):
            self.put_cursor(self.side, span[0] if begin else span[1] - 1)
        return edit

    def set_span(self, side: Side, part: Part, span: Span, old: Span | None = None) -> Edit:
        """Change the span at ``old`` of a predicate or filler, by default its first."""
        return proposals.set_span(self.annotation, side, part, span, self.proposals, self.words, old), "span"

    def join_or_separate(self) -> Edit:
        """Make a part of a filler in several parts a filler of its own, or join the filler here with another one.

        A filler becomes a part of the nearest one of the same role. Selected words of no filler become a part of the
        nearest filler of the frame that is not beside them.
        """
        part, selection = self.part(self.side), self.cursor.selection
        if part is None or part[1] is None or self._is_new_selection(part):
            place = self._active()
            number = _nearest(dict(enumerate(self.frames(self.side)[place].fillers)), selection)
            changed = proposals.add_part(self.annotation, self.side, (place, number), selection, self.proposals)
            self.put_cursor(self.side, self.cursor.word)
            return changed, "further part"
        here, span = (part[0], part[1]), self.span_here(self.side, part)
        fillers = self.frames(self.side)[part[0]].fillers
        own = fillers[part[1]]
        if own.further:
            return edits.separate_part(self.annotation, self.side, here, span), "separated part"
        others = {n: filler for n, filler in enumerate(fillers) if filler.role is own.role and n != part[1]}
        target = _nearest(others, span)
        return edits.join_fillers(self.annotation, self.side, here, target), "joined fillers"

    def split(self) -> Edit:
        """Split the filler under the cursor in two; the second one begins with the cursor's word."""
        place, number = self._filler()
        return split_filler(self.annotation, self.side, (place, number), self.cursor.word, self.words), "split"

    def join_next(self) -> Edit:
        """Join the filler under the cursor with the next one of its frame; its role and link stay."""
        place, number = self._filler()
        if number + 1 == len(self.frames(self.side)[place].fillers):
            raise EditRefused("no filler of the frame follows this one")
        return edits.join_fillers(self.annotation, self.side, (place, number + 1), number), "joined fillers"

    def _filler(self) -> FillerPlace:
        """Return the filler under the cursor; raise EditRefused if there is none."""
        place, number = self._present()
        if number is None:
            raise EditRefused("put the cursor on a filler")
        return place, number

    def _overlapped(self, part: Part) -> Span | None:
        """Return the first span of a part that the selection overlaps; None without any."""
        spans = spans_of(self.annotation, self.side, part)
        return next((span for span in spans if overlap(span, self.cursor.selection)), None)

    def delete(self) -> Edit:
        """Delete the filler under the cursor, or its part there; on a predicate, the frame and its linked frame."""
        frame, number = self._present()
        if number is not None:
            filler = self.frames(self.side)[frame].fillers[number]
            if filler.further:
                span = self.span_here(self.side, (frame, number))
                return edits.remove_part(self.annotation, self.side, (frame, number), span), "deleted part of filler"
            return edits.delete_filler(self.annotation, self.side, (frame, number)), "deleted filler"
        if partner_of(self.annotation, self.side, (frame, None)) is None:
            return self.delete_frame_here()
        return self.delete_pair()[0], "deleted frames"

    def delete_frame_here(self) -> Edit:
        """Delete the frame under the cursor in this text alone; its linked frame stays."""
        frame, _ = self._present()
        changed = edits.delete_frame(self.annotation, self.side, frame)
        self._choose_after_deletion(changed)
        return changed, "deleted frame"

    def delete_pair(self) -> Edit:
        """Delete the part under the cursor and its linked part; on a predicate, both frames."""
        part = self._present()
        changed = delete_pair(self.annotation, self.side, part)
        if part[1] is None:
            self._choose_after_deletion(changed)
        return changed, "deleted linked " + ("frames" if part[1] is None else "fillers")

    def relabel_pair(self, role: Role) -> Edit:
        """Give the filler under the cursor and its linked filler a role."""
        return relabel_pair(self.annotation, self.side, self._present(), role), f"role {role} in both texts"

    def copy_on(self, step: int) -> Edit:
        """Copy the filler under the cursor into the next frame (1) or previous one (−1) that can take it; go there."""
        part = self._present()
        changed, frame = copy_filler(self.annotation, self.side, part, step)
        self._put_in_frame(self.side, frame, span_of(self.annotation, self.side, part)[0])
        partner = partner_of(changed, self.side, (frame, None))
        other = other_side(self.side)
        self.cursors[other] = replace(self.cursors[other], frame=partner[0][0] if partner is not None else None)
        return changed, "copied filler"

    def _choose_after_deletion(self, changed: Annotation) -> None:
        """Go to the frame that takes the place of the deleted one in the list, else to the last."""
        remaining, number = blocks(changed), self.block or 0
        block = remaining[min(number, len(remaining) - 1)] if remaining else Block(None, None)
        for side in SIDES:
            place = block.place(side)
            word = self.cursors[side].word if place is None else frames_of(changed, side)[place].predicate[0]
            self._put_in_frame(side, place, word)
        if remaining and block.place(self.side) is None:
            self.side = other_side(self.side)

    # Links

    def link(self) -> Edit:
        """Link the part under the cursor with its counterpart, or remove its link.

        The counterpart is the part under the other text's cursor. Where that cannot be linked or has a link of its own,
        the link is removed, and a filler without one is linked with the most similar one of its role. A link that waits
        for its part of the reference is removed where there is nothing else to link with.
        """
        part, other = self.part(self.side), self.part(other_side(self.side))
        partner = None if part is None else partner_of(self.annotation, self.side, part)
        if part is not None and partner is not None and partner[1] is not LinkKind.UNDECIDED:
            links_another = partner[0] != other and self._may_link(part, other)
            if not links_another:
                return edits.unlink(self.annotation, self.side, part), UNLINKED
        try:
            ends = self._ends()
        except EditRefused:
            left = self._without_waiting_links(part)
            if left == self.annotation:
                raise
            return left, UNLINKED
        return self.link_parts(*ends)

    def _without_waiting_links(self, part: Part | None) -> Annotation:
        """Return the annotation without the inactive link of a part of the hypothesis, of a frame with its fillers'."""
        if part is None or self.side == "reference":
            return self.annotation
        ends = {part} if part[1] is not None else set(self._parts(self.side, part[0]))
        kept = {link: kind for link, kind in self.annotation.inactive.items() if link[0] not in ends}
        return replace(self.annotation, inactive=kept)

    def link_parts(self, hypothesis: Part, reference: Part) -> Edit:
        """Link a part of the hypothesis with one of the reference; newly linked frames link their equal roles."""
        return self._linked(hypothesis, reference, LinkKind.CORRECT), "linked"

    def toggle_partial(self) -> Edit:
        """Turn a correct link into a partial one and back; link unlinked parts under both cursors as partial."""
        part = self.part(self.side)
        partner = None if part is None else partner_of(self.annotation, self.side, part)
        if part is None or partner is None:
            return self._linked(*self._ends(), LinkKind.PARTIAL), "linked as partial"
        parts = (part, partner[0]) if self.side == "hypothesis" else (partner[0], part)
        return self.turn_link(*parts)

    def turn_link(self, hypothesis: Part, reference: Part) -> Edit:
        """Turn the correct link of two parts into a partial one, or the other way round."""
        partner = partner_of(self.annotation, "hypothesis", hypothesis)
        kind = LinkKind.PARTIAL if partner is not None and partner[1] is LinkKind.CORRECT else LinkKind.CORRECT
        return edits.link(self.annotation, hypothesis, reference, kind), kind.value

    def _linked(self, hypothesis: Part, reference: Part, kind: LinkKind) -> Annotation:
        changed, frames = edits.link(self.annotation, hypothesis, reference, kind), (hypothesis[0], reference[0])
        were_linked = self.annotation.alignment.frames.get(frames, LinkKind.UNDECIDED) is not LinkKind.UNDECIDED
        return changed if were_linked else link_equal_roles(changed, frames, self.words)

    def _ends(self) -> tuple[Part, Part]:
        """Return the parts that a key links: the one under the cursor, and its counterpart."""
        part, other = self.part(self.side), self.part(other_side(self.side))
        if part is not None and part[1] is not None and not self._may_link(part, other):
            found = counterpart(self.annotation, self.side, (part[0], part[1]), self.words)
            other = found[0] if found is not None else other
            if found is None and other is not None and other[1] is None:
                role = self.frames(self.side)[part[0]].fillers[part[1]].role
                raise EditRefused(f"the linked frame has no {role} to link; put the other cursor on the filler to link")
        if part is None or other is None:
            text = self.side if part is None else other_side(self.side)
            raise EditRefused(f"put the cursor of the {text} on the predicate or filler to link (Tab switches texts)")
        return (part, other) if self.side == "hypothesis" else (other, part)

    def _may_link(self, part: Part, other: Part | None) -> bool:
        """Whether a part of the other text has no link, and fits one of the active text by its kind and frame."""
        if other is None or partner_of(self.annotation, other_side(self.side), other) is not None:
            return False
        if part[1] is None or other[1] is None:
            return part[1] is other[1]
        frames = (self.side, part[0]), (other_side(self.side), other[0])
        own, its = (partner_of(self.annotation, side, (place, None)) for side, place in frames)
        return (own is None and its is None) or (own is not None and own[0] == (other[0], None))

    # States

    def nothing(self) -> Edit:
        """Mark that there is nothing to annotate; frames are deleted, but for reference frames that are shared."""
        own = without_reference(self.annotation)
        bare = replace(own, hypothesis=(), inactive={}, part_comments={}, rejected=frozenset(), state=State.NOTHING)
        reference = reference_of(self.annotation) if self.shares_reference else ReferenceFrames()
        bare = replace(with_reference(bare, reference), own_reference=self.annotation.own_reference)
        return bare, "nothing to annotate"

    def cannot(self) -> Edit:
        """Mark that the translation cannot be annotated; it is not scored."""
        return replace(self.annotation, state=State.CANNOT), "cannot annotate"

    def reopen(self) -> Edit:
        """Mark the annotation as open again."""
        return replace(self.annotation, state=State.OPEN), "open again"

    def done(self) -> Edit:
        """Mark the annotation as done and drop inactive links; “nothing” and “cannot annotate” stay."""
        state = State.DONE if self.annotation.state in TO_DO else self.annotation.state
        return replace(self.annotation, state=state, inactive={}), "done"

    def commented(self, place: Place | None, text: str) -> Edit:
        """Change the comment on a frame or filler, or on the whole translation (``None``)."""
        if place is None:
            return replace(self.annotation, comment=text), "comment"
        side, part = place
        count = len(self.frames(side))
        if part not in [known for frame in range(count) for known in self._parts(side, frame)]:
            raise EditRefused("the frame or filler of this comment is no longer there")
        return edits.set_comment(self.annotation, side, part, text), "comment"

    def start_over(self, automatic: Annotation) -> Edit:
        """Replace all frames by the automatic ones; comments on parts that remain are kept."""
        changed = self.follow_frames(replace(take_all(self.annotation, automatic), state=automatic.state))
        return changed, "automatic frames"

    def swap_suggested(self) -> Edit:
        """Drop the untouched frames that were suggested, for the automatic ones, or take them again."""
        suggested = None if self.suggested is None else self.suggested.annotation
        automatic, origins = self.start, {} if self.suggested is None else self.suggested.origins
        if suggested is None or automatic is None or (suggested == automatic and not origins):
            raise EditRefused("no frames of other translations were suggested here")
        present = links_by_frame(self.annotation)
        dropped, taken = swapped(self.annotation, suggested, automatic), swapped(self.annotation, automatic, suggested)
        if links_by_frame(dropped) != present:
            return self.follow_frames(dropped), "dropped suggested frames"
        if links_by_frame(taken) != present:
            return self.follow_frames(taken), "took suggested frames"
        raise EditRefused("the suggested frames equal the automatic ones, or were edited")

    def unlock(self) -> Edit:
        """Unlock a finalized annotation, so that it can be edited."""
        if not self.annotation.finalized_by:
            raise EditRefused("this annotation is not locked")
        return replace(self.annotation, finalized_by=""), "unlocked"

    def follow_frames(self, changed: Annotation) -> Annotation:
        """Stay in the frames with the same predicates, wherever they now are; return the changed annotation."""
        for side, cursor in self.cursors.items():
            if cursor.frame is not None:
                predicate = self.frames(side)[cursor.frame].predicate
                self.cursors[side] = replace(cursor, frame=frame_at(changed, side, predicate))
        return changed

    # The compared annotation

    def copy_frame(self) -> Edit:
        """Copy the active frame, or that of the selected predicate, from the compared annotation."""
        compared = self._required_comparison()
        predicate = self.cursor.selection
        if self.cursor.frame is not None:
            predicate = self.frames(self.side)[self.cursor.frame].predicate
        changed = take_frame(self.annotation, compared, self.side, predicate)
        if changed == self.annotation:
            raise EditRefused("the other annotator has the same frame here")
        place = frame_at(changed, self.side, predicate)
        self.cursors[self.side] = replace(self.cursor, frame=place)
        return changed, "copied frame"

    def take_all(self) -> Edit:
        """Copy all frames and links from the compared annotation."""
        return self.follow_frames(take_all(self.annotation, self._required_comparison())), "copied all frames"

    def next_difference(self) -> None:
        """Go to the next predicate on which the two annotations differ, in either text."""
        compared = self._required_comparison()
        both = self.annotation, compared
        places = [
            (number, predicate)
            for number, side in enumerate(SIDES)
            for predicate in {frame.predicate for source in both for frame in frames_of(source, side)}
            if differs(*both, side, predicate)
        ]
        if not places:
            raise EditRefused("the two annotations agree everywhere")
        here = SIDES.index(self.side), self.cursor.selection
        number, predicate = min((place for place in places if place > here), default=min(places))
        side = SIDES[number]
        self.select_predicate(side, predicate)

    def select_predicate(self, side: Side, predicate: Span) -> None:
        """Select the words of a predicate, in its frame if it has one here."""
        place = frame_at(self.annotation, side, predicate)
        if place is not None:
            self._choose_frame(side, place)
        else:
            self.cursors[side] = replace(self.cursors[side], frame=None)
        self.put_cursor(side, predicate[0])
        self.put_cursor(side, predicate[1] - 1, select=True)

    def _required_comparison(self) -> Annotation:
        if self.compared is None:
            raise EditRefused("no other annotator is selected, or they have not annotated this translation")
        return self.compared

    # Inside

    def _active(self) -> int:
        """Return the place of the active frame; raise EditRefused if there is none."""
        if self.cursor.frame is None:
            raise EditRefused("first select a frame with Up or Down, or create one")
        return self.cursor.frame

    def _present(self) -> Part:
        if self.cursor.frame is None and (self.side, self.cursor.selection) in self.contested:
            raise EditRefused("this predicate has no frame yet: F makes one, Esc goes back to take one")
        part = self.part(self.side)
        if part is None:
            raise EditRefused(self._hint_to_other_frame() or "there is no predicate or filler under the cursor")
        return part

    def _hint_to_other_frame(self) -> str:
        """Return the message which other frame has the word under the cursor, and its key; empty if none has it."""
        part = self.part(self.side, anywhere=True)
        if part is None:
            return ""
        number = self.number(self.side, part[0])
        steps = number - (0 if self.block is None else self.block + 1)
        key = ("Down" if steps > 0 else "Up") + (f" {abs(steps)} times" if abs(steps) > 1 else "")
        word = escaped(self.words[self.side][self.cursor.word])
        return f"“{word}” belongs to frame {number}; press {key} to go there"

    def _is_new_selection(self, part: Part) -> bool:
        """Whether several words are selected that are not the part's span."""
        return self.cursor.is_wide and self.cursor.selection not in spans_of(self.annotation, self.side, part)


def _nearest(fillers: Mapping[int, Filler], span: Span) -> int:
    """Return the place of the filler nearest to a span; of two, that before it.

    Fillers beside the span come last, because together they are one part.

    Raises:
        EditRefused: if there is none.
    """
    if not fillers:
        raise EditRefused("there is no filler to join with: another one of the same role, or any for selected words")

    def distance(number: int) -> int:
        return min(max(span[0] - end, start - span[1]) for start, end in fillers[number].spans)

    return min(fillers, key=lambda number: (distance(number) <= 0, distance(number)))
