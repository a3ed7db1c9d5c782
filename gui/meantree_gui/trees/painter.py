"""Painting of display lists with Qt, and the size of their parts on screen."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from functools import cache, lru_cache

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen

from meantree.metrics.evidence import Status
from meantree.picture.display_list import Box, Curve, Disc, Lettering, Line, Part, Pen, Rule, colour_of, pen_of
from meantree.picture.style import SIZES, Font
from meantree_gui import theme

SHARE_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a text's width that lies before its anchor."""


def font(role: Font) -> QFont:
    """Return the font of words, notes or arc labels at scale 1."""
    return _font(SIZES[role])


def measure(text: str, role: Font) -> float:
    """Return the width of ``text`` in pixels at scale 1."""
    return _width(text, SIZES[role])


def status_colour(status: Status | None) -> QColor:
    """Return the colour of a status in the current theme; None means an arc without a mark."""
    return QColor(colour_of(status, theme.current()))


def status_pen(status: Status | None, width: float | None = None) -> QPen:
    """Return the pen of a status, or of arcs without a mark: colour, dashes, and width unless one is given."""
    return _pen(pen_of(status, theme.current(), width))


def paint(painter: QPainter, parts: Iterable[Part], *, bold: bool = False) -> None:
    """Draw parts from back to front, texts in bold if requested."""
    for part in parts:
        if isinstance(part, Lettering):
            painter.setFont(_font(part.size, bold=bold))
            painter.setPen(_pen(Pen(part.colour, 1)))
            offset = SHARE_BEFORE[part.anchor] * _width(part.text, part.size, bold=bold)
            painter.drawText(QPointF(part.x - offset, part.y), part.text)
            continue
        painter.setPen(_pen(None if isinstance(part, Disc) else part.pen))
        painter.setBrush(_brush(part.fill, part.opacity if isinstance(part, Box) else None))
        if isinstance(part, Rule):
            painter.drawLine(QLineF(*part.points[0], *part.points[1]))
        elif isinstance(part, Line):
            painter.drawPath(path_of(part))
        elif isinstance(part, Box):
            painter.drawRoundedRect(QRectF(part.x, part.y, part.width, part.height), part.radius, part.radius)
        else:
            painter.drawEllipse(QPointF(part.x, part.y), part.radius, part.radius)


def room_of(parts: Iterable[Part]) -> QRectF:
    """Return the rectangle around parts."""
    left = top = math.inf
    right = foot = -math.inf
    for part in parts:
        ends = _ends(part)
        left, top, right, foot = min(left, ends[0]), min(top, ends[1]), max(right, ends[2]), max(foot, ends[3])
    return QRectF(left, top, right - left, foot - top)


def path_of(line: Line) -> QPainterPath:
    """Return a line as a Qt path."""
    path = QPainterPath()
    path.moveTo(*line.points[0])
    if not isinstance(line, Curve):
        for point in line.points[1:]:
            path.lineTo(*point)
        return path
    for _, *points in line.sections:
        draw = (path.lineTo, path.quadTo, path.cubicTo)[len(points) - 1]
        draw(*itertools.chain.from_iterable(points))
    return path


def _ends(part: Part) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom end of a part."""
    if isinstance(part, Lettering):
        width = _width(part.text, part.size)
        left = part.x - SHARE_BEFORE[part.anchor] * width
        return left, part.y - part.size, left + width, part.y + part.size / 3
    if isinstance(part, Box):
        return part.x, part.y, part.x + part.width, part.y + part.height
    if isinstance(part, Disc):
        return part.x - part.radius, part.y - part.radius, part.x + part.radius, part.y + part.radius
    xs, ys = zip(*part.points, strict=True)
    half = part.pen.width / 2 if part.pen is not None else 0.0
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@lru_cache(maxsize=1 << 14)
def _width(text: str, size: float, *, bold: bool = False) -> float:
    return QFontMetricsF(_font(size, bold=bold)).horizontalAdvance(text)


@cache
def _font(size: float, *, bold: bool = False) -> QFont:
    qt_font = QFont()
    qt_font.setPixelSize(round(size))
    qt_font.setBold(bold)
    return qt_font


@cache
def _pen(pen: Pen | None) -> QPen:
    if pen is None:
        return QPen(Qt.PenStyle.NoPen)
    qt_pen = QPen(QColor(pen.colour), pen.width)
    qt_pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if pen.dashes:
        qt_pen.setDashPattern([length / pen.width for length in pen.dashes])
    return qt_pen


@cache
def _brush(fill: str, opacity: float | None) -> QBrush:
    if not fill:
        return QBrush(Qt.BrushStyle.NoBrush)
    colour = QColor(fill)
    colour.setAlphaF(1.0 if opacity is None else opacity)
    return QBrush(colour)
