"""The contents of one copy of a project as values without row numbers: read from its tables, and written to them.

A project made from several copies keeps, of each segment and name, the first place that it has in any copy, beside the
order that follows from these places: from the order alone the next merge would compute other places, and its result
would depend on which copies were merged first.

An edit leads from one content to another. A version is superseded if the same content was edited later, or if the edit
that led to it was undone; two versions that are left were made independently, which is a conflict. The history of an
annotation only grows: joining is commutative, associative and idempotent (Shapiro et al. 2011, section 2.2).

Finalizing a translation is a promise about the frames of its reference, too. So the frames that a finalized translation
was finalized over stay current, and are shown, even if another copy has changed them since: that is a conflict until
the translation is unlocked.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, TypeVar

from meantree.annotation.annotation_json import digest, finalized_over
from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.annotation.record_kinds import ANSWERS, ERRORS, FRAMES, REFERENCES
from meantree.annotation.rules import Rules, rules_from_values
from meantree.corpus.corpus import CHECK, names_metric
from meantree.grouping import grouped
from meantree.project.schema import COLUMNS, insertion, list_from_json, list_to_json, selection, time_after
from meantree.untrusted_json import read_json

K = TypeVar("K")
V = TypeVar("V")
Content = str | None
"""The stored content of an annotation; None if there is none, or it was undone."""
Stated = tuple[str, str, str]
"""When an edit got its state, the state, and the step of undo that it belongs to."""


def united(first: Mapping[K, V], second: Mapping[K, V], choose: Callable[[V, V], V]) -> dict[K, V]:
    """Return the entries of both; ``choose`` makes one value of the two of a common key."""
    common = first.keys() & second.keys()
    return {**first, **second, **{key: choose(first[key], second[key]) for key in common}}


@dataclass(frozen=True, slots=True)
class Edit:
    """One row of the history, the same in all copies."""

    time: str
    what: str
    before: Content
    after: Content


@dataclass(frozen=True, slots=True)
class History:
    """The versions of one annotation and the edits that led to them.

    Attributes:
        versions: the contents in all copies, each with the latest time at which it became current.
        edits: the edits with their states; the later state holds. An edit that one copy can no longer redo, and that no
            other copy has redone, stays in that state.
    """

    versions: Mapping[Content, str] = field(default_factory=dict)
    edits: Mapping[Edit, Stated] = field(default_factory=dict)

    @property
    def current(self) -> Versions:
        """The versions that are not superseded, with their times, the latest first."""
        return tuple(one for one in self.latest_first if not self._is_superseded(*one)) or self.latest_first[:1]

    @property
    def latest_first(self) -> Versions:
        """All versions with their times, the latest first."""
        return tuple(sorted(self.versions.items(), key=lambda one: (one[1], one[0] or ""), reverse=True))

    def joined(self, other: History) -> History:
        """Return the history with the versions and edits of both."""

        def later(one: Stated, two: Stated) -> Stated:
            return max(one, two, key=lambda stated: (stated[0], stated[1] == "dropped", stated))

        return History(united(self.versions, other.versions, max), united(self.edits, other.edits, later))

    def _is_superseded(self, content: Content, time: str) -> bool:
        for edit, (stated, state, _) in self.edits.items():
            is_undone = state in ("undone", "dropped")
            before, after = (edit.after, edit.before) if is_undone else (edit.before, edit.after)
            if before == content != after and stated > time:
                return True
        return False


Name = tuple[str, str]
"""Document and name of a segment."""
RecordKey = tuple[Name, str, str, str, str]
"""Segment, kind, system, reference and annotator of an annotation, a corrected tree, or corrected links."""
TextKey = tuple[Name, str, str]
"""Segment, side, and name of the system or reference."""
Subject = tuple[Name, str, str]
"""Segment, system and reference; empty names for none."""
Row = tuple[Any, ...]
Effort = tuple[float, int | None]
"""Seconds of work and keys pressed; None where keys were not counted."""
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
MERGED = "merged"
"""The setting of a project that others were merged into, with the files of its versions; it is no part of a copy."""
CODED = "coded"
"""The setting of a part with letters for systems."""


@dataclass(frozen=True, slots=True)
class Copy:
    """The contents of a project.

    Attributes:
        settings: name, languages and identity.
        lists: the names of systems, references and annotators in order, each with its place.
        segments: place and source text.
        texts: text, tokens that annotations refer to, and the analysis and frames that came with the input.
        ratings, errors, unplaced: the number of times that each row occurs.
        histories: of each annotation, corrected tree and set of corrected links.
        assignments: when each was last assigned or withdrawn, and whether it is assigned.
        times: seconds of work, and keys if they were counted, by segment, system, annotator and start.
        rules: as :func:`stored_rules` returns them.
        analyses: automatic ones, by the analyser's fingerprint and the text.
        files: from which merged files the versions of records with several are, by time and annotator.
    """

    settings: Mapping[str, str]
    lists: Mapping[str, Places]
    segments: Mapping[Name, tuple[int, str | None]]
    texts: Mapping[TextKey, Row]
    ratings: Counter[Row]
    errors: Counter[Row]
    unplaced: Counter[Row]
    histories: Mapping[RecordKey, History]
    assignments: Mapping[tuple[Name, str], tuple[str, int]]
    times: Mapping[tuple[Name, str, str, str], Effort]
    rules: Mapping[str, tuple[str, Any]]
    analyses: Mapping[tuple[str, str], bytes]
    files: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def origin(self) -> str:
        """The identity of the project that it belongs to."""
        return self.settings.get(ORIGIN) or self.settings.get(IDENTITY, "")

    @property
    def parsed_rules(self) -> Rules:
        """The rules that the annotators agreed on."""
        return _parsed(self.rules)

    @property
    def proposing_tools(self) -> frozenset[str]:
        """Sources of suggestions and names of metrics that are no people: nobody works, or is assigned, as these."""
        names = *filter(names_metric, self.lists["annotators"]), *self.parsed_rules.suggestions
        return frozenset(names) - self.assigned.union(name for _, _, name, _ in self.times)

    @property
    def assigned(self) -> frozenset[str]:
        """The annotators with assigned segments."""
        return frozenset(name for (_, name), (_, given) in self.assignments.items() if given)

    @property
    def annotated(self) -> frozenset[TextKey]:
        """The texts with an annotation, a corrected tree or corrected links."""
        tokenized = (key for key in self.histories if key[1] not in (ERRORS.name, ANSWERS.name))  # spans of characters
        texts = ((key[0], *text) for key in tokenized for text in (("hypothesis", key[2]), ("reference", key[3])))
        return frozenset((name, side, title) for name, side, title in texts if title)

    def moved(self, move: Callable[[Name, str, str], Subject | None]) -> Copy:
        """Return the copy with other names of segments, systems and references; the lists of names stay.

        Args:
            move: from a segment, a system and a reference, empty for none, to their new names; None leaves out what
                belongs to them. Different ones stay different.
        """

        def text(name: Name, side: str, title: str) -> Subject | None:
            return move(name, title, "") if side == "hypothesis" else move(name, "", title)

        def rows(table: Counter[Row]) -> Counter[Row]:
            return Counter({(*to[:2], *row[2:]): n for row, n in table.items() if (to := move(row[0], row[1], ""))})

        return replace(
            self,
            segments={to[0]: row for name, row in self.segments.items() if (to := move(name, "", ""))},
            texts={(to[0], key[1], to[1] or to[2]): row for key, row in self.texts.items() if (to := text(*key))},
            ratings=rows(self.ratings),
            errors=rows(self.errors),
            histories={
                (to[0], kind, *to[1:], annotator): history
                for (name, kind, system, reference, annotator), history in self.histories.items()
                if (to := move(name, system, reference))
            },
            assignments={
                (to[0], who): row for (name, who), row in self.assignments.items() if (to := move(name, "", ""))
            },
            times={
                (to[0], to[1], annotator, began): effort
                for (name, system, annotator, began), effort in self.times.items()
                if (to := move(name, system, ""))
            },
        )

    def only(self, segments: Set[Name]) -> Copy:
        """Return the copy with only these segments and what belongs to them."""
        return self.moved(lambda name, *titles: (name, *titles) if name in segments else None)


def read_copy(connection: sqlite3.Connection) -> Copy:
    """Read the contents of a project."""
    run = connection.execute
    settings = dict(run("SELECT name, value FROM settings"))
    names = {number: (document, name) for number, document, name in run("SELECT id, document, name FROM segments")}
    annotators = dict(run("SELECT id, name FROM annotators ORDER BY id"))
    # With the checks first, the places of annotators in a part would tell that there are some.
    people = tuple(sorted(annotators.values(), key=CHECK.__eq__))
    lists = {name: _names(settings.get(name)) for name in LISTS} | {"annotators": people}
    places = stored_places(settings.get(PLACES, ""))
    elsewhere = (*LISTS, PLACES, MERGED)

    def rows(table: str) -> Iterator[Row]:
        return _translated(table, run(selection(table)), names, annotators)

    return Copy(
        {name: value for name, value in settings.items() if name not in elsewhere and not name.startswith(RULE)},
        {name: {title: places(name, title, at) for at, title in enumerate(listed)} for name, listed in lists.items()},
        {
            names[number]: (places(SEGMENTS, str(number), number), source)
            for number, source in run("SELECT id, source FROM segments")
        },
        {row[:3]: row[3:] for row in rows("texts")},
        Counter(rows("ratings")),
        Counter(rows("errors")),
        Counter(rows("unplaced")),
        _histories(connection, names, annotators),
        {(name, annotator): (changed, given) for name, annotator, given, changed in rows("assignments")},
        {row[:4]: row[4:] for row in rows("times")},
        stored_rules(connection),
        {row[:2]: row[2] for row in rows("analyses")},
        stored_object(settings.get(MERGED, "")),
    )


def _translated(
    table: str, rows: Iterable[Row], segments: Mapping[Any, Any], annotators: Mapping[Any, Any]
) -> Iterator[Row]:
    """Yield the rows of a table with names in place of the numbers of segments and annotators, or the other way."""
    known = {"segment": segments, "annotator": annotators}
    columns = [known.get(column) for column in COLUMNS[table] if column != "id"]
    for row in rows:
        yield tuple(value if words is None else words[value] for value, words in zip(row, columns, strict=True))


def versions_in(copy: Copy) -> dict[RecordKey, Versions]:
    """Return the current versions of each record: one for most, several in a conflict, the one to show first."""
    current = {key: history.current for key, history in copy.histories.items()}
    # Automatic frames that an annotator started from are not replaced because others started from different ones.
    current |= {key: versions[::-1] for key, versions in current.items() if key[-1] == AUTOMATIC}
    finalized: dict[RecordKey, dict[str, str]] = {}
    for key, ((shown, time), *_) in current.items():
        over, its_reference = finalized_over(shown or ""), reference_record(key)
        if key[1] == FRAMES.name and over and its_reference in current:
            versions = *current[its_reference], *copy.histories[its_reference].latest_first
            same = [content for content, _ in versions if content is not None and digest(content) == over]
            for content in same[:1]:
                times = finalized.setdefault(its_reference, {})
                times[content] = max(time, times.get(content, ""))
    for key, times in finalized.items():
        latest_first = sorted(times, key=lambda content: (times[content], content), reverse=True)
        others = (version for version in current[key] if version[0] not in times)
        current[key] = *((content, copy.histories[key].versions[content]) for content in latest_first), *others
    return current


def write_copy(connection: sqlite3.Connection, copy: Copy, *, merged: bool = False) -> None:
    """Write a copy, ``merged`` or not, to empty tables, in a transaction; equal copies become equal tables."""
    many = connection.executemany
    numbers = _numbers(copy)
    settings = {**copy.settings, **{name: list_to_json(copy.lists[name]) for name in LISTS}}
    settings |= _place_settings(copy, numbers) | ({MERGED: json.dumps(copy.files, sort_keys=True)} if merged else {})
    many(insertion("settings"), sorted(settings.items()))
    put_rules(connection, dict(sorted(copy.rules.items())))
    segments = sorted((numbers[name], name[1], name[0], source) for name, (_, source) in copy.segments.items())
    many(insertion("segments", with_id=True), segments)
    annotators = {name: place for place, name in enumerate(copy.lists["annotators"], start=1)}
    many(insertion("annotators", with_id=True), ((place, name) for name, place in annotators.items()))

    def put(table: str, rows: Iterable[Row]) -> None:
        many(insertion(table), sorted(_translated(table, rows, numbers, annotators)))

    put("texts", ((*key, *row) for key, row in copy.texts.items()))
    put("ratings", copy.ratings.elements())
    put("errors", copy.errors.elements())
    put("unplaced", copy.unplaced.elements())
    _put_histories(connection, copy, numbers, annotators)
    put("assignments", ((*key, given, changed) for key, (changed, given) in copy.assignments.items()))
    put("times", ((*key, *effort) for key, effort in copy.times.items()))
    put("analyses", ((*key, content) for key, content in copy.analyses.items()))


def reference_record(key: RecordKey) -> RecordKey:
    """Return the key of the frames of the reference that an annotator's translations share."""
    name, _, _, reference, annotator = key
    return name, REFERENCES.name, "", reference, annotator


