"""A lock that one program at a time holds, so that two windows do not change the same file at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QLockFile

from meantree.errors import UsageError

WAIT_MILLISECONDS = 10_000
"""How long to wait for another program; one that was killed holds nothing."""


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a file or folder, a file beside it, inside the ``with``.

    Raises:
        UsageError: if another program keeps it, or none can be made there.
    """
    lock = QLockFile(f"{path}.lock")
    if not lock.tryLock(WAIT_MILLISECONDS):
        is_held = lock.error() is QLockFile.LockError.LockFailedError
        raise UsageError(f"{path}: {'another program is using it' if is_held else 'its folder cannot be written to'}")
    try:
        yield
    finally:
        lock.unlock()
