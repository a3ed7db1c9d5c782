"""The people of a project: their rules, who annotates which segments, and how long they were at work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from meantree.corpus.corpus import segment_key
from meantree.errors import UsageError
from meantree.escaping import quoted
from meantree.project.assignments import Assignment, put_assignments, stored_assignments
from meantree.project.database import telling
from meantree.project.merging.copies import OWNER
from meantree.project.rules import Rules, read_rules, write_rules
from meantree.project.tables import Tables
from meantree.project.work_times import WorkTime, put_times, stored_times

LOCKED = "its rules are those of the whole project and can only be changed there, before it is split"


class Team(Tables):
    """The part of a project that says how its annotators share the work."""

    @property
    @telling
    def owner(self) -> str:
        """Whose part of a split project the file is; empty for a whole one."""
        found = self._connection.execute("SELECT value FROM settings WHERE name = ?", (OWNER,)).fetchone()
        return str(found[0]) if found else ""

    @property
    @telling
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
    @telling
    def numbers(self) -> dict[str, int]:
        """The number of each segment, by its key; parts of a project keep those of the whole."""
        rows = self._connection.execute("SELECT document, name, id FROM segments ORDER BY id")
        return {segment_key(document, name): number for document, name, number in rows}

    @telling
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

    @telling
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
