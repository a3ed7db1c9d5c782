"""How long annotators were at work on what, in the tables of a project."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

from meantree.corpus.corpus import segment_key
from meantree.project.tables import annotator_number


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
