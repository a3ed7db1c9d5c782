"""Databases that this process has open. An ordinary open and close of such a file, to read or to write it, would drop
the locks that SQLite holds on it (see :mod:`meantree.project.database`); so who opens files by name asks here first."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from threading import Lock

FileIdentity = tuple[int, int]
SQLITE = b"SQLite format 3\0"
"""What a database begins with."""
_held: Counter[FileIdentity] = Counter()
_lock = Lock()


def file_identity(path: Path) -> FileIdentity | None:
    """What file it is, whatever it is called; None where there is none."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def register(place: FileIdentity | None) -> None:
    """Say that a database is open; to be said as often as it is."""
    if place is not None:
        with _lock:
            _held[place] += 1


def unregister(place: FileIdentity | None) -> None:
    """Say that it is closed once."""
    if place is not None:
        with _lock:
            _held[place] -= 1


def connection_count(place: FileIdentity) -> int:
    """Return how many connections of this process there are to a database."""
    with _lock:
        return _held[place]


def is_open_database(path: Path) -> bool:
    """Whether the file is open as a database here."""
    name = path.name.removesuffix("-wal").removesuffix("-shm")  # the locks are on these, too
    base = path.with_name(name) if name and path.name else path  # a folder such as . or / has no name
    places = {file_identity(path), file_identity(base)} - {None}
    with _lock:
        return any(_held[place] > 0 for place in places if place is not None)
