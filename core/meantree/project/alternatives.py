"""What copies of a project say instead of a record, kept beside it by a merge until somebody decides."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

from meantree.project import records
from meantree.project.annotation import AnnotationKey
from meantree.project.database import telling
from meantree.project.frame_annotations import FrameAnnotations, require_unlocked
from meantree.project.kinds import Key
from meantree.project.reference_frames import ReferenceKey

TAKEN = "version of another copy taken"
SET_ASIDE = "version set aside"


class Alternatives(FrameAnnotations):
    """The part of a project that a merge left open."""

    @telling
    def alternatives(self) -> dict[Key, tuple[str | None, ...]]:
        """By key, the other versions of a record of any kind, as JSON; None is no record.

        The latest comes first, and the keys are in the order of the segments.
        """
        found: dict[Key, list[str | None]] = {}
        for record, content in records.alternatives(self._connection):
            found.setdefault(record.key, []).append(content)
        return {key: tuple(versions) for key, versions in found.items()}

    def keep_version(self, key: Key, content: str | None) -> None:
        """Let one version hold, the one that is shown or another, and set the rest aside; undo brings that one back.

        Args:
            key: whose versions they are.
            content: the version, as :meth:`alternatives` gives it.

        Raises:
            Locked: if another version than the one that is shown would change what somebody settled, or was settled
                over other frames of the reference.
            UsageError: if there is no such segment, or the file cannot be written to.
        """
        with self._transaction() as connection:
            if content != self.content(key):
                self._require_may_change(key, content)
            last = records.last_time(connection, key.annotator)
            before, time = records.put(connection, self._segment(key.segment), key, content, last)
            if before.content != content:
                records.forget_undone(connection, key.annotator)
                records.tell(connection, before, TAKEN, content, "done", time, records.new_step())
            self._set_aside(connection, before, content, time)

    def _require_may_change(self, key: Key, content: str | None) -> None:
        if isinstance(key, ReferenceKey):
            self._require_reference_unlocked(key, content)
        elif isinstance(key, AnnotationKey):
            require_unlocked(self.annotation(key))
            self._require_settled_over_shown(key, content)

    def _set_aside(self, connection: sqlite3.Connection, before: records.Record, kept: str | None, time: str) -> None:
        """A row of the history tells later merges that the other versions were seen and not taken."""
        for record, content in list(records.alternatives(connection)):
            if record.number == before.number and content != kept:
                records.tell(connection, replace(record, content=content), SET_ASIDE, kept, "imported", time)
        connection.execute("DELETE FROM alternatives WHERE annotation = ?", (before.number,))
