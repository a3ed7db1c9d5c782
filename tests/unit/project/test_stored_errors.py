"""Errors that people marked, in a project: kept, and told where they are lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.flipping import make_project
from helpers.messages import tell
from helpers.project_rows import change_rows
from meantree.project.file import Project


def _told(path: Path) -> list[str]:
    with Project(path) as project:
        project.corpus()
        return [str(problem).partition(": ")[2] for problem in project.problems]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "x.meantree"
    make_project(made)
    return made


@pytest.mark.parametrize("change", ["start = -1", "stop = 9999", "start = 3, stop = 2", "system = 'x'"])
def test_what_lies_outside_of_its_text_is_told(path: Path, change: str) -> None:
    change_rows(path, f"UPDATE errors SET {change} WHERE segment = 5")
    assert tell(_told(path), "segment d1/5: 1 marked error outside")


def test_a_lost_table_is_told(path: Path) -> None:
    change_rows(path, "UPDATE sqlite_schema SET sql = replace(sql, 'errors', 'errorz') WHERE name = 'errors'")
    assert "the table errors cannot be read" in _told(path)
