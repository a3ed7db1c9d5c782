"""Adjudication in the editor of error spans: errors, their parts and the score are decided each on its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from meantree.annotation.contested_errors import CATEGORY, SCORE, SEVERITY, ContestedErrors
from meantree.annotation.frame_annotation import FINISHED
from meantree.errors import UsageError
from meantree.escaping import counted, escaped, listed
from meantree_gui.adjudication.adjudication import UNDECIDED, Adjudication, Words

if TYPE_CHECKING:
    from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
    from meantree.annotation.record_kinds import Key
    from meantree.corpus.corpus import ErrorSide
    from meantree.project.file import Project
    from meantree_gui.span_editor.span_editor import SpanEditor

NO_ERROR, EDITED, NONE = "no error", "edited", "none"


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """Errors on which annotators differ, or a part of them."""

    of: ContestedErrors

    @property
    def is_part(self) -> bool:
        """Whether it is a part of an error; the score of a translation is none."""
        return self.of.part not in ("", SCORE)

    @property
    def identity(self) -> object:
        """The words that are contested, and the part."""
        return self.of.place, self.of.part


class SpanAdjudication(Adjudication[ErrorRow]):
    """Decides on error spans.

    Attributes:
        work: the finished annotations of the open translation by annotator; empty while nothing is adjudicated.
    """

    what = "error spans"

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__(editor.selection, editor.reported)
        self.editor = editor
        self.work: Mapping[str, ErrorAnnotation] = {}
        self._read: tuple[ErrorKey | None, ErrorAnnotation | None] = None, None
        editor.changed.connect(self.follow)

    @property
    def names(self) -> tuple[str, ...]:  # see Adjudication
        return tuple(self.work)

    @property
    def finalizer(self) -> str:  # see Adjudication
        return self.editor.marking.annotation.finalized_by if self.editor.marking is not None else ""

    @property
    def contested(self) -> str:  # see Adjudication
        count = sum(not row.is_part for row in self.rows)
        return f"{counted(count, 'contested place')}, {self.undecided} undecided" if count else "all agree"

    @property
    def why_too_early(self) -> str:  # see Adjudication
        marking = self.editor.marking
        found = f"{self.undecided} undecided" if self.undecided else ""
        return "; ".join(filter(None, (found, *(marking.oversights() if marking is not None else ()))))

    def is_undecided(self, row: ErrorRow) -> bool:
        """Override Adjudication.is_undecided."""
        return self.editor.marking is not None and row.of.is_undecided(self.editor.marking.annotation)

    def follow(self) -> None:
        """Read what annotators have of the open translation, if that or the gold standard changed."""
        from meantree.annotation.contested_errors import contested_errors
        from meantree.project.error_proposals import finished_errors
        from meantree.project.gold_standard import compared_annotators

        project, key, marking = self.workspace.project, self.editor.key, self.editor.marking
        is_open = self.workspace.is_adjudicating and None not in (project, key, marking)
        read = (key, marking.annotation) if is_open and marking is not None else (None, None)
        if read == self._read:
            return
        before = self.row if read[0] == self._read[0] else None
        self._read, self.work = read, {}
        if is_open and project is not None and key is not None:
            work = finished_errors(project, key.segment, key.system, compared_annotators(project))
            self.work = work if len(work) > 1 else {}
        self._show_rows(tuple(map(ErrorRow, contested_errors(self.work))), before)

    # Rows in words

    def words(self, row: ErrorRow) -> Words:
        """Override Adjudication.words."""
        of, place = row.of, row.of.place
        text = "" if place is None else "T" if place.side == "hypothesis" else "S"
        about = of.part or (self._quoted(of.proposals[0].places) if place is not None else NO_ERROR)
        kinds = "" if of.part else ", ".join(of.kinds)
        answers = {name: self._answer(of.part, answer) for name, answer in of.answers.items()}
        marking = self.editor.marking
        if marking is None or self.is_undecided(row):
            return Words(text, about, kinds, answers, UNDECIDED, (), row.is_part)
        gold, supporters = marking.annotation, of.supporters(marking.annotation)
        decision = f"as {listed(map(escaped, supporters))}" if supporters else EDITED
        if not supporters or not of.decided(gold):
            now = replace(gold, marked=of.decided(gold))
            decision = self._answer(of.part, now) if of.part or not now.marked else decision
        return Words(text, about, kinds, answers, decision, supporters, row.is_part)

    def _answer(self, part: str, answer: ErrorAnnotation) -> str:
        if part == SCORE:
            return NONE if answer.score is None else f"{answer.score:g}"
        return "; ".join(self._error(part, error) for error in answer.marked) or NO_ERROR

    def _error(self, part: str, error: MarkedError) -> str:
        words = self._quoted(error.places) or "[missing]"
        severity, category = error.severity or "no severity", error.category.rpartition("/")[2] or "no category"
        return {SEVERITY: severity, CATEGORY: category}.get(part) or (
            words if part else f"{severity} {category}: {words}"
        )

    def _quoted(self, places: tuple[Place, ...]) -> str:
        marking = self.editor.marking
        texts: Mapping[ErrorSide, str] = {} if marking is None else marking.cursor.texts
        return " … ".join(f"“{texts[place.side][place.start : place.end]}”" for place in places if texts)

    # Reading and saving

    def _read_all(self, project: Project) -> dict[Key, str]:
        from meantree.annotation.error_annotation import ErrorKey
        from meantree.project.error_proposals import errors_to_adjudicate

        return {ErrorKey(*place, project.rules.gold): who for place, who in errors_to_adjudicate(project).items()}

    def _finalize_all_ready(self, project: Project) -> int:
        from meantree.project.error_proposals import finalize_agreed

        return finalize_agreed(project, self.workspace.annotator)

    def _load(self) -> None:
        self.editor.load()

    def _reopen(self) -> None:
        self.editor.reload()

    def _leave(self) -> None:
        self.editor.close()

    def _show_row(self) -> None:
        row, marking = self.row, self.editor.marking
        if row is None or marking is None or row.of.place is None:
            return
        marking.chosen, marking.cursor = None, marking.cursor.on(row.of.place)

    def _redraw(self) -> None:
        self.editor.changed.emit()

    def _state(self) -> object:
        return self.editor.marking and self.editor.marking.annotation

    def _lock(self) -> Key | None:
        from meantree.project.error_proposals import finalized

        key, who = self.editor.key, self.workspace.annotator
        return key if self.editor.act(lambda own: finalized(own.annotation, who), "finalized") else None

    def _unlock(self) -> Key | None:
        return (
            self.editor.key
            if self.editor.act(lambda own: replace(own.annotation, finalized_by=""), "unlocked")
            else None
        )

    def _take(self, row: ErrorRow, name: str) -> tuple[bool, str]:
        what = row.of.part or "answer"
        title = f"{what} of {escaped(name)} taken" if name else f"no {row.of.part or 'error'} taken"
        return self._decide(lambda gold: row.of.taken(gold, name), title)

    def _take_all(self, name: str) -> tuple[bool, str]:
        wholes = [row.of for row in self.rows if not row.is_part]

        def taken(gold: ErrorAnnotation) -> ErrorAnnotation:
            for whole in wholes:
                gold = whole.taken(gold, name)
            return gold

        return self._decide(taken, f"all answers of {escaped(name)} taken")

    def _decide(self, change: Callable[[ErrorAnnotation], ErrorAnnotation], title: str) -> tuple[bool, str]:
        from meantree.annotation.frame_annotation import State

        def decided(before: ErrorAnnotation) -> ErrorAnnotation:
            after = change(before)
            if after == before and self.editor.is_started:
                raise UsageError("this is already in the gold standard")
            return replace(after, state=State.OPEN) if before.state in FINISHED else after

        return self.editor.act(lambda own: decided(own.annotation), title), title
