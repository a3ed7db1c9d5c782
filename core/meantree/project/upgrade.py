"""How projects of older versions become those of the present one."""

from __future__ import annotations

import json
import sqlite3
from typing import Any
from uuid import uuid4

from meantree.project.reference_upgrade import share_references
from meantree.project.rules import RULE
from meantree.project.schema import NAMES, TABLES, VERSION, columns, written_list
from meantree.project.step_upgrade import number_steps


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
    there = [name for name in (*NAMES, "sessions") if columns(connection, name)]
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
        share_references(connection)
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
        run("UPDATE settings SET value = ? WHERE name = ?", (written_list(_lines(value)), name))
    rows = run("SELECT segment, side, name, tokens FROM texts WHERE tokens IS NOT NULL").fetchall()
    for *key, tokens in rows:
        place = (written_list(_lines(tokens)), *key)
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
    arcs = _read(content).get("arcs")
    return _written({"arcs": arcs}) if arcs else None


def _frames_part(content: str | None) -> str | None:
    """The annotation without its tree; None where it says nothing at all."""
    read = _read(content)
    read.pop("arcs", None)
    if content is not None and not read:
        return content  # nothing that can be read: the one who reads it says so
    blank = {"state": "open", "frame_links": [], "filler_links": [], "hypothesis": [], "reference": [], "comment": ""}
    return None if content is None or read == blank else _written(read)


def _read(content: str | None) -> dict[str, Any]:
    try:
        read = json.loads(content or "{}")
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _written(read: dict[str, Any]) -> str:
    return json.dumps(read, ensure_ascii=False, separators=(",", ":"))
