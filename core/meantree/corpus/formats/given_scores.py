"""Scores of other tools: the specs of given metrics, where they come from, and files of them for a corpus."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from meantree.corpus.corpus import GIVEN, Corpus, Rating
from meantree.corpus.formats.file_contents import ErrorRow, FileContents, RatingRow
from meantree.corpus.formats.raw_file import RawFile, load, parse_number
from meantree.errors import InputError, Problem
from meantree.escaping import listed, quoted

_KNOWN = re.compile(r".*(?:comet|kiwi|metricx|bleurt|gemba|bertscore|yisi|prism).*", re.IGNORECASE)
_ERRORS = re.compile(r".*metricx.*|(?:.*[^a-z])?(?:h?ter|[wpc]er|cder|error)(?:[^a-z].*)?", re.IGNORECASE)
"""Metrics that count errors; where all their values are negative, higher is better, as mt-metrics-eval has them."""
SCORES: Final = "*.seg.score"
"""Files of a folder of mt-metrics-eval."""


def names_metric(name: str) -> bool:
    """Return whether a column or key is named after a metric of another tool."""
    return _KNOWN.fullmatch(name.strip()) is not None


def given_spec(name: str, values: Iterable[float]) -> str:
    """Return the spec of a given metric; its name has no signs of specs."""
    is_error = _ERRORS.fullmatch(name) is not None and not any(value < 0 for value in values)
    return GIVEN + (re.sub(r"[\s,:=|]+", "-", name.strip()) or "score") + (",better=lower" if is_error else "")


def source_of(raw: RawFile) -> str:
    """Return the name of a file with a digest of its bytes."""
    return f"{raw.path.name}@{hashlib.sha256(raw.data).hexdigest()[:8]}"


def with_specs(raw: RawFile, rows: Iterable[RatingRow]) -> tuple[RatingRow, ...]:
    """Return the rows of a file; those of given metrics have their specs as kinds, and say where they come from."""
    rated = tuple(rows)
    values: dict[str, list[float]] = {}
    for row in rated:
        if row.kind.startswith(GIVEN):
            values.setdefault(row.kind, []).append(row.value)
    if not values:
        return rated
    specs = {kind: given_spec(kind.removeprefix(GIVEN), found) for kind, found in values.items()}
    source = source_of(raw)
    return tuple(replace(row, kind=specs[row.kind], rater=source) if row.kind in specs else row for row in rated)


def with_given(
    corpus: Corpus,
    path: Path,
    name: str = "",
    *,
    better: str = "",
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Corpus:
    """Return a corpus with the scores of a file, or of the files ``*.seg.score`` of a folder; later scores count.

    Args:
        name: of the metric; by default as in the file, or as the file is called. Of a file with several it selects one.
        better: ``higher`` or ``lower``; by default as the name and the values say.

    Raises:
        InputError: if a file has no scores of the corpus, or several and none has this name.
    """
    from meantree.corpus.formats.assessments import attach_ratings
    from meantree.corpus.formats.error_placement import attach_errors

    problems: list[Problem] = []
    files = sorted(path.glob(SCORES)) if path.is_dir() else [path]
    segments = corpus.segments
    for file in files:
        raw = replace(load(file, encoding), columns=columns or {})
        contents = _contents(raw, corpus)
        rows, errors = _named(raw, contents, name, better)
        kinds = {row.kind for row in rows} | {score.kind for row in errors for score in row.given}
        problems += contents.problems
        segments = tuple(
            replace(segment, given=tuple(score for score in segment.given if score.kind not in kinds))
            for segment in segments
        )
        segments = attach_errors(segments, corpus.systems, errors, problems)
        keys = [(segment.document, segment.id) for segment in segments]
        attached = attach_ratings([rows], keys, corpus.systems, problems)
        segments = tuple(
            replace(segment, given=(*segment.given, *attached.get(place, ()))) for place, segment in enumerate(segments)
        )
        if not any(score.kind in kinds for segment in segments for score in segment.given):
            reason = f"; {problems[-1].message}" if problems else ""
            raise InputError(file, f"has no scores of the translations{reason}")
    if not files:
        raise InputError(path, f"is a folder without scores, expected files {SCORES}")
    return replace(corpus, segments=segments, problems=tuple(dict.fromkeys((*corpus.problems, *problems))))


def _contents(raw: RawFile, corpus: Corpus) -> FileContents:
    """Return what a file has; one that has a number a line has scores of the one system."""
    from meantree.corpus.formats.catalogue import find_format

    lines = raw.lines()
    numbers = [parse_number(line) for line in lines]
    if len(corpus.systems) == 1 and len(lines) == len(corpus.segments) and None not in numbers:
        scores = enumerate(value for value in numbers if value is not None)
        rows = (
            RatingRow(corpus.systems[0], raw.path.stem, value, position=place, path=raw.path, line=place + 1)
            for place, value in scores
        )
        return FileContents(ratings=tuple(rows))
    return find_format(raw.path, raw.data, raw.encoding).read(raw)


def _named(raw: RawFile, contents: FileContents, name: str, better: str) -> tuple[list[RatingRow], list[ErrorRow]]:
    """Return the rows with scores of the named metric, or of all metrics without a name."""
    rated = with_specs(raw, (replace(row, kind=GIVEN + row.kind.removeprefix(GIVEN)) for row in contents.ratings))
    scored = [row for row in contents.errors if row.given]
    kinds = {row.kind: "" for row in rated} | {score.kind: "" for row in scored for score in row.given}
    if not kinds:
        raise InputError(raw.path, "has no scores, expected a column or values of a metric")
    chosen = [kind for kind in kinds if kind.removeprefix(GIVEN).partition(",")[0].casefold() == name.casefold()]
    chosen = chosen or (list(kinds) if len(kinds) == 1 or not name else [])
    if not chosen:
        known = listed(kind.removeprefix(GIVEN) for kind in kinds)
        raise InputError(raw.path, f"has no scores by {quoted(name)}; it has {known}")
    new = {kind: _renamed(kind, name, better) for kind in chosen}
    ratings = [replace(row, kind=new[row.kind]) for row in rated if row.kind in new]
    rows = [
        replace(row, state="open", given=tuple(_as(score, new[score.kind]) for score in row.given if score.kind in new))
        for row in scored
    ]
    return ratings, rows


def _renamed(kind: str, name: str, better: str) -> str:
    old, _, direction = kind.removeprefix(GIVEN).partition(",")
    falls = (better or ("lower" if direction else "higher")) == "lower"
    spec = given_spec(name or old, [-1.0])
    return f"{spec},better=lower" if falls else spec


def _as(score: Rating, kind: str) -> Rating:
    return replace(score, kind=kind)
