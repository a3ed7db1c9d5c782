"""What annotators did, in the tables of a project: frames, corrected trees and links, and the way back."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

from meantree.analysis.corrections import NO_FIXED_LINKS, FixedLinks
from meantree.project.annotation import AUTOMATIC, AnnotationKey
from meantree.project.database import translates_sqlite_errors
from meantree.project.frame_annotations import FrameAnnotations, Locked, require_unlocked
from meantree.project.kinds import LINKS, TREES, Key
from meantree.project.records import (
    ANYTHING,
    Anything,
    Record,
    add_to_history,
    drop_undone,
    key_numbered,
    last_edit_time,
    new_step,
    put_record,
    stored_alternatives,
)
from meantree.project.reference_frames import ReferenceKey
from meantree.project.schema import time_after
from meantree.project.stored_corrections import Arcs, LinksKey, TreeKey

TAKEN = "version of another copy taken"
SET_ASIDE = "version set aside"
Step = tuple[int, str]
"""The row of the history that is walked first, and the step that it belongs to; empty if it is one alone."""


@dataclass(frozen=True, slots=True)
class Way:
    """Back or forward.

    Attributes:
        edits: which rows of the history ``h`` lead on from what the record ``a`` shows, in SQL.
        order: in which they are walked.
        content: the column with what is shown afterwards.
        state: of an edit that was walked.
    """

    edits: str
    order: str
    content: str
    state: str


def _is_below(edit: str) -> str:
    """In SQL, whether an edit was made before the one whose undoing led to what its record shows."""
    return (
        "NOT EXISTS (SELECT 1 FROM history f WHERE f.annotation = a.id AND f.state IN ('undone', 'dropped')"
        " AND f.stated = a.changed AND f.before IS a.content"
        f" AND (f.time, f.id) <= ({edit}.time, {edit}.id))"
    )


_BEGINNING = (
    "(SELECT iif(b.state = 'imported', b.after, b.before) FROM history b WHERE b.annotation = a.id"
    " ORDER BY b.time, b.id LIMIT 1)"
)
_LEADS_HERE = f"d.annotation = a.id AND d.state = 'done' AND d.after IS a.content AND {_is_below('d')}"
UNDO = Way(
    f"h.after IS a.content AND {_is_below('h')} AND (h.state = 'done' OR ("
    f"h.state IN ('undone', 'dropped') AND a.content IS NOT {_BEGINNING}"
    f" AND NOT EXISTS (SELECT 1 FROM history d WHERE {_LEADS_HERE})))",
    "h.id DESC",
    "before",
    "undone",
)
"""Edits that led to versions of other copies are no steps from what is shown.

