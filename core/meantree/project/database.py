"""Opening the database of a project, through SQLite alone.

POSIX systems drop all locks that a process holds on a file when it closes that file once, however it had opened it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from meantree.errors import InputError, UsageError
from meantree.project.journals import (
    INDEX,
    JOURNAL,
    LOG,
    Connection,
    begin_series,
    beside,
    connected,
    foreign_journals,
    has_log,
    not_applied,
    settle_journals,
    state_of,
)
from meantree.project.schema import (
    APPLICATION,
    CHECKED,
    VERSION,
    columns,
    create_tables,
    definitions,
    present_definitions,
    version_number,
)
from meantree.project.sessions import other_sessions
from meantree.project.upgrade import STEPS, check_format, upgrade

SCARCE = 64 * 1024
"""Bytes; with less free space on the disk SQLite cannot even begin, and does not report the reason."""

SEVERAL_NAMES = "the file has several names (hard links); edits under one would be undone by the journal of another"


def companion_files(path: Path) -> tuple[Path, ...]:
    """Return the paths of all files that SQLite may create beside a database."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in (LOG, INDEX, JOURNAL))


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
    connection = connected(path, "rw")
    try:
        with translate_sqlite_errors(path):
            create_tables(connection)
            _prepare(connection)
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
        InputError: if the file is no project, or has a format of a later version, or of one too old.
        Damaged: if it is damaged, or cannot be written to (:class:`Unwritable`); the file was not changed.
        UsageError: if another program keeps writing to it, or has it open in an older format.
    """
    try:
        status = path.stat()
    except OSError as error:  # it is gone meanwhile
        raise UsageError(f"{path}: there is no such project") from error
    if not status.st_size:
        raise InputError(path, "not a Meantree project (the file is empty)")
    if why := SEVERAL_NAMES if status.st_nlink > 1 else _why_fixed(path):
        fault = _unwritable(path, why)
        if isinstance(fault, Unwritable):
            _inspect(path)
        raise fault
    connection = connected(path, "rw")
    try:
        settle_journals(connection, path)
        if state_of(connection.header()) and beside(path, JOURNAL).exists():
            connection.execute("PRAGMA schema_version").fetchone()  # takes back what a killed program left unfinished
        _inspect(path)
        _prepare(connection)
        _upgrade(path, connection)
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


def _prepare(connection: Connection) -> None:
    """Choose how edits are written: each is on the disk when it ends, leaves no journal, and lets others read."""
    for setting in ("foreign_keys = ON", "journal_mode = DELETE", "synchronous = EXTRA", "cache_spill = OFF"):
        connection.execute(f"PRAGMA {setting}")


def _upgrade(path: Path, connection: Connection) -> None:
    if version_number(connection) != VERSION:
        if other_sessions(connection, None):
            raise UsageError(f"{path}: an older version of Meantree has it open; close it there first")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            begin_series(connection)
        upgrade(connection)


def _why_fixed(path: Path) -> str:
    """Return why a sound project can only be read; empty if it can be written."""
    if not os.access(path, os.W_OK):
        return "it cannot be written to"
    return "" if os.access(path.parent, os.W_OK) else "its folder cannot be written to"


def _unwritable(path: Path, why: str) -> Damaged:
    """Return the error for a sound project that cannot be written; not sound without what a killed program left."""
    with closing(connected(path, "ro")) as connection:
        foreign = foreign_journals(connection, path)
    for ending, lost in ((LOG, "the last edits, in {}, cannot be read"), (JOURNAL, "an edit, in {}, cannot be undone")):
        left = beside(path, ending)
        if left not in foreign and left.exists() and left.stat().st_size:
            with suppress(sqlite3.Error), closing(connected(path, "ro")) as connection:
                connection.execute("PRAGMA schema_version").fetchone()
                continue
            return Damaged(f"{why}; {lost.format(left.name)} here")
    return Unwritable(why)


def read_only(path: Path) -> Connection:
    """Return a connection that changes neither the file nor any file beside it, and applies no journal of another.

    Raises:
        UsageError: if another program keeps writing to it.
    """
    connection = connected(path, "ro")
    foreign = foreign_journals(connection, path)
    if not foreign and (beside(path, LOG).exists() or not has_log(connection.header())):
        try:
            connection.execute("PRAGMA schema_version").fetchone()
            return connection
        except sqlite3.Error as error:  # SQLite cannot apply a journal, or cannot create its index of a log
            if is_busy(error):
                connection.close()
                raise UsageError(f"{path}: another program is writing to it; try again") from error
    connection.close()
    connection = connected(path, "ro&immutable=1")
    missing = "; if it does belong to it, the last edits are missing here"
    connection.set_aside = tuple(not_applied(left) + missing for left in foreign)
    return connection


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
    """Decorate a method of a project that reads it, so that it looks at the file, and translates SQLite's errors."""

    @wraps(method)
    def inner(self: Any, *args: Any, **more: Any) -> Any:
        self.look()
        with translate_sqlite_errors(self.path):
            return method(self, *args, **more)

    return cast("Method", inner)


def _inspect(path: Path) -> None:
    """Check that the file is a sound project.

    Raises:
        InputError, Damaged, UsageError: see :func:`open_database`.
    """
    connection = read_only(path)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application != APPLICATION and not columns(connection, "annotations"):
            raise InputError(path, "a database of another program, expected a Meantree project")
        check_format(path, connection)
        if fault := _fault(connection, application):
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


def _fault(connection: sqlite3.Connection, application: int) -> str:
    """Return what is damaged in a project; empty if it is sound."""
    if application != APPLICATION or version_number(connection) not in (*STEPS, VERSION):
        return "its header is not that of a project"
    if definitions(connection) != present_definitions():
        return "its tables are not those of a project"
    if connection.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        return "its texts are not in UTF-8"
    (integrity,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if integrity != "ok":
        return " ".join(str(integrity).split())
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        return "rows refer to rows that do not exist"
    for table, column, known in CHECKED:
        if connection.execute(f"SELECT 1 FROM {table} WHERE {column} NOT IN {known} LIMIT 1").fetchone():
            return f"a {column} in {table} is invalid"
    return ""
