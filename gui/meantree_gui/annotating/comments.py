"""Comments of annotators, on frames and on error spans: the field in which one is written, and the list of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from meantree.annotation.error_annotation import ErrorKey
from meantree.annotation.frame_annotation import AnnotationKey
from meantree.escaping import counted, escaped, listed
from meantree.project.comments import ListedComment
from meantree_gui.dialogs import dialog_buttons
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import ParagraphList, SearchLine
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.short_text import ShortText

PAUSE_MS = 500
"""The time from the first unsaved key to saving the text, whether or not the user types on."""


@dataclass(slots=True, eq=False)
class CommentRequest:
    """The place for which a comment is requested; all texts saved for it, in pauses and at the end, are one undo step.

    Attributes:
        place: what the editor of the translation knows it by.
        name: of the place, for the user.
        text: of the comment so far.
        step: of undo; empty before a text is saved.
    """

    key: AnnotationKey | ErrorKey
    place: Any
    name: str
    text: str
    step: str = ""


class CommentField(QWidget):
    """The field for one comment, saved while it is typed; Return and Tab close it, and its button discards the text.

    Without ``drops``, Esc and every loss of the focus close it. With it, Esc discards the text.

    Signals:
        left: the field was closed.
    """

    left = Signal()

    def __init__(self, save: Callable[[CommentRequest, str], bool], *, drops: bool = False) -> None:
        """Initialize; ``save`` returns whether the field can be closed."""
        super().__init__()
        self.request: CommentRequest | None = None
        self.title, self.field = plain_label(wrapped=True), ShortText()
        self._save, self._drops, self._is_saving = save, drops, False
        self.field.returned.connect(self.finish)
        self.field.installEventFilter(self)
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.pause.timeout.connect(self.save)
        self.field.textChanged.connect(self._save_soon)
        self.discard = QPushButton("Discard changes")
        self.discard.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.discard.clicked.connect(self._discard)
        margin = 0 if drops else 12
        in_column(self, in_row(None, (self.title, 1), self.discard), self.field, margins=(margin, 2, margin, 2), gap=2)
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

    def finish(self) -> bool:
        """Save the text and close the field; return False if that was refused."""
        request = self.request
        if self._is_saving or request is None:
            return True
        self.pause.stop()
        self.request = None  # as saving saves first what is typed
        if not self._save(request, self.field.toPlainText().strip()):
            self.request = request
            self.field.setFocus()
            return False
        self.close_field()
        return True

    def save(self) -> None:
        """Save the text; the field stays open."""
        self.pause.stop()
        if self.request is not None:
            self._is_saving = True  # every edit closes the field, but not this one
            try:
                self._save(self.request, self.field.toPlainText().strip())
            finally:
                self._is_saving = False

    def close_field(self) -> None:
        """Close the field without saving."""
        self.request = None
        for part in (self.title, self.field):
            part.clear()
        self.field.setAccessibleName("")
        self.pause.stop()
        self.hide()
        self.left.emit()

    def _save_soon(self) -> None:
        if not self.pause.isActive():
            self.pause.start()

    def _discard(self) -> None:
        if self.request is not None:
            self.field.setPlainText(self.request.text)
            if not self.finish():  # as another window changed the comment
                self.close_field()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: some keys close the field, and losses of the focus save the text."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape and self._drops:
                self._discard()
                return True
            if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Tab):
                self.finish()
                return True
        if isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusOut and not self._drops:
            if event.reason() == Qt.FocusReason.ActiveWindowFocusReason:
                self.save()  # the user switched to another app
            elif event.reason() != Qt.FocusReason.PopupFocusReason:
                self.finish()
        return super().eventFilter(watched, event)


class CommentsDialog(QDialog):
    """The list of all comments of annotators, which does not block the app; ``key`` writes one.

    Signals:
        chosen: the comment to go to.
    """

    chosen = Signal(object)

    def __init__(self, comments: Sequence[ListedComment], workspace: Workspace, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        names = list(dict.fromkeys(one.key.annotator for one in comments)) or [workspace.edited_name]
        self.setWindowTitle(f"Comments of {listed(map(escaped, names))}")
        self.resize(560, 460)
        self.comments, self._key = tuple(comments), key
        self.list, self.count = ParagraphList("Comments"), plain_label(wrapped=True)
        self.line = SearchLine("Search the comments", self.list, enters=True)
        for one in self.comments:
            whose = one.key.annotator if len(names) > 1 else ""
            self.list.addItem(comment_entry(one, one.key.segment, workspace.naming.name(one.key.system), whose))
        in_column(self, self.line, self.list, self.count, dialog_buttons(self))
        self.line.textChanged.connect(self._search)
        self.list.chosen.connect(lambda row: self.chosen.emit(self.comments[row]))
        self._search()

    def _search(self) -> None:
        matches = self.line.hide_others(self.list, [self.list.item(row).text() for row in range(self.list.count())])
        self.count.setText(
            f"{counted(matches, 'comment')}. Press Return to go to the selected one."
            if self.comments
            else f"There are no comments yet. Press {self._key} to comment on the chosen part."
        )


def comment_entry(comment: ListedComment, *place: str) -> str:
    """Return a comment below a line: whose and where it is, by names of which some may be empty."""
    return "\n".join(map(escaped, (" · ".join(filter(None, (*place, comment.name))), *comment.text.splitlines())))
