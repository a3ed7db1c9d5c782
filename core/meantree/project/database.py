"""Opening the database of a project, through SQLite alone, and who has it open.

POSIX systems drop all locks that a process holds on a file when it closes that file once, however it had opened it.
"""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from meantree.errors import InputError, UsageError
from meantree.project import journals, schema
from meantree.project.journals import Connection


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """Check that a project has a format that can be opened; sound tables prevail over a damaged header.

    Raises:
        InputError: if a later version made the project, or one before the first release.
    """
    version = schema.version_number(connection)
    if version in schema.DEVELOPMENT:
        raise InputError(
            path,
            f"made by a development version (format {version}, this program opens those from {schema.VERSION} on);"
            " open it with the version that wrote it, save it as a folder of tables or of brat (meantree convert), and"
            " import this here",
        )
    if version > schema.VERSION and schema.definitions(connection) != schema.present_definitions():
        raise InputError(path, f"made by a later version (format {version}, this program knows {schema.VERSION})")


SCARCE = 64 * 1024
"""Bytes; with less free space on the disk SQLite cannot even begin, and does not report the reason."""

SEVERAL_NAMES = "the file has several names (hard links); edits under one would be undone by the journal of another"


def companion_files(path: Path) -> tuple[Path, ...]:
    """Return the paths of all files that SQLite may create beside a database."""
    return tuple(path.with_name(f"{path.name}{ending}") for ending in (journals.LOG, journals.INDEX, journals.JOURNAL))


class Busy(UsageError):
    """Another program, or another connection of this one, keeps writing to the project."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path}: another program is writing to it; try again")


class Damaged(Exception):
    """A project that can only be read, and perhaps not all of it."""


class Unwritable(Damaged):
    """A sound project that cannot be written to; all of it can be read."""


def create_database(path: Path) -> Connection:
    """Create an empty project in a new file; raise UsageError if it exists, has no folder, or the disk is full."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666))
    except FileExistsError as error:
        raise UsageError(f"{path}: the file already exists; a project does not overwrite it") from error
    except OSError as error:
        raise UsageError(f"{path}: cannot be created ({error.strerror}); does the folder exist?") from error
    connection = journals.connected(path, "rw")
    try:
        with translate_sqlite_errors(path):
            schema.create_tables(connection)
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
        InputError: if the file is no project, or has a format of a later or a development version.
        Damaged: if it is damaged, or cannot be written to (:class:`Unwritable`); the file was not changed.
        UsageError: if another program keeps writing to it.
    """
    try:
        status = path.stat()
    except OSError as error:  # it is gone meanwhile
        raise UsageError(f"{path}: there is no such project") from error
    if not status.st_size:
        raise InputError(path, "not a Meantree project (the file is empty)")
    reasons = {
        SEVERAL_NAMES: status.st_nlink > 1,
        "it cannot be written to": not os.access(path, os.W_OK),
        "its folder cannot be written to": not os.access(path.parent, os.W_OK),
    }
    if why := next((reason for reason, applies in reasons.items() if applies), ""):
        fault = _unwritable(path, why)
        if isinstance(fault, Unwritable):
            _inspect(path)
        raise fault
    connection = journals.connected(path, "rw")
    try:
        journals.settle_journals(connection, path)
        if journals.state_of(connection.header()) and journals.beside(path, journals.JOURNAL).exists():
            connection.execute("PRAGMA schema_version").fetchone()  # takes back what a killed program left unfinished
        _inspect(path)
        _prepare(connection)
    except sqlite3.Error as error:
        connection.close()
        if is_busy(error):
            raise Busy(path) from error
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


def _unwritable(path: Path, why: str) -> Damaged:
    """Return the error for a sound project that cannot be written; not sound without what a killed program left."""
    with closing(journals.connected(path, "ro")) as connection:
        foreign = journals.foreign_journals(connection, path)
    for ending, lost in (
        (journals.LOG, "the last edits, in {}, cannot be read"),
        (journals.JOURNAL, "an edit, in {}, cannot be undone"),
    ):
        left = journals.beside(path, ending)
        if left not in foreign and left.exists() and left.stat().st_size:
            with suppress(sqlite3.Error), closing(journals.connected(path, "ro")) as connection:
                connection.execute("PRAGMA schema_version").fetchone()
                continue
            return Damaged(f"{why}; {lost.format(left.name)} here")
    return Unwritable(why)


def read_only(path: Path) -> Connection:
    """Return a connection that changes neither the file nor any file beside it, and applies no journal of another.

    Raises:
        UsageError: if another program keeps writing to it.
    """
    connection = journals.connected(path, "ro")
    foreign = journals.foreign_journals(connection, path)
    if not foreign and (journals.beside(path, journals.LOG).exists() or not journals.has_log(connection.header())):
        try:
            connection.execute("PRAGMA schema_version").fetchone()
            return connection
        except sqlite3.Error as error:  # SQLite cannot apply a journal, or cannot create its index of a log
            if is_busy(error):
                connection.close()
                raise Busy(path) from error
    connection.close()
    connection = journals.connected(path, "ro&immutable=1")
    missing = "; if it does belong to it, the last edits are missing here"
    connection.set_aside = tuple(journals.not_applied(left) + missing for left in foreign)
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
    """Raise UsageError in place of SQLite's errors: a full disk, another program's lock, or a failing disk."""
    try:
        yield
    except sqlite3.Error as error:
        if is_busy(error):
            raise Busy(path) from error
        if isinstance(error, sqlite3.OperationalError) and is_disk_full(path, str(error)):
            raise UsageError(f"{path}: the disk is full; nothing is lost, but nothing more can be saved") from error
        raise UsageError(f"{path}: it cannot be read or written ({error})") from error


def _inspect(path: Path) -> None:
    """Check that the file is a sound project; raise InputError, Damaged or UsageError as :func:`open_database`."""
    connection = read_only(path)
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        if application != schema.APPLICATION and not schema.columns(connection, "annotations"):
            raise InputError(path, "a database of another program, expected a Meantree project")
        check_format(path, connection)
        if fault := _fault(connection, application):
            raise Damaged(f"it is damaged: {fault}")
    except UnicodeDecodeError as error:  # of SQLite's message, which quotes the file
        raise Damaged("it is damaged: its tables are not those of a project") from error
    except sqlite3.DatabaseError as error:
        if is_busy(error):
            raise Busy(path) from error
        if "not a database" in str(error):
            raise InputError(path, "not a Meantree project (not an SQLite database)") from error
        raise Damaged(f"it is damaged: {error}") from error
    finally:
        connection.close()


def _fault(connection: sqlite3.Connection, application: int) -> str:
    """Return what is damaged in a project; empty if it is sound."""
    if application != schema.APPLICATION or schema.version_number(connection) != schema.VERSION:
        return "its header is not that of a project"
    if schema.definitions(connection) != schema.present_definitions():
        return "its tables are not those of a project"
    if connection.execute("PRAGMA encoding").fetchone() != ("UTF-8",):
        return "its texts are not in UTF-8"
    (integrity,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if integrity != "ok":
        return " ".join(str(integrity).split())
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        return "rows refer to rows that do not exist"
    for table, column, known in schema.CHECKED:
        if connection.execute(f"SELECT 1 FROM {table} WHERE {column} NOT IN {known} LIMIT 1").fetchone():
            return f"a {column} in {table} is invalid"
    return ""


CLOCK_SECONDS = 5.0
"""The clock of the system's processes and the time of a session may differ by so much."""


