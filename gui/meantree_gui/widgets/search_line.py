"""One way to search a list: the words that are typed above it must all be there."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListWidget

WALKING = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class SearchLine(QLineEdit):
    """Arrow keys walk the list while one types."""

    def __init__(self, what: str, listed: QAbstractItemView) -> None:
        super().__init__()
        self._listed = listed
        self.setPlaceholderText(what)
        self.setAccessibleName(what)
        self.setClearButtonEnabled(True)

    def accepts(self, text: str) -> bool:
        """Whether a text has all words that are typed."""
        folded = text.casefold()
        return all(word in folded for word in self.text().casefold().split())

    def hide_others(self, rows: QListWidget, texts: Iterable[str]) -> int:
        """Show the rows alone whose texts are looked for, one of them the current one; return how many there are."""
        found = [row for row, text in enumerate(texts) if self.accepts(text)]
        for row in range(rows.count()):
            rows.setRowHidden(row, row not in found)
        if found and rows.currentRow() not in found:
            rows.setCurrentRow(found[0])
        return len(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QLineEdit.keyPressEvent."""
        if event.key() in WALKING:
            QCoreApplication.sendEvent(self._listed, event)
        else:
            super().keyPressEvent(event)
