"""Labels for text that may not fit, and texts with marked error spans."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextDocument, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from meantree.corpus.corpus import ErrorSpan
from meantree.escaping import escaped
from meantree_gui import theme

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment


LEAST = 4
"""Letters that can be read anyway."""


def plain_label(text: str = "", *, role: str = "muted", wrapped: bool = False, side_margin: int = 0) -> QLabel:
    """Return a label that never takes a user's text for markup.

    Args:
        text: of the label.
        role: the style of the label, as in :mod:`meantree_gui.theme`; empty for the default style.
        wrapped: whether long text continues on further lines.
        side_margin: pixels left and right of the text.
    """
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wrapped)
    label.setContentsMargins(side_margin, 0, side_margin, 0)
    if role:
        label.setProperty("role", role)
    return label


class ElidedLabel(QLabel):
    """As wide as its text where there is room; else it ends in an ellipsis, and its tip has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def shown_text(self) -> str:
        """What can be read of it."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def setText(self, text: str) -> None:  # noqa: N802
        """Override QLabel.setText."""
        super().setText(text)
        self._tell_what_is_cut()

    def minimumSizeHint(self) -> QSize:
        """Override QLabel.minimumSizeHint: of a few letters."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), LEAST * self.fontMetrics().horizontalAdvance("m")), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: the tip."""
        super().resizeEvent(event)
        self._tell_what_is_cut()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QLabel.paintEvent."""
        painter = QPainter(self)
        room, palette = self.contentsRect(), self.palette()
        how, enabled, role = self.alignment(), self.isEnabled(), self.foregroundRole()
        self.style().drawItemText(painter, room, how, palette, enabled, self.shown_text, role)
        painter.end()

    def _tell_what_is_cut(self) -> None:
        # A tip that wraps, and takes nobody's name for markup.
        self.setToolTip("" if self.shown_text == self.text() else f"<p>{escape(self.text())}</p>")


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


GRAVE, SLIGHT = ("#ffc9c2", "#7a2f2a"), ("#ffedb0", "#5f4b12")
"""Behind words, light and dark; what matched, is missed or extra never has a colour behind it."""
PLACE: Final = "\u25b2"
"""What stands where something is lacking, so that nothing could be coloured."""
ERROR_SIDES: Final = ("source", "hypothesis")
SLIGHT_NAMES: Final = frozenset({"minor", "neutral"})


def errors_of(segment: Segment, system: str, side: str) -> list[ErrorSpan]:
    """Those that were marked in one of the texts of a system's translation, from left to right."""
    found = [one for one in segment.errors if one.system == system and one.side == side]
    return sorted(found, key=lambda one: (one.start, one.end))


def marked(text: str, errors: Sequence[ErrorSpan]) -> str:
    """The text as HTML with the errors underlined; the text itself is never taken for markup."""
    ends = sorted({0, len(text), *(min(at, len(text)) for one in errors for at in (one.start, one.end))})
    parts = [_place(0, errors)]
    for start, end in pairwise(ends):
        over = [one for one in errors if one.start <= start and end <= one.end]
        written = escape(text[start:end])
        parts.append(f'<span style="{_style(over)}">{written}</span>' if over else written)
        parts.append(_place(end, errors))
    return f'<div style="white-space: pre-wrap">{"".join(parts)}</div>'


def told(text: str, errors: Iterable[ErrorSpan]) -> str:
    """The text and its errors as HTML for a tip, one on each line."""
    rows = [
        f"<tr><td><b>{escape(escaped(one.severity))}</b></td><td>{escape(escaped(one.category))}</td>"
        f"<td>{escape(escaped(text[one.start : one.end]) or '(nothing)')}</td>"
        f"<td>{escape(escaped(one.rater))}</td></tr>"
        for one in errors
    ]
    return f"<p>{escape(text)}</p>" + (f"<table cellspacing=4>{''.join(rows)}</table>" if rows else "")


def _style(errors: Iterable[ErrorSpan]) -> str:
    is_slight = all(one.severity.casefold() in SLIGHT_NAMES for one in errors)
    colour = (SLIGHT if is_slight else GRAVE)[theme.is_dark()]
    return f"color: {theme.current().text}; background-color: {colour}; text-decoration: underline"


def _place(at: int, errors: Iterable[ErrorSpan]) -> str:
    here = [one for one in errors if one.start == one.end == at]
    return f'<span style="{_style(here)}">{PLACE}</span>' if here else ""
