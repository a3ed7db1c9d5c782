"""The tables of a project file, and how older ones become the present ones."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from functools import cache
from typing import Any
from uuid import uuid4

APPLICATION = 0x4D54524A
"""``MTRJ``: says in the file's head whose it is."""
VERSION = 5
"""1 kept no analyses; up to 2 a corrected tree lay in an annotation without frames, and lists were lines of text; up to
3 there were no corrected links; up to 4 no errors that people marked, no assignments and times, and nothing joined."""

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
CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    kind TEXT NOT NULL DEFAULT 'frames' CHECK (kind IN ('frames', 'tree', 'links')),
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
    stated TEXT NOT NULL DEFAULT ''
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
    began TEXT NOT NULL, seconds REAL NOT NULL, UNIQUE (segment, system, annotator, began)
) STRICT;
CREATE TABLE analyses (
    fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (fingerprint, text)
) STRICT;
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL
) STRICT;
"""
"""Every table is strict and has numbered rows, so that SQLite finds damaged cells and a damaged row is lost alone.

``annotations`` are frames, corrected trees or corrected links; a content of NULL is no record, so that undo can
restore that. ``stated`` is when a row of the history came into its state, ``alternatives`` are what copies of a project
say instead of an annotation, until somebody decides.
"""
CHECKED = (
    ("texts", "side", "('reference', 'hypothesis')"),
    ("errors", "side", "('hypothesis', 'source')"),
    ("annotations", "kind", "('frames', 'tree', 'links')"),
    ("history", "state", "('done', 'undone', 'dropped', 'imported')"),
    ("assignments", "given", "(0, 1)"),
)
"""What the CHECKs say: SQLite leaves them out where it reads only."""

NAMES = (
    *("settings", "segments", "texts", "ratings", "errors", "annotators", "annotations", "history"),
    *("alternatives", "assignments", "times", "analyses"),
)
"""The tables that hold a user's work, each after those that it refers to."""
SINCE = dict.fromkeys(("errors", "alternatives", "assignments", "times"), 5)
"""The tables that a sound file of an older version does not have."""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file, in one transaction."""
    connection.executescript(
        f"BEGIN;{TABLES}PRAGMA application_id = {APPLICATION};PRAGMA user_version = {VERSION};COMMIT;"
    )


def definitions(connection: sqlite3.Connection) -> set[tuple[str, ...]]:
    """What a database has, in its own words: type, name, table and definition of each table and index."""
    return set(connection.execute("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"))


@cache
def present_definitions() -> set[tuple[str, ...]]:
    """The same of a new project."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        create(fresh)
        return definitions(fresh)


def version_of_tables(connection: sqlite3.Connection) -> int:
    """Which version the tables are of, whatever the head of the file says."""
    if columns(connection, "annotations") and "kind" not in columns(connection, "annotations"):
        return 2 if columns(connection, "analyses") else 1
    if columns(connection, "errors"):
        return VERSION
    return 4 if "'links'" in _definition(connection, "annotations") else 3


def _definition(connection: sqlite3.Connection, table: str) -> str:
    """A table in its own words; nothing where there is none, or it cannot be read."""
    try:
        row = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
    except sqlite3.DatabaseError:
        return ""
    return str(row[0]) if row else ""


