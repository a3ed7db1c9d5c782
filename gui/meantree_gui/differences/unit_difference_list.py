"""The units that one system matches and the other misses, with the counts of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.significance import SIGNIFICANT
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, amount, fixed
from meantree_gui import theme
from meantree_gui.compare.detail_list import DetailList
from meantree_gui.state.significance_words import p_statement
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.choosers import SearchLine
from meantree_gui.widgets.tables import Column, ListModel

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import UnitDifference
    from meantree_gui.state.contrast_details import ListedUnits, UnitDetail


NAME_IN_HEAD = 9
"""Characters of a system's name in the heading of a column."""
COUNT_TIP = "How much of the unit {} matches, out of how much the reference has; or how much it adds"
AHEAD_TIP = "The number of segments in which {} has more of the unit"
TEST_TIP = f"p of {TESTED}, {CORRECTED}"


def unit_columns(units: Sequence[UnitDifference], names: tuple[str, str]) -> tuple[Column[UnitDifference], ...]:
    """Return the columns of units with the counts of both systems."""
    first, second = names
    has_kinds = len({unit.kind for unit in units}) > 1
    unit_tip = "A unit of the reference, or of a translation if no reference has it"
    more_tip = "How much more of the unit the first system has"
    return (
        Column("unit", lambda unit: escaped(unit.label), tip=unit_tip, sort_key=lambda unit: unit.label.casefold()),
        Column(
            "kind",
            lambda unit: escaped(unit.kind),
            sort_key=lambda unit: unit.kind,
            width=86,
            room=560,
            is_shown=has_kinds,
        ),
        Column(
            first,
            lambda unit: _share(unit, 0),
            tip=COUNT_TIP.format(first),
            sort_key=lambda unit: unit.counts[0],
            width=96,
        ),
        Column(
            second,
            lambda unit: _share(unit, 1),
            tip=COUNT_TIP.format(second),
            sort_key=lambda unit: unit.counts[1],
            width=96,
        ),
        Column("Δ", _difference, tip=more_tip, sort_key=lambda unit: unit.difference, width=56),
        *map(_ahead, (0, 1), names),
        Column("q", _q, tip=TEST_TIP, sort_key=lambda unit: unit.q, width=60, room=400),
    )


def _ahead(side: int, name: str) -> Column[UnitDifference]:
    """Return the column of the number of segments in which one system has more; ``side`` is 0 for the first, or 1."""

    def segments(unit: UnitDifference) -> int:
        return len((unit.first_only, unit.second_only)[side])

    head = f"{shortened(name, NAME_IN_HEAD)} ahead"
    tip = AHEAD_TIP.format(name)
    return Column(
        head, lambda unit: f"{segments(unit):,}", is_number=True, tip=tip, sort_key=segments, width=92, room=640
    )


def unit_lines(unit: UnitDifference, names: tuple[str, str]) -> Iterator[str]:
    """Yield all counts of a unit, line by line."""
    yield f"{escaped(unit.label)} · {escaped(unit.kind)}"
    both = (unit.first, unit.second), (unit.first_only, unit.second_only)
    for name, counts, places in zip(names, *both, strict=True):
        matches = f"matches {amount(counts.matched)} of {amount(counts.reference)}, " if counts.reference else ""
        yield f"{name}: {matches}adds {amount(counts.extra)}; more in {counted(len(places), 'segment')}"
    q = p_statement(unit.q).replace("p", "q", 1)
    yield f"{p_statement(unit.p)} ({TESTED}); {q} (Benjamini & Hochberg)"


def _share(unit: UnitDifference, side: int) -> Cell:
    count, counts = unit.counts[side], (unit.first, unit.second)[side]
    if unit.counted == "extra":
        return number_cell(amount(count))
    return Cell(f"{amount(count)} / {amount(counts.reference)}", is_number=True, share=unit.rates[side])


def _difference(unit: UnitDifference) -> Cell:
    palette, difference = theme.current(), unit.difference
    if unit.better is None:
        return number_cell("0", QColor(palette.muted))
    status = Status.MATCHED if unit.better == "first" else Status.MISSED
    text = f"{'+' if difference > 0 else MINUS}{amount(abs(difference))}"
    return number_cell(text, QColor(palette.status[status]))


def _q(unit: UnitDifference) -> Cell:
    return number_cell(fixed(unit.q), None if unit.q < SIGNIFICANT else QColor(theme.current().muted))


class UnitDifferenceList(DetailList):
    """The units, with a search line."""

    detail: UnitDetail

    def __init__(self, detail: UnitDetail) -> None:
        model = ListModel(unit_columns((), ("first", "second")))
        super().__init__(detail, model, "Units that distinguish the systems", "Kind of units")
        self.search = SearchLine("Search the units", self.table)
        self.above.addWidget(self.search, 1)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        self.table.setSortingEnabled(True)
        detail.contrast.restarted.connect(self.fill)
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self.table.setFocus)

    def fill(self) -> None:
        """Override DetailList.fill: the tooltip explains the kind."""
        super().fill()
        tips = {kind.name: kind.claim for kind in self.detail.kinds}
        self.kind.setToolTip(tips.get(self.detail.chosen, ""))

    def show_rows(self) -> str:
        """Override DetailList.show_rows."""
        listed, pairing = self.detail.latest.result, self.detail.contrast.pairing
        units = listed.differences.units if listed is not None else ()
        names = escaped(pairing.first), escaped(pairing.second)
        self.model.show(units, unit_columns(units, names), lambda unit: unit_lines(unit, names))
        return "" if listed is None else _summary(listed)

    def _filter(self) -> None:
        self.model.narrow(lambda unit: self.search.accepts(f"{unit.label} {unit.kind}"))
        self.table.begin()


def _summary(listed: ListedUnits) -> str:
    differences = listed.differences
    significant = sum(unit.q < SIGNIFICANT for unit in differences.units)
    units = f"{counted(listed.total, 'unit')} {'differs' if listed.total == 1 else 'differ'} in some segment"
    parts = [f"{units}, {significant:,} significantly (q < {SIGNIFICANT:g}); {differences.alike:,} in none"]
    if listed.min_segments > 1:
        parts.append(f"listed: {len(differences.units):,} that differ in at least {listed.min_segments} segments")
    parts.append(counted(differences.segments, "segment"))
    if differences.left_out:
        parts.append(f"{differences.left_out:,} could not be counted")
    return " · ".join([*parts, "Return goes to the segments"])
