"""Upgrade projects of older versions to the present one."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from meantree.analysis.frames import Frame
from meantree.annotation.annotation_json import from_json, reference_to_json, to_json, without_finalized_over
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey
from meantree.annotation.reference_frames import ReferenceKey, reference_of, share_references
from meantree.project.journals import write_first_page
from meantree.project.schema import TABLE_NAMES, TABLES, VERSION, columns, list_to_json, version_number
from meantree.project.stored_rules import RULE

GOES_ON = ", continued"
"""Up to version 6, the name of an edit ended like this if it continued the step of the edit before it."""
Group = tuple[int, str, int]
"""Segment, reference and annotator, by the numbers of their rows."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One row of the table, an annotation of a translation."""

    number: int
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
    """Upgrade a file of an older version in one transaction, unless another program has done so meanwhile.

    Raises:
        sqlite3.Error: if its rows do not fit the present tables; the file is unchanged.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        write_first_page(connection)
        version = version_number(connection)
        if version < VERSION:
            _rebuild(connection)
            convert_rows(connection, version)
            (number,) = connection.execute("PRAGMA user_version").fetchone()
            connection.execute(f"PRAGMA user_version = {number - version + VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _rebuild(connection: sqlite3.Connection) -> None:
    """Create the present tables and move the rows of the older ones into them."""
    run = connection.execute
    old_tables = [name for name in (*TABLE_NAMES, "sessions") if columns(connection, name)]
    run("DROP INDEX IF EXISTS history_of_annotation")
    for name in old_tables:
        run(f"ALTER TABLE {name} RENAME TO old_{name}")
    for statement in TABLES.split(";\n"):
        run(statement)
    for name in old_tables:
        common = ", ".join(
            column for column in columns(connection, name) if column in columns(connection, f"old_{name}")
        )
        run(f"INSERT INTO {name} ({common}) SELECT {common} FROM old_{name}")
    for name in reversed(old_tables):
        run(f"DROP TABLE old_{name}")


def convert_rows(connection: sqlite3.Connection, version: int) -> None:
    """Convert rows of an older version to their present form."""
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
    """Keep auxiliaries as predicates if frames were annotated, as they were before this was a rule.

    The rule has no time, so that copies of a project agree, and a later change in one of them prevails.
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
    """Move corrected trees out of annotations of frames into records of their own.

    A record that was made for the tree alone is no annotation of frames any more.
    """
    rows = connection.execute(
        "SELECT id FROM annotations WHERE kind = 'frames' AND (content LIKE '%\"arcs\":[[%' OR id IN"
        " (SELECT annotation FROM history WHERE before LIKE '%\"arcs\":[[%' OR after LIKE '%\"arcs\":[[%'))"
    ).fetchall()
    for (number,) in rows:
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
    """Return an annotation without its tree; None if nothing else is in it."""
    read = _read_json(content)
    read.pop("arcs", None)
    if content is not None and not read:
        return content  # unreadable: reported when it is read
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
    """Store the frames of references once for each annotator (version 6).

    Up to version 5 every translation had its own copy. Each edit of the history becomes one of the translation, and one
    of the shared frames if it changed them, so that undo still leads back through all edits. A translation whose
    reference has other frames keeps these as its own.
    """
    if connection.execute("SELECT 1 FROM annotations WHERE kind = 'reference' LIMIT 1").fetchone():
        return  # the header of a damaged file may name an older version than that of its rows
    rows = connection.execute(
        "SELECT id, segment, reference, annotator, system, content, changed FROM annotations"
        " WHERE kind = 'frames' AND system <> '' AND reference <> ''"
        " AND annotator NOT IN (SELECT id FROM annotators WHERE name = ?) ORDER BY changed DESC, system",
        (AUTOMATIC,),
    ).fetchall()
    groups: dict[Group, list[_Row]] = {}
    for number, segment, reference, annotator, system, content, changed in rows:
        group = segment, reference, annotator
        groups.setdefault(group, []).append(_Row(number, system, content, changed))
    owners: dict[int, int] = {}
    for group, members in groups.items():
        owners |= _share(connection, group, members)
    _divide_history(connection, owners)


def _share(connection: sqlite3.Connection, group: Group, members: list[_Row]) -> dict[int, int]:
    """Create one record of the reference's frames for a group; return its number by those of its translations."""
    contents = {row: _read_annotation(row.content) for row in members}
    if any(annotation is not None and not annotation.own_reference for annotation in contents.values()):
        return {}
    keys = {AnnotationKey("", row.system, group[1], ""): row for row in members if contents[row] is not None}
    shared, annotations = share_references({key: contents[row] or Annotation() for key, row in keys.items()})
    sharing = [keys[key] for key, annotation in annotations.items() if not annotation.own_reference]
    sharing += [row for row in members if row.content is None]
    frames = shared.get(ReferenceKey("", group[1], ""))
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
    """Make versions of other copies share the frames, too, if they have the same."""
    query = "SELECT id, content FROM alternatives WHERE annotation = ?"
    for number, content in connection.execute(query, (annotation,)).fetchall():
        version = _read_annotation(content)
        if version is not None and frozenset(version.reference) == frames:
            update = "UPDATE OR IGNORE alternatives SET content = ? WHERE id = ?"
            connection.execute(update, (_translation(content), number))


def _divide_history(connection: sqlite3.Connection, owners: dict[int, int]) -> None:
    """Rewrite the history, each edit of a reference's frames after the edit of the translation it was part of."""
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
        [(row.annotation, row.what, row.before, row.after, row.time, row.state, row.stated) for row in steps],
    )


def _divided(step: _Step, owners: dict[int, int], present: dict[int, str | None]) -> Iterator[_Step]:
    """Yield an edit as one of the translation, and one of the reference's frames unless these are ``present``."""
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
    """Return the translation's own part of a content; an unreadable one is unchanged.

    It was finalized over frames of its own, so it does not state over which shared ones.
    """
    annotation = _read_annotation(content)
    return content if annotation is None else without_finalized_over(to_json(replace(annotation, own_reference=False)))


def _reference(content: str | None) -> str | None:
    annotation = _read_annotation(content)
    return None if annotation is None else reference_to_json(reference_of(annotation))


def _read_annotation(content: str | None) -> Annotation | None:
    try:
        return None if content is None else from_json(content)
    except ValueError:
        return None


def number_steps(connection: sqlite3.Connection) -> None:
    """Give each step of undo an identifier, the same in all copies of a project, and its edits one name (version 7)."""
    rows = connection.execute(
        "SELECT h.id, n.name, h.what, h.time, s.document, s.name, a.kind, a.system, a.reference"
        " FROM history h JOIN annotations a ON a.id = h.annotation JOIN annotators n ON n.id = a.annotator"
        " JOIN segments s ON s.id = a.segment WHERE h.state <> 'imported' ORDER BY h.id"
    ).fetchall()
    last: dict[str, tuple[str, str]] = {}
    for row, annotator, edit_name, *place in rows:
        step_name, is_first = _step_name(edit_name), not edit_name.endswith(GOES_ON)
        name, step = last.get(annotator, ("", ""))
        if is_first or name != step_name:
            step = hashlib.sha256(json.dumps([annotator, step_name, *place]).encode()).hexdigest()[:32]
        last[annotator] = step_name, step
        connection.execute("UPDATE history SET what = ?, step = ? WHERE id = ?", (step_name, step, row))


def _step_name(name: str) -> str:
    """Return the name of a step, given the name of any of its edits."""
    while name.endswith(GOES_ON):
        name = name.removesuffix(GOES_ON)
    return name
