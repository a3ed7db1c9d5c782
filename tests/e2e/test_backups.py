"""Backups over projects of killed programs, as real programs: each is killed at one of its writes, by strace."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.sharing import content, edits, make_project
from helpers.window_client import ENVIRONMENT
from meantree.project.file import Project

EDITS = """
import sys
from pathlib import Path
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.project.file import Project
with Project(Path(sys.argv[1])) as project:
    for number in range(2):
        project.save(AnnotationKey("d/1", "b", "A", sys.argv[2]), Annotation(comment=f"{number}" * 5000), "edit")
        print("edited", flush=True)
"""
CALLS = (("pwrite64", 11), ("fdatasync", 5), ("unlink", 2))
"""What SQLite does, and how many of these calls to let pass from one kill to the next."""


def _killed(path: Path, call: str, number: int) -> int | None:
    """Edit in a program that is killed when it makes a call for this time; how many edits it acknowledged.

    None if it makes fewer calls.
    """
    wanted = f"inject={call}:signal=SIGKILL:when={number}"
    command = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", str(path), "-P", f"{path}-journal", "-e", wanted]
    done = subprocess.run(
        [*command, sys.executable, "-c", EDITS, str(path), "ann"],
        capture_output=True, text=True, env=ENVIRONMENT, check=False,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr
    return None if done.returncode == 0 else done.stdout.count("edited")


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize(("call", "step"), CALLS)
def test_no_edit_is_lost_and_every_backup_is_whole(tmp_path: Path, call: str, step: int) -> None:
    path, older, other = (tmp_path / f"{name}.meantree" for name in ("x", "older", "other"))
    for made in (path, other):
        make_project(made)
        subprocess.run([sys.executable, "-c", EDITS, str(made), "eva"], capture_output=True, check=True)
    shutil.copyfile(path, older)
    subprocess.run([sys.executable, "-c", EDITS, str(path), "bob"], capture_output=True, check=True)
    start, number = path.read_bytes(), 1 - step
    contents = {backup: content(backup) for backup in (older, other)}
    while (acknowledged := _killed(path, call, number := number + step)) is not None:
        left = {ending: Path(f"{path}{ending}") for ending in ("", "-journal")}
        held = {ending: file.read_bytes() for ending, file in left.items() if file.exists()}
        for backup, expected in contents.items():
            shutil.copyfile(backup, path)
            with Project(path, passing=True) as project:
                assert not project.damage
            assert content(path) == expected, (call, number, backup.name)
            for ending, data in held.items():
                left[ending].write_bytes(data)
        assert acknowledged <= edits(path) - 4 <= acknowledged + 1, (call, number)
        path.write_bytes(start)
    assert number > 2 * step
