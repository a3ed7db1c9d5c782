"""MLQE-PE: translations (``.mt``), post-edits (``.pe``), ``.hter``, ``.da.tsv`` and ``.doc_ids`` of its splits."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from meantree.corpus.formats.file_contents import FileContents, FileRole, RatingRow, Row, Version, require_same_length
from meantree.corpus.formats.file_names import language_pair
from meantree.corpus.formats.raw_file import RawFile, load, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import quoted, shortened

SYSTEM = "mt"
NAMES = {FileRole.HYPOTHESIS: SYSTEM, FileRole.REFERENCE: "pe", FileRole.SOURCE: "source"}


Values = Sequence[str | None]
"""Of all segments, None where there is none."""


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
    rows: dict[FileRole, list[Row]] = {role: [] for role in NAMES}
    ratings: list[RatingRow] = []
    paths = sorted(path for path in raw.path.glob("*.mt") if is_mlqe(path)) if os.path.isdir(raw.path) else [raw.path]
    for path in paths:
        _add_split(path, raw.encoding, rows, ratings, problems)
    source_language, target_language = language_pair(paths[0].absolute().parent.name)
    versions = (Version(role, NAMES[role], raw.path, tuple(own)) for role, own in rows.items())
    return FileContents(
        versions=tuple(version for version in versions if any(row.text is not None for row in version.rows)),
        ratings=tuple(ratings),
        problems=tuple(problems),
        source_language=source_language,
        target_language=target_language,
    )


def _add_split(
    path: Path,
    encoding: str | None,
    rows: Mapping[FileRole, list[Row]],
    ratings: list[RatingRow],
    problems: list[Problem],
) -> None:
    texts = load(path, encoding).lines()
    count = len(texts)
    edits, effort = (_column(path, ending, encoding, count) for ending in (".pe", ".hter"))
    documents = _column(path, ".doc_ids", encoding, count, title="doc_id")
    sources, scores = _sources_and_scores(path, encoding, count, problems)
    ids = [f"{path.stem}-{number}" for number in range(1, count + 1)]
    for role, values, first in (
        (FileRole.HYPOTHESIS, texts, 1),
        (FileRole.REFERENCE, edits, 1),
        (FileRole.SOURCE, sources, 2),
    ):
        rows[role] += (
            Row(text, first + place, ids[place], documents[place] or "") for place, text in enumerate(values)
        )
    for kind, ending, values, first in (("hter", ".hter", effort, 1), ("da", ".da.tsv", scores, 2)):
        companion = path.with_suffix(ending)
        for place, cell in enumerate(values):
            if cell is None:
                continue
            if (value := parse_number(cell)) is None:
                message = f"found {quoted(cell)} as {kind}, expected a number"
                problems.append(Problem(companion, first + place, message, ids[place]))
            else:
                of = documents[place] or "", ids[place]
                ratings.append(RatingRow(SYSTEM, kind, value, *of, path=companion, line=first + place))


def _column(path: Path, ending: str, encoding: str | None, count: int, *, title: str = "") -> Values:
    """Return the lines of a companion file without its title line; no values if there is no such file."""
    companion = path.with_suffix(ending)
    if not os.path.isfile(companion):
        return [None] * count
    lines = load(companion, encoding).lines()
    lines = lines[1:] if title and lines[0] == title else lines
    require_same_length(companion, len(lines), path, count)
    return lines


def _sources_and_scores(path: Path, encoding: str | None, count: int, problems: list[Problem]) -> tuple[Values, Values]:
    """Return the columns ``original`` and ``z_mean`` of the direct assessments."""
    companion = path.with_suffix(".da.tsv")
    if not os.path.isfile(companion):
        return [None] * count, [None] * count
    header, *lines = (line.split("\t") for line in load(companion, encoding).lines())
    require_same_length(companion, len(lines), path, count)
    if not {"original", "z_mean"} <= set(header):
        raise InputError(
            companion, f"columns {shortened(', '.join(header))}, expected original and z_mean among them", line=1
        )
    for line, cells in enumerate(lines, start=2):
        if len(cells) != len(header):
            fault = f"{len(cells)} cells, expected {len(header)}; source and assessment are skipped"
            problems.append(Problem(companion, line, fault, f"{path.stem}-{line - 1}"))
    places = header.index("original"), header.index("z_mean")
    original, z_mean = ([cells[place] if len(cells) == len(header) else None for cells in lines] for place in places)
    return original, z_mean
