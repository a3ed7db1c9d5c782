"""Tables of values as plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from meantree.cli.console import drawn_table, table_text
from meantree.escaping import escaped
from meantree.evaluation.value_table import ValueTable
from meantree.report.table_text import cell_text, name_columns

if TYPE_CHECKING:
    from rich.table import Table

MARGIN, COLUMN = 40, 16
"""Characters that lines have room for, beside those of each column."""
LEAST: Final = 100


def rows_and_note(table: ValueTable, width: int) -> str:
    """Rows in lines of so many characters, and below them what they mean."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    return table_text(Group(drawn_rows(table), Padding(Text(escaped(table.note)), (0, 2))), width)


def set_table(table: ValueTable) -> str:
    """Title, note and rows; names at the left of their columns, numbers at the right."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    note = Padding(Text(escaped(table.note)), (0, 2))
    width = max(LEAST, MARGIN + COLUMN * len(table.head))
    return table_text(Group(Padding(Text(escaped(table.title)), (0, 2)), note, drawn_rows(table)), width)


def drawn_rows(table: ValueTable) -> Table:
    """The rows alone."""
    return drawn_table(
        map(escaped, table.head), (map(cell_text, row) for row in table.rows), name_columns(table), is_folded=True
    )
