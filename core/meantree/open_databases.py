"""Databases that this process has open.

An ordinary open and close of such a file, even to read it, would drop the locks that SQLite holds on it (see
:mod:`meantree.project.database`). Code that opens files by name asks here first.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from threading import Lock

FileIdentity = tuple[int, int]
"""Device and inode."""
SQLITE = b"SQLite format 3\0"
"""The first bytes of a database."""
_connections: Counter[FileIdentity] = Counter()
_lock = Lock()


def file_identity(path: Path) -> FileIdentity | None:
    """Return what identifies a file under any name; None if there is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def register(identity: FileIdentity | None) -> None:
    """Record that a connection to a database was opened."""
    if identity is not None:
        with _lock:
            _connections[identity] += 1


def unregister(identity: FileIdentity | None) -> None:
    """Record that a connection to a database was closed."""
    if identity is not None:
        with _lock:
            _connections[identity] -= 1


def connection_count(identity: FileIdentity) -> int:
    """Return how many connections this process has to a database."""
    with _lock:
        return _connections[identity]


def is_open_database(path: Path) -> bool:
    """Return whether a file is a database that this process has open."""
    identity = file_identity(path)
    return identity is not None and connection_count(identity) > 0
