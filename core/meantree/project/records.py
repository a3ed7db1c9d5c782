"""The rows of all that annotators make, of any kind, and their history: every change is a row of it that undo walks."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

from meantree.corpus.corpus import segment_key
from meantree.errors import Problem, UsageError
from meantree.escaping import did_you_mean, listed, quoted, shortened
from meantree.project.database import translates_sqlite_errors
from meantree.project.kinds import Key, KeyOfKind, Kind, Value, key_of, kind_of
from meantree.project.reference_frames import ReferenceKey
from meantree.project.schema import time_after

Anything = Literal["anything"]
ANYTHING: Anything = "anything"
"""Whatever is kept may be replaced."""
UNREADABLE = (
    "this annotation cannot be read; left out",
    "the frames of this reference cannot be read; translations are shown without them",
)
"""What is told of a record that cannot be read: of others, and of the shared frames of a reference."""
_FOUND = """
SELECT a.id, a.kind, s.document, s.name, a.system, a.reference, n.name, a.content, a.changed
FROM annotations a JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator
"""


class Conflict(UsageError):
    """An edit of something that is no longer what the annotator saw."""

    def __init__(self) -> None:
        super().__init__("another window changed this meanwhile; look again before you edit")


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


class Tables:
    """An open database.

    Attributes:
        path: of the project's file.
    """

    path: Path
    _connection: sqlite3.Connection

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Everything in it is written, or nothing."""
        raise NotImplementedError

    def _segment(self, key: str) -> int:
        """The number of a segment; documents and names may hold slashes, so every one may be the border."""
        borders = [place for place, letter in enumerate(key) if letter == "/"]
        for document, name in [("", key), *((key[:place], key[place + 1 :]) for place in borders)]:
            found = self._connection.execute(
                "SELECT id FROM segments WHERE document = ? AND name = ?", (document, name)
            ).fetchone()
            if found is not None:
                return int(found[0])
        raise UsageError(f"there is no segment {shortened(key)} in {self.path}")


class RecordAccess(Tables):
    """What all kinds of records have in common; one that cannot be read is reported, and the others stay."""

    def __init__(self) -> None:
        self._unreadable: dict[Key, Problem] = {}

    @property
    @translates_sqlite_errors
    def annotators(self) -> tuple[str, ...]:
        """Names in order of first appearance."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM annotators ORDER BY id"))

    @translates_sqlite_errors
    def content(self, key: Key) -> str | None:
        """Return what is shown now under a key, as JSON; None is no record.

        Raises:
            UsageError: if there is no such segment.
        """
        found = find_record(self._connection, self._segment(key.segment), key)
        return found.content if found is not None else None

    def _save(
        self,
        kind: Kind[KeyOfKind, Value],
        key: KeyOfKind,
        value: Value | None,
        what: str,
        known: Value | Anything | None,
    ) -> None:
        content = None if value is None else kind.write(value)
        with self._transaction() as connection:
            if known != ANYTHING and self._one(kind, key) != known:
                raise Conflict
            if content == self.content(key):  # no edit, and so no step of undo
                return
            last = last_edit_time(connection, key.annotator)
            before, time = put_record(connection, self._segment(key.segment), key, content, last)
            drop_undone(connection, key.annotator)
            add_to_history(connection, before, what, content, "done", time, new_step())

    def _by(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, Value]:
        """Everything of one kind by one annotator, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        if annotator not in self.annotators:
            there = listed(self.annotators) or "none"
            raise UsageError(f"there is no annotator {did_you_mean(annotator, self.annotators)}; there are {there}")
        return self._by_key(kind, records_of_annotator(self._connection, annotator, kind.name))

    def _in(self, kind: Kind[KeyOfKind, Value], segment: str, annotator: str) -> dict[KeyOfKind, Value]:
        """The same of one segment, the last change first."""
        there = records_of_segment(self._connection, self._segment(segment), annotator, kind.name)
        return self._by_key(kind, there)

    def _one(self, kind: Kind[KeyOfKind, Value], key: KeyOfKind) -> Value | None:
        found = find_record(self._connection, self._segment(key.segment), key)
        return self._by_key(kind, [found] if found else []).get(key)

    def _by_key(self, kind: Kind[KeyOfKind, Value], found: Iterable[Record]) -> dict[KeyOfKind, Value]:
        return {key: value for key, value in self._read_all(kind, found) if isinstance(key, kind.key)}

    def _read_all(self, kind: Kind[KeyOfKind, Value], found: Iterable[Record]) -> Iterator[tuple[Key, Value]]:
        """Contents as values, without those that cannot be read."""
        for one in found:
            if one.content is None:
                continue
            try:
                yield one.key, kind.read(one.content)
            except ValueError:
                self._tell_unreadable(one.key)

    def _tell_unreadable(self, key: Key) -> None:
        names = (f"segment {key.segment}", key.system or key.reference, key.annotator)
        what = f"{', '.join(map(shortened, names))}: {UNREADABLE[isinstance(key, ReferenceKey)]}"
        self._unreadable[key] = Problem(self.path, None, what, key.segment)


