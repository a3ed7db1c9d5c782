"""The rows of all that annotators make, of any kind, and their history: every change is a row of it that undo walks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import uuid4

from meantree.corpus.corpus import segment_key
from meantree.project.clock import later
from meantree.project.kinds import Key, key_of, kind_of
from meantree.project.tables import annotator_number

_FOUND = """
SELECT a.id, a.kind, s.document, s.name, a.system, a.reference, n.name, a.content, a.changed
FROM annotations a JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator
"""


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


def key_numbered(connection: sqlite3.Connection, number: int) -> Key:
    """Return what the row of that number is filed under."""
    return _record(connection.execute(f"{_FOUND}WHERE a.id = ?", (number,)).fetchone()).key


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


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed = row
    return Record(number, key_of(kind, segment_key(document, name), system, reference, annotator), content, changed)
