"""Scores of other tools: the specs of given metrics, where they come from, and files of them for a corpus."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Set
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from meantree.corpus.corpus import GIVEN, Corpus, Rating, Segment
from meantree.corpus.formats.file_contents import NOT_BEGUN, ErrorRow, RatingRow
from meantree.corpus.formats.raw_file import RawFile, load
from meantree.errors import InputError, Problem, UsageError
from meantree.escaping import counted, listed, quoted, shortened

_ERRORS = re.compile(r".*metricx.*|(?:.*[^a-z])?(?:h?ter|[wpc]er|cder|error)(?:[^a-z].*)?", re.IGNORECASE)
"""Metrics that count errors; where values are negative, higher is better, as mt-metrics-eval has them."""
LOWER: Final = ",better=lower"


def given_spec(name: str, values: Iterable[float]) -> str:
    """Return the spec of a given metric; its name has no signs of specs."""
    is_error = _ERRORS.fullmatch(name.removeprefix(GIVEN)) is not None and not any(value < 0 for value in values)
    return GIVEN + (re.sub(r"[\s,:=|]+", "-", name.removeprefix(GIVEN).strip()) or "score") + LOWER * is_error


def source_of(raw: RawFile) -> str:
    """Return the name of a file with a digest of its bytes."""
    return f"{raw.path.name}@{hashlib.sha256(raw.data).hexdigest()[:8]}"


def specs_of(path: Path, scores: Iterable[tuple[str, float]]) -> dict[str, str]:
    """Return the specs of a file's given metrics, for the scores of each name; raise InputError if two are the same."""
    values: dict[str, list[float]] = {}
    for name, value in scores:
        values.setdefault(name, []).append(value)
    names: dict[str, str] = {}
    for name, own in values.items():
        first = names.setdefault(spec := given_spec(name, own), name)
        if first != name:
            raise InputError(path, f"{quoted(first)} and {quoted(name)} both become {spec}; expected different names")
    return {name: spec for spec, name in names.items()}


def with_specs(raw: RawFile, rows: Iterable[RatingRow]) -> tuple[RatingRow, ...]:
    """Return the rows of a file; those of given metrics have their specs as kinds, and say where they come from."""
    rated = tuple(rows)
    specs = specs_of(raw.path, ((row.kind, row.value) for row in rated if row.kind.startswith(GIVEN)))
    source = source_of(raw) if specs else ""
    return tuple(replace(row, kind=specs[row.kind], rater=source) if row.kind in specs else row for row in rated)


