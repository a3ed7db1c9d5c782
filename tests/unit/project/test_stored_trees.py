"""Corrected trees are records of their own: frames are not touched by them, and undo restores that there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.project_rows import rows_of
from meantree.annotation.corrections import TreeKey, arcs_from_json, arcs_to_json
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.records import Conflict

CORPUS = corpus_of([("x y", "x y")], "b", ids="1", document="d")
FRAMES = AnnotationKey("d/1", "b", "A", "ann")
TREE = TreeKey("d/1", "reference", "A", "ann")
WORK = Annotation((frame("0"),), (frame("1 agent=0"),))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "x.meantree"
    make_project(found, CORPUS)
    return found


def test_a_corrected_head_leaves_no_frames(path: Path) -> None:
    with Project(path) as project:
        project.save_tree(TREE, {1: (-1, "root"), 0: (1, "x")}, "head")
        assert project.annotations("ann") == {}
        assert project.states("ann") == {}
        assert list(project.annotations_of_segment(FRAMES)) == []
    with Project(path) as project:
        assert project.all_trees().get(TREE, {}) == {1: (-1, "root"), 0: (1, "x")}
        assert project.corpus("ann").segments[0].references["A"].arcs == project.all_trees().get(TREE, {})
        assert project.annotation(FRAMES) is None
    assert [(row[2], row[6]) for row in rows_of(path)["history"]] == [("head", "done")]


def test_what_another_window_changed_is_a_conflict(path: Path) -> None:
    first, second = {0: (1, "x")}, {0: (1, "y")}
    with Project(path) as project:
        project.save_tree(TREE, first, "head", known={})
        with pytest.raises(Conflict, match="another window"):
            project.save_tree(TREE, second, "label", known={})
        project.save_tree(TREE, second, "label", known=first)
        with pytest.raises(Conflict, match="another window"):
            project.save_tree(TREE, {}, "head taken back", known=first)
        assert project.all_trees().get(TREE, {}) == second
        project.save_tree(TREE, {}, "head taken back", known=second)
        assert project.trees("ann") == {}

        project.save(FRAMES, WORK, "new frame", known=None)
        with pytest.raises(Conflict, match="another window"):
            project.save(FRAMES, Annotation(), "everything gone", known=None)
        project.save(FRAMES, Annotation(), "everything gone", known=WORK)


def test_arcs_there_and_back() -> None:
    arcs = {0: (-1, "root"), 3: (0, "“odd”")}
    assert arcs_from_json(arcs_to_json(arcs)) == arcs
    for text in ("", "[]", '{"arcs":[[1]]}', '{"arcs":[[1,2,3,4]]}', '{"arcs":[[1,Infinity,"x"]]}', "[" * 100_000):
        with pytest.raises(ValueError, match=r"."):
            arcs_from_json(text)


@pytest.mark.parametrize(
    "row",
    [
        *('[true,1,"x"]', '[0,true,"x"]', '["0",1,"x"]', '[0.0,1,"x"]', '[0,1.5,"x"]'),
        *("[0,1,null]", "[0,1,2]", '[0,1,"\\ud800"]', '[-1,1,"x"]', '[0,-2,"x"]', '[0,1,"x"],[0,2,"y"]'),
    ],
)
def test_damaged_arcs_are_refused(row: str) -> None:
    with pytest.raises(ValueError, match="not corrected arcs"):
        arcs_from_json(f'{{"arcs":[{row}]}}')


def test_a_label_that_cannot_be_written_is_an_input_error(path: Path) -> None:
    with Project(path) as project:
        with pytest.raises(UsageError, match=r"the label '\\ud800' cannot be written as text"):
            project.save_tree(TREE, {0: (1, "\ud800")}, "label")
        assert project.all_trees().get(TREE, {}) == {}


def test_a_name_and_a_token_may_hold_a_line_break(tmp_path: Path) -> None:
    text = Text("x\ny", tokens=("x", "\n", "y"))
    corpus = Corpus(
        "c", (Segment("1\n2", "d\r", references={"A": text}, hypotheses={"b\nc": text}),), ("b\nc",), ("A",)
    )
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(corpus)
        assert project.corpus() == corpus
        key = AnnotationKey("d\r/1\n2", "b\nc", "A", "ann")
        project.save(key, WORK, "edit")
        assert project.annotations("ann") == {key: WORK}
