"""Large arrays and many texts in files without names in the temporary folder: memory does not grow with the corpus."""

from __future__ import annotations

import mmap
import os
import re
import tempfile
from abc import abstractmethod
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import BinaryIO, Final, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from meantree.errors import MeantreeError

Item = TypeVar("Item")
Texts = Sequence[str | None]
"""Texts, None for a missing one."""
LARGE: Final = 50_000
"""Rows or texts from which they are kept on disk."""
_PART: Final = 4096
"""Texts that are written or read together."""
_ZEROS: Final = bytes(1 << 20)


class NoRoomError(MeantreeError):
    """The temporary folder has no room."""


def zeros(rows: int, columns: int) -> NDArray[np.float64]:
    """Return an array of zeros, on disk if it has many rows.

    Raises:
        NoRoomError: if it has no room there; all of it is taken at once.
    """
    size = rows * columns * np.dtype(np.float64).itemsize
    if rows < LARGE or not size:
        return np.zeros((rows, columns))
    with _file() as stream:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(stream.fileno(), 0, size)
        else:
            stream.writelines(_ZEROS for _ in range(-(-size // len(_ZEROS))))
            stream.flush()
        return np.memmap(stream, np.float64, "r+", shape=(rows, columns))


def release(array: NDArray[np.float64]) -> None:
    """Give back the memory of an array on disk; what was written stays."""
    _release(getattr(array, "_mmap", None))


def _release(pages: mmap.mmap | None) -> None:
    if pages is not None and hasattr(mmap, "MADV_DONTNEED"):
        pages.madvise(mmap.MADV_DONTNEED)


@contextmanager
def _file() -> Iterator[BinaryIO]:
    try:
        with tempfile.TemporaryFile(prefix="meantree-") as stream:
            yield stream
    except OSError as error:
        message = f"the temporary folder {tempfile.gettempdir()} cannot hold them ({error.strerror})"
        raise NoRoomError(message) from error


class OnAccess(Sequence[Item]):
    """Items that are made when they are asked for, as all of them would take much memory."""

    @abstractmethod
    def at(self, place: int) -> Item:
        """Return the item at a 0-based place that exists."""

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> list[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | list[Item]:
        places = range(len(self))[place]
        return self.at(places) if isinstance(places, int) else list(map(self.at, places))


class StoredTexts(OnAccess[str | None]):
    """Texts without line ends in a file, read when they are asked for."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Store texts.

        Raises:
            NoRoomError: if there is no room for them.
        """
        self._missing: frozenset[int] = frozenset()
        sizes = array("q", [0])
        with _file() as stream:
            for text in texts:
                sizes.append(stream.write(text.encode() + b"\n"))
            stream.flush()
            self._ends = np.cumsum(sizes)
            self._pages = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)

    def without(self, places: Collection[int]) -> StoredTexts:
        """Return the texts; those at these 0-based places are missing."""
        other = StoredTexts.__new__(StoredTexts)
        other._ends, other._pages, other._missing = self._ends, self._pages, self._missing.union(places)
        return other

    def __len__(self) -> int:
        return len(self._ends) - 1

    def at(self, place: int) -> str | None:
        if place % _PART == 0:
            _release(self._pages)
        return None if place in self._missing else self._pages[self._ends[place] : self._ends[place + 1] - 1].decode()

    def __iter__(self) -> Iterator[str | None]:
        for first, last in pairwise([*range(0, len(self), _PART), len(self)]):
            lines = self._pages[self._ends[first] : self._ends[last] - 1].decode().split("\n")
            _release(self._pages)
            yield from (None if place in self._missing else line for place, line in enumerate(lines, first))


def stored_lines(text: str) -> tuple[Texts, str]:
    """Return the lines of a text, in a file if there are many; and why they are not there, if there is no room."""
    if text.count("\n") >= LARGE:
        try:
            return StoredTexts(match[0] for match in re.finditer("[^\n]+|(?<![^\n])(?=\n)", text)), ""
        except NoRoomError as error:
            return split_lines(text), str(error)
    return split_lines(text), ""


def split_lines(text: str) -> list[str]:
    """Return the lines of a text without their ends, which are ``\\n`` alone."""
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def without(texts: Texts, places: Collection[int]) -> Texts:
    """Return texts; those at these 0-based places are missing."""
    if isinstance(texts, StoredTexts):
        return texts.without(places)
    return [None if place in places else text for place, text in enumerate(texts)]
