"""Users' files and folders are written completely or not at all: under a temporary name, then renamed.

An ordinary open and close of a database that this process has open, even to read it, would drop the locks that SQLite
holds on it (see :mod:`meantree.project.database`). Code that opens files by name asks here first.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from meantree.errors import UsageError

PROJECT = ".meantree"
"""Suffix of projects, which are never overwritten: they hold work, and other programs may have them open."""

_UNUSABLE = re.compile(r"[^\w.]+")
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
UNFINISHED = ".meantree-unfinished-"
"""Prefix of temporary folders. One that a killed program left is deleted by the next that writes beside it."""
ABANDONED = 60.0
"""Seconds after which one that no program has locked is deleted; programs lock theirs at once."""
LONGEST_NAME = 150
"""Bytes of a proposed name, at most; file systems allow 255."""
FileIdentity = tuple[int, int]
"""Device and inode."""
SQLITE = b"SQLite format 3\0"
"""The first bytes of a database."""
_connections: Counter[FileIdentity] = Counter()
_lock = Lock()


def proposed_name(*parts: str) -> str:
    """Return a file name without suffix that any system accepts and that leads to no other folder."""
    words = (_UNUSABLE.sub("-", part).strip("-._") for part in parts)
    name = "-".join(filter(None, words)).encode("utf-8")[:LONGEST_NAME].decode("utf-8", "ignore").rstrip("-._")
    return f"_{name}" if _DEVICES.match(name) else name or "meantree"


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, line endings unchanged, as :func:`write_bytes` does.

    Raises:
        UsageError: if it cannot be written; an earlier file stays.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; an earlier file is replaced and keeps its permissions and links.

    A device or a pipe is written to directly.

    Raises:
        UsageError: if it cannot be written; an earlier file stays.
    """
    write_parts(path, (content,))


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file as :func:`write_bytes` does, from parts; if making a part fails, an earlier file stays.

    Raises:
        UsageError: if it cannot be written.
    """
    require_writable(path)
    if is_stream(path) or _is_folder_protected(path):
        content = b"".join(parts)
        with translate_os_errors(path):
            path.write_bytes(content)
        return
    file = Path(os.path.realpath(path))
    with atomic_path(file, named=path) as temporary:
        with temporary.open("wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, temporary)


def require_writable(path: Path) -> None:
    """Check, before long work, that a file can be written to ``path``.

    Raises:
        UsageError: if a project, a protected file or a folder is there, or no file can be created in the folder.
    """
    try:
        os.path.realpath(path)
    except ValueError as error:
        raise UsageError(f"{path}: is not a possible name of a file") from error
    if _is_project(path):
        raise UsageError(f"{path}: is a project, which is never overwritten")
    with translate_os_errors(path):
        if os.path.isfile(path) and not os.access(path, os.W_OK):
            os.close(os.open(path, os.O_WRONLY))  # raises why not, with the words used for new files
        if os.path.isdir(path):
            raise IsADirectoryError
        if not os.path.exists(path):
            TemporaryDirectory(prefix=UNFINISHED, dir=_folder(path)).cleanup()  # raises why nothing can be created


def _folder(path: Path) -> Path:
    """Return the folder that a file is written into; of a symbolic link, its target's."""
    return (Path(os.path.realpath(path)) if path.is_symlink() else path).parent


def _is_project(path: Path) -> bool:
    """Return whether the file is a project: by its suffix or its first bytes."""
    file = Path(os.path.realpath(path))
    if not os.path.isfile(file):
        return False
    if file.suffix.casefold() == PROJECT or is_open_database(file):
        return True
    with suppress(OSError), file.open("rb") as stream:
        return stream.read(len(SQLITE)) == SQLITE
    return False


def is_stream(path: Path) -> bool:
    """Return whether it is a device, a pipe, or another name of an open file."""
    is_open = path.absolute().as_posix().startswith(("/dev/fd/", "/dev/std", "/proc/self/"))
    return is_open or (os.path.exists(path) and not os.path.isfile(path))


