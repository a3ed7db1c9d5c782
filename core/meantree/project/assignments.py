"""Who annotates which segments, in the tables of a project."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from meantree.corpus.corpus import segment_key
from meantree.project.clock import later
from meantree.project.tables import annotator_number


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


def people_of(assignments: Iterable[Assignment]) -> dict[str, str]:
    """Names of those who annotate a segment, one a line, by its key; segments that are nobody's are not there."""
    found: dict[str, list[str]] = {}
    for one in assignments:
        if one.given:
            found.setdefault(one.segment, []).append(one.annotator)
    return {segment: "\n".join(names) for segment, names in found.items()}


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
                (segment, annotator, int(given), later(changed)),
            )