def with_given(
    corpus: Corpus,
    path: Path,
    name: str = "",
    *,
    encoding: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> Corpus:
    """Return a corpus with the scores of a file, or of the files ``*.seg.score`` of a folder, in place of earlier ones.

    Only scores of the same translation and metric are replaced.

    Args:
        name: of the metric; by default as in the file, or as the file is called. Of a file with several it selects one.
            ``NAME,better=lower`` and ``NAME,better=higher`` state its direction, else its name and values tell it.

    Raises:
        InputError: if a file has no scores of the corpus, several and none has this name, different ones by the same
            metric of a translation, or more or fewer than there are segments where only their order tells which they
            are of.
        UsageError: for another direction.
    """
    from meantree.corpus.formats.catalogue import find_format
    from meantree.corpus.formats.placement import attach_errors, matching_system

    name, _, better = name.removeprefix(GIVEN).partition(",better=")
    if better not in ("", "higher", "lower"):
        raise UsageError(f"{quoted(name)}: found better={quoted(better)}, expected higher or lower")
    segments, problems = corpus.segments, list[Problem]()
    for file in sorted(path.glob("*.seg.score")) if path.is_dir() else [path]:
        raw = replace(load(file, encoding), columns=columns or {})
        contents = find_format(file, raw.data, encoding).read(raw)
        for system, length in contents.lengths.items():
            if length != len(segments) and matching_system(system, corpus.systems) is not None:
                found = f"found {counted(length, 'score')} of {quoted(system)}"
                raise InputError(file, f"{found}, the corpus has {counted(len(segments), 'segment')}")
        rated = (replace(row, kind=GIVEN + row.kind.removeprefix(GIVEN)) for row in contents.ratings)
        rows = [row for row in (*contents.errors, *map(_as_row, with_specs(raw, rated))) if row.given]
        problems += contents.problems
        specs = _chosen({score.kind for row in rows for score in row.given}, file, name, better)
        bare = tuple(replace(one, given=()) for one in segments)
        unknown = (row for row in rows if matching_system(row.system, corpus.systems) is None)
        names = _systems_by_texts(unknown, corpus)
        rows = [
            replace(
                row,
                system=names.get(row.system, row.system),
                state=NOT_BEGUN,
                given=tuple(replace(one, kind=specs[one.kind]) for one in row.given if one.kind in specs),
            )
            for row in rows
        ]
        scored = attach_errors(bare, corpus.systems, rows, problems)
        if scored == bare:
            expected = ", expected columns id, system and one named as the metric, or what comet-score --to_json writes"
            found = "has no scores" + (" of the translations" if rows else expected)
            raise InputError(file, f"{found}; {problems[-1].message}" if problems else found)
        before = segments
        segments = tuple(_with_scores(one, new.given, file) for one, new in zip(segments, scored, strict=True))
        replaced = sum(len({*old.given} - {*new.given}) for old, new in zip(before, segments, strict=True))
        if replaced:
            problems.append(Problem(file, None, f"{counted(replaced, 'earlier score')} replaced", is_note=True))
    return replace(corpus, segments=segments, problems=tuple(dict.fromkeys((*corpus.problems, *problems))))


def _systems_by_texts(rows: Iterable[ErrorRow], corpus: Corpus) -> dict[str, str]:
    """Return for names of rows the one system that has all their texts: files may be called otherwise."""
    texts = dict[str, set[str]]()
    for row in rows:
        texts.setdefault(row.system, set()).add((row.text or "").strip())
    own = {
        system: {one.hypotheses[system].text.strip() for one in corpus.segments if system in one.hypotheses}
        for system in corpus.systems
        if texts
    }
    fitting = {name: [system for system in own if {""} != some <= own[system]] for name, some in texts.items()}
    return {name: systems[0] for name, systems in fitting.items() if len(systems) == 1}


def _with_scores(segment: Segment, scores: Iterable[Rating], path: Path) -> Segment:
    """Return a segment with the scores of a file in place of the same ones; raise InputError if two of these differ."""
    new: dict[tuple[str, str], Rating] = {}
    for score in scores:
        first = new.setdefault((score.system, score.kind), score).value
        if first != score.value:
            metric = quoted(score.kind.removeprefix(GIVEN))
            place = shortened(f"of {quoted(score.system)} in segment {segment.key}")
            raise InputError(path, f"found {first:g} and {score.value:g} by {metric} {place}, expected one")
    earlier = {(score.system, score.kind): score for score in segment.given}
    return replace(segment, given=tuple((earlier | new).values()))


def told_apart(ratings: Counter[tuple[Any, ...]]) -> Counter[tuple[Any, ...]]:
    """Return the ratings of merged projects, rows that end with kind, value and source, with their numbers.

    Where files gave a translation different scores by one metric, those of one file keep its name, in whatever order
    projects are merged; others get the digest of their file.
    """
    scores: dict[tuple[Any, ...], dict[str, float]] = {}
    for *place, kind, value, source in ratings:
        if kind.startswith(GIVEN):
            scores.setdefault((*place, kind), {})[source] = value
    clashes: dict[str, set[str]] = {}
    for (*_, kind), own in scores.items():
        if len({*own.values()}) > 1:
            clashes.setdefault(kind, set()).update(own)
    result = Counter[tuple[Any, ...]]()
    for (*place, kind, value, source), number in ratings.items():
        name, comma, better = kind.partition(",")
        if source in clashes.get(kind, ()) and source != min(clashes[kind]):
            name = given_spec(f"{name}-{source.rpartition('@')[2]}", [-1.0])
        row = *place, name + comma + better, value, source
        result[row] = max(result[row], number)
    return result


def _as_row(row: RatingRow) -> ErrorRow:
    ids = () if row.id is None else (row.id,)
    score = Rating(row.system, row.kind, row.value, row.rater)
    return ErrorRow(
        row.system, "", "", "", row.document, ids, row.position, path=row.path, line=row.line, given=(score,)
    )


def _chosen(kinds: Set[str], path: Path, name: str, better: str) -> dict[str, str]:
    """Return new specs by those of a file: of the named metric, or of all without a name."""
    names = {kind: kind.removeprefix(GIVEN).partition(",")[0] for kind in sorted(kinds)}
    chosen = [kind for kind, own in names.items() if own.casefold() == name.casefold()]
    chosen = chosen or (list(names) if len(names) == 1 or not name else [])
    if kinds and not chosen:
        raise InputError(path, f"has no scores by {quoted(name)}; it has {listed(names.values())}")
    falls = {kind: (better or ("lower" if LOWER in kind else "")) == "lower" for kind in chosen}
    return {kind: given_spec(name or names[kind], [-1.0]) + LOWER * falls[kind] for kind in chosen}
