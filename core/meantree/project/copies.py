"""Everything that one copy of a project holds, by what it is of instead of by number."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from meantree.project.annotation import AUTOMATIC
from meantree.project.annotation_json import digest, finalized_over
from meantree.project.annotation_rules import RULE, put_rules, stored_rules
from meantree.project.histories import Content, Edit, History, Stated
from meantree.project.kinds import FRAMES, REFERENCES
from meantree.project.schema import list_from_json, list_to_json

Name = tuple[str, str]
"""Document and name of a segment."""
RecordKey = tuple[Name, str, str, str, str]
"""Segment, kind, system, reference and annotator of an annotation, a corrected tree, or corrected links."""
TextKey = tuple[Name, str, str]
"""Segment, side, and name of the system or reference."""
Row = tuple[Any, ...]
Places = Mapping[str, int]
"""Names in order, each with the first place that it has in any copy; from 0."""
Versions = tuple[tuple[Content, str], ...]
"""Contents with their times, the one to show first."""
_EditRow = tuple[Edit, int, Stated]
"""An edit, the number of its record, and its state."""
LISTS = ("systems", "references")
SEGMENTS = "segments"
PLACES = "places"
"""The setting that keeps the places that differ from the order."""
MOST = 2**62
IDENTITY = "identity"
ORIGIN = "origin"
"""The settings that tell which project a file is, and which one it is a part of."""
OWNER = "annotator"
"""The setting that says whose part a file is."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a project holds.

    Attributes:
        settings: its name, languages and identity.
        lists: names of systems and of references, and of annotators, in order, each with its place.
        segments: place and source text.
        texts: text, tokens that annotations count in, analysis and frames that the input brought.
        ratings, errors: how many times each row is there.
        histories: of each annotation, tree, and set of links.
        assignments: when each was last given or withdrawn, and whether it is given.
        times: seconds of work by segment, system, annotator and beginning.
        rules: when each was set, and its value.
        analyses: automatic ones, by what made them and the text.
    """

    settings: Mapping[str, str]
    lists: Mapping[str, Places]
    segments: Mapping[Name, tuple[int, str | None]]
    texts: Mapping[TextKey, Row]
    ratings: Counter[Row]
    errors: Counter[Row]
    histories: Mapping[RecordKey, History]
    assignments: Mapping[tuple[Name, str], tuple[str, int]]
    times: Mapping[tuple[Name, str, str, str], float]
    rules: Mapping[str, tuple[str, Any]]
    analyses: Mapping[tuple[str, str], bytes]

    @property
    def annotated(self) -> frozenset[TextKey]:
        """The texts of which there is an annotation, a corrected tree or corrected links."""
        ends = ((key[0], *end) for key in self.histories for end in (("hypothesis", key[2]), ("reference", key[3])))
        return frozenset((name, side, title) for name, side, title in ends if title)

    def only(self, segments: Set[Name]) -> Copy:
        """The same without other segments, and what belongs to them."""
        return replace(
            self,
            segments={name: row for name, row in self.segments.items() if name in segments},
            texts={key: row for key, row in self.texts.items() if key[0] in segments},
            ratings=Counter({row: count for row, count in self.ratings.items() if row[0] in segments}),
            errors=Counter({row: count for row, count in self.errors.items() if row[0] in segments}),
            histories={key: one for key, one in self.histories.items() if key[0] in segments},
            assignments={key: one for key, one in self.assignments.items() if key[0] in segments},
            times={key: seconds for key, seconds in self.times.items() if key[0] in segments},
        )

    def renamed(self, names: Mapping[Name, Name]) -> Copy:
        """The same with other documents and names of segments; different ones stay different."""
        return replace(
            self,
            segments={names[name]: row for name, row in self.segments.items()},
            texts={(names[name], side, title): row for (name, side, title), row in self.texts.items()},
            ratings=Counter({(names[name], *rest): count for (name, *rest), count in self.ratings.items()}),
            errors=Counter({(names[name], *rest): count for (name, *rest), count in self.errors.items()}),
            histories={(names[key[0]], *key[1:]): one for key, one in self.histories.items()},
            assignments={(names[name], who): one for (name, who), one in self.assignments.items()},
            times={(names[key[0]], *key[1:]): seconds for key, seconds in self.times.items()},
        )

    def retitled(self, systems: Mapping[str, str], references: Mapping[str, str]) -> Copy:
        """The same with other names of systems and references; those that are not named stay, different ones too."""
        titles = {"hypothesis": systems, "reference": references}

        def whose(system: str) -> str:
            return systems.get(system, system)

        def beside(reference: str) -> str:
            return references.get(reference, reference)

        lists = {"systems": whose, "references": beside}
        return replace(
            self,
            lists={
                name: {lists[name](one) if name in lists else one: place for one, place in places.items()}
                for name, places in self.lists.items()
            },
            texts={(name, side, titles[side].get(one, one)): row for (name, side, one), row in self.texts.items()},
            ratings=Counter({(row[0], whose(row[1]), *row[2:]): count for row, count in self.ratings.items()}),
            errors=Counter({(row[0], whose(row[1]), *row[2:]): count for row, count in self.errors.items()}),
            histories={
                (name, kind, whose(system), beside(reference), who): one
                for (name, kind, system, reference, who), one in self.histories.items()
            },
            times={(name, whose(system), who, at): time for (name, system, who, at), time in self.times.items()},
        )


def read_copy(connection: sqlite3.Connection) -> Copy:
    """Read a project."""
    run = connection.execute
    settings = dict(run("SELECT name, value FROM settings"))
    names = {number: (document, name) for number, document, name in run("SELECT id, document, name FROM segments")}
    people = dict(run("SELECT id, name FROM annotators ORDER BY id"))
    lists = {name: _names(settings.get(name)) for name in LISTS} | {"annotators": tuple(people.values())}
    places = stored_places(settings.get(PLACES, ""))
    texts = run("SELECT segment, side, name, text, tokens, analysis, labelled FROM texts")
    ratings = run("SELECT segment, system, kind, value, rater FROM ratings")
    errors = run("SELECT segment, system, side, start, stop, category, severity, rater FROM errors")
    assignments = run("SELECT segment, annotator, changed, given FROM assignments")
    times = run("SELECT segment, system, annotator, began, seconds FROM times")
    return Copy(
        {name: value for name, value in settings.items() if name not in (*LISTS, PLACES) and not name.startswith(RULE)},
        {name: {title: places(name, title, at) for at, title in enumerate(listed)} for name, listed in lists.items()},
        {
            names[number]: (places(SEGMENTS, str(number), number), source)
            for number, source in run("SELECT id, source FROM segments")
        },
        {(names[number], side, name): tuple(rest) for number, side, name, *rest in texts},
        Counter((names[number], *rest) for number, *rest in ratings),
        Counter((names[number], *rest) for number, *rest in errors),
        _histories(connection, names, people),
        {(names[number], people[who]): (changed, given) for number, who, changed, given in assignments},
        {(names[number], system, people[who], began): seconds for number, system, who, began, seconds in times},
        {name: (time, value) for name, (value, time) in stored_rules(connection).items()},
        {(maker, text): content for maker, text, content in run("SELECT fingerprint, text, content FROM analyses")},
    )


def versions_in(copy: Copy) -> dict[RecordKey, Versions]:
    """Return the versions that stand of each record of a copy: one for most."""
    found = {key: _ordered_versions(key, history) for key, history in copy.histories.items()}
    settled: dict[RecordKey, dict[str, str]] = {}
    for key, ((shown, time), *_) in found.items():
        over, where = copy.histories[key].settled.get(shown), reference_record(key)
        if over is not None and over in copy.histories[where].versions:
            named = digest(over)
            over = next((one for one, _ in found[where] if one is not None and digest(one) == named), over)
            times = settled.setdefault(where, {})
            times[over] = max(time, times.get(over, ""))
    return found | {
        key: _with_frames_of_settled(found[key], copy.histories[key], times) for key, times in settled.items()
    }


def write_copy(connection: sqlite3.Connection, copy: Copy) -> None:
    """Put everything into empty tables; equal copies become equal tables. The caller began the transaction."""
    many = connection.executemany
    numbers = _numbers(copy)
    settings = (
        dict(copy.settings) | {name: list_to_json(copy.lists[name]) for name in LISTS} | _place_settings(copy, numbers)
    )
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


def reference_record(key: RecordKey) -> RecordKey:
    """Where the frames of the reference are that an annotator's translations share."""
    name, _, _, reference, who = key
    return name, REFERENCES.name, "", reference, who


