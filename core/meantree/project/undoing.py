"""The way of an annotator back and forward through the history of their records, step by step."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from meantree.project import records
from meantree.project.clock import later
from meantree.project.kinds import Key

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
        return records.key_numbered(connection, record)
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
        own = records.new_step()
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
    time = later(max(changed, last))
    run("UPDATE history SET state = ?, stated = ? WHERE id = ?", (way.state, time, edit))
    run("UPDATE annotations SET content = ?, changed = ? WHERE id = ?", (content, time, record))
    return records.key_numbered(connection, record), what
