"""A joined project as a new file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping

from meantree.project.merging.copies import LISTS, SEGMENTS, Copy, Name, RecordKey, Row
from meantree.project.merging.places import written_places
from meantree.project.merging.standing import versions_in
from meantree.project.merging.versions import Edit, Stated
from meantree.project.rules import put_rules
from meantree.project.schema import written_list

_Row = tuple[Edit, int, Stated]
"""An edit, the number of its record, and its state."""


def write_copy(connection: sqlite3.Connection, copy: Copy) -> None:
    """Put everything into empty tables; equal copies become equal tables. The caller began the transaction."""
    many = connection.executemany
    numbers = _numbers(copy)
    settings = dict(copy.settings) | {name: written_list(copy.lists[name]) for name in LISTS} | _places(copy, numbers)
    many("INSERT INTO settings (name, value) VALUES (?, ?)", sorted(settings.items()))
    put_rules(connection, {name: (value, time) for name, (time, value) in sorted(copy.rules.items())})
    segments = sorted((numbers[name], name[1], name[0], source) for name, (_, source) in copy.segments.items())
    many("INSERT INTO segments (id, name, document, source) VALUES (?, ?, ?, ?)", segments)
    texts = sorted(copy.texts.items(), key=lambda text: (numbers[text[0][0]], *text[0][1:]))
    rows = [(numbers[name], side, title, *row) for (name, side, title), row in texts]
    many("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    many("INSERT INTO ratings VALUES (?, ?, ?, ?, ?)", _counted(copy.ratings.elements(), numbers))
    many("INSERT INTO errors VALUES (?, ?, ?, ?, ?, ?, ?, ?)", _counted(copy.errors.elements(), numbers))
    people = {name: place for place, name in enumerate(copy.lists["annotators"], start=1)}
    many("INSERT INTO annotators (name, id) VALUES (?, ?)", people.items())
    _put_histories(connection, copy, numbers, people)
    given = sorted((numbers[name], people[who], on, changed) for (name, who), (changed, on) in copy.assignments.items())
    many("INSERT INTO assignments (segment, annotator, given, changed) VALUES (?, ?, ?, ?)", given)
    times = sorted(
        (numbers[name], system, people[who], began, seconds)
        for (name, system, who, began), seconds in copy.times.items()
    )
    many("INSERT INTO times (segment, system, annotator, began, seconds) VALUES (?, ?, ?, ?, ?)", times)
    analyses = sorted((maker, text, content) for (maker, text), content in copy.analyses.items())
    many("INSERT INTO analyses (fingerprint, text, content) VALUES (?, ?, ?)", analyses)


def _numbers(copy: Copy) -> dict[Name, int]:
    """Segments keep their numbers, so that parts stand in the order of the whole; if two have one, all are numbered."""
    numbers = {name: number for name, (number, _) in copy.segments.items()}
    if len(set(numbers.values())) == len(numbers):
        return numbers
    return {name: place for place, name in enumerate(sorted(numbers, key=lambda name: (numbers[name], name)))}


def _places(copy: Copy, numbers: Mapping[Name, int]) -> dict[str, str]:
    orders = {sort: [(name, at, places[name]) for at, name in enumerate(places)] for sort, places in copy.lists.items()}
    segments = [(str(numbers[name]), numbers[name], place) for name, (place, _) in copy.segments.items()]
    return written_places({**orders, SEGMENTS: sorted(segments, key=lambda one: one[1])})


def _counted(rows: Iterable[Row], numbers: Mapping[Name, int]) -> list[Row]:
    return sorted((numbers[name], *rest) for name, *rest in rows)


def _put_histories(
    connection: sqlite3.Connection, copy: Copy, numbers: Mapping[Name, int], people: Mapping[str, int]
) -> None:
    """Annotations with the version to show, the others beside it, and all edits in their order."""

    def place(key: RecordKey) -> tuple[int, str, str, str, int]:
        name, kind, system, reference, who = key
        return numbers[name], kind, system, reference, people[who]

    edits: list[_Row] = []
    versions = versions_in(copy)
    for number, key in enumerate(sorted(versions, key=place), start=1):
        (content, changed), *others = versions[key]
        row = (number, *place(key), content, changed)
        connection.execute(
            "INSERT INTO annotations (id, segment, kind, system, reference, annotator, content, changed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        connection.executemany(
            "INSERT INTO alternatives (annotation, content, changed) VALUES (?, ?, ?)",
            [(number, *other) for other in others],
        )
        edits += [(edit, number, state) for edit, state in copy.histories[key].edits.items()]
    connection.executemany(
        "INSERT INTO history (time, annotation, what, before, after, stated, state, step)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(edit.time, number, edit.what, edit.before, edit.after, *state) for edit, number, state in _in_order(edits)],
    )


def _in_order(edits: Iterable[_Row]) -> list[_Row]:
    """Edits step by step, the one that ended last behind the others; within a step by time."""
    steps: dict[str, list[_Row]] = {}
    for edit, number, state in edits:
        steps.setdefault(state[2] or f"{edit.time} {number}", []).append((edit, number, state))
    for rows in steps.values():
        rows.sort(key=_in_time)
    ordered = sorted(steps.items(), key=lambda step: (step[1][-1][0].time, step[1][0][0].time, step[0]))
    return [row for _, rows in ordered for row in rows]


def _in_time(row: _Row) -> tuple[str, int, str, str, str]:
    edit, number, _ = row
    return edit.time, number, edit.what, edit.before or "", edit.after or ""
