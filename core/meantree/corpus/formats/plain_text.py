"""Parallel plain text: one segment a line, empty lines included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version
from meantree.corpus.formats.file_names import guess_language, guess_name, guess_role
from meantree.corpus.formats.raw_file import RawFile


def read(raw: RawFile) -> FileContents:
    """One layer without ids; role and name are guesses from the file's name.

    Raises:
        InputError: if the bytes are no text.
    """
    role = guess_role(raw.path) or FileRole.HYPOTHESIS
    return FileContents(
        versions=(Version(role, guess_name(raw.path), raw.path, _Lines(raw.lines()), guess_language(raw.path)),)
    )


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


NAME = "pasted texts"


def pasted_corpus(hypotheses: Mapping[str, str], references: Mapping[str, str], source: str = "") -> Corpus | None:
    """Segments of what was pasted; None if there is no hypothesis.

    Lines are segments where all texts have the same number of them, empty lines at their ends aside; else each text is
    one segment. Texts that are empty are left out.

    Args:
        hypotheses: by system.
        references: by name.
        source: what was translated, empty if it is not known.
    """
    mine, theirs = (
        {name: text.strip() for name, text in texts.items() if text.strip()} for texts in (hypotheses, references)
    )
    if not mine:
        return None
    every = [*mine.values(), *theirs.values(), *filter(None, [source.strip()])]
    is_by_line = len({len(text.splitlines()) for text in every}) == 1
    rows = len(every[0].splitlines()) if is_by_line else 1

    def part(text: str, row: int) -> Text:
        return Text(text.splitlines()[row].strip() if is_by_line else " ".join(text.split()))

    segments = tuple(
        Segment(
            str(row + 1),
            "",
            part(source.strip(), row).text if source.strip() else None,
            references={name: part(text, row) for name, text in theirs.items()},
            hypotheses={name: part(text, row) for name, text in mine.items()},
        )
        for row in range(rows)
    )
    return Corpus(NAME, segments, tuple(mine), tuple(theirs))
