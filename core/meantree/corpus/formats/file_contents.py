"""What every reader yields: layers of text and rows of human ratings, not yet joined to segments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Literal

from meantree.analysis.frames import FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.errors import InputError, Problem

MAX_CELLS = 5_000_000
"""Segments times versions of a corpus; a small file with a new system in each line could ask for any number."""


class FileRole(StrEnum):
    """What a text is in the comparison."""

    SOURCE = "source"
    REFERENCE = "reference"
    HYPOTHESIS = "hypothesis"


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file (or a folder of the MLQE-PE data) as the user names it.

    Attributes:
        path: where it is.
        role: what the user says it is; None leaves it to the file's content and name.
        name: what the system or reference shall be called; None leaves it to the file's content and name.
        columns: for tables, ``{name in the header: name that Meantree knows}``.
    """

    path: Path
    role: FileRole | None = None
    name: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Row:
    """One segment of one layer.

    Attributes:
        text: None where the layer lacks the segment, or has one that cannot be used and is listed as a problem.
        line: where it starts in its file, from 1; None where lines mean nothing.
        id, document: as in the file; ``id`` is None where the file gives none and position counts.
        analysis: what the file says of the text's structure.
        tokens: how the file cuts the text, where it has no structure.
        labelled: the semantic frames that the file has.
    """

    text: str | None
    line: int | None
    id: str | None = None
    document: str | None = None
    analysis: Analysis | None = None
    tokens: tuple[str, ...] | None = None
    labelled: FrameLayer | None = None


@dataclass(frozen=True, slots=True)
class Version:
    """All segments of one source, reference or system, in the order of the file.

    ``language`` is a code as the file gives it, empty if it gives none.
    """

    role: FileRole
    name: str
    path: Path
    rows: Sequence[Row]
    language: str = ""


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One human judgement, not yet attached to a segment.

    Attributes:
        system, kind, value, rater: as in :class:`meantree.corpus.corpus.Rating`.
        document, id: the segment by name; None where the file does not say.
        position: the segment by its 0-based place in the corpus; None where the file does not say.
        path, line: where it stands, lines from 1.
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


ErrorSide = Literal["hypothesis", "source"]


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """An error that somebody marked, or that somebody found none; not yet attached to a segment.

    Attributes:
        system, category, severity, rater: as in :class:`meantree.corpus.corpus.ErrorSpan`.
        document, ids: the segment by name; there may be an id in the corpus and one in the document.
        position: the segment by its 0-based place in the corpus; None where the file does not say.
        text, source: the translation and the source in which it was marked; None where the file has none.
        side, start, end: where; None where nothing is marked.
        weight: as the file gives it; None where it follows from category and severity.
        path, line: where it stands, lines from 1.
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
    side: ErrorSide | None = None
    start: int = 0
    end: int = 0
    weight: float | None = None
    path: Path | None = None
    line: int | None = None

    def marked(
        self, side: ErrorSide, start: int, end: int, category: str, severity: str, weight: float | None
    ) -> ErrorRow:
        """The same segment and rater with an error."""
        return replace(self, side=side, start=start, end=end, category=category, severity=severity, weight=weight)


@dataclass(frozen=True, slots=True)
class FileContents:
    """Everything that one file holds; languages are empty where it does not name them, ``domains`` are of documents."""

    versions: tuple[Version, ...] = ()
    ratings: tuple[RatingRow, ...] = ()
    errors: tuple[ErrorRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    source_language: str = ""
    target_language: str = ""
    domains: Mapping[str, str] = field(default_factory=dict)


def require_size(path: Path | None, segments: int, versions: int) -> None:
    """Refuse what no memory could hold.

    Raises:
        InputError: if there are more than :data:`MAX_CELLS` segments times versions.
    """
    if segments * versions > MAX_CELLS:
        found = f"{segments:,} segments in {versions:,} versions, expected at most {MAX_CELLS:,} texts in all"
        raise InputError(path, found)
