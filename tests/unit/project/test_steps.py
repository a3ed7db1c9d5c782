"""Steps of undo keep their identity in copies and through merges, and undo walks back to the beginning."""

from __future__ import annotations

import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.merges import Work, copies_of, merged, undone
from helpers.projects import project_of
from meantree.annotation.corrections import Arcs, TreeKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import MarkKey
from meantree.annotation.reference_frames import with_reference
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.undo import UndoOrRedo

WORDS = "the old man says that he gave it"
ONE, TWO = (AnnotationKey("d/1", system, "A", "ana") for system in "ab")
BEGUN = Annotation((frame("3 agent=1-2"),), (frame("3 agent=1-2"),))
TREE, OTHER_TREE = TreeKey("d/1", "hypothesis", "a", "ana"), TreeKey("d/1", "reference", "A", "ana")
A, B, Z = ({place: (place - 1, label)} for place, label in enumerate("abz", start=1))


def _made(path: Path) -> Project:
    return Project(project_of(path, corpus_of([[WORDS] * 3], "ab", ids="1", document="d")))


def _edit(project: Project, system: str, place: int, *, both: bool) -> None:
    """Move a frame of a translation, or those of both texts, as one keystroke does; or correct a head, or none."""
    if system == "tree":
        project.save_tree(TREE if both else OTHER_TREE, {place: (0, "x")} if place else {}, f"head {place}")
        return
    key, moved = AnnotationKey("d/1", system, "A", "ana"), (frame(str(place)),)
    before, shared = project.annotation(key), project.reference_frames(key)
    shown = before or (BEGUN if shared is None else with_reference(BEGUN, shared))
    after = replace(shown, hypothesis=moved, reference=moved if both else shown.reference)
    if after != before:
        project.save(key, after, f"{system}{place}", known=before)


def _walked(path: Path, copy: Path) -> list[object]:
    """What undo takes back and leaves, step by step, then what redo does."""
    shutil.copy(path, copy)
    found: list[object] = []
    with Project(copy) as project:
        for direction in get_args(UndoOrRedo):
            while (expected := project.next_step("ana", direction)) is not None:
                step = project.take_step("ana", direction)
                assert step is not None
                assert step[0] == expected, "what changes is known before"
                found.append((step, _shown(project)))
    return found


Action = UndoOrRedo | tuple[str, int, bool]
ACTIONS = st.one_of(
    st.tuples(st.sampled_from(["a", "b", "tree"]), st.integers(0, 7), st.booleans()),
    st.sampled_from(get_args(UndoOrRedo)),
)


def _act(project: Project, actions: list[Action]) -> None:
    for action in actions:
        if isinstance(action, tuple):
            _edit(project, action[0], action[1], both=action[2])
        else:
            project.take_step("ana", action)


def _shown(project: Project) -> list[object]:
    """What ana has in the project."""
    reads = Project.annotations, Project.references, Project.trees
    return [read(project, "ana") if project.annotators else {} for read in reads]


@given(before=st.lists(ACTIONS, max_size=6), after=st.lists(ACTIONS, max_size=6))
def test_a_merge_with_an_own_copy_leaves_undo_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, before: list[Action], after: list[Action]
) -> None:
    """The copy may be of any moment."""
    folder = tmp_path_factory.mktemp("steps")
    path, copy = folder / "x.meantree", folder / "copy.meantree"
    with _made(path) as project:
        for place, action in enumerate([*before, *after]):
            if place == len(before):
                project.copy(copy)
            _act(project, [action])
        if not copy.exists():
            project.copy(copy)
    walked = _walked(path, folder / "walked.meantree")
    for number, order in enumerate(((path, copy), (copy, path))):
        merged = folder / f"merged{number}.meantree"
        assert merge(order, merged).conflicts == ()
        assert _walked(merged, folder / f"walked{number}.meantree") == walked


WORKS = st.lists(ACTIONS, max_size=4)


@example(base=[("a", 2, False)], one=["undo"], two=[("b", 2, True)])
@example(base=[("b", 2, False), ("b", 1, True)], one=["undo"], two=[("b", 0, False), "undo"])
@example(base=[("a", 1, False), ("a", 0, False)], one=[("a", 1, False)], two=[("a", 1, False)])
@given(base=WORKS, one=WORKS, two=WORKS)
def test_that_redo_brings_back_what_undo_took_though_copies_took_back_parts_of_a_step(
    tmp_path_factory: pytest.TempPathFactory, base: list[Action], one: list[Action], two: list[Action]
) -> None:
    folder = tmp_path_factory.mktemp("parts")
    paths = [folder / f"{name}.meantree" for name in ("one", "two", "merged")]
    with _made(paths[0]) as project:
        _act(project, base)
        project.copy(paths[1])
    for path, actions in zip(paths, (one, two), strict=False):
        with Project(path) as project:
            _act(project, actions)
    merge(paths[:2], paths[2])
    with Project(paths[2]) as project:
        end = _shown(project)
        count = len(list(undone(project, "ana")))
        assert _shown(project) == [{}, {}, {}]
        assert all(project.take_step("ana", "redo") for _ in range(count))
        assert _shown(project) == end


