"""Parallel plain text: one segment a line, empty lines included."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from meantree.corpus.formats.decode import RawFile
from meantree.corpus.formats.layers import FileRole, Layer, Reading, Row
from meantree.corpus.formats.names import guess_language, guess_name, guess_role


def read(raw: RawFile) -> Reading:
    """One layer without ids; role and name are guesses from the file's name.

    Raises:
        InputError: if the bytes are no text.
    """
    role = guess_role(raw.path) or FileRole.HYPOTHESIS
    return Reading(layers=(Layer(role, guess_name(raw.path), raw.path, _Lines(raw.lines()), guess_language(raw.path)),))


class _Lines(Sequence[Row]):
    """The rows of lines, each made when it is asked for: kept, they would nearly double the memory of the lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        return Row(self._lines[place], range(1, len(self) + 1)[place])

    def __len__(self) -> int:
        return len(self._lines)
