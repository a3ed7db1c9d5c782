"""The tables of the document: rows and columns chosen from outputs, and a paper's numbers for comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outputs import Outputs, Value

from meantree.evaluation.value_table import cell_text
from meantree.numbers import MISSING


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        head: its heading.
        run, table, column: the source of its cells.
        where: values that select rows, in addition to the row's name.
        interval: whether the columns ``… low`` and ``… high`` are appended.
    """

    head: str
    run: str
    table: str
    column: str
    where: Mapping[str, Value] = field(default_factory=dict)
    interval: bool = False

    def cell(self, outputs: Outputs, row: Mapping[str, Value]) -> str:
        """Return a printed cell; :data:`MISSING` if the run is not done."""
        table = outputs.table(self.run, self.table)
        if table is None:
            return MISSING
        where = {**self.where, **row}
        text = cell_text(table.cell(where, self.column))
        if not self.interval or text == MISSING:
            return text
        low, high = (cell_text(table.cell(where, f"{self.column} {bound}")) for bound in ("low", "high"))
        return f"{text} [{low}, {high}]"


@dataclass(frozen=True, slots=True)
class Given:
    """A column of a paper's own numbers.

    Attributes:
        head: its heading.
        cells: by row, as the paper prints them.
    """

    head: str
    cells: Mapping[Value, str]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One table of the document.

    Attributes:
        key: the column that names rows, in all outputs.
        columns: from left to right.
        rows: names of rows in their order; None for all of the first column.
        most: largest number of rows, None without a limit.
    """

    key: str
    columns: tuple[Column | Given, ...]
    rows: tuple[Value, ...] | None = None
    most: int | None = None

    def lines(self, outputs: Outputs) -> list[str]:
        """Return the table in Markdown, followed by a note on missing runs.

        Raises:
            LookupError: if an output does not have a row or a column.
        """
        missing = self.missing(outputs)
        measured = [column for column in self.columns if isinstance(column, Column)]
        if len(missing) == len({column.run for column in measured}):
            return [missing_note(missing)]
        head = (self.key, *(column.head for column in self.columns))
        lines = [_line(head), _line(["---"] + ["---:"] * len(self.columns))]
        lines += [_line([cell_text(row), *self._cells(outputs, row)]) for row in self._rows(outputs)]
        return [*lines, "", missing_note(missing)] if missing else lines

    def missing(self, outputs: Outputs) -> list[str]:
        """Return the required runs that are not done."""
        runs = dict.fromkeys(column.run for column in self.columns if isinstance(column, Column))
        return [run for run in runs if not outputs.is_done(run)]

    def _rows(self, outputs: Outputs) -> list[Value]:
        if self.rows is not None:
            return list(self.rows)
        for column in self.columns:
            if isinstance(column, Column) and (table := outputs.table(column.run, column.table)):
                return list(dict.fromkeys(table.column(self.key, column.where)))[: self.most]
        return []

    def _cells(self, outputs: Outputs, row: Value) -> list[str]:
        cells = []
        for column in self.columns:
            if isinstance(column, Given):
                cells.append(column.cells.get(row, MISSING))
            else:
                cells.append(column.cell(outputs, {self.key: row}))
        return cells


def missing_note(runs: list[str]) -> str:
    """Return a sentence on missing runs."""
    return f"*Not run yet: {', '.join(f'`{run}`' for run in runs)}.*"


def _line(cells: list[str] | tuple[str, ...]) -> str:
    inert = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(inert)} |"
