"""Several programs on one project, ended in every way: no acknowledged edit is lost (see ``helpers.sharing``)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.sharing import Program, edits, make_project
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.project.file import Project

TESTS = Path(__file__).parents[2]

POSIX = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")


@POSIX
@pytest.mark.parametrize("ends", [Program.kill, Program.exit])
def test_that_a_library_which_opens_and_closes_the_file_costs_no_edit(
    tmp_path: Path, ends: Callable[[Program], None]
) -> None:
    path, link = tmp_path / "x.meantree", tmp_path / "linked.meantree"
    make_project(path)
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
def test_that_a_plain_copy_of_an_open_project_has_what_others_wrote(tmp_path: Path) -> None:
    path, copy = tmp_path / "x.meantree", tmp_path / "copy.meantree"
    make_project(path)
    at_work = Program(path, "one")
    other = Program(path, "two")
    for program in (at_work, other):
        program.do("edit")
    other.exit()
    shutil.copyfile(path, copy)
    assert edits(copy) == 2
    at_work.kill()


@POSIX
def test_that_a_project_renamed_while_it_is_open_is_edited_under_its_new_name(tmp_path: Path) -> None:
    path, renamed = tmp_path / "x.meantree", tmp_path / "y.meantree"
    make_project(path)
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
def test_programs_on_one_project_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "helpers.sharing", str(tmp_path / "x.meantree"), "8"]
    done = subprocess.run(command, cwd=TESTS, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[0]) > 32  # those of every order, and of the schedules
