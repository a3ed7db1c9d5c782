"""Remarks of the annotator at work: on a translation, its frames and fillers; asked for, kept, and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from meantree.alignment.linked_frames import frames_of, span_of
from meantree.corpus.corpus import SIDES
from meantree.escaping import counted, escaped
from meantree_gui.widgets.choosers import SearchLine
from meantree_gui.widgets.tables import RETURN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from meantree.corpus.corpus import Corpus
    from meantree.project.annotation import Annotation, AnnotationKey, Place
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor


LONGEST_PHRASE = 6
"""Words of a filler that are said where it is named."""
WHOLE = "the whole translation"


@dataclass(frozen=True, slots=True)
class CommentRequest:
    """What a remark is asked for, and what was said of it so far; ``place`` None is the whole translation."""

    key: AnnotationKey
    place: Place | None
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class ListedComment:
    """One remark in the list of all; ``words`` is what the thing is called that it is on."""

    key: AnnotationKey
    place: Place | None
    words: str
    text: str


class Comments(QObject):
    """What could not be kept is offered again where it was said.

    Signals:
        asked: a remark is to be written, as :class:`CommentRequest`.
    """

    asked = Signal(object)

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor = editor
        self._drafts: dict[tuple[AnnotationKey, Place | None], str] = {}
        self._begun: CommentRequest | None = None
        self._step = ""

    def on_part(self) -> None:
        """Ask for a remark on the frame or filler under the cursor, or else on the whole translation."""
        frame_editor = self.editor.frame_editor
        part = frame_editor.part(frame_editor.side) if frame_editor is not None else None
        self._ask(None if frame_editor is None or part is None else (frame_editor.side, part))

    def on_whole(self) -> None:
        """Ask for a remark on the whole translation."""
        self._ask(None)

    def keep(self, asked: CommentRequest, text: str) -> None:
        """Keep what was written, if it is still in the annotation editor; what is refused is offered again.

        Whatever is kept of what was asked for once, in pauses and at the end, is one step of undo.
        """
        if self.editor.key == asked.key and self.editor.frame_editor is not None:
            before = self.editor.frame_editor.annotation
            step = self._step if asked is self._begun else ""
            self.editor.edit(lambda frame_editor: frame_editor.commented(asked.place, text), step)
            if self.editor.frame_editor.annotation != before:
                self._begun, self._step = asked, self.editor.step
        frame_editor = self.editor.frame_editor
        if frame_editor is None or self.editor.key != asked.key or _said(frame_editor.annotation, asked.place) != text:
            self._drafts[asked.key, asked.place] = text
        else:
            self._drafts.pop((asked.key, asked.place), None)

    def all(self) -> list[ListedComment]:
        """All remarks of the annotator, in the order of the segments."""
        workspace = self.editor.workspace
        project, corpus, name = workspace.project, workspace.corpus, workspace.annotator
        if project is None or corpus is None or name not in project.annotators:
            return []
        listed = (one for key, found in project.annotations(name).items() for one in _listed(corpus, key, found))
        return list({_about(one): one for one in listed}.values())

    def _ask(self, place: Place | None) -> None:
        editor = self.editor
        if editor.frame_editor is None or editor.key is None:
            return
        annotation = editor.frame_editor.annotation
        before = self._drafts.pop((editor.key, place), _said(annotation, place))
        name = WHOLE if place is None else _named(annotation, place, editor.frame_editor.words[place[0]])
        self.asked.emit(CommentRequest(editor.key, place, name, before))


def _about(one: ListedComment) -> tuple[object, ...]:
    """What tells remarks apart: those on the reference's frames stand beside every translation that shares these."""
    if one.place is not None and one.place[0] == "reference":
        return one.key.segment, one.key.reference, one.place, one.text
    return one.key, one.place


def _said(annotation: Annotation, place: Place | None) -> str:
    return annotation.comment if place is None else annotation.remarks.get(place, "")


def _listed(corpus: Corpus, key: AnnotationKey, annotation: Annotation) -> Iterator[ListedComment]:
    if annotation.comment.strip():
        yield ListedComment(key, None, WHOLE, annotation.comment)
    if not annotation.remarks:
        return
    segment = corpus.segments[corpus.places[key.segment]]
    texts = segment.hypotheses.get(key.system), segment.references.get(key.reference)
    words = {side: (text.tokens if text is not None else None) or () for side, text in zip(SIDES, texts, strict=True)}
    for place, text in annotation.remarks.items():
        yield ListedComment(key, place, _named(annotation, place, words[place[0]]), text)


