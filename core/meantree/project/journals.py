"""Journals beside a project: one that belongs to another file, or to another state of it, is never applied.

SQLite finds a journal by name and applies it to whatever file has that name now. So projects have no write-ahead log,
which stays whenever a program is killed, but a rollback journal, which exists only during a transaction. One that a
killed program leaves must be applied to the file that the transaction changed, and to no other.

The first page tells them apart: it has a counter, which SQLite increments in each transaction, and a *series*, a random
number that a program sets before its first edit, alone in a transaction. So series and counter together name one
state of one file, whatever was copied when. Each transaction writes the first page before any other, so its journal
names the state that it began with; the file must be in that state or the next one, in the same series. The transaction
that begins a series changes nothing but that page, so it is whole with or without its journal.

No version leaves a log. One beside a file that has none by its header belongs to another file.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from threading import RLock
from typing import Any, BinaryIO

from meantree.errors import UsageError
from meantree.files import FileIdentity, count_connections, file_identity, translate_os_errors
from meantree.project.schema import APPLICATION, VERSION_BITS, user_version, version_number

LARGEST_CELL = 1 << 26
"""Bytes of a row, at most."""
BUSY_SECONDS = 10.0
"""How long an edit waits for another program's edit, in seconds."""
MAGIC = bytes.fromhex("d9d505f920a163d7")
"""The first bytes of a rollback journal (https://www.sqlite.org/fileformat2.html)."""
HEADER = 100
"""Bytes of the header of a database."""
LOG, INDEX, JOURNAL = "-wal", "-shm", "-journal"
_lock = RLock()
_files: dict[FileIdentity, int] = {}
"""A file descriptor for each database that this process has open: closing it any earlier would drop SQLite's locks."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of a project: a series of edits, and the number of edits so far."""

    series: int
    count: int

    def is_after(self, before: State, edits: int | None = None) -> bool:
        """Return whether it comes after a state of the same series, by at most so many edits."""
        later = self.count - before.count
        return self.series == before.series and later >= 0 and (edits is None or later <= edits)


def state_of(header: bytes) -> State | None:
    """Return the state that a file's first bytes tell; None if it is no project, or has a log."""
    if len(header) < HEADER or header[68:72] != APPLICATION.to_bytes(4, "big") or has_log(header):
        return None
    return State(int.from_bytes(header[60:64], "big") >> VERSION_BITS, int.from_bytes(header[24:28], "big"))


def has_log(header: bytes) -> bool:
    """Return whether a database is one with a write-ahead log."""
    return header[18:19] == b"\2"


class Connection(sqlite3.Connection):
    """A connection to a project's database, counted among the connections to the same file.

    Attributes:
        place: the identity of the file; None when the connection is closed.
        set_aside: messages about journals that were not applied.
        statements: what was executed since it became a list, but for queries, with the parameters.
    """

    place: FileIdentity | None = None
    set_aside: tuple[str, ...] = ()
    statements: list[tuple[str, Any]] | None = None

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
        """Execute a statement, and record it if wanted."""
        if self.statements is not None and not sql.lstrip().startswith("SELECT"):
            self.statements.append((sql, [parameters]))
        return super().execute(sql, parameters)

    def executemany(self, sql: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        """Execute a statement for each row, and record it if wanted."""
        rows = list(rows)
        if self.statements is not None:
            self.statements.append((sql, rows))
        return super().executemany(sql, rows)

    def header(self) -> bytes:
        """Return the first bytes of the file that it is connected to, whatever has its name now."""
        with _lock:
            if self.place is None:
                return b""
            os.lseek(_files[self.place], 0, os.SEEK_SET)
            return os.read(_files[self.place], HEADER)

    def close(self) -> None:
        """Close it; what this process alone reads of the file is closed after its last connection."""
        with _lock:
            place, self.place = self.place, None
            super().close()
            if place is not None and not count_connections(place, -1):
                os.close(_files.pop(place))


def connected(path: Path, mode: str) -> Connection:
    """Return a connection in a mode of SQLite's URIs; raise UsageError if the file cannot be opened."""
    try:
        options: dict[str, Any] = {"uri": True, "timeout": BUSY_SECONDS, "isolation_level": None}
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode={mode}", factory=Connection, **options)
        with _lock:
            place = file_identity(path)
            if place is not None:
                if place not in _files:
                    _files[place] = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
                count_connections(place, 1)
            connection.place = place
    except (sqlite3.Error, OSError) as error:
        raise UsageError(f"{path}: cannot be opened ({error})") from error
    connection.text_factory = decode
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_CELL)
    return connection