def _names(text: str | None) -> tuple[str, ...]:
    with suppress(ValueError):
        return list_from_json(text or "[]")
    return ()


def _histories(
    connection: sqlite3.Connection, names: Mapping[int, Name], annotators: Mapping[int, str]
) -> dict[RecordKey, History]:
    run = connection.execute
    edits: dict[int, dict[Edit, Stated]] = {}
    for number, what, before, after, time, state, stated, step in run(f"{selection('history')} ORDER BY id"):
        edits.setdefault(number, {})[Edit(time, what, before, after)] = stated or time, state, step
    versions: dict[int, dict[Content, str]] = {}
    for number, content, changed in run(
        "SELECT id, content, changed FROM annotations UNION ALL SELECT annotation, content, changed FROM alternatives"
    ):
        before = versions.setdefault(number, {}).get(content, "")
        versions[number][content] = max(before, changed)
    records = run("SELECT segment, kind, system, reference, annotator, id FROM annotations ORDER BY id")
    return {
        (names[segment], *of, annotators[annotator]): History(versions[number], edits.get(number, {}))
        for segment, *of, annotator, number in records
    }


def stored_object(setting: str) -> dict[str, Any]:
    """Return the values of a setting in JSON, by name; none if it is something else."""
    with suppress(ValueError):
        if isinstance(read := read_json(setting), dict):
            return read
    return {}


