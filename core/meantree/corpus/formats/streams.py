"""The bytes behind a path: of an ordinary file, or of a pipe into which somebody writes."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

WRITER_SECONDS = 3.0
"""How long a pipe is given until somebody writes into it."""
_PAUSE = 0.02
_PIECE = 65_536


def is_pipe(path: Path) -> bool:
    """Whether what is read from there is gone afterwards."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most: int) -> bytes:
    """At most so many bytes, from the start.

    Raises:
        OSError: if they cannot be read, or there is a socket, a device other than a terminal, or a pipe into which
            nobody writes.
        ValueError: if no system allows such a name.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISFIFO(mode):
        return _read_pipe(path, most)
    if stat.S_ISSOCK(mode):
        raise OSError(None, "is a socket, expected a file")
    with path.open("rb") as stream:
        if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not stream.isatty()):
            raise OSError(None, "is a device, expected a file")
        return stream.read(most)


def _read_pipe(path: Path, most: int) -> bytes:
    # Without O_NONBLOCK the call itself would wait for a writer, for ever.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as stream:
        start = _first_piece(stream.fileno(), min(most, _PIECE))
        # Whoever has it open for writing may take his time.
        os.set_blocking(stream.fileno(), True)
        pieces, missing = [start], most - len(start)
        while missing and (piece := stream.read(min(missing, _PIECE))):
            pieces.append(piece)
            missing -= len(piece)
        return b"".join(pieces)


def _first_piece(pipe: int, most: int) -> bytes:
    """What is in the pipe already; empty if somebody has it open and did not write yet."""
    end = time.monotonic() + WRITER_SECONDS
    while True:
        try:
            piece = os.read(pipe, most)
        except BlockingIOError:
            return b""
        if piece:
            return piece
        if time.monotonic() > end:
            raise OSError(None, "is a pipe into which nobody writes, expected a file")
        time.sleep(_PAUSE)
