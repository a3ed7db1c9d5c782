"""What commands write: results in all formats, and tables as plain text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from meantree.cli.console import Content, text_width
from meantree.escaping import escaped
from meantree.numbers import fixed

if TYPE_CHECKING:
    from meantree.evaluation.value_table import AnswerColumn, Answered, Value, ValueTable
    from meantree.work import Work

MIN_WIDTH: Final = 100
WIDEST: Final = 10_000
"""Characters of a line that holds every table."""
MARGIN, COLUMN = 40, 16
"""Characters of a line, and of each of its columns."""


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

    @classmethod
    def of_tables(cls, tables: Sequence[ValueTable], shown: Sequence[ValueTable] | None = None) -> Result:
        """Return tables with their titles and notes; ``shown`` are those for people, by default the same."""
        from meantree.reporting.table_text import tables_json

        return cls(lambda: "\n".join(map(set_table, shown or tables)), lambda: tables_json(tables), lambda: tables)

    def written(self, form: str) -> Content:
        """Return the result in a format; any unknown name means plain text."""
        if form == "xlsx":
            from meantree.reporting.formats.workbook import tables_workbook

            return tables_workbook(self.tables(), "")
        from meantree.reporting.table_text import tables_csv, tables_tex, tables_tsv

        of_tables = {"tsv": tables_tsv, "csv": tables_csv, "tex": tables_tex}
        if form in of_tables:
            return of_tables[form](self.tables())
        return self.json() if form == "json" else self.plain()


def set_table(table: ValueTable) -> str:
    """Return title, note and rows as plain text; no head without rows: the note says why there are none."""
    width = max(MIN_WIDTH, MARGIN + COLUMN * len(table.head))
    rows = [drawn_rows(table)] if table.rows else []
    return table_text(Group(_padded(table.title), _padded(table.note), *rows), width)


def save_plots(tables: Sequence[ValueTable], folder: Path | None, work: Work) -> None:
    """Save the figures of tables if a folder is named; raise UsageError if one cannot be written."""
    if folder is not None:
        from meantree.reporting.figures.table_charts import save_figures

        save_figures(tables, folder, work)


def records(table: ValueTable) -> list[dict[str, Value]]:
    """Return the rows of a table by the names of its columns."""
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


def table_and_note(table: Table, note: str, width: int) -> str:
    """Return a table in lines of at most ``width`` characters, followed by a note."""
    return table_text(Group(table, _padded(note)), width)


def drawn_rows(table: ValueTable) -> Table:
    """Return the rows of a table, with names aligned left and numbers right."""
    from meantree.evaluation.value_table import cell_text, name_columns

    return drawn_table(
        map(escaped, table.head), (map(cell_text, row) for row in table.rows), name_columns(table), is_folded=True
    )


def drawn_table(
    head: Iterable[str], rows: Iterable[Iterable[str]], names: Collection[int] = (0,), *, is_folded: bool = False
) -> Table:
    """Return a table with numbers aligned right, and the columns ``names`` aligned left.

    Args:
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


def answer_text(columns: Sequence[AnswerColumn[Answered]], rows: Iterable[Answered], width: int) -> str:
    """Return rows as a plain table for people."""
    names = [place for place, column in enumerate(columns) if column.is_name]
    cells = ([column.shown(row) for column in columns] for row in rows)
    return table_text(drawn_table((column.heading for column in columns), cells, names), width)


def starred(p: float, is_significant: bool) -> str:
    """Return p, with an asterisk if it is significant."""
    return f"{'* ' if is_significant else ''}{fixed(p)}"


def table_text(table: RenderableType, width: int) -> str:
    """Return a table as plain text without trailing blanks, in lines that fit ``width`` and the terminal.

    Of a table that is wider, the columns of numbers that do not fit stand below, with the names again.
    """
    written, parts = StringIO(), table.renderables if isinstance(table, Group) else [table]
    console = Console(file=written, width=text_width(width), color_system=None)
    for part in parts:
        for block in _blocks(part, console) if isinstance(part, Table) else [part]:
            console.print(block)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines()) + "\n"


def _blocks(table: Table, console: Console) -> list[Table]:
    """Return a table, or if it is too wide, tables of all its names and some of its numbers each."""
    wide = console.options.update(width=WIDEST)
    names = [column for column in table.columns if column.justify == "left"]
    numbers = [column for column in table.columns if column.justify != "left"]
    if not numbers or console.measure(table, options=wide).maximum <= console.width:
        return [table]
    blocks: list[list[Column]] = []
    for column in numbers:
        wider = [*(blocks[-1] if blocks else []), column]
        if blocks and console.measure(_of_columns([*names, *wider]), options=wide).maximum <= console.width:
            blocks[-1] = wider
        else:
            blocks.append([column])
    return [_of_columns([*names, *block]) for block in blocks]


def _of_columns(columns: Sequence[Column]) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(
            column.header, justify=column.justify, overflow=column.overflow, no_wrap=column.justify == "right"
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*row)
    return table


def _padded(text: str) -> Padding:
    return Padding(Text(escaped(text)), (0, 2))
