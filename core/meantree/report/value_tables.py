"""Tables of names and numbers, made once, and set by the command, the window and every format of reports."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Final

from meantree.evaluation.value_table import Value, ValueTable
from meantree.picture.numbers import fixed
from meantree.report.tables import name_cell
from meantree.shown import shown

MISSING: Final = "–"


def cell_text(value: Value) -> str:
    """A value as people read it."""
    if value is None:
        return MISSING
    if isinstance(value, str):
        return shown(value)
    return fixed(value) if isinstance(value, float) else f"{value:,}"


def is_number(value: Value) -> bool:
    """Whether it stands at the right of its column; so does what is undefined."""
    return not isinstance(value, str)


def tables_tsv(tables: Iterable[ValueTable]) -> str:
    """All of them in lines of the table's name, then its cells; a line of heads before each, an empty one after it.

    Scores have six decimals, and what is undefined is an empty cell.
    """
    text = io.StringIO()
    writer = csv.writer(text, dialect="excel-tab", lineterminator="\n")
    for place, table in enumerate(tables):
        if place:
            text.write("\n")
        writer.writerow(["table", *map(name_cell, table.head)])
        for row in table.rows:
            writer.writerow([table.name, *map(_cell, row)])
    return text.getvalue()


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return name_cell(value) if isinstance(value, str) else f"{value:.6f}" if isinstance(value, float) else str(value)
