"""The window that explains: chapters of the manual, the keyboard shortcuts, the metrics or the roles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QListWidget, QTextBrowser, QWidget

from meantree_gui.dialogs import dialog_buttons
from meantree_gui.help.guide import MARGIN
from meantree_gui.help.help_chapters import Chapter
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import SearchLine
from meantree_gui.widgets.letter_keys import LetterKeys


class PageBrowser(QTextBrowser):
    """Shows texts with pictures no wider than the text."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: N802  # Qt's name
        """Override QTextBrowser.loadResource: scale pictures down."""
        image = QImage(QUrl(name).toLocalFile()) if kind == QTextDocument.ResourceType.ImageResource else QImage()
        if image.isNull():
            return super().loadResource(kind, name)
        width = max(1, self.viewport().width() - 2 * MARGIN)
        if image.width() <= width:
            return image
        return image.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)


class HelpWindow(QDialog):
    """Chapters with a search line; arrow keys select one."""

    def __init__(self, title: str, chapters: Sequence[Chapter], parent: QWidget | None, *, first: str = "") -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(940, 640)
        self.chapters = tuple(chapters)
        self.list, self.text = QListWidget(), PageBrowser()
        LetterKeys(self.list)
        self.line = SearchLine("Search", self.list)
        self.line.setAccessibleName(f"Search {title}")
        self.list.setMaximumWidth(280)
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.list.addItems([chapter.title for chapter in self.chapters])
        self._arrange()
        self.line.textChanged.connect(self._search)
        self.list.currentRowChanged.connect(self._show)
        titles = [chapter.title for chapter in self.chapters]
        self.list.setCurrentRow(titles.index(first) if first in titles else 0)

    def _arrange(self) -> None:
        row = in_row(None, (in_column(None, self.line, self.list), 1), (self.text, 3))
        in_column(self, row, dialog_buttons(self))

    def _search(self) -> None:
        self.line.hide_others(self.list, (f"{chapter.title} {chapter.words}" for chapter in self.chapters))
        self._find()

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.chapters):
            return
        chapter = self.chapters[row]
        if chapter.page is None:
            self.text.setHtml(chapter.body)
        else:
            self.text.document().setBaseUrl(QUrl.fromLocalFile(str(chapter.page)))
            self.text.setMarkdown(_shown_markdown(chapter.words))
        self._find()

    def _find(self) -> None:
        """Select the first place of the searched words in the chapter, or of the longest of them."""
        words = self.line.text().strip()
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        if words and not self.text.find(words):
            self.text.find(max(words.split(), key=len))

    def _follow(self, url: QUrl) -> None:
        """Open another chapter, a heading of this one, or, outside of the manual, the browser."""
        if url.scheme() in ("http", "https"):
            QDesktopServices.openUrl(url)
            return
        page = self.chapters[self.list.currentRow()].page
        name, _, heading = url.toString().partition("#")
        target = (page.parent / name).resolve() if page is not None and name else page
        row = next((row for row, one in enumerate(self.chapters) if one.page == target), None)
        if row is not None:
            self.line.clear()
            self.list.setCurrentRow(row)
            self.text.find(heading.replace("-", " ")) if heading else None


def _shown_markdown(text: str) -> str:
    """Return a page of the manual without the comments for those who edit it."""
    return re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL).strip()
