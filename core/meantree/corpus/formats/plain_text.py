"""Plain text: files with one segment a line, empty lines included, and texts that a user pastes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.file_contents import FileContents, Row
from meantree.corpus.formats.file_names import guessed_version
from meantree.corpus.formats.raw_file import RawFile


def read(raw: RawFile) -> FileContents:
    """Return one version without ids; role and name are guessed from the file's name.

    Raises:
        InputError: if the bytes are not text.
    """
    return FileContents(versions=(guessed_version(raw.path, _Lines(raw.lines())),))


class _Lines(Sequence[Row]):
    """The rows of lines, made on access: stored, they would nearly double the memory of the lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | Sequence[Row]:
        if isinstance(place, slice):
            return [self[line] for line in range(len(self))[place]]
        return Row(self._lines[place], place % len(self._lines) + 1)

    def __len__(self) -> int:
        return len(self._lines)


NAME = "pasted texts"


def pasted_corpus(hypotheses: Mapping[str, str], references: Mapping[str, str], source: str = "") -> Corpus | None:
    """Return a corpus of pasted texts, None without any hypothesis.

    If all texts have the same number of lines (empty ones at the ends aside), each line is a segment, else each text is
    one segment. Empty texts are left out.

    Args:
        hypotheses: by system.
        references: by name.
        source: the source text, empty if unknown.
    """
    hypotheses, references = (
        {name: text.strip() for name, text in texts.items() if text.strip()} for texts in (hypotheses, references)
    )
    if not hypotheses:
        return None
    texts = [*hypotheses.values(), *references.values(), *filter(None, [source.strip()])]
    by_line = len({len(text.splitlines()) for text in texts}) == 1
    count = len(texts[0].splitlines()) if by_line else 1

    def segment_text(text: str, number: int) -> Text:
        return Text(text.splitlines()[number].strip() if by_line else " ".join(text.split()))

    segments = tuple(
        Segment(
            str(number + 1),
            "",
            segment_text(source.strip(), number).text if source.strip() else None,
            references={name: segment_text(text, number) for name, text in references.items()},
            hypotheses={name: segment_text(text, number) for name, text in hypotheses.items()},
        )
        for number in range(count)
    )
    return Corpus(NAME, segments, tuple(hypotheses), tuple(references))
