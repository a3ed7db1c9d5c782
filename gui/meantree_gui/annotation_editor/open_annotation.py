"""Which annotation is open in the annotation editor, and the keystrokes that wait until it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from meantree.errors import Problem
from meantree.escaping import escaped
from meantree_gui.annotation_editor.role_help import Senses
from meantree_gui.annotation_editor.saved_annotations import (
    AnnotationScores,
    automatic_frames,
    first_frames,
    inactive_links,
    is_hidden,
    others_view,
)
from meantree_gui.annotation_editor.translation_navigation import (
    Texts,
    go_on,
    go_to,
    look_ahead,
    texts_of,
    wanted_key,
)
from meantree_gui.state.selection import ANALYSING, Selection

if TYPE_CHECKING:
    from meantree.corpus.corpus import Side
    from meantree.project.annotation import Annotation, AnnotationKey
    from meantree.project.kinds import Key
    from meantree_gui.annotation_editor.frame_editor import FrameEditor

NO_PAIR = "This segment has no translation or no reference to annotate."
NO_PROJECT = "Annotations need a project. Save what is open as a project with Ctrl+S, or open a project with Ctrl+O."
KEYS_WAIT = "The segment is being analysed; your keys take effect when it is ready."
TEXT_WAITS = "The segment is being analysed; write the remark when its field opens."


@dataclass(frozen=True, slots=True)
class Keystroke:
    """What a key asks for.

    Attributes:
        title: what it is called.
        do: does it.
        waits: whether it must wait until a segment is analysed.
        opens_field: whether the keys after it are text.
    """

    title: str
    do: Callable[[], object]
    waits: bool = True
    opens_field: bool = False


@dataclass(slots=True)
class Waiting:
    """Keystrokes that were made while a segment was analysed, in their order; they are for this segment alone."""

    keystrokes: list[Keystroke] = field(default_factory=list)

    @property
    def opens_field(self) -> bool:
        """Whether what is typed next is text, for a field that is not there yet; it must not be taken for edits."""
        return bool(self.keystrokes) and self.keystrokes[-1].opens_field

    def takes(self, keystroke: Keystroke) -> bool:
        """Whether a keystroke must wait: one that need not goes after those that do. Text is dropped."""
        if not (self.keystrokes or keystroke.waits):
            return False
        if not self.opens_field:
            self.keystrokes.append(keystroke)
        return True

    def take_back(self) -> Keystroke | None:
        """Forget the last one, if there is one."""
        return self.keystrokes.pop() if self.keystrokes else None

    def release(self) -> list[Keystroke]:
        """All of them; they wait no longer."""
        found, self.keystrokes = self.keystrokes, []
        return found


class OpenAnnotation(QObject):
    """One annotation at a time.

    Signals:
        changed: what is to be drawn changed.
        reported: a short message for the annotator; empty when the last one is settled.
        leaving: something else is edited or opened now; what is not kept yet is to be kept.
    """

    changed = Signal()
    reported = Signal(str)
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
        self.senses = Senses()
        self._automatic: Annotation | None = None
        self._kept: Annotation | None = None
        self._awaited: AnnotationKey | None = None
        self._waiting = Waiting()
        self._edition = 0
        self._just_done = ""
        self.now: Callable[[], float] = time.monotonic
        self._opened_at = 0.0
        self.is_shown = False
        selection.comparison_changed.connect(lambda _view: self.load())
        self.workspace.closing.connect(self.leaving)
        self.workspace.opened.connect(self._begin)

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
            self.reported.emit(self._nothing_beside())

    def reopen(self) -> None:
        """Show what is open anew, as other rules may hold; what was begun stays as it is."""
        if self.key is not None and self.frame_editor is not None:
            self._open(self.key)

    def perform(self, keystroke: Keystroke) -> None:
        """Do what a key asks for; a refusal is told."""
        if not self.is_shown:
            self.reported.emit("frames are edited on the Annotate page; open it with F9")
            return
        if self._awaited is not None and self._waiting.takes(keystroke):
            self.reported.emit(TEXT_WAITS if self._waiting.opens_field else KEYS_WAIT)
            return
        keystroke.do()

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
            self.reported.emit("; ".join(filter(None, told)))
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

    def _score(self, annotation: Annotation) -> float | None:
        from meantree.project.scored import score_of

        try:
            return None if self.frame_editor is None else score_of(annotation, self.frame_editor.words)
        except ValueError as error:  # an annotation with spans beyond the words, from elsewhere
            self.reported.emit(f"this annotation does not fit the text: {error}")
            return None

    def _begin(self, again: bool) -> None:
        """A project is opened where its annotator was last at work."""
        if not again:
            self.present = None
            go_on(self.selection)
