"""Tables of error spans with offsets (CSV, TSV, XLSX), as Meantree writes them for spreadsheets.

A row for each span; rows with the same number in ``error`` are parts of one error. ``start`` and ``end`` count
characters from 0, the end excluded; ``words`` are what stands there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from meantree.corpus.formats import segment_table
from meantree.corpus.formats.assessments import unread_scores
from meantree.corpus.formats.file_contents import ErrorPlace, ErrorRow, FileContents
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.segment_table import KNOWN, XLSX, known_columns, records_of
from meantree.corpus.formats.workbooks import workbook_rows
from meantree.errors import InputError, Problem
from meantree.escaping import is_encodable, listed, quoted, unescaped, unguarded

COLUMNS: Final = (
    *("document", "segment", "system", "annotator", "state", "score", "error", "side", "start", "end", "words"),
    *("severity", "category", "missing", "origin", "by", "comment"),
)
REQUIRED: Final = ("segment", "system", "side", "start", "end")


def is_error_table(head: str) -> bool:
    """Return whether the first line of a file names the columns."""
    line = head.partition("\n")[0]
    return any({cell.strip().casefold() for cell in line.split(by)}.issuperset(REQUIRED) for by in ",\t;")


def read(raw: RawFile) -> FileContents:
    """Return the errors; raise InputError if the file cannot be read, or a column is missing."""
    is_workbook = raw.data.startswith(XLSX)
    rows = list(workbook_rows(raw, _as_written) if is_workbook else _text_rows(raw))
    header = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    if is_workbook and rows and known_columns(rows[0][1], raw.columns) and not {"side", "start", "end"} & {*header}:
        return segment_table.read(raw)
    if missing := [name for name in REQUIRED if name not in header]:
        fault, expected = f"no column {listed(missing)}", f"expected a table of error spans: {listed(COLUMNS)}"
        if is_workbook and rows:
            raise segment_table.columns_error(raw.path, rows[0][1], fault, f"{expected}; or one of texts: {KNOWN}; ")
        raise InputError(raw.path, f"{fault}, {expected}")
    errors: list[ErrorRow] = []
    problems: list[Problem] = []
    scores: list[tuple[int, str]] = []
    before: tuple[str, ...] = ()
    for line, cells in rows[1:]:
        values = dict(zip(header, (*cells, *[""] * len(header)), strict=False))
        if not any(values.values()):
            continue
        row = _row(raw, line, values)
        if row is None:
            side, start, end = (quoted(values[name]) for name in ("side", "start", "end"))
            expected = "expected hypothesis or source, and two numbers of characters"
            problems.append(Problem(raw.path, line, f"side {side}, start {start}, end {end}; {expected}; skipped"))
            continue
        scores.append((line, values.get("score", "")))
        error = tuple(values.get(name, "") for name in ("document", "segment", "system", "annotator", "error"))
        if errors and error == before and error[-1]:
            places, words = errors[-1].places + row.places, errors[-1].words + row.words
            errors[-1] = replace(errors[-1], places=places, words=words)
        else:
            errors.append(row)
        before = error
    return FileContents(errors=tuple(errors), problems=(*problems, *unread_scores(raw.path, scores)))


def _row(raw: RawFile, line: int, values: Mapping[str, str]) -> ErrorRow | None:
    """Return the error of a row; None if its place cannot be read."""
    places: tuple[ErrorPlace, ...] = ()
    if values["side"] or values["start"] or values["end"]:
        start, end = (parse_number(values[name]) for name in ("start", "end"))
        if start is None or end is None or not 0 <= start <= end or start % 1 or end % 1:
            return None
        if values["side"] not in ("hypothesis", "source"):
            return None
        places = (("source" if values["side"] == "source" else "hypothesis", int(start), int(end)),)
    return ErrorRow(
        values["system"],
        values.get("category", ""),
        values.get("severity", ""),
        values.get("annotator", ""),
        values.get("document", ""),
        (values["segment"],),
        places=places,
        words=(values.get("words", ""),) if places else (),
        path=raw.path,
        line=line,
        missing=values.get("missing", "").casefold() in ("1", "true", "yes"),
        comment=values.get("comment", ""),
        origin=values.get("origin", ""),
        by=values.get("by", ""),
        score=parse_number(values.get("score", "")),
        state=values.get("state", ""),
        content="\t".join(values.get(name, "") for name in COLUMNS),
    )


def _as_written(cell: str) -> str:
    """Return what a cell was made of: spreadsheets take it for no formula, and it has no invisible characters."""
    text = unescaped(unguarded(cell))
    return text if is_encodable(text) else cell


def _text_rows(raw: RawFile) -> Iterator[tuple[int, Sequence[str]]]:
    return ((record.line, tuple(map(_as_written, record.cells))) for record in records_of(raw).rows)
