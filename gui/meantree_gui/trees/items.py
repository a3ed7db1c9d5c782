"""The graphics items of a tree: arcs with their labels, words with their notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.comparison.marks import Mark
from meantree.comparison.prediction import title_of
from meantree.picture.arcs import ArcShape, RootLine, TokenBox
from meantree.picture.display import Box, Group, Lettering, Line, Part, Pen, Rule
from meantree.picture.numbers import difference
from meantree.picture.shapes import Stroke
from meantree.picture.style import UNDERLINE, WIDTHS
from meantree_gui import theme
from meantree_gui.trees.painter import font, paint, path_of, room_of, status_pen

Key = TypeVar("Key")
FADED = 0.22
LIT = 1.7
"""How much bolder a line is that was asked for."""
FOCUS = 1.4
"""The width of the line around what is under the cursor."""
BROAD = 8.0
"""Pixels across a line in which the mouse finds it."""
MOST_FEATURES = 4
"""So many features are named in a tooltip."""


class GroupItem(QGraphicsItem):
    """What is drawn of one thing; a thing that is lit, under the cursor or picked is drawn so.

    Attributes:
        of: its shape in the layout.
        mark: how it fared, if a click on it asks for its units.
    """

    def __init__(self, group: Group) -> None:
        super().__init__()
        self.of = group.of
        self.mark: Mark | None = None
        self.lit = self.focused = self.picked = False
        self._group, self._parts, self._is_bold = group, group.parts, False
        self._room = room_of(group.parts).adjusted(-4, -2, 4, 2)
        self._bounds = self._room.adjusted(-2, -2, 2, 2)
        title = group.title or getattr(group.parts[0], "title", "")
        if title:
            self.setToolTip(f"<p>{escape(title)}</p>")

    def set_state(self, *, lit: bool = False, focused: bool = False, picked: bool = False) -> None:
        """Light it up, put the cursor around it, or pick it."""
        if (lit, focused, picked) == (self.lit, self.focused, self.picked):
            return
        self.lit, self.focused, self.picked = lit, focused, picked
        is_line = isinstance(self.of, ArcShape | Stroke)
        self.prepareGeometryChange()
        self._parts = tuple(map(_bolder, self._group.lit or self._group.parts) if lit and is_line else self._patched())
        self._is_bold = lit and (is_line or self._has_box)
        self._bounds = room_of(self._parts).united(self._room).adjusted(-2, -2, 2, 2)
        self.setZValue(1 if lit and is_line else 0)
        self.update()

    @property
    def _has_box(self) -> bool:
        return any(isinstance(part, Box) for part in self._group.parts)

    def _patched(self) -> Iterator[Part]:
        """Put a patch behind words, or into boxes; the cursor goes around them."""
        palette = theme.current()
        patch = palette.accent if self.picked else palette.selection if self.lit else ""
        if self.focused or (patch and not self._has_box):
            room, edge = self._room, Pen(palette.accent, FOCUS) if self.focused else None
            fill = "" if self._has_box else patch
            yield Box(room.x(), room.y(), room.width(), room.height(), fill, edge, 4)
        for part in self._group.parts:
            if patch and isinstance(part, Box):
                yield replace(part, fill=patch)
            elif self.picked and isinstance(part, Lettering):
                yield replace(part, colour=palette.surface)
            else:
                yield part

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return self._bounds

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: lines are broad, so that the mouse finds them."""
        path = QPainterPath()
        stroker = QPainterPathStroker()
        stroker.setWidth(BROAD)
        for part in self._group.parts:
            if isinstance(part, Line) and not isinstance(part, Rule):
                path.addPath(stroker.createStroke(path_of(part)))
        if path.isEmpty():
            path.addRect(self._room)
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        paint(painter, self._parts, bold=self._is_bold)


def _bolder(part: Part) -> Part:
    if not isinstance(part, Line) or part.pen is None:
        return part
    pen = part.pen
    return replace(part, pen=replace(pen, width=pen.width * LIT, dashes=tuple(LIT * length for length in pen.dashes)))


def found_in(things: Mapping[Key, GroupItem], items: Iterable[QGraphicsItem]) -> Key | None:
    """The first of the things that is among items, None if none is."""
    here = set(items)
    return next((key for key, thing in things.items() if thing in here), None)


class ArcItem(QGraphicsItem):
    """One arc from head to dependent with its label on the line."""

    def __init__(self, shape: ArcShape, mark: Mark | None, tooltip: str) -> None:
        super().__init__()
        self.arc = shape.dependent, shape.head
        self.lit = False
        self._shape = shape
        self.mark = mark
        self._status = mark.status if mark else None
        self._path = outline(shape)
        self.setToolTip(tooltip)
        self.setZValue(1)
        if shape.ghost:
            self.setOpacity(0.6)

    def set_lit(self, lit: bool) -> None:
        """Draw bolder, as what was asked for."""
        self.lit = lit
        self.setZValue(3 if lit else 1)
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        room = self._path.boundingRect().united(self.label_box())
        return room.adjusted(-5, -5, 5, 5)

    def shape(self) -> QPainterPath:
        """Override QGraphicsItem.shape: a broad line, so that the mouse finds it."""
        stroker = QPainterPathStroker()
        stroker.setWidth(8)
        path = stroker.createStroke(self._path)
        path.addRect(self.label_box())
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        pen = status_pen(self._status, WIDTHS[self._status] * (LIT if self.lit else 1.0))
        painter.setPen(pen)
        painter.drawPath(self._path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pen.color())
        if self._shape.has_dependent:
            x, foot = self._shape.x_dependent, self._shape.foot
            painter.drawPolygon(QPolygonF([QPointF(x - 3.4, foot - 7), QPointF(x + 3.4, foot - 7), QPointF(x, foot)]))
        box = self.label_box()
        painter.fillRect(box, QColor(theme.current().surface))
        painter.setPen(QPen(pen.color() if self._status else QColor(theme.current().muted)))
        text = QFont(font("label"))
        text.setBold(self.lit)
        painter.setFont(text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._shape.label)

    def label_box(self) -> QRectF:
        """Where the label stands on the line."""
        width = self._shape.label_width + 5
        middle = (self._shape.x_dependent + self._shape.x_head) / 2
        return QRectF(middle - width / 2, self._shape.top - 7, width, 14)


