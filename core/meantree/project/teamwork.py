"""The people of a project: their rules, who annotates which segments, and how long they were at work."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from meantree.corpus.corpus import segment_key
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.project.annotation_rules import Rules, read_rules, write_rules
from meantree.project.copies import OWNER
from meantree.project.database import translates_sqlite_errors
from meantree.project.records import Tables, annotator_number
from meantree.project.schema import time_after

LOCKED = "its rules are those of the whole project and can only be changed there, before it is split"


@dataclass(frozen=True, slots=True, order=True)
class Assignment:
    """One segment and one annotator.

    Attributes:
        segment: its key.
        annotator: their name.
        given: whether it is theirs; a withdrawn assignment stays, so that copies of the project can join.
        changed: when it was given or withdrawn.
    """

    segment: str
    annotator: str
    given: bool
    changed: str


@dataclass(frozen=True, slots=True, order=True)
class WorkTime:
    """One stretch of work on one translation.

    Attributes:
        segment, system, annotator: what and who.
        began: when, in UTC.
        seconds: how long somebody was active; pauses do not count.
    """

    segment: str
    system: str
    annotator: str
    began: str
    seconds: float


class Team(Tables):
    """The part of a project that says how its annotators share the work."""

    @property
    @translates_sqlite_errors
    def owner(self) -> str:
        """Whose part of a split project the file is; empty for a whole one."""
        found = self._connection.execute("SELECT value FROM settings WHERE name = ?", (OWNER,)).fetchone()
        return str(found[0]) if found else ""

    @property
    @translates_sqlite_errors
    def rules(self) -> Rules:
        """What the annotators have agreed upon."""
        return read_rules(self._connection)

    def set_rules(self, rules: Rules) -> None:
        """Let these rules hold from now on; in a part those of the whole project stay, but for whom one compares.

        Raises:
            UsageError: if the project is a part, or the file cannot be written to.
        """
        with self._transaction() as connection:
            before = read_rules(connection)
            if self.owner and replace(rules, compared=before.compared) != before:
                raise UsageError(f"{self.path} is the part of {quoted(self.owner)}: {LOCKED}")
            write_rules(connection, rules)

    @property
    @translates_sqlite_errors
    def numbers(self) -> dict[str, int]:
        """The number of each segment, by its key; parts of a project keep those of the whole."""
        rows = self._connection.execute("SELECT document, name, id FROM segments ORDER BY id")
        return {segment_key(document, name): number for document, name, number in rows}

    @translates_sqlite_errors
    def assignments(self, annotator: str | None = None) -> list[Assignment]:
        """Who annotates what, or what one annotates; withdrawn assignments too, in the order of the segments."""
        return stored_assignments(self._connection, annotator)

    def assigned_to(self, annotator: str) -> frozenset[str]:
        """The keys of the segments that are somebody's."""
        return frozenset(one.segment for one in self.assignments(annotator) if one.given)

    def assign(self, work: Mapping[str, Iterable[str]]) -> None:
        """Let these segments, and no others, be the annotators' own; those of annotators not named stay as they are.

        Args:
            work: keys of segments by annotator.

        Raises:
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        wanted = {name: set(segments) for name, segments in work.items()}
        with self._transaction() as connection:
            before = [one for one in stored_assignments(connection) if one.given and one.annotator in wanted]
            gone = [one for one in before if one.segment not in wanted[one.annotator]]
            put_assignments(connection, [(self._segment(one.segment), one.annotator, False) for one in gone])
            rows = [(self._segment(key), name, True) for name, keys in work.items() for key in keys]
            put_assignments(connection, rows)

    @translates_sqlite_errors
    def times(self, annotator: str | None = None) -> list[WorkTime]:
        """How long annotators were at work, or one, stretch by stretch, in the order of the segments."""
        return stored_times(self._connection, annotator)

    def add_time(self, segment: str, system: str, annotator: str, began: str, seconds: float) -> None:
        """Keep how long somebody was active on a translation since they began; a longer time of that beginning wins.

        Raises:
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        with self._transaction() as connection:
            put_times(connection, [(self._segment(segment), system, annotator, began, seconds)])


def annotators_by_segment(assignments: Iterable[Assignment]) -> dict[str, str]:
    """Names of those who annotate a segment, one a line, by its key; segments that are nobody's are not there."""
    found: dict[str, list[str]] = {}
    for one in assignments:
        if one.given:
            found.setdefault(one.segment, []).append(one.annotator)
    return {segment: "\n".join(names) for segment, names in found.items()}


def stored_times(connection: sqlite3.Connection, annotator: str | None = None) -> list[WorkTime]:
    """All stretches, or one annotator's, in the order of the segments and of time."""
    rows = connection.execute(
        "SELECT s.document, s.name, t.system, n.name, t.began, t.seconds FROM times t"
        " JOIN segments s ON s.id = t.segment JOIN annotators n ON n.id = t.annotator"
        " WHERE ?1 IS NULL OR n.name = ?1 ORDER BY s.id, t.began, n.id, t.system",
        (annotator,),
    )
    return [WorkTime(segment_key(document, name), *rest) for document, name, *rest in rows]


def put_times(connection: sqlite3.Connection, rows: Iterable[tuple[int, str, str, str, float]]) -> None:
    """Keep stretches of work; of one that is kept already the longer time stays. The caller began the transaction.

    Args:
        connection: to the project.
        rows: number of the segment, system, name of the annotator, when it began, seconds.
    """
    for segment, system, annotator, began, seconds in rows:
        connection.execute(
            "INSERT INTO times (segment, system, annotator, began, seconds) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (segment, system, annotator, began) DO UPDATE SET seconds = max(seconds, excluded.seconds)",
            (segment, system, annotator_number(connection, annotator), began, seconds),
        )


def stored_assignments(connection: sqlite3.Connection, annotator: str | None = None) -> list[Assignment]:
    """All of them, or one annotator's, withdrawn ones too, in the order of the segments and annotators."""
    rows = connection.execute(
        "SELECT s.document, s.name, n.name, a.given, a.changed FROM assignments a"
        " JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator"
        " WHERE ?1 IS NULL OR n.name = ?1 ORDER BY s.id, n.id",
        (annotator,),
    )
    return [Assignment(segment_key(document, name), who, bool(given), at) for document, name, who, given, at in rows]


def put_assignments(connection: sqlite3.Connection, rows: Iterable[tuple[int, str, bool]]) -> None:
    """Keep who annotates what from now on; what stays the same keeps its time. The caller began the transaction.

    Args:
        connection: to the project.
        rows: number of the segment, name of the annotator, whether it is theirs.
    """
    run = connection.execute
    for segment, name, given in rows:
        annotator = annotator_number(connection, name)
        wanted = "SELECT given, changed FROM assignments WHERE segment = ? AND annotator = ?"
        before, changed = run(wanted, (segment, annotator)).fetchone() or (None, "")
        if before != int(given):
            run(
                "INSERT INTO assignments (segment, annotator, given, changed) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (segment, annotator) DO UPDATE SET given = excluded.given, changed = excluded.changed",
                (segment, annotator, int(given), time_after(changed)),
            )