def _is_folder_protected(path: Path) -> bool:
    """Return whether a file is writable but its folder is not."""
    return os.path.isfile(path) and os.access(path, os.W_OK) and not os.access(path.resolve().parent, os.W_OK)


@contextmanager
def atomic_path(path: Path, *, named: Path | None = None, new: bool = False) -> Iterator[Path]:
    """Yield a temporary path for a file or folder that becomes ``path`` at the end; after an error nothing is left.

    Files that are created next to it, as databases do, are deleted. Messages contain ``named``. With ``new``, no file
    is replaced, not even one that was created meanwhile.

    Raises:
        UsageError: if the system does not allow it.
    """
    with translate_os_errors(named or path):
        _delete_abandoned(path.parent)
        with TemporaryDirectory(prefix=UNFINISHED, dir=path.parent) as place, _locked(Path(place)):
            temporary = Path(place) / path.name
            yield temporary
            _give_name(temporary, path, new=new)


@contextmanager
def new_folder(folder: Path) -> Iterator[None]:
    """Create a folder and its parents, if needed; after an error, those that were created are removed if empty.

    Raises:
        UsageError: if it cannot be created.
    """
    created = [place for place in (folder, *folder.parents) if not os.path.lexists(place)]
    try:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot create the folder {folder}: {error.strerror}") from error
        yield
    except BaseException:
        for place in created:
            with suppress(OSError):
                place.rmdir()
        raise


def _delete_abandoned(folder: Path) -> None:
    """Delete the temporary folders in ``folder`` whose programs were killed; others are locked."""
    with suppress(OSError):
        for name in os.listdir(folder):
            place = folder / name
            if name.startswith(UNFINISHED) and time.time() - place.lstat().st_mtime > ABANDONED:
                with _locked(place) as is_free:
                    if is_free:
                        shutil.rmtree(place, ignore_errors=True)


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    """Lock a folder until the program ends; yield False if another has it, or there are no such locks."""
    if sys.platform == "win32":
        yield False
        return
    import fcntl

    is_mine, opened = False, -1
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        is_mine = True
    try:
        yield is_mine
    finally:
        if opened >= 0:
            os.close(opened)


def _give_name(temporary: Path, path: Path, *, new: bool) -> None:
    try:
        if new:
            os.link(temporary, path)
            return
    except OSError as error:
        # Some file systems have no links.
        if error.errno == errno.EEXIST or os.path.lexists(path):
            raise
    temporary.replace(path)


@contextmanager
def translate_os_errors(path: Path) -> Iterator[None]:
    """Turn errors of the system while ``path`` is written into one clear message.

    Raises:
        UsageError: instead of any ``OSError`` except ``BrokenPipeError``.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{path}: {refusal(path, error)}") from error


def refusal(path: Path, error: OSError) -> str:
    """Return why something cannot be written, in words."""
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        return "the disk is full; nothing was written"
    if error.errno == errno.EFBIG:
        return "the file would be larger than the system allows; nothing was written"
    if isinstance(error, FileExistsError):
        return "already exists and is not overwritten"
    if isinstance(error, IsADirectoryError):
        return "is a folder, expected a file"
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        folder = _folder(path)
        return f"no files can be created in {folder}" if folder.is_dir() else f"the folder {folder} does not exist"
    return f"cannot be written to ({error.strerror or error})"


def file_identity(path: Path) -> FileIdentity | None:
    """Return what identifies a file under any name; None if there is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino


def count_connections(identity: FileIdentity, change: int = 0) -> int:
    """Return how many connections this process has to a database, after one was opened, 1, or closed, -1."""
    with _lock:
        _connections[identity] += change
        return _connections[identity]


def is_open_database(path: Path) -> bool:
    """Return whether a file is a database that this process has open."""
    identity = file_identity(path)
    return identity is not None and count_connections(identity) > 0
