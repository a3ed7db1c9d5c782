"""The records of annotators, of any kind, and their history: each change is a row that undo and redo follow."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from meantree.annotation.error_annotation import ErrorAnnotation
from meantree.annotation.frame_annotation import Annotation
from meantree.annotation.record_kinds import Key, KeyOfKind, Kind, Value, key_of, kind_of
from meantree.annotation.reference_frames import ReferenceKey
from meantree.corpus.corpus import segment_key
from meantree.corpus.formats.raw_file import MAX_SEGMENT_CHARACTERS
from meantree.errors import Problem, UsageError
from meantree.escaping import is_encodable, quoted, shortened, there_is_no
from meantree.project.database import translate_sqlite_errors
from meantree.project.schema import insertion, time_after

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
BY = "SELECT a.id FROM annotations a JOIN annotators n ON n.id = a.annotator WHERE n.name = ?"
"""Selects the numbers of an annotator's records."""
HISTORY_OF = """history h CROSS JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator
WHERE n.name = ?"""
"""The history of an annotator; CROSS JOIN follows the order of its numbers, so the newest is found at once."""
_OF_ANNOTATOR = "WHERE n.name = coalesce(?, n.name) AND a.kind = ? AND a.content IS NOT NULL"


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

    Methods raise UsageError for a segment that does not exist, and if the file cannot be read or written.
    """

    path: Path
    _connection: sqlite3.Connection

    def _transaction(self) -> AbstractContextManager[sqlite3.Connection]:
        """Begin a transaction: all its changes are written, or none."""
        raise NotImplementedError

    def look(self) -> None:
        """Notice whether the file was replaced."""
        raise NotImplementedError

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """Look at the file before it is read; SQLite's errors become messages."""
        self.look()
        with translate_sqlite_errors(self.path):
            yield self._connection

    def _rows(self, query: str, *parameters: object) -> list[Any]:
        """Return the rows of a query."""
        with self._reading() as connection:
            return connection.execute(query, parameters).fetchall()

    def _setting(self, name: str) -> str:
        return "".join(str(value) for (value,) in self._rows("SELECT value FROM settings WHERE name = ?", name))

    def _annotator(self, name: str) -> int:
        """Return an annotator's number, adding a new name in a transaction; raise UsageError if it is not encodable."""
        if not is_encodable(name):
            raise UsageError(f"the name {quoted(name)} cannot be encoded in UTF-8, expected an annotator's name")
        self._connection.execute("INSERT OR IGNORE INTO annotators (name) VALUES (?)", (name,))
        (number,) = self._connection.execute("SELECT id FROM annotators WHERE name = ?", (name,)).fetchone()
        return int(number)

    def _segment(self, key: str) -> int:
        """Return the number of a segment; documents and names may contain slashes, so each may separate them."""
        slashes = [place for place, letter in enumerate(key) if letter == "/"]
        for document, name in [("", key), *((key[:place], key[place + 1 :]) for place in slashes)]:
            for (number,) in self._rows("SELECT id FROM segments WHERE document = ? AND name = ?", document, name):
                return int(number)
        raise UsageError(f"there is no segment {shortened(key)} in {self.path}")


