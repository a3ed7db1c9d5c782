"""Undo and redo in a merged project: what was done again holds, and undo walks back to the beginning."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.merges import Work, copies_of, merged
from meantree.annotation.corrections import Arcs, TreeKey
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.new_projects import make_project

WORDS = "the old man says"
ONE, TWO = TreeKey("d/1", "hypothesis", "a", "ana"), TreeKey("d/1", "reference", "A", "ana")
A, B, Z = ({place: (place - 1, label)} for place, label in enumerate("abz", start=1))


def _undo(project: Project) -> object:
    return project.take_step("ana", "undo")


def _redo(project: Project) -> object:
    return project.take_step("ana", "redo")


def _put(arcs: Arcs, key: TreeKey = ONE) -> Work:
    return lambda project: project.save_tree(key, arcs, "head", known=project.all_trees().get(key, {}))


def _shown(project: Project) -> tuple[Arcs, Arcs]:
    return project.all_trees().get(ONE, {}), project.all_trees().get(TWO, {})


def _all(work: list[Work]) -> Work:
    return lambda project: [one(project) for one in work]


def _copies(folder: Path, base: list[Work], *works: list[Work]) -> list[Path]:
    """Copies of one project that begins with work of its own."""
    whole = folder / "whole.meantree"
    make_project(whole, corpus_of([[WORDS] * 2], "a", ids="1", document="d"))
    with Project(whole) as project:
        _all(base)(project)
    return copies_of(whole, *map(_all, works))


def test_what_was_done_again_and_another_version_are_a_conflict(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _undo], [_redo], [_put(B)])
    with merged(copies, ["tree"]) as project:
        assert project.all_trees().get(ONE, {}) == B
        assert len(project.alternatives()[ONE]) == 1


def test_what_was_forgotten_is_not_done_again_after_a_merge_with_an_older_copy(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _undo], [], [_put(B, TWO)])
    with merged(copies) as project:
        assert project.take_step("ana", "redo") is None


def test_undo_goes_on_below_what_another_copy_undid(tmp_path: Path) -> None:
    copies = _copies(tmp_path, [_put(A), _put(B)], [_undo, _undo], [_put(Z)])
    with merged(copies, ["tree"]) as project:
        assert [
            _shown(project)[0],
            *(_shown(project)[0] for _ in iter(lambda: project.take_step("ana", "undo"), None)),
        ] == [Z, B, A, {}]
        assert [_shown(project)[0] for _ in iter(lambda: project.take_step("ana", "redo"), None)] == [A, B, Z]


def test_undo_does_not_bring_back_what_was_undone_before(tmp_path: Path) -> None:
    """The record is twice as it began; the way between is taken back, and nothing was made from its end."""
    copies = _copies(tmp_path, [_put(A), _put({}), _undo, _undo, _put(B)], [], [_put(Z, TWO)])
    with merged(copies) as project:
        assert [_shown(project) for _ in iter(lambda: project.take_step("ana", "undo"), None)] == [(B, {}), ({}, {})]


WORKS = st.lists(
    st.one_of(
        st.sampled_from(["undo", "redo"]), st.tuples(st.sampled_from([{}, A, B, Z]), st.sampled_from([ONE, TWO]))
    ),
    max_size=6,
)


@given(base=WORKS, one=WORKS, two=WORKS)
def test_undo_walks_to_the_beginning_and_redo_back_after_any_merge(
    tmp_path_factory: pytest.TempPathFactory, base: list[object], one: list[object], two: list[object]
) -> None:
    folder = tmp_path_factory.mktemp("way")
    copies = _copies(folder, *([_work(what) for what in works] for works in (base, one, two)))
    for number, order in enumerate((copies, copies[::-1])):
        merge(order, folder / f"{number}.meantree")
        with Project(folder / f"{number}.meantree") as project:
            end = _shown(project)
            count = sum(1 for _ in iter(lambda: project.take_step("ana", "undo"), None))
            assert _shown(project) == ({}, {})
            assert all(project.take_step("ana", "redo") for _ in range(count))
            assert _shown(project) == end


def _work(what: object) -> Work:
    if isinstance(what, tuple):
        return lambda project: what[0] == project.all_trees().get(what[1], {}) or _put(*what)(project)
    return _undo if what == "undo" else _redo
