"""Undo and redo in a merged project: what was done again holds, and undo walks back to the beginning."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from meantree.corpus.model import Corpus, Segment, Text
from meantree.project.corrected_trees import Arcs, TreeKey
from meantree.project.file import Project
from meantree.project.merging.merge import merge

WORDS = "the old man says"
SEGMENT = Segment("1", "d", None, {"A": Text(WORDS)}, {"a": Text(WORDS)})
ONE, TWO = TreeKey("d/1", "hypothesis", "a", "ana"), TreeKey("d/1", "reference", "A", "ana")
A, B, Z = ({place: (place - 1, label)} for place, label in enumerate("abz", start=1))

Work = Callable[[Project], object]


def _undo(project: Project) -> object:
    return project.undo("ana")


def _redo(project: Project) -> object:
    return project.redo("ana")


def _put(arcs: Arcs, key: TreeKey = ONE) -> Work:
    return lambda project: project.save_tree(key, arcs, "head", known=project.tree(key))


def _shown(project: Project) -> tuple[Arcs, Arcs]:
    return project.tree(ONE), project.tree(TWO)


def _do(path: Path, work: list[Work]) -> None:
    with Project(path) as project:
        for one in work:
            one(project)


def _copies(folder: Path, base: list[Work], *works: list[Work]) -> list[Path]:
    """Copies of one project, each with work of its own; one after the other, so that later work has later times."""
    whole = folder / "whole.meantree"
    with Project(whole, new=True) as project:
        project.fill(Corpus("x", (SEGMENT,), ("a",), ("A",)))
    _do(whole, base)
    paths = [Path(shutil.copy(whole, folder / f"copy{number}.meantree")) for number in range(len(works))]
    for path, work in zip(paths, works, strict=True):
        _do(path, work)
    return paths


def test_what_was_done_again_holds_though_another_copy_forgot_it(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _undo], [_redo], [_put(B, TWO)])
    assert merge(copies, tmp_path / "merged.meantree").conflicts == ()
    with Project(tmp_path / "merged.meantree") as project:
        assert _shown(project) == (A, B)


def test_what_was_done_again_and_another_version_are_a_conflict(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _undo], [_redo], [_put(B)])
    assert len(merge(copies, tmp_path / "merged.meantree").conflicts) == 1
    with Project(tmp_path / "merged.meantree") as project:
        assert project.tree(ONE) == B
        assert len(project.alternatives()[ONE]) == 1


def test_what_was_forgotten_is_not_done_again_after_a_merge_with_an_older_copy(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _undo], [], [_put(B, TWO)])
    merge(copies, tmp_path / "merged.meantree")
    with Project(tmp_path / "merged.meantree") as project:
        assert project.redo("ana") is None
