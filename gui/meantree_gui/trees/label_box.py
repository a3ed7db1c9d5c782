"""A box beside a word that asks for a label."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QWidget

from meantree_gui.trees.canvas import RETURN


class LabelBox(QComboBox):
    """Takes a label that is typed or chosen; Return takes it, Esc and a click elsewhere do not.

    Signals:
        chosen: a label; the box is gone afterwards.
        dropped: none was wanted; the box is gone afterwards.
    """

    chosen = Signal(str)
    dropped = Signal()

    def __init__(self, parent: QWidget, word: QRect, now: str, known: Sequence[str]) -> None:
        """Open below a word, or above it where there is no room, with the label of now and those that are known."""
        super().__init__(parent)
        self._is_done = False
        self.setAccessibleName("Label of the arc")
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.addItems(list(known))
        self.setCurrentText(now)
        self.adjustSize()
        left = min(max(0, word.center().x() - self.width() // 2), max(0, parent.width() - self.width()))
        below = word.bottom() + 2
        top = below if below + self.height() <= parent.height() else max(0, word.top() - 2 - self.height())
        self.move(left, top)
        self.activated.connect(self._take)
        self.show()
        self.setFocus()
        edit = self.lineEdit()
        assert edit is not None  # it is editable
        edit.selectAll()

    def _take(self) -> None:
        self._end(self.currentText().strip())

    def _end(self, label: str) -> None:
        if self._is_done:
            return
        self._is_done = True
        self.hide()
        self.deleteLater()
        if label:
            self.chosen.emit(label)
        else:
            self.dropped.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QComboBox.keyPressEvent."""
        key = Qt.Key(event.key())
        if key in RETURN:
            self._take()
        elif key == Qt.Key.Key_Escape:
            self._end("")
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Override QComboBox.focusOutEvent: whoever goes elsewhere wants no label; the open list is part of the box."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._end("")
