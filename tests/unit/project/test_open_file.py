"""A file that others edit, move, delete or replace while it is open: it is noticed, and nothing is lost."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helpers.sharing import Program, edits, make_project
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.new_projects import copy_project
from meantree.project.open_file import OpenFile

KEY = AnnotationKey("d/1", "b", "A", "ann")
TESTS = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


def _save(project: Project, comment: str) -> None:
    project.save(KEY, Annotation(comment=comment), "edit")


def _by_another_program(path: Path, backup: Path) -> None:
    """A copy that was edited elsewhere, longer than this one."""
    with Project(backup) as project:
        for number in range(20):
            _save(project, f"elsewhere {number}")
    shutil.copyfile(backup, path)


def _in_half(path: Path, backup: Path) -> None:
    path.write_bytes(backup.read_bytes()[: backup.stat().st_size // 2])


def _by_another_project(path: Path, backup: Path) -> None:
    backup.unlink()
    make_project(backup)
    _by_another_program(path, backup)


WAYS: dict[str, Callable[[Path, Path], object]] = {
    "overwritten": lambda path, backup: shutil.copyfile(backup, path),
    "replaced": lambda path, backup: backup.replace(path),
    "replaced by what it was": lambda path, backup: (shutil.copyfile(path, backup), backup.replace(path)),
    "deleted": lambda path, _backup: path.unlink(),
    "moved": lambda path, _backup: path.rename(path.with_name("moved.meantree")),
    "emptied": lambda path, _backup: path.write_bytes(b""),
    "by another program": _by_another_program,
    "in half": _in_half,
    "by another project": _by_another_project,
    "by no project": lambda path, _backup: path.write_bytes(b"x" * 5000),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "x.meantree"
    make_project(path)
    return path


@pytest.fixture
def backup(path: Path, tmp_path: Path) -> Path:
    backup = tmp_path / "backup.meantree"
    shutil.copyfile(path, backup)
    return backup


@pytest.mark.parametrize("reads", [False, True])
@pytest.mark.parametrize("way", WAYS)
def test_that_a_replaced_file_is_noticed_and_all_edits_are_in_a_copy(
    tmp_path: Path, path: Path, backup: Path, way: str, *, reads: bool
) -> None:
    noticed, copy = [], tmp_path / "copy.meantree"
    with Project(path) as project:
        project.on_replaced = lambda: noticed.append(True)
        for number in range(5):
            _save(project, f"edit {number}")
        with Project(path, passing=True) as other:
            other.save(AnnotationKey("d/2", "b", "A", "eva"), Annotation(comment="other"), "edit")
        _save(project, "last")
        WAYS[way](path, backup)
        there = path.read_bytes() if path.exists() else None
        if reads:
            assert project.annotations("ann")[KEY].comment == "last"
        with pytest.raises(UsageError, match="moved, deleted or replaced"):
            _save(project, "refused")
        assert noticed == [True]
        assert "moved, deleted or replaced" in project.damage
        copy_project(project, copy)
    assert (path.read_bytes() if path.exists() else None) == there
    with Project(copy) as copied:
        assert (copied.damage, copied.problems) == ("", ())
        assert copied.annotations("ann")[KEY].comment == "last"
        assert copied.annotations("eva")
        for _ in range(6):
            assert copied.take_step("ann", "undo") is not None


def test_that_what_runs_in_the_background_does_not_write_into_another_file(path: Path, backup: Path) -> None:
    with Project(path) as project:
        _save(project, "first")
        with Project(path, passing=True, again=project) as other:
            other.store_analyses("f", {})
        _save(project, "second")
        shutil.copyfile(backup, path)
        with pytest.raises(UsageError, match="moved, deleted or replaced"):
            Project(path, passing=True, again=project)
    assert path.read_bytes() == backup.read_bytes()


def test_that_a_file_that_was_put_back_is_written_to_again(path: Path, tmp_path: Path) -> None:
    with Project(path) as project:
        _save(project, "first")
        path.rename(tmp_path / "moved.meantree")
        with pytest.raises(UsageError, match="moved, deleted or replaced"):
            _save(project, "refused")
        (tmp_path / "moved.meantree").rename(path)
        _save(project, "second")
        assert project.damage == ""
    with Project(path) as project:
        assert project.annotations("ann")[KEY].comment == "second"


def test_that_a_kept_copy_is_what_the_file_is(path: Path) -> None:
    """Every kind of edit is repeated in it."""
    with Project(path) as project:
        _save(project, "first")
        project.take_step("ann", "undo")
        project.take_step("ann", "redo")
        project.set_rules(project.rules)
        project.rewrite(lambda copy: copy.moved(lambda name, *titles: ((name[0], f"{name[1]}a"), *titles)))
        project.assign({"eva": ["d/1a"]})
        project.store_analyses("f", {})
        whole = project.contents()
        path.unlink()
        assert project.contents() == whole
        assert project.damage


@pytest.mark.parametrize("at", ["PRAGMA user_version", "COMMIT"])
def test_that_an_overwriting_amid_an_edit_is_noticed_at_once(path: Path, backup: Path, tmp_path: Path, at: str) -> None:
    with Project(path) as project:
        _save(project, "last")
        assert project._file is not None
        connection, execute = project._file.connection, project._file.connection.execute

        def overwrite(sql: str, *parameters: Any) -> sqlite3.Cursor:
            cursor = execute(sql, *parameters)
            if sql == at:
                shutil.copyfile(backup, path)
            return cursor

        connection.execute = overwrite  # type: ignore[method-assign]
        with pytest.raises(UsageError, match="moved, deleted or replaced"):
            _save(project, "refused")
        connection.execute = execute  # type: ignore[method-assign]
        assert path.read_bytes() == backup.read_bytes()
        copy_project(project, tmp_path / "copy.meantree")
    with Project(tmp_path / "copy.meantree") as copied:
        assert copied.annotations("ann")[KEY].comment == "last"


def test_that_a_project_without_room_for_a_copy_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OpenFile, "_keep", lambda *_args: None)
    with Project(path) as project:
        path.unlink()
        with pytest.raises(UsageError, match=r"replaced.* no copy .* no room"):
            _save(project, "refused")


@POSIX
@pytest.mark.parametrize("ends", [Program.kill, Program.exit])
def test_that_a_library_which_opens_and_closes_the_file_costs_no_edit(
    path: Path, tmp_path: Path, ends: Callable[[Program], None]
) -> None:
    link = tmp_path / "linked.meantree"
    link.symlink_to(path)
    at_work = Program(link, "one")
    for action in ("edit", "look"):
        at_work.do(action)
    other = Program(path, "two")
    other.do("edit")
    other.exit()
    for _ in range(2):
        at_work.do("edit")
    ends(at_work)
    assert edits(path) == 4


@POSIX
def test_that_a_plain_copy_of_an_open_project_has_what_others_wrote(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.meantree"
    at_work, other = Program(path, "one"), Program(path, "two")
    for program in (at_work, other):
        program.do("edit")
    other.exit()
    shutil.copyfile(path, copy)
    assert edits(copy) == 2
    at_work.kill()


@POSIX
def test_that_a_project_renamed_while_it_is_open_is_edited_under_its_new_name(path: Path, tmp_path: Path) -> None:
    renamed = tmp_path / "y.meantree"
    at_work = Program(path, "one")
    for _ in range(3):
        at_work.do("edit")
    path.rename(renamed)
    with Project(renamed) as project:
        assert not project.damage
        project.save(AnnotationKey("d/1", "b", "A", "two"), Annotation(comment="here"), "edit")
    at_work.exit()
    assert edits(renamed) == 4


@POSIX
def test_that_kills_lose_at_most_the_edit_in_flight(path: Path) -> None:
    """Every other program is killed while it begins, or wherever a busy machine lets it come to."""
    chance = random.Random(1)
    for number in range(30):
        before, done = edits(path), number % 4 if number % 2 else 0
        program = Program(path, "one", waits=number % 2 == 1)
        for _ in range(done):
            program.do("edit")
        program.order("edit")
        time.sleep(chance.uniform(0, 0.01 if number % 2 else 0.03))
        program.kill()
        assert done <= edits(path) - before <= done + 1


@POSIX
def test_programs_on_one_project_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "helpers.sharing", str(tmp_path / "x.meantree"), "8"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[0]) > 32  # those of every order, and of the schedules
