"""The score of a translation: a slider, and a field in which it is typed."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSlider, QWidget

from meantree.annotation.error_annotation import ErrorKey
from meantree.escaping import escaped
from meantree_gui.span_editor.span_editor import SCORE_WANTED, SpanEditor
from meantree_gui.span_editor.span_marking import SpanMarking
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import plain_label

ANCHORS: Final = ("0 no meaning", "33 some meaning", "66 most of the meaning", "100 perfect")
"""The labels of ESA's scale, each below its value."""
ACROSS: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
"""Steps to other translations, by key with Ctrl."""


class SpanScore(QWidget):
    """A slider and a field for the score.

    Return saves a typed score and finishes the translation; any other command saves it first; Esc drops it.

    Signals:
        left: the field needs the keyboard no more.
    """

    left = Signal()

    def __init__(self, editor: SpanEditor) -> None:
        super().__init__()
        self.editor = editor
        self.slider, self.field = QSlider(Qt.Orientation.Horizontal), QLineEdit()
        self._is_saving = False
        self._key: ErrorKey | None = None
        self.field.setPlaceholderText("none")
        self.field.setMaximumWidth(80)
        self.field.setAccessibleName("Score from 0 to 100")
        self.field.installEventFilter(self)
        self.field.textEdited.connect(lambda typed: self._move_slider(int(typed) if _is_score(typed) else 0))
        self.slider.setRange(0, 100)
        self.slider.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.slider.valueChanged.connect(self._slide)
        anchors = [plain_label(anchor) for anchor in ANCHORS]
        sides = Qt.AlignmentFlag
        for anchor, side in zip(anchors, (sides.AlignLeft, *2 * [sides.AlignHCenter], sides.AlignRight), strict=True):
            anchor.setMinimumWidth(1)  # a narrow window cuts them
            anchor.setAlignment(side)
        scale = QWidget()
        row = in_row(None, *zip(anchors, (2, 3, 3, 2), strict=True), margins=(0, 0, 0, 0))
        in_column(scale, self.slider, row, margins=(0, 0, 0, 0), gap=0)
        in_row(self, plain_label("Score"), (scale, 1), self.field, margins=(0, 0, 0, 0))

    def show_marking(self, marking: SpanMarking | None) -> None:
        """Show the score of the open translation, unless another one is being typed; nothing where none is open."""
        if self._key != self.editor.key and self.field.hasFocus():
            self.left.emit()
        self.setVisible(marking is not None and (not marking.needs_category or marking.annotation.score is not None))
        if marking is None:
            self.field.setText("")  # cleared, it would be as if somebody had typed in it
            return
        self._move_slider(marking.annotation.score or 0)
        lost = self.field.text().strip() if self.field.isModified() and self._key != self.editor.key else ""
        if lost or not self.field.isModified():
            self.field.setText(_text(marking))
        if lost:
            self.editor.reported.emit(f"This score was not saved: “{escaped(lost)}”")
        self._key = self.editor.key

    def enter(self) -> None:
        """Begin to type."""
        self.field.setFocus()
        self.field.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: neither Return nor Esc reaches the panel; Qt's field takes Ctrl+Up and Down."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._finish()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self._leave()
                return True
            step = ACROSS.get(Qt.Key(event.key()))
            if step is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.editor.go_across(step)
                return True
        return super().eventFilter(watched, event)

    def keep(self) -> bool:
        """Save what is typed; return False if it is no score, or cannot be saved, and stays in the field."""
        typed, marking = self.field.text().strip(), self.editor.marking
        if self._is_saving or marking is None or not self.field.isModified():
            return True
        if typed in ("", _text(marking)):
            self.field.setModified(False)
            return True
        if not _is_score(typed):
            self.editor.reported.emit(f"“{escaped(typed)}” is no score. {SCORE_WANTED} Esc goes back to the words.")
            self.enter()
            return False
        self._is_saving = True  # as saving saves first what is typed
        is_saved = self.editor.act(lambda own: own.score(float(typed)), "score")
        self._is_saving = False
        self.field.setModified(not is_saved)
        if not is_saved:
            self.field.setFocus()
        return is_saved

    def _finish(self) -> None:
        if not self.field.text().strip():
            self.editor.reported.emit(f"{SCORE_WANTED} Esc goes back to the words.")
        elif self.keep():
            self._leave()
            self.editor.finish()

    def _leave(self) -> None:
        self.field.setModified(False)
        self.left.emit()
        self.editor.changed.emit()

    def _move_slider(self, value: float) -> None:
        """Have the slider at a value that it does not set itself."""
        with QSignalBlocker(self.slider):
            self.slider.setValue(round(value))

    def _slide(self, value: int) -> None:
        self.editor.act(lambda own: own.score(float(value)), "score")


def _is_score(typed: str) -> bool:
    return typed.isascii() and typed.isdecimal() and int(typed) <= 100


def _text(marking: SpanMarking) -> str:
    return "" if marking.annotation.score is None else f"{marking.annotation.score:g}"
