"""Projects whose file computes, and records of texts that are not there, are refused or left out with a message."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from helpers.command import meantree
from helpers.corpora import corpus_of
from meantree.errors import InputError
from meantree.project.conversion import convert_texts
from meantree.project.file import Project
from meantree.project.new_projects import copy_project

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS name, '' AS value FROM n"
HUGE = "hex(zeroblob(400000000))"
GENERATED = f"x TEXT GENERATED ALWAYS AS ({HUGE}) VIRTUAL"
REFUSED = "the file computes .*, expected tables of a project"
READ_ONLY = "its tables are not those of a project"
CORPUS = corpus_of([("a c", "a b")], "S", ids="1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    convert_texts(CORPUS, tmp_path / "p.meantree")
    return tmp_path / "p.meantree"


def _change(path: Path, *scripts: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        for script in scripts:
            connection.executescript(script)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (f"DROP TABLE settings; CREATE VIEW settings AS {ENDLESS}", REFUSED),
        (f"DROP TABLE ratings; CREATE TABLE ratings (segment, system, kind, value, rater, {GENERATED})", REFUSED),
        ("DROP TABLE ratings; CREATE VIRTUAL TABLE ratings USING rtree(a, b, c)", REFUSED),
        (f"CREATE TRIGGER t AFTER INSERT ON sessions BEGIN INSERT INTO settings {ENDLESS}; END", READ_ONLY),
        (f"CREATE INDEX i ON segments ({HUGE})", READ_ONLY),
        (f"DROP TABLE sessions; CREATE TABLE sessions (id CHECK (length({HUGE}) > 1))", READ_ONLY),
        (f"CREATE VIEW other AS {ENDLESS}", READ_ONLY),
    ],
)
def test_what_a_file_computes_is_not_run(path: Path, change: str, message: str) -> None:
    if "INDEX" in change:
        _change(path, "DELETE FROM annotations; DELETE FROM texts; DELETE FROM segments")
    _change(path, change)
    before = path.read_bytes()
    try:
        with Project(path) as project:
            project.corpus()
            found = project.damage
    except InputError as error:
        found = str(error)
    assert re.search(message, found), found
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("kind", "system", "reference", "content"),
    [
        ("frames", "T", "A", '{"hypothesis":[],"links":[],"state":"done","comment":""}'),
        ("frames", "S", "B", '{"hypothesis":[],"links":[],"state":"done","comment":""}'),
        ("reference", "", "B", '{"frames":[]}'),
        ("tree", "T", "", '{"arcs":[[0,-1,"root"]]}'),
        ("links", "T", "A", '{"linked":[[0,0]],"unlinked":[]}'),
        ("errors", "T", "", '{"errors":[{"places":[["hypothesis",0,1]]}],"state":"done"}'),
    ],
)
def test_records_of_missing_texts_are_left_out(
    path: Path, kind: str, system: str, reference: str, content: str
) -> None:
    row = f"(segment, kind, system, reference, annotator, content, changed) VALUES (0, '{kind}', '{system}'"
    _change(
        path,
        "INSERT INTO annotators VALUES (1, 'ana'), (2, 'bob')",
        *(f"INSERT INTO annotations {row}, '{reference}', {number}, '{content}', '2026')" for number in (1, 2)),
    )
    with Project(path) as project:
        project.corpus("ana")
        for read in (project.annotations, project.trees, project.links, project.error_annotations):
            assert not read("ana")
        if kind != "reference":
            assert "the segment has no such translation or reference; left out" in str(project.problems[0])
    meantree("agreement", path, code=2)


def test_a_project_whose_texts_are_in_utf_16_can_be_read_and_copied(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.meantree"
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(other, isolation_level=None)) as target:
        target.execute("PRAGMA encoding = 'UTF-16'")
        for line in source.iterdump():
            if "sqlite_sequence" not in line:
                target.execute(line)
        for setting in ("application_id", "user_version"):
            target.execute(f"PRAGMA {setting} = {source.execute(f'PRAGMA {setting}').fetchone()[0]}")
    with Project(other) as project:
        assert "not in UTF-8" in project.damage
        assert project.corpus().segments == CORPUS.segments
        copy_project(project, tmp_path / "copy.meantree")
    with Project(tmp_path / "copy.meantree") as project:
        assert not project.damage
