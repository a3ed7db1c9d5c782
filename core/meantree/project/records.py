"""The records of annotators, of any kind, and their history: each change is a row that undo and redo follow."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from uuid import uuid4

from meantree.annotation.error_annotation import ErrorAnnotation
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.record_kinds import Key, KeyOfKind, Kind, Value, key_of, kind_of
from meantree.annotation.reference_frames import ReferenceKey
from meantree.corpus.corpus import segment_key
from meantree.corpus.formats.raw_file import MAX_SEGMENT_CHARACTERS
from meantree.errors import Problem, UsageError
from meantree.escaping import is_encodable, quoted, shortened, there_is_no
from meantree.project.database import translates_sqlite_errors
from meantree.project.schema import time_after

Anything = Literal["anything"]
ANYTHING: Anything = "anything"
"""The stored content may be replaced whatever it is."""
UNREADABLE = (
    "this annotation cannot be read; left out",
    "the frames of this reference cannot be read; translations are shown without them",
    "the segment has no such translation or reference; left out",
)
"""Messages about records that cannot be read: other records, shared frames of a reference, and of missing texts."""
_HAS_TEXT = f"""({{0}} = '' OR EXISTS (SELECT 1 FROM texts t WHERE t.segment = a.segment AND t.side = '{{1}}'
AND t.name = {{0}} AND length(t.text) <= {MAX_SEGMENT_CHARACTERS}))"""
_HAS_TEXTS = " AND ".join(map(_HAS_TEXT.format, ("a.system", "a.reference"), ("hypothesis", "reference")))
_SELECT_RECORDS = f"""
SELECT a.id, a.kind, s.document, s.name, a.system, a.reference, n.name, a.content, a.changed, {_HAS_TEXTS}
FROM annotations a JOIN segments s ON s.id = a.segment JOIN annotators n ON n.id = a.annotator
"""
_OF_ANNOTATOR = "WHERE n.name = ? AND a.kind = ? AND a.content IS NOT NULL"


class Conflict(UsageError):
    """An edit of a record that has changed since the annotator saw it."""

    def __init__(self) -> None:
        super().__init__("another window changed this in the meantime; review it before you edit")


class Locked(UsageError):
    """An edit of a finalized, and so locked, annotation of the gold standard."""


def require_unlocked(annotation: Annotation | ErrorAnnotation | None) -> None:
    """Raise Locked if an annotation to be edited is finalized."""
    if annotation is not None and annotation.finalized_by:
        raise Locked(f"{quoted(annotation.finalized_by)} finalized this; unlock it before you edit")


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the table of annotations.

    Attributes:
        number: of its row.
        content: as JSON, None if undo took everything back.
        changed: when it got this content, in UTC; empty if it is new.
        has_texts: whether the segment has the translation and the reference that it is about.
    """

    number: int
    key: Key
    content: str | None
    changed: str = ""
    has_texts: bool = True


class Tables:
    """An open database, the base of all that reads and writes its tables.

    Methods raise UsageError for a segment or annotator that does not exist, and if the file cannot be read or written.
    """

    path: Path
    _connection: sqlite3.Connection

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Begin a transaction: all its changes are written, or none."""
        raise NotImplementedError

    def _segment(self, key: str) -> int:
        """Return the number of a segment; documents and names may contain slashes, so each may separate them."""
        slashes = [place for place, letter in enumerate(key) if letter == "/"]
        for document, name in [("", key), *((key[:place], key[place + 1 :]) for place in slashes)]:
            row = self._connection.execute(
                "SELECT id FROM segments WHERE document = ? AND name = ?", (document, name)
            ).fetchone()
            if row is not None:
                return int(row[0])
        raise UsageError(f"there is no segment {shortened(key)} in {self.path}")


class RecordAccess(Tables):
    """Reading and writing records of any kind; one that cannot be read is reported and left out."""

    def __init__(self) -> None:
        self._unreadable: dict[Key, Problem] = {}

    @property
    @translates_sqlite_errors
    def annotators(self) -> tuple[str, ...]:
        """The names of the annotators in order of first appearance."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM annotators ORDER BY id"))

    @translates_sqlite_errors
    def content(self, key: Key) -> str | None:
        """Return the current content of a key, as JSON; None is no record."""
        record = find_record(self._connection, self._segment(key.segment), key)
        return record.content if record is not None else None

    def _save(
        self,
        kind: Kind[KeyOfKind, Value],
        key: KeyOfKind,
        value: Value | None,
        what: str,
        known: Value | Anything | None,
        require_editable: Callable[[Value | None], None] = lambda _: None,
        follow: Callable[[Value | None], Mapping[Key, str | None]] = lambda _: {},
    ) -> None:
        """Store a value of any kind.

        Args:
            require_editable: raises unless the present value may be replaced.
            follow: from the present value to contents of other records that change in the same step of undo.
        """
        content = None if value is None else kind.write(value)
        with self._transaction() as connection:
            present = self._one(kind, key)
            if known != ANYTHING and present != known:
                raise Conflict
            require_editable(present)
            if content == self.content(key):  # no edit, and so no step of undo
                return
            self._put(connection, {key: content, **follow(present)}, what)

    def _put(
        self, connection: sqlite3.Connection, contents: Mapping[Key, str | None], what: str, step: str = ""
    ) -> str:
        """Write several records in one step of undo; the first one is where the edit was made."""
        step, time = step or new_step(), last_edit_time(connection, next(iter(contents)).annotator)
        for place, (key, content) in enumerate(contents.items()):
            before, time = put_record(connection, self._segment(key.segment), key, content, time)
            self._unreadable.pop(key, None)
            if not place:
                drop_undone(connection, key.annotator)
            add_to_history(connection, before, what, content, "done", time, step)
        return step

    def _by(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, Value]:
        """Return all values of one kind by one annotator, in the order of the segments."""
        if annotator not in self.annotators:
            raise UsageError(there_is_no("annotator", annotator, self.annotators))
        return self._by_key(kind, self._records(kind, annotator))

    def _in(self, kind: Kind[KeyOfKind, Value], segment: str, annotator: str) -> dict[KeyOfKind, Value]:
        """Return the same of one segment, the latest change first."""
        rest = f"{_OF_ANNOTATOR} AND a.segment = ? ORDER BY a.changed DESC, a.id DESC"
        return self._by_key(kind, select_records(self._connection, rest, annotator, kind.name, self._segment(segment)))

    def _one(self, kind: Kind[KeyOfKind, Value], key: KeyOfKind) -> Value | None:
        record = find_record(self._connection, self._segment(key.segment), key)
        return self._by_key(kind, [record] if record else []).get(key)

    def _by_key(self, kind: Kind[KeyOfKind, Value], records: Iterable[Record]) -> dict[KeyOfKind, Value]:
        return {key: value for key, value in self._read_all(kind, records) if isinstance(key, kind.key)}

    def _read_all(self, kind: Kind[KeyOfKind, Value], records: Iterable[Record]) -> Iterator[tuple[Key, Value]]:
        """Yield contents as values, without those that cannot be read."""
        for record in records:
            if record.content is None:
                continue
            try:
                value = kind.read(record.content)
            except ValueError:
                self._report_unreadable(record.key, UNREADABLE[isinstance(record.key, ReferenceKey)])
                continue
            if record.has_texts:
                yield record.key, value
            else:
                self._report_unreadable(record.key, UNREADABLE[2])

    def _changed(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, str]:
        """Return when each record of a kind was last changed, in UTC; empty for an unknown annotator."""
        records = self._records(kind, annotator)
        return {record.key: record.changed for record in records if isinstance(record.key, kind.key)}

    def _records(self, kind: Kind[KeyOfKind, Value], annotator: str) -> Iterator[Record]:
        return select_records(self._connection, f"{_OF_ANNOTATOR} ORDER BY s.id, a.id", annotator, kind.name)

    def _report_unreadable(self, key: Key, fault: str) -> None:
        names = (f"segment {key.segment}", key.system or key.reference, key.annotator)
        message = f"{', '.join(map(shortened, names))}: {fault}"
        self._unreadable[key] = Problem(self.path, None, message, key.segment)