def sign_in(connection: sqlite3.Connection) -> int | None:
    """Add a session for this process, and delete those of dead processes; the caller began the transaction."""
    here, rows = place_of(connection), connection.execute("SELECT id, process, since, host FROM sessions").fetchall()
    own = (row for row in rows if row[3].partition(" ")[0] == here.partition(" ")[0])
    dead = [(number,) for number, process, since, _ in own if not _is_alive(process, since)]
    connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
    row = (here, os.getpid(), datetime.now(UTC).isoformat())
    return connection.execute(schema.insertion("sessions"), row).lastrowid


def place_of(connection: sqlite3.Connection) -> str:
    """Return this computer and the number of the file, since a copy of an open file has its sessions, too."""
    (_, _, name), *_ = connection.execute("PRAGMA database_list")
    with suppress(OSError):
        file = os.stat(name)
        return f"{platform.node()} {file.st_dev}:{file.st_ino}"
    return platform.node()


def sign_out(connection: sqlite3.Connection, session: int) -> None:
    """Delete the session of this process; the caller began the transaction."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def other_sessions(connection: sqlite3.Connection, session: int | None) -> int:
    """Return the number of sessions of living processes on this computer, without one's own."""
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (place_of(connection),))
    return sum(number != session and _is_alive(process, since) for number, process, since in rows)


def _is_alive(process: int, since: str) -> bool:
    """Return whether the process of a session is alive; one of another user counts."""
    if _began_after(process, since):
        return False  # the number was reused for another process
    if process == os.getpid() or os.name == "nt":  # on Windows a signal would end the process
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # another user's
        pass
    return True


def _began_after(process: int, since: str) -> bool:
    """Return whether a process began after a session; False where the system does not tell (Linux does)."""
    with suppress(OSError, ValueError, IndexError, StopIteration):
        ticks = int(
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
        )
        lines = Path("/proc/stat").read_text(encoding="utf-8").splitlines()
        boot = next(int(line.split()[1]) for line in lines if line.startswith("btime"))
        begun = boot + ticks / os.sysconf("SC_CLK_TCK")
        return begun > datetime.fromisoformat(since).timestamp() + CLOCK_SECONDS
    return False
