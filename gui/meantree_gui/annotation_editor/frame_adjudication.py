"""Adjudication in the frame editor: predicates, fillers and links are decided each on its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from meantree.alignment.linked_frames import spans_of
from meantree.analysis.frames import phrase
from meantree.annotation.adjudication import frame_at, lost_links, take_side, uncounted_links, with_everything_of
from meantree.annotation.contested_frames import (
    FILLER,
    FILLER_LINK,
    GOLD,
    OTHERWISE,
    ContestedFrames,
    contested,
    joined,
    overruled,
)
from meantree.annotation.edits import EditRefused, Words, reopens
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.reference_frames import relinked
from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped, listed
from meantree.project.gold_standard import Adjudicated, adjudicated, finalize_ready, frames_to_adjudicate
from meantree_gui.annotating.adjudication import CHOOSE_AGAIN, UNDECIDED, Adjudication, Row
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation
from meantree_gui.annotation_editor.saved_annotations import inactive_links, quoted_link

DELETES_FRAMES = "this deletes the frames of the gold standard; press again to delete them"
NO_FRAME_TAKEN, EDITED, ROW_BY_ROW = "no frame", "edited", "row by row"
WAITS = "waits for R"
"""What is said of a link whose frame of the reference is undecided."""


class FrameAdjudication(Adjudication[ContestedFrames, "Annotation"]):
    """Decides on frames and their links.

    Attributes:
        item: what the annotators have and what is decided; None while nothing is adjudicated.
        rows: what differs, in the order of both texts, then where the gold standard differs from all.
    """

    what = "frames"
    read_all = staticmethod(frames_to_adjudicate)
    finalize_all_ready = staticmethod(lambda project, annotator: (finalize_ready(project, annotator), 0))
    editor: OpenAnnotation

    def __init__(self, editor: OpenAnnotation) -> None:
        super().__init__(editor)
        self.item: Adjudicated | None = None
        self._read: object = None
        editor.changed.connect(self.follow)

    @property
    def _open(self) -> tuple[Adjudicated, Annotation, Words]:
        """What the rows are of: :attr:`item`, the gold standard as it is now, and the words of both texts."""
        assert self.item is not None
        assert self.editor.frame_editor is not None
        return self.item, self.editor.frame_editor.annotation, self.editor.frame_editor.words

    def _is_undecided(self, row: ContestedFrames) -> bool:
        return not row.is_overruled and self._open[0].is_undecided(row)

    @property
    def overruled(self) -> int:
        """The number of predicates on which the gold standard differs from all annotators."""
        return sum(not row.is_part and row.of.is_overruled for row in self.rows)

    @property
    def contested(self) -> str:  # see Adjudication
        count, overruled = sum(not row.is_part for row in self.rows), self.overruled
        if not count:
            here = "all agree"
        elif overruled == count:
            here = f"all agree, but the gold standard differs in {counted(overruled, 'predicate')}"
        else:
            here = f"{counted(count - overruled, 'contested predicate')}, {self.undecided} undecided"
            here += f", {overruled} where the gold standard differs from all" if overruled else ""
        beside = self.item.decided_beside if self.item is not None else ()
        return f"{here} · reference decided for {listed(map(escaped, beside))}" if beside else here

    @property
    def why_too_early(self) -> str:  # see Adjudication
        overruled = f"the gold standard differs from all annotators in {counted(self.overruled, 'predicate')}"
        return "; ".join(filter(None, (super().why_too_early, overruled if self.overruled else "", self._uncounted)))

    @property
    def _uncounted(self) -> str:
        """The links that no annotator left uncounted, and which do not count in the gold standard, in words."""
        if self.item is None:
            return ""
        _, gold, words = self._open
        found = uncounted_links(gold).difference(*map(uncounted_links, self.item.work.values()))
        ends = listed(quoted_link(words, *link) for link in sorted(found))
        return f"{counted(len(found), 'link')} will not count: {ends}" if found else ""

    def follow(self) -> None:
        """Read what annotators have of the open translation, if that or the translation changed."""
        key, frame_editor, read = self.editor.key, self.editor.frame_editor, None
        if key is not None and frame_editor is not None and self.workspace.is_adjudicating:
            read = key, self.editor.project.stamp, self.editor.project.rules.compared
        if read == self._read and (frame_editor is None or read is None or frame_editor.versions):
            return
        before = self.row if self.item is not None and self.item.key == key else None
        self._read, self.item = read, None
        if read is not None:
            try:
                self.item = adjudicated(self.editor.project, read[0])
            except MeantreeError as error:
                self.editor.reported.emit(str(error))
        self.names = () if self.item is None else tuple(self.item.work)
        if frame_editor is not None:
            versions = () if self.item is None else self.item.work.values()
            frame_editor.versions = {str(number): work for number, work in enumerate(versions, start=1)}
        self._show_rows(self._make_rows(), before)

    def _make_rows(self) -> Sequence[Row[ContestedFrames]]:
        if self.item is None:
            return ()
        item, _, _ = self._open
        rows = joined(contested(item.work))
        if item.gold is not None:
            rows += overruled(item.work, item.gold)
        return [self._in_words(each) for row in rows for each in (row, *row.parts)]

    def _show_row(self) -> None:
        frame_editor = self.editor.frame_editor
        if self.row is None or frame_editor is None:
            return
        row = self.row.of
        frame_editor.contested = row.predicates
        there = (place for place in row.predicates if frame_at(frame_editor.annotation, *place) is not None)
        frame_editor.select_predicate(*next(there, row.place))
        if row.part is not None and row.part.fillers:
            frame_editor.put_cursor(row.place[0], row.part.fillers[0][0][0])

    def show_beside(self, step: int) -> None:
        """Override Adjudication.show_beside: after the last annotator, none."""
        names = ["", *self.names]
        name = self.editor.compared_name
        self.editor.compare_with(names[((names.index(name) if name in names else 0) + step) % len(names)])

    def consequences(self) -> str:
        """Override Adjudication.consequences: which links wait for the row, or which ones each key takes with it."""
        if self.row is None or ((part := self.row.of.part) is not None and part.kind != FILLER):
            return ""
        row, (_, gold, words) = self.row.of, self._open
        if self._is_undecided(row) and (waiting := self._waiting_for(row)):
            return f"waiting for it: {', '.join(waiting)}"
        found: dict[str, list[str]] = {}
        for key, name in (*zip(map(str, range(1, 10)), row.names, strict=False), ("0", "")):
            with suppress(EditRefused):
                if lost := lost_links(gold, relinked(row.taken(gold, name))):
                    ends = ", ".join(quoted_link(words, *link) for link in lost)
                    found.setdefault(ends, []).append(key)
        return " · ".join(f"{', '.join(keys)} also unlinks {ends}" for ends, keys in found.items())

    def _comments_of(self, name: str) -> Iterable[str]:
        work, predicates = self._open[0].work[name], self.row.of.predicates if self.row is not None else ()
        frames = [(place[0], frame_at(work, *place)) for place in predicates]
        said = (text for (side, part), text in work.part_comments.items() if (side, part[0]) in frames)
        return *said, work.comment

    # Rows in words

    def _in_words(self, row: ContestedFrames) -> Row[ContestedFrames]:
        words = self._open[2]
        about = row.words(words) if row.part is None else row.part.kind
        if row.part is not None and row.part.kind == FILLER_LINK:
            about = f"{about}: {phrase(words[row.place[0]], row.part.fillers[0])}"
        supporters = self._supporters(row)
        text, kinds = "H" if row.place[0] == "hypothesis" else "R", "" if row.part else ", ".join(row.kinds)
        decision, is_part = self._decision_on(row, supporters), row.part is not None
        return Row(row, text, about, kinds, row.answers(words), decision, supporters, is_part)

    @property
    def _with_undecided(self) -> Annotation:
        """The gold standard with the undecided frames of the reference, so that links that wait for them are there."""
        item, gold, _ = self._open
        for row in item.undecided:
            if row.place[0] == "reference":
                gold = take_side(gold, item.work[next(filter(row.frame_of, row.names))], *row.place)
        return gold

    def _supporters(self, row: ContestedFrames) -> Collection[str]:
        return () if self._is_undecided(row) else row.supporters(self._with_undecided)

    def _waiting_for(self, row: ContestedFrames) -> list[str]:
        """Return the links that wait for the decision on a predicate of the reference, in words."""
        _, gold, words = self._open
        return [link for predicate, link in inactive_links(gold, words) if predicate in row.predicates]

    def _without_end(self, gold: Annotation, row: ContestedFrames) -> str:
        """Return how far links that the reference has no end for are decided; empty if the row has none of them."""
        if row.place[0] == "reference" or (row.part is not None and row.part.kind == FILLER):
            return ""
        place = frame_at(gold, *row.place)
        about = None if row.part is None else (*row.part.fillers, (row.place[1],))[0]
        own = (end for end in gold.inactive if end[0][0] == place)
        ends = [other[0] for part, other in own if about in (None, spans_of(gold, "hypothesis", part))]
        if self.item is None or not ends:
            return ""
        if any(("reference", end) == other.place for end in ends for other in self.item.undecided):
            return WAITS
        return CHOOSE_AGAIN if any(self._links_more(gold, row, name) for name in row.names) else ""

    def _links_more(self, gold: Annotation, row: ContestedFrames, name: str) -> bool:
        """Return whether taking an annotator's answer would add links that have both ends."""
        with suppress(EditRefused):
            taken = relinked(row.taken(gold, name)).alignment
            return len(taken.frames) + len(taken.fillers) > len(gold.alignment.frames) + len(gold.alignment.fillers)
        return False

    def _decision_on(self, row: ContestedFrames, agreeing: Collection[str]) -> str:
        """Return what the gold standard has in a row; on a predicate of the reference, also for which systems."""
        item, gold, words = self._open
        if self._is_undecided(row):
            count = 0 if row.part is not None else len(self._waiting_for(row))
            wait = "link waits" if count == 1 else "links wait"
            return f"{UNDECIDED}; {count} {wait} for it" if count else UNDECIDED
        waiting = "" if row.part is None and row.parts else self._without_end(gold, row)
        if waiting == CHOOSE_AGAIN or (waiting and (row.part is not None or not agreeing)):
            return waiting
        as_they_have = f"as {listed(map(escaped, agreeing))}" if agreeing else ""
        if row.part is not None:
            return as_they_have or escaped(row.part.in_words(row.part.answer_of(gold), words))
        if row.is_overruled:
            return f"{EDITED}: {escaped(row.answers(words)[GOLD] or OTHERWISE)}"
        decision = as_they_have or EDITED
        if not agreeing and all(place in item.current.rejected for place in row.predicates):
            decision = NO_FRAME_TAKEN
        elif not agreeing and row.parts and all(map(self._supporters, row.parts)):
            decision = ROW_BY_ROW
        systems = listed(map(escaped, item.decided_beside)) if row.place[0] == "reference" else ""
        return f"{decision}, decided for {systems}" if systems else decision

    # Reading and saving

    def _finalized(self, gold: Annotation, who: str) -> Annotation:  # noqa: ARG002
        return self._open[0].finalized(who)

    def _taken(self, gold: Annotation, row: ContestedFrames, name: str) -> Annotation:
        return _reopened(gold, row.taken(gold, name))

    def _title(self, row: ContestedFrames, name: str) -> str:
        what = "frame" if row.part is None else row.part.kind
        if name or row.part is not None:
            return f"{what} of {escaped(name)} taken" if name else f"no {what} taken"
        agreeing = listed(escaped(one) for one in row.names if row.frame_of(one) is None)
        return f"no frame taken, as {agreeing}" if agreeing else "no annotator's frame taken"

    def _all_taken(self, gold: Annotation, name: str) -> Annotation:
        item, _, _ = self._open
        places = [row.place for row in item.contested]
        return _reopened(gold, with_everything_of(gold, item.work_over_decided[name], places))


def _reopened(before: Annotation, after: Annotation) -> Annotation:
    return replace(after, state=State.OPEN) if reopens(before, after) else after
