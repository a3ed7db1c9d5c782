"""What can still be read of a damaged project, and what cannot."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from meantree.escaping import counted, quoted, shortened
from meantree.project.database import decode, read_only
from meantree.project.schema import SINCE, TABLE_NAMES, columns, create_tables, version_of_tables
from meantree.project.upgrade import modernise

MOST_ROWS = 100_000
"""So many rows between two unreadable places are tried one by one."""
IDENTITY = {
    "settings": ("name",),
    "segments": ("id", "document", "name"),
    "texts": ("segment", "side", "name"),
    "ratings": ("segment", "system", "kind"),
    "errors": ("segment", "system", "category"),
    "annotators": ("id", "name"),
    "annotations": ("segment", "kind", "system", "reference", "annotator"),
    "history": ("id", "annotation", "what", "time"),
    "alternatives": ("annotation",),
    "assignments": ("segment", "annotator"),
    "times": ("segment", "annotator", "began"),
}
"""The columns that tell a reader which row is meant; lost analyses are made anew, and not told."""
Row = Sequence[Any]


class Salvage:
    """A database in memory with all rows of a file that can still be read; the file is not touched.

    Attributes:
        connection: to that database.
        lost: what cannot be read, in words: row by row, or where the rows stood.
    """

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.text_factory = decode
        self.lost: list[str] = []
        create_tables(self.connection)
        source = read_only(path)
        try:
            # Tables whose definitions are sound are read even if others' are not: from the second statement on.
            for statement in ("PRAGMA writable_schema = ON", "SELECT count(*) FROM sqlite_schema"):
                list(_rows(source, statement))
            version = version_of_tables(source)
            (said,) = next(_rows(source, "PRAGMA user_version"), None) or (version,)
            for table in TABLE_NAMES:
                if SINCE.get(table, 0) <= max(version, said):
                    self._copy(source, table)
        finally:
            source.close()
        modernise(self.connection, version)
        self._name_the_nameless()
        self._drop_orphans()

    def _copy(self, source: sqlite3.Connection, table: str) -> None:
        """All rows that can be read: from the first on, from the last back, and between them one by one."""
        present = columns(self.connection, table)
        there = [row[1] for row in _rows(source, f"PRAGMA table_info({table})") if row is not None]
        if not there:
            self._lose(table, f"the table {table} cannot be read")
            return
        # A damaged name of a column does not matter where all are there.
        names = present if len(there) == len(present) else there
        numbered = None not in _rows(source, f"SELECT rowid FROM {table} LIMIT 0")
        key = "rowid" if numbered else f'"{there[0]}"'  # up to version 2 not all tables had numbered rows
        select = f"SELECT {key}, * FROM {table}"
        ends: list[int] = []
        for way in ("ASC", "DESC"):
            end = self._read(table, names, _rows(source, f"{select} ORDER BY {key} {way}"))
            if end is None:
                return
            ends.append(end if isinstance(end, int) else 0)
        first, last = ends
        between = range(first, min(last, first + MOST_ROWS) + 1)
        for number in between:
            self._read(table, names, _rows(source, f"{select} WHERE {key} = {number}"))
        where = f" between the numbers {first} and {last}" if first < last else ""
        self._lose(table, f"rows of {table}{where} cannot be read")

    def _read(self, table: str, names: Sequence[str], rows: Iterator[Row | None]) -> object:
        """Keep rows up to one that cannot be read, and return the key of the last before it; None if all were read."""
        last: object = 0
        for row in rows:
            if row is None:
                return last
            last = row[0]
            self._put(table, names, row[1:])
        return None

    def _put(self, table: str, names: Sequence[str], row: Row) -> None:
        """Keep a row if it is one; another with the same key stays."""
        run, marks = self.connection.execute, ", ".join("?" * len(row))
        try:
            cursor = run(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING", row)
            if cursor.rowcount:
                return
            same = " AND ".join(f"{name} IS ?" for name in names)
            if run(f"SELECT 1 FROM {table} WHERE {same}", row).fetchone():
                return  # read from the other end already
        except (sqlite3.DatabaseError, OverflowError):
            pass
        values = dict(zip(names, row, strict=True))
        told = ", ".join(f"{name} {_short(values[name])}" for name in IDENTITY.get(table, ()) if name in values)
        self._lose(table, f"a row of {table} is not what it should be ({told})")

    def _name_the_nameless(self) -> None:
        """Segments and annotators whose rows are lost get names, so that what belongs to them stays."""
        run = self.connection.execute
        for (number,) in run("SELECT DISTINCT segment FROM texts WHERE segment NOT IN (SELECT id FROM segments)"):
            run("INSERT OR IGNORE INTO segments (id, name, document) VALUES (?, ?, '')", (number, f"lost-{number}"))
            self.lost.append(f"the id of segment number {number} (from 0) is lost; it is called lost-{number}")
        for (number,) in run(
            "SELECT DISTINCT annotator FROM annotations WHERE annotator NOT IN (SELECT id FROM annotators)"
        ):
            run("INSERT OR IGNORE INTO annotators (id, name) VALUES (?, ?)", (number, f"lost-{number}"))
            self.lost.append(f"the name of annotator number {number} is lost; it is called lost-{number}")

    def _drop_orphans(self) -> None:
        """What belongs to lost rows goes, so that a copy is sound; the history of a lost annotation, above all."""
        run = self.connection.execute
        for table, column, other in (
            ("texts", "segment", "segments"),
            ("ratings", "segment", "segments"),
            ("errors", "segment", "segments"),
            ("annotations", "segment", "segments"),
            ("history", "annotation", "annotations"),
            ("alternatives", "annotation", "annotations"),
            ("assignments", "segment", "segments"),
            ("assignments", "annotator", "annotators"),
            ("times", "segment", "segments"),
            ("times", "annotator", "annotators"),
        ):
            count = run(f"DELETE FROM {table} WHERE {column} NOT IN (SELECT id FROM {other})").rowcount
            if count:
                gone = f"{counted(count, 'row')} of {table} belonged to lost {other}"
                self.lost.append(f"{gone}, and {'is' if count == 1 else 'are'} lost, too")

    def _lose(self, table: str, told: str) -> None:
        if table in IDENTITY:
            self.lost.append(told)


def _rows(source: sqlite3.Connection, query: str) -> Iterator[Row | None]:
    """The rows of a query; None in place of what cannot be read."""
    try:
        found = source.execute(query)
        while (row := found.fetchone()) is not None:
            yield row
    except (sqlite3.DatabaseError, OverflowError, UnicodeDecodeError):
        yield None


def _short(value: object) -> str:
    return quoted(value, 40) if isinstance(value, str) else shortened(repr(value), 40)
