"""Marks of segments for the report are records like corrections: undone, merged, and no work that splits follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from meantree.annotation.record_kinds import MarkKey
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.splitting import split

CORPUS = corpus_of([("x y", "x y")] * 3, "b", ids="123", document="d")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    make_project(tmp_path / "x.meantree", CORPUS)
    return tmp_path / "x.meantree"


def test_marks_are_kept_by_annotator_and_several_are_one_step_of_undo(path: Path) -> None:
    with Project(path) as project:
        assert project.marked() == project.marked("ann") == frozenset()
        project.mark(["d/1", "d/2"], "ann", marked=True)
        project.mark(["d/3"], "bob", marked=True)
        assert project.has_work
    with Project(path) as project:
        assert project.marked("ann") == {"d/1", "d/2"}
        assert project.marked() == {"d/1", "d/2", "d/3"}
        project.mark(["d/1", "d/3"], "ann", marked=False)
        assert project.marked("ann") == {"d/2"}
        assert project.take_step("ann", "undo") == (MarkKey("d/1", "ann"), "taken out of the report")
        project.take_step("ann", "undo")
        assert project.marked("ann") == frozenset()
        project.take_step("ann", "redo")
        assert project.marked("ann") == {"d/1", "d/2"}
        assert not project.translation_states("ann")
        assert project.corpus("ann").segments == CORPUS.segments


def test_a_mark_gives_nobody_a_part_and_stays_out_of_others_parts(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        project.assign({"ann": ["d/1"], "bob": ["d/2"]})
        project.mark(["d/1", "d/2", "d/3"], "ann", marked=True)
    parts = split(path, tmp_path / "parts")
    with Project(parts.files["ann"]) as own, Project(parts.files["bob"]) as other:
        assert own.marked() == {"d/1"}
        assert other.marked() == frozenset()