def select_records(connection: sqlite3.Connection, rest: str, *parameters: object) -> Iterator[Record]:
    """Return records (a) of segments (s) and annotators (n), given the rest of the query."""
    return map(_record, connection.execute(_SELECT_RECORDS + rest, parameters))


def find_record(connection: sqlite3.Connection, segment: int, key: Key) -> Record | None:
    """Return the record of a key; None if it never existed."""
    condition = "WHERE a.segment = ? AND a.kind = ? AND a.system = ? AND a.reference = ? AND n.name = ?"
    values = segment, kind_of(key), key.system, key.reference, key.annotator
    return next(select_records(connection, condition, *values), None)


def key_numbered(connection: sqlite3.Connection, number: int) -> Key:
    """Return the key of the record with that number."""
    return next(select_records(connection, "WHERE a.id = ?", number)).key


def stored_alternatives(connection: sqlite3.Connection) -> Iterator[tuple[Record, str | None]]:
    """Yield each record of which a merge kept other versions, with each version, the latest first."""
    query = _SELECT_RECORDS.replace("a.changed", "v.content, a.changed") + (
        "JOIN alternatives v ON v.annotation = a.id ORDER BY s.id, a.id, v.changed DESC, v.content DESC"
    )
    for row in connection.execute(query):
        yield _record((*row[:8], *row[9:])), row[8]


def put_record(
    connection: sqlite3.Connection, segment: int, key: Key, content: str | None, after: str = ""
) -> tuple[Record, str]:
    """Store a content; the caller began the transaction.

    Args:
        content: as JSON; None is no record.
        after: a time that the new content must be later than.

    Returns:
        the record before, and the time stored with the new content.
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
    """Return an identifier for a new step of undo, unique among all copies of the project."""
    return uuid4().hex


def last_edit_time(connection: sqlite3.Connection, annotator: str) -> str:
    """Return the time of an annotator's last edit; empty if there is none.

    Edits get later times than this, so that their times are in the order in which they were made.
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
    """Add a change of a record to the history, with its name, state, time and step of undo."""
    connection.execute(
        "INSERT INTO history (annotation, what, before, after, time, state, stated, step)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (before.number, what, before.content, after, time, state, time, step),
    )


def drop_undone(connection: sqlite3.Connection, annotator: str) -> None:
    """Make an annotator's undone edits no longer redoable.

    The time of undoing stays: no record changes, so an edit that another copy has redone remains valid.
    """
    connection.execute(
        "UPDATE history SET state = 'dropped' WHERE state = 'undone' AND annotation IN ("
        "SELECT a.id FROM annotations a JOIN annotators n ON n.id = a.annotator WHERE n.name = ?)",
        (annotator,),
    )


def annotator_number(connection: sqlite3.Connection, name: str) -> int:
    """Return the number of an annotator, adding the name if it is new; the caller began the transaction.

    Raises:
        UsageError: if the name cannot be encoded.
    """
    if not is_encodable(name):
        raise UsageError(f"the name {quoted(name)} cannot be encoded in UTF-8, expected an annotator's name")
    connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))
    (number,) = connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
    return int(number)


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str, int]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed, has_texts = row
    key = key_of(kind, segment_key(document, name), system, reference, annotator)
    return Record(number, key, content, changed, bool(has_texts))
