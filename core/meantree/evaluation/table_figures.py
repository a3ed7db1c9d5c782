"""How a table of numbers is drawn, in plain values; :mod:`meantree.report.figures.table_charts` draws it.

Columns are named by their 0-based places in the table's head, since users' names may be the same. Where a figure is
divided ``by`` so many columns from the left, each of their values has a figure of its own; the next column names rows.
"""

from __future__ import annotations

from dataclasses import dataclass

Columns = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marks:
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
class Shades:
    """A box for each row and column, the darker the higher; where they differ, the highest has a frame."""

    columns: Columns
    label: str
    by: int = 0


@dataclass(frozen=True, slots=True)
class Beaten:
    """p that the row is better than the column by chance; rows have a name and a value, then a column for each row."""


@dataclass(frozen=True, slots=True)
class Weights:
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
class Points:
    """A point for each row, as dense as they lie.

    Attributes:
        x, y: columns.
        told: what is said of all of them, after the table's title.
    """

    x: int
    y: int
    told: str


TableFigure = Marks | Curves | Steps | Shades | Beaten | Weights | Points
