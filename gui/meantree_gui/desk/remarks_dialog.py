"""The list of all remarks of the annotator; Return goes to where one was made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree_gui.desk.remarks import Listed
from meantree_gui.widgets.search_line import SearchLine
from meantree_gui.widgets.tables import RETURN


class RemarksDialog(QDialog):
    """Typing searches, arrows choose; it does not stop the program.

    Signals:
        chosen: the remark to go to.
    """

    chosen = Signal(object)

    def __init__(self, remarks: Sequence[Listed], annotator: str, parent: QWidget | None = None) -> None:
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


def _entry(one: Listed) -> str:
    where = f"{one.key.segment} · {one.key.system} · {one.words}"
    return f"{escaped(where)}\n{escaped(one.text)}"
