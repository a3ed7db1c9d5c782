"""The list of the units of a score, or of facts about words; units of many trees are summed by word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from PySide6.QtCore import QModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QWidget

from meantree.comparison.comparison import COUNTED, Comparison
from meantree.escaping import counted, escaped
from meantree.metrics.evidence import AnyStatus, Unit, by_word
from meantree.numbers import amount, full
from meantree_gui.trees.painter import status_colour, status_pen
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.cells import Cell, CellDelegate
from meantree_gui.widgets.choosers import SearchLine, StillComboBox
from meantree_gui.widgets.tables import Column, Index, ListModel, RowTable, row_at, select_rows


@dataclass
class Words:
    """The sum of the units of each word, and the words whose units are listed."""

    sums: dict[str, Unit] = field(default_factory=dict)
    opened: set[str] = field(default_factory=set)

    def total(self, unit: Unit) -> Unit:
        """Return the sum of the units of a unit's word; itself if it stands for itself."""
        return self.sums.get(unit.word, unit)

    def label(self, unit: Unit) -> str:
        """Return its label; that of a word follows a sign whether its units are listed."""
        if unit.word not in self.sums:
            return unit.label
        sign = ("▾" if unit.word in self.opened else "▸") if unit is self.total(unit) else "  "
        return f"{sign} {unit.label}"