def stored_places(setting: str) -> Callable[[str, str, int], int]:
    """Return a function from the kind of a name, the name and its position to its place; the position by default."""
    places = stored_object(setting)

    def place(kind: str, name: str, position: int) -> int:
        with suppress(KeyError, TypeError, IndexError):
            if isinstance(stored := places[kind][name], int) and 0 <= stored <= MOST:
                return stored
        return position

    return place


def _numbers(copy: Copy) -> dict[Name, int]:
    """Return the segments' numbers, which parts share with the whole; if two are equal, all are numbered anew."""
    numbers = {name: number for name, (number, _) in copy.segments.items()}
    if len(set(numbers.values())) == len(numbers):
        return numbers
    return {name: place for place, name in enumerate(sorted(numbers, key=lambda name: (numbers[name], name)))}


def _place_settings(copy: Copy, numbers: Mapping[Name, int]) -> dict[str, str]:
    """Return the setting with the places that differ from the positions; none if there is no difference."""
    orders = {
        kind: list(zip(places, range(len(places)), places.values(), strict=True)) for kind, places in copy.lists.items()
    }
    segments = sorted((numbers[name], place) for name, (place, _) in copy.segments.items())
    orders[SEGMENTS] = [(str(number), number, place) for number, place in segments]
    moved = {kind: {name: place for name, at, place in rows if place != at} for kind, rows in orders.items()}
    moved = {kind: places for kind, places in moved.items() if places}
    return {PLACES: json.dumps(moved, ensure_ascii=False)} if moved else {}


