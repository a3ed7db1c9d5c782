"""A table of names and numbers as plain values, whoever made it; :mod:`meantree.report.table_text` writes it."""

from __future__ import annotations

from dataclasses import dataclass

from meantree.evaluation.table_figures import TableFigure

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
