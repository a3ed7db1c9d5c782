"""Comments of the annotator on translations, frames and fillers: requested, written, saved and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from meantree.annotation.frame_annotation import Annotation, AnnotationKey, Place
from meantree.escaping import counted, escaped
from meantree.project.comments import WHOLE, ListedComment, list_comments, place_name
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList, SearchLine
from meantree_gui.widgets.comment_text import CommentText
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor


KEPT = "the comment is offered again by the key that opened it"
PAUSE_MS = 500
"""The time from the first unsaved key to saving the text, whether or not the user types on."""


@dataclass(frozen=True, slots=True)
class CommentRequest:
    """The place for which a comment is requested.

    Attributes:
        place: the frame or filler; ``None`` for the whole translation.
        name: of the place, for the user.
        text: of the comment so far.
    """

    key: AnnotationKey
    place: Place | None
    name: str
    text: str


class Comments(QObject):
    """Requests and saves the comments of the annotator.

    A comment that could not be saved is offered again the next time that its place is commented on.

    Signals:
        requested: a comment is to be written, as a :class:`CommentRequest`.
    """

    requested = Signal(object)

    def __init__(self, editor: AnnotationEditor) -> None:
        super().__init__()
        self.editor = editor
        self._drafts: dict[tuple[AnnotationKey, Place | None], str] = {}
        editor.workspace.opened.connect(lambda again: None if again else self._drafts.clear())
        self._last_request: CommentRequest | None = None
        self._step = ""

    def on_part(self) -> None:
        """Request a comment on the frame or filler under the cursor, else on the whole translation."""
        frame_editor = self.editor.frame_editor
        part = frame_editor.part(frame_editor.side) if frame_editor is not None else None
        self._request(None if frame_editor is None or part is None else (frame_editor.side, part))

    def on_whole(self) -> None:
        """Request a comment on the whole translation."""
        self._request(None)

    def save(self, request: CommentRequest, text: str) -> None:
        """Save a comment if its annotation is still open; if it is refused, keep it as a draft.

        All texts saved for one request, in pauses and at the end, are one undo step.
        """
        if self.editor.key == request.key and self.editor.frame_editor is not None:
            before = self.editor.frame_editor.annotation
            step = self._step if request is self._last_request else ""
            self.editor.edit(lambda frame_editor: frame_editor.commented(request.place, text), step)
            if self.editor.frame_editor.annotation != before:
                self._last_request, self._step = request, self.editor.step
        frame_editor = self.editor.frame_editor
        if (
            frame_editor is None
            or self.editor.key != request.key
            or _text_at(frame_editor.annotation, request.place) != text
        ):
            self._drafts[request.key, request.place] = text
            self.editor.report("; ".join(filter(None, (self.editor.refusal, KEPT))))
        else:
            self._drafts.pop((request.key, request.place), None)

    def all(self) -> list[ListedComment]:
        """Return all comments of the annotator, in the order of the segments."""
        workspace = self.editor.workspace
        if workspace.project is None or workspace.corpus is None:
            return []
        return list_comments(workspace.project, workspace.corpus, workspace.annotator)

    def _request(self, place: Place | None) -> None:
        editor = self.editor
        if editor.frame_editor is None or editor.key is None:
            return
        annotation = editor.frame_editor.annotation
        before = self._drafts.pop((editor.key, place), _text_at(annotation, place))
        name = WHOLE if place is None else place_name(annotation, place, editor.frame_editor.words[place[0]])
        self.requested.emit(CommentRequest(editor.key, place, name, before))


def _text_at(annotation: Annotation, place: Place | None) -> str:
    return annotation.comment if place is None else annotation.part_comments.get(place, "")


class CommentField(QWidget):
    """The field in which a comment is written; it is saved while it is typed.

    Return, Esc, Tab and every loss of the focus close the field; only its button discards the text.

    Signals:
        written: the request, and the text to save.
        left: the field was closed.
    """

    written = Signal(object, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.request: CommentRequest | None = None
        self.title = plain_label(wrapped=True)
        self.field = CommentText()
        self.field.returned.connect(self.finish)
        self.field.installEventFilter(self)
        self.pause = QTimer(self)
        self.pause.setSingleShot(True)
        self.pause.setInterval(PAUSE_MS)
        self.pause.timeout.connect(self.save)
        self.field.textChanged.connect(self._save_soon)
        self._is_saving = False
        self.discard = QPushButton("Discard changes")
        self.discard.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.discard.clicked.connect(self._discard)
        head = in_row(None, (self.title, 1), self.discard)
        in_column(self, head, self.field, margins=(12, 2, 12, 2), gap=2)
        self.hide()

    def open(self, request: CommentRequest) -> None:
        """Open the field for another comment; the last one is saved first."""
        self.finish()
        self.request = request
        self.title.setText(f"Comment on {request.name} (Return saves it, Shift+Return begins a line)")
        self.field.setAccessibleName(f"Comment on {request.name}")
        self.field.setPlainText(request.text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        self.pause.stop()
        self.show()
        self.field.setFocus()

    def finish(self) -> None:
        """Save the text and close the field."""
        if self._is_saving:
            return
        self.pause.stop()
        request, self.request = self.request, None
        if request is not None:
            self.written.emit(request, self.field.toPlainText().strip())
            self.hide()
            self.left.emit()

    def save(self) -> None:
        """Save the text; the field stays open."""
        self.pause.stop()
        if self.request is not None:
            self._is_saving = True  # every edit closes the field, but not this one
            try:
                self.written.emit(self.request, self.field.toPlainText().strip())
            finally:
                self._is_saving = False

    def _save_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    def _discard(self) -> None:
        if self.request is not None:
            self.field.setPlainText(self.request.text)
            self.finish()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: some keys and every loss of the focus close the field."""
        is_press = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab):
            self.finish()
            return True
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut:
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.save()  # the user switched to another app
            elif event.reason() != Qt.FocusReason.PopupFocusReason:
                self.finish()
        return super().eventFilter(watched, event)


class CommentsDialog(QDialog):
    """The list of all comments of an annotator, which does not block the app.

    Signals:
        chosen: the comment to go to.
    """

    chosen = Signal(object)

    def __init__(self, comments: Sequence[ListedComment], workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Comments of {escaped(workspace.annotator)}")
        self.resize(560, 460)
        self.comments = tuple(comments)
        self.list, self.count = ParagraphList("Comments"), plain_label(wrapped=True)
        self.line = SearchLine("Search the comments", self.list, enters=True)
        for one in self.comments:
            self.list.addItem(comment_entry(one, one.key.segment, workspace.naming.name(one.key.system)))
        in_column(self, self.line, self.list, self.count, dialog_buttons(self))
        self.line.textChanged.connect(self._search)
        self.list.chosen.connect(lambda row: self.chosen.emit(self.comments[row]))
        self._search()

    def _search(self) -> None:
        matches = self.line.hide_others(self.list, [self.list.item(row).text() for row in range(self.list.count())])
        self.count.setText(
            f"{counted(matches, 'comment')}. Press Return to go to the selected one."
            if self.comments
            else "There are no comments yet. Press R to comment on the part under the cursor."
        )


def comment_entry(comment: ListedComment, *place: str) -> str:
    """Return a comment in two lines: whose and where it is, by names of which some may be empty, and its text."""
    return f"{escaped(' · '.join(filter(None, (*place, comment.name))))}\n{escaped(comment.text)}"
