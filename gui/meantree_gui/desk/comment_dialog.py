"""A comment on an annotation: whatever way the dialog is left, the text is kept."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QPlainTextEdit, QVBoxLayout, QWidget


class CommentDialog(QDialog):
    """Tab leaves the field, Ctrl+Return and Esc the dialog; only its button discards what was typed."""

    def __init__(self, now: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Comment")
        self.resize(460, 240)
        self._before = now
        self.field = QPlainTextEdit(now)
        self.field.setTabChangesFocus(True)
        self.field.setAccessibleName("Comment on this annotation")
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)
        label = QLabel("Comment on this annotation (Ctrl+Return or Esc saves it):")
        label.setBuddy(self.field)
        self.buttons = QDialogButtonBox()
        keep = self.buttons.addButton("Save", QDialogButtonBox.ButtonRole.AcceptRole)
        keep.setDefault(True)
        discard = self.buttons.addButton("Discard changes", QDialogButtonBox.ButtonRole.DestructiveRole)
        keep.clicked.connect(self.accept)
        discard.clicked.connect(self._discard)
        QShortcut(QKeySequence("Ctrl+Return"), self, self.accept)
        QShortcut(QKeySequence("Ctrl+Enter"), self, self.accept)
        column = QVBoxLayout(self)
        for widget in (label, self.field, self.buttons):
            column.addWidget(widget)

    def comment(self) -> str:
        """What stands in the field, without blanks around it."""
        return self.field.toPlainText().strip()

    def _discard(self) -> None:
        self.field.setPlainText(self._before)
        self.reject()
