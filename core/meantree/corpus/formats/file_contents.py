"""What every reader returns: versions of a text, ratings and marked errors, not yet joined to segments."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import ErrorSide, Rating
from meantree.errors import InputError, Problem
from meantree.escaping import counted
from meantree.scratch import OnAccess, Texts, without

if TYPE_CHECKING:
    from meantree.analysis.frames import FrameLayer

SKIPPED = "the segment is skipped"
"""What becomes of a segment without a usable tree, unless another file has its text."""
MAX_CELLS = 5_000_000
"""Limit of segments times versions: a small file that names a new system in each line could ask for any number."""


class FileRole(StrEnum):
    """The part of a text in the comparison."""

    SOURCE = "source"
    REFERENCE = "reference"
    HYPOTHESIS = "hypothesis"


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file or corpus folder with what the user says about it.

    Attributes:
        role: of its text; None leaves it to the file's content and name.
        name: of the system or reference; None leaves it to the file's content and name.
        columns: for tables, ``{name in the header: name that Meantree knows}``.
    """

    path: Path
    role: FileRole | None = None
    name: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One segment of one version.

    Attributes:
        text: None if the version has no such segment, or an unusable one, which is listed as a problem.
        line: where it starts in its file, from 1; None where lines mean nothing.
        id, document: as in the file; without an ``id`` (None) segments are joined by position.
        analysis: the structure in the file, None without.
        tokens: the tokens of a file that has no structure, None without.
        labelled: the semantic frames in the file, None without.
    """

    text: str | None
    line: int | None
    id: str | None = None
    document: str | None = None
    analysis: Analysis | None = None
    tokens: tuple[str, ...] | None = None
    labelled: FrameLayer | None = None


class Lines(OnAccess[Row]):
    """The rows of lines, made on access: stored, they would nearly double the memory of the lines.

    Attributes:
        texts: of the lines; None for one that is skipped.
    """

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def at(self, place: int) -> Row:
        return Row(self.texts[place], place + 1)

    def __len__(self) -> int:
        return len(self.texts)


@dataclass(frozen=True, slots=True)
class Version:
    """All segments of one source, reference or system, in the order of the file.

    ``language`` is a code as in the file, empty if unknown.
    """

    role: FileRole
    name: str
    path: Path
    rows: Sequence[Row]
    language: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether it has nothing but texts, a line each."""
        return isinstance(self.rows, Lines)

    @property
    def texts(self) -> Texts:
        """The text of each segment, None without."""
        return self.rows.texts if isinstance(self.rows, Lines) else [row.text for row in self.rows]

    def without(self, places: Collection[int]) -> Version:
        """Return the version without the texts at these 0-based places."""
        if isinstance(self.rows, Lines):
            return replace(self, rows=Lines(without(self.rows.texts, places)))
        rows = list(self.rows)
        for place in places:
            rows[place] = Row(None, rows[place].line, rows[place].id, rows[place].document)
        return replace(self, rows=tuple(rows))


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One human rating, not yet attached to a segment.

    Attributes:
        system, kind, value, rater: as in :class:`meantree.corpus.corpus.Rating`.
        document, id: of the segment; None where the file has none.
        position: 0-based, of the segment in the corpus; None where the file gives none.
        path, line: of the row in its file, lines from 1.
    """

    system: str
    kind: str
    value: float
    document: str | None = None
    id: str | None = None
    position: int | None = None
    rater: str = ""
    path: Path | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Count:
    """A count of UTF-16 units, as programs in browsers have it; the end of a span is included.

    Attributes:
        unindexed: characters without an index: they have that of what follows them.
        trimmed: whether blanks at the start of the text have none either.
    """

    unindexed: str = ""
    trimmed: bool = False

    def indices(self, text: str) -> list[int]:
        """Return the index of each character of a text, and that after its end."""
        start = len(text) - len(text.lstrip()) if self.trimmed else 0
        widths = ([0] * start, (0 if one in self.unindexed else 1 + (one > "\uffff") for one in text[start:]))
        return [0, *itertools.accumulate(itertools.chain(*widths))]

    def span(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Return start and end of a span as code points, 0-based, the end excluded; beyond the text if it is there."""
        indices = self.indices(text)
        first, last = (bisect.bisect_right(indices, index, hi=len(text)) - 1 for index in (start, end))
        return first, last + 1 + max(0, end - indices[-1] + 1)


