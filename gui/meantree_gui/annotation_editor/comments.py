"""Comments of the annotator on translations, frames and fillers: requested, written, saved and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from meantree.annotation.frame_annotation import AnnotationKey, Place
from meantree.escaping import counted, escaped
from meantree.project.comments import ListedComment
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList, SearchLine
from meantree_gui.widgets.comment_text import CommentText
from meantree_gui.widgets.labels import plain_label

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
