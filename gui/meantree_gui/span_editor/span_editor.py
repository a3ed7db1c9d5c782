"""The error spans of the selected translation: every edit is saved before it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from meantree.annotation.contested_errors import agreed_errors, proposals_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.annotation.work_order import translations_in_order
from meantree.corpus.corpus import CHECK, Segment
from meantree.errors import MeantreeError
from meantree.project.error_proposals import (
    distinct_proposals,
    earlier_errors,
    errors_of_equal_text,
    segments_before,
    suggested_errors,
    with_own_marks,
)
from meantree.project.gold_standard import compared_errors
from meantree.project.records import Conflict, Locked
from meantree_gui.annotating.comments import CommentRequest
from meantree_gui.annotating.translation_editor import TranslationEditor
from meantree_gui.span_editor.span_adjudication import SpanAdjudication
from meantree_gui.span_editor.span_marking import Label, SpanMarking, labels_with_digits
from meantree_gui.state.selection import Selection

SCORE_WANTED = "Type a whole number from 0 to 100 as the score, then Return."
ADDED = "Another window changed this translation in the meantime; what it marked is shown now, with your new error."
EQUAL = "You marked an equal translation of this segment. This one begins with its {0}; Return takes that over."


class SpanEditor(TranslationEditor["ErrorKey", "ErrorAnnotation"]):
    """Opens the error spans of one translation at a time, and goes to the next one.

    Attributes:
        marking: the errors with the cursor; None if none is open.
        others: the other translations of the segment, those before and those after the open one in the order of work,
            if the rules show them; in adjudication this translation as each annotator left it.
    """

    adjudication: SpanAdjudication
    other_layer = "frames"

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self.adjudication = SpanAdjudication(self, lambda: self.marking)
        self.marking: SpanMarking | None = None
        self.others: tuple[tuple[SpanMarking, ...], tuple[SpanMarking, ...]] = (), ()
        self._asked: tuple[str, ...] = ()
        self._note = self.step = ""
        self._labels: tuple[Label, ...] | None = None
        self.workspace.opened.connect(self.leave)
        self.workspace.annotator_changed.connect(self.leave)
        self.workspace.naming.changed.connect(self.changed)

    @property
    def annotation(self) -> ErrorAnnotation | None:
        """The errors of the open translation; None if none is open."""
        return None if self.marking is None else self.marking.annotation

    def stored(self, key: ErrorKey) -> ErrorAnnotation | None:
        """Return the stored error spans of a translation."""
        return self.project.error_annotation(key)

    def save(self, change: Callable[[ErrorAnnotation], ErrorAnnotation], title: str) -> bool:
        """Save a change of the errors; return whether it was accepted."""
        return self.act(lambda own: change(own.annotation), title)

    def load(self) -> None:
        """Open the selected translation, unless it is open as it is in the project now."""
        segment, system, project = self.selection.segment, self.selection.system, self.workspace.project
        if not self.is_shown or project is None or not self.workspace.annotator:
            return
        if segment is None or system not in segment.hypotheses:
            order = () if segment is None else self._systems_in_order(segment)
            if CHECK in order or (system == CHECK and order):  # nothing tells a check apart
                self.choose_system(CHECK if CHECK in order else order[0])
            else:
                self.leave()
            return
        key = ErrorKey(segment.key, system, self.workspace.edited_name)
        if self.workspace.is_adjudicating and self.stored(key) is None and len(compared_errors(project, key)) < 2:
            self.leave()
        elif key != self.key:
            self._save_typed()
            self.reported.emit("")
            self.key, self.marking = key, None
            self.reopen()
        elif project.edition != self._edition or project.rules != (self.marking and self.marking.rules):
            self.reopen()

    def reopen(self) -> None:
        """Read the open translation again, after undo or an edit in another window."""
        if (key := self.key) is None or (segment := self._segment_of(key.segment)) is None:
            return
        project = self.project
        self._edition = project.edition
        try:
            self._saved = project.error_annotation(key)
        except MeantreeError as error:
            self.report(str(error))
            return
        before, rules, self._note = self.marking, project.rules, ""
        annotation = self._saved or ErrorAnnotation()
        proposals: tuple[MarkedError, ...] = ()
        try:
            if self._labels is None:
                self._labels = labels_with_digits(project.error_versions(key.annotator), rules)
            annotation, proposals = self._proposed(key, segment)
        except MeantreeError as error:
            self.report(str(error))
        self.marking = SpanMarking.of(segment, key.system, annotation, rules, proposals)
        self.marking.labels = self._labels = labels_with_digits((), rules, self._labels or ())
        self.others = self._others(key, segment)
        if before is not None:
            self.marking.go_on(before)
        self._asked = self.marking.oversights() if self._note else ()  # asked about in an equal translation
        self.changed.emit()
        locked = self._locked_message(key) if before is None else ""
        if self._note or self._done or locked:
            self._report_done(self._note, locked)

    def act(
        self,
        change: Callable[[SpanMarking], ErrorAnnotation | None],
        what: str = "",
        *,
        step: str = "",
        again: bool = False,
        leaves: bool = False,
    ) -> bool:
        """Move the cursor, or edit the errors and save them.

        Where another window saved something in the meantime, a new error is added to it; other edits are refused.

        Args:
            change: from the marking to the edited annotation; None if only the cursor moved.
            what: the name of the edit, for its history.
            step: the undo step that it continues; empty for a new one.
            again: whether it was refused once already.
            leaves: whether another translation opens next, so that this one need not be drawn.

        Returns:
            whether it was accepted.
        """
        marking = self.marking if self.save_typed() else None
        if marking is None:
            return False
        kept, annotation = replace(marking), None
        try:
            annotation = change(marking)
            if annotation is not None:
                self._save(annotation, what, step)
                marking.annotation = annotation
                both = kept.annotation, annotation
                marking.labels = self._labels = labels_with_digits([both], marking.rules, marking.labels)
            self.report(str(self.unsaved or ""))  # said until an edit is saved, as keys follow quickly
        except MeantreeError as error:
            now = self.marking = kept
            if isinstance(error, Conflict):
                self.reopen()
                now = self.marking
            if not again and annotation and now is not kept and now.may_add(kept.annotation, annotation):
                is_added = self.act(change, what, again=True)
                self.report(ADDED if is_added else str(self.unsaved or ""))
                return is_added
            self.report(f"{error} (Ctrl+U)" if isinstance(error, Locked) else str(error))
            self.changed.emit()
            return False
        if not leaves:
            self.changed.emit()
        return True

    def comment(self) -> None:
        """Let a comment be written on the chosen error, or the one just marked, else on the whole translation.

        It stays that of its error, whatever is chosen or saved elsewhere meanwhile.
        """
        marking, key = self.marking, self.key
        if marking is None or key is None or not self.save_typed():
            return
        before, number = marking.annotation, marking.commented
        name, on = ("the translation", before) if number is None else ("the error", before.marked[number])
        self.commenting.emit(CommentRequest(key, (before, number), name, on.comment))

    def save_comment(self, request: CommentRequest, text: str) -> bool:
        """Save a comment that was begun on a state of the errors; return whether it is saved."""
        text = "\n".join(" ".join(line.split()) for line in text.splitlines())
        before, number = request.place
        if text == (before.comment if number is None else before.marked[number].comment):
            return True
        is_saved = self.act(lambda own: own.comment(text, before, number), "comment", step=request.step)
        if not is_saved or self.marking is None:
            return False
        here = None if number is None else self.marking.number_of(replace(before.marked[number], comment=text))
        if number is None or here is not None:
            request.step, request.place = self.step, (self.marking.annotation, here)
        return True

    def finish(self) -> bool:
        """Mark the translation as done and go to the next one; what is doubtful is asked about once.

        Returns:
            whether it is done; a translation that needs a score is not.
        """
        marking, key = self.marking, self.key
        if marking is None or key is None or not self.save_typed():
            return False
        if self.workspace.is_adjudicating:
            self.adjudication.finalize()
            return True
        if marking.needs_score:
            self.reported.emit(SCORE_WANTED)
            return False
        oversights = marking.oversights()
        if oversights and oversights != self._asked:
            self._asked = oversights
            self.act(lambda own: own.choose_oversight())
            self.report(f"{'; '.join(oversights)}. Return again: done.")
            return False
        if not self.act(lambda own: own.finished(), "done", leaves=True):
            return False
        self._go_on(key, marking.annotation.state.in_words(of_errors=True))
        return True

    def go_across(self, step: int) -> None:
        """Go to the next translation, or the previous one, finished or not, on into other segments."""
        segments, place = self.corpus.segments, self.selection.place
        order = self._systems_in_order(segments[place])
        number = order.index(self.selection.system) + step
        if not 0 <= number < len(order):
            place, number = place + step, min(0, step)
            order = self._systems_in_order(segments[place]) if 0 <= place < len(segments) else ()
        if order:
            self.choose_system(order[number], place)

    def choose_system(self, system: str, place: int | None = None) -> None:
        """Open the translation by a system of the segment at 0-based ``place``, by default of this one.

        Nothing happens if what is typed cannot be saved.
        """
        if self.save_typed():
            self.selection.choose_translation(system, self.selection.place if place is None else place)
            self.load()

    def _proposed(self, key: ErrorKey, segment: Segment) -> tuple[ErrorAnnotation, tuple[MarkedError, ...]]:
        """Return the annotation to begin with, and the proposals of others and of the annotator's earlier marks."""
        project, corpus, rules = self.project, self.corpus, self.project.rules
        if self.workspace.is_adjudicating:
            work = compared_errors(project, key)
            return self._saved or (agreed_errors(work) if len(work) > 1 else ErrorAnnotation()), proposals_of(work)
        text, work = segment.hypotheses[key.system].text, suggested_errors(project, key)
        if rules.repeats:
            earlier = earlier_errors(project, [segment], key)
            document = earlier_errors(project, segments_before(corpus, corpus.places[key.segment]), key)
            work = with_own_marks(text, work, earlier, document)
        equal = None if self._saved else errors_of_equal_text(project, segment, key)
        parts = equal and {"errors": equal.errors, "score": equal.score is not None}
        self._note = EQUAL.format(" and ".join(part for part, has in parts.items() if has)) if parts else ""
        return self._saved or equal or ErrorAnnotation(), distinct_proposals(text, work)

    def _others(self, key: ErrorKey, segment: Segment) -> tuple[tuple[SpanMarking, ...], tuple[SpanMarking, ...]]:
        project = self.project
        rules, order = project.rules, self._systems_in_order(segment)
        if self.workspace.is_adjudicating:
            work = compared_errors(project, key)
            marked = (SpanMarking.of(segment, key.system, found, rules) for found in work.values())
            return (), tuple(replace(marking, name=name) for name, marking in zip(work, marked, strict=True))
        if not rules.side_by_side or CHECK in project.annotators:  # beside its original a check is seen at once
            return (), ()
        found = [
            SpanMarking.of(
                segment, name, project.error_annotation(replace(key, system=name)) or ErrorAnnotation(), rules
            )
            for name in order
        ]
        place = order.index(key.system)
        return tuple(found[:place]), tuple(found[place + 1 :])

    def _systems_in_order(self, segment: Segment) -> tuple[str, ...]:
        """Return the systems with a translation of a segment, in the order in which the annotator meets them."""
        rules = self.project.rules
        shuffled = self.workspace.annotator if rules.shuffled else ""
        return translations_in_order(segment, self.corpus.systems, shuffled, by_segment=rules.by_segment)

    def _save(self, annotation: ErrorAnnotation, what: str, step: str) -> None:
        if (key := self.key) is None:
            return
        with self._saving(key, annotation):
            titled = self._titled(what)
            self.step = self.project.save_errors(key, annotation, titled, known=self._saved, step=step)
        self.workspace.follow_project(key.segment)

    def leave(self) -> None:
        """Close the translation; what is typed is saved first, except where another project was opened."""
        self._save_typed()
        self.key = self.marking = self._saved = self._labels = None
        self.others, self._asked, self._note, self.unsaved = ((), ()), (), "", None
        self.reported.emit("")
        self.changed.emit()
