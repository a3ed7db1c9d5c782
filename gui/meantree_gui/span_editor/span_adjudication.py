"""Adjudication in the editor of error spans: errors, their parts and the score are decided each on its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from meantree.annotation.contested_errors import CATEGORY, SCORE, SEVERITY, WHOLE, ContestedErrors, contested_errors
from meantree.annotation.error_annotation import MISSING, ErrorAnnotation, ErrorKey, MarkedError, quoted, with_names
from meantree.annotation.frame_annotation import State
from meantree.escaping import counted, escaped, listed
from meantree.project.gold_standard import (
    compared_errors,
    errors_to_adjudicate,
    finalize_agreed_errors,
    finalized_errors,
)
from meantree_gui.annotating.adjudication import UNDECIDED, Adjudication, Row
from meantree_gui.annotating.translation_editor import TranslationEditor
from meantree_gui.span_editor.span_marking import SpanMarking

NO_ERROR, EDITED, NONE = "no error", "edited", "none"


class SpanAdjudication(Adjudication[ContestedErrors, "ErrorAnnotation"]):
    """Decides on error spans."""

    what = "error spans"
    read_all, finalize_all_ready = staticmethod(errors_to_adjudicate), staticmethod(finalize_agreed_errors)

    def __init__(self, editor: TranslationEditor[ErrorKey, ErrorAnnotation], marking: Callable[[], SpanMarking | None]):
        """Initialize; ``marking`` returns that of the open translation."""
        super().__init__(editor)
        self._marking = marking
        self._work: Mapping[str, ErrorAnnotation] = {}
        self._read: tuple[ErrorKey | None, ErrorAnnotation | None, object] = None, None, None
        editor.changed.connect(self.follow)

    @property
    def contested(self) -> str:  # see Adjudication
        count = sum(not row.is_part for row in self.rows)
        return f"{counted(count, 'contested place')}, {self.undecided} undecided" if count else "all agree"

    @property
    def why_too_early(self) -> str:  # see Adjudication
        marking = self._marking()
        return "; ".join(filter(None, (super().why_too_early, *(marking.oversights() if marking is not None else ()))))

    def follow(self) -> None:
        """Read what annotators have of the open translation, if that or the gold standard may have changed."""
        key, gold = (self.editor.key, self.editor.annotation) if self.workspace.is_adjudicating else (None, None)
        read = key, gold, key and self.editor.project.stamp
        if read == self._read:
            return
        before, self._read = self.row if key == self._read[0] else None, read
        self.names = ()
        rows: list[Row[ContestedErrors]] = []
        if key is not None and gold is not None:
            work = self._work = compared_errors(self.editor.project, key)
            if len(work) > 1:
                gold = with_names({key: gold}, self.editor.project.rules)[key]
                self.names, rows = tuple(work), [self._in_words(row, gold) for row in contested_errors(work)]
        self._show_rows(rows, before)

    # Rows in words

    def _in_words(self, row: ContestedErrors, gold: ErrorAnnotation) -> Row[ContestedErrors]:
        place, supporters = row.place, row.supporters(gold)
        text = "" if place is None else "T" if place.side == "hypothesis" else "S"
        about = row.part or self._quoted(row) or MISSING
        answers = {name: self._answer(row.part, answer) for name, answer in row.answers.items()}
        decision = f"as {listed(map(escaped, supporters))}" if supporters else EDITED
        if not supporters or not row.decided(gold):
            now = replace(gold, marked=row.decided(gold))
            decision = self._answer(row.part, now) if row.part or not now.marked else decision
        if row.is_undecided(gold):
            decision = UNDECIDED
        kinds = "" if row.part else ", ".join(row.kinds)
        return Row(row, text, about, kinds, answers, decision, supporters, row.part not in (WHOLE, SCORE))

    def _answer(self, part: str, answer: ErrorAnnotation) -> str:
        if part == SCORE:
            return NONE if answer.score is None else f"{answer.score:g}"
        return "; ".join(self._error(part, error) for error in answer.marked) or NO_ERROR

    def _error(self, part: str, error: MarkedError) -> str:
        words, marking = self._quoted(error) or MISSING, self._marking()
        if error.missing and not words.startswith(MISSING):
            words = f"{MISSING} {words}"
        unnamed = "no category" if marking is None or marking.needs_category else ""
        severity, category = error.severity or "no severity", error.category.rpartition("/")[2] or unnamed
        label = f"{severity} {category}".rstrip()
        return {SEVERITY: severity, CATEGORY: category}.get(part) or (words if part else f"{label}: {words}")

    def _quoted(self, marked: ContestedErrors | MarkedError) -> str:
        marking = self._marking()
        return "" if marking is None else quoted(marked.places, marking.cursor.texts)

    def _comments_of(self, name: str) -> Iterable[str]:
        row = self.row.of.answers[name].all_comments if self.row is not None else ()
        return *row, self._work[name].comment

    # Reading and saving

    def _show_row(self) -> None:
        row, marking = self.row, self._marking()
        if row is None or marking is None or row.of.place is None:
            return
        marking.chosen, marking.cursor = None, marking.cursor.on(row.of.place)

    def _finalized(self, gold: ErrorAnnotation, who: str) -> ErrorAnnotation:
        return finalized_errors(gold, who)

    def _taken(self, gold: ErrorAnnotation, row: ContestedErrors, name: str) -> ErrorAnnotation:
        return replace(row.taken(gold, name), state=State.OPEN)

    def _title(self, row: ContestedErrors, name: str) -> str:
        return f"{row.part or 'answer'} of {escaped(name)} taken" if name else f"no {row.part or 'error'} taken"

    def _all_taken(self, gold: ErrorAnnotation, name: str) -> ErrorAnnotation:
        for row in self.rows:
            gold = gold if row.is_part else self._taken(gold, row.of, name)
        return gold
