"""A project is made wholly or not at all."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.new_projects import make_project

TEXT = Text("It rains", tokens=("It", "rains"))
CORPUS = Corpus("x", (Segment("1", "", references={"r": TEXT}, hypotheses={"h": TEXT}),), ("h",), ("r",))


def full(*_: object) -> NoReturn:
    raise sqlite3.OperationalError("database or disk is full")


def damaged(*_: object) -> NoReturn:
    raise sqlite3.DatabaseError("disk I/O error")


def interrupted(*_: object) -> NoReturn:
    raise KeyboardInterrupt


def test_a_project_is_made(tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    key = AnnotationKey("1", "h", "r", "ann")
    make_project(path, CORPUS, {key: Annotation()})
    assert list(tmp_path.iterdir()) == [path]
    with Project(path) as project:
        assert project.corpus() == CORPUS
        assert project.annotations("ann") == {key: Annotation()}


@pytest.mark.parametrize(
    ("place", "fault", "message"),
    [
        ("meantree.project.file.put_corpus", full, "the disk is full; nothing was written"),
        ("meantree.project.file.put_corpus", damaged, r"cannot be written to \(disk I/O error\); nothing was written"),
        ("meantree.project.database.create_tables", full, "the disk is full; nothing was written"),
    ],
)
def test_nothing_is_left_of_half_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, fault: object, message: str
) -> None:
    monkeypatch.setattr(place, fault)
    with pytest.raises(UsageError, match=rf"x\.meantree: {message}$"):
        make_project(tmp_path / "x.meantree", CORPUS)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_one_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.meantree"
    with monkeypatch.context() as patched:
        patched.setattr("meantree.project.file.put_corpus", interrupted)
        with pytest.raises(KeyboardInterrupt):
            make_project(path, CORPUS)
    assert list(tmp_path.iterdir()) == []
    make_project(path, CORPUS)
    assert path.is_file()


def test_what_does_not_belong_to_the_corpus_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no segment 2"):
        make_project(tmp_path / "x.meantree", CORPUS, {AnnotationKey("2", "h", "r", "ann"): Annotation()})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["", "-wal", "-journal"])
def test_nothing_that_is_there_becomes_part_of_a_new_project(tmp_path: Path, ending: str) -> None:
    """A log that a killed program left would be taken for one of the new project."""
    left = tmp_path / f"x.meantree{ending}"
    left.write_bytes(b"left")
    with pytest.raises(UsageError, match="the file already exists"):
        make_project(tmp_path / "x.meantree", CORPUS)
    assert [one.name for one in tmp_path.iterdir()] == [left.name]


def test_a_project_that_was_made_meanwhile_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.meantree"
    fill = Project.fill

    def fill_late(project: Project, *more: Any) -> None:
        fill(project, *more)
        path.write_bytes(b"another's")

    monkeypatch.setattr(Project, "fill", fill_late)
    with pytest.raises(UsageError, match="already exists"):
        make_project(path, CORPUS)
    assert path.read_bytes() == b"another's"


def test_segments_that_have_one_name_are_refused(tmp_path: Path) -> None:
    twice = replace(CORPUS, segments=(Segment("b/c", "a"), Segment("c", "a/b")))
    with pytest.raises(UsageError, match="two segments are called a/b/c"):
        make_project(tmp_path / "x.meantree", twice)
