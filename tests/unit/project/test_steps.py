"""Steps of undo keep their identity in copies, through merges, and from older versions."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from helpers.frames import frame
from helpers.old_projects import make_old_project
from meantree.annotation.annotation_json import reference_to_json, to_json
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.reference_frames import reference_of, with_reference
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.annotators_work import UndoOrRedo
from meantree.project.file import Project
from meantree.project.merging import merge

WORDS = "the old man says that he gave it"
SEGMENT = Segment("1", "d", None, {"A": Text(WORDS)}, {"a": Text(WORDS), "b": Text(WORDS)})
ONE, TWO = (AnnotationKey("d/1", system, "A", "ana") for system in "ab")
BEGUN = Annotation((frame("3 agent=1-2"),), (frame("3 agent=1-2"),))


def _made(path: Path) -> Project:
    project = Project(path, new=True)
    project.fill(Corpus("x", (SEGMENT,), ("a", "b"), ("A",)))
    return project


def _edit(project: Project, system: str, place: int, *, both: bool) -> None:
    """Move a frame of a translation, or those of both texts, as one keystroke does."""
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
                found.append((step, project.annotations("ana"), project.references("ana")))
    return found


Action = UndoOrRedo | tuple[str, int, bool]
ACTIONS = st.one_of(
    st.tuples(st.sampled_from("ab"), st.integers(0, 7), st.booleans()), st.sampled_from(get_args(UndoOrRedo))
)


def _act(project: Project, actions: list[Action]) -> None:
    for action in actions:
        if isinstance(action, tuple):
            _edit(project, action[0], action[1], both=action[2])
        else:
            project.take_step("ana", action)


def _shown(project: Project) -> object:
    return (project.annotations("ana"), project.references("ana")) if project.annotators else ({}, {})


@settings(max_examples=15)
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


@settings(max_examples=15)
@example(base=[("a", 2, False)], one=["undo"], two=[("b", 2, True)])
@example(base=[("b", 2, False), ("b", 1, True)], one=["undo"], two=[("b", 0, False), "undo"])
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
        count = sum(1 for _ in iter(lambda: project.take_step("ana", "undo"), None))
        assert _shown(project) == ({}, {})
        assert all(project.take_step("ana", "redo") for _ in range(count))
        assert _shown(project) == end


def test_steps_are_later_than_those_before_them(tmp_path: Path) -> None:
    """Whichever records they change, and however fast they follow each other."""
    with _made(tmp_path / "x.meantree") as project:
        for number in range(20):
            _edit(project, "ab"[number % 3 == 0], number % 8, both=number % 2 == 0)
        rows = project._connection.execute("SELECT step, min(time), max(time) FROM history GROUP BY step ORDER BY id")
        times = [time for _, *ends in rows for time in ends]
    assert times == sorted(times)


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
    """The edits of version 6 had times of their records alone, so those of quick steps lay between each other."""
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


def _project_of_version_6(path: Path, *, backwards: bool = False) -> None:
    """Two keystrokes over a translation and its reference, and two remarks typed on; told by their names."""
    texts = (
        "INSERT INTO settings VALUES ('name', 'old'), ('systems', '[\"a\"]'), ('references', '[\"A\"]'),"
        " ('identity', 'known');"
        "INSERT INTO segments VALUES (0, '1', 'd', NULL);"
        f"INSERT INTO texts (segment, side, name, text) VALUES (0, 'reference', 'A', '{WORDS}');"
        f"INSERT INTO texts (segment, side, name, text) VALUES (0, 'hypothesis', 'a', '{WORDS}');"
        f"INSERT INTO annotators VALUES {'(2' if backwards else '(1'}, 'ana');"
    )
    make_old_project(path, version=6, rows=texts)
    moved = replace(BEGUN, reference=(frame("5"),))
    said = [replace(moved, comment=comment) for comment in ("w", "wh", "why")]
    frames, other = (to_json(one) for one in (BEGUN, replace(moved, hypothesis=(frame("5"),))))
    said_frames = [to_json(replace(one, hypothesis=(frame("5"),))) for one in said]
    references = [reference_to_json(reference_of(one)) for one in (BEGUN, moved)]
    one, two = (2, 1) if backwards else (1, 2)
    edits = [
        (one, "new frame", None, frames),
        (two, "new frame, continued", None, references[0]),
        (one, "span", frames, other),
        (two, "span, continued", references[0], references[1]),
        (one, "remark", other, said_frames[0]),
        (one, "remark, continued", said_frames[0], said_frames[1]),
        (one, "remark, continued", said_frames[1], said_frames[2]),
    ]
    with closing(sqlite3.connect(path)) as connection, connection:
        record = "INSERT INTO annotations VALUES (?, 0, ?, ?, 'A', ?, ?, ?)"
        annotator = 2 if backwards else 1
        connection.execute(record, (one, "frames", "a", annotator, said_frames[2], "2026-01-07"))
        connection.execute(record, (two, "reference", "", annotator, references[1], "2026-01-04"))
        edit = "INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, 'done', ?)"
        for day, (number, what, before, after) in enumerate(edits, start=1):
            time = f"2026-01-0{day}"
            connection.execute(edit, (day, number, what, before, after, time, time))


def test_steps_of_version_6_are_steps_still(tmp_path: Path) -> None:
    path = tmp_path / "old.meantree"
    _project_of_version_6(path)
    with Project(path) as project:
        assert not project.damage
        found = [project.take_step("ana", "undo") for _ in range(4)]
        assert found == [(ONE, "remark"), (ONE, "span"), (ONE, "new frame"), None]
        assert project.annotations("ana") == {}
        assert project.references("ana") == {}
        assert [project.take_step("ana", "redo") for _ in range(4)] == [
            (ONE, "new frame"),
            (ONE, "span"),
            (ONE, "remark"),
            None,
        ]
        moved = replace(BEGUN, hypothesis=(frame("5"),), reference=(frame("5"),))
        assert project.annotation(ONE) == replace(moved, comment="why")
        (names,) = project._connection.execute("SELECT json_group_array(DISTINCT what) FROM history").fetchone()
        assert sorted(json.loads(names)) == ["new frame", "remark", "span"]


def test_copies_of_version_6_have_the_same_steps(tmp_path: Path) -> None:
    """However their rows are numbered."""
    paths = [tmp_path / "one.meantree", tmp_path / "two.meantree"]
    for path in paths:
        _project_of_version_6(path, backwards=path == paths[1])
    steps = []
    for path in paths:
        with Project(path) as project:
            steps.append(project._connection.execute("SELECT step FROM history ORDER BY id").fetchall())
    assert steps[0] == steps[1]
    assert len(set(steps[0])) == 3
    assert merge(paths, tmp_path / "merged.meantree").conflicts == ()
    assert _walked(tmp_path / "merged.meantree", tmp_path / "a") == _walked(paths[0], tmp_path / "b")