def outline(shape: ArcShape) -> QPainterPath:
    """The line of an arc from its head to just above its dependent, or from or to a margin."""
    turn = shape.radius if shape.x_dependent > shape.x_head else -shape.radius
    path = QPainterPath(QPointF(shape.x_head, shape.foot if shape.has_head else shape.top))
    if shape.has_head:
        path.lineTo(shape.x_head, shape.top + shape.radius)
        path.quadTo(shape.x_head, shape.top, shape.x_head + turn, shape.top)
    if not shape.has_dependent:
        path.lineTo(shape.x_dependent, shape.top)
        return path
    path.lineTo(shape.x_dependent - turn, shape.top)
    path.quadTo(shape.x_dependent, shape.top, shape.x_dependent, shape.top + shape.radius)
    path.lineTo(shape.x_dependent, shape.foot - 6)
    return path


class TokenItem(QGraphicsItem):
    """A word, its note below, and a line under it where the word itself was counted."""

    def __init__(self, box: TokenBox, mark: Mark | None, tooltip: str) -> None:
        super().__init__()
        self.index = box.index
        self.lit = False
        self.focused = False
        self.picked = False
        self._box, self.mark = box, mark
        self.setPos(box.x, box.y)
        self.setToolTip(tooltip)
        self.setZValue(2)

    def set_lit(self, lit: bool, *, focused: bool = False) -> None:
        """Put a patch behind the word; ``focused`` draws the cursor around it."""
        self.lit, self.focused = lit, focused
        self.update()

    def set_picked(self, picked: bool) -> None:
        """Let word and patch change their brightness: it waits for its head or label."""
        self.picked = picked
        self.update()

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(-self._box.width / 2 - 6, 0, self._box.width + 12, 42 if self._box.note else 28)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        room = self.boundingRect().adjusted(1, 2, -1, -2)
        if self.lit or self.focused or self.picked:
            painter.setPen(QPen(QColor(palette.accent), 1.4) if self.focused else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.accent if self.picked else palette.selection))
            painter.drawRoundedRect(room, 4, 4)
        painter.setPen(QColor(palette.surface if self.picked else palette.text))
        painter.setFont(font("word"))
        painter.drawText(QRectF(room.left(), 4, room.width(), 19), Qt.AlignmentFlag.AlignCenter, self._box.word)
        if self.mark:
            painter.setPen(status_pen(self.mark.status, UNDERLINE))
            painter.drawLine(QPointF(-self._box.width / 2, 24), QPointF(self._box.width / 2, 24))
        painter.setPen(QColor(palette.surface if self.picked else palette.muted))
        painter.setFont(font("note"))
        painter.drawText(QRectF(room.left(), 25, room.width(), 13), Qt.AlignmentFlag.AlignCenter, self._box.note)


class RootItem(QGraphicsItem):
    """The line from above that marks a root."""

    def __init__(self, root: RootLine) -> None:
        super().__init__()
        self._root = root

    def boundingRect(self) -> QRectF:
        """Override QGraphicsItem.boundingRect."""
        return QRectF(self._root.x - 4, self._root.top, 44, self._root.foot - self._root.top)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:  # noqa: ARG002
        """Override QGraphicsItem.paint."""
        palette = theme.current()
        painter.setPen(QPen(QColor(palette.line), 1.2))
        root = self._root
        painter.drawLine(QPointF(root.x, root.top + 4), QPointF(root.x, root.foot - 2))
        painter.setPen(QColor(palette.muted))
        painter.setFont(font("note"))
        painter.drawText(QPointF(root.x + 5, root.top + 12), "root")


def mark_lines(mark: Mark | None) -> dict[str, str]:
    """What a mark says in a tooltip: how much of the units matched, or which features looked at the thing."""
    if mark is None:
        return {}
    if mark.count:
        return {mark.status.value: f"{mark.matched:.2f} of {mark.count:.2f}"}
    named = [f"{title_of(term)} {difference(term.contribution)}" for term in mark.terms[:MOST_FEATURES]]
    more = [f"{len(mark.terms) - MOST_FEATURES} more"] if len(mark.terms) > MOST_FEATURES else []
    return {mark.status.value: "by the word alignment", "looked at by": "; ".join([*named, *more]) or "no feature"}


def tooltip(lines: dict[str, str]) -> str:
    """A small table; values come from users' files and are escaped."""
    rows = "".join(f"<tr><td>{name}&nbsp;</td><td><b>{escape(value)}</b></td></tr>" for name, value in lines.items())
    return f"<table>{rows}</table>"
