"""MLQE-PE: translations (``.mt``), post-edits (``.pe``), ``.hter``, ``.da.tsv`` and ``.doc_ids`` of its splits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from meantree.corpus.formats.file_contents import FileContents, FileRole, RatingRow, Row, Version
from meantree.corpus.formats.file_names import language_pair
from meantree.corpus.formats.raw_file import RawFile, load, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted, shortened

SYSTEM = "mt"
REFERENCE = "pe"


@dataclass(frozen=True, slots=True)
class _Column:
    """The values of all segments, None where there is none, and the line (from 1) of the first."""

    values: Sequence[str | None]
    first_line: int = 1


@dataclass(frozen=True, slots=True)
class _Split:
    rows: dict[FileRole, list[Row]]
    ratings: list[RatingRow]


def is_mlqe(path: Path) -> bool:
    """Return whether a path is a folder with a split, or the ``.mt`` file of a split with its companion files."""
    # Not pathlib, which raises if a name is too long or a folder unreadable.
    if os.path.isdir(path):
        return any(is_mlqe(inner) for inner in path.glob("*.mt"))
    return path.suffix == ".mt" and any(
        os.path.isfile(path.with_suffix(ending)) for ending in (".pe", ".hter", ".da.tsv")
    )


def read(raw: RawFile) -> FileContents:
    """Return system "mt", reference "pe", the source, ratings "hter" and "da" (``z_mean``); ids are ``dev-1``, ….

    Of a folder all splits are read, of a ``.mt`` file its own.

    Raises:
        InputError: if files of a split have different numbers of segments, or one is not text.
    """
    problems: list[Problem] = []
    paths = sorted(path for path in raw.path.glob("*.mt") if is_mlqe(path)) if os.path.isdir(raw.path) else [raw.path]
    splits = [_split(path, raw.encoding, problems) for path in paths]
    source_language, target_language = language_pair(paths[0].absolute().parent.name)
    names = {FileRole.HYPOTHESIS: SYSTEM, FileRole.REFERENCE: REFERENCE, FileRole.SOURCE: str(FileRole.SOURCE)}
    versions = [
        Version(role, name, raw.path, tuple(row for split in splits for row in split.rows[role]))
        for role, name in names.items()
    ]
    return FileContents(
        versions=tuple(version for version in versions if any(row.text is not None for row in version.rows)),
        ratings=tuple(rating for split in splits for rating in split.ratings),
        problems=tuple(problems),
        source_language=source_language,
        target_language=target_language,
    )


def _split(path: Path, encoding: str | None, problems: list[Problem]) -> _Split:
    texts = load(path, encoding).lines()
    count = len(texts)
    edits = _column(path, ".pe", encoding, count)
    documents = _column(path, ".doc_ids", encoding, count, title="doc_id")
    effort = _column(path, ".hter", encoding, count)
    sources, scores = _sources_and_scores(path, encoding, count, problems)
    ids = [f"{path.stem}-{number}" for number in range(1, count + 1)]

    def rows(column: _Column) -> list[Row]:
        return [
            Row(text, column.first_line + index, ids[index], documents.values[index] or "")
            for index, text in enumerate(column.values)
        ]

    def ratings(kind: str, ending: str, column: _Column) -> list[RatingRow]:
        companion = path.with_suffix(ending)
        rated: list[RatingRow] = []
        for index, cell in enumerate(column.values):
            line, value = column.first_line + index, parse_number(cell) if cell is not None else None
            if value is not None:
                document = documents.values[index] or ""
                rated.append(RatingRow(SYSTEM, kind, value, document, ids[index], path=companion, line=line))
            elif cell is not None:
                problems.append(
                    Problem(companion, line, f"found {quoted(cell)} as {kind}, expected a number", ids[index])
                )
        return rated

    return _Split(
        rows={
            FileRole.HYPOTHESIS: rows(_Column(texts)),
            FileRole.REFERENCE: rows(edits),
            FileRole.SOURCE: rows(sources),
        },
        ratings=ratings("hter", ".hter", effort) + ratings("da", ".da.tsv", scores),
    )


def _column(path: Path, ending: str, encoding: str | None, count: int, *, title: str = "") -> _Column:
    """Return the lines of a companion file without its title line; no values if there is no such file."""
    companion = path.with_suffix(ending)
    if not os.path.isfile(companion):
        return _Column([None] * count)
    lines = load(companion, encoding).lines()
    start = 1 if title and lines[0] == title else 0
    _check_count(companion, path, len(lines) - start, count)
    return _Column(lines[start:], start + 1)


def _sources_and_scores(
    path: Path, encoding: str | None, count: int, problems: list[Problem]
) -> tuple[_Column, _Column]:
    """Return the columns ``original`` and ``z_mean`` of the direct assessments."""
    companion = path.with_suffix(".da.tsv")
    if not os.path.isfile(companion):
        return _Column([None] * count), _Column([None] * count)
    header, *lines = (line.split("\t") for line in load(companion, encoding).lines())
    _check_count(companion, path, len(lines), count)
    if not {"original", "z_mean"} <= set(header):
        raise InputError(
            companion, f"columns {shortened(', '.join(header))}, expected original and z_mean among them", line=1
        )
    for line, cells in enumerate(lines, start=2):
        if len(cells) != len(header):
            fault = f"{len(cells)} cells, expected {len(header)}; source and assessment are skipped"
            problems.append(Problem(companion, line, fault, f"{path.stem}-{line - 1}"))
    rows = [cells if len(cells) == len(header) else None for cells in lines]
    original, z_mean = header.index("original"), header.index("z_mean")
    return (
        _Column([cells[original] if cells else None for cells in rows], 2),
        _Column([cells[z_mean] if cells else None for cells in rows], 2),
    )


def _check_count(companion: Path, path: Path, count: int, expected: int) -> None:
    if count != expected:
        raise InputError(
            companion, f"has {counted(count, 'segment')}, but {path} has {expected:,}; expected the same number in both"
        )