def decode(data: bytes) -> str:
    """Return bytes as text; invalid ones become replacement characters."""
    return data.decode("utf-8", errors="replace")


def write_first_page(connection: sqlite3.Connection) -> None:
    """Have the first page be the first in the journal of a transaction."""
    connection.execute(f"PRAGMA user_version = {user_version(connection)}")


def begin_series(connection: sqlite3.Connection) -> None:
    """Begin a series of edits, in a transaction that the caller began and that changes nothing else."""
    series = secrets.randbelow(2**23 - 1) + 1
    connection.execute(f"PRAGMA user_version = {series << VERSION_BITS | version_number(connection)}")


def series_of(connection: sqlite3.Connection) -> int:
    """Return the series of edits, in a transaction the one that it begins."""
    return user_version(connection) >> VERSION_BITS


def beside(path: Path, ending: str) -> Path:
    """Return the path of a file that SQLite creates beside a database, and not beside a link to it."""
    path = path.resolve()
    return path.with_name(f"{path.name}{ending}")


def settle_journals(connection: Connection, path: Path) -> None:
    """Set aside what a killed program left of another file or state, before SQLite applies it to this file.

    Raises:
        UsageError: if the system does not allow it.
    """
    for left, found in foreign_journals(connection, path).items():
        with suppress(FileNotFoundError, NotADirectoryError):
            connection.set_aside += _set_aside(left, found)


def foreign_journals(connection: Connection, path: Path) -> dict[Path, os.stat_result]:
    """Return what a killed program left beside a file, but of another file or state."""
    foreign = {}
    for left in (beside(path, LOG), beside(path, JOURNAL)):
        with suppress(FileNotFoundError, NotADirectoryError):  # a transaction has ended meanwhile
            found, header = os.stat(left), connection.header()
            if not found.st_size or header[68:72] != APPLICATION.to_bytes(4, "big"):
                continue
            if _is_foreign_journal(connection, path, left) if left.name.endswith(JOURNAL) else not has_log(header):
                foreign[left] = found
    return foreign


def not_applied(left: Path) -> str:
    """Return the message about a journal that is not applied."""
    return f"{left.name} does not belong to this file, or this cannot be decided; it was not applied"


def _is_foreign_journal(connection: Connection, path: Path, journal: Path) -> bool:
    with journal.open("rb") as file:
        _, before = _began_with(file)
    now = state_of(connection.header())
    is_mine = now is not None and before is not None and now.is_after(before, 1)
    return not is_mine and _is_left(path)


def _began_with(file: BinaryIO) -> tuple[int, State | None]:
    """Return the number of pages in a journal that the transaction may have written, and the state before it."""
    head = file.read(28)
    if len(head) < 28 or head[:8] != MAGIC:
        return 0, None
    count, _, _, sector, size = struct.unpack(">5I", head[8:])
    if size > 2**16:
        return count, None
    file.seek(sector)
    while len(record := file.read(size + 8)) > HEADER:
        if record[:4] == b"\0\0\0\1":
            return count, state_of(record[4 : 4 + HEADER])
    return count, None


def _is_left(path: Path) -> bool:
    """Return whether a journal is of a killed program; no transaction is under way then."""
    connection = connected(path, "ro")
    try:
        connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        return error.sqlite_errorname == "SQLITE_READONLY_ROLLBACK"
    finally:
        connection.close()
    return False


def _is_still(left: Path, found: os.stat_result) -> bool:
    now = os.stat(left)
    return (now.st_ino, now.st_mtime_ns, now.st_size) == (found.st_ino, found.st_mtime_ns, found.st_size)


def _set_aside(left: Path, found: os.stat_result) -> tuple[str, ...]:
    """Rename a file, if it is still the same, so that SQLite does not find it; return a message."""
    with left.open("rb") as file:
        is_needless = left.name.endswith(JOURNAL) and _began_with(file)[0] <= 1
    if is_needless and _is_still(left, found):  # no page of its file was written but the first, which is whole
        left.unlink(missing_ok=True)
        return ()
    numbered = (left.with_name(f"{left.name}-not-applied-{number}") for number in count(1))
    target = next(path for path in numbered if not os.path.lexists(path))
    if not _is_still(left, found):
        return ()
    with translate_os_errors(left):
        left.rename(target)
    return (f"{not_applied(left)}, and is called {target.name} now",)
