"""Labels for text that may not fit, and texts with marked error spans."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from meantree.comparison.marks import gravest
from meantree.corpus.corpus import ErrorSpan
from meantree.escaping import escaped
from meantree_gui import theme

if TYPE_CHECKING:
    from meantree.corpus.corpus import Segment


MIN_LETTERS = 4
"""Letters that are always readable."""


def plain_label(text: str = "", *, role: str = "muted", wrapped: bool = False, side_margin: int = 0) -> QLabel:
    """Return a label that never takes a user's text for markup.

    Args:
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


def isolated(text: str) -> str:
    """Return a text that keeps its own writing direction inside of a line; an empty one stays empty."""
    return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}" if text else ""


def describe(widget: QWidget, text: str, *, aloud: bool = True) -> None:
    """Describe what a widget shows at its cursor to screen readers, which say it at once if it has changed."""
    if text != widget.accessibleDescription():
        widget.setAccessibleDescription(text)
        if aloud and text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class ElidedLabel(QLabel):
    """A label whose text ends in an ellipsis if it does not fit; the tooltip then shows all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)

    @property
    def shown_text(self) -> str:
        """The visible part of the text."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.contentsRect().width())

    def setText(self, text: str) -> None:  # noqa: N802
        """Override QLabel.setText."""
        super().setText(text)
        self._update_tip()

    def minimumSizeHint(self) -> QSize:
        """Override QLabel.minimumSizeHint: the width of a few letters."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), MIN_LETTERS * self.fontMetrics().horizontalAdvance("m")), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: update the tooltip."""
        super().resizeEvent(event)
        self._update_tip()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Override QLabel.paintEvent."""
        painter = QPainter(self)
        room, palette = self.contentsRect(), self.palette()
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            painter.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        alignment, enabled, role = self.alignment(), self.isEnabled(), self.foregroundRole()
        self.style().drawItemText(painter, room, alignment, palette, enabled, self.shown_text, role)
        painter.end()

    def _update_tip(self) -> None:
        # As HTML, the tooltip wraps, and escaped text is never taken for markup.
        self.setToolTip("" if self.shown_text == self.text() else f"<p>{escape(self.text())}</p>")


MAX_LINES = 4
MIN_LETTER_WIDTH = 3
"""The least average width of letters in pixels; text that cannot fit is not laid out."""


class FewLines(QLabel):
    """A label of a few lines, counted as they are laid out: line heights differ between scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.text_whole, self._errors, self._max_lines = "", tuple[ErrorSpan, ...](), MAX_LINES
        self._laid_out: object = None
        self.setTextFormat(Qt.TextFormat.PlainText)  # texts are never taken for markup
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # Neither a long word may widen the window, nor a long text take the space of the trees.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str, errors: Sequence[ErrorSpan] = ()) -> None:
        """Show a text; its tooltip has all of it, with the error spans marked in it."""
        self.text_whole, self._errors, self._laid_out = text, tuple(errors), None
        self.setTextFormat(Qt.TextFormat.RichText if errors else Qt.TextFormat.PlainText)
        self.setToolTip(error_tip(text, errors) if text else "")
        self._lay_out()

    def allow(self, lines: int) -> None:
        """Set the largest number of lines."""
        self._max_lines = lines
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent."""
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Override QWidget.changeEvent: lay out again in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._laid_out = None
            self._lay_out()

    def _lay_out(self) -> None:
        room = self.contentsRect().width(), self._max_lines
        if room != self._laid_out:
            self._laid_out = room
            self.setText(self._written(self._fitting()))

    def _fitting(self) -> int:
        """Return how many characters fit, all of them or those before an ellipsis."""
        text, size = self.text_whole, len(self.text_whole)
        high = min(size, self._max_lines * max(1, self.contentsRect().width()) // MIN_LETTER_WIDTH)
        if high == size and self._fits(size):
            return size
        low = 0
        while low < high - 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._fits(middle) else (low, middle)
        while low and unicodedata.combining(text[low]):  # keep combining accents with their letter
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
        return lines <= self._max_lines

    def _written(self, size: int) -> str:
        text = self.text_whole if size >= len(self.text_whole) else f"{self.text_whole[:size].rstrip()}…"
        return marked(text, self._errors) if self._errors else text


PLACE: Final = "\u25b2"
"""Marks an error span of no length, as for an omission."""
ERROR_SIDES: Final = ("source", "hypothesis")


def errors_of(segment: Segment, system: str, side: str) -> list[ErrorSpan]:
    """Return the error spans in a text (``source`` or ``hypothesis``) of a system's translation, from left to right."""
    errors = [error for error in segment.errors if error.system == system and error.side == side]
    return sorted(errors, key=lambda error: (error.start, error.end))


def marked(text: str, errors: Sequence[ErrorSpan]) -> str:
    """Return the text as escaped HTML with the error spans underlined."""
    ends = sorted({0, len(text), *(min(at, len(text)) for error in errors for at in (error.start, error.end))})
    parts = [_place(0, errors)]
    for start, end in pairwise(ends):
        over = [error for error in errors if error.start <= start and end <= error.end]
        written = escape(text[start:end])
        parts.append(f'<span style="{_style(over)}">{written}</span>' if over else written)
        parts.append(_place(end, errors))
    return f'<div style="white-space: pre-wrap">{"".join(parts)}</div>'


def error_tip(text: str, errors: Iterable[ErrorSpan]) -> str:
    """Return a text and its errors as HTML for a tooltip, one per line."""
    rows = [
        f"<tr><td><b>{escape(escaped(error.severity))}</b></td><td>{escape(escaped(error.category))}</td>"
        f"<td>{escape(escaped(text[error.start : error.end]) or '(nothing)')}</td>"
        f"<td>{escape(escaped(error.rater))}</td></tr>"
        for error in errors
    ]
    return f"<p>{escape(text)}</p>" + (f"<table cellspacing=4>{''.join(rows)}</table>" if rows else "")


def _style(errors: Iterable[ErrorSpan]) -> str:
    colour = theme.current().errors[gravest(error.severity for error in errors)]
    return f"color: {theme.current().text}; background-color: {colour}; text-decoration: underline"


def _place(at: int, errors: Iterable[ErrorSpan]) -> str:
    here = [error for error in errors if error.start == error.end == at]
    return f'<span style="{_style(here)}">{PLACE}</span>' if here else ""