def _named(annotation: Annotation, place: Place, words: tuple[str, ...]) -> str:
    """``agent “the old man”``: a filler by its role, a frame by its predicate."""
    side, part = place
    said = words[slice(*span_of(annotation, side, part))]
    phrase = " ".join(said[:LONGEST_PHRASE]) + (" …" if len(said) > LONGEST_PHRASE else "")
    kind = "frame" if part[1] is None else frames_of(annotation, side)[part[0]].fillers[part[1]].role.value
    return f"{kind} “{escaped(phrase)}” of the {side}" if phrase else f"{kind} of the {side}"


LINES = 2
PAUSE_MS = 500
"""What was typed is kept this long after the first key that is not kept yet, whether somebody goes on or not."""


class CommentField(QWidget):
    """Esc, Ctrl+Return, Tab and every loss of the focus leave it; only its button discards what was typed.

    Signals:
        written: what was asked for, and what stands in the field now.
        left: it is closed.
    """

    written = Signal(object, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.asked: CommentRequest | None = None
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setProperty("role", "muted")
        self.field = QPlainTextEdit()
        self.field.setTabChangesFocus(True)
        self.field.setFixedHeight(self.field.fontMetrics().lineSpacing() * LINES + 12)
        self.field.installEventFilter(self)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self.keep)
        self.field.textChanged.connect(self._keep_soon)
        self._is_keeping = False
        self.discard = QPushButton("Discard changes")
        self.discard.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.discard.clicked.connect(self._discard)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.discard)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 2, 12, 2)
        column.setSpacing(2)
        column.addLayout(head)
        column.addWidget(self.field)
        self.hide()

    def ask(self, asked: CommentRequest) -> None:
        """Begin to write; what was written before is kept first."""
        self.finish()
        self.asked = asked
        self.title.setText(f"Remark on {asked.name} (Esc or Ctrl+Return saves it)")
        self.field.setAccessibleName(f"Remark on {asked.name}")
        self.field.setPlainText(asked.text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.pause.stop()
        self.show()
        self.field.setFocus()

    def finish(self) -> None:
        """Keep what stands there, and close."""
        if self._is_keeping:
            return
        self.pause.stop()
        asked, self.asked = self.asked, None
        if asked is not None:
            self.written.emit(asked, self.field.toPlainText().strip())
            self.hide()
            self.left.emit()

    def keep(self) -> None:
        """Keep what stands there, and go on."""
        self.pause.stop()
        if self.asked is not None:
            self._is_keeping = True  # an edit ends what is being written, but not this one
            try:
                self.written.emit(self.asked, self.field.toPlainText().strip())
            finally:
                self._is_keeping = False

    def _keep_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    def _discard(self) -> None:
        if self.asked is not None:
            self.field.setPlainText(self.asked.text)
            self.finish()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: keys that leave the field, and the loss of the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._leaves(event):
            self.finish()
            return True
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.keep()  # another program is looked at meanwhile
            elif event.reason() != Qt.FocusReason.PopupFocusReason:
                self.finish()
        return super().eventFilter(watched, event)

    def _leaves(self, event: QKeyEvent) -> bool:
        returns = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        controlled = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        return event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab) or (returns and controlled)


class CommentsDialog(QDialog):
    """Typing searches, arrows choose; it does not stop the program.

    Signals:
        chosen: the remark to go to.
    """

    chosen = Signal(object)

    def __init__(self, remarks: Sequence[ListedComment], annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Remarks of {escaped(annotator)}")
        self.resize(560, 460)
        self.remarks = tuple(remarks)
        self.list, self.count = QListWidget(), QLabel()
        self.line = SearchLine("Search the remarks", self.list)
        self.list.setAccessibleName("Remarks")
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setSpacing(2)
        self.list.addItems([_entry(one) for one in self.remarks])
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (self.line, self.list, self.count, buttons):
            column.addWidget(widget)
        self.count.setProperty("role", "muted")
        self.count.setWordWrap(True)
        for watched in (self.line, self.list):
            watched.installEventFilter(self)
        self.line.textChanged.connect(self._search)
        self.list.itemDoubleClicked.connect(lambda _item: self._go())
        self._search()

    def _search(self) -> None:
        found = self.line.hide_others(self.list, map(_entry, self.remarks))
        self.count.setText(
            f"{counted(found, 'remark')}. Return goes to where it was made."
            if self.remarks
            else "There are no remarks yet. R writes one on what the cursor is on."
        )

    def _go(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.remarks) and not self.list.item(row).isHidden():
            self.chosen.emit(self.remarks[row])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return goes there."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in RETURN:
            self._go()
            return True
        return super().eventFilter(watched, event)


def _entry(one: ListedComment) -> str:
    where = f"{one.key.segment} · {one.key.system} · {one.words}"
    return f"{escaped(where)}\n{escaped(one.text)}"
