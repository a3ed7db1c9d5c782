"""Errors that people marked, in a project: kept, and told where they are lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.flipping import make_project
from helpers.messages import tell
from helpers.project_rows import change_rows
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment, Text
from meantree.project.file import Project
from meantree.project.new_projects import make_project as make_corpus_project

ERRORS = (
    ErrorSpan("b", "hypothesis", 2, 2, "Accuracy/Omission", "Major", "r1"),
    ErrorSpan("b", "source", 0, 6, "Source error", "minor"),
)


SEGMENT = Segment("1", "d", "Quelle", {"A": Text("a b")}, {"b": Text("a b")}, (), ERRORS)


def _told(path: Path) -> list[str]:
    with Project(path) as project:
        project.corpus()
        return [str(problem).partition(": ")[2] for problem in project.problems]


def test_marked_errors_are_kept_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "x.meantree"
    make_corpus_project(path, Corpus("x", (SEGMENT,), ("b",), ("A",)))
    with Project(path) as project:
        assert project.corpus().segments[0].errors == ERRORS


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