def _names(text: str | None) -> tuple[str, ...]:
    try:
        return list_from_json(text or "[]")
    except ValueError:
        return ()


def _histories(
    connection: sqlite3.Connection, names: Mapping[int, Name], people: Mapping[int, str]
) -> dict[RecordKey, History]:
    run = connection.execute
    edits: dict[int, dict[Edit, Stated]] = {}
    rows = run("SELECT annotation, time, what, before, after, stated, state, step FROM history ORDER BY id")
    for number, time, what, before, after, stated, state, step in rows:
        edits.setdefault(number, {})[Edit(time, what, before, after)] = stated or time, state, step
    versions: dict[int, dict[Content, str]] = {}
    for number, content, changed in run(
        "SELECT id, content, changed FROM annotations UNION ALL SELECT annotation, content, changed FROM alternatives"
    ):
        before = versions.setdefault(number, {}).get(content, "")
        versions[number][content] = max(before, changed)
    histories: dict[RecordKey, History] = {}
    shown: dict[RecordKey, Content] = {}
    records = run("SELECT id, segment, kind, system, reference, annotator, content FROM annotations ORDER BY id")
    for number, segment, kind, system, reference, who, content in records:
        key = names[segment], kind, system, reference, people[who]
        histories[key], shown[key] = History(versions[number], edits.get(number, {})), content
    return dict(_with_settled(histories, shown))


