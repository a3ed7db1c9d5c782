"""Opening the database of a project: new, older, damaged."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeGuard
from urllib.parse import quote

from meantree.errors import InputError, UsageError
from meantree.project.schema import APPLICATION, NAMES, VERSION, create, upgrade

BUSY_SECONDS = 10.0
"""How long an edit waits for another program's edit to end."""
MOST_ROWS = 1_000_000
"""So many rows between two unreadable places are tried one by one."""
KEYS = dict.fromkeys(NAMES, "rowid") | {"texts": "segment", "settings": "name", "analyses": "fingerprint"}
"""By what the rows of a table can be found singly; the last two cannot, but for being read from both ends."""
HEAD = b"SQLite format 3\x00"


class Damaged(Exception):
    """A project that can only be read: its database is not sound, or it cannot be written to."""


def opened(path: Path, *, new: bool) -> sqlite3.Connection:
    """A connection in which every statement is its own transaction until one is begun.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        Damaged: if it is one, and not sound or not to be written to.
        UsageError: if another program keeps writing to it, or there is no such folder.
    """
    if not new and not path.read_bytes()[: len(HEAD)].startswith(HEAD):
        raise InputError(path, "no project of Meantree (it does not begin as a SQLite database does)")
    if not new and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise Damaged("neither it nor its folder can be written to")
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.OperationalError as error:
        raise UsageError(f"{path}: cannot be made ({error}); is there such a folder?") from error
    connection.text_factory = _readable
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
        if "locked" in str(error):
            raise UsageError(f"{path}: another program is writing to it; try again") from error
        raise Damaged(f"it is damaged: {error}") from error
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
        raise Damaged(f"it is damaged: {found}")
    connection.execute("PRAGMA journal_mode = WAL")
    if version < VERSION:
        upgrade(connection, version)


def salvaged(path: Path) -> sqlite3.Connection:
    """A database in memory with all rows of a file that can still be read; the file is not touched."""
    saved = sqlite3.connect(":memory:", isolation_level=None)
    saved.text_factory = _readable
    create(saved)
    # As it is, without the files beside it that a reader would have to write.
    source = sqlite3.connect(f"file:{quote(path.resolve().as_posix())}?mode=ro&immutable=1", uri=True)
    source.text_factory = bytes
    try:
        for name in NAMES:
            _copy(source, saved, name)
    finally:
        source.close()
    return saved


def _readable(data: bytes) -> str:
    """Text, even if some of its bytes are none."""
    return data.decode("utf-8", errors="replace")


def _copy(source: sqlite3.Connection, saved: sqlite3.Connection, name: str) -> None:
    """All rows that can be read: from the first on, from the last back, and between them one by one."""
    columns = [row[1] for row in saved.execute(f"PRAGMA table_info({name})")]
    there = {row[1].decode("utf-8", "replace") for row in _rows(source, f"PRAGMA table_info({name})")} or set(columns)
    listed = ", ".join(column for column in columns if column in there)
    key = KEYS[name]
    ends: list[int] = []
    for direction in ("ASC", "DESC"):
        whole, last = True, 0
        for row in _rows(source, f"SELECT {key}, {listed} FROM {name} ORDER BY {key} {direction}"):
            if row is None:
                whole = False
                break
            last = row[0] if isinstance(row[0], int) else 0
            _put(saved, name, listed, row[1:])
        if whole:
            return
        ends.append(last)
    for number in range(ends[0], min(ends[1], ends[0] + MOST_ROWS) + 1):
        for row in _rows(source, f"SELECT {key}, {listed} FROM {name} WHERE {key} = {number}"):
            if row is not None:
                _put(saved, name, listed, row[1:])


def _rows(source: sqlite3.Connection, query: str) -> Iterator[Any]:
    """The rows of a query; None in place of what cannot be read."""
    try:
        found = source.execute(query)
        while (row := found.fetchone()) is not None:
            yield row
    except sqlite3.DatabaseError:
        yield None


def _put(saved: sqlite3.Connection, name: str, listed: str, row: Sequence[Any]) -> None:
    """Keep a row; one that refers to a lost one, or is there already, is left out."""
    values = [value.decode("utf-8", errors="replace") if _is_text(name, value) else value for value in row]
    try:
        saved.execute(f"INSERT OR IGNORE INTO {name} ({listed}) VALUES ({', '.join('?' * len(row))})", values)
    except sqlite3.DatabaseError:
        return


def _is_text(name: str, value: object) -> TypeGuard[bytes]:
    """Texts come as bytes; what is packed begins as zlib's streams do."""
    return isinstance(value, bytes) and not (name in ("texts", "analyses") and value[:1] == b"\x78")
