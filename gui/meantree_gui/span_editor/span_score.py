"""The score of a translation: a slider, and a field in which it is typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSlider, QWidget

from meantree.escaping import escaped
from meantree_gui.span_editor.span_editor import SCORE_WANTED, SpanEditor
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.widgets.labels import plain_label

if TYPE_CHECKING:
    from meantree.annotation.error_annotation import ErrorKey


class SpanScore(QWidget):
    """Return keeps what is typed and finishes the translation, Esc drops it."""

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__()
        self.editor = editor
        self.slider, self.field = QSlider(Qt.Orientation.Horizontal), QLineEdit()
        self._is_filling = False
        self._key: ErrorKey | None = None
        self.field.setPlaceholderText("none")
        self.field.setMaximumWidth(80)
        self.field.setAccessibleName("Score from 0 to 100")
        self.field.installEventFilter(self)
        self.slider.setRange(0, 100)
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.slider.valueChanged.connect(self._slide)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        for part in (plain_label("Score"), self.slider, self.field):
            row.addWidget(part)

    def show_marking(self, marking: SpanMarking) -> None:
        """Show the score of the open translation, unless another one is being typed."""
        self.setVisible(not marking.needs_category or marking.annotation.score is not None)
        self._is_filling = True
        self.slider.setValue(round(marking.annotation.score or 0))
        is_typed = self.field.isModified() and self.window().focusWidget() is self.field
        if not is_typed or self._key != self.editor.key:
            self.field.setText(_text(marking))
        self._key = self.editor.key
        self._is_filling = False

    def enter(self) -> None:
        """Begin to type."""
        self.field.setFocus()
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return keeps the score, Esc leaves it; neither reaches the panel, too."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._keep()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave()
                return True
        return super().eventFilter(watched, event)

    def _keep(self) -> None:
        """Save the typed score, and finish the translation; anything but a whole number from 0 to 100 is refused."""
        typed, marking = self.field.text().strip(), self.editor.marking
        is_whole = typed.isascii() and typed.isdecimal() and int(typed) <= 100
        if marking is None or not (is_whole or (typed and typed == _text(marking))):
            found = f"“{escaped(typed)}” is no score. " if typed else ""
            self.editor.reported.emit(f"{found}{SCORE_WANTED} Esc goes back to the words.")
            self.field.selectAll()
            return
        if not is_whole or self.editor.act(lambda own: own.score(float(typed)), "score"):
            self._leave()
            self.editor.finish()

    def _leave(self) -> None:
        if (panel := self.parentWidget()) is not None:
            panel.setFocus()
        self.editor.changed.emit()

    def _slide(self, value: int) -> None:
        if not self._is_filling:
            self.editor.act(lambda own: own.score(float(value)), "score")


def _text(marking: SpanMarking) -> str:
    return "" if marking.annotation.score is None else f"{marking.annotation.score:g}"
