"""Files as bytes and as text: pipes, sizes, encodings, line ends."""

from __future__ import annotations

import bisect
import codecs
import gzip
import io
import math
import os
import re
import stat
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from meantree.errors import EncodingError, InputError
from meantree.escaping import quoted, shortened
from meantree.files import SQLITE, is_open_database
from meantree.scratch import split_lines

MAX_FILE_BYTES = 2**30
MAX_SEGMENT_CHARACTERS = 100_000
WRITER_SECONDS = 3.0
"""How long a pipe may have no writer."""
_PAUSE_SECONDS = 0.02
_CHUNK_BYTES = 1 << 20
GZIP = b"\x1f\x8b"
_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

# UTF-32 comes first: its little-endian mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file's bytes with what the user says about them.

    Attributes:
        path: of the file; a folder has no data.
        encoding: as the user gave it, for files that are not UTF-8; None means UTF-8, or UTF-16/32 where a byte order
            mark says so.
        columns: other names of a table's columns, see :class:`meantree.corpus.formats.file_contents.InputFile`.
    """

    path: Path
    data: bytes
    encoding: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Return the whole text with ``\\n`` for every line end.

        Raises:
            InputError: if the bytes are not text in the encoding, or there is no text at all.
        """
        named = None if self.encoding and self._is_surely_utf8 else self.encoding
        encoding = named or marked_encoding(self.data) or "utf-8"
        try:
            text = self.data.decode(encoding)
            if named:
                text.encode("utf-8")  # some encodings, such as utf-7, decode to lone surrogates
        except UnicodeDecodeError as error:
            raise self._undecodable(error) from error
        except (LookupError, ValueError) as error:
            raise InputError(self.path, f"cannot be read as {quoted(encoding)}: {shortened(str(error))}") from error
        place = text.find("\0")
        if place >= 0:
            raise _binary(self.path, text.count("\n", 0, place) + 1)
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        if not text:
            raise InputError(self.path, "the file is empty, expected at least one segment")
        return text

    @property
    def _is_surely_utf8(self) -> bool:
        """Whether it has letters beyond ASCII and is UTF-8, which text in another encoding hardly ever is by chance."""
        try:
            return not self.data.isascii() and b"\0" not in self.data and bool(self.data.decode("utf-8"))
        except UnicodeDecodeError:
            return False

    def lines(self) -> list[str]:
        """Return the lines without their ends, split at ``\\n``, ``\\r\\n`` and ``\\r`` only.

        Unicode's other line separators (U+2028, U+0085, …) occur inside segments and are kept.

        Raises:
            InputError: as :meth:`text`.
        """
        return split_lines(self.text())

    def _undecodable(self, error: UnicodeDecodeError) -> InputError:
        line = len(re.findall(rb"\r\n|\n|\r", self.data[: error.start])) + 1
        if b"\0" in self.data and not marked_encoding(self.data):
            return _binary(self.path, line)
        codes = " ".join(f"{byte:02X}" for byte in self.data[error.start : max(error.end, error.start + 1)][:4])
        return EncodingError(
            self.path,
            f"byte {error.start} ({codes}) is not {error.encoding.upper()}; convert the file to UTF-8 or name its "
            "encoding, for example latin-1",
            line=line,
        )


def load(path: Path, encoding: str | None = None) -> RawFile:
    """Read a whole file.

    Raises:
        InputError: if there is no such file, or it cannot be read, is empty, larger than 1 GiB, a folder, a socket, a
            device, a database or a pipe without a writer.
    """
    data = _bytes(path)
    if not data:
        raise InputError(path, "the file is empty, expected at least one segment")
    return RawFile(path, data, encoding)


def load_lines(path: Path) -> list[str]:
    """Return the lines of a whole file, which may be empty, split as by :meth:`RawFile.lines`.

    Raises:
        InputError: as :func:`load`, or if the bytes are not text.
    """
    data = _bytes(path)
    return RawFile(path, data).lines() if data else []


def _bytes(path: Path) -> bytes:
    if is_open_database(path):
        raise InputError(path, "is an open project; a project is opened alone")
    try:
        size = os.stat(path).st_size
        # A pipe's size is unknown beforehand, hence the limit on the read itself.
        data = read_bytes(path, MAX_FILE_BYTES + 1) if size <= MAX_FILE_BYTES else b""
    except (OSError, ValueError) as error:
        raise InputError(path, _os_message(error)) from error
    if max(size, len(data)) > MAX_FILE_BYTES:
        raise InputError(
            path, f"the file is larger than 1 GiB ({max(size, len(data)):,} bytes), expected a smaller one"
        )
    if data.startswith(SQLITE):
        raise InputError(
            path, "is a database, perhaps a project (opened alone, or named with --project), expected text"
        )
    return _unpacked(path, data) if data.startswith(GZIP) else data