def records_of_annotator(connection: sqlite3.Connection, annotator: str, kind: str) -> Iterator[Record]:
    """All records of a kind by one annotator that say something, in the order of the segments."""
    wanted = "WHERE n.name = ? AND a.kind = ? AND a.content IS NOT NULL ORDER BY s.id, a.id"
    return map(_record, connection.execute(_FOUND + wanted, (annotator, kind)))


def records_of_segment(connection: sqlite3.Connection, segment: int, annotator: str, kind: str) -> list[Record]:
    """The same of one segment, the last change first."""
    wanted = "WHERE a.segment = ? AND n.name = ? AND a.kind = ? AND a.content IS NOT NULL"
    rows = connection.execute(f"{_FOUND}{wanted} ORDER BY a.changed DESC, a.id DESC", (segment, annotator, kind))
    return list(map(_record, rows))


def find_record(connection: sqlite3.Connection, segment: int, key: Key) -> Record | None:
    """The row of a key, None if there never was one."""
    found = connection.execute(
        f"{_FOUND}WHERE a.segment = ? AND a.kind = ? AND a.system = ? AND a.reference = ? AND n.name = ?",
        (segment, kind_of(key), key.system, key.reference, key.annotator),
    ).fetchone()
    return None if found is None else _record(found)


def key_numbered(connection: sqlite3.Connection, number: int) -> Key:
    """Return what the row of that number is filed under."""
    return _record(connection.execute(f"{_FOUND}WHERE a.id = ?", (number,)).fetchone()).key


def stored_alternatives(connection: sqlite3.Connection) -> Iterator[tuple[Record, str | None]]:
    """Every record of which a merge kept other versions, with each of them, the latest first."""
    query = _FOUND.replace("a.changed", "a.changed, v.content") + (
        "JOIN alternatives v ON v.annotation = a.id ORDER BY s.id, a.id, v.changed DESC, v.content DESC"
    )
    for *row, content in connection.execute(query):
        yield _record(tuple(row)), content


def put_record(
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
    before = find_record(connection, segment, key)
    if before is not None:
        time = time_after(max(before.changed, after))
        run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, before.number))
        return before, time
    time, annotator = time_after(after), annotator_number(connection, key.annotator)
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


def last_edit_time(connection: sqlite3.Connection, annotator: str) -> str:
    """Return the time of an annotator's last edit; empty if there is none.

    Edits are made later than this, so that their times have the order in which they were made.
    """
    row = connection.execute(
        "SELECT h.time FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE n.name = ? ORDER BY h.id DESC LIMIT 1",
        (annotator,),
    ).fetchone()
    return str(row[0]) if row else ""


def add_to_history(
    connection: sqlite3.Connection, before: Record, what: str, after: str | None, state: str, time: str, step: str = ""
) -> None:
    """Add to the history how a record changed, when, and in which step of undo."""
    connection.execute(
        "INSERT INTO history (annotation, what, before, after, time, state, stated, step)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (before.number, what, before.content, after, time, state, time, step),
    )


def drop_undone(connection: sqlite3.Connection, annotator: str) -> None:
    """Let what an annotator had undone no longer be done again.

    Since when it is undone stays: nothing changes in any record, so that what another copy has done again holds.
    """
    connection.execute(
        "UPDATE history SET state = 'dropped' WHERE state = 'undone' AND annotation IN ("
        "SELECT a.id FROM annotations a JOIN annotators n ON n.id = a.annotator WHERE n.name = ?)",
        (annotator,),
    )


def annotator_number(connection: sqlite3.Connection, name: str) -> int:
    """Return the number of an annotator, who is new if nobody is called so; the caller began the transaction.

    Raises:
        UsageError: if the name is no text.
    """
    try:
        name.encode("utf-8")
    except UnicodeEncodeError as error:
        raise UsageError(f"the name {quoted(name)} is no text in UTF-8, expected an annotator's name") from error
    connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))
    (number,) = connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
    return int(number)


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed = row
    return Record(number, key_of(kind, segment_key(document, name), system, reference, annotator), content, changed)
