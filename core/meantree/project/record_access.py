"""Reading and writing the records of annotators, of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from meantree.errors import Problem, UsageError
from meantree.escaping import did_you_mean, listed, shortened
from meantree.project import records
from meantree.project.database import telling
from meantree.project.kinds import Key, KeyOfKind, Kind, Value
from meantree.project.reference_frames import ReferenceKey
from meantree.project.tables import Tables

Anything = Literal["anything"]
ANYTHING: Anything = "anything"
"""Whatever is kept may be replaced."""


UNREADABLE = (
    "this annotation cannot be read; left out",
    "the frames of this reference cannot be read; translations are shown without them",
)
"""What is told of a record that cannot be read: of others, and of the shared frames of a reference."""


class Conflict(UsageError):
    """An edit of something that is no longer what the annotator saw."""

    def __init__(self) -> None:
        super().__init__("another window changed this meanwhile; look again before you edit")


class RecordAccess(Tables):
    """What all kinds of records have in common; one that cannot be read is reported, and the others stay."""

    def __init__(self) -> None:
        self._unreadable: dict[Key, Problem] = {}

    @property
    @telling
    def annotators(self) -> tuple[str, ...]:
        """Names in order of first appearance."""
        return tuple(name for (name,) in self._connection.execute("SELECT name FROM annotators ORDER BY id"))

    @telling
    def content(self, key: Key) -> str | None:
        """Return what is shown now under a key, as JSON; None is no record.

        Raises:
            UsageError: if there is no such segment.
        """
        found = records.record(self._connection, self._segment(key.segment), key)
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
            last = records.last_time(connection, key.annotator)
            before, time = records.put(connection, self._segment(key.segment), key, content, last)
            records.forget_undone(connection, key.annotator)
            records.tell(connection, before, what, content, "done", time, records.new_step())

    def _by(self, kind: Kind[KeyOfKind, Value], annotator: str) -> dict[KeyOfKind, Value]:
        """Everything of one kind by one annotator, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        if annotator not in self.annotators:
            there = listed(self.annotators) or "none"
            raise UsageError(f"there is no annotator {did_you_mean(annotator, self.annotators)}; there are {there}")
        return self._by_key(kind, records.records_of(self._connection, annotator, kind.name))

    def _in(self, kind: Kind[KeyOfKind, Value], segment: str, annotator: str) -> dict[KeyOfKind, Value]:
        """The same of one segment, the last change first."""
        there = records.records_beside(self._connection, self._segment(segment), annotator, kind.name)
        return self._by_key(kind, there)

    def _one(self, kind: Kind[KeyOfKind, Value], key: KeyOfKind) -> Value | None:
        found = records.record(self._connection, self._segment(key.segment), key)
        return self._by_key(kind, [found] if found else []).get(key)

    def _by_key(self, kind: Kind[KeyOfKind, Value], found: Iterable[records.Record]) -> dict[KeyOfKind, Value]:
        return {key: value for key, value in self._read_all(kind, found) if isinstance(key, kind.key)}

    def _read_all(self, kind: Kind[KeyOfKind, Value], found: Iterable[records.Record]) -> Iterator[tuple[Key, Value]]:
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
