"""The units that a system misses or adds most often: as a list, a chart and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtWidgets import QWidget

from meantree.escaping import counted, escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import amount
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.missed_units import Fault, MissedUnit, MissedUnits
    from meantree.reporting.figures.canvas import Chart
    from meantree.reporting.figures.distributions import Size
    from meantree.reporting.figures.figure_style import FigureStyle


def missed_unit_columns(units: Sequence[MissedUnit], fault: Fault) -> tuple[Column[MissedUnit], ...]:
    """Return the columns of units: how often each is missed, or extra, and in how many segments."""
    total_tip = f"How often the unit occurs in the {'references' if fault == 'missed' else 'translations'}"
    has_kinds = len({unit.kind for unit in units}) > 1
    return (
        Column("unit", lambda unit: escaped(unit.label)),
        Column("kind", lambda unit: escaped(unit.kind), width=90, room=460, is_shown=has_kinds),
        Column(fault, lambda unit: amount(unit.count(fault)), is_number=True, width=72),
        Column("of", lambda unit: amount(unit.total(fault)), is_number=True, tip=total_tip, width=72),
        Column("share", lambda unit: _share(unit.share(fault)), is_number=True, width=72),
        Column("segments", lambda unit: f"{len(unit.places(fault)):,}", is_number=True, width=72, room=380),
    )


def _share(share: float | None) -> Cell | None:
    return None if share is None else Cell(f"{100 * share:.0f} %", is_number=True, share=share, is_bad=True)


def missed_unit_lines(unit: MissedUnit) -> Iterator[str]:
    """Yield all counts of a unit, line by line."""
    counts = unit.counts
    yield f"{escaped(unit.label)} · {escaped(unit.kind)}"
    for name, fault, places, whole, texts in (
        ("missed", counts.missed, unit.missed_in, counts.reference, "references"),
        ("extra", counts.extra, unit.extra_in, counts.hypothesis, "translations"),
    ):
        yield f"{name}: {amount(fault)} of {amount(whole)} in the {texts}, in {counted(len(places), 'segment')}"


class MissedUnitPanel(QWidget):
    """The list of units with a caption above it.

    Signals:
        chosen: the current :class:`~meantree.evaluation.missed_units.MissedUnit`.
    """

    chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.fault: Fault = "missed"
        self.caption, self.model = (
            plain_label(wrapped=True),
            ListModel(missed_unit_columns((), self.fault), missed_unit_lines),
        )
        self.table = RowTable(self.model, "Most missed and extra units")
        self.units: MissedUnits | None = None
        in_column(self, self.caption, (self.table, 1), margins=(0, 0, 0, 0))
        self.table.selectionModel().currentRowChanged.connect(self._choose)
        self.table.clicked.connect(self._choose)

    def show_units(self, units: MissedUnits | None, fault: Fault, caption: str) -> None:
        """List the missed or extra units; ``caption`` names the segments."""
        self.units, self.fault = units, fault
        listed = units.most(fault) if units is not None else ()
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show(listed, missed_unit_columns(listed, fault))
        if units is None:
            self.caption.setText(caption)
            return
        parts = [units.kind.title, f"{len(listed):,} {fault}", escaped(units.system), caption]
        if units.left_out:
            parts.append(f"{units.left_out:,} could not be counted")
        self.caption.setText(" · ".join(parts))
        self.caption.setToolTip(units.kind.claim)

    def _choose(self, current: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.model.rows[current.row()])


def unit_chart(units: MissedUnits, fault: Fault, style: FigureStyle, size: Size) -> Chart:
    """Return bars of the most often missed or extra units, as many as fit."""
    from meantree.reporting.figures import overviews

    drawn = units.most(fault)[: overviews.room_for(size[1])]
    counts = np.array([unit.count(fault) for unit in drawn], dtype=np.float64)
    totals = np.array([unit.total(fault) for unit in drawn], dtype=np.float64)
    labels = [escaped(unit.label) for unit in drawn]
    return overviews.bars(labels, counts, totals, f"{fault} by {units.system}", style, size)


def unit_table(units: MissedUnits) -> ValueTable:
    """Return all units with their counts, the most often missed first."""
    rows = list[tuple[Value, ...]]()
    for unit in units.units:
        counts = unit.counts.reference, unit.counts.missed, unit.counts.hypothesis, unit.counts.extra
        numbers: tuple[Value, ...] = (*(f"{count:g}" for count in counts), len(unit.missed_in), len(unit.extra_in))
        rows.append((unit.kind, unit.label, *numbers))
    head = ("kind", "unit", "references", "missed", "translations", "extra", "missed in", "extra in")
    return ValueTable("units", "", "", head, tuple(rows))