What is shown after a merge may have been made from something that another copy took back. So where no edit that is done
leads to what is shown, and the record did not begin with it, the last edit that led there is taken back once more.
"""
REDO = Way("h.before IS a.content AND h.state = 'undone'", "h.stated DESC, h.id", "after", "done")


class AnnotatorsWork(FrameAnnotations):
    """The part of a project that annotators make; each of them undoes what is their own."""

    @translates_sqlite_errors
    def trees(self, annotator: str) -> dict[TreeKey, Arcs]:
        """The heads and labels that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(TREES, annotator)

    @translates_sqlite_errors
    def links(self, annotator: str) -> dict[LinksKey, FixedLinks]:
        """The links between words that one annotator corrected, in the order of the segments.

        Raises:
            UsageError: if there is no such annotator.
        """
        return self._by(LINKS, annotator)

    @property
    @translates_sqlite_errors
    def has_work(self) -> bool:
        """Whether anybody's frames or corrections are in it now; what was undone and automatic frames are not."""
        query = "SELECT EXISTS (SELECT 1 FROM annotations JOIN annotators ON annotators.id = annotations.annotator"
        query += " WHERE content IS NOT NULL AND annotators.name != ?)"
        return bool(self._connection.execute(query, (AUTOMATIC,)).fetchone()[0])

    def all_trees(self) -> dict[TreeKey, Arcs]:
        """The heads and labels that anybody corrected, annotator by annotator."""
        return {key: arcs for name in self.annotators for key, arcs in self.trees(name).items()}

    def all_links(self) -> dict[LinksKey, FixedLinks]:
        """The links between words that anybody corrected, annotator by annotator."""
        return {key: fixed for name in self.annotators for key, fixed in self.links(name).items()}

    @translates_sqlite_errors
    def tree(self, key: TreeKey) -> Arcs:
        """The arcs that are corrected in one text.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(TREES, key) or {}

    @translates_sqlite_errors
    def links_of(self, key: LinksKey) -> FixedLinks:
        """The links that are corrected between two texts.

        Raises:
            UsageError: if there is no such segment.
        """
        return self._one(LINKS, key) or NO_FIXED_LINKS

    def save_tree(self, key: TreeKey, arcs: Arcs, what: str, *, known: Arcs | Anything = ANYTHING) -> None:
        """Keep the corrected arcs of a text in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(TREES, key, arcs or None, what, known or None)

    def save_links(
        self, key: LinksKey, fixed: FixedLinks, what: str, *, known: FixedLinks | Anything = ANYTHING
    ) -> None:
        """Keep the corrected links of two texts in the same way; none at all are no record.

        Raises:
            Conflict, UsageError: as :meth:`save`.
        """
        self._save(LINKS, key, fixed or None, what, known or None)

    def undo(self, annotator: str) -> tuple[Key, str] | None:
        """Take back the last edit of an annotator, whichever segment it was in: what was it, or None if there is none.

        Settled translations stay over the frames of the reference that they were settled over: a step that would part
        them waits until others before it are taken back, as that which settled the translation.

        Raises:
            Locked: if every step would do so.
            UsageError: if the file cannot be written to.
        """
        edits = self._walked(annotator, UNDO)
        return edits[-1] if edits else None

    def redo(self, annotator: str) -> tuple[Key, str] | None:
        """Do again what was taken back last.

        Raises:
            Locked, UsageError: as :meth:`undo`.
        """
        edits = self._walked(annotator, REDO)
        return edits[0] if edits else None

    def _walked(self, annotator: str, way: Way) -> list[tuple[Key, str]]:
        """Walk the first step that no lock forbids, if possible one of other records than those of forbidden steps."""
        refused: list[Locked] = []
        waiting: set[Key] = set()
        behind: list[Step] = []
        with self._transaction() as connection:
            for step in next_steps(connection, annotator, way):
                connection.execute("SAVEPOINT step")
                edits = walk(connection, annotator, way, step)
                changed = dict(edits).keys()
                try:
                    self._require_settled_over_the_same(changed)
                    if not changed & waiting:
                        return edits
                    behind.append(step)
                except Locked as error:
                    refused.append(error)
                waiting |= changed
                connection.execute("ROLLBACK TO step")
            if refused and not behind:
                raise refused[0]
            return walk(connection, annotator, way, behind[0]) if behind else []

    @translates_sqlite_errors
    def next_step(self, annotator: str, direction: Literal["undo", "redo"]) -> Key | None:
        """Return the key of what that would change next; None if nothing."""
        return next_key(self._connection, annotator, UNDO if direction == "undo" else REDO)

    def _require_settled_over_the_same(self, changed: Collection[Key]) -> None:
        for key in changed:
            if isinstance(key, ReferenceKey):
                self._require_reference_unlocked(key, self.content(key), changed)
            elif isinstance(key, AnnotationKey):
                self._require_settled_over_shown(key, self.content(key))

    @translates_sqlite_errors
    def alternatives(self) -> dict[Key, tuple[str | None, ...]]:
        """By key, the other versions of a record of any kind, as JSON; None is no record.

        The latest comes first, and the keys are in the order of the segments.
        """
        found: dict[Key, list[str | None]] = {}
        for record, content in stored_alternatives(self._connection):
            found.setdefault(record.key, []).append(content)
        return {key: tuple(versions) for key, versions in found.items()}

    def choose_version(self, key: Key, content: str | None) -> None:
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
            last = last_edit_time(connection, key.annotator)
            before, time = put_record(connection, self._segment(key.segment), key, content, last)
            if before.content != content:
                drop_undone(connection, key.annotator)
                add_to_history(connection, before, TAKEN, content, "done", time, new_step())
            self._set_aside(connection, before, content, time)

    def _require_may_change(self, key: Key, content: str | None) -> None:
        if isinstance(key, ReferenceKey):
            self._require_reference_unlocked(key, content)
        elif isinstance(key, AnnotationKey):
            require_unlocked(self.annotation(key))
            self._require_settled_over_shown(key, content)

    def _set_aside(self, connection: sqlite3.Connection, before: Record, kept: str | None, time: str) -> None:
        """A row of the history tells later merges that the other versions were seen and not taken."""
        for record, content in list(stored_alternatives(connection)):
            if record.number == before.number and content != kept:
                add_to_history(connection, replace(record, content=content), SET_ASIDE, kept, "imported", time)
        connection.execute("DELETE FROM alternatives WHERE annotation = ?", (before.number,))