def test_what_a_merge_left_of_a_step_is_one_step(tmp_path: Path) -> None:
    """Another copy's version of the translation is shown; what the step did elsewhere is taken back at once."""
    path, copy, merged = (tmp_path / f"{name}.meantree" for name in ("x", "copy", "merged"))
    with _made(path) as project:
        for key in (ONE, TWO):
            project.save(key, BEGUN, "begun", known=None)
        project.copy(copy)
        linked = replace(BEGUN, state=State.DONE)
        project.save(TWO, linked, "before", known=BEGUN)
        _edit(project, "a", 5, both=True)
    with Project(copy) as project:
        project.save(ONE, replace(BEGUN, comment="?"), "remark", known=BEGUN)
    assert len(merge([path, copy], merged).conflicts) == 1
    with Project(merged) as project:
        assert project.take_step("ana", "undo") == (ONE, "remark")
        found = project.take_step("ana", "undo")
        assert found is not None
        assert found[1] == "a5"
        assert project.annotation(TWO) == linked, "the edit before stays"
        assert project.take_step("ana", "undo") == (TWO, "before")


def test_steps_stay_in_order_where_their_times_touch(tmp_path: Path) -> None:
    """Clocks of other computers may put the edits of quick steps between each other."""
    path, merged = tmp_path / "x.meantree", tmp_path / "merged.meantree"
    with _made(path) as project:
        for place in (1, 2, 3, 4):
            _edit(project, "b" if place % 2 else "a", place, both=True)
        rows = project._connection.execute("SELECT id, step FROM history ORDER BY id").fetchall()
        steps = [step for _, step in rows]
        for number, step in rows:
            first, is_first = steps.index(step), steps[number - 2 : number - 1] != [step]
            time = f"2026-01-01T00:00:00.{10 + len(set(steps[:first])) + (not is_first):03}+00:00"
            project._connection.execute("UPDATE history SET time = ?, stated = ? WHERE id = ?", (time, time, number))
        project.copy(tmp_path / "copy.meantree")
    assert merge([path, tmp_path / "copy.meantree"], merged).conflicts == ()
    assert _walked(merged, tmp_path / "a") == _walked(path, tmp_path / "b")


def _put(arcs: Arcs, key: TreeKey = TREE) -> Work:
    return lambda project: project.save_tree(key, arcs, "head")


def _undo(project: Project) -> object:
    return project.take_step("ana", "undo")


def _redo(project: Project) -> object:
    return project.take_step("ana", "redo")


def _copies(folder: Path, base: list[Work], *works: list[Work]) -> list[Path]:
    """Copies of one project that begins with work of its own."""

    def all_of(works: list[Work]) -> Work:
        return lambda project: [work(project) for work in works]

    whole = folder / "whole.meantree"
    with _made(whole) as project:
        all_of(base)(project)
    return copies_of(whole, *map(all_of, works))


def test_what_was_done_again_and_another_version_are_a_conflict(tmp_path: Path) -> None:
    with merged(_copies(tmp_path, [_put(A), _undo], [_redo], [_put(B)]), ["tree"]) as project:
        assert project.trees("ana") == {TREE: B}
        assert len(project.alternatives()[TREE]) == 1


def test_what_was_forgotten_is_not_done_again_after_a_merge_with_an_older_copy(tmp_path: Path) -> None:
    with merged(_copies(tmp_path, [_put(A), _undo], [], [_put(B, OTHER_TREE)])) as project:
        assert _redo(project) is None


def test_undo_goes_on_below_what_another_copy_undid(tmp_path: Path) -> None:
    with merged(_copies(tmp_path, [_put(A), _put(B)], [_undo, _undo], [_put(Z)]), ["tree"]) as project:
        assert project.trees("ana") == {TREE: Z}
        assert [project.trees("ana") for _ in undone(project, "ana")] == [{TREE: B}, {TREE: A}, {}]
        assert [project.trees("ana")[TREE] for _ in iter(lambda: _redo(project), None)] == [A, B, Z]


def test_undo_does_not_bring_back_what_was_undone_before(tmp_path: Path) -> None:
    """The record is twice as it began; the way between is taken back, and nothing was made from its end."""
    copies = _copies(tmp_path, [_put(A), _put({}), _undo, _undo, _put(B)], [], [_put(Z, OTHER_TREE)])
    with merged(copies) as project:
        assert [project.trees("ana") for _ in undone(project, "ana")] == [{TREE: B}, {}]


def test_a_step_that_goes_on_after_another_is_taken_back_whole(tmp_path: Path) -> None:
    """A comment is saved while it is typed, and a segment is marked meanwhile."""
    with _made(tmp_path / "x.meantree") as project:
        step = project.save(ONE, replace(BEGUN, comment="so"), "comment")
        project.mark(["d/1"], "ana", marked=True)
        project.save(ONE, replace(BEGUN, comment="so far"), "comment", step=step)
        assert [what for _, what in undone(project, "ana")] == ["comment", "added to the report"]
        assert _shown(project) == [{}, {}, {}]
        assert [_redo(project) for _ in range(3)] == [
            (MarkKey("d/1", "ana"), "added to the report"),
            (ONE, "comment"),
            None,
        ]
        assert project.annotation(ONE) == replace(BEGUN, comment="so far")


def test_what_undo_takes_is_found_without_reading_a_long_history(tmp_path: Path) -> None:
    steps = []
    for place, count in enumerate((60, 300)):
        with Project(tmp_path / f"{place}.meantree", new=True) as project:
            project.fill(corpus_of([[WORDS] * 2] * count, "a", document="d"))
            with project.together():
                for segment in project.corpus().segments:
                    project.save(AnnotationKey(segment.key, "a", "A", "ana"), BEGUN, "x", known=None)
            taken: list[None] = []
            project._connection.set_progress_handler(partial(taken.append, None), 20)
            project.next_step("ana", "undo")
            project._connection.set_progress_handler(None, 0)
            steps.append(len(taken))
    assert steps[1] < 3 * steps[0], "the newest edits, not all of them"
