"""TSV and CSV with a header: one row a segment (a column a version), or one row a segment and system."""

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
ENCLOSED = (
    "cells with quotes are enclosed in quotes, and quotes in them are doubled, as spreadsheets write them; they are "
    "read without these"
)


@dataclass(slots=True)
class _Found:
    """What was read so far; without an id column keys are running numbers."""

    path: Path
    columns: Columns
    problems: list[Problem]
    lines: dict[Key, int] = field(default_factory=dict)
    texts: dict[VersionName, dict[Key, tuple[str, int]]] = field(default_factory=dict)
    ratings: list[RatingRow] = field(default_factory=list)


def read(raw: RawFile) -> FileContents:
    """A layer for the source, each reference and each system, all with the same segments in the same order.

    An empty cell is an empty translation in a hypothesis column, and no text in the others. A row that cannot be used
    is listed as a problem, and so is that a TSV's quotes were read as those of the table.

    Raises:
        InputError: if the bytes are no text or the header cannot be used.
    """
    table = records_of(raw)
    header = next(table.rows)
    problems = [Problem(raw.path, None, ENCLOSED)] if table.enclosed else []
    if header.fault:
        raise InputError(raw.path, f"the header cannot be read: {header.fault}", line=header.line)
    found = _Found(raw.path, read_header(raw.path, header.cells, raw.columns, problems), problems)
    for record in table.rows:
        _add(found, record)
    if not found.lines:
        raise InputError(raw.path, "a header without rows, expected at least one")
    return FileContents(versions=tuple(_layers(found)), ratings=tuple(found.ratings), problems=tuple(problems))


def _add(found: _Found, record: Record) -> None:
    columns = found.columns
    if not record.fault and len(record.cells) <= 1 < columns.width and not "".join(record.cells).strip():
        return
    if not record.fault and len(record.cells) != columns.width:
        record = Record(record.line, (), f"{len(record.cells)} cells, expected {columns.width}")
    if record.fault:
        found.problems.append(Problem(found.path, record.line, f"{record.fault}; the row is skipped"))
        if columns.id is None:
            # Without ids the rows after it must keep their positions.
            found.lines["", str(len(found.lines) + 1)] = record.line
        return
    key = _key(found, record)
    if key is None:
        return
    system = record.cells[columns.system].strip() if columns.system is not None else ""
    for version, column in columns.texts.items():
        role, name = version
        _add_text(found, record, (role, system or name) if role is FileRole.HYPOTHESIS else version, key, column)
    for kind, column in columns.ratings.items():
        _add_rating(found, record, kind, system, key, record.cells[column].strip())


def _key(found: _Found, record: Record) -> Key | None:
    columns, cells = found.columns, record.cells
    if columns.id is None:
        key = "", str(len(found.lines) + 1)
    else:
        key = cells[columns.document].strip() if columns.document is not None else "", cells[columns.id].strip()
        fault = ""
        if not key[1]:
            fault = "an empty id, expected one"
        elif columns.system is not None and not cells[columns.system].strip():
            fault = "an empty system, expected a name"
        elif columns.system is None and key in found.lines:
            fault = f"segment id {quoted(key[1])} occurs again, expected it once"
        if fault:
            found.problems.append(Problem(found.path, record.line, f"{fault}; the row is skipped", key[1] or None))
            return None
    found.lines.setdefault(key, record.line)
    return key


def _add_text(found: _Found, record: Record, version: VersionName, key: Key, column: int) -> None:
    role, name = version
    text = record.cells[column]
    if not text and role is not FileRole.HYPOTHESIS:
        return
    texts = found.texts.setdefault(version, {})
    before = texts.setdefault(key, (text, record.line))
    if before[1] == record.line:
        return
    if role is FileRole.HYPOTHESIS:
        fault = (
            f"segment {quoted(key[1])} of system {quoted(name)} occurs again, expected it once; the second is skipped"
        )
    elif before[0] != text:
        fault = f"{role} of segment {quoted(key[1])} differs from line {before[1]}, which is used"
    else:
        return
    found.problems.append(Problem(found.path, record.line, fault, key[1]))


def _add_rating(found: _Found, record: Record, kind: str, system: str, key: Key, cell: str) -> None:
    value = parse_number(cell)
    if value is not None:
        name = system or _system_name(found)
        found.ratings.append(RatingRow(name, kind, value, key[0], key[1], path=found.path, line=record.line))
    elif cell and cell.lower() != "none":
        fault = f"{quoted(cell)} as {shortened(kind)}, expected a number; the rating is skipped"
        found.problems.append(Problem(found.path, record.line, fault, key[1]))


def _system_name(found: _Found) -> str:
    """The only system of a table that does not say otherwise is called after its file."""
    return next(
        (name for role, name in found.columns.texts if role is FileRole.HYPOTHESIS and name), guess_name(found.path)
    )


def _layers(found: _Found) -> Iterator[Version]:
    named = found.columns.id is not None
    check_size(found.path, len(found.lines), len(found.texts))
    for (role, name), texts in found.texts.items():
        rows = tuple(
            Row(*texts.get(key, (None, line)), *(key[::-1] if named else (None, None)))
            for key, line in found.lines.items()
        )
        yield Version(role, name or _system_name(found), found.path, rows)