PEARMUT: Final = Count(unindexed="\n"), Count()
"""``contentToCharSpans`` in its ``web/src/utils.ts``: line feeds have no index before its version 1.1.5."""
APPRAISE: Final = Count(trimmed=True)
"""``direct-assessment-document-mqm-esa.js``: the trimmed text by ``split("")``, both clicked characters included."""


NOT_BEGUN: Final = "not begun"
"""The state of rows that have texts or given scores of a translation, and nothing of a rater's."""
ErrorPlace = tuple[ErrorSide, int, int]
"""Side, start and end of marked characters, 0-based, the end excluded."""


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One marked error, or a rater's finding that there is none; not yet attached to a segment.

    Attributes:
        system, category, severity, rater: as in :class:`meantree.corpus.corpus.ErrorSpan`.
        document, ids: of the segment: its id within the corpus, within the document, or both.
        position: 0-based, of the segment in the corpus; None where the file gives none.
        text, source: the translation and the source that the rater saw; None if the file has none.
        places: side, start and end of the marked characters, as in ErrorSpan; one error may have several parts.
        count: how the file counts these characters, if not as ErrorSpan.
        words: of each place, as the file states them, to be checked; empty where it does not. Words without a place
            are looked up in the translation.
        weight: as in the file; None where it follows from category and severity.
        path, line: of the row in its file, lines from 1.
        missing: whether the error stands at ``[missing]``.
        origin, by: whether it was suggested, and by what, as :class:`meantree.annotation.error_annotation.MarkedError`.
        score: that the rater gave the whole translation; None without.
        state: of the rater's work on the translation, such as ``open`` or :data:`NOT_BEGUN`; empty for finished work.
        given: scores of the translation by given metrics.
        references: that the file has for the translation, by their names.
        cells: names and values of the other columns.
        marked: source and translation with their marks.
        content: the row as in the file.
    """

    system: str
    category: str
    severity: str
    rater: str = ""
    document: str | None = None
    ids: tuple[str, ...] = ()
    position: int | None = None
    text: str | None = None
    source: str | None = None
    places: tuple[ErrorPlace, ...] = ()
    count: Count | None = None
    words: tuple[str, ...] = ()
    weight: float | None = None
    path: Path | None = None
    line: int | None = None
    missing: bool = False
    comment: str = ""
    origin: str = ""
    by: str = ""
    score: float | None = None
    state: str = ""
    given: tuple[Rating, ...] = ()
    references: tuple[tuple[str, str], ...] = ()
    cells: tuple[tuple[str, str], ...] = ()
    marked: tuple[str, str] | None = None
    content: str = ""


@dataclass(frozen=True, slots=True)
class FileContents:
    """Everything that one file contains.

    Languages are empty where the file does not name them; ``domains`` are those of documents. A file that
    ``is_bilingual`` has a source, then a text whose role the user tells, if there is any. ``lengths`` are the numbers
    of rows, by system, that only their order joins to segments. ``unclear`` is the error of a table whose translations
    may be in columns with unknown names.
    """

    versions: tuple[Version, ...] = ()
    ratings: tuple[RatingRow, ...] = ()
    errors: tuple[ErrorRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    source_language: str = ""
    target_language: str = ""
    domains: Mapping[str, str] = field(default_factory=dict)
    is_bilingual: bool = False
    lengths: Mapping[str, int] = field(default_factory=dict)
    unclear: InputError | None = None


def check_size(path: Path | None, segments: int, versions: int) -> None:
    """Check that the texts fit into memory.

    Raises:
        InputError: if there are more than :data:`MAX_CELLS` segments times versions.
    """
    if segments * versions > MAX_CELLS:
        raise InputError(
            path, f"{segments:,} segments in {versions:,} versions, expected at most {MAX_CELLS:,} texts in all"
        )


def require_same_length(path: Path, count: int, other: Path, expected: int) -> None:
    """Check that two versions have as many segments; raise InputError if they have not."""
    if count != expected:
        counts = f"has {counted(count, 'segment')}, but {other} has {expected:,}"
        raise InputError(path, f"{counts}; expected the same number in both")
