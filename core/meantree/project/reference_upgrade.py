"""Up to version 5 every translation had a copy of its reference's frames; now an annotator's translations share them.

Each edit of the history becomes one of the translation, and one of the shared frames where it changed these, so that
undo still leads back through all of them. A translation whose reference has other frames keeps these as its own.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace

from meantree.analysis.frames import Frame
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.annotation_json import from_json, over_any, reference_to_json, to_json
from meantree.project.preannotation import AUTOMATIC
from meantree.project.reference_frames import ReferenceKey, reference_of, shared
from meantree.project.step_upgrade import GOES_ON

Group = tuple[int, str, int]
"""Segment, reference and annotator, by the numbers of their rows."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One annotation of a translation, as the table has it."""

    number: int
    group: Group
    system: str
    content: str | None
    changed: str


@dataclass(frozen=True, slots=True)
class _Step:
    """One row of the history; ``annotation`` is the number of its record."""

    annotation: int
    what: str
    before: str | None
    after: str | None
    time: str
    state: str
    stated: str


def share_references(connection: sqlite3.Connection) -> None:
    """Keep the frames of references once for each annotator, in the tables of the present version."""
    if connection.execute("SELECT 1 FROM annotations WHERE kind = 'reference' LIMIT 1").fetchone():
        return  # the head of a damaged file may name an older version than its rows are of
    rows = connection.execute(
        "SELECT id, segment, reference, annotator, system, content, changed FROM annotations"
        " WHERE kind = 'frames' AND system <> '' AND reference <> ''"
        " AND annotator NOT IN (SELECT id FROM annotators WHERE name = ?) ORDER BY changed DESC, system",
        (AUTOMATIC,),
    ).fetchall()
    groups: dict[Group, list[_Row]] = {}
    for number, segment, reference, annotator, system, content, changed in rows:
        group = segment, reference, annotator
        groups.setdefault(group, []).append(_Row(number, group, system, content, changed))
    owners: dict[int, int] = {}
    for group, members in groups.items():
        owners |= _share(connection, group, members)
    _divide_history(connection, owners)


def _share(connection: sqlite3.Connection, group: Group, members: list[_Row]) -> dict[int, int]:
    """Give a group one record of the reference's frames: by the number of each translation that shares it, its own."""
    read = {row: _read(row.content) for row in members}
    if any(annotation is not None and not annotation.own_reference for annotation in read.values()):
        return {}
    keys = {AnnotationKey("", row.system, group[1], ""): row for row in members if read[row] is not None}
    found, kept = shared({key: read[row] or Annotation() for key, row in keys.items()})
    sharing = [keys[key] for key, annotation in kept.items() if not annotation.own_reference]
    sharing += [row for row in members if row.content is None]
    frames = found.get(ReferenceKey("", group[1], ""))
    if not sharing or (frames is None and keys):
        return {}
    number = connection.execute(
        "INSERT INTO annotations (segment, kind, system, reference, annotator, content, changed)"
        " VALUES (?, 'reference', '', ?, ?, ?, ?)",
        (*group, None if frames is None else reference_to_json(frames), max(row.changed for row in sharing)),
    ).lastrowid
    for row in sharing:
        content = _translation(row.content)
        connection.execute("UPDATE annotations SET content = ? WHERE id = ?", (content, row.number))
        if frames is not None:
            _share_versions(connection, row.number, frozenset(frames.frames))
    return {row.number: int(number or 0) for row in sharing}


def _share_versions(connection: sqlite3.Connection, annotation: int, frames: frozenset[Frame]) -> None:
    """Let the versions of other copies share the frames, too, where they have the same."""
    query = "SELECT id, content FROM alternatives WHERE annotation = ?"
    for number, content in connection.execute(query, (annotation,)).fetchall():
        version = _read(content)
        if version is not None and frozenset(version.reference) == frames:
            update = "UPDATE OR IGNORE alternatives SET content = ? WHERE id = ?"
            connection.execute(update, (_translation(content), number))


def _divide_history(connection: sqlite3.Connection, owners: dict[int, int]) -> None:
    """Write the history anew, each edit of a reference's frames behind the edit of the translation it was part of."""
    rows = connection.execute(
        "SELECT annotation, what, before, after, time, state, stated FROM history ORDER BY id"
    ).fetchall()
    if not any(row[0] in owners for row in rows):
        return
    present: dict[int, str | None] = {}
    steps = [step for row in rows for step in _divided(_Step(*row), owners, present)]
    connection.execute("DELETE FROM history")
    connection.executemany(
        "INSERT INTO history (annotation, what, before, after, time, state, stated) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(one.annotation, one.what, one.before, one.after, one.time, one.state, one.stated) for one in steps],
    )


def _divided(step: _Step, owners: dict[int, int], present: dict[int, str | None]) -> Iterator[_Step]:
    """An edit as one of the translation, and one of the reference's frames unless these are ``present`` already."""
    if step.annotation not in owners:
        yield step
        return
    yield replace(step, before=_translation(step.before), after=_translation(step.after))
    owner, after = owners[step.annotation], _reference(step.after)
    if step.state in ("undone", "dropped") and after != (before := _reference(step.before)):
        yield replace(step, annotation=owner, what=step.what + GOES_ON, before=before, after=after)
    elif step.state in ("done", "imported") and after is not None and after != present.get(owner):
        what = step.what + GOES_ON * (step.state == "done")
        yield replace(step, annotation=owner, what=what, before=present.get(owner), after=after)
        present[owner] = after


def _translation(content: str | None) -> str | None:
    """The translation's own part of a content; what cannot be read stays as it is.

    It was settled over frames of its own, so it does not say over which shared ones.
    """
    annotation = _read(content)
    return content if annotation is None else over_any(to_json(replace(annotation, own_reference=False)))


def _reference(content: str | None) -> str | None:
    annotation = _read(content)
    return None if annotation is None else reference_to_json(reference_of(annotation))


def _read(content: str | None) -> Annotation | None:
    try:
        return None if content is None else from_json(content)
    except ValueError:
        return None
