"""The columns of the list of units that differ: the counts of both systems, and in which segments one has more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from meantree.escaping import counted, escaped, shortened
from meantree.evaluation.paired_tests import CORRECTED, TESTED
from meantree.evaluation.significance import SIGNIFICANT
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, amount, fixed
from meantree_gui import theme
from meantree_gui.state.significance_words import p_statement
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.tables import Column

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import UnitDifference
    from meantree_gui.state.contrast_details import ListedUnits

LONG_KIND = 14
"""Characters of a kind of unit that need a wider column."""
NAME_IN_HEAD = 9
"""Characters of a system's name in the heading of a column."""
COUNT_TIP = "How much of the unit {} matches, out of how much the reference has; or how often it is counted"
AHEAD_TIP = "The number of segments in which {} has more of the unit"
TEST_TIP = f"p of {TESTED}, {CORRECTED}"


def unit_columns(units: Sequence[UnitDifference], names: tuple[str, str]) -> tuple[Column[UnitDifference], ...]:
    """Return the columns of units with the counts of both systems."""
    has_kinds = len({unit.kind for unit in units}) > 1
    unit_tip = "A unit of the reference, or of a translation if no reference has it; “a for b”: a stands for b"
    more_tip = "How much more of the unit the first system has"
    return (
        Column("unit", lambda unit: escaped(unit.label), tip=unit_tip, sort_key=lambda unit: unit.label.casefold()),
        Column(
            "kind",
            lambda unit: escaped(unit.kind),
            sort_key=lambda unit: unit.kind,
            width=86 if all(len(unit.kind) < LONG_KIND for unit in units) else 150,
            room=560,
            is_shown=has_kinds,
        ),
        *map(_counts, (0, 1), names),
        Column("Δ", _difference, tip=more_tip, sort_key=lambda unit: unit.difference, width=56),
        *map(_ahead, (0, 1), names),
        Column("q", _q, tip=TEST_TIP, sort_key=lambda unit: unit.q, width=60, room=400),
    )


def _counts(side: int, name: str) -> Column[UnitDifference]:
    """Return the column of the counts of one system; ``side`` is 0 for the first, or 1."""
    tip = COUNT_TIP.format(name)
    return Column(name, lambda unit: _share(unit, side), tip=tip, sort_key=lambda unit: unit.counts[side], width=96)


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
        number = f"counted {amount(counts.extra)} times"
        if counts.reference:
            matched = f"{amount(counts.matched)} of {amount(counts.reference)} of the reference matched"
            number = f"{matched}, {amount(counts.extra)} of the translation not matched"
        yield f"{name}: {number}; more in {counted(len(places), 'segment')}"
    q = p_statement(unit.q).replace("p", "q", 1)
    yield f"{p_statement(unit.p)} ({TESTED}); {q} (Benjamini & Hochberg)"


def unit_filter(matches: Callable[[str], bool]) -> Callable[[UnitDifference], bool]:
    """Return whether a unit matches by its label or kind."""
    return lambda unit: matches(f"{unit.label} {unit.kind}")


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


def units_summary(listed: ListedUnits) -> str:
    """Return how many units differ, how many significantly, and in how many segments they were counted."""
    differences = listed.differences
    significant = sum(unit.q < SIGNIFICANT for unit in differences.units)
    of_all = f"{listed.total:,} of {counted(listed.total + differences.alike, 'unit')}"
    units = f"{of_all} {'differs' if listed.total == 1 else 'differ'} in some segment"
    parts = [f"{units}, {significant:,} of them significantly (q < {SIGNIFICANT:g})"]
    if listed.min_segments > 1:
        parts.append(f"listed: {len(differences.units):,} that differ in at least {listed.min_segments} segments")
    parts.append(counted(differences.segments, "segment"))
    if differences.left_out:
        parts.append(f"{differences.left_out:,} could not be counted")
    return " · ".join([*parts, "Return goes to the segments"])
