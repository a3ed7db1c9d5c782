"""Adjudication in the frame editor: what annotators of the open translation differ in is decided row by row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.annotation.adjudication import frame_at, lost_links, take_fillers, take_links
from meantree.annotation.edits import EditRefused
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted, escaped, listed
from meantree_gui.state.selection import go_adjudicating

if TYPE_CHECKING:
    from meantree.analysis.frames import Span
    from meantree.annotation.differences import ContestedRow, Difference
    from meantree.annotation.frame_annotation import Annotation, AnnotationKey
    from meantree.corpus.corpus import Side
    from meantree.project.gold_standard import Adjudicated
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
    from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

NOTHING = "Nothing to adjudicate yet: no translation has been finished by two annotators for the same reference."
OF_THESE = "Only annotations by {0} are compared; the compared annotators can be changed in the menu Annotate."
KEYS = "Adjudication: a digit takes an annotator's answer, 0 takes none, S finalizes, E edits"
ALL_DECIDED = "everything is decided; S finalizes"
DELETES_FRAMES = "this deletes the frames of the gold standard; press again to delete them"
UNLOCK_FIRST = "unlock it with U before you change it"


@dataclass(frozen=True, slots=True)
class Row:
    """What is decided by one key: a contested predicate with all of its frame, or one filler or link of it.

    Attributes:
        part: the filler or link; None for the predicate.
    """

    of: ContestedRow
    part: Difference | None = None

    @property
    def side(self) -> Side:
        """The text that it is in."""
        return self.of.contested.side

    @property
    def identity(self) -> object:
        """What stays the same when the rows are made again."""
        return self.of.contested.place, None if self.part is None else (self.part.kind, self.part.fillers)

    def taken(self, gold: Annotation, source: Annotation | None) -> Annotation:
        """Return the gold standard with an annotator's answer, or without a frame, filler or link for None.

        Of a predicate without a decision, the first filler or link that is taken brings all of its frame.

        Raises:
            EditRefused: if the answer cannot be taken.
        """
        from meantree.annotation.frame_annotation import Annotation
        from meantree.project.gold_standard import with_frame_of

        part = self.part
        if part is None or (source is not None and frame_at(gold, part.side, part.predicate) is None):
            source = source or Annotation()
            # Alternatives that this annotator does not have are rejected, so that both are never in the gold standard.
            places = [predicate.place for predicate in self.of.predicates]
            for place in sorted(places, key=lambda place: frame_at(source, *place) is not None):
                gold = with_frame_of(gold, source, place)
            return gold
        if part.kind == "filler":
            return take_fillers(gold, source, part.side, part.predicate, part.fillers)
        return take_links(gold, source, part.predicate, part.fillers[0] if part.fillers else None)


class FrameAdjudication(QObject):
    """Decides on the open translation of the gold standard; the editor saves each decision and undoes it.

    Attributes:
        item: what the annotators have and what is decided; None while nothing is adjudicated.
        rows: what differs, in the order of both texts, then where the gold standard differs from all.
        place: the 0-based selected row.

    Signals:
        changed: the rows, the selected one, or decisions on them changed.
    """

    changed = Signal()

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor, self.workspace = editor, editor.workspace
        self.item: Adjudicated | None = None
        self.rows: tuple[Row, ...] = ()
        self.place = 0
        self._read: object = None
        self._asked: tuple[Annotation | None, str] = None, ""
        self._to_adjudicate: tuple[object, dict[AnnotationKey, str]] = None, {}
        editor.changed.connect(self.follow)

    @property
    def row(self) -> Row | None:
        """The selected row; None if there is none."""
        return self.rows[self.place] if self.place < len(self.rows) else None

    @property
    def names(self) -> list[str]:
        """The annotators of the open translation, in the order of the keys 1–9."""
        return list(self.item.work) if self.item is not None else []

    @property
    def gold(self) -> Annotation | None:
        """The gold standard of the open translation as it is now."""
        return None if self.item is None or self.editor.frame_editor is None else self.editor.frame_editor.annotation

    @property
    def to_adjudicate(self) -> Mapping[AnnotationKey, str]:
        """All translations that several annotators finished, each with who finalized it; empty for nobody.

        They are read once, as that takes long, and again after :meth:`forget` or an edit in another program.
        """
        from meantree.project.gold_standard import frames_to_adjudicate

        project = self.workspace.project
        if project is None:
            return {}
        stamp = project, project.edition, project.rules.compared
        if stamp != self._to_adjudicate[0]:
            self._to_adjudicate = stamp, frames_to_adjudicate(project)
        return self._to_adjudicate[1]

    def forget(self) -> None:
        """Read again what is to be adjudicated when it is needed."""
        self._to_adjudicate = None, {}

    def is_undecided(self, row: Row) -> bool:
        """Return whether a predicate, and with it each part of it, is neither taken nor rejected."""
        return self.item is not None and not row.of.gold and any(map(self.item.is_undecided, row.of.predicates))

    @property
    def undecided(self) -> int:
        """The number of contested predicates that are not decided."""
        return sum(row.part is None and self.is_undecided(row) for row in self.rows)

    @property
    def overruled(self) -> int:
        """The number of predicates on which the gold standard differs from all annotators."""
        return sum(row.part is None and bool(row.of.gold) for row in self.rows)

    def follow(self) -> None:
        """Read what annotators have of the open translation, if that or the translation changed."""
        from meantree.project.gold_standard import adjudicated

        project, key, frame_editor = self.workspace.project, self.editor.key, self.editor.frame_editor
        read = None
        if None not in (key, frame_editor) and project is not None and self.workspace.is_adjudicating:
            read = key, project.stamp, project.rules.compared
        if read == self._read and (frame_editor is None or read is None or frame_editor.versions):
            return
        before = self.row if self.item is not None and self.item.key == key else None
        self._read, self.item = read, None
        if read is not None and project is not None and key is not None:
            try:
                self.item = adjudicated(project, key)
            except MeantreeError as error:
                self.editor.reported.emit(str(error))
        self.rows = self._make_rows()
        if frame_editor is not None:
            versions = () if self.item is None else self.item.work.values()
            frame_editor.versions = {str(number): work for number, work in enumerate(versions, start=1)}
        identities = [row.identity for row in self.rows]
        if before is not None and before.identity in identities:
            self.place = identities.index(before.identity)
        elif before is None or self.place >= len(self.rows):
            self.place = next((place for place, row in enumerate(self.rows) if self.is_undecided(row)), 0)
            self._show_row()
        self.changed.emit()

    def _make_rows(self) -> tuple[Row, ...]:
        from meantree.annotation.differences import contested_rows, joined_rows, overruled_rows

        item, frame_editor = self.item, self.editor.frame_editor
        if item is None or frame_editor is None:
            return ()
        rows = joined_rows(contested_rows(item.work, frame_editor.words))
        if item.gold is not None:
            rows += overruled_rows(item.work, item.gold, frame_editor.words)
        return tuple(each for row in rows for each in (Row(row), *(Row(row, part) for part in row.parts)))

    # Moving

    def choose(self, place: int) -> None:
        """Select a row, with the cursors of the editor at its predicate or filler."""
        if place != self.place and 0 <= place < len(self.rows):
            self.place = place
            self._show_row()
            self.editor.changed.emit()
            self.changed.emit()

    def step(self, by: int) -> None:
        """Go to the next contested predicate (1) or the previous one (−1), around the end."""
        predicates = [place for place, row in enumerate(self.rows) if row.part is None]
        if predicates:
            beyond = [place for place in predicates[::by] if (place - self.place) * by > 0]
            self.choose(beyond[0] if beyond else predicates[::by][0])

    def _show_row(self) -> None:
        row, frame_editor = self.row, self.editor.frame_editor
        if row is None or frame_editor is None:
            return
        predicates = [predicate.place for predicate in row.of.predicates]
        frame_editor.contested = tuple(predicates)
        there = (place for place in predicates if frame_at(frame_editor.annotation, *place) is not None)
        choose_predicate(frame_editor, *next(there, predicates[0]))
        if row.part is not None and row.part.fillers:
            frame_editor.put_cursor(row.side, row.part.fillers[0][0][0])

    def show_beside(self, step: int) -> None:
        """Show all frames of the next annotator beside the gold standard, or the previous one; after the last, none."""
        names = ["", *self.names]
        name = self.editor.compared_name
        self.editor.compare_with(names[((names.index(name) if name in names else 0) + step) % len(names)])

    def go(self, step: int, done: str = "", *, only_open: bool = True) -> None:
        """Go to the next translation to adjudicate, or the previous one; for 0 to this one if it is one.

        Args:
            done: what was done, for the message.
            only_open: whether finalized translations are passed over.
        """
        found = {
            (key.segment, key.system): bool(who) for key, who in self.to_adjudicate.items() if not (who and only_open)
        }
        message = go_adjudicating(self.editor.selection, found, step)
        self.editor.load()
        self.editor.report_with_next(". ".join(filter(None, (done, message))))

    # Deciding

    def take(self, number: int) -> None:
        """Take the answer of the annotator of a 0-based number to the selected row."""
        item, row, name = self.item, self.row, self._annotator_at(number)
        if item is not None and row is not None and name:
            source, what = item.work[name], "frame" if row.part is None else row.part.kind
            self._decide(lambda gold: row.taken(gold, source), f"{what} of {escaped(name)} taken")

    def take_none(self) -> None:
        """Leave the selected predicate without a frame, or its frame without the selected filler or link."""
        row = self.row
        if row is None:
            return
        if row.part is not None:
            title = f"no {row.part.kind} taken"
        else:
            views = [predicate.views for predicate in row.of.predicates]
            agreeing = listed(escaped(name) for name in row.of.answers if all(view[name] is None for view in views))
            title = f"no frame taken, as {agreeing}" if agreeing else "no annotator's frame taken"
        self._decide(lambda gold: row.taken(gold, None), title)

    def take_everything(self, number: int) -> None:
        """Take all frames and links of the annotator of a 0-based number."""
        from meantree.project.gold_standard import with_everything_of

        item, name = self.item, self._annotator_at(number)
        if item is not None and name:
            source = item.work_over_decided[name]
            title = f"all frames of {escaped(name)} taken"
            self._decide(lambda gold: with_everything_of(gold, source, item.contested), title)

    def consequences(self) -> str:
        """Return which links of fillers each key at the selected row takes with it; empty if none does."""
        from meantree.annotation.reference_frames import relinked

        item, row, gold, frame_editor = self.item, self.row, self.gold, self.editor.frame_editor
        if item is None or row is None or gold is None or frame_editor is None:
            return ""
        if row.part is not None and row.part.kind != "filler":
            return ""

        def quoted(side: Side, span: Span) -> str:
            return f"“{escaped(' '.join(frame_editor.words[side][slice(*span)]))}”"

        found: dict[str, list[str]] = {}
        for key, source in (*zip(map(str, range(1, 10)), item.work.values(), strict=False), ("0", None)):
            with suppress(EditRefused):
                lost = lost_links(gold, relinked(row.taken(gold, source)))
                ends = [f"{quoted('hypothesis', one)} – {quoted('reference', two)}" for one, two in lost]
                if ends:
                    found.setdefault(", ".join(ends), []).append(key)
        return " · ".join(f"{', '.join(keys)} also unlinks {ends}" for ends, keys in found.items())

    def finalize(self) -> None:
        """Lock the translation in the adjudicator's name and go to the next open one."""
        item, gold = self.item, self.gold
        if item is None or gold is None:
            return
        if gold.finalized_by:
            self.editor.reported.emit(f"this translation is already finalized by {escaped(gold.finalized_by)}")
            return
        too_early = self._why_too_early()
        if too_early and not self.is_confirmed(too_early):
            return
        who = self.workspace.annotator
        if self.editor.edit(lambda _frame_editor: (item.finalized(who), "finalized")):
            self._to_adjudicate[1][item.key] = who
            self.workspace.annotations.read_again()
            self.changed.emit()
            self.go(1, f"{escaped(item.key.segment)} · {escaped(item.key.system)}: finalized")

    def is_confirmed(self, question: str) -> bool:
        """Return whether a question was asked of the gold standard as it is; ask it if not."""
        gold, (asked_of, asked) = self.gold, self._asked
        if gold is asked_of and question == asked:
            return True
        self._asked = gold, question
        self.editor.reported.emit(question)
        return False

    def unlock(self) -> None:
        """Unlock the translation, so that it can be changed again."""
        if self.item is None or self.gold is None or not self.gold.finalized_by:
            self.editor.reported.emit("this translation is not finalized")
        elif self.editor.edit(lambda frame_editor: frame_editor.unlock()):
            self._to_adjudicate[1][self.item.key] = ""
            self.changed.emit()
            self.workspace.annotations.read_again()

    def finalize_ready(self) -> None:
        """Finalize all translations that are not started yet and have nothing to decide."""
        from meantree.project.gold_standard import finalize_ready

        project, who = self.workspace.project, self.workspace.annotator
        if project is None:
            return
        try:
            self.workspace.naming.require_finished("translations are finalized")
            count = finalize_ready(project, who)
        except MeantreeError as error:
            self.editor.reported.emit(str(error))
            return
        self.forget()
        self.workspace.annotations.read_again()
        self.editor.reopen()
        self.editor.reported.emit(f"finalized {counted(count, 'translation')} with nothing left to decide")

    def turn(self) -> None:
        """Adjudicate from now on, or edit one's own annotations again; where there is nothing to decide, say so."""
        self.forget()
        begins = not self.workspace.is_adjudicating
        try:
            self.workspace.naming.require_finished("frames are adjudicated")
            if begins and not self.to_adjudicate:
                raise UsageError(self._why_nothing())
        except MeantreeError as error:
            self.editor.reported.emit(str(error))
            return
        self.editor.leaving.emit()
        self.editor.compared_name = ""
        self.workspace.adjudicate(begins=begins)
        if begins:
            self.go(0, KEYS)
        else:
            self.editor.load()
            self.editor.reported.emit("")

    def _why_nothing(self) -> str:
        from meantree.project.gold_standard import comparable_annotators, compared_annotators

        project = self.workspace.project
        people, compared = (comparable_annotators(project), compared_annotators(project)) if project else ((), ())
        some = OF_THESE.format(listed(map(escaped, compared)) or "no one")
        return f"{NOTHING} {some}" if len(compared) < len(people) else NOTHING

    def _annotator_at(self, number: int) -> str:
        """Return the annotator of a 0-based number; empty if there is none, which is reported."""
        names = self.names
        if number < len(names):
            return names[number]
        self.editor.reported.emit(f"there {'is' if len(names) == 1 else 'are'} {counted(len(names), 'annotator')}")
        return ""

    def _why_too_early(self) -> str:
        """Return why it may be too early to finalize; empty if all is decided and no agreement is overruled."""
        left = self.undecided
        if not self.overruled:
            return f"{left} undecided; press again to finalize without {'it' if left == 1 else 'them'}" if left else ""
        message = f"the gold standard differs from all annotators in {counted(self.overruled, 'predicate')}"
        return f"{f'{left} undecided, ' if left else ''}{message}; press again to finalize anyway"

    def _decide(self, change: Callable[[Annotation], Annotation], title: str) -> None:
        from meantree.annotation.edits import reopens
        from meantree.annotation.frame_annotation import State

        gold = self.gold
        if gold is None:
            return
        if gold.finalized_by:
            self.editor.reported.emit(f"finalized by {escaped(gold.finalized_by)}; {UNLOCK_FIRST}")
            return

        def decided(frame_editor: FrameEditor) -> Edit:
            after = change(frame_editor.annotation)
            if after == frame_editor.annotation and self.editor.is_started:
                raise UsageError("this is already in the gold standard")
            return frame_editor.follow_frames(
                replace(after, state=State.OPEN) if reopens(gold, after) else after
            ), title

        row = self.row
        if self.editor.edit(decided):
            message = self._move_on(row)
            self.editor.reported.emit("; ".join(filter(None, (title, message))))

    def _move_on(self, decided: Row | None) -> str:
        """Go to the next row of the same predicate after a filler or link, else to the next undecided predicate."""
        following = self.rows[self.place + 1 : self.place + 2]
        if decided is not None and decided.part is not None and following and following[0].of is self.row_of(decided):
            self.choose(self.place + 1)
            return ""
        order: Sequence[int] = [*range(self.place + 1, len(self.rows)), *range(self.place)]
        left = [place for place in order if self.rows[place].part is None and self.is_undecided(self.rows[place])]
        if left:
            self.choose(left[0])
        else:
            self._show_row()
            self.editor.changed.emit()
        return "" if self.undecided else ALL_DECIDED

    def row_of(self, row: Row) -> ContestedRow | None:
        """Return the predicate of a row as it is listed now; None if it is no longer contested."""
        return next((each.of for each in self.rows if each.of.contested.place == row.of.contested.place), None)


def choose_predicate(frame_editor: FrameEditor, side: Side, predicate: Span) -> None:
    """Put the cursor on the frame of a predicate, or select the words of the predicate where it has none."""
    place = frame_at(frame_editor.annotation, side, predicate)
    if place is not None:
        frame_editor.choose_part(side, (place, None))
        return
    frame_editor.cursors[side] = replace(frame_editor.cursors[side], frame=None)
    frame_editor.put_cursor(side, predicate[0])
    frame_editor.put_cursor(side, predicate[1] - 1, select=True)
