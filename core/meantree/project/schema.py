"""The tables of a project file, and how older ones become the present ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

APPLICATION = 0x4D54524A
"""``MTRJ``: says in the file's head whose it is."""

TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, document TEXT NOT NULL, source TEXT, UNIQUE (document, name)
);
CREATE TABLE texts (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    side TEXT NOT NULL CHECK (side IN ('reference', 'hypothesis')),
    name TEXT NOT NULL, text TEXT NOT NULL, tokens TEXT, analysis BLOB, labelled TEXT,
    PRIMARY KEY (segment, side, name)
) WITHOUT ROWID;
CREATE TABLE ratings (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, kind TEXT NOT NULL, value REAL NOT NULL, rater TEXT NOT NULL
);
CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, reference TEXT NOT NULL,
    annotator INTEGER NOT NULL REFERENCES annotators (id),
    content TEXT NOT NULL, changed TEXT NOT NULL,
    UNIQUE (segment, system, reference, annotator)
);
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    annotation INTEGER NOT NULL REFERENCES annotations (id) ON DELETE CASCADE,
    what TEXT NOT NULL, before TEXT, after TEXT NOT NULL, time TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dropped', 'imported'))
);
CREATE INDEX history_of_annotation ON history (annotation, state);
CREATE TABLE analyses (
    fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (fingerprint, text)
) WITHOUT ROWID;
CREATE TABLE sessions (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL);
"""

NAMES = ("settings", "segments", "texts", "ratings", "annotators", "annotations", "history", "analyses")
"""The tables that hold a user's work, each after those that it refers to."""

Upgrade = Callable[[sqlite3.Connection], None]


def _keep_analyses(connection: sqlite3.Connection) -> None:
    connection.execute("ALTER TABLE texts ADD COLUMN analysis BLOB")
    connection.execute("ALTER TABLE texts ADD COLUMN labelled TEXT")
    connection.execute(
        "CREATE TABLE analyses (fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL,"
        " PRIMARY KEY (fingerprint, text)) WITHOUT ROWID"
    )


UPGRADES: tuple[Upgrade, ...] = (_keep_analyses,)
"""The n-th turns version n + 1 into version n + 2."""
VERSION = 1 + len(UPGRADES)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables in an empty file, in one transaction."""
    connection.executescript(
        f"BEGIN;{TABLES}PRAGMA application_id = {APPLICATION};PRAGMA user_version = {VERSION};COMMIT;"
    )


def upgrade(connection: sqlite3.Connection, version: int) -> None:
    """Bring a file of an older version up to date, in one transaction."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for step in UPGRADES[version - 1 :]:
            step(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")
