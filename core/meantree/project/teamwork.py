"""The team of a project: its rules, who annotates which segments, and working times."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from meantree.annotation.rules import Rules
from meantree.corpus.corpus import CHECK, segment_key
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.grouping import grouped
from meantree.project.copies import CODED, MERGED, OWNER, read_rules, write_rules
from meantree.project.records import Tables
from meantree.project.schema import insertion, time_after

LOCKED = "its rules are those of the whole project and can only be changed there, before it is split"
KEY = "merge it with the project that it was split from, which has the key"
NO_KEY = f"letters stand for the systems of this part; {KEY}"
NO_SCORES = "the rules of this project hide HMEANT and MQM from annotators, but not from {}, the gold standard"
CHECKS_ALONE = (
    "beside the translation that it was made of, an attention check is seen at once; expected one translation at a time"
)

_OF_ANNOTATOR = (
    "JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator WHERE n.name = coalesce(?, n.name)"
)
"""Joins segments and annotators to the rows (a) of one annotator, or of all."""


@dataclass(frozen=True, slots=True, order=True)
class Assignment:
    """One segment and one annotator; one that was withdrawn, not ``given``, stays, so that copies can be merged."""

    segment: str
    annotator: str
    given: bool


@dataclass(frozen=True, slots=True, order=True)
class WorkTime:
    """One stretch of work on one translation.

    Attributes:
        segment, system, annotator: the translation and its annotator.
        seconds: of activity, without pauses.
        keys: the number of keys pressed; None if they were not counted, as in older projects.
    """

    segment: str
    system: str
    annotator: str
    seconds: float
    keys: int | None = None


class Team(Tables):
    """The part of a project that records how its annotators share the work; ``viewer`` is who looks, if known."""

    viewer = ""

    @property
    def owner(self) -> str:
        """The annotator whose part of a split project the file is; empty for a whole project."""
        return self._setting(OWNER)

    @property
    def is_coded(self) -> bool:
        """Whether letters stand for its systems (see :mod:`meantree.project.splitting`)."""
        return self._setting(CODED) != ""

    @property
    def is_merged(self) -> bool:
        """Whether others were merged into it."""
        return self._setting(MERGED) != ""

    @property
    def rules(self) -> Rules:
        """The rules that the annotators agreed on."""
        with self._reading() as connection:
            return read_rules(connection)

    def why_no_scores(self, viewer: str = "") -> str:
        """Return why the rules hide scores from who looks, in a part by default its annotator; else empty."""
        name, rules = viewer or self.viewer or self.owner, self.rules
        return "" if rules.scores or name in ("", rules.gold) else NO_SCORES.format(rules.gold)

    def set_language(self, code: str) -> None:
        """State the language of the translations; raise UsageError if the file cannot be written to."""
        with self._transaction() as connection:
            connection.execute("INSERT OR REPLACE INTO settings VALUES ('target', ?), ('edited', 'yes')", (code,))

    def set_rules(self, rules: Rules) -> None:
        """Set the rules; in a part of a project only the compared annotators can be changed.

        Raises:
            UsageError: if the project is a part and other rules change, all translations of a segment are to be shown
                together, attention checks among them, or the file cannot be written to.
        """
        with self._transaction() as connection:
            before = read_rules(connection)
            checks = connection.execute("SELECT 1 FROM annotators WHERE name = ?", (CHECK,)).fetchone()
            if checks and rules.side_by_side and not before.side_by_side:
                raise UsageError(f"{self.path}: {CHECKS_ALONE}")
            if self.owner and replace(rules, compared=before.compared) != before:
                raise UsageError(f"{self.path} is the part of {quoted(self.owner)}: {LOCKED}")
            write_rules(connection, rules)

    @property
    def numbers(self) -> dict[str, int]:
        """The number of each segment, by its key; parts of a project keep those of the whole."""
        rows = self._rows("SELECT document, name, id FROM segments ORDER BY id")
        return {segment_key(document, name): number for document, name, number in rows}

    def assignments(self, annotator: str | None = None) -> list[Assignment]:
        """Return all assignments, or one annotator's, withdrawn ones too, in the order of the segments."""
        rows = self._rows(
            f"SELECT s.document, s.name, n.name, a.given FROM assignments a {_OF_ANNOTATOR} ORDER BY s.id, n.id",
            annotator,
        )
        return [Assignment(segment_key(document, name), who, bool(given)) for document, name, who, given in rows]

    def assigned_to(self, annotator: str) -> frozenset[str]:
        """Return the keys of the segments assigned to an annotator."""
        rows = self._rows(f"SELECT s.document, s.name FROM assignments a {_OF_ANNOTATOR} AND a.given", annotator)
        return frozenset(segment_key(document, name) for document, name in rows)

    def assign(self, work: Mapping[str, Iterable[str]]) -> None:
        """Assign exactly these segments, by their keys, to each named annotator; assignments of others stay."""
        wanted = {name: set(segments) for name, segments in work.items()}
        with self._transaction() as connection:
            for item in self.assignments():
                if item.given and item.segment not in wanted.get(item.annotator, {item.segment}):
                    self._put_assignment(connection, item.segment, item.annotator, given=False)
            for name, keys in work.items():
                for key in keys:
                    self._put_assignment(connection, key, name, given=True)

    def _put_assignment(self, connection: sqlite3.Connection, key: str, name: str, *, given: bool) -> None:
        """Store an assignment; an unchanged one keeps its time."""
        run, place = connection.execute, (self._segment(key), self._annotator(name))
        query = "SELECT given, changed FROM assignments WHERE segment = ? AND annotator = ?"
        was_given, changed = run(query, place).fetchone() or (None, "")
        if was_given != int(given):
            run(
                insertion("assignments") + " ON CONFLICT (segment, annotator)"
                " DO UPDATE SET given = excluded.given, changed = excluded.changed",
                (*place, int(given), time_after(changed)),
            )

    def times(self, annotator: str | None = None) -> list[WorkTime]:
        """Return the working times of all annotators, or of one, in the order of the segments."""
        rows = self._rows(
            f"SELECT s.document, s.name, a.system, n.name, a.seconds, a.keys FROM times a {_OF_ANNOTATOR}"
            " ORDER BY s.id, a.began, n.id, a.system",
            annotator,
        )
        return [WorkTime(segment_key(document, name), *rest) for document, name, *rest in rows]

    def add_time(
        self, segment: str, system: str, annotator: str, began: str, seconds: float, keys: int | None = None
    ) -> None:
        """Store how long an annotator was active on a translation, and how many keys were pressed.

        Of times with the same start the longest is kept, and the most keys.
        """
        with self._transaction() as connection:
            connection.execute(
                insertion("times") + " ON CONFLICT (segment, system, annotator, began)"
                " DO UPDATE SET seconds = max(seconds, excluded.seconds),"
                " keys = max(coalesce(keys, excluded.keys), coalesce(excluded.keys, keys))",
                (self._segment(segment), system, self._annotator(annotator), began, seconds, keys),
            )

    def last_changes(self, annotator: str) -> dict[tuple[str, str], str]:
        """Return when an annotator last edited frames or errors of each translation, in UTC, by segment and system.

        What was imported is no edit of theirs.
        """
        rows = self._rows(
            "SELECT s.document, s.name, a.system, max(h.time) FROM history h JOIN annotations a ON a.id = h.annotation"
            f" {_OF_ANNOTATOR} AND h.state = 'done' AND a.kind IN ('frames', 'errors') AND a.content IS NOT NULL"
            " GROUP BY s.id, a.system ORDER BY s.id, a.system",
            annotator,
        )
        return {(segment_key(document, name), system): time for document, name, system, time in rows}


def annotators_by_segment(assignments: Iterable[Assignment]) -> dict[str, str]:
    """Return the names of each assigned segment's annotators by its key, one name a line."""
    names_by_segment = grouped((item.segment, item.annotator) for item in assignments if item.given)
    return {segment: "\n".join(names) for segment, names in names_by_segment.items()}
