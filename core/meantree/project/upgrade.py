"""How projects of older versions become those of the present one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from meantree.analysis.frames import Frame
from meantree.project.annotation import AUTOMATIC, Annotation, AnnotationKey
from meantree.project.annotation_json import from_json, reference_to_json, to_json, without_finalized_over
from meantree.project.annotation_rules import RULE
from meantree.project.reference_frames import ReferenceKey, reference_of, share_references
from meantree.project.schema import TABLE_NAMES, TABLES, VERSION, columns, list_to_json

GOES_ON = ", continued"
"""How the name of an edit ended that was one step with the one before it."""
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


def upgrade(connection: sqlite3.Connection) -> None:
    """Bring a file of an older version up to date, in one transaction; another program may have done it meanwhile.

    Raises:
        sqlite3.Error: if its rows do not fit the present tables; the file stays as it was.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version < VERSION:
            _rebuild(connection)
            modernise(connection, version)
            connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rebuild(connection: sqlite3.Connection) -> None:
    """Make the present tables and move the rows of the older ones into them."""
    run = connection.execute
    there = [name for name in (*TABLE_NAMES, "sessions") if columns(connection, name)]
    run("DROP INDEX IF EXISTS history_of_annotation")
    for name in there:
        run(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in TABLES.split(";\n"):
        run(statement)
    for name in there:
        both = ", ".join(column for column in columns(connection, name) if column in columns(connection, f"old_{name}"))
        run(f"INSERT INTO {name} ({both}) SELECT {both} FROM old_{name}")
    for name in reversed(there):
        run(f"DROP TABLE old_{name}")


def modernise(connection: sqlite3.Connection, version: int) -> None:
    """Let rows that an older version wrote mean the same in the present tables."""
    if version < 3:
        _separate_trees(connection)
        _list_as_json(connection)
        row = ("identity", uuid4().hex)
        connection.execute("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", row)
    if version < 6:
        _keep_auxiliaries(connection)
        share_reference_frames(connection)
    if version < 7:
        number_steps(connection)


def _keep_auxiliaries(connection: sqlite3.Connection) -> None:
    """Let auxiliaries stay predicates where frames were annotated: they were, before there was a rule of it.

    The rule has no time, so that copies of a project agree, and whoever sets it in one of them prevails.
    """
    if connection.execute("SELECT 1 FROM annotations WHERE kind = 'frames'").fetchone():
        row = (f"{RULE}auxiliaries", json.dumps([True, ""]))
        connection.execute("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)", row)


def _list_as_json(connection: sqlite3.Connection) -> None:
    run = connection.execute
    for name, value in run("SELECT name, value FROM settings WHERE name IN ('systems', 'references')").fetchall():
        run("UPDATE settings SET value = ? WHERE name = ?", (list_to_json(_lines(value)), name))
    rows = run("SELECT segment, side, name, tokens FROM texts WHERE tokens IS NOT NULL").fetchall()
    for *key, tokens in rows:
        place = (list_to_json(_lines(tokens)), *key)
        run("UPDATE texts SET tokens = ? WHERE segment = ? AND side = ? AND name = ?", place)


def _lines(text: str) -> list[str]:
    return text.split("\n") if text else []


def _separate_trees(connection: sqlite3.Connection) -> None:
    """Give the corrected trees that lie in annotations of frames records of their own.

    What was made for the tree alone is no annotation of frames any more.
    """
    found = connection.execute(
        "SELECT id FROM annotations WHERE kind = 'frames' AND (content LIKE '%\"arcs\":[[%' OR id IN"
        " (SELECT annotation FROM history WHERE before LIKE '%\"arcs\":[[%' OR after LIKE '%\"arcs\":[[%'))"
    ).fetchall()
    for (number,) in found:
        _separate_tree(connection, number)


def _separate_tree(connection: sqlite3.Connection, number: int) -> None:
    run = connection.execute
    (content,) = run("SELECT content FROM annotations WHERE id = ?", (number,)).fetchone()
    tree = run(
        "INSERT INTO annotations (segment, kind, system, reference, annotator, content, changed)"
        " SELECT segment, 'tree', system, reference, annotator, ?, changed FROM annotations WHERE id = ?",
        (_tree_part(content), number),
    ).lastrowid
    rows = run("SELECT id, before, after FROM history WHERE annotation = ? ORDER BY id", (number,)).fetchall()
    for row, before, after in rows:
        trees = _tree_part(before), _tree_part(after)
        if trees[0] != trees[1]:
            run("UPDATE history SET annotation = ?, before = ?, after = ? WHERE id = ?", (tree, *trees, row))
    run("UPDATE annotations SET content = ? WHERE id = ?", (_frames_part(content), number))
    rows = run("SELECT id, before, after FROM history WHERE annotation = ?", (number,)).fetchall()
    for row, before, after in rows:
        frames = _frames_part(before), _frames_part(after)
        if frames == (None, None):
            run("DELETE FROM history WHERE id = ?", (row,))
        else:
            run("UPDATE history SET before = ?, after = ? WHERE id = ?", (*frames, row))


def _tree_part(content: str | None) -> str | None:
    arcs = _read_json(content).get("arcs")
    return _json_written({"arcs": arcs}) if arcs else None


def _frames_part(content: str | None) -> str | None:
    """The annotation without its tree; None where it says nothing at all."""
    read = _read_json(content)
    read.pop("arcs", None)
    if content is not None and not read:
        return content  # nothing that can be read: the one who reads it says so
    blank = {"state": "open", "frame_links": [], "filler_links": [], "hypothesis": [], "reference": [], "comment": ""}
    return None if content is None or read == blank else _json_written(read)


def _read_json(content: str | None) -> dict[str, Any]:
    try:
        read = json.loads(content or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _json_written(read: dict[str, Any]) -> str:
    return json.dumps(read, ensure_ascii=False, separators=(",", ":"))


def share_reference_frames(connection: sqlite3.Connection) -> None:
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
    found, kept = share_references({key: read[row] or Annotation() for key, row in keys.items()})
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
    return content if annotation is None else without_finalized_over(to_json(replace(annotation, own_reference=False)))


def _reference(content: str | None) -> str | None:
    annotation = _read(content)
    return None if annotation is None else reference_to_json(reference_of(annotation))


def _read(content: str | None) -> Annotation | None:
    try:
        return None if content is None else from_json(content)
    except ValueError:
        return None


def number_steps(connection: sqlite3.Connection) -> None:
    """Give every step of undo an identity, the same in all copies of a project, and its edits one name."""
    rows = connection.execute(
        "SELECT h.id, n.name, h.what, h.time, s.document, s.name, a.kind, a.system, a.reference"
        " FROM history h JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
        " JOIN segments s ON s.id = a.segment WHERE h.state <> 'imported' ORDER BY h.id"
    ).fetchall()
    last: dict[str, tuple[str, str]] = {}
    for number, annotator, said, *place in rows:
        what, is_first = _step_name(said), not said.endswith(GOES_ON)
        name, step = last.get(annotator, ("", ""))
        if is_first or name != what:
            step = hashlib.sha256(json.dumps([annotator, what, *place]).encode()).hexdigest()[:32]
        last[annotator] = what, step
        connection.execute("UPDATE history SET what = ?, step = ? WHERE id = ?", (what, step, number))


def _step_name(said: str) -> str:
    """What a step is called, whichever of its edits is meant."""
    while said.endswith(GOES_ON):
        said = said.removesuffix(GOES_ON)
    return said
