"""A text of a few lines, in any script: what has no room ends in an ellipsis, and a tip has all of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy

from meantree.corpus.corpus import ErrorSpan
from meantree_gui.widgets.error_spans import marked, told

MOST = 4
NARROWEST_LETTER = 3
"""Pixels that letters have on the average at least; what cannot fit is not laid out to see."""


class FewLines(QLabel):
    """Lines are counted as they are laid out: those of some scripts are higher than others in the same font."""

    def __init__(self) -> None:
        super().__init__()
        self.text_whole, self._errors, self._most = "", tuple[ErrorSpan, ...](), MOST
        self._laid_out: object = None
        self.setTextFormat(Qt.TextFormat.PlainText)  # users' texts are never taken for markup
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # One long word must not make the window as wide as it is, nor a long text take the trees' room.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str, errors: Sequence[ErrorSpan] = ()) -> None:
        """Write a text; its tip has all of it, and what is said of errors that people marked in it."""
        self.text_whole, self._errors, self._laid_out = text, tuple(errors), None
        self.setTextFormat(Qt.TextFormat.RichText if errors else Qt.TextFormat.PlainText)
        self.setToolTip(told(text, errors) if text else "")
        self._lay_out()

    def allow(self, lines: int) -> None:
        """How many lines there may be."""
        self._most = lines
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: another font needs other room."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._laid_out = None
            self._lay_out()

    def _lay_out(self) -> None:
        room = self.contentsRect().width(), self._most
        if room != self._laid_out:
            self._laid_out = room
            self.setText(self._written(self._fitting()))

    def _fitting(self) -> int:
        """How many characters of the text fit, all or those before an ellipsis."""
        text, size = self.text_whole, len(self.text_whole)
        high = min(size, self._most * max(1, self.contentsRect().width()) // NARROWEST_LETTER)
        if high == size and self._fits(size):
            return size
        low = 0
        while low < high - 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._fits(middle) else (low, middle)
        while low and unicodedata.combining(text[low]):  # a letter keeps its accents
            low -= 1
        return low

    def _fits(self, size: int) -> bool:
        document = QTextDocument()
        document.setDocumentMargin(0)
        document.setDefaultFont(self.font())
        document.setDefaultTextOption(QTextOption(Qt.AlignmentFlag.AlignLeft))
        (document.setHtml if self._errors else document.setPlainText)(self._written(size))
        document.setTextWidth(self.contentsRect().width())
        document.size()  # lays it out
        lines, block = 0, document.begin()
        while block.isValid():
            lines += block.layout().lineCount()
            block = block.next()
        return lines <= self._most

    def _written(self, size: int) -> str:
        text = self.text_whole if size >= len(self.text_whole) else f"{self.text_whole[:size].rstrip()}…"
        return marked(text, self._errors) if self._errors else text
