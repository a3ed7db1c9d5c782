"""The units that one system gets and the other misses, with what both have of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from meantree.metrics.evidence import Status
from meantree.picture.numbers import MINUS, amount
from meantree.shown import shortened, shown
from meantree_gui import theme
from meantree_gui.state.significance_words import number_of, p_told
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import UnitDifference

UNIT, KIND, FIRST, SECOND, DIFFERENCE, FIRST_IN, SECOND_IN, P = range(8)
WIDTHS = {KIND: 86, FIRST: 96, SECOND: 96, DIFFERENCE: 56, FIRST_IN: 92, SECOND_IN: 92, P: 60}
ROOM_FOR = {KIND: 560, FIRST_IN: 640, SECOND_IN: 640, P: 400}
"""How wide the table must be to have room for these columns, which tips tell, too."""
NAME_IN_HEAD = 9
"""Characters of a system's name before another word."""
HEADS: Mapping[int, str] = {
    UNIT: "What the reference has; of what it never has, what a translation adds",
    FIRST: "How much of it {} gets, of how much the reference has; or how much it adds",
    SECOND: "How much of it {} gets, of how much the reference has; or how much it adds",
    DIFFERENCE: "How much more the first system has of it",
    FIRST_IN: "In how many segments {} has more of it",
    SECOND_IN: "In how many segments {} has more of it",
    P: "p of the exact sign test (two-sided) over the segments in which one has more, after Benjamini & Hochberg"
    " over the units with 6 such segments at least; 1 for others",
}


class UnitModel(FixedColumns):
    """One row a unit."""

    columns: ClassVar[tuple[str, ...]] = ("unit", "kind", "first", "second", "Δ", "first ahead", "second ahead", "q")

    def __init__(self) -> None:
        super().__init__()
        self.units: Sequence[UnitDifference] = ()
        self.names = ("first", "second")
        self._all: Sequence[UnitDifference] = ()
        self._words: tuple[str, ...] = ()
        self._order: tuple[int, Qt.SortOrder] | None = None

    def show_units(self, units: Sequence[UnitDifference], systems: tuple[str, str]) -> None:
        """List these units, as they come or as a head was clicked."""
        self._all, self.names = units, (shown(systems[0]), shown(systems[1]))
        self._arrange()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, SECOND_IN)

    def set_filter(self, text: str) -> None:
        """List only units with all words of ``text``."""
        self._words = tuple(text.casefold().split())
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Override QAbstractTableModel.sort; no column is the order in which they come."""
        self._order = (column, order) if column >= 0 else None
        self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        found = [one for one in self._all if all(word in f"{one.label} {one.kind}".casefold() for word in self._words)]
        if self._order is not None:
            column, order = self._order
            found.sort(key=KEYS[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.units = found
        self.endResetModel()

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self.units)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        one = self.units[row]
        if column in (FIRST, SECOND):
            return _share(one, column - FIRST)
        if column == DIFFERENCE:
            return _difference(one)
        if column in (FIRST_IN, SECOND_IN):
            found = one.first_only if column == FIRST_IN else one.second_only
            return Cell(f"{len(found):,}", is_number=True)
        if column == P:
            is_telling = one.q < SIGNIFICANT
            return Cell(_p(one.q), is_number=True, colour=None if is_telling else QColor(theme.current().muted))
        return Cell(shown(one.label) if column == UNIT else shown(one.kind))

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        one = self.units[row]
        lines = [f"{shown(one.label)} · {shown(one.kind)}"]
        for name, counts, places in zip(
            self.names, (one.first, one.second), (one.first_only, one.second_only), strict=True
        ):
            got = f"gets {amount(counts.matched)} of {amount(counts.reference)}, " if counts.reference else ""
            lines.append(f"{name}: {got}adds {amount(counts.extra)}; more in {number_of(len(places), 'segment')}")
        lines.append(
            f"Sign test, two-sided: {p_told(one.p)}; {p_told(one.q).replace('p', 'q', 1)} (Benjamini & Hochberg)"
        )
        return "".join(f"<p>{escape(line)}</p>" for line in lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData: numbers stand under names."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = self.names[0] if section in (FIRST, FIRST_IN) else self.names[1]
        if role == Qt.ItemDataRole.ToolTipRole and section in HEADS:
            return f"<p>{escape(HEADS[section].format(name))}</p>"
        if role == Qt.ItemDataRole.DisplayRole and section in (FIRST, SECOND):
            return name
        if role == Qt.ItemDataRole.DisplayRole and section in (FIRST_IN, SECOND_IN):
            return f"{shortened(name, NAME_IN_HEAD)} ahead"
        return super().headerData(section, orientation, role)


SIGNIFICANT = 0.05
KEYS: Mapping[int, Callable[[UnitDifference], Any]] = {
    UNIT: lambda one: one.label.casefold(),
    KIND: lambda one: one.kind,
    FIRST: lambda one: one.counts[0],
    SECOND: lambda one: one.counts[1],
    DIFFERENCE: lambda one: one.difference,
    FIRST_IN: lambda one: len(one.first_only),
    SECOND_IN: lambda one: len(one.second_only),
    P: lambda one: one.q,
}


def _share(one: UnitDifference, side: int) -> Cell:
    has, counts = one.counts[side], (one.first, one.second)[side]
    if one.counted == "extra":
        return Cell(f"+{amount(has)}", is_number=True)
    return Cell(f"{amount(has)} / {amount(counts.reference)}", is_number=True, share=one.rates[side])


def _difference(one: UnitDifference) -> Cell:
    palette, found = theme.current(), one.difference
    if one.better is None:
        return Cell("0", is_number=True, colour=QColor(palette.muted))
    status = Status.MATCHED if one.better == "first" else Status.MISSED
    text = f"{'+' if found > 0 else MINUS}{amount(abs(found))}"
    return Cell(text, is_number=True, colour=QColor(palette.status[status]))


def _p(value: float) -> str:
    return "<.001" if value < 0.001 else f"{value:.3f}".replace("0.", ".", 1)
