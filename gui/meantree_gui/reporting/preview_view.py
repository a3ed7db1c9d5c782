"""A report as it will look on paper: light in either appearance, its pictures drawn as vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPalette,
    QPyTextObject,
    QResizeEvent,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QTextBrowser

from meantree.picture.style import LIGHT

MARGIN = 22
STEP = 20
"""Pixels by which the room grows before pictures are made anew."""


class _Pictures(QPyTextObject):
    """Draws pictures of a document by their names, and nothing else: no image is ever loaded."""

    def __init__(self, view: PreviewView) -> None:
        super().__init__(view)
        self.svg: Mapping[str, str] = {}
        self._drawn: dict[str, QSvgRenderer] = {}

    def show(self, svg: Mapping[str, str]) -> None:
        """Draw others from now on."""
        self.svg = svg
        self._drawn = {}

    def intrinsicSize(self, _document: QTextDocument, _place: int, form: QTextFormat) -> QSizeF:  # noqa: N802
        """Override QPyTextObject.intrinsicSize: as the page says."""
        picture = form.toImageFormat()
        return QSizeF(picture.width(), picture.height()) if picture.name() in self.svg else QSizeF(0, 0)

    def drawObject(  # noqa: N802
        self, painter: QPainter, room: QRectF | QRect, _document: QTextDocument, _place: int, form: QTextFormat
    ) -> None:
        """Override QPyTextObject.drawObject."""
        name = form.toImageFormat().name()
        if name not in self.svg:
            return
        if name not in self._drawn:
            self._drawn[name] = QSvgRenderer(self.svg[name].encode())
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._drawn[name].render(painter, QRectF(room))
        painter.restore()


class PreviewView(QTextBrowser):
    """Shows pages that are made here; opens no links and loads nothing.

    Signals:
        resized: pictures of another width fit in.
    """

    resized = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview of the report")
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # a page does not change the room
        self.document().setDocumentMargin(MARGIN)
        self.pictures = _Pictures(self)
        self.document().documentLayout().registerHandler(QTextFormat.ObjectTypes.ImageObject.value, self.pictures)
        self._room = 0
        self.dress()

    def dress(self) -> None:
        """White paper, whatever the appearance is."""
        palette = self.palette()
        for role, colour in (
            (QPalette.ColorRole.Base, "#ffffff"),
            (QPalette.ColorRole.Text, LIGHT.text),
            (QPalette.ColorRole.Highlight, LIGHT.selection),
            (QPalette.ColorRole.HighlightedText, LIGHT.text),
        ):
            palette.setColor(role, QColor(colour))
        self.setPalette(palette)
        self.setStyleSheet(f"QTextBrowser {{ background: #ffffff; color: {LIGHT.text}; }}")

    @property
    def room(self) -> int:
        """Pixels for pictures."""
        return max(15 * STEP, (self.viewport().width() - 2 * MARGIN) // STEP * STEP)

    def show_page(self, page: str, pictures: Mapping[str, str]) -> None:
        """Show another page; what was in view stays there."""
        before = self.verticalScrollBar().value()
        self.pictures.show(pictures)
        self.setHtml(page)
        self.verticalScrollBar().setValue(before)

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:  # noqa: N802
        """Override QTextBrowser.loadResource: there are none."""
        return None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QTextBrowser.resizeEvent."""
        super().resizeEvent(event)
        if self.room != self._room:
            self._room = self.room
            self.resized.emit()
