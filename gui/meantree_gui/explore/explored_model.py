"""The segments behind a figure as a list: those first that are ranked most differently, or the worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from meantree.escaping import escaped
from meantree.evaluation.data_frames import LENGTHS
from meantree.numbers import fixed, short
from meantree_gui.state.figure_numbers import Kind
from meantree_gui.widgets.cells import NOTHING, Cell
from meantree_gui.widgets.tables import Column, ListModel, paragraphs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from meantree.corpus.corpus import Segment
    from meantree_gui.state.figure_numbers import Numbers

BEGINNING = 160
"""Characters of a text in a tip."""
APART_TIP = "How far the ranks lie apart, in shares of all segments that are shown"


class ExploredModel(ListModel[int]):
    """Rows of a figure's frame, one a translation: its values, and how far the ranks lie apart."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: Numbers | None = None
        self._values: list[Any] = []
        self._places: Any = ()
        self._systems: Any = ()
        self._segments: Sequence[Segment] = ()
        self._titles: tuple[str, ...] = ()
        self.columns = self._columns_of(None)

    def show_numbers(self, numbers: Numbers | None, segments: Sequence[Segment], titles: Sequence[str]) -> None:
        """List all rows that these numbers are of; ``titles`` are of their columns."""
        self.numbers, self._segments, self._titles = numbers, segments, tuple(titles)
        self._values = [] if numbers is None else [numbers.values(column) for column in numbers.asked.used]
        if numbers is not None:  # asked for row by row
            self._places, self._systems = (numbers.frame[name].to_numpy() for name in ("place", "system"))
        rows = [] if numbers is None else numbers.rows.tolist()
        self.show(rows, self._columns_of(numbers), self._said)

    def list_only(self, rows: Sequence[int] | None) -> None:
        """List these rows of the frame alone, in the same order; None for all."""
        if self.numbers is not None:
            every = self.numbers.rows
            self.show((every if rows is None else every[np.isin(every, np.array(rows, dtype=np.intp))]).tolist())

    def segment(self, row: int) -> Segment:
        """The segment of a row of the frame."""
        return self._segments[self.place_in_corpus(row)]

    def place_in_corpus(self, row: int) -> int:
        """The 0-based place of its segment."""
        return int(self._places[row])

    def system(self, row: int) -> str:
        """Whose translation a row of the frame is."""
        return str(self._systems[row])

    def told(self, row: int) -> str:
        """A row of the frame as the text of a tip."""
        return paragraphs(self._said(row))

    def _columns_of(self, numbers: Numbers | None) -> tuple[Column[int], ...]:
        systems = numbers.asked.systems if numbers is not None else ()
        place = np.zeros(0 if numbers is None else len(numbers.frame), dtype=np.intp)  # of a row, among those listed
        if numbers is not None:
            place[numbers.rows] = np.arange(len(numbers.rows))
        is_several = len(self._titles) > 1
        return (
            Column("segment", lambda row: escaped(self.segment(row).key), width=76),
            Column("system", lambda row: escaped(self.system(row)), width=64, is_seen=len(systems) > 1),
            *self._values_of(numbers, place),
            Column("apart", lambda row: _apart(numbers, place[row]), tip=APART_TIP, width=60, is_seen=is_several),
            Column("translation", lambda row: escaped(self._text(row))),
        )

    def _values_of(self, numbers: Numbers | None, place: NDArray[np.intp]) -> Iterator[Column[int]]:
        """Both values; of many the two by which a translation is ranked most differently."""
        if numbers is not None and numbers.asked.kind is Kind.CORRELATIONS:
            ranks = numbers.ranks
            yield Column("ranked high by", lambda row: self._named(ranks[place[row]].argmax(), row), width=104)
            yield Column("ranked low by", lambda row: self._named(ranks[place[row]].argmin(), row), width=104)
            return
        one, two, *_ = *self._titles, "", ""
        yield Column(one, lambda row: self._value(0, row), is_number=True, width=64)
        yield Column(two, lambda row: self._value(1, row), is_number=True, width=64, is_seen=len(self._titles) > 1)

    def _named(self, which: int, row: int) -> str:
        return f"{self._titles[which]} {self._value(which, row)}"

    def _value(self, which: int, row: int) -> str:
        """A value as people read it: scores with three places, lengths with as many as they have."""
        value = float(self._values[which][row])
        if np.isnan(value):
            return NOTHING
        is_length = self.numbers is not None and self.numbers.asked.used[which] in LENGTHS
        return short(value, 4) if is_length else fixed(value)

    def _text(self, row: int) -> str:
        hypothesis = self.segment(row).hypotheses.get(self.system(row))
        return hypothesis.text if hypothesis else NOTHING

    def _said(self, row: int) -> Iterator[str]:
        values = ", ".join(f"{title} {self._value(which, row)}" for which, title in enumerate(self._titles))
        yield f"{escaped(self.segment(row).key)} · {escaped(self.system(row))} · {values}"
        text = self._text(row)
        yield escaped(text if len(text) <= BEGINNING else f"{text[:BEGINNING]} …")


def _apart(numbers: Numbers | None, place: int) -> Cell | None:
    if numbers is None:
        return None
    apart = float(numbers.apart[place])
    return Cell(f"{round(100 * apart)} %", is_number=True, share=apart, is_bad=True)
