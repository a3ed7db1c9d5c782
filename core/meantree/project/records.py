"""The rows of all that annotators make, of any kind, and their history: every change is a row of it that undo walks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

from meantree.corpus.model import segment_key
from meantree.project.clock import later
from meantree.project.kinds import Key, key_of, kind_of
from meantree.project.tables import annotator_number

_FOUND = """
SELECT a.id, a.kind, s.document, s.name, a.system, a.reference, n.name, a.content, a.changed
FROM annotations a JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator
"""

Way = tuple[str, str, str, str, str]
"""Of undo or redo: the state of an edit before and after it, the column of what holds and of what will, the order."""
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


@dataclass(frozen=True, slots=True)
class _Edit:
    """A row of the history on the way back or forward.

    Attributes:
        number: of the row.
        annotation: the number of its record.
        what: it was.
        content: of the record on the other side of the edit.
        step: of undo that it belongs to; empty if it is one alone.
        changed: when the record became what it is.
    """

    number: int
    annotation: int
    what: str
    content: str | None
    step: str
    changed: str


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


def new_step() -> str:
    """Return the identity of a new step of undo; no copy of the project has another step with it."""
    return uuid4().hex


def last_time(connection: sqlite3.Connection, annotator: str) -> str:
    """Return the time of an annotator's last edit; empty if there is none.

    Edits are made later than this, so that their times have the order in which they were made.
    """
    row = connection.execute(
        "SELECT h.time FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE n.name = ? ORDER BY h.id DESC LIMIT 1",
        (annotator,),
    ).fetchone()
    return str(row[0]) if row else ""


def tell(
    connection: sqlite3.Connection, before: Record, what: str, after: str | None, state: str, time: str, step: str = ""
) -> None:
    """Add to the history how a record changed, when, and in which step of undo."""
    connection.execute(
        "INSERT INTO history (annotation, what, before, after, time, state, stated, step)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (before.number, what, before.content, after, time, state, time, step),
    )


def forget_undone(connection: sqlite3.Connection, annotator: str) -> None:
    """Let what an annotator had undone no longer be done again.

    Since when it is undone stays: nothing changes in any record, so that what another copy has done again holds.
    """
    connection.execute(
        "UPDATE history SET state = 'dropped' WHERE state = 'undone' AND annotation IN ("
        "SELECT a.id FROM annotations a JOIN annotators n ON n.id = a.annotator WHERE n.name = ?)",
        (annotator,),
    )


def undo(connection: sqlite3.Connection, annotator: str) -> list[tuple[Key, str]]:
    """Take back the last step of an annotator, the last of its edits first.

    Returns:
        of what each edit was, and what it was; none if there is no step.
    """
    return list(_walked(connection, annotator, UNDO))


def redo(connection: sqlite3.Connection, annotator: str) -> list[tuple[Key, str]]:
    """Do again the step that was taken back last, the first of its edits first."""
    return list(_walked(connection, annotator, REDO))


def next_key(connection: sqlite3.Connection, annotator: str, way: Way) -> Key | None:
    """Return the key of the first edit in the step that comes next; None if there is no step."""
    edit = _next(connection, annotator, way)
    if edit is None:
        return None
    query = (
        f"{_FOUND}JOIN history h ON h.annotation = a.id WHERE h.state = ? AND (h.id = ? OR h.step = ?) ORDER BY h.id"
    )
    return _record(connection.execute(query, (way[0], edit.number, edit.step or None)).fetchone()).key


def _walked(connection: sqlite3.Connection, annotator: str, way: Way) -> Iterator[tuple[Key, str]]:
    """Walk the edits of one step back or forward: of what each is, and what it was."""
    edit = _next(connection, annotator, way)
    step = "" if edit is None else edit.step
    while edit is not None:
        yield _walk(connection, annotator, way, edit), edit.what
        edit = _next(connection, annotator, way, step) if step else None


def _next(connection: sqlite3.Connection, annotator: str, way: Way, step: str | None = None) -> _Edit | None:
    """The edit that comes next, of any step or of one.

    Edits that led to versions of other copies are no steps from what is shown.
    """
    old, _, now, then, order = way
    row = connection.execute(
        f"SELECT h.id, h.annotation, h.what, h.{then}, h.step, a.changed FROM history h"
        " JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
        f" WHERE n.name = ? AND h.state = ? AND h.{now} IS a.content AND h.step = coalesce(?, h.step)"
        f" ORDER BY {order} LIMIT 1",
        (annotator, old, step),
    ).fetchone()
    return None if row is None else _Edit(*row)


def _walk(connection: sqlite3.Connection, annotator: str, way: Way, edit: _Edit) -> Key:
    """Let a record say what it said before an edit, or after it; which record that is."""
    run, new = connection.execute, way[1]
    # What is taken back now is done again first, though other copies took back more by a clock that is ahead.
    (last,) = run(
        "SELECT coalesce(max(h.stated), '') FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE n.name = ? AND h.state = 'undone'",
        (annotator,),
    ).fetchone()
    time = later(max(edit.changed, last))
    run("UPDATE history SET state = ?, stated = ? WHERE id = ?", (new, time, edit.number))
    run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (edit.content, time, edit.annotation))
    return _record(run(f"{_FOUND}WHERE a.id = ?", (edit.annotation,)).fetchone()).key


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed = row
    return Record(number, key_of(kind, segment_key(document, name), system, reference, annotator), content, changed)