def _put_histories(
    connection: sqlite3.Connection, copy: Copy, numbers: Mapping[Name, int], annotators: Mapping[str, int]
) -> None:
    """Write annotations with the version to show, the other versions, and all edits in order."""

    def place(key: RecordKey) -> tuple[int, str, str, str, int]:
        name, kind, system, reference, annotator = key
        return numbers[name], kind, system, reference, annotators[annotator]

    edits: list[_EditRow] = []
    versions = versions_in(copy)
    for number, key in enumerate(sorted(versions, key=place), start=1):
        (content, changed), *others = versions[key]
        connection.execute(insertion("annotations", with_id=True), (number, *place(key), content, changed))
        connection.executemany(insertion("alternatives"), [(number, *other) for other in others])
        edits += [(edit, number, state) for edit, state in copy.histories[key].edits.items()]
    rows = (
        (number, edit.what, edit.before, edit.after, edit.time, state, stated, step)
        for edit, number, (stated, state, step) in _in_order(edits)
    )
    connection.executemany(insertion("history"), rows)


def _in_order(edits: Iterable[_EditRow]) -> list[_EditRow]:
    """Sort edits by step, steps by their last times, and the edits of a step by time."""
    steps = grouped((row[2][2] or f"{row[0].time} {row[1]}", row) for row in edits)
    for rows in steps.values():
        rows.sort(key=lambda row: (row[0].time, row[1], row[0].what, row[0].before or "", row[0].after or ""))
    ordered = sorted(steps.items(), key=lambda step: (step[1][-1][0].time, step[1][0][0].time, step[0]))
    return [row for _, rows in ordered for row in rows]