def next_steps(connection: sqlite3.Connection, annotator: str, way: Way) -> list[Step]:
    """Return the steps of an annotator that can be walked now, the one whose turn it is first."""
    found: dict[str, Step] = {}
    for number, step in _next_edits(connection, annotator, way):
        found.setdefault(step or str(number), (number, step))
    return list(found.values())


def next_key(connection: sqlite3.Connection, annotator: str, way: Way) -> Key | None:
    """Return the key of the first edit in the step whose turn it is; None if there is no step."""
    for number, name in next_steps(connection, annotator, way):
        query = "SELECT annotation FROM history WHERE id = ? OR step = ? ORDER BY id LIMIT 1"
        (record,) = connection.execute(query, (number, name or None)).fetchone()
        return key_numbered(connection, record)
    return None


def walk(connection: sqlite3.Connection, annotator: str, way: Way, step: Step) -> list[tuple[Key, str]]:
    """Undo or redo the edits of one step: of what each was, and what it was; in the order in which they are walked."""
    number, name = step
    walked = {number: _walk(connection, annotator, way, number)}
    while name and (edits := _next_edits(connection, annotator, way, name)):
        walked[edits[0][0]] = _walk(connection, annotator, way, edits[0][0])
    if name and way is UNDO:
        _divide(connection, name, walked)
    return list(walked.values())


def _divide(connection: sqlite3.Connection, step: str, walked: Collection[int]) -> None:
    """Make what was taken back now a step of its own, where the rest of the step was taken back before.

    Copies may have taken back different parts of it; to do again what was undone last must not bring the rest back.
    """
    rows = connection.execute("SELECT id FROM history WHERE step = ? AND state = 'undone'", (step,))
    if {number for (number,) in rows} - set(walked):
        own = new_step()
        connection.executemany("UPDATE history SET step = ? WHERE id = ?", [(own, number) for number in walked])


def _next_edits(connection: sqlite3.Connection, annotator: str, way: Way, step: str | None = None) -> list[Step]:
    """The edits that can be walked now, of any step or of one, each with its step."""
    return connection.execute(
        "SELECT h.id, h.step FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator"
        f" WHERE n.name = ? AND h.step = coalesce(?, h.step) AND {way.edits} ORDER BY {way.order}",
        (annotator, step),
    ).fetchall()


def _walk(connection: sqlite3.Connection, annotator: str, way: Way, edit: int) -> tuple[Key, str]:
    """Let a record say what it said before an edit, or after it: which record that is, and what the edit was."""
    run = connection.execute
    record, changed, content, what = run(
        f"SELECT a.id, a.changed, h.{way.content}, h.what FROM history h JOIN annotations a ON a.id = h.annotation"
        " WHERE h.id = ?",
        (edit,),
    ).fetchone()
    # What is taken back now is done again first, though other copies took back more by a clock that is ahead.
    (last,) = run(
        "SELECT coalesce(max(h.stated), '') FROM history h JOIN annotations a ON a.id = h.annotation"
        " JOIN annotators n ON n.id = a.annotator WHERE n.name = ? AND h.state = 'undone'",
        (annotator,),
    ).fetchone()
    time = time_after(max(changed, last))
    run("UPDATE history SET state = ?, stated = ? WHERE id = ?", (way.state, time, edit))
    run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, record))
    return key_numbered(connection, record), what
