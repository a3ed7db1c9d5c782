"""Records of every kind are kept by annotator, undone and redone, and not written over unseen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.messages import tell
from helpers.project_rows import change_rows, rows_of
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.record_kinds import MarkKey
from meantree.project.file import Project
from meantree.project.new_projects import make_project
from meantree.project.records import Conflict, Locked
from meantree.project.splitting import split

CORPUS = corpus_of([("x y", "x y", "y x")] * 3, "b", "AB", ids="123", document="d")


@dataclass(frozen=True)
class Kind:
    """A kind of record, with two values; ``save`` takes what the annotator saw before, None for no record."""

    key: Any
    first: object
    second: object
    read: Callable[[Project, str], Mapping[Any, object]]
    save: Callable[[Project, Any, Any, Any], object]


WORK = Annotation((frame("0"),), (frame("1 agent=0"),))
MARKED = ErrorAnnotation((MarkedError((Place("hypothesis", 0, 1),), "major", "Style"),), state=State.OPEN)
LINKED = FixedLinks(frozenset({(0, 1)}))
KINDS = {
    "frames": Kind(
        AnnotationKey("d/1", "b", "A", "ann"),
        WORK,
        replace(WORK, comment="?"),
        Project.annotations,
        lambda project, key, value, known: project.save(key, value, "edit", known=known),
    ),
    "errors": Kind(
        ErrorKey("d/1", "b", "ann"),
        MARKED,
        replace(MARKED, comment="?"),
        Project.error_annotations,
        lambda project, key, value, known: project.save_errors(key, value, "edit", known=known),
    ),
    "tree": Kind(
        TreeKey("d/1", "reference", "A", "ann"),
        {0: (1, "x")},
        {0: (1, "y"), 1: (-1, "root")},
        Project.trees,
        lambda project, key, value, known: project.save_tree(key, value, "edit", known=known or {}),
    ),
    "links": Kind(
        LinksKey("d/1", "b", "A", "ann"),
        LINKED,
        replace(LINKED, unlinked=frozenset({(0, 0)})),
        Project.links,
        lambda project, key, value, known: project.save_links(key, value, "edit", known=known or FixedLinks()),
    ),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "x.meantree"
    make_project(made, CORPUS)
    return made


@pytest.mark.parametrize("name", KINDS)
def test_an_annotator_undoes_and_redoes_own_edits_alone(path: Path, name: str) -> None:
    kind = KINDS[name]
    of_bob = replace(kind.key, annotator="bob")
    with Project(path) as project:
        kind.save(project, kind.key, kind.first, None)
        kind.save(project, kind.key, kind.second, kind.first)
        kind.save(project, of_bob, kind.first, None)
        if name != "frames":  # whose editor saves edits alone
            kind.save(project, kind.key, kind.second, kind.second)
        left = [(project.take_step("ann", "undo"), kind.read(project, "ann")) for _ in range(3)]
        assert left == [((kind.key, "edit"), {kind.key: kind.first}), ((kind.key, "edit"), {}), (None, {})]
        assert project.translation_states("ann") == {}
        assert project.corpus("ann").segments == CORPUS.segments
        redone = [(project.take_step("ann", "redo"), kind.read(project, "ann")) for _ in range(2)]
        assert redone == [((kind.key, "edit"), {kind.key: value}) for value in (kind.first, kind.second)]
        project.take_step("ann", "undo")
        project.take_step("ann", "undo")
        kind.save(project, kind.key, kind.second, None)
        assert project.take_step("ann", "redo") is None, "a new edit drops what was undone"
    with Project(path) as project:
        assert kind.read(project, "ann") == {kind.key: kind.second}
        assert kind.read(project, "bob") == {of_bob: kind.first}
        others = (other for other in KINDS.values() if other is not kind)
        assert all(other.read(project, "ann") == {} for other in others)
        assert project.take_step("ann", "undo") == (kind.key, "edit")
        assert project.take_step("ann", "undo") is None
    assert {(row[2], row[6]) for row in rows_of(path)["history"]} == {
        ("edit", "done"),
        ("edit", "dropped"),
        ("edit", "undone"),
    }


@pytest.mark.parametrize("name", KINDS)
def test_what_another_window_changed_is_a_conflict(path: Path, name: str) -> None:
    kind = KINDS[name]
    with Project(path) as project:
        kind.save(project, kind.key, kind.first, None)
        with pytest.raises(Conflict, match="another window"):
            kind.save(project, kind.key, kind.second, None)
        kind.save(project, kind.key, kind.second, kind.first)
        with pytest.raises(Conflict, match="another window"):
            kind.save(project, kind.key, kind.first, kind.first)
        assert kind.read(project, "ann") == {kind.key: kind.second}


@pytest.mark.parametrize("name", KINDS)
def test_what_cannot_be_read_is_told_and_can_be_edited_anew(path: Path, name: str) -> None:
    kind = KINDS[name]
    of_bob = replace(kind.key, annotator="bob")
    with Project(path) as project:
        for key in (kind.key, of_bob):
            kind.save(project, key, kind.first, None)
    change_rows(path, "UPDATE annotations SET content = '[]' WHERE annotator = 1 AND kind = ?", name)
    with Project(path) as project:
        assert [kind.read(project, who) for who in ("ann", "bob")] == [{}, {of_bob: kind.first}]
        assert tell(project.problems, "segment d/1, … ann: … cannot be read; left out")
        with pytest.raises(Conflict):
            kind.save(project, kind.key, kind.second, kind.first)
        kind.save(project, kind.key, kind.second, None)
        assert (kind.read(project, "ann"), project.problems) == ({kind.key: kind.second}, ())


@pytest.mark.parametrize("name", ["frames", "errors"])
def test_what_is_finalized_is_locked_until_it_is_unlocked(path: Path, name: str) -> None:
    kind: Any = KINDS[name]
    key, locked = replace(kind.key, annotator="gold"), replace(kind.first, finalized_by="lea")
    with Project(path) as project:
        kind.save(project, key, locked, None)
        with pytest.raises(Locked, match="'lea' finalized this"):
            kind.save(
                project, key, replace(locked, hypothesis=()) if name == "frames" else replace(locked, marked=()), locked
            )
        kind.save(project, key, locked, locked)
        kind.save(project, key, commented := replace(locked, comment="sure"), locked)
        kind.save(project, key, kind.first, commented)
        kind.save(project, key, anew := replace(kind.second, finalized_by="ben"), kind.first)
        assert kind.read(project, "gold") == {key: anew}
        for left in (kind.first, commented, locked):
            project.take_step("gold", "undo")
            assert kind.read(project, "gold") == {key: left}


@pytest.mark.parametrize("name", ["tree", "links"])
def test_no_corrections_are_no_record(path: Path, name: str) -> None:
    kind = KINDS[name]
    with Project(path) as project:
        kind.save(project, kind.key, kind.first, None)
        kind.save(project, kind.key, type(kind.first)(), kind.first)
        assert kind.read(project, "ann") == {}
        assert project.take_step("ann", "undo") == (kind.key, "edit")
        assert kind.read(project, "ann") == {kind.key: kind.first}


# Marks of segments for the report are no work that splits follow


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
