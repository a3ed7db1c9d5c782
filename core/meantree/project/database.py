"""Opening the database of a project, through SQLite alone.

An ordinary open and close of its file in this process would drop SQLite's locks (see :mod:`meantree.project.locks`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from meantree.errors import InputError, UsageError
from meantree.open_databases import file_identity
from meantree.project.locks import (
    INDEX,
    Connection,
    is_renamed,
    is_replaced,
    keep_locks,
    other_sessions,
    register_connection,
)
from meantree.project.schema import (
    APPLICATION,
    CHECKED,
    VERSION,
    columns,
    create_tables,
    definitions,
    present_definitions,
    version_of_tables,
)
from meantree.project.upgrade import upgrade

BUSY_SECONDS = 10.0
"""How long an edit waits for another program's edit to end."""
SCARCE = 64 * 1024
"""Bytes; with fewer left on the disk SQLite cannot even begin, and does not say why."""
ENDINGS = ("-wal", INDEX, "-journal")


def log_file(path: Path) -> Path:
    """The file of edits that are not in the database yet; it is there while somebody has that open."""
    return path.with_name(f"{path.name}-wal")


def companion_files(path: Path) -> tuple[Path, ...]:
    """What SQLite may lay beside a database."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in ENDINGS)


Method = TypeVar("Method", bound=Callable[..., Any])


class Damaged(Exception):
    """A project that can only be read, and perhaps not all of it."""


class Unwritable(Damaged):
    """A sound project that cannot be written to; all of it can be read."""


def create_database(path: Path) -> Connection:
    """An empty project in a new file.

    Raises:
        UsageError: if there is a file already, no such folder, or no room.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError as error:
        raise UsageError(f"{path}: there is a file already; a project is not written over it") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be made ({error.strerror}); is there such a folder?") from error
    connection = _connected(path, "rw")
    try:
        with translate_sqlite_errors(path):
            connection.execute("PRAGMA journal_mode = WAL")
            create_tables(connection)
            connection.execute("PRAGMA synchronous = FULL")
        keep_locks(connection, path)
    except BaseException:
        connection.close()
        remove_database(path)
        raise
    return connection


def remove_database(path: Path) -> None:
    """Delete a project that nobody has open."""
    for name in (path, *companion_files(path)):
        name.unlink(missing_ok=True)


def open_database(path: Path) -> Connection:
    """A connection in which every statement is its own transaction until one is begun.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        Damaged: if it is one, and not sound or not to be written to (:class:`Unwritable`); the file was not touched.
        UsageError: if another program keeps writing to it, or has the file open that it replaced.
    """
    if not path.stat().st_size:
        raise InputError(path, "no project of Meantree (the file is empty)")
    if is_replaced(path):
        raise UsageError(f"{path}: it replaced a file that another program or window still has open; close that first")
    _inspect(path)
    _require_one_name(path)
    if fixed := _why_fixed(path):
        raise _unwritable(path, fixed)
    connection = _connected(path, "rw")
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        if connection.execute("PRAGMA user_version").fetchone() != (VERSION,):
            if other_sessions(connection, None):
                raise UsageError(f"{path}: a program of an older version has it open; close it there first")
            upgrade(connection)
        keep_locks(connection, path)
    except sqlite3.Error as error:
        connection.close()
        if is_busy(error):
            raise UsageError(f"{path}: another program is writing to it; try again") from error
        why = "the disk is full" if is_disk_full(path, str(error)) else f"it cannot be written to: {error}"
        raise _unwritable(path, why) from error
    except BaseException:
        connection.close()
        raise
    return connection


def _require_one_name(path: Path) -> None:
    """Refuse to write a file that has another name: the log is found by the name, and two would undo each other."""
    if path.stat().st_nlink > 1:
        told = "the file has several names (hard links), and edits in the log of another name are not seen here"
        raise Damaged(told)
    if is_renamed(path):
        raise Damaged("it was renamed while a program has it open, and edits that are made there are not seen here")


def _why_fixed(path: Path) -> str:
    """Why a sound project can only be read; empty if it can be written."""
    if not os.access(path, os.W_OK):
        return "it cannot be written to"
    return "" if os.access(path.parent, os.W_OK) else "its folder cannot be written to"


def _unwritable(path: Path, why: str) -> Damaged:
    """What to raise of a sound project; the edits in its log are lost to a reader who cannot read that."""
    log = log_file(path)
    if not log.exists() or not log.stat().st_size:
        return Unwritable(why)
    connection = _with_log(path)
    if connection is None:
        return Damaged(f"{why}; the last edits, in {log.name}, cannot be read here")
    connection.close()
    return Unwritable(why)


