"""Tables of names and numbers, made once, and set by the command, the window and every format of reports."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from meantree.escaping import as_json, escaped
from meantree.evaluation.value_table import Value, ValueTable
from meantree.numbers import fixed
from meantree.picture.tex_text import COMMANDS, tex
from meantree.report.score_rows import name_cell

MISSING: Final = "–"
SMALL: Final = 0.001
LONG: Final = 60
"""Characters of a cell that is set in several lines."""
WRITTEN: Final = ("name", "title", "note", "head", "rows")
"""What is written of a table; how it is drawn is not."""
FEW: Final = 8
"""Columns that letters of ordinary size have room for."""
PREAMBLE: Final = (
    "% Tables of Meantree. pdflatex sets Latin letters; for other scripts use lualatex or xelatex.\n"
    "\\documentclass[a4paper,10pt]{article}\n\\usepackage[landscape,margin=15mm]{geometry}\n"
    f"\\usepackage{{booktabs,longtable}}\n{COMMANDS}\\sloppy\n\\begin{{document}}\n"
)


def cell_text(value: Value) -> str:
    """A value as people read it."""
    if value is None:
        return MISSING
    if isinstance(value, str):
        return escaped(value)
    return fixed(value) if isinstance(value, float) else f"{value:,}"


def is_number(value: Value) -> bool:
    """Whether it stands at the right of its column; so does what is undefined."""
    return not isinstance(value, str)


def name_columns(table: ValueTable) -> list[int]:
    """The columns, counted from 0, that hold names, which stand at the left; the others are numbers."""
    return [place for place in range(len(table.head)) if not all(is_number(row[place]) for row in table.rows)]


def tables_tsv(tables: Sequence[ValueTable]) -> str:
    """One table as it is; several as one long table (:func:`long_table`).

    Scores have six decimals, those below :data:`SMALL` six digits, and what is undefined is an empty cell.
    """
    return _delimited(tables, "\t")


def tables_csv(tables: Sequence[ValueTable]) -> str:
    """The same with commas."""
    return _delimited(tables, ",")


def _delimited(tables: Sequence[ValueTable], delimiter: str) -> str:
    table = tables[0] if len(tables) == 1 else long_table(tables)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(map(name_cell, table.head))
    writer.writerows(map(_cell, row) for row in table.rows)
    return text.getvalue()


def long_table(tables: Iterable[ValueTable]) -> ValueTable:
    """Tables of different columns as one: a row for each cell, with the names of its table and column.

    Rows are counted from 1 in each table, and over tables of one name.
    """
    rows: list[tuple[Value, ...]] = []
    done: dict[str, int] = {}
    for table in tables:
        first = done.get(table.name, 0) + 1
        for number, row in enumerate(table.rows, start=first):
            rows += ((table.name, number, column, value) for column, value in zip(table.head, row, strict=True))
        done[table.name] = first - 1 + len(table.rows)
    return ValueTable("tables", "", "", ("table", "row", "column", "value"), tuple(rows))


def tables_json(tables: Iterable[ValueTable]) -> str:
    """A list of objects with name, title, note, head and rows; what is undefined is null."""
    return as_json([{name: getattr(table, name) for name in WRITTEN} for table in tables])


def tables_tex(tables: Iterable[ValueTable]) -> str:
    """A LaTeX document: a heading, a note and a table each; wide ones are made smaller, long ones go over pages."""
    return PREAMBLE + "".join(map(_tex_table, tables)) + "\\end{document}\n"


def _tex_table(table: ValueTable) -> str:
    names = name_columns(table)
    columns = "".join("l" if place in names else "r" for place in range(len(table.head)))
    if any(len(cell_text(value)) > LONG for row in table.rows for value in row):
        columns = columns[:-1] + "p{0.7\\linewidth}"  # of notes and signatures, which stand last
    lines = [" & ".join(map(tex, map(cell_text, row))) + " \\\\\n" for row in table.rows]
    head = " & ".join(map(tex, table.head))
    note = f"{{\\small {tex(table.note)}\\par}}\n" if table.note else ""
    size = "\\small" if len(table.head) <= FEW else "\\scriptsize"
    begin = f"\\begin{{longtable}}{{{columns}}}\n\\toprule\n{head} \\\\\n\\midrule\n\\endhead\n"
    end = "\\bottomrule\n\\end{longtable}"
    title = f"\\section*{{{tex(table.title)}}}\n{note}"
    return f"{title}{{{size}\\setlength\\tabcolsep{{3pt}}\n{begin}{''.join(lines)}{end}}}\n\n"


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return name_cell(value)
    if isinstance(value, float):
        return f"{value:.6f}" if value == 0 or abs(value) >= SMALL else f"{value:.6g}"
    return str(value)


TableFormat = Literal["tsv", "csv", "json", "tex"]
FORMS: Final[Mapping[TableFormat, Callable[[Sequence[ValueTable]], str]]] = {
    "tsv": tables_tsv,
    "csv": tables_csv,
    "json": tables_json,
    "tex": tables_tex,
}


def experiment_text(tables: Sequence[ValueTable], form: TableFormat) -> str:
    """All tables in one of the formats; the last of them says where the numbers come from."""
    return FORMS[form](tables if form in ("tsv", "csv") else without_notes(tables))


def without_notes(tables: Sequence[ValueTable]) -> Sequence[ValueTable]:
    """The last table without the notes of the others: these stand beside them already, but in TSV and CSV."""
    *others, last = tables
    return [*others, replace(last, rows=tuple(row for row in last.rows if not str(row[0]).startswith("note of ")))]
