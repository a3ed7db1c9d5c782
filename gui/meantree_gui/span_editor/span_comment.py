"""The comment on an error, or on the whole translation, while it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from meantree.escaping import escaped
from meantree_gui.span_editor.span_editor import SpanEditor

if TYPE_CHECKING:
    from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey


class SpanComment(QLineEdit):
    """Belongs to the error that was chosen when it opened, whatever is chosen or saved elsewhere meanwhile.

    It is saved by Return and before anything else is done in the translation, dropped by Esc, and stays open until it
    is saved or dropped.
    """

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__()
        self.editor = editor
        self._key: ErrorKey | None = None
        self._about: tuple[ErrorAnnotation, int | None] | None = None
        """The errors at its opening, and the 0-based one of them that it is on, None for the whole translation."""
        self.hide()
        editor.changed.connect(self._follow)

    def open(self) -> None:
        """Begin with the comment so far on the chosen error, or on the whole translation."""
        marking = self.editor.marking
        if marking is None or not self.editor.save_typed():
            return
        number = marking.commented
        error = None if number is None else marking.annotation.marked[number]
        self._key, self._about = self.editor.key, (marking.annotation, number)
        self.setText(marking.annotation.comment if error is None else error.comment)
        self.setPlaceholderText(f"Comment on the {'translation' if error is None else 'error'}")
        self.show()
        self.setFocus()

    def keep(self) -> bool:
        """Save what was typed, and close; return False if it could not be saved and stays open."""
        about, self._about = self._about, None  # as saving saves first what is typed
        if about is None:
            return True
        text = " ".join(self.text().split())
        if self.isModified() and not self.editor.act(lambda own: own.comment(text, *about), "comment"):
            self._about = about
            self.setFocus()
            return False
        self._close()
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Return saves, Esc drops."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.keep()
        elif event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _close(self) -> None:
        has_focus = self.window().focusWidget() is self
        self._about = None
        self.clear()
        self.hide()
        if has_focus and (panel := self.parentWidget()) is not None:
            panel.setFocus()

    def _follow(self) -> None:
        """Close when another translation is open; what could not be saved is said."""
        if self._about is not None and self.editor.key != self._key:
            lost = self.text() if self.isModified() else ""
            self._close()
            if lost:
                self.editor.reported.emit(f"This comment was not saved: “{escaped(lost)}”")
