"""What commands write: the format by name or file ending, results in all formats, and tables as plain text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Final, Literal

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from meantree.cli.console import Content
from meantree.errors import UsageError
from meantree.escaping import escaped, listed, shortened
from meantree.evaluation.value_table import ValueTable
from meantree.reporting.table_text import cell_text, name_columns, tables_csv, tables_tex, tables_tsv

ENDINGS: Final[Mapping[str, str]] = {
    ".tsv": "tsv",
    ".tab": "tsv",
    ".csv": "csv",
    ".json": "json",
    ".xlsx": "xlsx",
    ".tex": "tex",
    ".html": "html",
    ".pdf": "pdf",
    ".conllu": "conllu",
    ".graphml": "graphml",
    ".mrg": "brackets",
    ".ptb": "brackets",
    ".props": "props",
    ".conll09": "conll2009",
    ".conll12": "conll2012",
}
"""Formats by file extension."""
TEXT: Final = (".txt", "")
"""Extensions of plain text."""
TABLES: Final = ("tsv", "csv", "xlsx", "json")
"""Formats of all commands that write tables."""
MIN_WIDTH: Final = 100
MARGIN, COLUMN = 40, 16
"""Characters of a line, and of each of its columns."""


def format_of(output: Path | None, name: str | None, offered: Sequence[str]) -> str:
    """Return the named format, else that of the file extension; for plain text the first of those offered.

    Raises:
        UsageError: if the command does not write what the file's name ends in, or a workbook has no file.
    """
    _, dot, suffix = ("" if output is None else output.name.casefold()).rpartition(".")
    ending = dot and f".{suffix}"
    form = name or (offered[0] if ending in TEXT else ENDINGS.get(ending))
    if form is None or form not in offered:
        known = listed(ending for ending, name in ENDINGS.items() if name in offered)
        expected = ", or ".join(filter(None, (known, ".txt or none for text")))
        raise UsageError(f"--output: found the ending {shortened(ending)}, expected {expected}")
    if form == "xlsx" and output is None:
        raise UsageError("a workbook is not written to stdout; name a file with --output")
    return form


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a command in all formats, which are made on demand.

    Attributes:
        plain: for people.
        json: for programs.
        tables: for TSV, CSV, LaTeX and workbooks.
    """

    plain: Callable[[], str]
    json: Callable[[], str]
    tables: Callable[[], Sequence[ValueTable]]

    def written(self, form: str) -> Content:
        """Return the result in a format; any unknown name means plain text."""
        if form == "xlsx":
            from meantree.reporting.workbook import tables_workbook

            return tables_workbook(self.tables(), "")
        of_tables = {"tsv": tables_tsv, "csv": tables_csv, "tex": tables_tex}
        if form in of_tables:
            return of_tables[form](self.tables())
        return self.json() if form == "json" else self.plain()


def set_table(table: ValueTable) -> str:
    """Return title, note and rows as plain text."""
    width = max(MIN_WIDTH, MARGIN + COLUMN * len(table.head))
    return table_text(Group(_padded(table.title), _padded(table.note), drawn_rows(table)), width)


def table_and_note(table: Table, note: str, width: int) -> str:
    """Return a table in lines of at most ``width`` characters, followed by a note."""
    return table_text(Group(table, _padded(note)), width)


def drawn_rows(table: ValueTable) -> Table:
    """Return the rows of a table, with names aligned left and numbers right."""
    return drawn_table(
        map(escaped, table.head), (map(cell_text, row) for row in table.rows), name_columns(table), is_folded=True
    )


def drawn_table(
    head: Iterable[str], rows: Iterable[Iterable[str]], names: Collection[int] = (0,), *, is_folded: bool = False
) -> Table:
    """Return a table with numbers aligned right, and the columns ``names`` aligned left.

    Args:
        head: of the columns.
        rows: of cells.
        names: 0-based columns that hold names.
        is_folded: whether long cells are wrapped; otherwise they are cut.
    """
    drawn = Table(box=box.SIMPLE_HEAD)
    for place, title in enumerate(head):
        justify: Literal["left", "right"] = "left" if place in names else "right"
        drawn.add_column(Text(title), justify=justify, overflow="fold" if is_folded else "ellipsis")
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def table_text(table: RenderableType, width: int) -> str:
    """Return a table as plain text of at most ``width`` characters per line, without trailing blanks."""
    written = StringIO()
    Console(file=written, width=width, color_system=None).print(table)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def _padded(text: str) -> Padding:
    return Padding(Text(escaped(text)), (0, 2))
