"""Tables of names and numbers as text, TSV, CSV, JSON and LaTeX, for commands, app and reports."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from meantree.escaping import as_json, name_cell
from meantree.evaluation.value_table import FEW, Value, ValueTable, cell_text, name_columns
from meantree.picture.tex_text import COMMANDS, tex

SMALL: Final = 0.001
LONG: Final = 60
"""Cells with more characters are set in several lines."""
WRITTEN: Final = ("name", "title", "note", "head", "rows")
"""Attributes of a table that are written; its charts are not."""
PREAMBLE: Final = (
    "% Tables of Meantree. pdflatex sets Latin letters alone; for other scripts use xelatex or lualatex.\n"
    "\\documentclass[a4paper,10pt]{article}\n\\usepackage[landscape,margin=15mm]{geometry}\n"
    f"\\usepackage{{booktabs,longtable}}\n{COMMANDS}\\sloppy\n\\begin{{document}}\n"
)


def tables_tsv(tables: Sequence[ValueTable]) -> str:
    """Return one table as it is, or several as one long table (:func:`long_table`), as TSV.

    Scores have six decimals, those below :data:`SMALL` six digits; undefined values are empty cells.
    """
    return _delimited(tables, "\t")


def tables_csv(tables: Sequence[ValueTable]) -> str:
    """Return :func:`tables_tsv` with commas."""
    return _delimited(tables, ",")


def _delimited(tables: Sequence[ValueTable], delimiter: str) -> str:
    table = tables[0] if len(tables) == 1 else long_table(tables)
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n")
    writer.writerow(map(name_cell, table.head))
    writer.writerows(map(_cell, row) for row in table.rows)
    return text.getvalue()


def long_table(tables: Iterable[ValueTable]) -> ValueTable:
    """Return tables of different columns as one: a row for each cell, with the names of its table and column.

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
    """Return a JSON list of objects with name, title, note, head and rows; undefined values are null."""
    return as_json([{name: getattr(table, name) for name in WRITTEN} for table in tables])


def tables_tex(tables: Iterable[ValueTable]) -> str:
    """Return a LaTeX document with a heading, a note and a table each; long tables continue over pages."""
    return PREAMBLE + "".join(map(_tex_table, tables)) + "\\end{document}\n"


def _tex_table(table: ValueTable) -> str:
    names = name_columns(table)
    columns = "".join("l" if place in names else "r" for place in range(len(table.head)))
    if any(len(cell_text(value)) > LONG for row in table.rows for value in row):
        columns = columns[:-1] + "p{0.7\\linewidth}"  # notes and signatures are in the last column
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


def without_notes(tables: Sequence[ValueTable]) -> Sequence[ValueTable]:
    """Drop the notes of other tables from the provenance: all formats but TSV and CSV print them with the tables."""
    *others, last = tables
    return [*others, replace(last, rows=tuple(row for row in last.rows if not str(row[0]).startswith("note of ")))]
