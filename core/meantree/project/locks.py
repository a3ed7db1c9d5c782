"""Who has a project open: locks beside SQLite's own, and sessions in the file.

POSIX systems drop all locks that a process holds on a file when it closes that file once, however it had opened it, and
a file dialog that looks for an icon does so. Another program then believes to be the last user, and deletes the log
with this program's edits. Linux has locks that belong to an open file instead ("open file description locks" in
fcntl(2)). They additionally hold SQLite's two lasting locks (https://www.sqlite.org/lockingv3.html,
https://www.sqlite.org/walformat.html) from the first connection of this process to a project until its last one closes.

The log belongs to a file, but is found by its name: if a file was renamed or replaced while a program has it open, one
of the two locks exists without the other.
"""

from __future__ import annotations

import os
import platform
import sqlite3
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock

from meantree.open_databases import FileIdentity, connection_count, file_identity, register, unregister

SHARED = 0x40000002, 510
"""First byte and number of bytes of the database that every connection locks for reading."""
IN_USE = 128, 1
"""The same of the log's index; a program that finds it unlocked creates the index anew."""
INDEX = "-shm"
_FLOCK = "hhqqi0q"
"""``struct flock`` of Linux: type, whence, start, length, process (0 here)."""
MOMENT, TRIES = 0.02, 25
"""Seconds to wait, and how often: programs that open or close a file have one lock before the other."""
_lock = RLock()


@dataclass(slots=True)
class _Kept:
    """The index of a database that this process has open, and the open files that hold locks on both."""

    index: FileIdentity | None
    files: list[int] = field(default_factory=list)


_kept: dict[FileIdentity, _Kept] = {}


class Connection(sqlite3.Connection):
    """A connection to a project's database, counted among the connections to the same file.

    Attributes:
        place: the identity of the file; None when the connection is closed.
    """

    place: FileIdentity | None = None

    def close(self) -> None:
        """Close it; the last connection of this process releases its locks first, as SQLite may delete the log."""
        with _lock:
            place, self.place = self.place, None
            is_last = place is not None and connection_count(place) == 1
            # Closing one of our files drops SQLite's locks, so they stay open as long as it has any.
            kept = _kept.pop(place, None) if place is not None and is_last else None
            files = kept.files if kept is not None else []
            for file in files:
                _set_lock(file, shared=False)
            super().close()
            unregister(place)
            for file in files:
                os.close(file)


def register_connection(connection: Connection, place: FileIdentity | None) -> None:
    """Count a new connection among those to its file."""
    with _lock:
        connection.place = place
        register(place)


def keep_locks(connection: Connection, path: Path) -> None:
    """Hold the locks of a database in WAL mode that the connection has read from, if the system supports it."""
    place = connection.place
    with _lock:
        if place is None or place in _kept:
            return
        index = _index_of(path)
        files = _kept.setdefault(place, _Kept(file_identity(index))).files
        for name, bytes_locked in ((path, SHARED), (index, IN_USE)) if can_keep() else ():
            with suppress(OSError):  # the file system has no such locks
                files.append(os.open(name, os.O_RDONLY))
                _set_lock(files[-1], *bytes_locked, shared=True)


def is_renamed(path: Path) -> bool:
    """Return whether a program has this file open under another name, which its log has, too."""
    return _stays_in_use_as(path, (True, False))


def is_replaced(path: Path) -> bool:
    """Return whether a program has another file open that had this name, and whose log is found for this one."""
    return _stays_in_use_as(path, (False, True))


def _stays_in_use_as(path: Path, expected: tuple[bool, bool]) -> bool:
    for _ in range(TRIES):
        if _in_use(path) != expected:
            return False
        time.sleep(MOMENT)
    return True


def _in_use(path: Path) -> tuple[bool, bool]:
    """Return whether programs use the file, and whether they use the index with its name."""
    place, index = file_identity(path), _index_of(path)
    with _lock:
        of_index = file_identity(index)
        own = place in _kept, any(kept.index == of_index for kept in _kept.values())
        if any(own):
            return own
        if not can_keep() or place is None or connection_count(place):  # then looking would drop locks
            return False, False
        return _is_locked(path, SHARED), _is_locked(index, IN_USE)


def _index_of(path: Path) -> Path:
    path = path.resolve()  # SQLite puts it beside the file, not beside a link to it
    return path.with_name(f"{path.name}{INDEX}")


def can_keep() -> bool:
    """Return whether the system has locks that belong to an open file."""
    return sys.platform == "linux"


def _set_lock(file: int, start: int = 0, length: int = 0, *, shared: bool) -> None:
    """Lock these bytes for reading, or unlock them; a length of 0 stands for all."""
    if sys.platform == "linux":
        from fcntl import F_OFD_SETLK, F_RDLCK, F_UNLCK, fcntl

        fcntl(file, F_OFD_SETLK, _flock(F_RDLCK if shared else F_UNLCK, start, length))


def _is_locked(path: Path, bytes_locked: tuple[int, int]) -> bool:
    """Return whether a program has locked some of these bytes for reading."""
    if sys.platform == "linux":
        from fcntl import F_OFD_GETLK, F_RDLCK, F_WRLCK, fcntl

        with suppress(OSError), path.open("rb") as file:
            answer = fcntl(file, F_OFD_GETLK, _flock(F_WRLCK, *bytes_locked))
            return bool(struct.unpack(_FLOCK, answer)[0] == F_RDLCK)
    return False


def _flock(kind: int, start: int, length: int) -> bytes:
    return struct.pack(_FLOCK, kind, os.SEEK_SET, start, length, 0)


CLOCK_SECONDS = 5.0
"""The clock of the system's processes and the time of a session may differ by so much."""


def sign_in(connection: sqlite3.Connection) -> int | None:
    """Add a session for this process, and delete those of dead processes; the caller began the transaction."""
    host = platform.node()
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (host,)).fetchall()
    dead = [(number,) for number, process, since in rows if not _is_alive(process, since)]
    connection.executemany("DELETE FROM sessions WHERE id = ?", dead)
    row = (host, os.getpid(), datetime.now(UTC).isoformat(timespec="milliseconds"))
    return connection.execute("INSERT INTO sessions (host, process, since) VALUES (?, ?, ?)", row).lastrowid


def sign_out(connection: sqlite3.Connection, session: int) -> None:
    """Delete the session of this process; the caller began the transaction."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def other_sessions(connection: sqlite3.Connection, session: int | None) -> int:
    """Return the number of sessions of living processes on this computer, without one's own."""
    rows = connection.execute("SELECT id, process, since FROM sessions WHERE host = ?", (platform.node(),))
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
    try:
        ticks = int(
            Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[19]
        )
        lines = Path("/proc/stat").read_text(encoding="utf-8").splitlines()
        boot = next(int(line.split()[1]) for line in lines if line.startswith("btime"))
        begun = boot + ticks / os.sysconf("SC_CLK_TCK")
        return begun > datetime.fromisoformat(since).timestamp() + CLOCK_SECONDS
    except (OSError, ValueError, IndexError, StopIteration):
        return False
