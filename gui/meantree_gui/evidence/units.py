"""The evidence list: one row a unit, with its line style, counts and status."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from meantree.escaping import escaped
from meantree.metrics.evidence import Unit
from meantree.numbers import amount, full
from meantree_gui.trees.painter import status_colour, status_pen
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.tables import Column, Index, ListModel


def columns_of(references: Sequence[str]) -> tuple[Column[Unit], ...]:
    """What is said of the units of a pair with references of these names; :class:`LineDelegate` draws the first."""

    def matched_in(unit: Unit) -> str:
        """Where a unit matched, or was missed."""
        found = zip(references, unit.reference_places, strict=False)
        return ", ".join(escaped(name) for name, places in found if places)

    several = len(references) > 1
    return (
        Column("", lambda _unit: "", by=lambda unit: unit.status.value, spoken=_spoken, width=26),
        Column("unit", _label, by=lambda unit: unit.label, spoken=_spoken),
        Column("kind", lambda unit: unit.kind, by=lambda unit: unit.kind, width=64, room=260),
        Column("match", lambda unit: amount(unit.matched), is_number=True, by=lambda unit: unit.matched, width=50),
        Column("hyp", lambda unit: amount(unit.hypothesis), is_number=True, by=lambda unit: unit.hypothesis, width=38),
        Column("ref", lambda unit: amount(unit.reference), is_number=True, by=lambda unit: unit.reference, width=30),
        Column("in", matched_in, by=matched_in, width=34, room=260, is_seen=several),
    )


def told(unit: Unit) -> tuple[str, ...]:
    """A unit with its counts, line by line."""
    counts = f"{full(unit.matched)} of {full(unit.hypothesis)} / {full(unit.reference)}"
    return f"{escaped(unit.label)} ({unit.kind})", f"{unit.status.value}: {counts}"


def _label(unit: Unit) -> Cell:
    return Cell(unit.label, colour=status_colour(unit.status))


def _spoken(unit: Unit) -> str:
    return f"{unit.status.value} {unit.label}"


class LineDelegate(CellDelegate):
    """Draws the line style of a unit's status; there are no bars beside it."""

    bar_room = 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        model = index.model()
        unit = model.rows[index.row()] if isinstance(model, ListModel) else None
        if not isinstance(unit, Unit):
            return
        room: QRect = option.rect
        middle = room.center().y() + 0.5
        painter.setPen(status_pen(unit.status, 2.0))
        painter.drawLine(QPointF(room.left() + 4, middle), QPointF(room.right() - 4, middle))
