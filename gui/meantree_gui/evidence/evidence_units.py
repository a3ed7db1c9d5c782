"""The list of units of the score in focus, which can be searched, filtered and selected."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from PySide6.QtCore import QModelIndex, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from meantree.comparison.comparison import Comparison
from meantree.escaping import counted, escaped
from meantree.metrics.evidence import Status, Unit
from meantree.numbers import amount, full
from meantree_gui.trees.painter import status_colour, status_pen
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.tables import Column, Index, ListModel, RowTable, select_rows


class UnitList(QWidget):
    """Lists units below a line to search them.

    Signals:
        chosen: the unit to highlight, or ``None``.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.model = ListModel(unit_columns(()), unit_tooltip)
        self.table = RowTable(self.model, "Evidence")
        self.table.setItemDelegateForColumn(0, LineDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.text = SearchLine("Search the units", self.table)
        self.status = StillComboBox()
        self.status.setAccessibleName("Units to list")
        self.status.addItems(["all", *(status.value for status in Status)])
        find = in_row(None, (self.text, 1), self.status)
        in_column(self, find, (self.table, 1), margins=(0, 0, 0, 0))
        self.text.textChanged.connect(self._filter)
        self.status.currentTextChanged.connect(self._filter)
        self.table.selectionModel().currentRowChanged.connect(self._choose)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """List the units of another pair, or none."""
        units, names = (comparison.units, comparison.pair.reference_names) if comparison is not None else ((), ())
        self.model.show(units, unit_columns(names))

    def select(self, units: Sequence[Unit]) -> None:
        """Select the rows of these units; a filter that hides all of them is cleared."""
        rows = self._rows(units)
        if not rows:
            self.text.clear()
            self.status.setCurrentIndex(0)
            rows = self._rows(units)
        select_rows(self.table, rows)  # none for units of another metric, whose frames are drawn below the trees

    def _rows(self, units: Sequence[Unit]) -> list[QModelIndex]:
        """Return the rows of these units, in the order of the list."""
        wanted = set(map(id, units))
        return [self.model.index(row, 0) for row, unit in enumerate(self.model.rows) if id(unit) in wanted]

    def _filter(self) -> None:
        status = self.status.currentText()
        self.model.narrow(lambda unit: status in ("all", unit.status.value) and self.text.accepts(unit.label))

    def _choose(self, current: QModelIndex) -> None:
        self.chosen.emit(self.model.rows[current.row()] if current.isValid() else None)


def unit_summary(units: Sequence[Unit]) -> str:
    """Return the sums from which the score is computed."""
    sides = []
    for name in ("hypothesis", "reference"):
        counts = [(min(unit.matched, getattr(unit, name)), getattr(unit, name)) for unit in units]
        sides.append((amount(fsum(matched for matched, _ in counts)), amount(fsum(count for _, count in counts))))
    (hyp, hyp_all), (ref, ref_all) = sides
    second = f"{ref_all} in the reference" if hyp == ref else f"{ref} of {ref_all} in the reference"
    return f"{counted(len(units), 'unit')}: matched {hyp} of {hyp_all} in the hypothesis, {second}"


def unit_columns(references: Sequence[str]) -> tuple[Column[Unit], ...]:
    """Return the columns of the units, given the names of the references; :class:`LineDelegate` draws the first."""

    def matched_in(unit: Unit) -> str:
        """Return the references in which a unit matched or was missed."""
        by_reference = zip(references, unit.reference_places, strict=False)
        return ", ".join(escaped(name) for name, places in by_reference if places)

    several = len(references) > 1
    return (
        Column("", lambda _unit: "", sort_key=lambda unit: unit.status.value, accessible_text=_spoken, width=26),
        Column("unit", _label, sort_key=lambda unit: unit.label, accessible_text=_spoken),
        Column("kind", lambda unit: unit.kind, sort_key=lambda unit: unit.kind, width=64, room=260),
        Column(
            "match", lambda unit: amount(unit.matched), is_number=True, sort_key=lambda unit: unit.matched, width=50
        ),
        Column(
            "hyp", lambda unit: amount(unit.hypothesis), is_number=True, sort_key=lambda unit: unit.hypothesis, width=38
        ),
        Column(
            "ref", lambda unit: amount(unit.reference), is_number=True, sort_key=lambda unit: unit.reference, width=30
        ),
        Column("in", matched_in, sort_key=matched_in, width=34, room=260, is_shown=several),
    )


def unit_tooltip(unit: Unit) -> tuple[str, ...]:
    """Return the lines of a unit's tooltip: label, kind, status and counts."""
    counts = f"{full(unit.matched)} of {full(unit.hypothesis)} / {full(unit.reference)}"
    return f"{escaped(unit.label)} ({unit.kind})", f"{unit.status.value}: {counts}"


def _label(unit: Unit) -> Cell:
    return Cell(unit.label, colour=status_colour(unit.status))


def _spoken(unit: Unit) -> str:
    return f"{unit.status.value} {unit.label}"


class LineDelegate(CellDelegate):
    """Draws the line style of a unit's status, without a bar."""

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
