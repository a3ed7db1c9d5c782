"""A sheet to read: chapters at the left, a line to search them, the text at the right. It does not stop the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One entry of the list.

    Attributes:
        title: plain text.
        body: HTML; whatever came from outside is escaped.
        words: what a search finds it by, beside the title.
    """

    title: str
    body: str
    words: str = ""


class Sheet(QDialog):
    """Typing searches, arrows choose."""

    def __init__(self, title: str, chapters: Sequence[Chapter], parent: QWidget | None, *, first: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(820, 560)
        self.chapters = tuple(chapters)
        self.line, self.list, self.text = QLineEdit(), QListWidget(), QTextBrowser()
        self.line.setPlaceholderText("Search")
        self.line.setClearButtonEnabled(True)
        self.line.setAccessibleName(f"Search {title}")
        self.list.setMaximumWidth(230)
        self.text.setOpenLinks(False)
        self.list.addItems([chapter.title for chapter in self.chapters])
        self._arrange()
        self.line.textChanged.connect(self._search)
        self.line.installEventFilter(self)
        self.list.currentRowChanged.connect(self._show)
        titles = [chapter.title for chapter in self.chapters]
        self.list.setCurrentRow(titles.index(first) if first in titles else 0)

    def _arrange(self) -> None:
        left, row, column = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        left.addWidget(self.line)
        left.addWidget(self.list)
        row.addLayout(left, 1)
        row.addWidget(self.text, 3)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addLayout(row)
        column.addWidget(buttons)

    def _search(self, typed: str) -> None:
        wanted, found = typed.casefold().split(), []
        for row, chapter in enumerate(self.chapters):
            text = f"{chapter.title} {chapter.words}".casefold()
            is_found = all(word in text for word in wanted)
            self.list.item(row).setHidden(not is_found)
            found += [row] * is_found
        if found and self.list.currentRow() not in found:
            self.list.setCurrentRow(found[0])

    def _show(self, row: int) -> None:
        if 0 <= row < len(self.chapters):
            self.text.setHtml(self.chapters[row].body)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: arrows in the line move in the list."""
        if watched is self.line and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None:
                self._step(step)
                return True
        return super().eventFilter(watched, event)

    def _step(self, by: int) -> None:
        shown = [row for row in range(self.list.count()) if not self.list.item(row).isHidden()]
        if shown:
            place = shown.index(self.list.currentRow()) if self.list.currentRow() in shown else 0
            self.list.setCurrentRow(shown[min(len(shown) - 1, max(0, place + by))])
