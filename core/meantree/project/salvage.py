"""Recover what can still be read of a damaged project, and report what cannot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.errors import InputError
from meantree.escaping import counted, listed, quoted, shortened
from meantree.project.database import check_format, read_only
from meantree.project.journals import decode
from meantree.project.schema import TABLE_NAMES, columns, create_tables

MOST_ROWS = 100_000
"""At most so many rows between two unreadable places are tried one by one."""
IDENTITY = {
    "settings": ("name",),
    "segments": ("id", "document", "name"),
    "texts": ("segment", "side", "name"),
    "ratings": ("segment", "system", "kind"),
    "errors": ("segment", "system", "category"),
    "unplaced": ("line",),
    "annotators": ("id", "name"),
    "annotations": ("segment", "kind", "system", "reference", "annotator"),
    "history": ("id", "annotation", "what", "time"),
    "alternatives": ("annotation",),
    "assignments": ("segment", "annotator"),
    "times": ("segment", "annotator", "began"),
}
"""The columns that identify a row in a message; lost analyses are not reported, as they can be computed again."""
Row = Sequence[Any]
_IS_LABELLER = """
    (SELECT count(*) FROM history) > 0 AND NOT EXISTS (SELECT 1 FROM annotators WHERE name = 'automatic') AND (
        SELECT min(kind = 'frames' AND content LIKE '%"frame_links":%' AND id NOT IN (SELECT annotation FROM history))
        FROM annotations WHERE annotator = ?
    )
"""
"""Whether an annotator has automatic frames only: each with its own reference, and no edit of a history."""


class Salvage:
    """A database in memory with all readable rows of a file; the file is not changed.

    Raises:
        InputError: if the file computes rows or columns, which might not end, or has a format that cannot be opened.

    Attributes:
        set_aside: messages about journals of other files that were not applied.
        lost: messages about what cannot be read, for single rows or ranges of rows.
    """

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.text_factory = decode
        self.lost: list[str] = []
        create_tables(self.connection)
        source = read_only(path)
        self.set_aside = source.set_aside
        try:
            # With this pragma, sound tables can be read even if others' definitions are damaged; the second
            # statement loads the schema.
            for statement in ("PRAGMA writable_schema = ON", "SELECT count(*) FROM sqlite_schema"):
                list(_rows(source, statement))
            with suppress(sqlite3.DatabaseError):  # a damaged definition
                if computed := computed_tables(source):
                    raise InputError(path, f"the file computes {listed(computed)}, expected tables of a project")
                check_format(path, source)
            for table in TABLE_NAMES:
                self._copy(source, table)
        finally:
            source.close()
        self._name_lost_owners()
        self._drop_orphans()

    def _copy(self, source: sqlite3.Connection, table: str) -> None:
        """Copy all readable rows: from the first on, from the last back, and between them one by one."""
        present = columns(self.connection, table)
        found_columns = [row[1] for row in _rows(source, f"PRAGMA table_info({table})") if row is not None]
        if not found_columns:
            self._lose(table, f"the table {table} cannot be read")
            return
        # A damaged column name does not matter if all columns exist.
        names = present if len(found_columns) == len(present) else found_columns
        select = f"SELECT rowid, * FROM {table}"
        ends: list[int] = []
        for order in ("ASC", "DESC"):
            end = self._read(table, names, _rows(source, f"{select} ORDER BY rowid {order}"))
            if end is None:
                return
            ends.append(end if isinstance(end, int) else 0)
        first, last = ends
        unread = range(first, min(last, first + MOST_ROWS) + 1)
        for number in unread:
            self._read(table, names, _rows(source, f"{select} WHERE rowid = {number}"))
        where = f" between the numbers {first} and {last}" if first < last else ""
        self._lose(table, f"rows of {table}{where} cannot be read")

    def _read(self, table: str, names: Sequence[str], rows: Iterator[Row | None]) -> object:
        """Copy rows up to one that cannot be read, and return the key of the row before it; None if all were read."""
        last: object = 0
        for row in rows:
            if row is None:
                return last
            last = row[0]
            self._put(table, names, row[1:])
        return None

    def _put(self, table: str, names: Sequence[str], row: Row) -> None:
        """Insert a row if it is valid; an existing one with the same key stays."""
        run, marks = self.connection.execute, ", ".join("?" * len(row))
        with suppress(sqlite3.DatabaseError, OverflowError):
            cursor = run(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING", row)
            if cursor.rowcount:
                return
            same = " AND ".join(f"{name} IS ?" for name in names)
            if run(f"SELECT 1 FROM {table} WHERE {same}", row).fetchone():
                return  # already read from the other end
        values = dict(zip(names, row, strict=True))
        identity = ", ".join(f"{name} {_short(values[name])}" for name in IDENTITY.get(table, ()) if name in values)
        self._lose(table, f"a row of {table} is invalid ({identity})")

    def _name_lost_owners(self) -> None:
        """Name segments and annotators whose rows are lost, so that their texts and annotations are kept."""
        run = self.connection.execute
        for owner, table, insert, what in (
            ("segment", "texts", "segments (id, name, document) VALUES (?, ?, '')", "id of segment number {} (from 0)"),
            ("annotator", "annotations", "annotators (id, name) VALUES (?, ?)", "name of annotator number {}"),
        ):
            lost = f"SELECT DISTINCT {owner} FROM {table} WHERE {owner} NOT IN (SELECT id FROM {owner}s)"
            for (number,) in run(lost).fetchall():
                labelled = owner == "annotator" and run(f"SELECT {_IS_LABELLER}", (number,)).fetchone()[0]
                name = AUTOMATIC if labelled else f"lost-{number}"
                run(f"INSERT OR IGNORE INTO {insert}", (number, name))
                self.lost.append(f"the {what.format(number)} is lost; it is called {name}")

    def _drop_orphans(self) -> None:
        """Delete what belongs to lost rows, such as the history of a lost annotation, so that a copy is sound."""
        run = self.connection.execute
        for table in TABLE_NAMES:
            for _, _, other, column, *_ in reversed(run(f"PRAGMA foreign_key_list({table})").fetchall()):
                if count := run(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {other})").rowcount:
                    fault = f"{counted(count, 'row')} of {table} belonged to lost rows of {other}"
                    self.lost.append(f"{fault}, and {'is' if count == 1 else 'are'} lost, too")

    def _lose(self, table: str, message: str) -> None:
        if table in IDENTITY:
            self.lost.append(message)


def _rows(source: sqlite3.Connection, query: str) -> Iterator[Row | None]:
    """Yield the rows of a query; None in place of one that cannot be read."""
    try:
        cursor = source.execute(query)
        while (row := cursor.fetchone()) is not None:
            yield row
    except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError):
        yield None


def _short(value: object) -> str:
    return quoted(value, 40) if isinstance(value, str) else shortened(repr(value), 40)


def computed_tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of a project's tables that are views or virtual tables, or have columns that are computed."""
    run = connection.execute
    return [
        name
        for name in TABLE_NAMES
        if any(kind != "table" for _, _, kind, *_ in run(f"PRAGMA table_list({name})"))
        or any(hidden for *_, hidden in run(f"PRAGMA table_xinfo({name})"))
    ]
