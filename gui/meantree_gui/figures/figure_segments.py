"""The lists of a figure: its segments, the most differently ranked or the worst first, and missed or extra units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from meantree.escaping import counted, escaped
from meantree.evaluation.data_frames import LENGTHS
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import MISSING, amount, fixed, short
from meantree_gui.state.figure_numbers import FigureKind
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.labels import ElidedLabel
from meantree_gui.widgets.tables import Column, ListModel, RowTable, paragraphs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meantree.corpus.corpus import Segment
    from meantree.evaluation.unit_differences import Fault, MissedUnit, MissedUnits
    from meantree.reporting.figures.canvas import Chart, Size
    from meantree.reporting.figures.figure_style import FigureStyle
    from meantree_gui.state.figure_numbers import Numbers


MAX_TIP_LENGTH = 160
"""Characters of a text in a tooltip."""
SPREAD_TIP = "The difference in rank, as a share of all segments in the figure"
SYSTEM, ONE, TWO = 1, 2, 3
WIDE_VALUE = 140
"""For a value with the name of its metric, in a wide list."""
WIDE = 560
SYSTEM_WIDTHS = 64, 120
"""Of a system's name, at least and at most."""


class FigureSegmentList(QWidget):
    """Rows of a figure's frame, one for each translation: its values and the spread of its ranks.

    All are listed, or those selected in the figure if there are several.

    Signals:
        cleared: the selection is to be cleared.
    """

    cleared = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.numbers: Numbers | None = None
        self._values: list[Any] = []
        self._places: Any = ()
        self._systems: Any = ()
        self._segments: Sequence[Segment] = ()
        self._titles: Sequence[str] = ()
        self.title, self.model = ElidedLabel(), ListModel(self._columns_of(None), self._tip_lines)
        self.table = RowTable(self.model, "Segments of the figure")
        self.title.setProperty("role", "title")
        # Long names do not widen the list.
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        in_column(self, self.title, (self.table, 1), margins=(0, 4, 0, 0))

    def show_numbers(self, numbers: Numbers | None, segments: Sequence[Segment], titles: Sequence[str]) -> None:
        """List all rows of these numbers; ``titles`` are the titles of their columns."""
        self.numbers, self._segments, self._titles = numbers, segments, titles
        self._values = [] if numbers is None else [numbers.values(column) for column in numbers.request.used]
        self.model.show((), self._columns_of(numbers))
        if numbers is not None:
            self._places, self._systems = (numbers.frame[name].to_numpy() for name in ("place", "system"))
            self._share_width(numbers)
            self.narrow(())

    def _share_width(self, numbers: Numbers) -> None:
        """Widen the columns of systems and metrics in a wide list."""
        if self.width() <= WIDE:
            return
        if numbers.request.kind is FigureKind.CORRELATIONS:
            self.table.setColumnWidth(ONE, WIDE_VALUE)
            self.table.setColumnWidth(TWO, WIDE_VALUE)
        longest = max(map(self.table.fontMetrics().horizontalAdvance, map(escaped, numbers.request.systems)), default=0)
        least, most = SYSTEM_WIDTHS
        self.table.setColumnWidth(SYSTEM, min(most, max(least, longest + 14)))

    def narrow(self, rows: Sequence[int], title: str = "") -> None:
        """List these rows of the frame alone if there are several, or ``title`` names them; otherwise all."""
        is_part, listed = len(rows) > 1 or bool(title), np.zeros(0) if self.numbers is None else self.numbers.rows
        self.model.show((listed[np.isin(listed, np.array(rows, dtype=np.intp))] if is_part else listed).tolist())
        text = title or f"{self.model.rowCount():,} selected"
        self.title.setText(f"{text} · Esc shows all" if is_part else self._order())

    def segment(self, row: int) -> Segment:
        """Return the segment of a row of the frame."""
        return self._segments[self.place_in_corpus(row)]

    def place_in_corpus(self, row: int) -> int:
        """Return the 0-based position of a row's segment in the corpus."""
        return int(self._places[row])

    def system(self, row: int) -> str:
        """Return the system of a row of the frame."""
        return str(self._systems[row])

    def tip(self, row: int) -> str:
        """Return the tooltip of a row of the frame."""
        return paragraphs(self._tip_lines(row))

    def _columns_of(self, numbers: Numbers | None) -> tuple[Column[int], ...]:
        systems = numbers.request.systems if numbers is not None else ()
        place = np.zeros(
            0 if numbers is None else len(numbers.frame), dtype=np.intp
        )  # position of each row in the list
        if numbers is not None:
            place[numbers.rows] = np.arange(len(numbers.rows))
        is_several = len(self._titles) > 1
        return (
            Column("segment", lambda row: escaped(self.segment(row).key), width=76),
            Column("system", lambda row: escaped(self.system(row)), width=64, is_shown=len(systems) > 1),
            *self._values_of(numbers, place),
            Column("spread", lambda row: _spread(numbers, place[row]), tip=SPREAD_TIP, width=60, is_shown=is_several),
            Column("translation", lambda row: escaped(self._text(row))),
        )

    def _values_of(self, numbers: Numbers | None, place: NDArray[np.intp]) -> Iterator[Column[int]]:
        """Yield the columns of both values; of many metrics, those that rank a translation highest and lowest."""
        if numbers is not None and numbers.request.kind is FigureKind.CORRELATIONS:
            ranks = numbers.ranks
            yield Column("ranked high by", lambda row: self._named(ranks[place[row]].argmax(), row), width=104)
            yield Column("ranked low by", lambda row: self._named(ranks[place[row]].argmin(), row), width=104)
            return
        first, second, *_ = *self._titles, "", ""
        yield Column(first, lambda row: self._value(0, row), is_number=True, width=64)
        yield Column(second, lambda row: self._value(1, row), is_number=True, width=64, is_shown=len(self._titles) > 1)

    def _named(self, column: int, row: int) -> str:
        return f"{self._titles[column]} {self._value(column, row)}"

    def _value(self, column: int, row: int) -> str:
        """Return a value as text: scores with three decimals, lengths without superfluous ones."""
        value = float(self._values[column][row])
        if np.isnan(value):
            return MISSING
        is_length = self.numbers is not None and self.numbers.request.used[column] in LENGTHS
        return short(value, 4) if is_length else fixed(value)

    def _text(self, row: int) -> str:
        hypothesis = self.segment(row).hypotheses.get(self.system(row))
        return hypothesis.text if hypothesis else MISSING

    def _tip_lines(self, row: int) -> Iterator[str]:
        values = ", ".join(f"{title} {self._value(column, row)}" for column, title in enumerate(self._titles))
        yield f"{escaped(self.segment(row).key)} · {escaped(self.system(row))} · {values}"
        text = self._text(row)
        yield escaped(text if len(text) <= MAX_TIP_LENGTH else f"{text[:MAX_TIP_LENGTH]} …")

    @property
    def current(self) -> int:
        """The current row of the frame, -1 for none."""
        row: int | None = self.table.current
        return -1 if row is None else row

    def _order(self) -> str:
        """Return the order of the list in words."""
        if len(self._titles) == 1:
            return f"Worst by {self._titles[0]} first"
        if self.numbers is not None and not {*LENGTHS}.isdisjoint(self.numbers.request.used):  # which are no scores
            return "Segments"
        columns = f"{self._titles[0]} and {self._titles[1]}" if len(self._titles) == 2 else "columns"
        return f"Where {columns} disagree most"

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Override QWidget.keyPressEvent: Esc lists all segments."""
        if event.key() == Qt.Key.Key_Escape:
            self.cleared.emit()
        else:
            super().keyPressEvent(event)


def _spread(numbers: Numbers | None, place: int) -> Cell | None:
    if numbers is None:
        return None
    spread = float(numbers.rank_spread[place])
    return Cell(f"{round(100 * spread)} %", is_number=True, share=spread, is_bad=True)


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


class MissedUnitList(RowTable):
    """The missed or extra units."""

    def __init__(self) -> None:
        self.fault: Fault = "missed"
        self.units: MissedUnits | None = None
        super().__init__(
            ListModel(missed_unit_columns((), self.fault), missed_unit_lines), "Most missed and extra units"
        )

    def show_units(self, units: MissedUnits | None, fault: Fault) -> None:
        """List missed or extra units; those that are listed already stay as they are."""
        if (units, fault) == (self.units, self.fault):
            return
        self.units, self.fault = units, fault
        listed = units.most(fault) if units is not None else ()
        with QSignalBlocker(self.selectionModel()):
            self.list.show(listed, missed_unit_columns(listed, fault))


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
