"""Projects as older versions of the format had them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

TABLES_1 = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, document TEXT NOT NULL, source TEXT, UNIQUE (document, name)
);
CREATE TABLE texts (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    side TEXT NOT NULL CHECK (side IN ('reference', 'hypothesis')),
    name TEXT NOT NULL, text TEXT NOT NULL, tokens TEXT,
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
CREATE TABLE sessions (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL);
PRAGMA application_id = 1297371722;
PRAGMA user_version = 1;
"""
ROWS = """
INSERT INTO settings VALUES ('name', 'old'), ('systems', 'b'), ('references', 'A');
INSERT INTO segments VALUES (0, '1', 'd', NULL);
INSERT INTO texts VALUES (0, 'reference', 'A', 'It rains', 'It' || char(10) || 'rains');
INSERT INTO texts VALUES (0, 'hypothesis', 'b', 'x', NULL);
INSERT INTO annotators VALUES (1, 'maria');
INSERT INTO annotations VALUES (1, 0, 'b', 'A', 1,
 '{"hypothesis":[],"reference":[{"predicate":[1,2],"fillers":[[0,1,"agent"]]}],"frame_links":[],"filler_links":[],'
 || '"state":"done","comment":""}', '2026-01-01');
"""
"""One annotation of the only translation of the only segment."""
TABLES_2 = """
ALTER TABLE texts ADD COLUMN analysis BLOB;
ALTER TABLE texts ADD COLUMN labelled TEXT;
CREATE TABLE analyses (fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL,
 PRIMARY KEY (fingerprint, text)) WITHOUT ROWID;
PRAGMA user_version = 2;
"""


TABLES_3 = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE segments (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, document TEXT NOT NULL, source TEXT, UNIQUE (document, name)
) STRICT;
CREATE TABLE texts (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    side TEXT NOT NULL CHECK (side IN ('reference', 'hypothesis')),
    name TEXT NOT NULL, text TEXT NOT NULL, tokens TEXT, analysis BLOB, labelled TEXT,
    PRIMARY KEY (segment, side, name)
) STRICT;
CREATE TABLE ratings (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, kind TEXT NOT NULL, value REAL NOT NULL, rater TEXT NOT NULL
) STRICT;
CREATE TABLE annotators (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE annotations (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    kind TEXT NOT NULL DEFAULT 'frames' CHECK (kind IN ('frames', 'tree')),
    system TEXT NOT NULL, reference TEXT NOT NULL,
    annotator INTEGER NOT NULL REFERENCES annotators (id),
    content TEXT, changed TEXT NOT NULL,
    UNIQUE (segment, kind, system, reference, annotator)
) STRICT;
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    annotation INTEGER NOT NULL REFERENCES annotations (id) ON DELETE CASCADE,
    what TEXT NOT NULL, before TEXT, after TEXT, time TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dropped', 'imported'))
) STRICT;
CREATE INDEX history_of_annotation ON history (annotation, state);
CREATE TABLE analyses (
    fingerprint TEXT NOT NULL, text TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (fingerprint, text)
) STRICT;
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, since TEXT NOT NULL
) STRICT;
PRAGMA application_id = 1297371722;
PRAGMA user_version = 3;
"""
TABLES_4 = TABLES_3.replace("('frames', 'tree')", "('frames', 'tree', 'links')").replace("version = 3", "version = 4")
TABLES_5 = TABLES_4.replace("version = 4", "version = 5")
TABLES_5 = TABLES_5.replace("'imported'))", "'imported')), stated TEXT NOT NULL DEFAULT ''")
TABLES_5 += """
CREATE TABLE errors (
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, side TEXT NOT NULL CHECK (side IN ('hypothesis', 'source')),
    start INTEGER NOT NULL, stop INTEGER NOT NULL,
    category TEXT NOT NULL, severity TEXT NOT NULL, rater TEXT NOT NULL
) STRICT;
CREATE TABLE alternatives (
    id INTEGER PRIMARY KEY,
    annotation INTEGER NOT NULL REFERENCES annotations (id) ON DELETE CASCADE,
    content TEXT, changed TEXT NOT NULL, UNIQUE (annotation, content)
) STRICT;
CREATE TABLE assignments (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    annotator INTEGER NOT NULL REFERENCES annotators (id),
    given INTEGER NOT NULL CHECK (given IN (0, 1)), changed TEXT NOT NULL, UNIQUE (segment, annotator)
) STRICT;
CREATE TABLE times (
    id INTEGER PRIMARY KEY,
    segment INTEGER NOT NULL REFERENCES segments (id) ON DELETE CASCADE,
    system TEXT NOT NULL, annotator INTEGER NOT NULL REFERENCES annotators (id),
    began TEXT NOT NULL, seconds REAL NOT NULL, UNIQUE (segment, system, annotator, began)
) STRICT;
"""
TABLES_6 = TABLES_5.replace("('frames', 'tree', 'links')", "('frames', 'reference', 'tree', 'links')").replace(
    "version = 5", "version = 6"
)
TABLES_7 = TABLES_6.replace(
    "stated TEXT NOT NULL DEFAULT ''", "stated TEXT NOT NULL DEFAULT '', step TEXT NOT NULL DEFAULT ''"
)
TABLES_7 = TABLES_7.replace("version = 6", "version = 7")
TABLES_8 = TABLES_7.replace("'reference', 'tree', 'links')", "'reference', 'tree', 'links', 'errors')")
TABLES_8 = TABLES_8.replace("version = 7", "version = 8") + "CREATE TABLE unplaced (line TEXT NOT NULL) STRICT;"
SCRIPTS = {1: TABLES_1, 2: TABLES_1 + TABLES_2, 3: TABLES_3, 4: TABLES_4, 5: TABLES_5}
SCRIPTS |= {6: TABLES_6, 7: TABLES_7, 8: TABLES_8}


def make_old_project(path: Path, version: int, rows: str = ROWS) -> None:
    """A project of version 1 to 8."""
    connection = sqlite3.connect(path)
    connection.executescript(SCRIPTS[version] + rows)
    connection.close()
