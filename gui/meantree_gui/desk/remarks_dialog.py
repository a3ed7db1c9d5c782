"""The list of all remarks of the annotator; Return goes to where one was made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QListWidget, QVBoxLayout, QWidget

from meantree.shown import counted, shown
from meantree_gui.desk.remarks import Listed


class RemarksDialog(QDialog):
    """Typing searches, arrows choose; it does not stop the program.

    Signals:
        chosen: the remark to go to.
    """

    chosen = Signal(object)

    def __init__(self, remarks: Sequence[Listed], annotator: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Remarks of {shown(annotator)}")
        self.resize(560, 460)
        self.remarks = tuple(remarks)
        self.line, self.list, self.count = QLineEdit(), QListWidget(), QLabel()
        self.line.setPlaceholderText("Search the remarks")
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName("Search the remarks")
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
        self._search("")

    def _search(self, typed: str) -> None:
        wanted, found = typed.casefold().split(), []
        for row in range(self.list.count()):
            item = self.list.item(row)
            is_found = all(word in item.text().casefold() for word in wanted)
            item.setHidden(not is_found)
            found += [row] * is_found
        if found and self.list.currentRow() not in found:
            self.list.setCurrentRow(found[0])
        self.count.setText(
            f"{counted(len(found), 'remark')}. Return goes to where it was made."
            if self.remarks
            else "There are no remarks yet. R writes one on what the cursor is on."
        )

    def _go(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self.remarks) and not self.list.item(row).isHidden():
            self.chosen.emit(self.remarks[row])

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: Return goes there, arrows in the line move in the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._go()
                return True
            if watched is self.line and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.list.setFocus()
                return self.list.event(event)
        return super().eventFilter(watched, event)


def _entry(one: Listed) -> str:
    where = f"{one.key.segment} · {one.key.system} · {one.words}"
    return f"{shown(where)}\n{shown(one.text)}"
