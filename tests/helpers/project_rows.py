"""Rows of a project's file, read and changed as no program of ours does it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a project but who has it open."""
    with closing(sqlite3.connect(path)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: list(connection.execute(f"SELECT * FROM {name}")) for name in names if name != "sessions"}


def change_rows(path: Path, statement: str, *parameters: object) -> None:
    """Run a statement that no constraint holds back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript("PRAGMA writable_schema = ON; PRAGMA ignore_check_constraints = ON;")
        connection.execute(statement, parameters)
