"""Users' files and folders are written wholly or not at all: made beside, then given their name."""

from __future__ import annotations

import errno
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from meantree.errors import UsageError
from meantree.open_databases import SQLITE, is_open_database

PROJECT = ".meantree"
"""The ending of files that are never replaced: they hold work, and other programs may have them open."""

_UNUSABLE = re.compile(r"[^\w.]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
UNFINISHED = ".meantree-unfinished-"
"""How folders are named in which files are made; one that a killed program left may be deleted."""
LONGEST_NAME = 150
"""Bytes of a name that is proposed; file systems take 255."""


def proposed_name(*parts: str) -> str:
    """A file's name, without ending, that says what it holds: any system takes it, and it leads to no other folder."""
    words = (_UNUSABLE.sub("-", part).strip("-._") for part in parts)
    name = "-".join(filter(None, words)).encode("utf-8")[:LONGEST_NAME].decode("utf-8", "ignore").rstrip("-._")
    return f"_{name}" if _DEVICES.match(name) else name or "meantree"


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8 with the line ends it has, as :func:`write_bytes` does.

    Raises:
        UsageError: if it cannot be written; what stood there before stays.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole; one that is there already keeps its permissions and links.

    A device or a pipe takes the content as it comes.

    Raises:
        UsageError: if it cannot be written; what stood there before stays.
    """
    write_parts(path, (content,))


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """The same with a content that is made piece by piece; where its making fails, what stood there before stays.

    Raises:
        UsageError: if it cannot be written.
    """
    require_writable(path)
    if is_stream(path) or _stands_alone(path):
        content = b"".join(parts)
        with translate_os_errors(path):
            path.write_bytes(content)
        return
    file = Path(os.path.realpath(path))
    with whole(file, shown=path) as made:
        with made.open("wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, made)


def require_writable(path: Path) -> None:
    """See to it, before long work, that a file can stand at ``path``, where no project or protected file stands.

    Raises:
        UsageError: if one does, or a folder does, or there is no folder to write into.
    """
    if _is_project(path):
        raise UsageError(f"{path}: is a project; nothing else is written over it")
    if os.path.isfile(path) and not os.access(path, os.W_OK):
        raise UsageError(f"{path}: is protected against writing")
    with translate_os_errors(path):
        if os.path.isdir(path):
            raise IsADirectoryError
        if not os.path.exists(path) and not os.path.isdir(_folder(path)):
            raise FileNotFoundError


def _folder(path: Path) -> Path:
    """Return the folder that a file is written into, which is another one where ``path`` is a link."""
    return (Path(os.path.realpath(path)) if path.is_symlink() else path).parent


def _is_project(path: Path) -> bool:
    """Whether there is a project, under whatever name: an ending, a log beside it, or its head say so."""
    file = Path(os.path.realpath(path))
    if not os.path.isfile(file):
        return False
    if file.suffix.casefold() == PROJECT or is_open_database(file) or os.path.exists(f"{file}-wal"):
        return True
    with suppress(OSError), file.open("rb") as stream:
        return stream.read(len(SQLITE)) == SQLITE
    return False


def is_stream(path: Path) -> bool:
    """Whether it is a device, a pipe, or another name of a file that is open already."""
    is_open = path.absolute().as_posix().startswith(("/dev/fd/", "/dev/std", "/proc/self/"))
    return is_open or (os.path.exists(path) and not os.path.isfile(path))


def _stands_alone(path: Path) -> bool:
    """Whether a file can be written to, and nothing made beside it."""
    return os.path.isfile(path) and os.access(path, os.W_OK) and not os.access(path.resolve().parent, os.W_OK)


@contextmanager
def whole(path: Path, *, shown: Path | None = None, new: bool = False) -> Iterator[Path]:
    """A place to make a file or folder, which becomes ``path`` at the end; after a fault nothing of it is left.

    Whatever else a maker leaves beside it, as a database does, goes with the place. Messages name ``shown``. A ``new``
    file takes no other's place, not even one that was made meanwhile.

    Raises:
        UsageError: if the system does not let it be made.
    """
    with translate_os_errors(shown or path), TemporaryDirectory(prefix=UNFINISHED, dir=path.parent) as place:
        made = Path(place) / path.name
        yield made
        _give_name(made, path, new=new)


def _give_name(made: Path, path: Path, *, new: bool) -> None:
    try:
        if new:
            os.link(made, path)
            return
    except OSError as error:
        # Some file systems have no links.
        if error.errno == errno.EEXIST or os.path.lexists(path):
            raise
    made.replace(path)


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Say in one message what the system has against writing to ``path``.

    Raises:
        UsageError: in place of any ``OSError``, but that of a reader who has gone.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{path}: {refusal(path, error)}") from error


def refusal(path: Path, error: OSError) -> str:
    """Why something cannot be written, in words."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "the disk is full; nothing was written"
    if error.errno == errno.EFBIG:
        return "the file would be larger than the system allows; nothing was written"
    if isinstance(error, FileExistsError):
        return "there is something already; nothing is written over it"
    if isinstance(error, IsADirectoryError):
        return "is a folder, expected a file"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no folder {_folder(path)} to write into"
    return f"cannot be written to ({error.strerror or error})"
