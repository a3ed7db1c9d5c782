"""Projects of released versions open for ever, with all that people did in them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from meantree.project.file import Project
from meantree.project.schema import VERSION, version_number

KEPT = sorted((Path(__file__).parents[2] / "kept_projects").glob("format-*.meantree"))


def test_the_present_format_is_kept() -> None:
    assert f"format-{VERSION}.meantree" in {path.name for path in KEPT}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.stem)
def test_a_project_of_a_released_version_opens_whole(kept: Path, tmp_path: Path) -> None:
    path = tmp_path / kept.name
    shutil.copyfile(kept, path)
    with Project(path) as project:
        corpus = project.corpus()
        assert (project.damage, project.problems) == ("", ())
        assert (len(corpus.segments), corpus.systems, corpus.references) == (31, ("north", "south"), ("A", "B"))
        assert sum(len(segment.ratings) for segment in corpus.segments) == 79
        assert [len(project.annotations(name)) for name in project.annotators] == [10, 10, 10]
        assert sum(len(project.error_annotations(name)) for name in project.annotators) == 17
        project.mark(["news/1"], "Ada", marked=True)
        assert project.marked("Ada") == {"news/1"}
        assert project.take_step("Ada", "undo")
        assert project.marked("Ada") == frozenset()
    with closing(sqlite3.connect(path)) as connection:
        assert version_number(connection) == VERSION
