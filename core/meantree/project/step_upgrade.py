"""Up to version 6 the edits of one step of undo were told by their names; now they share the identity of the step."""

from __future__ import annotations

import hashlib
import json
import sqlite3

GOES_ON = ", continued"
"""How the name of an edit ended that was one step with the one before it."""


def number_steps(connection: sqlite3.Connection) -> None:
    """Give every step of undo an identity, the same in all copies of a project, and its edits one name."""
    rows = connection.execute(
        "SELECT h.id, n.name, h.what, h.time, s.document, s.name, a.kind, a.system, a.reference"
        " FROM history h JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
        " JOIN segments s ON s.id = a.segment WHERE h.state <> 'imported' ORDER BY h.id"
    ).fetchall()
    last: dict[str, tuple[str, str]] = {}
    for number, annotator, said, *place in rows:
        what, is_first = _name(said), not said.endswith(GOES_ON)
        name, step = last.get(annotator, ("", ""))
        if is_first or name != what:
            step = hashlib.sha256(json.dumps([annotator, what, *place]).encode()).hexdigest()[:32]
        last[annotator] = what, step
        connection.execute("UPDATE history SET what = ?, step = ? WHERE id = ?", (what, step, number))


def _name(said: str) -> str:
    """What a step is called, whichever of its edits is meant."""
    while said.endswith(GOES_ON):
        said = said.removesuffix(GOES_ON)
    return said
