"""The bytes behind a path: of an ordinary file, or of a pipe into which somebody writes."""

from __future__ import annotations

import io
import os
import stat
import time
from pathlib import Path

WRITER_SECONDS = 3.0
"""How long a pipe is given until somebody writes into it."""
_PAUSE = 0.02
_PIECE = 1 << 20
NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


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
    # A file of the system that has nothing to say yet, such as /proc/kmsg, would be waited for.
    with os.fdopen(os.open(path, os.O_RDONLY | NO_WAIT), "rb", buffering=0) as stream:
        if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not stream.isatty()):
            raise OSError(None, "is a device, expected a file")
        if stat.S_ISCHR(mode):
            os.set_blocking(stream.fileno(), True)
        return _read(stream, most)


def _read(stream: io.FileIO, most: int) -> bytes:
    """Read at most so many bytes; memory is taken for what is there, not for what may be."""
    pieces, missing = list[bytes](), most
    while missing and (piece := stream.read(min(missing, _PIECE))):
        pieces.append(piece)
        missing -= len(piece)
    if missing and piece is None:
        raise OSError(None, "never ends, expected a file")
    return b"".join(pieces)


def _read_pipe(path: Path, most: int) -> bytes:
    # Without O_NONBLOCK the call itself would wait for a writer, for ever.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as stream:
        start = _first_piece(stream.fileno(), min(most, _PIECE))
        # Whoever has it open for writing may take his time.
        os.set_blocking(stream.fileno(), True)
        return start + _read(stream, most - len(start))


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
