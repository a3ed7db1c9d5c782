"""The tables of a project file, their versions, and how lists and times are stored."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

from meantree.untrusted_json import read_json

APPLICATION = 0x4D54524A
"""``MTRJ``, SQLite's application ID in the header of a project file."""
VERSION = 100
"""The present format, and the first of a release.

No damaged bit turns it into one of :data:`DEVELOPMENT`.
"""
DEVELOPMENT: Final = range(1, 13)
"""Formats of files of development versions, which are refused."""
VERSION_BITS = 8
"""SQLite's user version holds the version in these bits; those above are for ``project.journals``."""

TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, document TEXT NOT NULL, source TEXT, UNIQUE (document, name)
) STRICT;
CREATE TABLE texts (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    side TEXT NOT NULL CHECK (side IN ('reference', 'hypothesis')),
    name TEXT NOT NULL, text TEXT NOT NULL, tokens TEXT, analysis BLOB, labelled TEXT,
    PRIMARY KEY (segment, side, name)
) STRICT;
CREATE TABLE ratings (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, kind TEXT NOT NULL, value REAL NOT NULL, rater TEXT NOT NULL
) STRICT;
CREATE TABLE errors (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, side TEXT NOT NULL CHECK (side IN ('hypothesis', 'source')),
    start INTEGER NOT NULL, stop INTEGER NOT NULL,
    category TEXT NOT NULL, severity TEXT NOT NULL, rater TEXT NOT NULL
) STRICT;
CREATE TABLE unplaced (line TEXT NOT NULL) STRICT;
CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    kind TEXT NOT NULL DEFAULT 'frames' CHECK (kind IN ('frames', 'reference', 'tree', 'links', 'errors', 'mark',
        'answer')),
    system TEXT NOT NULL, reference TEXT NOT NULL,
    annotator INTEGER NOT NULL REFERENCES annotators (id),
    content TEXT, changed TEXT NOT NULL,
    UNIQUE (segment, kind, system, reference, annotator)
) STRICT;
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    annotation INTEGER NOT NULL REFERENCES annotations (id) ON DELETE CASCADE,
    what TEXT NOT NULL, before TEXT, after TEXT, time TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dropped', 'imported')),
    stated TEXT NOT NULL DEFAULT '', step TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX history_of_annotation ON history (annotation, state);
CREATE TABLE alternatives (
    id INTEGER PRIMARY KEY,
    annotation INTEGER NOT NULL REFERENCES annotations (id) ON DELETE CASCADE,
    content TEXT, changed TEXT NOT NULL, UNIQUE (annotation, content)
) STRICT;
CREATE TABLE assignments (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotators (id),
    given INTEGER NOT NULL CHECK (given IN (0, 1)), changed TEXT NOT NULL, UNIQUE (segment, annotator)
) STRICT;
CREATE TABLE times (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, annotator INTEGER NOT NULL REFERENCES annotators (id),
    began TEXT NOT NULL, seconds REAL NOT NULL, keys INTEGER, UNIQUE (segment, system, annotator, began)
) STRICT;
CREATE TABLE analyses (
    fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (fingerprint, text)
) STRICT;
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL
) STRICT;
"""
"""Every table is strict and has numbered rows, so that SQLite finds damaged cells and only the damaged row is lost.

``annotations`` are frames of translations or references, error spans, corrected trees, corrected links, marks of
segments for the report, or answers to findings; a content of NULL is no record, which undo can restore.
``unplaced`` has the rows of imported tables of errors that fit no text.
``stated`` is when a row of the history got its state, and rows with the same ``step`` are undone together.
``alternatives`` are other versions of an annotation in merged copies, until somebody chooses.
"""
_ALL: Final = re.findall(r"CREATE TABLE (\w+) \((.*?)\) STRICT", TABLES, re.DOTALL)
_CHECK: Final = re.compile(r"CHECK \((\w+) IN (\(.*?\))\)", re.DOTALL)
CHECKED: Final = tuple((table, *found) for table, text in _ALL for found in _CHECK.findall(text))
"""The CHECK constraints, which SQLite does not test in a file that is only read: table, column, and values in SQL."""
TABLE_NAMES: Final = tuple(table for table, _ in _ALL if table != "sessions")
"""The tables with a user's work, each after those that it refers to."""
_COLUMN: Final = re.compile(r"(?:^|,)\s*(\w+) (?:TEXT|INTEGER|REAL|BLOB)")
COLUMNS: Final = {table: _COLUMN.findall(text) for table, text in _ALL}
"""The names of the columns of each table, in their order."""


def create_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in an empty file, in one transaction."""
    connection.executescript(
        f"BEGIN;{TABLES}PRAGMA application_id = {APPLICATION};PRAGMA user_version = {VERSION};COMMIT;"
    )


def version_number(connection: sqlite3.Connection) -> int:
    """Return the version that the header of the file says."""
    return user_version(connection) % (1 << VERSION_BITS)


def user_version(connection: sqlite3.Connection) -> int:
    """Return SQLite's user version: the version of the format, and above :data:`VERSION_BITS` the series of edits."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def definitions(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Return type, name, table and SQL definition of each table and index of a database.

    SQLite's own tables, with the statistics of ``ANALYZE``, are left out.
    """
    columns = "type, name, tbl_name, coalesce(sql, '')"
    query = f"SELECT {columns} FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]'"
    return set(connection.execute(query))


@cache
def present_definitions() -> set[tuple[str, ...]]:
    """Return the definitions of a new project."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        fresh.executescript(TABLES)
        return definitions(fresh)


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the names of a table's columns; none if there is no such table."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


@cache
def insertion(table: str, *, with_id: bool = False) -> str:
    """Return the SQL that adds a row to a table, numbered by SQLite unless it has its ``id``."""
    names = [name for name in COLUMNS[table] if with_id or name != "id"]
    return f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"


@cache
def selection(table: str) -> str:
    """Return the SQL that reads the rows of a table, but for their numbers."""
    return f"SELECT {', '.join(name for name in COLUMNS[table] if name != 'id')} FROM {table}"


def list_to_json(values: Iterable[str]) -> str:
    """Return names or tokens as they are stored; they may contain line breaks."""
    return json.dumps(list(values), ensure_ascii=False, separators=(",", ":"))


def list_from_json(text: str) -> tuple[str, ...]:
    """Read what :func:`list_to_json` wrote; raise ValueError if it is no such list."""
    read = read_json(text)
    if not isinstance(read, list) or not all(isinstance(value, str) for value in read):
        raise ValueError(f"not a list of texts: {text[:80]}")
    return tuple(read)


def now() -> str:
    """Return the present time in UTC, to the millisecond; such texts sort in the order of time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def time_after(time: str) -> str:
    """Return the present time, or the millisecond after ``time`` if the clock is behind it.

    So the history of an annotation is in the order of its times, even on computers whose clocks differ.
    """
    present = now()
    if present > time:
        return present
    try:
        return (datetime.fromisoformat(time) + timedelta(milliseconds=1)).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):
        return present