class UnitList(QWidget):
    """Lists units below a line to search them; those of many trees are summed by word, and listed on Return."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ListModel(unit_columns((), ()), unit_tooltip)
        self._words = Words()
        self._texts: tuple[str, ...] = ()
        self.table = RowTable(self.model, "Evidence")
        self.table.setItemDelegateForColumn(0, LineDelegate(self.table))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self.text = SearchLine("Search the units", self.table)
        self.status = StillComboBox()
        self.status.setAccessibleName("Units to list")
        self._offer(COUNTED)
        find = in_row(None, (self.text, 1), self.status)
        in_column(self, find, (self.table, 1), margins=(0, 0, 0, 0))
        self.text.textChanged.connect(self._filter)
        self.status.currentTextChanged.connect(self._filter)
        self.table.opened.connect(self._open)

    def show_comparison(self, comparison: Comparison | None) -> None:
        """List the units of another pair, or none."""
        self._words = Words()
        if comparison is None:
            self.model.show((), unit_columns((), ()))
            return
        self._offer(comparison.legend)
        words = by_word(() if comparison.kind else comparison.units)
        self._words = Words({total.word: total for total, parts in words if parts})
        units = [unit for total, parts in words for unit in (total, *parts)] or comparison.units
        names, is_counted = comparison.pair.reference_names, comparison.is_scored
        self.model.show(units, unit_columns(units, names, is_counted=is_counted, words=self._words))
        self._filter()
        texts = tuple(text.analysis.text for text in comparison.texts)
        if texts != self._texts:
            self._texts = texts
            self.table.scrollToTop()  # what differs comes first

    def _open(self, unit: Unit) -> None:
        """List or hide the units of a word."""
        if unit.word in self._words.sums:
            self._words.opened ^= {unit.word}
            self._filter()

    def _offer(self, statuses: Sequence[AnyStatus | None]) -> None:
        """Offer these statuses to filter by, if others are offered now."""
        offered = ["all", *(str(status) for status in statuses if status is not None)]
        if offered != [self.status.itemText(place) for place in range(self.status.count())]:
            self.status.clear()
            self.status.addItems(offered)

    def select(self, units: Sequence[Unit]) -> None:
        """Select the rows of these units; a filter that hides all of them is cleared."""
        self._words.opened.update(unit.word for unit in units)
        self._filter()
        rows = self._rows(units)
        if not rows:
            self.text.clear()
            self.status.setCurrentIndex(0)
            rows = self._rows(units)
        select_rows(self.table, rows)  # none for units of another metric, whose frames are drawn below the trees

    def _rows(self, units: Sequence[Unit]) -> list[QModelIndex]:
        """Return the rows of these units, in their order."""
        rows = {id(unit): row for row, unit in enumerate(self.model.rows)}
        return [self.model.index(rows[id(unit)], 0) for unit in units if id(unit) in rows]

    def _filter(self) -> None:
        status = self.status.currentText()

        words, is_searched = self._words, bool(self.text.text())

        def accepts(unit: Unit) -> bool:
            is_listed = is_searched or unit is words.total(unit) or unit.word in words.opened
            return is_listed and status in ("all", str(unit.status)) and self.text.accepts(unit.label)

        self.model.narrow(accepts)


def unit_summary(units: Sequence[Unit]) -> str:
    """Return the sums from which the score is computed."""
    sides = []
    for name in ("hypothesis", "reference"):
        counts = [(min(unit.matched, getattr(unit, name)), getattr(unit, name)) for unit in units]
        sides.append((amount(fsum(matched for matched, _ in counts)), amount(fsum(count for _, count in counts))))
    (hyp, hyp_all), (ref, ref_all) = sides
    second = f"{ref_all} in the reference" if hyp == ref else f"{ref} of {ref_all} in the reference"
    return f"{counted(len(units), 'unit')}: matched {hyp} of {hyp_all} in the hypothesis, {second}"


LETTER, WIDEST_KIND, WORDS_ROOM = 8, 88, 400
"""The width of a letter in pixels, that of a column of kinds at most, and of a list with words and their counts."""


def unit_columns(
    units: Sequence[Unit],
    references: Sequence[str],
    *,
    is_counted: bool = True,
    words: Words = Words(),  # noqa: B008
) -> tuple[Column[Unit], ...]:
    """Return the columns of the units, given the names of the references; :class:`LineDelegate` draws the first.

    Kinds and numbers have the width that they need.

    Args:
        is_counted: whether they are units of a metric, which may match in part, and not facts about words.
        words: by whose sums their units are sorted.
    """

    def kind(unit: Unit) -> str:
        """Return the kind without the side that it is of, which the counts tell."""
        return unit.kind.partition(", ")[0]

    kinds = max((len(kind(unit)) for unit in units), default=0) * LETTER
    fractions = any(unit.hypothesis % 1 or unit.reference % 1 for unit in units)
    narrowest = 6 * LETTER if fractions else 0

    def matched_in(unit: Unit) -> str:
        """Return the references in which a unit matched or was missed."""
        by_reference = zip(references, unit.reference_places, strict=False)
        return ", ".join(escaped(name) for name, places in by_reference if places)

    def by(key: Callable[[Unit], Any]) -> Callable[[Unit], Any]:
        return lambda unit: key(words.total(unit))

    def label(unit: Unit) -> Cell:
        return Cell(words.label(unit), colour=status_colour(unit.status))

    def amounts(title: str, count: Callable[[Unit], float], width: int, room: int = 0) -> Column[Unit]:
        return Column(
            title,
            lambda unit: amount(count(unit)),
            is_number=True,
            sort_key=by(count),
            width=max(width, narrowest),
            room=room,
        )

    room = 0 if is_counted else WORDS_ROOM  # the words come first; their marks tell which text has them
    several = len(references) > 1 and is_counted
    name, width = ("unit", min(WIDEST_KIND, max(64, kinds))) if is_counted else ("word", min(170, max(130, kinds)))
    return (
        Column("", lambda _unit: "", sort_key=by(lambda unit: str(unit.status)), accessible_text=_spoken, width=26),
        Column(name, label, sort_key=by(lambda unit: unit.label), accessible_text=_spoken),
        Column("kind", kind, sort_key=by(lambda unit: unit.kind), width=width, room=260),
        *((amounts("match", lambda unit: unit.matched, 50),) if is_counted else ()),
        amounts("hyp", lambda unit: unit.hypothesis, 38, room),
        amounts("ref", lambda unit: unit.reference, 30, room),
        Column("in", matched_in, sort_key=by(matched_in), width=34, room=260, is_shown=several),
    )


def unit_tooltip(unit: Unit) -> tuple[str, ...]:
    """Return the lines of a unit's tooltip: label, kind, status and counts."""
    counts = f"{full(unit.matched)} of {full(unit.hypothesis)} / {full(unit.reference)}"
    return f"{escaped(unit.label)} ({unit.kind})", f"{unit.status}: {counts}"


def _spoken(unit: Unit) -> str:
    return f"{unit.status} {unit.label}"


class LineDelegate(CellDelegate):
    """Draws the line style of a unit's status, without a bar."""

    bar_room = 0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Override QStyledItemDelegate.paint."""
        super().paint(painter, option, index)
        unit = row_at(index)
        if not isinstance(unit, Unit):
            return
        room: QRect = option.rect
        middle = room.center().y() + 0.5
        painter.setPen(status_pen(unit.status, 2.0))
        painter.drawLine(QPointF(room.left() + 4, middle), QPointF(room.right() - 4, middle))
