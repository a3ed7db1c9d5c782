"""Tables of experiments as files, the same from the command and from the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from meantree.evaluation.value_table import ValueTable
from meantree.report.value_tables import tables_csv, tables_json, tables_tex, tables_tsv

FileForm = Literal["tsv", "csv", "json", "tex"]
FORMS: Final[Mapping[FileForm, Callable[[Sequence[ValueTable]], str]]] = {
    "tsv": tables_tsv,
    "csv": tables_csv,
    "json": tables_json,
    "tex": tables_tex,
}


def experiment_text(tables: Sequence[ValueTable], form: FileForm) -> str:
    """All tables in one of the formats; the last of them says where the numbers come from."""
    return FORMS[form](tables if form in ("tsv", "csv") else without_notes(tables))


def without_notes(tables: Sequence[ValueTable]) -> Sequence[ValueTable]:
    """The last table without the notes of the others: these stand beside them already, but in TSV and CSV."""
    *others, last = tables
    return [*others, replace(last, rows=tuple(row for row in last.rows if not str(row[0]).startswith("note of ")))]