def columns(connection: sqlite3.Connection, table: str) -> list[str]:
    """The names of a table's columns; none where there is no such table."""
    return [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring a file of an older version up to date, in one transaction; another program may have done it meanwhile.

    Raises:
        sqlite3.Error: if its rows do not fit the present tables; the file stays as it was.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < VERSION:
            _rebuild(connection)
            modernise(connection, version)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rebuild(connection: sqlite3.Connection) -> None:
    """Make the present tables and move the rows of the older ones into them."""
    run = connection.execute
    there = [name for name in (*NAMES, "sessions") if columns(connection, name)]
    run("DROP INDEX IF EXISTS history_of_annotation")
    for name in there:
        run(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in TABLES.split(";\n"):
        run(statement)
    for name in there:
        both = ", ".join(column for column in columns(connection, name) if column in columns(connection, f"old_{name}"))
        run(f"INSERT INTO {name} ({both}) SELECT {both} FROM old_{name}")
    for name in reversed(there):
        run(f"DROP TABLE old_{name}")


def modernise(connection: sqlite3.Connection, version: int) -> None:
    """Let rows that an older version wrote mean the same in the present tables."""
    if version < 3:
        _separate_trees(connection)
        _list_as_json(connection)
        row = ("identity", uuid4().hex)
        connection.execute("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", row)


def _list_as_json(connection: sqlite3.Connection) -> None:
    run = connection.execute
    for name, value in run("SELECT name, value FROM settings WHERE name IN ('systems', 'references')").fetchall():
        run("UPDATE settings SET value = ? WHERE name = ?", (written_list(_lines(value)), name))
    rows = run("SELECT segment, side, name, tokens FROM texts WHERE tokens IS NOT NULL").fetchall()
    for *key, tokens in rows:
        place = (written_list(_lines(tokens)), *key)
        run("UPDATE texts SET tokens = ? WHERE segment = ? AND side = ? AND name = ?", place)


def written_list(values: Iterable[str]) -> str:
    """Names or tokens as they are kept; they may hold line breaks."""
    return json.dumps(list(values), ensure_ascii=False, separators=(",", ":"))


def read_list(text: str) -> tuple[str, ...]:
    """Read back what :func:`written_list` wrote.

    Raises:
        ValueError: if it is none.
    """
    read = json.loads(text)
    if not isinstance(read, list) or not all(isinstance(value, str) for value in read):
        raise ValueError(f"no list of texts: {text[:80]}")
    return tuple(read)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _separate_trees(connection: sqlite3.Connection) -> None:
    """Give the corrected trees that lie in annotations of frames records of their own.

    What was made for the tree alone is no annotation of frames any more.
    """
    found = connection.execute(
        "SELECT id FROM annotations WHERE kind = 'frames' AND (content LIKE '%\"arcs\":[[%' OR id IN"
        " (SELECT annotation FROM history WHERE before LIKE '%\"arcs\":[[%' OR after LIKE '%\"arcs\":[[%'))"
    ).fetchall()
    for (number,) in found:
        _separate_tree(connection, number)


def _separate_tree(connection: sqlite3.Connection, number: int) -> None:
    run = connection.execute
    (content,) = run("SELECT content FROM annotations WHERE id = ?", (number,)).fetchone()
    tree = run(
        "INSERT INTO annotations (segment, kind, system, reference, annotator, content, changed)"
        " SELECT segment, 'tree', system, reference, annotator, ?, changed FROM annotations WHERE id = ?",
        (_tree_part(content), number),
    ).lastrowid
    rows = run("SELECT id, before, after FROM history WHERE annotation = ? ORDER BY id", (number,)).fetchall()
    for row, before, after in rows:
        trees = _tree_part(before), _tree_part(after)
        if trees[0] != trees[1]:
            run("UPDATE history SET annotation = ?, before = ?, after = ? WHERE id = ?", (tree, *trees, row))
    run("UPDATE annotations SET content = ? WHERE id = ?", (_frames_part(content), number))
    rows = run("SELECT id, before, after FROM history WHERE annotation = ?", (number,)).fetchall()
    for row, before, after in rows:
        frames = _frames_part(before), _frames_part(after)
        if frames == (None, None):
            run("DELETE FROM history WHERE id = ?", (row,))
        else:
            run("UPDATE history SET before = ?, after = ? WHERE id = ?", (*frames, row))


def _tree_part(content: str | None) -> str | None:
    arcs = _read(content).get("arcs")
    return _written({"arcs": arcs}) if arcs else None


def _frames_part(content: str | None) -> str | None:
    """The annotation without its tree; None where it says nothing at all."""
    read = _read(content)
    read.pop("arcs", None)
    if content is not None and not read:
        return content  # nothing that can be read: the one who reads it says so
    blank = {"state": "open", "frame_links": [], "filler_links": [], "hypothesis": [], "reference": [], "comment": ""}
    return None if content is None or read == blank else _written(read)


def _read(content: str | None) -> dict[str, Any]:
    try:
        read = json.loads(content or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _written(read: dict[str, Any]) -> str:
    return json.dumps(read, ensure_ascii=False, separators=(",", ":"))
