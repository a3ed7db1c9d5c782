"""The columns of a table of names and numbers, as the command and reports set it."""

from __future__ import annotations

from collections.abc import Iterator

from meantree.escaping import escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.report.table_text import cell_text, name_columns
from meantree_gui.widgets.list_model import Column

Values = tuple[Value, ...]
NARROW = 40
"""Pixels at first: views make columns as wide as what is in them."""


def value_columns(table: ValueTable) -> Iterator[Column[Values]]:
    """Columns of numbers at the right, which stand before names in their order."""
    names = name_columns(table)
    for place, title in enumerate(table.head):
        right = place not in names

        def text(row: Values, place: int = place) -> str:
            return cell_text(row[place])

        def key(row: Values, place: int = place) -> tuple[bool, float, str] | None:
            value = row[place]
            return None if value is None else (True, 0.0, value) if isinstance(value, str) else (False, value, "")

        yield Column(escaped(title), text, is_number=right, by=key, width=NARROW, is_title_right=right)