RULE = "rule:"
"""The prefix of the names of rules in the table of settings."""


def read_rules(connection: sqlite3.Connection) -> Rules:
    """Read the rules of a project."""
    return _parsed(stored_rules(connection))


def write_rules(connection: sqlite3.Connection, rules: Rules) -> None:
    """Store the rules that differ from the stored ones; the caller began the transaction."""
    before, stored = asdict(read_rules(connection)), stored_rules(connection)
    new = {name: value for name, value in asdict(rules).items() if value != before[name]}
    put_rules(connection, {name: (time_after(stored.get(name, ("",))[0]), value) for name, value in new.items()})


def stored_rules(connection: sqlite3.Connection) -> dict[str, tuple[str, Any]]:
    """Return the rules that were ever set: by name, when it was set, and the value."""
    rules: dict[str, tuple[str, Any]] = {}
    for name, text in connection.execute("SELECT name, value FROM settings WHERE name LIKE ?", (f"{RULE}%",)):
        with suppress(ValueError, TypeError):
            value, time = read_json(text)
            if isinstance(time, str):
                rules[name.removeprefix(RULE)] = time, value
    return rules


def _parsed(rules: Mapping[str, tuple[str, Any]]) -> Rules:
    return rules_from_values({name: value for name, (_, value) in rules.items()})


def put_rules(connection: sqlite3.Connection, rules: Mapping[str, tuple[str, Any]]) -> None:
    """Store rules in the form that :func:`stored_rules` returns; the caller began the transaction."""
    rows = [(f"{RULE}{name}", json.dumps((value, time), ensure_ascii=False)) for name, (time, value) in rules.items()]
    connection.executemany("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", rows)
