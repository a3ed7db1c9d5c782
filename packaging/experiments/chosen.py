"""What a table of the document is made of: which rows and columns of which outputs, and a paper's numbers beside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from outputs import Outputs, Value

from meantree.report.table_text import MISSING, cell_text


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        head: above it.
        run, table, column: where its cells come from.
        where: what stands in their rows, beside what names the row.
        interval: whether the columns ``… low`` and ``… high`` are set behind.
    """

    head: str
    run: str
    table: str
    column: str
    where: Mapping[str, Value] = field(default_factory=dict)
    interval: bool = False

    def cell(self, outputs: Outputs, row: Mapping[str, Value]) -> str:
        """As it is printed; a run that is not done has none."""
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
        head: above it.
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
        rows: which, in this order; None takes all that the first column has.
        most: takes no more than so many.
    """

    key: str
    columns: tuple[Column | Given, ...]
    rows: tuple[Value, ...] | None = None
    most: int | None = None

    def lines(self, outputs: Outputs) -> list[str]:
        """Markdown; what was not run is said below.

        Raises:
            LookupError: if an output lacks a row or a column.
        """
        missing = self.missing(outputs)
        measured = [column for column in self.columns if isinstance(column, Column)]
        if len(missing) == len({one.run for one in measured}):
            return [told_missing(missing)]
        head = (self.key, *(column.head for column in self.columns))
        lines = [_line(head), _line(["---"] + ["---:"] * len(self.columns))]
        lines += [_line([cell_text(row), *self._cells(outputs, row)]) for row in self._rows(outputs)]
        return [*lines, "", told_missing(missing)] if missing else lines

    def missing(self, outputs: Outputs) -> list[str]:
        """The runs that it needs and that are not done."""
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
        found = []
        for column in self.columns:
            if isinstance(column, Given):
                found.append(column.cells.get(row, MISSING))
            else:
                found.append(column.cell(outputs, {self.key: row}))
        return found


def told_missing(runs: list[str]) -> str:
    """A sentence."""
    return f"*Not run yet: {', '.join(f'`{run}`' for run in runs)}.*"


def _line(cells: list[str] | tuple[str, ...]) -> str:
    inert = (cell.replace("|", "\\|") for cell in cells)
    return f"| {' | '.join(inert)} |"
