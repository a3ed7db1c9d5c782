"""Display lists painted with Qt, and the graphics items of pictures, one for each token, arc, constituent or link."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from html import escape
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.alignment.linked_frames import spans_of
from meantree.alignment.word_status import WORD_STATUSES
from meantree.analysis.frames import LinkKind, phrase
from meantree.comparison.comparison import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.comparison.prediction import feature_title
from meantree.corpus.corpus import ErrorSpan
from meantree.metrics.evidence import AnyStatus, Status
from meantree.numbers import difference, percent
from meantree.picture.arc_layout import ArcShape
from meantree.picture.display_list import Box, Disc, Group, Lettering, Line, Part, Pen, colour_of, pen_of
from meantree.picture.frame_picture import Chip, ChipLink, name_of
from meantree.picture.shapes import Stroke
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


def status_colour(status: AnyStatus | None) -> QColor:
    """Return the colour of a status in the current theme; None means an arc without a mark."""
    return QColor(colour_of(status, theme.current()))


def status_pen(status: AnyStatus | None, width: float | None = None) -> QPen:
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
        if isinstance(part, Line):
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


Key = TypeVar("Key")
FADED = 0.22
"""Opacity of what is not highlighted while something else is."""
BOLDER, BOLD_TEXT = 1.7, 1.2
"""Factors by which a highlighted line is wider, and the patch below its label, which is in bold."""
FOCUS = 1.4
"""Width in pixels of the frame around the item under the cursor."""
LIT = 0.7
"""Width in pixels of the frame around a highlighted word."""
BROAD = 8.0
"""Width in pixels of the strip along a line in which the mouse hits it."""
MOST_FEATURES = 4
"""The largest number of features that a tooltip names."""


class GroupItem(QGraphicsItem):
    """All that is drawn of one token, arc, constituent, link or frame, in its present state.

    Attributes:
        of: the shape in the layout that it draws.
        mark: its status and units, if a click on it requests the units.
    """

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.of = group.of
        self.mark: Mark | None = None
        self.highlighted = self.focused = self.selected = False
        self._group, self._parts, self._is_bold = group, group.parts, False
        self._room = room_of(group.parts).adjusted(-4, -2, 4, 2)
        self._bounds = self._room.adjusted(-2, -2, 2, 2)
        title = group.title or getattr(group.parts[0], "title", "")
        if title:
            self.setToolTip(f"<p>{escape(title)}</p>")

    def set_state(self, *, highlighted: bool = False, focused: bool = False, selected: bool = False) -> None:
        """Set whether the item is highlighted, has the word cursor around it, or is selected."""
        if (highlighted, focused, selected) == (self.highlighted, self.focused, self.selected):
            return
        self.highlighted, self.focused, self.selected = highlighted, focused, selected
        is_line = isinstance(self.of, ArcShape | Stroke)
        self.prepareGeometryChange()
        self._parts = tuple(
            map(_bolder, self._group.lit or self._group.parts) if highlighted and is_line else self._patched()
        )
        self._is_bold = highlighted and (is_line or self._has_box)
        self._bounds = room_of(self._parts).united(self._room).adjusted(-2, -2, 2, 2)
        self.setZValue(1 if highlighted and is_line else 0)
        self.update()

    @property
    def _has_box(self) -> bool:
        return any(isinstance(part, Box) for part in self._group.parts)

    def _patched(self) -> Iterator[Part]:
        """Yield the parts with a patch behind words or inside boxes, and the frame of the cursor."""
        palette = theme.current()
        patch = palette.accent if self.selected else palette.selection if self.highlighted else ""
        if self.focused or (patch and not self._has_box):
            room, edge = self._room, Pen(palette.accent, FOCUS if self.focused else LIT)
            fill = "" if self._has_box else patch
            yield Box(room.x(), room.y(), room.width(), room.height(), fill, edge, 4)
        for part in self._group.parts:
            if patch and isinstance(part, Box):
                yield replace(part, fill=patch)
            elif self.selected and isinstance(part, Lettering):
                yield replace(part, colour=palette.surface)
            else:
                yield part

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return self._bounds

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: lines, behind any text of theirs, are broad, so that the mouse hits them."""
        path = QPainterPath()
        if not isinstance(self._group.parts[0], Line):
            path.addRect(self._room)
            return path
        stroker = QPainterPathStroker()
        stroker.setWidth(BROAD)
        for part in self._group.parts:
            if isinstance(part, Line):
                path.addPath(stroker.createStroke(path_of(part)))
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint: the patch below the label of an arc hides the line, however faded they are."""
        if isinstance(self.of, ArcShape):
            opacity = painter.opacity()
            painter.setOpacity(1.0)
            paint(painter, (part for part in self._parts if isinstance(part, Box)))
            painter.setOpacity(opacity)
        paint(painter, self._parts, bold=self._is_bold)


def _bolder(part: Part) -> Part:
    if isinstance(part, Box):
        width = BOLD_TEXT * part.width
        return replace(part, x=part.x - (width - part.width) / 2, width=width)
    if not isinstance(part, Line) or part.pen is None:
        return part
    pen = part.pen
    return replace(
        part, pen=replace(pen, width=pen.width * BOLDER, dashes=tuple(BOLDER * length for length in pen.dashes))
    )


def first_key_of(items_by_key: Mapping[Key, GroupItem], items: Iterable[QGraphicsItem]) -> Key | None:
    """Return the first key whose item is among ``items``, or None."""
    candidates = set(items)
    return next((key for key, item in items_by_key.items() if item in candidates), None)


def _name(mark: Mark | None) -> str:
    """Return the status of a part of a frame in words."""
    return "not counted" if mark is None else "partly matched" if mark.status is Status.PARTIAL else str(mark.status)


def mark_entries(mark: Mark | None) -> dict[str, str]:
    """Return the entries of a mark in a tooltip: how much of the units matched, or which features consulted it."""
    if mark is None:
        return {}
    if mark.status in WORD_STATUSES:
        return {unit.kind: unit.label for unit in mark.units}
    if mark.count:
        return {str(mark.status): f"{mark.matched:.2f} of {mark.count:.2f}"}
    named = [f"{feature_title(term)} {difference(term.contribution)}" for term in mark.terms[:MOST_FEATURES]]
    more = [f"{len(mark.terms) - MOST_FEATURES} more"] if len(mark.terms) > MOST_FEATURES else []
    return {str(mark.status): "by the word alignment", "consulted by": "; ".join([*named, *more]) or "no feature"}


def error_entry(errors: Sequence[ErrorSpan]) -> dict[str, str]:
    """Return the tooltip entry of the errors that annotators marked at a word; no entry without errors."""
    found = (" ".join(filter(None, (error.severity, error.category, f"({error.rater})"))) for error in errors)
    return {"marked error": "; ".join(dict.fromkeys(found))} if errors else {}


def probability_entry(probability: float | None) -> dict[str, str]:
    """Return the tooltip entry of the parser's probability; no entry for None."""
    return {} if probability is None else {"probability": percent(probability)}


