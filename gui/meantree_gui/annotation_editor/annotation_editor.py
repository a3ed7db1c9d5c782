"""The annotation editor: every edit is saved immediately, then drawn and scored; oversights are asked about once."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable
from functools import partial
from operator import methodcaller

from meantree.analysis.frames import Part
from meantree.annotation.frame_annotation import TO_DO, Annotation, AnnotationKey, Place, State
from meantree.annotation.oversights import Oversight, oversights
from meantree.corpus.corpus import Side
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import counted
from meantree.project.comments import WHOLE, place_name
from meantree.project.initial_frames import initial_frames
from meantree.project.records import Conflict
from meantree.project.undo import UndoOrRedo
from meantree_gui.annotating.comments import CommentRequest
from meantree_gui.annotation_editor.annotation_commands import QUESTIONS
from meantree_gui.annotation_editor.frame_adjudication import DELETES_FRAMES, FrameAdjudication
from meantree_gui.annotation_editor.frame_editor import UNLINKED, Edit, FrameEditor
from meantree_gui.annotation_editor.open_annotation import OpenAnnotation, selected_key
from meantree_gui.annotation_editor.saved_annotations import (
    checked_edit,
    left_roles_message,
    moved_roles_message,
    new_frame_message,
    partial_frames_message,
    review_message,
    save_automatic,
    split_message,
    translations_to_review,
    unlinked_message,
)
from meantree_gui.state.selection import Selection

DONE = {"undo": "undone", "redo": "redone"}


class Questions:
    """The oversights about the open annotation that its annotator has not accepted.

    What was asked once is not asked again, nor in another translation of the segment in the same words if the automatic
    frames there are as doubtful.
    """

    def __init__(self, editor: OpenAnnotation) -> None:
        self._editor = editor
        self._accepted: set[tuple[str, str, object]] = set()
        self._accepted_here: set[tuple[AnnotationKey | None, object]] = set()
        self._named: tuple[AnnotationKey | None, tuple[Oversight, ...]] = None, ()

    def next(self) -> Oversight | None:
        """Name the next oversights, some at once, and return the first one; None if all were named before."""
        frame_editor = self._editor.frame_editor
        if frame_editor is None or frame_editor.annotation.state not in TO_DO or frame_editor.annotation.finalized_by:
            return None
        named = self._new(frame_editor.annotation)[:QUESTIONS]
        self._named = self._editor.key, named
        self._accept(named)
        return named[0] if named else None

    @property
    def open_ones(self) -> str:
        """The message with the named oversights that edits have not resolved yet; empty if there are none."""
        key, named = self._named
        frame_editor = self._editor.frame_editor
        if not named or key != self._editor.key or frame_editor is None:
            return ""
        present = {oversight.content for oversight in self._all(frame_editor.annotation)}
        texts = [
            f"{number} {oversight.text}" if len(named) > 1 else oversight.text
            for number, oversight in enumerate(named, start=1)
            if oversight.content in present
        ]
        more = len(self._new(frame_editor.annotation))
        then = f"Return asks about {counted(more, 'more thing')}" if more else "Return again: done"
        return f"To check: {'; '.join(texts)}. {then}" if texts else ""

    def numbered(self, number: int) -> Oversight | None:
        """Return a named oversight by its number in the message, while that is shown; None if there is none."""
        named = self._named[1] if self.open_ones else ()
        return named[number - 1] if number <= len(named) else None

    def accept_new(self, before: Annotation) -> None:
        """Accept the oversights that were not there before the last edit, which made what is doubtful on purpose."""
        if self._editor.frame_editor is not None:
            known = {each.content for each in self._all(before)}
            now = self._all(self._editor.frame_editor.annotation)
            self._accept(each for each in now if each.content not in known and not each.always)

    def _new(self, annotation: Annotation) -> tuple[Oversight, ...]:
        found, editor = self._all(annotation), self._editor.frame_editor
        start = editor.start if found and editor is not None else None
        doubtful = {each.content for each in self._all(start)} if start is not None else None
        return tuple(each for each in found if not self._is_accepted(each, doubtful))

    def _is_accepted(self, oversight: Oversight, doubtful: Collection[object] | None) -> bool:
        """Whether an oversight was accepted, here or elsewhere; ``doubtful`` are those of the frames without others."""
        is_elsewhere = self._identity(oversight) in self._accepted and (
            doubtful is None or oversight.content in doubtful
        )
        return is_elsewhere or (self._editor.key, oversight.content) in self._accepted_here

    def _all(self, annotation: Annotation) -> tuple[Oversight, ...]:
        frame_editor, automatic = self._editor.frame_editor, self._editor.automatic
        if frame_editor is None or automatic is None:
            return ()
        start = None if frame_editor.suggested is None else frame_editor.suggested.annotation
        return oversights(annotation, automatic, frame_editor.words, start)

    def _accept(self, oversights: Iterable[Oversight]) -> None:
        for oversight in oversights:
            self._accepted.add(self._identity(oversight))
            self._accepted_here.add((self._editor.key, oversight.content))

    def _identity(self, oversight: Oversight) -> tuple[str, str, object]:
        key = self._editor.key
        return ("", "", oversight.content) if key is None else (key.annotator, key.segment, oversight.content)


KEPT = "the comment is offered again by the key that opened it"
READING_SECONDS = 1.0
"""Nobody reads two texts faster: a key that finishes them sooner was meant for the translation before."""
HELD_SECONDS = 0.3
"""A key that is held down repeats faster than this."""
UNREAD = "This translation was opened a moment ago; press the key again when you have read it."


class AnnotationEditor(OpenAnnotation):
    """Edits the open annotation, saves it, and goes to the next one.

    Attributes:
        unlock_key: the key that unlocks a locked annotation, for messages.
        step: the undo step of the last edit.
        refusal: why the last edit was refused; empty if it was accepted.
    """

    adjudication: FrameAdjudication
    other_layer = "error spans"

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self.adjudication = FrameAdjudication(self)
        self._drafts: dict[tuple[object, Place | None], str] = {}
        self.unlock_key = self.step = self.refusal = ""
        self._follows_finished = False
        self._asked_at: float | None = None
        self._refused_at = -math.inf
        self._questions = Questions(self)

    def go_to(self, key: AnnotationKey, side: Side | None = None, part: Part | None = None) -> None:
        """Open an annotation, with the cursor on one of its frames or fillers."""
        self._go_to(key)
        if self.selection.reference is not None:
            self.selection.choose_reference(key.reference)
        if side is not None and part is not None:
            self.when_open(partial(self.edit, methodcaller("choose_part", side, part)))

    def edit(self, change: Callable[[FrameEditor], Edit | None], step: str = "", *, leaves: bool = False) -> bool:
        """Move the cursor or change the annotation; a change is saved before it is drawn.

        Args:
            change: the change, given the frame editor; it returns ``None`` if only the cursor moved.
            step: the undo step that the change continues; empty for a new one.
            leaves: whether another annotation opens next, so that this one need not be drawn.

        Returns:
            Whether the change was accepted.
        """
        editor = self.frame_editor
        if editor is None:
            return False
        self._save_typed()
        self._asked_at, self.refusal, message = None, "", ""
        self._keep_cursors()
        cursors, side, before = dict(editor.cursors), editor.side, editor.annotation
        try:
            result = change(editor)
            if result is not None:
                message = self._save_and_describe(before, *result, step)
            elif editor.cursor.left is not None:
                message = f"{editor.frame_name} is active now; Shift passes over it"
            self.reported.emit("; ".join(filter(None, (message, self._questions.open_ones))))
        except MeantreeError as error:
            editor.cursors, editor.side = cursors, side
            editor.follow(editor.annotation)
            self.refusal = str(error)
            self.reported.emit(self.refusal)
        if self.refusal or not leaves:
            self.changed.emit()
        return not self.refusal

    def save(self, change: Callable[[Annotation], Annotation], title: str) -> bool:
        """Save a change of the open annotation; return whether it was accepted."""
        return self.edit(lambda editor: (editor.follow_frames(change(editor.annotation)), title))

    def leave(self) -> None:
        """Save what is typed, and compare with nobody any more."""
        self._save_typed()
        self.compared_name = ""

    def done(self) -> None:
        """Mark the annotation as done and go to the next open one, unless something is doubtful; gold is finalized."""
        if self.workspace.is_adjudicating:
            self.adjudication.finalize()
            return
        if not self._is_refused() and not self._ask():
            self._finish(FrameEditor.done)

    def _is_refused(self) -> bool:
        """Return whether nobody can have read the translation after a finished one, or the question, and say so."""
        now, shown = self.now(), self._opened_at if self._asked_at is None else self._asked_at
        is_new = self._follows_finished or self._asked_at is not None
        if (not is_new or now - shown >= READING_SECONDS) and now - self._refused_at >= HELD_SECONDS:
            return False
        self._refused_at = now
        self.reported.emit(self._questions.open_ones or UNREAD)
        return True

    def _ask(self) -> bool:
        """Name what is doubtful, with the cursor there; return whether there is anything that was not asked before."""
        doubt = self._questions.next()
        if doubt is None:
            return False
        self._go_to_doubt(doubt)
        self._asked_at = self.now()
        return True

    def _go_to_doubt(self, doubt: Oversight) -> None:
        move = ("put_cursor", doubt.side, 0) if doubt.part is None else ("choose_with_partner", doubt.side, doubt.part)
        self.edit(methodcaller(*move))

    def go_to_numbered(self, number: int) -> None:
        """Go to the place of a question while several are asked, else to a frame, by its number from 1 on."""
        doubt = self._questions.numbered(number)
        if doubt is not None:
            self._go_to_doubt(doubt)
        else:
            self.edit(methodcaller("choose_block", number - 1))

    def finish(self, change: Callable[[FrameEditor], Edit]) -> None:
        """Give the annotation its final state by a change, and go to the next open one.

        Nothing happens if the annotation was opened, or a question was asked, too recently to be read. Before decided
        frames are deleted, it is asked: the key that leads from the decisions to the texts is the one that deletes.
        """
        editor = self.frame_editor
        if self._is_refused() or editor is None:
            return
        before, (after, _) = editor.annotation, change(editor)
        deletes = (before.hypothesis, before.reference) != (after.hypothesis, after.reference)
        if not (deletes and self.workspace.is_adjudicating) or self.adjudication.is_confirmed(DELETES_FRAMES):
            self._finish(change)

    def _finish(self, change: Callable[[FrameEditor], Edit]) -> None:
        key = self.key
        if key is None or not self.edit(change, leaves=True) or self.frame_editor is None:
            return
        annotation = self.frame_editor.annotation
        missed = ", all of the reference is missed" if annotation.reference and not annotation.hypothesis else ""
        is_scored = annotation.state is not State.CANNOT
        self._follows_finished = True
        self._go_on(key, f"{annotation.state.value}{missed if is_scored else ''}")

    def start_over(self) -> None:
        """Start again from the automatic frames; reference frames shared with other translations stay."""
        first, key, editor = self.automatic, self.key, self.frame_editor
        if first is None or key is None or editor is None or (texts := self._texts(key)) is None:
            return
        if editor.shares_reference:
            first = initial_frames(self.project, key, texts, first)
        self.edit(methodcaller("start_over", first))

    def share_reference(self) -> None:
        """Give all translations of the segment the reference frames of this one."""
        key, shown = self.key, self.annotation
        if key is None or shown is None:
            return
        self._save_typed()
        project = self.project
        of_segment = project.annotations(key.annotator, key.segment)
        others = (other for place, other in of_segment.items() if place.reference == key.reference)
        try:
            if not any(annotation.own_reference for annotation in (shown, *others)):
                raise UsageError("all translations of this segment already have the same reference frames")
            project.share_reference(key)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        self._open(key)
        self.workspace.annotations.read_again()
        self.workspace.follow_project(key.segment)
        self.reported.emit("All translations of this segment now have these reference frames (undo reverts this)")

    def compare(self, change: Callable[[FrameEditor], Edit | None]) -> None:
        """Make a change that uses the compared annotation, unless it is hidden."""
        if self.is_blind:
            self.reported.emit(self._comparison_message())
        else:
            self.edit(change)

    def take_step(self, direction: UndoOrRedo) -> None:
        """Undo the last edit of the annotator, or of gold while it is edited, in whichever segment it was; or redo."""
        project, annotator = self.workspace.project, self.workspace.remarks_as
        if project is None:
            return
        self._save_typed()
        reviewed = translations_to_review(self.workspace)
        try:
            expected = project.next_step(annotator, direction)
            # As saved, else as shown: that may be of another translation, or older than an edit in another window.
            saved = project.annotation(expected) if isinstance(expected, AnnotationKey) else None
            before = self.annotation if saved is None and expected == self.key else saved
            step = project.take_step(annotator, direction)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        if step is None:
            self.reported.emit(f"there is nothing to {direction}")
            return
        key, title = step
        self._go_to(key)
        if key == self.key:
            self._open(key)
            # Where a lock forbids the expected step, another one is taken: the score before it is not known.
            if before is not None and key == expected and self.scores.metric:
                self.scores = self.scores.after(self.scores.now, self._score(before))
        self.workspace.follow_project(key.segment)
        self.workspace.annotations.read_again()
        review = review_message(key, reviewed, self.workspace)
        message = f"{DONE[direction]}: {title}" + (review and f"; {review}")
        self.reported.emit(message)
        if self.is_shown and self._analysed_key is not None:
            self._done = message  # once more when it opens, which clears messages
        self.changed.emit()

    # Comments

    def comment(self, *, whole: bool) -> None:
        """Let a comment be written on the frame or filler under the cursor, or on the whole translation.

        One that could not be saved is offered again.
        """
        editor, key = self.frame_editor, self.key
        if editor is None or key is None:
            return
        part = None if whole else editor.part(editor.side)
        place = None if part is None else (editor.side, part)
        name = WHOLE if place is None else place_name(editor.annotation, place, editor.words[editor.side])
        before = self._drafts.pop((key, place), comment_at(editor.annotation, place))
        self.commenting.emit(CommentRequest(key, place, name, before))

    def save_comment(self, request: CommentRequest, text: str) -> bool:
        """Save a comment if its annotation is still open; if it is refused, keep it as a draft; return True."""
        place, before = request.place, self.annotation
        if self.key == request.key and before is not None:
            self.edit(methodcaller("commented", place, text), request.step)
            if self.annotation != before:
                request.step = self.step
        now = self.annotation if self.key == request.key else None
        if now is not None and comment_at(now, place) == text:
            self._drafts.pop((request.key, place), None)
        else:
            self._drafts[request.key, place] = text
            self.reported.emit("; ".join(filter(None, (self.refusal, KEPT))))
        return True

    # Inside

    def _save_and_describe(self, before: Annotation, annotation: Annotation, title: str, step: str) -> str:
        """Save an edit and describe its effect on other translations and on the score."""
        editor, key = self.frame_editor, self.key
        if editor is None or key is None:
            return ""
        reviewed = translations_to_review(self.workspace)
        self._save(editor, key, annotation, title, step)
        if title == UNLINKED:
            self._questions.accept_new(before)
        messages = (
            partial_frames_message(before, annotation),
            unlinked_message(before, annotation, editor.words) if title.startswith(("linked", "role ", "new ")) else "",
            new_frame_message(before, editor) if title == "new frame" else "",
            split_message(editor) if title == "split" else "",
            moved_roles_message(before, editor) if title.startswith(("role ", "new ")) else "",
            left_roles_message(before, annotation, self.project.sharing(key).values())
            if title.startswith("role ")
            else "",
            review_message(key, reviewed, self.workspace),
        )
        return "; ".join(filter(None, messages))

    def _save(self, editor: FrameEditor, key: AnnotationKey, annotation: Annotation, title: str, step: str) -> None:
        """Save an edit to the project, then show it with its scores."""
        project, before = self.project, editor.annotation
        if annotation == before:
            editor.follow(annotation)  # what the annotator confirmed is no longer improbable
            return
        annotation = checked_edit(key, before, annotation, self.unlock_key)
        if self._saved is None:
            save_automatic(project, key, editor.words, self.automatic)
        try:
            with self._saving(key, annotation):
                titled = self._titled(title)
                self.step = project.save(key, annotation, titled, known=self._saved, initial=before, step=step)
        except Conflict:
            self._open(key)
            raise
        editor.compared = self._compared_annotation(key)
        editor.follow(annotation)
        if self.scores.metric:
            self.scores = self.scores.after(self._score(annotation), self.scores.now)
        self.workspace.follow_project(key.segment)

    def _start_project(self, again: bool) -> None:
        super()._start_project(again)
        if not again:
            self._drafts.clear()

    def report_with_next(self, message: str) -> None:
        """Report a message when the selected translation opens, which may have to be analysed first."""
        is_open = self.key == selected_key(self.selection, self.requested)
        self._done = "" if is_open else message
        if is_open:
            self.reported.emit(message)


def comment_at(annotation: Annotation, place: Place | None) -> str:
    """Return the comment on a frame or filler, or on the whole translation (None)."""
    return annotation.comment if place is None else annotation.part_comments.get(place, "")
