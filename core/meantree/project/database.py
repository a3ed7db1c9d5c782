"""Opening the database of a project, through SQLite alone.

Opening and closing the file in any other way would drop SQLite's locks (see :mod:`meantree.project.locks`).
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
"""How long an edit waits for another program's edit, in seconds."""
SCARCE = 64 * 1024
"""Bytes; with less free space on the disk SQLite cannot even begin, and does not report the reason."""
ENDINGS = ("-wal", INDEX, "-journal")


def log_file(path: Path) -> Path:
    """Return the path of the log of edits that are not in the database yet; it exists while a program has it open."""
    return path.with_name(f"{path.name}-wal")


def companion_files(path: Path) -> tuple[Path, ...]:
    """Return the paths of all files that SQLite may create beside a database."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in ENDINGS)


Method = TypeVar("Method", bound=Callable[..., Any])


class Damaged(Exception):
    """A project that can only be read, and perhaps not all of it."""


class Unwritable(Damaged):
    """A sound project that cannot be written to; all of it can be read."""


def create_database(path: Path) -> Connection:
    """Create an empty project in a new file.

    Raises:
        UsageError: if the file exists, the folder does not, or the disk is full.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError as error:
        raise UsageError(f"{path}: the file already exists; a project does not overwrite it") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be created ({error.strerror}); does the folder exist?") from error
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
    """Delete the files of a project that no program has open."""
    for name in (path, *companion_files(path)):
        name.unlink(missing_ok=True)


def open_database(path: Path) -> Connection:
    """Open a project; each statement is a transaction until one is begun.

    Raises:
        InputError: if the file is no project, or was made by a later version.
        Damaged: if it is damaged, or cannot be written to (:class:`Unwritable`); the file was not changed.
        UsageError: if another program keeps writing to it, or still has the file open that it replaced.
    """
    if not path.stat().st_size:
        raise InputError(path, "not a Meantree project (the file is empty)")
    if is_replaced(path):
        raise UsageError(
            f"{path}: it replaced a file that another program or window still has open; close that one first"
        )
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
                raise UsageError(f"{path}: an older version of Meantree has it open; close it there first")
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
    """Refuse to write a file with several names: logs are found by name, and two would undo each other's edits."""
    if path.stat().st_nlink > 1:
        fault = "the file has several names (hard links); edits in the log of another name cannot be seen"
        raise Damaged(fault)
    if is_renamed(path):
        raise Damaged("it was renamed while a program has it open; edits made there cannot be seen")


def _why_fixed(path: Path) -> str:
    """Return why a sound project can only be read; empty if it can be written."""
    if not os.access(path, os.W_OK):
        return "it cannot be written to"
    return "" if os.access(path.parent, os.W_OK) else "its folder cannot be written to"


def _unwritable(path: Path, why: str) -> Damaged:
    """Return the error for a sound project that cannot be written; its last edits are missing without its log."""
    log = log_file(path)
    if not log.exists() or not log.stat().st_size:
        return Unwritable(why)
    connection = _with_log(path)
    if connection is None:
        return Damaged(f"{why}; the last edits, in {log.name}, cannot be read here")
    connection.close()
    return Unwritable(why)


def read_only(path: Path) -> Connection:
    """Return a connection that changes neither the file nor any file beside it."""
    return _with_log(path) or _connected(path, "ro&immutable=1")


def _with_log(path: Path) -> Connection | None:
    """Return a connection that also reads the log; None if there is no log, or it cannot be read."""
    if log_file(path).exists():
        connection = _connected(path, "ro")
        try:
            connection.execute("PRAGMA schema_version").fetchone()
            return connection
        except sqlite3.Error:  # SQLite cannot create its index
            connection.close()
    return None


def is_busy(error: sqlite3.Error) -> bool:
    """Return whether another program holds a lock."""
    return "locked" in str(error)


def is_disk_full(path: Path, fault: str) -> bool:
    """Return whether a fault is due to a full disk; SQLite often reports only that it cannot write."""
    with suppress(OSError):
        return "full" in fault or shutil.disk_usage(path.parent).free < SCARCE
    return False


@contextmanager
def translate_sqlite_errors(path: Path) -> Iterator[None]:
    """Translate SQLite's errors into messages that say what a user can do.

    Raises:
        UsageError: for a full disk, another program's lock, or a failing disk.
    """
    try:
        yield
    except sqlite3.Error as error:
        if is_busy(error):
            raise UsageError(f"{path}: another program is writing to it ({error}); try again") from error
        if isinstance(error, sqlite3.OperationalError) and is_disk_full(path, str(error)):
            raise UsageError(f"{path}: the disk is full; nothing is lost, but nothing more can be saved") from error
        raise UsageError(f"{path}: it cannot be read or written ({error})") from error


def translates_sqlite_errors(method: Method) -> Method:
    """Decorate a method of an object with a ``path`` so that it translates SQLite's errors."""

    @wraps(method)
    def inner(self: Any, *args: Any, **more: Any) -> Any:
        with translate_sqlite_errors(self.path):
            return method(self, *args, **more)

    return cast("Method", inner)


def decode(data: bytes) -> str:
    """Return bytes as text; invalid ones become replacement characters."""
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
    """Check that the file is a sound project.

    Raises:
        InputError, Damaged, UsageError: see :func:`open_database`.
    """
    alone = not log_file(path).exists()
    try:
        _inspect_once(path)
    except (InputError, Damaged):
        # It was read without locks; another program may have begun to write meanwhile.
        if not (alone and log_file(path).exists()):
            raise
        _inspect_once(path)


def _inspect_once(path: Path) -> None:
    connection = read_only(path)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION and not columns(connection, "annotations"):
            raise InputError(path, "a database of another program, expected a Meantree project")
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
            raise InputError(path, "not a Meantree project (not an SQLite database)") from error
        raise Damaged(f"it is damaged: {error}") from error
    finally:
        connection.close()


def _fault(connection: sqlite3.Connection, application: int, version: int) -> str:
    """Return what is damaged in a project; empty if it is sound."""
    if application != APPLICATION or version != version_of_tables(connection):
        return "its header is not that of a project"
    if version == VERSION and definitions(connection) != present_definitions():
        return "its tables are not those of a project"
    (integrity,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if integrity != "ok":
        return " ".join(str(integrity).split())
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        return "rows refer to rows that do not exist"
    for table, column, known in CHECKED if version == VERSION else ():
        if connection.execute(f"SELECT 1 FROM {table} WHERE {column} NOT IN {known} LIMIT 1").fetchone():
            return f"a {column} in {table} is invalid"
    return ""
