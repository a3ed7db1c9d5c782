"""Databases that compute what they pretend to hold: views, triggers, virtual tables and generated columns."""

from __future__ import annotations

import re
import sqlite3

from meantree.project.schema import TABLE_NAMES, TABLES, definitions

LARGEST_CELL = 1 << 26
"""Bytes of a row, at most."""
_WORD = re.compile(r"\w+")
_KNOWN = frozenset((*_WORD.findall(TABLES), "WITHOUT", "ROWID"))
"""The words of all definitions of the present version and of older ones."""


def has_foreign_words(connection: sqlite3.Connection) -> bool:
    """Return whether a definition has a word that no version of a project has; computing anything needs one."""
    return not all(_KNOWN.issuperset(_WORD.findall(row[-1])) for row in definitions(connection))


def computed_tables(connection: sqlite3.Connection) -> list[str]:
    """Return the names of a project's tables that are no tables, or have columns that are computed."""
    run = connection.execute
    return [
        name
        for name in TABLE_NAMES
        if any(kind != "table" for _, _, kind, *_ in run(f"PRAGMA table_list({name})"))
        or any(hidden for *_, hidden in run(f"PRAGMA table_xinfo({name})"))
    ]
