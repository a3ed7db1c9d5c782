"""A table of names and numbers as plain values, whoever made it; :mod:`meantree.report.table_text` writes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame, Series

Columns = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DotPlot:
    """A line for each row with a mark for each column, and bounds if the next two columns are ``… low``, ``… high``.

    Attributes:
        columns: of the values.
        label: what they are.
        part: of the table, where it has several figures.
        by: how many columns divide the table.
        base: where a line stands for no effect; None for none.
        ps: columns of p, one for each of the values or none; where p is not significant, the mark is hollow.
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
    """A line for each column over the steps that rows are; a step that is no number stands apart.

    Attributes:
        steps: the column that names them.
        columns: of the values.
        label: what they are.
        by: how many columns divide the table.
    """

    steps: int
    columns: Columns
    label: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class Heatmap:
    """A box for each row and column, the darker the higher; where they differ, the highest has a frame."""

    columns: Columns
    label: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class PValueMatrix:
    """p that the row is better than the column by chance; rows have a name and a value, then a column for each row."""


@dataclass(frozen=True, slots=True)
class WeightBars:
    """A bar for each row, the heaviest first, with the extremes of other columns; and sums of their groups.

    Attributes:
        value: the weight.
        group: the column that names a row's group.
        others: columns of the same weight learned on other data.
        label: what weights are.
    """

    value: int
    group: int
    others: Columns
    label: str


@dataclass(frozen=True, slots=True)
class ScatterPlot:
    """A point for each row, as dense as they lie.

    Attributes:
        x, y: columns.
        told: what is said of all of them, after the table's title.
    """

    x: int
    y: int
    told: str


TableFigure = DotPlot | Curves | Steps | Heatmap | PValueMatrix | WeightBars | ScatterPlot


Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class ValueTable:
    """One table.

    Attributes:
        name: short, of small letters, for files and scripts.
        title: above it.
        note: what must be known to read it.
        head: of the columns; those of users' names are as they are called.
        rows: as many values each; a number is a score if it is a float, and counted if it is not, None is undefined.
        figures: how it is drawn.
        drawn: tables that nobody wants to read, such as one of all scores: they are drawn with this one, not written.
    """

    name: str
    title: str
    note: str
    head: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    figures: tuple[TableFigure, ...] = ()
    drawn: tuple[ValueTable, ...] = ()


def frame(table: ValueTable) -> DataFrame:
    """The rows under their heads; name, title and note are in its ``attrs``.

    Columns of numbers alone are ``Int64`` where all are counted, else ``float64``; undefined values are missing ones,
    never 0. Other columns hold text, or both. Two columns may have one name, as two users' corpora may.
    """
    import pandas as pd

    columns = [_column([row[place] for row in table.rows]) for place in range(len(table.head))]
    found = pd.concat(columns, axis=1) if columns else pd.DataFrame()
    found.columns = pd.Index(table.head, dtype=object)
    found.attrs = {"name": table.name, "title": table.title, "note": table.note}
    return found


def _column(values: list[Value]) -> Series:
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    if kinds == {int}:
        return pd.Series(values, dtype="Int64")
    return pd.Series(values, dtype="float64" if kinds <= {int, float} else "object")
