"""The annotation editor: which annotation is open, every edit saved at once, its score and how it changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from meantree.errors import MeantreeError, Problem, UsageError
from meantree.escaping import escaped
from meantree_gui.annotation_editor.comments import Remarks
from meantree_gui.annotation_editor.keystrokes import Keystroke, Waiting
from meantree_gui.annotation_editor.role_help import Senses
from meantree_gui.annotation_editor.saved_annotations import (
    AnnotationScores,
    as_kept,
    automatic_frames,
    begin,
    first_frames,
    inactive_links,
    is_hidden,
    newly_to_review,
    others_view,
    partial_frames,
    to_review,
)
from meantree_gui.annotation_editor.translation_navigation import (
    Texts,
    go_on,
    go_to,
    look_ahead,
    texts_of,
    undone,
    wanted_key,
)
from meantree_gui.state.selection import ANALYSING, Selection

if TYPE_CHECKING:
    from meantree.analysis.frames import Part
    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.file import Project
    from meantree.project.kinds import Key
    from meantree_gui.annotation_editor.frame_editor import Edit, FrameEditor

Direction = Literal["undo", "redo"]
NO_PAIR = "This segment has no translation or no reference to annotate."
NO_PROJECT = "Annotations need a project. Save what is open as a project with Ctrl+S, or open a project with Ctrl+O."


READING_SECONDS = 1.0
"""Nobody reads two texts faster: a key that ends the work on them so soon was meant for those before."""
KEYS_WAIT = "The segment is being analysed; your keys take effect when it is ready."
TEXT_WAITS = "The segment is being analysed; write the remark when its field opens."
UNREAD = "This translation was opened a moment ago; press the key again when you have read it."


class AnnotationEditor(QObject):
    """One annotation at a time.

    Signals:
        changed: what is to be drawn changed.
        told: a short message for the annotator; empty when the last one is settled.
        leaving: something else is edited or opened now; what is not kept yet is to be kept.
    """

    changed = Signal()
    told = Signal(str)
    leaving = Signal()

    def __init__(self, selection: Selection) -> None:
        super().__init__()
        self.selection, self.workspace = selection, selection.workspace
        self.key: AnnotationKey | None = None
        self.present: AnnotationKey | None = None  # what was opened or asked for last
        self.frame_editor: FrameEditor | None = None
        self.why_not = NO_PROJECT
        self.other_name = ""
        self.scores = AnnotationScores()
        self.remarks, self.senses = Remarks(self), Senses()
        self.unlock_key = self.step = ""
        self._automatic: Annotation | None = None
        self._kept: Annotation | None = None
        self._awaited: AnnotationKey | None = None
        self._waiting = Waiting()
        self._edition = 0
        self._just_done = ""
        self.now: Callable[[], float] = time.monotonic
        self._is_unread, self._opened_at = False, 0.0
        self.is_shown = False
        selection.comparison_changed.connect(lambda _view: self.load())
        self.workspace.closing.connect(self.leaving)
        self.workspace.opened.connect(self._begin)

    # Opening

    def load(self) -> None:
        """Open the annotation of the translation that is looked at; what is open already stays.

        Nothing is opened while the page is hidden: aligning frames takes time that other pages do not need.
        """
        if not self.is_shown:
            return
        if self.needs_annotator:
            self._close("")
            return
        key = wanted_key(self.selection, self.present)
        if key is None or self.workspace.project is None:
            self._close(NO_PROJECT if self.workspace.project is None else NO_PAIR)
            return
        if key != self._awaited:
            self._waiting = Waiting()  # they were meant for another segment
        edition = self.workspace.project.edition
        if key == self.key and edition == self._edition and self.frame_editor is not None:
            return
        if key != self.key:
            self.leaving.emit()
        self._open(key)
        self._edition = edition
        self._do_what_waited()

    def _do_what_waited(self) -> None:
        """Keys that were pressed while a segment was analysed, in their order."""
        if self.frame_editor is not None and self._awaited is None:
            for keystroke in self._waiting.release():
                self.perform(keystroke)

    @property
    def needs_annotator(self) -> bool:
        """Whether nobody has said yet in whose name edits are made."""
        return self.workspace.project is not None and not self.workspace.annotator

    @property
    def is_begun(self) -> bool:
        """Whether what is shown is the annotator's own work; else it is the labeller's, until it is touched."""
        return self._kept is not None

    @property
    def is_blind(self) -> bool:
        """Whether somebody is to be shown beside whose work the project hides until one's own is finished."""
        project = self.workspace.project
        return (
            bool(self.other_name) and project is not None and is_hidden(project, self.workspace.annotator, self._kept)
        )

    def compare_with(self, name: str) -> None:
        """Show what another annotator did beside; an empty name shows nobody."""
        self.other_name = name
        if self.frame_editor is not None and self.key is not None:
            self.frame_editor.other = self._of_other(self.key)
            self.changed.emit()
            self.told.emit(self._nothing_beside())

    def reopen(self) -> None:
        """Show what is open anew, as other rules may hold; what was begun stays as it is."""
        if self.key is not None and self.frame_editor is not None:
            self._open(self.key)

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

    def _go_to(self, key: Key) -> None:
        from meantree.project.annotation import AnnotationKey

        if isinstance(key, AnnotationKey):
            self.present = key
        go_to(self.selection, key)
        if self.key != wanted_key(self.selection, self.present):  # the same translation beside another reference
            self.load()

    @property
    def word(self) -> tuple[str, int] | None:
        """The text in which keys work and the 0-based word of the cursor; None if no annotation is open."""
        return None if self.frame_editor is None else (self.frame_editor.side, self.frame_editor.cursor.word)

    def go_to_word(self, word: object) -> None:
        """Put the cursor where :attr:`word` said, which was read from a file, as soon as the segment is analysed."""
        match word:
            case [("hypothesis" | "reference") as side, int(place)] if self.is_shown:
                self.perform(Keystroke("Go to a word", lambda: self._put_cursor(side, place)))

    def _put_cursor(self, side: Side, word: int) -> None:
        if self.frame_editor is not None:
            self.frame_editor.put_cursor(side, word)
            self.changed.emit()

    def _open(self, key: AnnotationKey) -> None:
        from meantree.project.scored import NAME
        from meantree_gui.annotation_editor.frame_editor import FrameEditor

        texts, project = self._texts(key), self.workspace.project
        if texts is None or project is None:
            return
        found = self._kept = project.annotation(key)
        if found is None and project.is_unreadable(key):
            self._close("The saved annotation of this translation cannot be read; it stays in the file unchanged.")
            return
        self._automatic, self.senses = automatic_frames(project, texts), Senses(texts)
        if found is None:
            found = first_frames(project, key, texts, self._automatic)
        words: dict[Side, tuple[str, ...]] = {"hypothesis": texts[0].words, "reference": texts[1].words}
        same = self.key == key and self.frame_editor is not None
        if same and self.frame_editor is not None:
            self.frame_editor.follow(found)
            self.frame_editor.other = self._of_other(key)
        else:
            self.frame_editor = FrameEditor(words, found, self._of_other(key))
            self.frame_editor.choose_block(0)
            self._opened_at = self.now()
            told = self._just_done, self._nothing_beside(), inactive_links(found, words)
            self.told.emit("; ".join(filter(None, told)))
        self.frame_editor.shares_reference = bool(project.sharing(key))
        self.key, self.present, self._just_done = key, key, ""
        look_ahead(self.selection)
        now = self._score(self.frame_editor.annotation)
        self.scores = AnnotationScores(now, None, self._score(self._automatic), NAME)
        self.changed.emit()

    def _texts(self, key: AnnotationKey) -> Texts | None:
        """Both analyses; where there are none, it is said why."""
        found = texts_of(self.selection, key)
        if found is None:
            self._close(ANALYSING)
            self._awaited = key
            return None
        self._awaited = None
        if isinstance(found, Problem):
            self._close(f"{found.message}.")
            return None
        return found

    def _of_other(self, key: AnnotationKey) -> Annotation | None:
        project = self.workspace.project
        return None if project is None else others_view(project, key, self._kept, self.other_name)

    def _nothing_beside(self) -> str:
        if self.is_blind:
            return (
                f"This project is blind: finish your own annotation before you see that of {escaped(self.other_name)}."
            )
        lacks = bool(self.other_name) and self.frame_editor is not None and self.frame_editor.other is None
        return f"{escaped(self.other_name)} has not annotated this translation" if lacks else ""

    def _close(self, why_not: str) -> None:
        self.leaving.emit()
        self.key, self.frame_editor, self.why_not, self.scores = None, None, why_not, AnnotationScores()
        self._awaited = None
        self.changed.emit()

    # Doing

    def perform(self, keystroke: Keystroke) -> None:
        """Do what a key asks for; a refusal is told."""
        if not self.is_shown:
            self.told.emit("frames are edited on the Annotate page; open it with F9")
            return
        if self._awaited is not None and self._waiting.takes(keystroke):
            self.told.emit(TEXT_WAITS if self._waiting.opens_field else KEYS_WAIT)
            return
        keystroke.do()

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
            self.told.emit("" if result is None else self._consequences(before, *result, step))
        except MeantreeError as error:
            if self.frame_editor is not None:
                self.frame_editor.cursors, self.frame_editor.side = cursors, side
                self.frame_editor.follow(self.frame_editor.annotation)
            self.told.emit(str(error))
            self.changed.emit()
            return False
        self.changed.emit()
        return True

    def done(self) -> None:
        """Let it be done and go to the next that is open; not if nobody can have read it yet."""
        from meantree_gui.annotation_editor.frame_editor import FrameEditor

        if self._is_unread and self.now() - self._opened_at < READING_SECONDS:
            self.told.emit(UNREAD)
        else:
            self.finish(FrameEditor.done)

    def finish(self, change: Callable[[FrameEditor], Edit]) -> None:
        """Let it be done, or have nothing to annotate, or be left; and go to the next that is open."""
        key = self.key
        if key is None or not self.edit(change) or self.frame_editor is None:
            return
        self._just_done = f"{escaped(key.segment)}: {self.frame_editor.annotation.state.value} (undo goes back)"
        self.told.emit(self._just_done)
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
            self.told.emit(str(error))
            return
        self._edition = project.edition
        self._open(key)
        self.workspace.read_states()
        self.workspace.follow_project(key.segment)
        self.told.emit("All translations of this segment have these reference frames now (undo goes back)")

    def compare(self, change: Callable[[FrameEditor], Edit | None]) -> None:
        """Let the editor do something with what another annotator did."""
        if self.is_blind:
            self.told.emit(self._nothing_beside())
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
            self.told.emit(f"cancelled before it took effect:  {waiting.title}")
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

    def _score(self, annotation: Annotation) -> float | None:
        from meantree.project.scored import score_of

        try:
            return None if self.frame_editor is None else score_of(annotation, self.frame_editor.words)
        except ValueError as error:  # an annotation with spans beyond the words, from elsewhere
            self.told.emit(f"this annotation does not fit the text: {error}")
            return None

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
            self.told.emit(str(error))
            return
        if found is None:
            self.told.emit(f"there is nothing to {direction}")
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
        self.told.emit("; ".join(filter(None, (f"{done}: {what}", also))))
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
                self.told.emit(said)

    def _begin(self, again: bool) -> None:
        """A project is opened where its annotator was last at work."""
        if not again:
            self.present = None
            go_on(self.selection)
