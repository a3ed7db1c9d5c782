"""Opening the database of a project: new, older, damaged."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from meantree.errors import InputError
from meantree.project.schema import APPLICATION, NAMES, VERSION, create, upgrade

BUSY_SECONDS = 10.0
"""How long an edit waits for another program's edit to end."""
HEAD = b"SQLite format 3\x00"


class Damaged(Exception):
    """A project whose database is not sound."""


def opened(path: Path, *, new: bool) -> sqlite3.Connection:
    """A connection in which every statement is its own transaction until one is begun.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        Damaged: if it is one, and not sound.
    """
    if not new and not path.read_bytes()[: len(HEAD)].startswith(HEAD):
        raise InputError(path, "no project of Meantree (it does not begin as a SQLite database does)")
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        if new:
            connection.execute("PRAGMA journal_mode = WAL")
            create(connection)
        else:
            _check(connection, path)
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.DatabaseError as error:
        connection.close()
        raise Damaged(str(error)) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise InputError(path, "a database of another program, expected a project of Meantree")
    if version > VERSION:
        raise InputError(path, f"made by a later version (format {version}, this program knows {VERSION})")
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise Damaged(str(found))
    connection.execute("PRAGMA journal_mode = WAL")
    if version < VERSION:
        upgrade(connection, version)


def salvaged(path: Path) -> sqlite3.Connection:
    """A database in memory with all rows of a damaged file that can still be read; the file is not touched."""
    saved = sqlite3.connect(":memory:", isolation_level=None)
    create(saved)
    source = sqlite3.connect(f"file:{path.resolve().as_posix()}?mode=ro", uri=True)
    try:
        for name in NAMES:
            _copy(source, saved, name)
    finally:
        source.close()
    return saved


def _copy(source: sqlite3.Connection, saved: sqlite3.Connection, name: str) -> None:
    """Row by row, until one cannot be read; rows that refer to lost ones are left out."""
    try:
        rows = source.execute(f"SELECT * FROM {name}")
        while (row := rows.fetchone()) is not None:
            try:
                saved.execute(f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row)
            except sqlite3.DatabaseError:
                continue
    except sqlite3.DatabaseError:
        return