def read_only(path: Path) -> Connection:
    """A connection that changes nothing, neither the file nor what lies beside it."""
    return _with_log(path) or _connected(path, "ro&immutable=1")


def _with_log(path: Path) -> Connection | None:
    """A connection that reads the log, too, where there is one with edits or somebody is at work; None if it cannot."""
    if log_file(path).exists():
        connection = _connected(path, "ro")
        try:
            connection.execute("PRAGMA schema_version").fetchone()
            return connection
        except sqlite3.Error:  # what SQLite needs beside it cannot be made
            connection.close()
    return None


def is_busy(error: sqlite3.Error) -> bool:
    """Whether it is another program that is in the way."""
    return "locked" in str(error)


def is_disk_full(path: Path, fault: str) -> bool:
    """Whether a fault comes from a full disk; SQLite often says no more than that it cannot write."""
    with suppress(OSError):
        return "full" in fault or shutil.disk_usage(path.parent).free < SCARCE
    return False


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Turn what SQLite says into what a user can do about it.

    Raises:
        UsageError: for a full disk, another program's lock, a failing disk.
    """
    try:
        yield
    except sqlite3.Error as error:
        if is_busy(error):
            raise UsageError(f"{path}: another program is writing to it ({error}); try again") from error
        if isinstance(error, sqlite3.OperationalError) and is_disk_full(path, str(error)):
            raise UsageError(f"{path}: the disk is full; nothing is lost, but nothing more can be kept") from error
        raise UsageError(f"{path}: it cannot be read or written ({error})") from error


def translates_sqlite_errors(method: Method) -> Method:
    """A method of something with a ``path`` that tells what SQLite says as :func:`translate_sqlite_errors` does."""

    @wraps(method)
    def inner(self: Any, *args: Any, **more: Any) -> Any:
        with translate_sqlite_errors(self.path):
            return method(self, *args, **more)

    return cast("Method", inner)


def decode(data: bytes) -> str:
    """Text, even if some of its bytes are none."""
    return data.decode("utf-8", errors="replace")


def _connected(path: Path, mode: str) -> Connection:
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    try:
        options: dict[str, Any] = {"uri": True, "timeout": BUSY_SECONDS, "isolation_level": None}
        connection = sqlite3.connect(uri, factory=Connection, **options)
    except sqlite3.Error as error:
        raise UsageError(f"{path}: cannot be opened ({error})") from error
    register_connection(connection, file_identity(path))
    connection.text_factory = decode
    return connection


def _inspect(path: Path) -> None:
    """See whether the file is a sound project.

    Raises:
        InputError, Damaged, UsageError: see :func:`open_database`.
    """
    alone = not log_file(path).exists()
    try:
        _inspect_once(path)
    except (InputError, Damaged):
        # Read without locks; somebody may have begun to write meanwhile.
        if not (alone and log_file(path).exists()):
            raise
        _inspect_once(path)


def _inspect_once(path: Path) -> None:
    connection = read_only(path)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION and not columns(connection, "annotations"):
            raise InputError(path, "a database of another program, expected a project of Meantree")
        if version > VERSION and definitions(connection) != present_definitions():
            raise InputError(path, f"made by a later version (format {version}, this program knows {VERSION})")
        if fault := _fault(connection, application, version):
            raise Damaged(f"it is damaged: {fault}")
    except UnicodeDecodeError as error:  # of SQLite's message, which quotes the file
        raise Damaged("it is damaged: its tables are not those of a project") from error
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise UsageError(f"{path}: another program is writing to it; try again") from error
        if "not a database" in str(error):
            raise InputError(path, "no project of Meantree (it is no SQLite database)") from error
        raise Damaged(f"it is damaged: {error}") from error
    finally:
        connection.close()


def _fault(connection: sqlite3.Connection, application: int, version: int) -> str:
    """What is wrong with a project, empty if nothing is."""
    if application != APPLICATION or version != version_of_tables(connection):
        return "its head is not that of a project"
    if version == VERSION and definitions(connection) != present_definitions():
        return "its tables are not those of a project"
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        return " ".join(str(found).split())
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        return "rows refer to others that are not there"
    for table, column, known in CHECKED if version == VERSION else ():
        if connection.execute(f"SELECT 1 FROM {table} WHERE {column} NOT IN {known} LIMIT 1").fetchone():
            return f"a {column} in {table} is none"
    return ""
