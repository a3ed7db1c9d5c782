"""The segments behind a figure as a model: those first that are ranked most differently, or the worst."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from PySide6.QtCore import Qt

from meantree.evaluation.data_frames import LENGTHS
from meantree.picture.numbers import fixed, short
from meantree.shown import shown
from meantree_gui.state.figure_numbers import Kind
from meantree_gui.widgets.cells import Cell
from meantree_gui.widgets.tables import FixedColumns

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meantree.corpus.model import Segment
    from meantree_gui.state.figure_numbers import Numbers

SEGMENT, SYSTEM, ONE, TWO, APART, TEXT = range(6)
BEGINNING = 160
"""Characters of a text in a tip."""


class ExploredModel(FixedColumns):
    """One row a translation: its values in the columns of the figure, and how far the ranks lie apart."""

    columns: ClassVar[tuple[str, ...]] = ("segment", "system", "", "", "apart", "translation")

    def __init__(self) -> None:
        super().__init__()
        self.numbers: Numbers | None = None
        self._listed: NDArray[np.intp] = np.arange(0)
        self._values: list[Any] = []
        self._places: Any = ()
        self._systems: Any = ()
        self._segments: Sequence[Segment] = ()
        self._titles: tuple[str, ...] = ()

    def show_numbers(self, numbers: Numbers | None, segments: Sequence[Segment], titles: Sequence[str]) -> None:
        """List all rows that these numbers are of; ``titles`` are of their columns."""
        self.beginResetModel()
        self.numbers, self._segments, self._titles = numbers, segments, tuple(titles)
        self._values = [] if numbers is None else [numbers.values(column) for column in numbers.asked.used]
        self._listed = np.arange(0 if numbers is None else len(numbers.rows))
        if numbers is not None:  # asked for row by row
            self._places, self._systems = (numbers.frame[name].to_numpy() for name in ("place", "system"))
        self.endResetModel()

    def narrow(self, rows: Sequence[int] | None) -> None:
        """List these rows of the frame alone, in the same order; None for all."""
        if self.numbers is None:
            return
        self.beginResetModel()
        every = np.arange(len(self.numbers.rows))
        self._listed = every if rows is None else every[np.isin(self.numbers.rows, np.array(rows, dtype=np.intp))]
        self.endResetModel()

    def row_of(self, place: int) -> int:
        """The row of the frame that stands at a place of the list."""
        return -1 if self.numbers is None or not 0 <= place < self.count else int(self._rows[place])

    def place_of(self, row: int) -> int:
        """Where a row of the frame stands in the list, -1 if it does not."""
        found = np.flatnonzero(self._rows == row)
        return int(found[0]) if len(found) else -1

    @property
    def rows(self) -> list[int]:
        """The rows of the frame that are listed."""
        found: list[int] = self._rows.tolist()
        return found

    @property
    def _rows(self) -> NDArray[np.intp]:
        return np.arange(0) if self.numbers is None else self.numbers.rows[self._listed]

    def segment(self, row: int) -> Segment:
        """The segment of a row of the frame."""
        return self._segments[self.place_in_corpus(row)]

    def place_in_corpus(self, row: int) -> int:
        """The 0-based place of its segment."""
        return int(self._places[row])

    def system(self, row: int) -> str:
        """Whose translation a row of the frame is."""
        return str(self._systems[row])

    @property
    def count(self) -> int:
        """Override FixedColumns.count."""
        return len(self._listed)

    def cell(self, row: int, column: int) -> Cell:
        """Override FixedColumns.cell."""
        numbers = self.numbers
        if numbers is None:
            return Cell("")
        at, of = int(self._listed[row]), self.row_of(row)
        if column == SEGMENT:
            return Cell(shown(self.segment(of).key))
        if column == SYSTEM:
            return Cell(shown(self.system(of)))
        if column == TEXT:
            return Cell(shown(self._text(of)))
        if column == APART:
            apart = float(numbers.apart[at])
            return Cell(f"{round(100 * apart)} %", is_number=True, share=apart, is_bad=True)
        if numbers.asked.kind is Kind.CORRELATIONS:
            which = int(numbers.ranks[at].argmax() if column == ONE else numbers.ranks[at].argmin())
            return Cell(f"{self._titles[which]} {self._told_value(which, of)}")
        which = column - ONE
        return Cell(self._told_value(which, of) if which < len(self._values) else "–", is_number=True)

    def told(self, row: int) -> str:
        """A row of the frame as the text of a tip: never the user's markup."""
        segment, system = self.segment(row), self.system(row)
        values = ", ".join(f"{title} {self._told_value(which, row)}" for which, title in enumerate(self._titles))
        text = self._text(row)
        cut = text if len(text) <= BEGINNING else f"{text[:BEGINNING]} …"
        lines = f"{shown(segment.key)} · {shown(system)} · {values}", shown(cut)
        return "".join(f"<p>{escape(line)}</p>" for line in lines)

    def tip(self, row: int, column: int) -> str:  # noqa: ARG002  # the same in all of the row
        """Override FixedColumns.tip."""
        return self.told(self.row_of(row)) if self.numbers is not None else ""

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Override QAbstractTableModel.headerData: values stand under the names of their columns."""
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal and section in (ONE, TWO):
            if self.numbers is not None and self.numbers.asked.kind is Kind.CORRELATIONS:
                return ("ranked high by", "ranked low by")[section - ONE]
            return self._titles[section - ONE] if section - ONE < len(self._titles) else ""
        if role == Qt.ItemDataRole.ToolTipRole and section == APART:
            return "<p>How far the ranks lie apart, in shares of all segments that are shown</p>"
        return super().headerData(section, orientation, role)

    def _told_value(self, which: int, row: int) -> str:
        """A value as people read it: scores with three places, lengths with as many as they have."""
        value = float(self._values[which][row])
        if np.isnan(value):
            return "–"
        is_length = self.numbers is not None and self.numbers.asked.used[which] in LENGTHS
        return short(value, 4) if is_length else fixed(value)

    def _text(self, row: int) -> str:
        hypothesis = self.segment(row).hypotheses.get(self.system(row))
        return hypothesis.text if hypothesis else "–"
