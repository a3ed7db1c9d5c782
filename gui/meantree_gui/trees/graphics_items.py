"""The graphics items of pictures, each with what is drawn of one thing; and what tips say of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from typing import TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from meantree.alignment.linked_frames import span_of
from meantree.analysis.frames import LinkKind
from meantree.comparison.comparison import ComparedFrames
from meantree.comparison.marks import Mark
from meantree.comparison.prediction import feature_title
from meantree.metrics.evidence import Status
from meantree.numbers import difference, percent
from meantree.picture.arc_layout import ArcShape
from meantree.picture.display_list import Box, Group, Lettering, Line, Part, Pen, Rule
from meantree.picture.frame_picture import Chip, ChipLink, name_of
from meantree.picture.shapes import Stroke
from meantree_gui import theme
from meantree_gui.trees.painter import paint, path_of, room_of

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
SAID = {
    Status.MATCHED: "matched",
    Status.PARTIAL: "partly matched",
    Status.MISSED: "missed",
    Status.EXTRA: "extra",
    None: "not counted",
}


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


def mark_lines(mark: Mark | None) -> dict[str, str]:
    """What a mark says in a tooltip: how much of the units matched, or which features looked at the thing."""
    if mark is None:
        return {}
    if mark.count:
        return {mark.status.value: f"{mark.matched:.2f} of {mark.count:.2f}"}
    named = [f"{feature_title(term)} {difference(term.contribution)}" for term in mark.terms[:MOST_FEATURES]]
    more = [f"{len(mark.terms) - MOST_FEATURES} more"] if len(mark.terms) > MOST_FEATURES else []
    return {mark.status.value: "by the word alignment", "looked at by": "; ".join([*named, *more]) or "no feature"}


def probability_line(probability: float | None) -> dict[str, str]:
    """How probable a thing is to the parser, if it says so."""
    return {} if probability is None else {"probability": percent(probability)}


def tooltip(lines: dict[str, str]) -> str:
    """A small table; values come from users' files and are escaped."""
    rows = "".join(f"<tr><td>{name}&nbsp;</td><td><b>{escape(value)}</b></td></tr>" for name, value in lines.items())
    return f"<table>{rows}</table>"


def frame_item(content: ComparedFrames, shape: Chip | ChipLink) -> GroupItem:
    """A predicate or filler, or a link of two."""
    item = GroupItem(shape.group(theme.current()))
    tell(item, content)
    return item


def tell(item: GroupItem, content: ComparedFrames) -> None:
    """Let a chip say all of its words and how it fares, and a link what it is and whether it counts."""
    of = item.of
    if isinstance(of, Chip):
        item.mark = of.mark
        words = " ".join(content.words[of.side][slice(*span_of(content.linked, of.side, of.part))])
        probability = content.probabilities.get((of.side, of.part))
        sure = "" if probability is None else f" · probability {percent(probability)}"
        item.setToolTip(f"{name_of(of.role)}: {words} ({SAID[of.mark.status if of.mark else None]}){sure}")
    elif isinstance(of, ChipLink):
        uncounted = of.kind is not LinkKind.UNDECIDED and of.status is None
        item.setToolTip(f"{of.kind.value}{'; it counts for nothing, as roles differ' if uncounted else ''}")
