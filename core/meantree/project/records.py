"""The rows of annotations and corrected trees, and their history: every change is one row of it, so undo walks it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass

from meantree.corpus.model import segment_key
from meantree.project.clock import later
from meantree.project.kinds import Key, key_of, kind_of
from meantree.project.tables import annotator_number

_FOUND = """
SELECT a.id, a.kind, s.document, s.name, a.system, a.reference, n.name, a.content, a.changed
FROM annotations a JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator
"""


GOES_ON = ", continued"
"""How the name of an edit ends that is one step of undo with the one before it."""
Way = tuple[str, str, str, str, str]
"""Of a step: the state of an edit before and after it, the column of what holds and of what will, and the order."""
UNDO: Way = ("done", "undone", "after", "before", "h.id DESC")
REDO: Way = ("undone", "done", "before", "after", "h.stated DESC, h.id")


@dataclass(frozen=True, slots=True)
class Record:
    """What is kept under one key.

    Attributes:
        number: of its row.
        key: what it is filed under.
        content: as JSON, None where undo took all back.
        changed: when it became that; empty if there is nothing yet.
    """

    number: int
    key: Key
    content: str | None
    changed: str = ""


def records_of(connection: sqlite3.Connection, annotator: str, kind: str) -> Iterator[Record]:
    """All records of a kind by one annotator that say something, in the order of the segments."""
    wanted = "WHERE n.name = ? AND a.kind = ? AND a.content IS NOT NULL ORDER BY s.id, a.id"
    return map(_record, connection.execute(_FOUND + wanted, (annotator, kind)))


def records_beside(connection: sqlite3.Connection, segment: int, annotator: str, kind: str) -> list[Record]:
    """The same of one segment, the last change first."""
    wanted = "WHERE a.segment = ? AND n.name = ? AND a.kind = ? AND a.content IS NOT NULL"
    rows = connection.execute(f"{_FOUND}{wanted} ORDER BY a.changed DESC, a.id DESC", (segment, annotator, kind))
    return list(map(_record, rows))


def record(connection: sqlite3.Connection, segment: int, key: Key) -> Record | None:
    """The row of a key, None if there never was one."""
    found = connection.execute(
        f"{_FOUND}WHERE a.segment = ? AND a.kind = ? AND a.system = ? AND a.reference = ? AND n.name = ?",
        (segment, kind_of(key), key.system, key.reference, key.annotator),
    ).fetchone()
    return None if found is None else _record(found)


def alternatives(connection: sqlite3.Connection) -> Iterator[tuple[Record, str | None]]:
    """Every record of which a merge kept other versions, with each of them, the latest first."""
    query = _FOUND.replace("a.changed", "a.changed, v.content") + (
        "JOIN alternatives v ON v.annotation = a.id ORDER BY s.id, a.id, v.changed DESC, v.content DESC"
    )
    for *row, content in connection.execute(query):
        yield _record(tuple(row)), content


def put(
    connection: sqlite3.Connection, segment: int, key: Key, content: str | None, after: str = ""
) -> tuple[Record, str]:
    """Keep a content; the caller began the transaction.

    Args:
        connection: to the project.
        segment: its number.
        key: of the record.
        content: as JSON; None is no record.
        after: a time that the new content is to be later than.

    Returns:
        what was there before, and the time that is kept with the new content.
    """
    run = connection.execute
    before = record(connection, segment, key)
    if before is not None:
        time = later(max(before.changed, after))
        run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, before.number))
        return before, time
    time, annotator = later(after), annotator_number(connection, key.annotator)
    row = (segment, kind_of(key), key.system, key.reference, annotator, content, time)
    cursor = run(
        "INSERT INTO annotations (segment, kind, system, reference, annotator, content, changed)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    return Record(int(cursor.lastrowid or 0), key, None), time


def tell(connection: sqlite3.Connection, before: Record, what: str, after: str | None, state: str, time: str) -> None:
    """Add to the history how a record changed, and when."""
    connection.execute(
        "INSERT INTO history (annotation, what, before, after, time, state, stated) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (before.number, what, before.content, after, time, state, time),
    )


def forget_undone(connection: sqlite3.Connection, annotator: str) -> None:
    """What an annotator had undone can no longer be done again."""
    undone = connection.execute(
        "SELECT h.stated, h.id FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE h.state = 'undone' AND n.name = ?",
        (annotator,),
    ).fetchall()
    rows = [(later(stated), number) for stated, number in undone]
    connection.executemany("UPDATE history SET state = 'dropped', stated = ? WHERE id = ?", rows)


def undo(connection: sqlite3.Connection, annotator: str) -> tuple[Key, str] | None:
    """Take back the last edit of an annotator, with what it went on with.

    Returns:
        of what and what it was, None if there is none.
    """
    found = _step(connection, annotator, UNDO)
    while found is not None and found[1].endswith(GOES_ON):
        edit = _next(connection, annotator, UNDO)
        if edit is None or _name(edit[2]) != _name(found[1]):  # a merge may have taken the beginning of the step
            return found[0], _name(found[1])
        found = _step(connection, annotator, UNDO)
    return found


def _name(what: str) -> str:
    """What a step of undo is called, whichever of its edits is meant."""
    while what.endswith(GOES_ON):
        what = what.removesuffix(GOES_ON)
    return what


def redo(connection: sqlite3.Connection, annotator: str) -> tuple[Key, str] | None:
    """Do again what was taken back last, with what went on with it."""
    found = _step(connection, annotator, REDO)
    while found is not None and (edit := _next(connection, annotator, REDO)) and edit[2].endswith(GOES_ON):
        _step(connection, annotator, REDO)
    return found


def _next(connection: sqlite3.Connection, annotator: str, way: Way) -> tuple[int, int, str, str | None, str] | None:
    """The edit that comes next: its row, that of the record, what it was, the content then, and the time before."""
    old, _, now, then, order = way
    found: tuple[int, int, str, str | None, str] | None = connection.execute(
        f"SELECT h.id, h.annotation, h.what, h.{then}, a.changed FROM history h"
        " JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
        f" WHERE n.name = ? AND h.state = ? AND h.{now} IS a.content"
        f" ORDER BY {order} LIMIT 1",
        (annotator, old),
    ).fetchone()
    return found


def _step(connection: sqlite3.Connection, annotator: str, way: Way) -> tuple[Key, str] | None:
    """One edit back or forward; those that led to versions of other copies are no steps from what is shown."""
    run, new = connection.execute, way[1]
    edit = _next(connection, annotator, way)
    if edit is None:
        return None
    number, annotation, what, content, changed = edit
    # What is taken back now is done again first, though other copies took back more by a clock that is ahead.
    (last,) = run(
        "SELECT coalesce(max(h.stated), '') FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE n.name = ? AND h.state = 'undone'",
        (annotator,),
    ).fetchone()
    time = later(max(changed, last))
    run("UPDATE history SET state = ?, stated = ? WHERE id = ?", (new, time, number))
    run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, annotation))
    return _record(run(f"{_FOUND}WHERE a.id = ?", (annotation,)).fetchone()).key, what


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed = row
    return Record(number, key_of(kind, segment_key(document, name), system, reference, annotator), content, changed)
