"""Upgrade projects of older formats to the present one, or refuse them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from meantree.errors import InputError
from meantree.project.journals import write_first_page
from meantree.project.schema import (
    TABLE_NAMES,
    TABLES,
    VERSION,
    columns,
    definitions,
    present_definitions,
    user_version,
    version_number,
)

STEPS: dict[int, tuple[Callable[[sqlite3.Connection], object], ...]] = {9: ()}
"""What converts the rows of an older format, in the present tables, to those of the next one.

Format 9 has the same rows, but a write-ahead log, which ends when the project is opened.
"""


def check_format(path: Path, connection: sqlite3.Connection) -> None:
    """Check that a project has a format that can be opened; sound tables prevail over a damaged header.

    Raises:
        InputError: if a later version made the project, or one before the oldest format that can be upgraded.
    """
    version, oldest = version_number(connection), min((*STEPS, VERSION))
    if version == 0 or oldest <= version <= VERSION or definitions(connection) == present_definitions():
        return
    if version > VERSION:
        raise InputError(path, f"made by a later version (format {version}, this program knows {VERSION})")
    raise InputError(
        path,
        f"made by an older version (format {version}, this program opens {oldest} to {VERSION}); open it with the"
        " version that wrote it, save it as a folder of tables or of brat (meantree convert), and import this here",
    )


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
            connection.execute(f"PRAGMA user_version = {user_version(connection) - version + VERSION}")
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
    """Convert rows of an older format to their present form, step by step."""
    for older in range(version, VERSION) if version in STEPS else ():
        for convert in STEPS[older]:
            convert(connection)