def tooltip(entries: dict[str, str]) -> str:
    """Return a small table as HTML; the values come from users' files and are escaped."""
    rows = "".join(f"<tr><td>{name}&nbsp;</td><td><b>{escape(value)}</b></td></tr>" for name, value in entries.items())
    return f"<table>{rows}</table>"


def frame_item(content: ComparedFrames, shape: Chip | ChipLink) -> GroupItem:
    """Return the item of a predicate or filler, or of a link between two of them."""
    item = GroupItem(shape.group(theme.current()))
    set_frame_tooltip(item, content)
    return item


def set_frame_tooltip(item: GroupItem, content: ComparedFrames) -> None:
    """Set the tooltip of a chip (words, status, probability) or of a link (its kind, and whether it is counted)."""
    of = item.of
    if isinstance(of, Chip):
        item.mark = of.mark
        words = phrase(content.words[of.side], spans_of(content.linked, of.side, of.part))
        probability = content.probabilities.get((of.side, of.part))
        certainty = "" if probability is None else f" · probability {percent(probability)}"
        item.setToolTip(f"{name_of(of.role)}: {words} ({_name(of.mark)}){certainty}")
    elif isinstance(of, ChipLink):
        uncounted = of.kind is not LinkKind.UNDECIDED and of.status is None
        item.setToolTip(f"{of.kind.value}{'; not counted, because the roles differ' if uncounted else ''}")
