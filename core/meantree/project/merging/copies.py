"""Everything that one copy of a project holds, by what it is of instead of by number."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

from meantree.project.annotation_json import digest, settled_over
from meantree.project.kinds import FRAMES, REFERENCES
from meantree.project.merging.places import PLACES, Places, stored_places
from meantree.project.merging.versions import Content, Edit, History, Stated
from meantree.project.rules import RULE, stored_rules
from meantree.project.schema import read_list

Name = tuple[str, str]
"""Document and name of a segment."""
RecordKey = tuple[Name, str, str, str, str]
"""Segment, kind, system, reference and annotator of an annotation, a corrected tree, or corrected links."""
TextKey = tuple[Name, str, str]
"""Segment, side, and name of the system or reference."""
Row = tuple[Any, ...]
LISTS = ("systems", "references")
SEGMENTS = "segments"
IDENTITY = "identity"
ORIGIN = "origin"
"""The settings that tell which project a file is, and which one it is a part of."""
OWNER = "annotator"
"""The setting that says whose part a file is."""


def reference_record(key: RecordKey) -> RecordKey:
    """Where the frames of the reference are that an annotator's translations share."""
    name, _, _, reference, who = key
    return name, REFERENCES.name, "", reference, who


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


def copy_of(connection: sqlite3.Connection) -> Copy:
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


def _names(text: str | None) -> tuple[str, ...]:
    try:
        return read_list(text or "[]")
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
            over, where = settled_over(content or ""), reference_record(key)
            if over is not None and where in histories:
                named = (one for one in histories[where].versions if one is not None and digest(one) == over)
                settled[content] = next(named, shown[where])
        yield key, replace(history, settled={one: over for one, over in settled.items() if over is not None})
