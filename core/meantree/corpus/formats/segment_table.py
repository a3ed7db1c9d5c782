"""Tables with a header (TSV, CSV): a row for each segment with all versions, or for each segment and system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from meantree.corpus.formats.file_contents import FileContents, FileRole, RatingRow, Row, Version, check_size
from meantree.corpus.formats.file_names import guess_name
from meantree.corpus.formats.raw_file import RawFile, parse_number
from meantree.corpus.formats.table_rows import Columns, Record, read_header, records_of
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

Key = tuple[str, str]
VersionName = tuple[FileRole, str]
ENCLOSED_NOTE = (
    "cells with quotes are enclosed in quotes, and quotes in them are doubled, as spreadsheets write them; they are "
    "read without these"
)


@dataclass(slots=True)
class _Table:
    """The contents so far; without an id column keys are running numbers."""

    path: Path
    columns: Columns
    problems: list[Problem]
    lines: dict[Key, int] = field(default_factory=dict)
    texts: dict[VersionName, dict[Key, tuple[str, int]]] = field(default_factory=dict)
    ratings: list[RatingRow] = field(default_factory=list)


def read(raw: RawFile) -> FileContents:
    """Return a version for the source, each reference and each system, with the same segments in the same order.

    An empty cell is an empty translation in a hypothesis column, and no text in the others. Rows that cannot be used
    are listed as problems, and so are a TSV's quotes if they were taken for the table's own.

    Raises:
        InputError: if the bytes are not text or the header cannot be used.
    """
    records = records_of(raw)
    header = next(records.rows)
    problems = [Problem(raw.path, None, ENCLOSED_NOTE)] if records.enclosed else []
    if header.fault:
        raise InputError(raw.path, f"the header cannot be read: {header.fault}", line=header.line)
    table = _Table(raw.path, read_header(raw.path, header.cells, raw.columns, problems), problems)
    for record in records.rows:
        _add(table, record)
    if not table.lines:
        raise InputError(raw.path, "a header without rows, expected at least one")
    return FileContents(versions=tuple(_versions(table)), ratings=tuple(table.ratings), problems=tuple(problems))


def _add(table: _Table, record: Record) -> None:
    columns = table.columns
    if not record.fault and len(record.cells) <= 1 < columns.width and not "".join(record.cells).strip():
        return
    if not record.fault and len(record.cells) != columns.width:
        record = Record(record.line, (), f"{len(record.cells)} cells, expected {columns.width}")
    if record.fault:
        table.problems.append(Problem(table.path, record.line, f"{record.fault}; the row is skipped"))
        if columns.id is None:
            # Without ids the rows after it must keep their positions.
            table.lines["", str(len(table.lines) + 1)] = record.line
        return
    key = _key(table, record)
    if key is None:
        return
    system = record.cells[columns.system].strip() if columns.system is not None else ""
    for version, column in columns.texts.items():
        role, name = version
        _add_text(table, record, (role, system or name) if role is FileRole.HYPOTHESIS else version, key, column)
    for kind, column in columns.ratings.items():
        _add_rating(table, record, kind, system, key, record.cells[column].strip())


def _key(table: _Table, record: Record) -> Key | None:
    columns, cells = table.columns, record.cells
    if columns.id is None:
        key = "", str(len(table.lines) + 1)
    else:
        key = cells[columns.document].strip() if columns.document is not None else "", cells[columns.id].strip()
        fault = ""
        if not key[1]:
            fault = "an empty id, expected one"
        elif columns.system is not None and not cells[columns.system].strip():
            fault = "an empty system, expected a name"
        elif columns.system is None and key in table.lines:
            fault = f"segment id {quoted(key[1])} occurs again, expected it once"
        if fault:
            table.problems.append(Problem(table.path, record.line, f"{fault}; the row is skipped", key[1] or None))
            return None
    table.lines.setdefault(key, record.line)
    return key


def _add_text(table: _Table, record: Record, version: VersionName, key: Key, column: int) -> None:
    role, name = version
    text = record.cells[column]
    if not text and role is not FileRole.HYPOTHESIS:
        return
    texts = table.texts.setdefault(version, {})
    first_text, first_line = texts.setdefault(key, (text, record.line))
    if first_line == record.line:
        return
    if role is FileRole.HYPOTHESIS:
        fault = (
            f"segment {quoted(key[1])} of system {quoted(name)} occurs again, expected it once; the second is skipped"
        )
    elif first_text != text:
        fault = f"{role} of segment {quoted(key[1])} differs from line {first_line}, which is used"
    else:
        return
    table.problems.append(Problem(table.path, record.line, fault, key[1]))


def _add_rating(table: _Table, record: Record, kind: str, system: str, key: Key, cell: str) -> None:
    value = parse_number(cell)
    if value is not None:
        name = system or _system_name(table)
        table.ratings.append(RatingRow(name, kind, value, key[0], key[1], path=table.path, line=record.line))
    elif cell and cell.lower() != "none":
        fault = f"{quoted(cell)} as {shortened(kind)}, expected a number; the rating is skipped"
        table.problems.append(Problem(table.path, record.line, fault, key[1]))


def _system_name(table: _Table) -> str:
    """Return the name of the table's one system: that of its hypothesis column, else a guess from the file's name."""
    return next(
        (name for role, name in table.columns.texts if role is FileRole.HYPOTHESIS and name), guess_name(table.path)
    )


def _versions(table: _Table) -> Iterator[Version]:
    has_ids = table.columns.id is not None
    check_size(table.path, len(table.lines), len(table.texts))
    for (role, name), texts in table.texts.items():
        rows = tuple(
            Row(*texts.get(key, (None, line)), *(key[::-1] if has_ids else (None, None)))
            for key, line in table.lines.items()
        )
        yield Version(role, name or _system_name(table), table.path, rows)
