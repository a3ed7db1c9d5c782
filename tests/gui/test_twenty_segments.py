"""Twenty segments annotated by keyboard alone, the program killed on the way; then the work goes out and comes back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.annotating import ANNOTATOR, SEGMENTS, annotate, key_of, make_project, say_who
from meantree.annotation.annotation_json import from_json
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, State
from meantree.project.conversion import convert_file
from meantree.project.file import Project
from meantree_gui.window import MainWindow

KILLED_AFTER = 12


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_annotated_killed_reopened_exported_imported(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "twenty.meantree"
    make_project(path, are_distinct=True)
    printed = _annotate_and_die(path)
    window.opener.open_paths([path])
    say_who(window)
    window.segments.table.selectRow(KILLED_AFTER)
    made = [*printed, *(annotate(window, place) for place in range(KILLED_AFTER, SEGMENTS))]
    window.close()
    with Project(path) as project:
        kept = project.annotations(ANNOTATOR)
        automatic = project.annotations(AUTOMATIC)
    assert kept == {key_of(place): annotation for place, annotation in enumerate(made)}
    assert all(annotation.state is not State.OPEN and not annotation.faults for annotation in made)
    assert len({annotation.hypothesis for annotation in made}) > 4
    assert kept.keys() & automatic.keys() == set()
    folder, again = tmp_path / "tables", tmp_path / "again.meantree"
    assert [problem.message for problem in convert_file(path, folder)[1]] == ["left out: working times"]
    assert convert_file(folder, again)[1] == []
    with Project(again) as project:
        assert project.annotations(ANNOTATOR) == kept


def _annotate_and_die(path: Path) -> list[Annotation]:
    """What another window printed before it was killed."""
    tests = Path(__file__).parents[1]
    sources = os.pathsep.join([str(tests), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": sources, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "helpers.annotating", str(path), str(KILLED_AFTER)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    with Project(path) as project:
        begun = project.annotation(key_of(KILLED_AFTER))
    assert begun is not None
    assert begun.state is State.OPEN
    return [from_json(line) for line in done.stdout.splitlines()]
