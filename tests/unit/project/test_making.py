"""A project is made wholly or not at all."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import NoReturn

import pytest

from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.annotation import Annotation, AnnotationKey
from meantree.project.file import Project
from meantree.project.making import make_project

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
        ("meantree.project.database.create", full, "the disk is full; nothing was written"),
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
