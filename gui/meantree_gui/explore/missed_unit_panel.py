"""The units that a system misses or adds most often: as a list, a chart and a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from meantree.escaping import counted, escaped
from meantree.numbers import amount
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import Column, ListModel, RowTable

if TYPE_CHECKING:
    from meantree.evaluation.missed_units import Fault, MissedUnit, MissedUnits
    from meantree.report.figures.canvas import Chart
    from meantree.report.figures.distributions import Size
    from meantree.report.figures.figure_style import FigureStyle


def missed_unit_columns(units: Sequence[MissedUnit], fault: Fault) -> tuple[Column[MissedUnit], ...]:
    """How often each unit is missed, or extra, and in how many segments; tips tell all of it, too."""
    of = f"How often the {'references' if fault == 'missed' else 'translations'} have it"
    has_kinds = len({one.kind for one in units}) > 1
    return (
        Column("unit", lambda one: escaped(one.label)),
        Column("kind", lambda one: escaped(one.kind), width=90, room=460, is_seen=has_kinds),
        Column(fault, lambda one: amount(one.count(fault)), is_number=True, width=72),
        Column("of", lambda one: amount(one.total(fault)), is_number=True, tip=of, width=72),
        Column("share", lambda one: _share(one.share(fault)), is_number=True, width=72),
        Column("segments", lambda one: f"{len(one.places(fault)):,}", is_number=True, width=72, room=380),
    )


def _share(share: float | None) -> Cell | None:
    return None if share is None else Cell(f"{100 * share:.0f} %", is_number=True, share=share, is_bad=True)


def missed_unit_lines(one: MissedUnit) -> Iterator[str]:
    """All that was counted of a unit, line by line."""
    counts = one.counts
    yield f"{escaped(one.label)} · {escaped(one.kind)}"
    for fault, places, whole, side in (
        (counts.missed, one.missed_in, counts.reference, "in the references missed"),
        (counts.extra, one.extra_in, counts.hypothesis, "in the translations extra"),
    ):
        yield f"{amount(fault)} of {amount(whole)} {side}, in {counted(len(places), 'segment')}"


class MissedUnitPanel(QWidget):
    """The units, with what was counted in words above them.

    Signals:
        picked: the :class:`~meantree.evaluation.missed_units.MissedUnit` that is current now.
    """

    picked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.fault: Fault = "missed"
        self.caption, self.model = QLabel(), ListModel(missed_unit_columns((), self.fault), missed_unit_lines)
        self.table = RowTable(self.model, "Most missed and extra units")
        self.found: MissedUnits | None = None
        self.caption.setWordWrap(True)
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setProperty("role", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.caption)
        column.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._pick)
        self.table.clicked.connect(self._pick)

    def show_units(self, found: MissedUnits | None, fault: Fault, caption: str) -> None:
        """List the units that are missed, or extra; ``caption`` says of which segments."""
        self.found, self.fault = found, fault
        units = found.most(fault) if found is not None else ()
        with QSignalBlocker(self.table.selectionModel()):
            self.model.show(units, missed_unit_columns(units, fault))
        if found is None:
            self.caption.setText(caption)
            return
        parts = [found.kind.title, f"{len(units):,} {fault}", escaped(found.system), caption]
        if found.left_out:
            parts.append(f"{found.left_out:,} could not be counted")
        self.caption.setText(" · ".join(parts))
        self.caption.setToolTip(found.kind.claim)

    def _pick(self, current: QModelIndex) -> None:
        if current.isValid():
            self.picked.emit(self.model.rows[current.row()])


def unit_chart(found: MissedUnits, fault: Fault, style: FigureStyle, size: Size) -> Chart:
    """Bars of the units that are missed, or extra, most often: as many as have room."""
    from meantree.report.figures import overviews

    units = found.most(fault)[: overviews.room_for(size[1])]
    counts = np.array([one.count(fault) for one in units], dtype=np.float64)
    totals = np.array([one.total(fault) for one in units], dtype=np.float64)
    return overviews.bars(
        [escaped(one.label) for one in units], counts, totals, f"{fault} by {found.system}", style, size
    )


def unit_tsv(found: MissedUnits) -> str:
    """All units, most often missed first, with what was counted of each."""
    from meantree.report.score_rows import name_cell

    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    writer.writerow(["kind", "unit", "references", "missed", "translations", "extra", "missed in", "extra in"])
    for one in found.units:
        counts = one.counts.reference, one.counts.missed, one.counts.hypothesis, one.counts.extra
        numbers = (*(f"{count:g}" for count in counts), len(one.missed_in), len(one.extra_in))
        writer.writerow([name_cell(one.kind), name_cell(one.label), *numbers])
    return text.getvalue()