def _unpacked(path: Path, data: bytes) -> bytes:
    """Return the contents of gzip; raise InputError if it is damaged, or larger than 1 GiB."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            content = stream.read(MAX_FILE_BYTES + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(path, f"cannot be unpacked: {shortened(str(error))}") from error
    if len(content) > MAX_FILE_BYTES:
        raise InputError(path, "unpacks to more than 1 GiB, expected less")
    return content


def unpacked_name(path: Path) -> Path:
    """Return the path without the ending of gzip, so that the one before it tells the format."""
    return path.with_suffix("") if path.suffix.lower() == ".gz" else path


def marked_encoding(data: bytes) -> str | None:
    """Return the encoding that a byte order mark at the start names, None without one."""
    return next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)


def parse_number(cell: str) -> float | None:
    """Return the finite number in a cell of a file, None if it is none."""
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in cell else None  # Python reads 1_0 as 10


class LineIndex:
    """Line numbers (from 1) of character offsets (from 0) in a text with ``\\n`` line ends."""

    def __init__(self, text: str) -> None:
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def line(self, offset: int) -> int:
        """Return the line of the character at ``offset``."""
        return bisect.bisect_left(self._ends, offset) + 1


def _binary(path: Path, line: int) -> InputError:
    return InputError(path, "found a zero byte: this is a binary file, expected text", line=line)


def _os_message(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    if isinstance(error, IsADirectoryError):
        return "is a folder, expected a file"
    if isinstance(error, PermissionError):
        return "the file cannot be read: permission denied"
    if isinstance(error, OSError) and error.errno is None:
        return error.strerror or str(error)
    return f"the file cannot be read: {getattr(error, 'strerror', None) or error}"


def is_pipe(path: Path) -> bool:
    """Return whether a path is a named pipe, whose bytes can be read once only."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, limit: int) -> bytes:
    """Read at most ``limit`` bytes from the start.

    Raises:
        OSError: if they cannot be read, or the path is a socket, a device other than a terminal, or a pipe without a
            writer.
        ValueError: if the path is not a possible name.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISFIFO(mode):
        return _read_pipe(path, limit)
    if stat.S_ISSOCK(mode):
        raise OSError(None, "is a socket, expected a file")
    # Without O_NONBLOCK reading a kernel file without new data, such as /proc/kmsg, would wait.
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAIT), "rb", buffering=0) as stream:
        if stat.S_ISBLK(mode) or (stat.S_ISCHR(mode) and not stream.isatty()):
            raise OSError(None, "is a device, expected a file")
        if stat.S_ISCHR(mode):
            os.set_blocking(stream.fileno(), True)
        return _read(stream, limit)


def _read(stream: io.FileIO, limit: int) -> bytes:
    """Read at most ``limit`` bytes, in chunks so that memory is taken only for bytes that exist."""
    chunks, missing = list[bytes](), limit
    while missing and (chunk := stream.read(min(missing, _CHUNK_BYTES))):
        chunks.append(chunk)
        missing -= len(chunk)
    if missing and chunk is None:
        raise OSError(None, "never ends, expected a file")
    return b"".join(chunks)


def _read_pipe(path: Path, limit: int) -> bytes:
    # Without O_NONBLOCK opening the pipe would wait for a writer for ever.
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as stream:
        start = _first_chunk(stream.fileno(), min(limit, _CHUNK_BYTES))
        # A writer that has opened the pipe may take its time.
        os.set_blocking(stream.fileno(), True)
        return start + _read(stream, limit - len(start))


def _first_chunk(pipe: int, limit: int) -> bytes:
    """Return what the pipe already holds; nothing if its writer has not written yet."""
    deadline = time.monotonic() + WRITER_SECONDS
    while True:
        try:
            chunk = os.read(pipe, limit)
        except BlockingIOError:
            return b""
        if chunk:
            return chunk
        if time.monotonic() > deadline:
            raise OSError(None, "is a pipe that no program writes to, expected a file")
        time.sleep(_PAUSE_SECONDS)
