"""Locks beside SQLite's own, which an ordinary open and close of a project's file does not drop.

POSIX systems drop all locks that a process holds on a file when it closes that file once, however it had opened it, and
a file dialog that looks for an icon does so. Another program then takes itself for the last user, and deletes the log
with the edits of this one. Linux has locks that belong to an open file instead ("open file description locks" in
fcntl(2)). SQLite's two lasting locks (https://www.sqlite.org/lockingv3.html, https://www.sqlite.org/walformat.html) are
held by such, too, from the first connection of this process to a project until its last one closes.
"""

from __future__ import annotations

import os
import sqlite3
import struct
import sys
from contextlib import suppress
from pathlib import Path
from threading import RLock

from meantree.held import Place, hold, let_go, times_held

SHARED = 0x40000002, 510
"""First byte and number of bytes of the database that every connection locks for reading."""
IN_USE = 128, 1
"""The same of the log's index: who finds it unlocked makes the index anew."""
INDEX = "-shm"
_FLOCK = "hhqqi0q"
"""``struct flock`` of Linux: type, whence, start, length, process (0 here)."""
_lock = RLock()
_files: dict[Place, list[int]] = {}


class Connection(sqlite3.Connection):
    """A connection to a project's database; among those to the same file it knows whether it is the last one.

    Attributes:
        place: what file it is; None when it is closed.
    """

    place: Place | None = None

    def close(self) -> None:
        """Close it; the last one of this process gives its locks back first: SQLite wants to delete the log."""
        with _lock:
            place, self.place = self.place, None
            is_last = place is not None and times_held(place) == 1
            # To close one of our files drops SQLite's locks, so they stay open as long as it has any.
            files = _files.pop(place, []) if place is not None and is_last else []
            for file in files:
                _set_lock(file, shared=False)
            super().close()
            let_go(place)
            for file in files:
                os.close(file)


def count(connection: Connection, place: Place | None) -> None:
    """Count a new connection among those to its file."""
    with _lock:
        connection.place = place
        hold(place)


def keep_locks(connection: Connection, path: Path) -> None:
    """Hold the locks of a database in WAL mode that the connection has read from, where the system has such locks."""
    place = connection.place
    with _lock:
        if not can_keep() or place is None or place in _files:
            return
        files, path = _files.setdefault(place, []), path.resolve()  # the index lies beside the file, not beside a link
        for name, bytes_locked in ((path, SHARED), (path.with_name(f"{path.name}{INDEX}"), IN_USE)):
            with suppress(OSError):  # a file system without such locks
                files.append(os.open(name, os.O_RDONLY))
                _set_lock(files[-1], *bytes_locked, shared=True)


def can_keep() -> bool:
    """Whether the system has locks that belong to an open file."""
    return sys.platform == "linux"


def _set_lock(file: int, start: int = 0, length: int = 0, *, shared: bool) -> None:
    """Lock these bytes for reading, or give them back; a length of 0 means all."""
    if sys.platform == "linux":
        from fcntl import F_OFD_SETLK, F_RDLCK, F_UNLCK, fcntl

        fcntl(file, F_OFD_SETLK, struct.pack(_FLOCK, F_RDLCK if shared else F_UNLCK, os.SEEK_SET, start, length, 0))
