"""The columns of the units that one system gets and the other misses, with what both have of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from meantree.escaping import escaped, shortened
from meantree.evaluation.significance import SIGNIFICANT
from meantree.metrics.evidence import Status
from meantree.numbers import MINUS, amount
from meantree_gui import theme
from meantree_gui.state.significance_words import number_of, p_text, p_told
from meantree_gui.widgets.cells import Cell, number_cell
from meantree_gui.widgets.tables import Column

if TYPE_CHECKING:
    from meantree.evaluation.unit_differences import UnitDifference

NAME_IN_HEAD = 9
"""Characters of a system's name before another word."""
HAS = "How much of it {} gets, of how much the reference has; or how much it adds"
AHEAD = "In how many segments {} has more of it"
TESTED = (
    "p of the exact sign test (two-sided) over the segments in which one has more, after Benjamini & Hochberg"
    " over the units with 6 such segments at least; 1 for others"
)


def columns_of(units: Sequence[UnitDifference], names: tuple[str, str]) -> tuple[Column[UnitDifference], ...]:
    """What both systems, of these names, have of each unit."""
    one, two = names
    has_kinds = len({unit.kind for unit in units}) > 1
    unit_tip = "What the reference has; of what it never has, what a translation adds"
    more_tip = "How much more the first system has of it"
    return (
        Column("unit", lambda unit: escaped(unit.label), tip=unit_tip, by=lambda unit: unit.label.casefold()),
        Column(
            "kind",
            lambda unit: escaped(unit.kind),
            by=lambda unit: unit.kind,
            width=86,
            room=560,
            is_seen=has_kinds,
        ),
        Column(one, lambda unit: _share(unit, 0), tip=HAS.format(one), by=lambda unit: unit.counts[0], width=96),
        Column(two, lambda unit: _share(unit, 1), tip=HAS.format(two), by=lambda unit: unit.counts[1], width=96),
        Column("Δ", _difference, tip=more_tip, by=lambda unit: unit.difference, width=56),
        *map(_ahead, (0, 1), names),
        Column("q", _q, tip=TESTED, by=lambda unit: unit.q, width=60, room=400),
    )


def _ahead(side: int, name: str) -> Column[UnitDifference]:
    """In how many segments the first (0) or the second (1) system, of this name, has more of a unit."""

    def segments(unit: UnitDifference) -> int:
        return len((unit.first_only, unit.second_only)[side])

    head = f"{shortened(name, NAME_IN_HEAD)} ahead"
    tip = AHEAD.format(name)
    return Column(head, lambda unit: f"{segments(unit):,}", is_number=True, tip=tip, by=segments, width=92, room=640)


def told(unit: UnitDifference, names: tuple[str, str]) -> Iterator[str]:
    """All that was counted of a unit, line by line."""
    yield f"{escaped(unit.label)} · {escaped(unit.kind)}"
    counted = (unit.first, unit.second), (unit.first_only, unit.second_only)
    for name, counts, places in zip(names, *counted, strict=True):
        got = f"gets {amount(counts.matched)} of {amount(counts.reference)}, " if counts.reference else ""
        yield f"{name}: {got}adds {amount(counts.extra)}; more in {number_of(len(places), 'segment')}"
    yield f"Sign test, two-sided: {p_told(unit.p)}; {p_told(unit.q).replace('p', 'q', 1)} (Benjamini & Hochberg)"


def _share(one: UnitDifference, side: int) -> Cell:
    has, counts = one.counts[side], (one.first, one.second)[side]
    if one.counted == "extra":
        return number_cell(f"+{amount(has)}")
    return Cell(f"{amount(has)} / {amount(counts.reference)}", is_number=True, share=one.rates[side])


def _difference(one: UnitDifference) -> Cell:
    palette, found = theme.current(), one.difference
    if one.better is None:
        return number_cell("0", QColor(palette.muted))
    status = Status.MATCHED if one.better == "first" else Status.MISSED
    text = f"{'+' if found > 0 else MINUS}{amount(abs(found))}"
    return number_cell(text, QColor(palette.status[status]))


def _q(one: UnitDifference) -> Cell:
    return number_cell(p_text(one.q), None if one.q < SIGNIFICANT else QColor(theme.current().muted))
