"""Adjudication in the frame editor: predicates, fillers and links are decided each on its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from meantree.annotation.adjudication import frame_at, lost_links, take_fillers, take_links, take_side
from meantree.annotation.differences import (
    ContestedRow,
    answer_of,
    contested_rows,
    joined_rows,
    overruled_rows,
    part_words,
)
from meantree.annotation.edits import EditRefused, Words, reopens
from meantree.annotation.frame_annotation import Annotation, State
from meantree.annotation.reference_frames import relinked
from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped, listed
from meantree.project.gold_standard import (
    Adjudicated,
    adjudicated,
    finalize_ready,
    frames_to_adjudicate,
    with_everything_of,
    with_frame_of,
)
from meantree_gui.annotating.adjudication import CHOOSE_AGAIN, UNDECIDED, Adjudication, Row
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation
from meantree_gui.annotation_editor.saved_annotations import quoted_link

DELETES_FRAMES = "this deletes the frames of the gold standard; press again to delete them"
NO_FRAME_TAKEN, EDITED, ROW_BY_ROW = "no frame", "edited", "row by row"
WAITS = "waits for R"
"""What is said of a link whose frame of the reference is undecided."""


class FrameAdjudication(Adjudication[ContestedRow, "Annotation"]):
    """Decides on frames and their links.

    Attributes:
        item: what the annotators have and what is decided; None while nothing is adjudicated.
        rows: what differs, in the order of both texts, then where the gold standard differs from all.
    """

    what = "frames"
    read_all, finalize_all_ready = staticmethod(frames_to_adjudicate), staticmethod(finalize_ready)
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

    def _is_undecided(self, row: ContestedRow) -> bool:
        return not row.gold and any(map(self._open[0].is_undecided, row.predicates))

    @property
    def overruled(self) -> int:
        """The number of predicates on which the gold standard differs from all annotators."""
        return sum(not row.is_part and bool(row.of.gold) for row in self.rows)

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
        return ", ".join(filter(None, (super().why_too_early, overruled if self.overruled else "")))

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

    def _make_rows(self) -> Sequence[Row[ContestedRow]]:
        if self.item is None:
            return ()
        item, _, words = self._open
        rows = joined_rows(contested_rows(item.work, words))
        if item.gold is not None:
            rows += overruled_rows(item.work, item.gold, words)
        return [self._in_words(each) for row in rows for each in (row, *row.of_parts)]

    def _show_row(self) -> None:
        frame_editor = self.editor.frame_editor
        if self.row is None or frame_editor is None:
            return
        row = self.row.of
        predicates = [predicate.place for predicate in row.predicates]
        frame_editor.contested = tuple(predicates)
        there = (place for place in predicates if frame_at(frame_editor.annotation, *place) is not None)
        frame_editor.select_predicate(*next(there, predicates[0]))
        if row.part is not None and row.part.fillers:
            frame_editor.put_cursor(row.part.side, row.part.fillers[0][0][0])

    def show_beside(self, step: int) -> None:
        """Override Adjudication.show_beside: after the last annotator, none."""
        names = ["", *self.names]
        name = self.editor.compared_name
        self.editor.compare_with(names[((names.index(name) if name in names else 0) + step) % len(names)])

    def consequences(self) -> str:
        """Override Adjudication.consequences: which links of fillers each key takes with it."""
        if self.row is None or ((part := self.row.of.part) is not None and part.kind != "filler"):
            return ""
        row, (item, gold, words) = self.row.of, self._open
        found: dict[str, list[str]] = {}
        for key, source in (*zip(map(str, range(1, 10)), item.work.values(), strict=False), ("0", None)):
            with suppress(EditRefused):
                if lost := lost_links(gold, relinked(_taken(row, gold, source))):
                    ends = ", ".join(quoted_link(words, *link) for link in lost)
                    found.setdefault(ends, []).append(key)
        return " · ".join(f"{', '.join(keys)} also unlinks {ends}" for ends, keys in found.items())

    def _comments_of(self, name: str) -> Iterable[str]:
        work, predicates = self._open[0].work[name], self.row.of.predicates if self.row is not None else ()
        frames = [(one.side, frame_at(work, *one.place)) for one in predicates]
        said = (text for (side, part), text in work.part_comments.items() if (side, part[0]) in frames)
        return *said, work.comment

    # Rows in words

    def _in_words(self, row: ContestedRow) -> Row[ContestedRow]:
        about = row.words if row.part is None else row.part.kind
        if row.part is not None and row.part.kind == "filler link":
            about = f"{about}: {row.part.about.removeprefix(f'{row.words}: ')}"
        supporters = self._supporters(row)
        text, kinds = "H" if row.contested.side == "hypothesis" else "R", "" if row.part else ", ".join(row.kinds)
        decision, is_part = self._decision_on(row, supporters), row.part is not None
        return Row(row, text, about, kinds, row.answers, decision, supporters, is_part)

    @property
    def _with_undecided(self) -> Annotation:
        """The gold standard with the undecided frames of the reference, so that links that wait for them are there."""
        item, gold, _ = self._open
        for predicate in item.undecided:
            if predicate.side == "reference":
                having = next(name for name, view in predicate.views.items() if view is not None)
                gold = take_side(gold, item.work[having], *predicate.place)
        return gold

    def _supporters(self, row: ContestedRow) -> Collection[str]:
        if self._is_undecided(row):
            return ()
        gold, words = self._with_undecided, self._open[2]
        if row.part is None:
            return row.supporters(gold)
        now = answer_of(gold, row.part, words)
        return [name for name, answer in zip(row.answers, row.part.answers, strict=False) if answer == now]

    def _without_end(self, gold: Annotation, row: ContestedRow) -> str:
        """Return how far links that the reference has no end for are decided; empty if the row has none of them."""
        kinds = {"frame link": (True,), "filler link": (False,), "": (True, False)}
        about = kinds.get("" if row.part is None else row.part.kind, ())
        side, predicate = row.contested.place
        place = frame_at(gold, side, predicate)
        own = (end for end in gold.inactive if side == "hypothesis" and end[0][0] == place)
        ends = [other[0] for part, other in own if (part[1] is None) in about]
        if self.item is None or not ends:
            return ""
        if any(item.side == "reference" and item.predicate in ends for item in self.item.undecided):
            return WAITS
        return CHOOSE_AGAIN if any(self._links_more(gold, row, source) for source in self.item.work.values()) else ""

    def _links_more(self, gold: Annotation, row: ContestedRow, source: Annotation) -> bool:
        """Return whether taking an annotator's answer would add links that have both ends."""
        with suppress(EditRefused):
            taken = relinked(_taken(row, gold, source)).alignment
            return len(taken.frames) + len(taken.fillers) > len(gold.alignment.frames) + len(gold.alignment.fillers)
        return False

    def _decision_on(self, row: ContestedRow, agreeing: Collection[str]) -> str:
        """Return what the gold standard has in a row; on a predicate of the reference, also for which systems."""
        item, gold, words = self._open
        if self._is_undecided(row):
            return UNDECIDED
        waiting = "" if row.part is None and row.parts else self._without_end(gold, row)
        if waiting == CHOOSE_AGAIN or (waiting and (row.part is not None or not agreeing)):
            return waiting
        as_they_have = f"as {listed(map(escaped, agreeing))}" if agreeing else ""
        if row.part is not None:
            return as_they_have or escaped(part_words(row.part, answer_of(gold, row.part, words)))
        if row.gold:
            return f"{EDITED}: {escaped(row.gold)}"
        decision = as_they_have or EDITED
        if not agreeing and all(predicate.place in item.current.rejected for predicate in row.predicates):
            decision = NO_FRAME_TAKEN
        elif not agreeing and row.parts and all(map(self._supporters, row.of_parts)):
            decision = ROW_BY_ROW
        systems = listed(map(escaped, item.decided_beside)) if row.contested.side == "reference" else ""
        return f"{decision}, decided for {systems}" if systems else decision

    # Reading and saving

    def _finalized(self, gold: Annotation, who: str) -> Annotation:  # noqa: ARG002
        return self._open[0].finalized(who)

    def _taken(self, gold: Annotation, row: ContestedRow, name: str) -> Annotation:
        work, (side, predicate), decided = self._open[0].work, row.contested.place, gold
        if not name and row.part is not None and len(row.parts) == 1 and frame_at(gold, side, predicate) is None:
            # All who have the frame agree on the rest of it, so that comes from any of them.
            having = next(one for one, view in row.contested.views.items() if view is not None)
            decided = _taken(replace(row, part=None), gold, work[having])
        return _reopened(gold, _taken(row, decided, work[name] if name else None))

    def _title(self, row: ContestedRow, name: str) -> str:
        what = "frame" if row.part is None else row.part.kind
        if name or row.part is not None:
            return f"{what} of {escaped(name)} taken" if name else f"no {what} taken"
        views = [predicate.views for predicate in row.predicates]
        agreeing = listed(escaped(one) for one in row.answers if all(view[one] is None for view in views))
        return f"no frame taken, as {agreeing}" if agreeing else "no annotator's frame taken"

    def _all_taken(self, gold: Annotation, name: str) -> Annotation:
        item, _, _ = self._open
        return _reopened(gold, with_everything_of(gold, item.work_over_decided[name], item.contested))


def _reopened(before: Annotation, after: Annotation) -> Annotation:
    return replace(after, state=State.OPEN) if reopens(before, after) else after


def _taken(row: ContestedRow, gold: Annotation, source: Annotation | None) -> Annotation:
    """Return the gold standard with an annotator's answer, or without a frame, filler or link for None.

    Of a predicate without a decision, the first filler or link that is taken brings all of its frame.

    Raises:
        EditRefused: if the answer cannot be taken.
    """
    part = row.part
    if part is None or (source is not None and frame_at(gold, part.side, part.predicate) is None):
        source = source or Annotation()
        # Alternatives that this annotator does not have are rejected, so that both are never in the gold standard.
        places = [predicate.place for predicate in row.predicates]
        for place in sorted(places, key=lambda place: frame_at(source, *place) is not None):
            gold = with_frame_of(gold, source, place)
        return gold
    if part.kind == "filler":
        return take_fillers(gold, source, part.side, part.predicate, part.fillers)
    return take_links(gold, source, part.predicate, part.fillers[0] if part.fillers else None)