def _with_settled(
    histories: dict[RecordKey, History], shown: Mapping[RecordKey, Content]
) -> Iterator[tuple[RecordKey, History]]:
    """Histories of translations that say over which frames of the reference each version was settled."""
    for key, history in histories.items():
        settled = {}
        for content in history.versions if key[1] == FRAMES.name else ():
            over, where = finalized_over(content or ""), reference_record(key)
            if over is not None and where in histories:
                named = (one for one in histories[where].versions if one is not None and digest(one) == over)
                settled[content] = next(named, shown[where])
        yield key, replace(history, settled={one: over for one, over in settled.items() if over is not None})


def stored_places(setting: str) -> Callable[[str, str, int], int]:
    """A function of the sort of thing, its name and where it stands, to its place; what cannot be read says nothing."""
    try:
        read = json.loads(setting)
    except (ValueError, RecursionError):
        read = {}

    def place(sort: str, name: str, at: int) -> int:
        of_sort: Any = read.get(sort) if isinstance(read, dict) else None
        found = of_sort.get(name) if isinstance(of_sort, dict) else None
        return found if isinstance(found, int) and 0 <= found <= MOST else at

    return place


def _ordered_versions(key: RecordKey, history: History) -> Versions:
    """The latest of people's work, and of automatic frames the first made, is shown.

    The automatic frames that somebody began with are not replaced because others began with other ones.
    """
    return history.standing[::-1] if key[-1] == AUTOMATIC else history.standing


def _with_frames_of_settled(standing: Versions, history: History, settled: Mapping[str, str]) -> Versions:
    """With the frames that translations were settled over, by the times of that, before the others."""
    ordered = sorted(settled, key=lambda content: (settled[content], content), reverse=True)
    first = tuple((content, history.versions[content]) for content in ordered)
    return (*first, *(one for one in standing if one[0] not in settled))


def _numbers(copy: Copy) -> dict[Name, int]:
    """Segments keep their numbers, so that parts stand in the order of the whole; if two have one, all are numbered."""
    numbers = {name: number for name, (number, _) in copy.segments.items()}
    if len(set(numbers.values())) == len(numbers):
        return numbers
    return {name: place for place, name in enumerate(sorted(numbers, key=lambda name: (numbers[name], name)))}


def _place_settings(copy: Copy, numbers: Mapping[Name, int]) -> dict[str, str]:
    orders = {sort: [(name, at, places[name]) for at, name in enumerate(places)] for sort, places in copy.lists.items()}
    segments = [(str(numbers[name]), numbers[name], place) for name, (place, _) in copy.segments.items()]
    return written_places({**orders, SEGMENTS: sorted(segments, key=lambda one: one[1])})


def written_places(orders: Mapping[str, Iterable[tuple[str, int, int]]]) -> dict[str, str]:
    """The setting for each sort's names, where they stand, and their places; none if these are all the same."""
    moved = {sort: {name: place for name, at, place in rows if place != at} for sort, rows in orders.items()}
    kept = {sort: places for sort, places in moved.items() if places}
    return {PLACES: json.dumps(kept, ensure_ascii=False)} if kept else {}


def _counted(rows: Iterable[Row], numbers: Mapping[Name, int]) -> list[Row]:
    return sorted((numbers[name], *rest) for name, *rest in rows)


def _put_histories(
    connection: sqlite3.Connection, copy: Copy, numbers: Mapping[Name, int], people: Mapping[str, int]
) -> None:
    """Annotations with the version to show, the others beside it, and all edits in their order."""

    def place(key: RecordKey) -> tuple[int, str, str, str, int]:
        name, kind, system, reference, who = key
        return numbers[name], kind, system, reference, people[who]

    edits: list[_EditRow] = []
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


def _in_order(edits: Iterable[_EditRow]) -> list[_EditRow]:
    """Edits step by step, the one that ended last behind the others; within a step by time."""
    steps: dict[str, list[_EditRow]] = {}
    for edit, number, state in edits:
        steps.setdefault(state[2] or f"{edit.time} {number}", []).append((edit, number, state))
    for rows in steps.values():
        rows.sort(key=_in_time)
    ordered = sorted(steps.items(), key=lambda step: (step[1][-1][0].time, step[1][0][0].time, step[0]))
    return [row for _, rows in ordered for row in rows]


def _in_time(row: _EditRow) -> tuple[str, int, str, str, str]:
    edit, number, _ = row
    return edit.time, number, edit.what, edit.before or "", edit.after or ""
