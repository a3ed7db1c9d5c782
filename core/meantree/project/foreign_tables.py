"""Databases that compute what they pretend to hold: views, triggers, virtual tables and generated columns."""

from __future__ import annotations

import sqlite3

from meantree.project.schema import TABLE_NAMES

LARGEST_CELL = 1 << 26
"""Bytes of a row, at most."""


def computed_tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of a project's tables that are no tables, or have columns that are computed."""
    run = connection.execute
    return [
        name
        for name in TABLE_NAMES
        if any(kind != "table" for _, _, kind, *_ in run(f"PRAGMA table_list({name})"))
        or any(hidden for *_, hidden in run(f"PRAGMA table_xinfo({name})"))
    ]