class RecordAccess(Tables):
    """Reading and writing records of any kind; one that cannot be read is reported and left out."""

    def __init__(self) -> None:
        self._unreadable: dict[Key, Problem] = {}

    @property
    def annotators(self) -> tuple[str, ...]:
        """The names of the annotators in order of first appearance."""
        return tuple(name for (name,) in self._rows("SELECT name FROM annotators ORDER BY id"))

    def require_annotator(self, annotator: str | None) -> None:
        """Raise UsageError if there is no such annotator; None stands for all."""
        if annotator is not None and annotator not in self.annotators:
            raise UsageError(there_is_no("annotator", annotator, self.annotators))

    def content(self, key: Key) -> str | None:
        """Return the current content of a key, as JSON; None is no record."""
        record = self._find(key)
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
        step: str = "",
    ) -> str:
        """Store a value of any kind; return the step of undo, the given one where nothing changes.

        Args:
            require_editable: raises unless the present value may be replaced.
            follow: from the present value to contents of other records that change in the same step of undo.
        """
        content = None if value is None else kind.write(value)
        with self._transaction():
            present = self._one(kind, key)
            if known != ANYTHING and present != known:
                raise Conflict
            require_editable(present)
            if content != self.content(key):  # else it is no edit, and so no step of undo
                return self._put({key: content, **follow(present)}, what, step)
        return step

    def _put(self, contents: Mapping[Key, str | None], what: str, step: str = "") -> str:
        """Write several records in one step of undo, in a transaction; the first one is where the edit was made."""
        step, annotator = step or uuid4().hex, next(iter(contents)).annotator
        time = self._last_edit(annotator)
        self._drop_undone(annotator)
        for key, content in contents.items():
            before, time = self._put_record(key, content, time)
            self._unreadable.pop(key, None)
            self._add_to_history(before, what, content, "done", time, step)
        return step

    def _last_edit(self, annotator: str) -> str:
        """Return the time of an annotator's last edit; empty if there is none.

        Edits get later times than this, so that their times are in the order in which they were made.
        """
        last = f"SELECT h.time FROM {HISTORY_OF} ORDER BY h.id DESC LIMIT 1"
        (time,) = self._connection.execute(last, (annotator,)).fetchone() or ("",)
        return str(time)

    def _drop_undone(self, annotator: str) -> None:
        """Make an annotator's undone edits no longer redoable.

        The time of undoing stays: no record changes, so an edit that another copy has redone remains valid.
        """
        dropped = f"UPDATE history SET state = 'dropped' WHERE state = 'undone' AND annotation IN ({BY})"
        self._connection.execute(dropped, (annotator,))

    def _put_record(self, key: Key, content: str | None, after: str = "") -> tuple[Record, str]:
        """Store a content in a transaction.

        Args:
            content: as JSON; None is no record.
            after: a time that the new content must be later than.

        Returns:
            the record before, and the time stored with the new content.
        """
        run, before = self._connection.execute, self._find(key)
        time = time_after(max(before.changed if before is not None else "", after))
        if before is not None:
            run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, before.number))
            return before, time
        place = self._segment(key.segment), kind_of(key).name, key.system, key.reference, self._annotator(key.annotator)
        cursor = run(insertion("annotations"), (*place, content, time))
        return Record(int(cursor.lastrowid or 0), key, None), time

    def _add_to_history(
        self, before: Record, what: str, after: str | None, state: str, time: str, step: str = ""
    ) -> None:
        """Add a change of a record to the history, with its name, state, time and step of undo."""
        row = before.number, what, before.content, after, time, state, time, step
        self._connection.execute(insertion("history"), row)

    def _by(
        self, kind: Kind[KeyOfKind, Value], annotator: str | None, segment: str | None = None
    ) -> dict[KeyOfKind, Value]:
        """Return the values of one kind by one annotator in the order of the segments, or by all, one after the other.

        There are none by an unknown annotator. Of one segment alone, the latest change comes first.
        """
        if segment is None:
            return self._by_key(kind, self._records(kind, annotator))
        rest = f"{_OF_ANNOTATOR} AND a.segment = ? ORDER BY a.changed DESC, a.id DESC"
        return self._by_key(kind, self._select(rest, annotator, kind.name, self._segment(segment)))

    def _one(self, kind: Kind[KeyOfKind, Value], key: KeyOfKind) -> Value | None:
        record = self._find(key)
        return self._by_key(kind, [record] if record else []).get(key)

    def _by_key(self, kind: Kind[KeyOfKind, Value], records: Iterable[Record]) -> dict[KeyOfKind, Value]:
        """Return contents as values by key, without those that cannot be read."""
        values: dict[KeyOfKind, Value] = {}
        for record in records:
            key = record.key
            if record.content is None or not isinstance(key, kind.key):
                continue
            try:
                value = kind.read(record.content)
            except ValueError:
                self._report_unreadable(key, UNREADABLE[isinstance(key, ReferenceKey)])
                continue
            if record.has_texts:
                values[key] = value
            else:
                self._report_unreadable(key, UNREADABLE[2])
        return values

    def _changed(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, str]:
        """Return when each record of a kind was last changed, in UTC; empty for an unknown annotator."""
        records = self._records(kind, annotator)
        return {record.key: record.changed for record in records if isinstance(record.key, kind.key)}

    def _records(self, kind: Kind[KeyOfKind, Value], annotator: str | None) -> Iterator[Record]:
        return self._select(f"{_OF_ANNOTATOR} ORDER BY n.id, s.id, a.id", annotator, kind.name)

    def _select(self, rest: str, *parameters: object) -> Iterator[Record]:
        """Return records (a) of segments (s) and annotators (n), given the rest of the query."""
        return map(_record, self._rows(_SELECT_RECORDS + rest, *parameters))

    def _alternatives(self, number: int | None = None) -> list[Record]:
        """Return the other versions that merges kept of all records, or of one, the latest of each first."""
        select = _SELECT_RECORDS.replace("a.content, a.changed", "v.content, v.changed")
        of_one = "JOIN alternatives v ON v.annotation = a.id WHERE a.id = coalesce(?, a.id)"
        order = "ORDER BY s.id, a.id, v.changed DESC, v.content DESC"
        return list(map(_record, self._rows(f"{select} {of_one} {order}", number)))

    def _find(self, key: Key) -> Record | None:
        """Return the record of a key; None if it never existed."""
        condition = "WHERE a.segment = ? AND a.kind = ? AND a.system = ? AND a.reference = ? AND n.name = ?"
        values = self._segment(key.segment), kind_of(key).name, key.system, key.reference, key.annotator
        return next(self._select(condition, *values), None)

    def _report_unreadable(self, key: Key, fault: str) -> None:
        names = (f"segment {key.segment}", key.system or key.reference, key.annotator)
        message = f"{', '.join(map(shortened, names))}: {fault}"
        self._unreadable[key] = Problem(self.path, None, message, key.segment)


def _record(row: tuple[int, str, str, str, str, str, str, str | None, str, int]) -> Record:
    number, kind, document, name, system, reference, annotator, content, changed, has_texts = row
    key = key_of(kind, segment_key(document, name), system, reference, annotator)
    return Record(number, key, content, changed, bool(has_texts))
