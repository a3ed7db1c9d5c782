"""The annotation editor: every edit is saved at once, then drawn and scored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree_gui.annotation_editor.comments import Remarks
from meantree_gui.annotation_editor.open_annotation import Keystroke, OpenAnnotation
from meantree_gui.annotation_editor.saved_annotations import (
    as_kept,
    begin,
    first_frames,
    newly_to_review,
    partial_frames,
    to_review,
)
from meantree_gui.annotation_editor.translation_navigation import undone, wanted_key
from meantree_gui.state.selection import Selection

if TYPE_CHECKING:
    from meantree.analysis.frames import Part
    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.file import Project
    from meantree.project.kinds import Key
    from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

Direction = Literal["undo", "redo"]
READING_SECONDS = 1.0
"""Nobody reads two texts faster: a key that ends the work on them so soon was meant for those before."""
UNREAD = "This translation was opened a moment ago; press the key again when you have read it."


class AnnotationEditor(OpenAnnotation):
    """Edits the open annotation."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection)
        self.remarks = Remarks(self)
        self.unlock_key = self.step = ""
        self._is_unread = False

    def go_to(self, key: AnnotationKey, side: Side | None = None, part: Part | None = None) -> None:
        """Open an annotation, at one of its frames or fillers."""
        self._go_to(key)
        if self.selection.reference is not None:
            self.selection.choose_reference(key.reference)
        if side is not None and part is not None:
            where = side, part
            self.perform(
                Keystroke("Go to a remark", lambda: self.edit(lambda frame_editor: frame_editor.choose_part(*where)))
            )

    def edit(self, change: Callable[[FrameEditor], Edit | None], step: str = "") -> bool:
        """Let the editor move or change something; a change is saved before it is shown. Whether it was not refused.

        Args:
            change: what the editor does.
            step: the step of undo that the change goes on with; empty for a new one.
        """
        if self.frame_editor is None:
            return False
        self.leaving.emit()
        self._is_unread = False
        cursors, side, before = dict(self.frame_editor.cursors), self.frame_editor.side, self.frame_editor.annotation
        try:
            result = change(self.frame_editor)
            self.reported.emit("" if result is None else self._consequences(before, *result, step))
        except MeantreeError as error:
            if self.frame_editor is not None:
                self.frame_editor.cursors, self.frame_editor.side = cursors, side
                self.frame_editor.follow(self.frame_editor.annotation)
            self.reported.emit(str(error))
            self.changed.emit()
            return False
        self.changed.emit()
        return True

    def done(self) -> None:
        """Let it be done and go to the next that is open; not if nobody can have read it yet."""
        from meantree_gui.annotation_editor.frame_editor import FrameEditor

        if self._is_unread and self.now() - self._opened_at < READING_SECONDS:
            self.reported.emit(UNREAD)
        else:
            self.finish(FrameEditor.done)

    def finish(self, change: Callable[[FrameEditor], Edit]) -> None:
        """Let it be done, or have nothing to annotate, or be left; and go to the next that is open."""
        key = self.key
        if key is None or not self.edit(change) or self.frame_editor is None:
            return
        self._just_done = f"{escaped(key.segment)}: {self.frame_editor.annotation.state.value} (undo goes back)"
        self.reported.emit(self._just_done)
        self._is_unread = True
        self.next_undone()

    def start_over(self) -> None:
        """Begin anew with the automatic frames; the reference keeps those that other translations share."""
        automatic, project, key = self._automatic, self.workspace.project, self.key
        texts = None if key is None or self.frame_editor is None else self._texts(key)
        if automatic is None or project is None or key is None or self.frame_editor is None or texts is None:
            return
        first = first_frames(project, key, texts, automatic) if self.frame_editor.shares_reference else automatic
        self.edit(lambda frame_editor: frame_editor.started_over(first))

    def share_reference(self) -> None:
        """Let all translations of the segment have the frames of the reference that are shown here."""
        project, key = self.workspace.project, self.key
        if project is None or key is None or self.frame_editor is None:
            return
        self.leaving.emit()
        try:
            if not self.frame_editor.annotation.own_reference and not any(
                one.own_reference for other, one in project.beside(key) if other.reference == key.reference
            ):
                raise UsageError("all translations of this segment have the same reference frames already")
            project.share_reference(key)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        self._edition = project.edition
        self._open(key)
        self.workspace.read_states()
        self.workspace.follow_project(key.segment)
        self.reported.emit("All translations of this segment have these reference frames now (undo goes back)")

    def compare(self, change: Callable[[FrameEditor], Edit | None]) -> None:
        """Let the editor do something with what another annotator did."""
        if self.is_blind:
            self.reported.emit(self._nothing_beside())
        else:
            self.edit(change)

    def next_undone(self) -> None:
        """To the next segment that is not done; of one's own, where some are given. After a system comes the next."""
        self._to_undone(1)

    def previous_undone(self) -> None:
        """To the last one before that is not done."""
        self._to_undone(-1)

    def undo(self) -> None:
        """Take back the last edit, in whichever segment it was; of keys that wait, the last one."""
        waiting = self._waiting.take_back()
        if waiting is not None:
            self.reported.emit(f"cancelled before it took effect:  {waiting.title}")
            return
        self._step("undo", "undone")

    def redo(self) -> None:
        """Do again what was taken back last."""
        self._step("redo", "redone")

    # Inside

    def _consequences(self, before: Annotation, annotation: Annotation, what: str, step: str) -> str:
        """Keep an edit; what it did elsewhere, or did not do to the score, in words."""
        reviewed = to_review(self.workspace)
        self._save(annotation, what, step)
        found = [partial_frames(before, annotation)]
        if self.key is not None:
            found.append(newly_to_review(self.key, reviewed, self.workspace))
        return "; ".join(filter(None, found))

    def _save(self, annotation: Annotation, what: str, step: str) -> None:
        """Keep an edit on the disk, then show it, its score, and the segment's."""
        from meantree.project.annotation import REMARKS_APART
        from meantree.project.records import Conflict

        project, key, frame_editor = self.workspace.project, self.key, self.frame_editor
        if project is None or key is None or frame_editor is None or annotation == frame_editor.annotation:
            return
        annotation = as_kept(key, frame_editor.annotation, annotation, self.unlock_key)
        if self._kept is None:
            begin(project, key, frame_editor.words, self._automatic)
        try:
            self.step = project.save(key, annotation, what, known=self._kept, began=frame_editor.annotation, step=step)
        except Conflict:
            self._edition = project.edition
            self._open(key)
            raise
        self._kept = annotation
        self.workspace.follow_states(key)
        self.workspace.set_remark(key.segment, key.system, REMARKS_APART.join(annotation.said))
        frame_editor.other = self._of_other(key)
        before = self.scores.now
        frame_editor.follow(annotation)
        now = self._score(annotation)
        change = None if now is None or before is None else now - before
        self.scores = replace(self.scores, now=now, change=change)
        self.workspace.follow_project(key.segment)

    def _step(self, direction: Direction, done: str) -> None:
        project, annotator = self.workspace.project, self.workspace.annotator
        if project is None:
            return
        self.leaving.emit()
        reviewed = to_review(self.workspace)
        try:
            expected = project.next_step(annotator, direction)
            before = self._before_step(project, expected)
            found = project.undo(annotator) if direction == "undo" else project.redo(annotator)
        except MeantreeError as error:
            self.reported.emit(str(error))
            return
        if found is None:
            self.reported.emit(f"there is nothing to {direction}")
            return
        key, what = found
        self._go_to(key)
        if key == self.key:
            self._edition = project.edition
            self._open(key)
            # A step that a lock forbids lets another go first.
            was = self._score(before) if before is not None and key == expected else None
            if self.scores.now is not None and was is not None:
                self.scores = replace(self.scores, change=self.scores.now - was)
        self.workspace.follow_project(key.segment)
        self.workspace.read_states()
        also = newly_to_review(key, reviewed, self.workspace)
        self.reported.emit("; ".join(filter(None, (f"{done}: {what}", also))))
        self.changed.emit()

    def _before_step(self, project: Project, key: Key | None) -> Annotation | None:
        """What a step leads away from, as it is kept, or as it is shown where nothing is kept; None if neither.

        What is shown may be another translation, or older than an edit in another window.
        """
        from meantree.project.annotation import AnnotationKey

        kept = project.annotation(key) if isinstance(key, AnnotationKey) else None
        return (
            self.frame_editor.annotation if kept is None and key == self.key and self.frame_editor is not None else kept
        )

    def _to_undone(self, step: int) -> None:
        if self.workspace.project is None:
            return
        where, told = undone(self.selection, step)
        said = self._just_done = "; ".join(filter(None, (self._just_done, told)))
        if where is not None:
            system, place = where
            self.selection.choose_system(system)
            self.selection.select(place)
        if told:  # what was looked at on the way to another system may have said it already
            is_there = where is None or self.key == wanted_key(self.selection, self.present)
            self._just_done = "" if is_there else said
            if is_there:
                self.reported.emit(said)
