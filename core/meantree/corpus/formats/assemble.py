"""Joins layers to segments: by document and id where the files give ids, by position where they do not."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from meantree.corpus.corpus import Corpus, Segment, Text, TextsByName, segment_key
from meantree.corpus.formats.file_contents import FileContents, FileRole, Row, Version, require_size
from meantree.corpus.formats.file_names import distinguishing_folders
from meantree.corpus.formats.marked_errors import attach_errors
from meantree.corpus.formats.ratings import attach_ratings
from meantree.corpus.formats.raw_file import MAX_SEGMENT_CHARACTERS
from meantree.errors import InputError, Problem
from meantree.escaping import counted, quoted, shortened

Key = tuple[str, str]
"""Document and id."""
Rows = Sequence[Row | None]
"""What one layer has for each segment."""


def join(layers: Sequence[Version], problems: list[Problem]) -> tuple[list[Key], list[Rows]]:
    """The keys of all segments, and for each layer its row of each segment, None where it lacks the segment.

    Layers that give every segment an id are joined by document and id, in the order of the longest of them; the others
    by position. ``problems`` is added to.

    Raises:
        InputError: if line counts differ or ids have nothing in common.
    """
    named = [layer for layer in layers if all(row.id is not None for row in layer.rows)]
    if not named:
        keys = [("", str(number)) for number in range(1, len(layers[0].rows) + 1)]
        return keys, [_by_position(layer, layers[0], len(keys)) for layer in layers]
    base = max(named, key=lambda layer: len(layer.rows))
    positions: dict[Key, int] = {}
    for layer in (base, *named):
        for row in layer.rows:
            positions.setdefault(_key(row), len(positions))
    places: list[Rows] = []
    for layer in layers:
        if layer in named:
            places.append(_by_key(layer, base, positions, problems))
        else:
            _require_order(layer, base, len(positions))
            places.append(_by_position(layer, base, len(positions)))
    return list(positions), places


def _by_position(layer: Version, first: Version, count: int) -> Rows:
    if len(layer.rows) != count:
        found = f"has {counted(len(layer.rows), 'segment')}, but {first.path} has {count:,}"
        raise InputError(layer.path, f"{found}; expected the same number in both")
    return layer.rows


def _require_order(layer: Version, base: Version, count: int) -> None:
    if len({_key(row) for row in base.rows}) != count:
        raise InputError(
            layer.path,
            f"has no segment ids and cannot be joined by position: {base.path} lacks segments that other files have",
        )


def _by_key(layer: Version, base: Version, positions: dict[Key, int], problems: list[Problem]) -> Rows:
    placed: list[Row | None] = [None] * len(positions)
    for row in layer.rows:
        index = positions[_key(row)]
        if placed[index] is not None:
            found = (
                f"segment id {quoted(str(row.id))} occurs again{_within(row)}, expected it once; the second is skipped"
            )
            problems.append(Problem(layer.path, row.line, found, row.id))
        else:
            placed[index] = row
    shared = {_key(row) for row in base.rows}
    if not any(_key(row) in shared for row in layer.rows):
        raise InputError(
            layer.path,
            f"shares no segment id with {base.path}: found {_shown(layer.rows[0])} here, {_shown(base.rows[0])} there",
            line=layer.rows[0].line,
        )
    if lacking := placed.count(None):
        first = next(key for key, index in positions.items() if placed[index] is None)
        missing = f"{layer.role} {quoted(layer.name)} lacks {lacking:,} of {len(positions):,} segments"
        problems.append(Problem(layer.path, None, f"{missing}, the first {quoted(first[1])}", first[1]))
    return placed


def _key(row: Row) -> Key:
    return row.document or "", row.id or ""


def _shown(row: Row) -> str:
    return f"{quoted(str(row.id))}{_within(row)}"


def _within(row: Row) -> str:
    return f" in document {quoted(row.document)}" if row.document else ""


def assemble(name: str, readings: Sequence[FileContents]) -> Corpus:
    """One corpus from everything read.

    Layers that give every segment an id are joined by document and id, in the order of the longest of them; the others
    by position. Without any ids the segments are numbered from "1". Systems, and references, of one name are told
    apart by the folders of their files, which is listed as a problem.

    Raises:
        InputError: if there is no text, a layer has no usable segment, line counts differ, or no id is shared.
    """
    problems = [problem for reading in readings for problem in reading.problems]
    layers = [_bounded(layer, problems) for reading in readings for layer in reading.versions]
    if not layers:
        path = next((row.path for reading in readings for row in reading.ratings), None)
        path = path or next((row.path for reading in readings for row in reading.errors), None)
        expected = "expected at least one hypothesis, reference or source"
        beside = f"; ratings and marked errors are of translations in other files: {expected}, or their folder"
        raise InputError(path, f"no text to work on{f', {expected}' if path is None else beside}")
    for layer in layers:
        _require_usable(layer, problems)
    layers = _unique_names(layers, problems)
    keys, places = join(layers, problems)
    require_size(layers[0].path, len(keys), len(layers))
    systems, references = _names(layers, FileRole.HYPOTHESIS), _names(layers, FileRole.REFERENCE)
    ratings = attach_ratings([reading.ratings for reading in readings], keys, systems, problems)
    sources = [place for layer, place in zip(layers, places, strict=True) if layer.role is FileRole.SOURCE]
    _compare_sources([layer for layer in layers if layer.role is FileRole.SOURCE], sources, keys, problems)
    texts = {role: _by_name(layers, places, role) for role in (FileRole.REFERENCE, FileRole.HYPOTHESIS)}
    keys = _unambiguous(keys, problems)
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}
    segments = tuple(
        Segment(
            id=key[1],
            document=key[0],
            source=next((text for place in sources if (text := _text(place, index)) is not None), None),
            references=_versions(texts[FileRole.REFERENCE], index, shared),
            hypotheses=_versions(texts[FileRole.HYPOTHESIS], index, shared),
            ratings=tuple(ratings.get(index, ())),
        )
        for index, key in enumerate(keys)
    )
    errors = [row for reading in readings for row in reading.errors]
    if errors:
        segments = attach_errors(segments, systems, errors, problems)
    return Corpus(
        name=name,
        segments=segments,
        systems=systems,
        references=references,
        source_language=_language(readings, layers, (FileRole.SOURCE,)),
        target_language=_language(readings, layers, (FileRole.REFERENCE, FileRole.HYPOTHESIS)),
        problems=tuple(dict.fromkeys(problems)),
        domains={document: domain for reading in readings for document, domain in reading.domains.items()},
    )


def _unambiguous(keys: Sequence[Key], problems: list[Problem]) -> list[Key]:
    """Documents and ids that stay apart where they are written as one, ``document/id``: a slash may be part of both."""
    taken: set[str] = set()
    found = list(keys)
    for place, (document, name) in enumerate(keys):
        candidates = itertools.chain([name], (f"{name} ({number})" for number in itertools.count(2)))
        written = ((one, segment_key(document, one)) for one in candidates)
        unique, key = next((one, key) for one, key in written if key not in taken)
        taken.add(key)
        if unique != name:
            found[place] = document, unique
            called, new = shortened(segment_key(document, name)), shortened(unique)
            problems.append(Problem(None, None, f"another segment is called {called}, too; this one has the id {new}"))
    return found


def _bounded(layer: Version, problems: list[Problem]) -> Version:
    """The layer without segments that no analyser could bear."""
    long = {place: row for place, row in enumerate(layer.rows) if len(row.text or "") > MAX_SEGMENT_CHARACTERS}
    for row in long.values():
        found = f"a segment of {len(row.text or ''):,} characters, expected at most {MAX_SEGMENT_CHARACTERS:,}; skipped"
        problems.append(Problem(layer.path, row.line, found, row.id))
    if not long:
        return layer
    rows = list(layer.rows)
    for place, row in long.items():
        rows[place] = Row(None, row.line, row.id, row.document)
    return replace(layer, rows=tuple(rows))


def _require_usable(layer: Version, problems: Iterable[Problem]) -> None:
    if any(row.text is not None for row in layer.rows):
        return
    first = next((problem for problem in problems if problem.path == layer.path), None)
    why = f"; the first fault: {first.message}" if first else ""
    raise InputError(layer.path, f"no segment of the {layer.role} can be used{why}", line=first.line if first else None)


def _unique_names(layers: Sequence[Version], problems: list[Problem]) -> list[Version]:
    """Layers of one role and name, called after their folders, too; a number tells those of one folder apart."""
    alike: dict[tuple[FileRole, str], list[Version]] = {}
    for layer in layers:
        alike.setdefault((layer.role, layer.name), []).append(layer)
    taken = {key for key, found in alike.items() if len(found) == 1}
    names: dict[int, str] = {}
    for (role, name), found in alike.items():
        folders = distinguishing_folders([layer.path for layer in found]) if len(found) > 1 else []
        for layer, folder in zip(found, folders, strict=False):
            wanted = f"{folder}/{name}" if len(set(folders)) > 1 else name
            candidates = itertools.chain([wanted], (f"{wanted}-{number}" for number in itertools.count(2)))
            new = names[id(layer)] = next(candidate for candidate in candidates if (role, candidate) not in taken)
            taken.add((role, new))
            if role is not FileRole.SOURCE and new != name:
                told = f"another {role} is called {shortened(name)}, too; this one is called {shortened(new)}"
                problems.append(Problem(layer.path, None, told))
    return [replace(layer, name=names[id(layer)]) if id(layer) in names else layer for layer in layers]


def _names(layers: Iterable[Version], role: FileRole) -> tuple[str, ...]:
    return tuple(layer.name for layer in layers if layer.role is role)


def _by_name(layers: Sequence[Version], places: Sequence[Rows], role: FileRole) -> dict[str, Rows]:
    return {layer.name: place for layer, place in zip(layers, places, strict=True) if layer.role is role}


def _versions(by_name: Mapping[str, Rows], index: int, shared: dict[tuple[str, ...], tuple[str, ...]]) -> TextsByName:
    """What there is of a segment; segments in which the same names occur share these."""
    rows = [
        (name, row) for name, place in by_name.items() if (row := place[index]) is not None and row.text is not None
    ]
    names = tuple(name for name, _ in rows)
    return TextsByName(shared.setdefault(names, names), tuple(_version(row) for _, row in rows))


def _version(row: Row) -> Text | str:
    if row.analysis is None and row.tokens is None and row.labelled is None:
        return row.text or ""
    return Text(row.text or "", row.analysis, row.tokens, labelled=row.labelled)


def _text(place: Rows, index: int) -> str | None:
    row = place[index]
    return None if row is None else row.text


def _compare_sources(
    layers: Sequence[Version], places: Sequence[Rows], keys: Sequence[Key], problems: list[Problem]
) -> None:
    """A second source is used only where the first is silent; the user learns where they differ."""
    for layer, place in zip(layers[1:], places[1:], strict=True):
        pairs = ((index, _text(places[0], index), _text(place, index)) for index in range(len(keys)))
        other = [index for index, first, second in pairs if None not in (first, second) and first != second]
        if other:
            found = (
                f"the source differs from {layers[0].path} in {counted(len(other), 'segment')}, which is used instead"
            )
            row = place[other[0]]
            problems.append(Problem(layer.path, row.line if row is not None else None, found, keys[other[0]][1]))


def _language(readings: Iterable[FileContents], layers: Iterable[Version], roles: Sequence[FileRole]) -> str:
    named = [reading.source_language if FileRole.SOURCE in roles else reading.target_language for reading in readings]
    named += [layer.language for layer in layers if layer.role in roles]
    return next(filter(None, named), "")
