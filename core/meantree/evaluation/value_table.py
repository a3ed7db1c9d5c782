"""Tables of names and numbers as plain values, and the charts that draw them.

An answer is rows of any type under :class:`AnswerColumn`, which say how a value is named and written for files and for
people; :mod:`meantree.reporting.table_text` writes tables. Figures name columns by their 0-based places, since users'
names may be equal. A figure divided ``by`` n columns has a part for each of their values; the next column names the
rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from meantree.escaping import escaped
from meantree.numbers import MISSING, Count, count_text, fixed

if TYPE_CHECKING:
    from pandas import DataFrame, Series

Columns = tuple[int, ...]
Value = str | int | float | None
Row = tuple[Value, ...]
Answered = TypeVar("Answered")
SHARES: Final = (0.0, 1.0)
"""The scale of shares."""
FEW: Final = 8
"""Tables with more columns are set in small print."""


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A line for each row with a mark for each column, and an interval if ``… low`` and ``… high`` come next.

    Attributes:
        part: which of several figures of the table this is.
        by: number of columns that divide the table.
        base: value of the line that stands for no effect; None for no line.
        ps: columns of p, one for each column of values, or none; marks are hollow if it is not below .05,
            or if their interval includes the base.
    """

    columns: Columns
    label: str
    part: str = ""
    by: int = 0
    base: float | None = 0.0
    ps: Columns = ()


@dataclass(frozen=True, slots=True)
class Curves:
    """A line for each name in the first column over a growing quantity, with a band of its spread."""

    quantity: int
    value: int
    spread: int


@dataclass(frozen=True, slots=True)
class Steps:
    """A line for each column over the steps of rows; steps that are no numbers are not joined.

    Attributes:
        by: number of columns that divide the table.
    """

    steps: int
    columns: Columns
    label: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class Heatmap:
    """A cell for each row with a value and each column, darker for higher values; one highest value has a frame.

    Attributes:
        by: number of columns that divide the table.
        scale: the values of the lightest and the darkest shade; None for the lowest and the highest that there are.
    """

    columns: Columns
    label: str
    by: int = 0
    scale: tuple[float, float] | None = None

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """Return those that have a value, which are drawn."""
        return [row for row in rows if any(isinstance(row[column], (int, float)) for column in self.columns)]


@dataclass(frozen=True, slots=True)
class PValueMatrix:
    """p that the row is better than the column by chance; rows have a name, a value, then a column for each row."""


@dataclass(frozen=True, slots=True)
class WeightBars:
    """A bar for each row, largest weight first, with the range of other columns; and sums by group.

    Attributes:
        group: the column that names a row's group.
        others: columns of the same weight learned from other data.
    """

    value: int
    group: int
    others: Columns
    label: str


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """A point for each row, with the density of points."""

    x: int
    y: int
    caption: str


TableFigure = DotPlot | Curves | Steps | Heatmap | PValueMatrix | WeightBars | ScatterPlot


@dataclass(frozen=True, slots=True)
class ValueTable:
    """A table of names and numbers.

    Attributes:
        name: a short name in lower case, for files and scripts.
        note: explains how to read it.
        head: of the columns; names given by users are not escaped.
        rows: one value a column; floats are scores, integers are counts, None is undefined.
        drawn: tables that are drawn with this one but not written, such as one of all scores.
    """

    name: str
    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    figures: tuple[TableFigure, ...] = ()
    drawn: tuple[ValueTable, ...] = ()

    def columns(self, places: Iterable[int]) -> ValueTable:
        """Return the table with these 0-based columns alone."""
        kept = tuple(places)
        rows = tuple(tuple(row[place] for place in kept) for row in self.rows)
        return replace(self, head=tuple(self.head[place] for place in kept), rows=rows)


def cell_text(value: Value) -> str:
    """Format a value for readers."""
    if value is None:
        return MISSING
    if isinstance(value, str):
        return escaped(value)
    if isinstance(value, Count):
        return count_text(value)
    return fixed(value) if isinstance(value, float) else f"{value:,}"


@dataclass(frozen=True, slots=True)
class AnswerColumn(Generic[Answered]):
    """A column of an answer, whose rows are of any type.

    Attributes:
        name: in files.
        value: of a row; None if undefined.
        text: writes a defined value for people.
        title: for people; by default the name.
        is_name: whether it is aligned left.
    """

    name: str
    value: Callable[[Answered], Any]
    text: Callable[[Any], str] = cell_text
    title: str = ""
    is_name: bool = False

    @property
    def heading(self) -> str:
        """The title for people, escaped."""
        return escaped(self.title or self.name)

    def shown(self, row: Answered) -> str:
        """Return the value of a row for people."""
        value = self.value(row)
        return MISSING if value is None else self.text(value)


def with_bounds(names: Iterable[str]) -> tuple[str, ...]:
    """Return the heads of values, each followed by those of the bounds of its interval."""
    return tuple(f"{name}{bound}" for name in names for bound in ("", " low", " high"))


def attribute_columns(*names: str) -> tuple[AnswerColumn[Any], ...]:
    """Return columns of the attributes of rows, named as these are."""
    return tuple(AnswerColumn(name, attrgetter(name), title=name.replace("_", " ")) for name in names)


def record(columns: Iterable[AnswerColumn[Answered]], row: Answered) -> dict[str, Value]:
    """Return the values of a row by the names of the columns, for files."""
    return {column.name: column.value(row) for column in columns}


def answer_table(
    name: str, columns: Sequence[AnswerColumn[Answered]], rows: Iterable[Answered], title: str = ""
) -> ValueTable:
    """Return an answer as a table for files."""
    head = tuple(column.name for column in columns)
    return ValueTable(name, title, "", head, tuple(tuple(column.value(row) for column in columns) for row in rows))


def frame(table: ValueTable) -> DataFrame:
    """Return the table as a pandas data frame, with its name, title and note in ``attrs``.

    Columns of integers are ``Int64``, other columns of numbers ``float64``; undefined values are missing, never 0.
    Other columns hold text, or text and numbers. Two columns may have the same name, as two corpora may.
    """
    import pandas as pd

    columns = [_column([row[place] for row in table.rows]) for place in range(len(table.head))]
    data = pd.concat(columns, axis=1) if columns else pd.DataFrame()
    data.columns = pd.Index(table.head, dtype=object)
    data.attrs = {"name": table.name, "title": table.title, "note": table.note}
    return data


def _column(values: list[Value]) -> Series:
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        return pd.Series(values, dtype="Int64")
    return pd.Series(values, dtype="float64" if kinds <= {int, float} else "object")


def name_columns(table: ValueTable) -> list[int]:
    """Return the 0-based columns of names, which are aligned to the left; the others hold numbers and empty cells."""
    return [
        place
        for place in range(len(table.head))
        if any(isinstance(row[place], str) and row[place] for row in table.rows)
    ]
