"""A sheet to read: chapters at the left, a line to search them, the text at the right. It does not stop the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QListWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from meantree_gui.widgets.choosers import SearchLine


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
        self.list, self.text = QListWidget(), QTextBrowser()
        self.line = SearchLine("Search", self.list)
        self.line.setAccessibleName(f"Search {title}")
        self.list.setMaximumWidth(230)
        self.text.setOpenLinks(False)
        self.list.addItems([chapter.title for chapter in self.chapters])
        self._arrange()
        self.line.textChanged.connect(self._search)
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

    def _search(self) -> None:
        self.line.hide_others(self.list, (f"{chapter.title} {chapter.words}" for chapter in self.chapters))

    def _show(self, row: int) -> None:
        if 0 <= row < len(self.chapters):
            self.text.setHtml(self.chapters[row].body)
