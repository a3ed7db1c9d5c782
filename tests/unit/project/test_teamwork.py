"""Rules, assignments, times and comments of a project: kept, changed, withdrawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.annotating import key_of, make_project
from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.project_rows import change_rows
from helpers.projects import project_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.annotation.frame_annotation import Annotation, Place
from meantree.annotation.rules import Rules
from meantree.errors import UsageError
from meantree.project.file import Project
from meantree.project.workload import planned


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Three segments of one document, which nobody has annotated."""
    texts = corpus_of([("It rained .", "It rains .")] * 3, ["north"], ids="123", document="d", name="p")
    return Project(project_of(tmp_path / "p.meantree", texts))


def test_rules_are_kept(project: Project) -> None:
    assert project.rules == Rules()
    rules = Rules(nouns=False, blind=True, gold="the “gold”", guidelines="One\ntwo", compared=("a\nb", "c"))
    project.set_rules(rules)
    assert project.rules == rules
    project.close()
    with Project(project.path) as again:
        assert again.rules == rules
        assert again.corpus().name == "p"


@pytest.mark.parametrize("value", ["", "null", "[1]", '["yes", "2026"]', '[1, "2026"]', "[" * 99_999])
def test_a_rule_that_cannot_be_read_is_as_usual(project: Project, value: str) -> None:
    project.close()
    change_rows(project.path, "INSERT INTO settings VALUES ('rule:blind', ?), ('rule:unheard', '[1, \"2\"]')", value)
    with Project(project.path) as again:
        assert again.rules == Rules()


def test_assignments_are_given_and_withdrawn(project: Project) -> None:
    project.assign({"ana": ["d/1", "d/2"], "ben": ["d/2"]})
    project.assign({"ana": ["d/3", "d/2"]})
    assert project.assigned_to("ana") == {"d/2", "d/3"}
    assert project.assigned_to("ben") == {"d/2"}
    assert project.assigned_to("nobody") == frozenset()
    assert project.annotators == ("ana", "ben")
    assert [(one.segment, one.annotator, one.given) for one in project.assignments()] == [
        ("d/1", "ana", False),
        ("d/2", "ana", True),
        ("d/2", "ben", True),
        ("d/3", "ana", True),
    ]


@pytest.mark.parametrize(
    ("work", "message"),
    [
        ({"ana": ["d/1"], "a\udcff": ["d/2"]}, r"the name 'a\\udcff' cannot be encoded in UTF-8"),
        ({"ana": ["d/1", "d/9"]}, "no segment d/9"),
    ],
)
def test_what_cannot_be_assigned_assigns_nothing(project: Project, work: dict[str, list[str]], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        project.assign(work)
    assert (project.annotators, project.assignments()) == ((), [])


def test_without_translations_there_is_nothing_to_assign(tmp_path: Path) -> None:
    texts = corpus_of([("It rained .",)], [], ids="1", document="d", name="p")
    with Project(project_of(tmp_path / "none.meantree", texts)) as project:
        with pytest.raises(UsageError, match="no segment has a translation and a reference, so there is nothing"):
            planned(project, ["ana"], rules=Rules(blind=True))
        assert (project.annotators, project.rules) == ((), Rules())


def test_times_add_up_by_their_beginning(project: Project) -> None:
    visits = ("2026-01-02", 5.0, None), ("2026-01-01", 9.5, None), ("2026-01-02", 7.0, 12), ("2026-01-02", 6.0, 11)
    for began, seconds, keys in visits:
        project.add_time("d/1", "north", "ana", began, seconds, keys)
    assert [(one.seconds, one.keys) for one in project.times()] == [(9.5, None), (7.0, 12)]


PARTS: dict[Place, str] = {
    ("reference", (0, None)): "rare verb",
    ("hypothesis", (0, 0)): "too long",
    ("hypothesis", (0, None)): "light",
}


def test_remarks_on_parts_come_after_that_on_the_whole(tmp_path: Path) -> None:
    make_project(tmp_path / "p.meantree")
    one = (frame("0 agent=1"),)
    with Project(tmp_path / "p.meantree") as project:
        project.save(key_of(1), Annotation(one, one, comment="hard", part_comments=PARTS), "made")
        project.save(key_of(2), Annotation(one, one, comment=" "), "made")
        project.save(key_of(3), Annotation(one, one, part_comments={("hypothesis", (0, 0)): "odd"}), "made")
        errors = ErrorAnnotation((MarkedError((), "minor", "Omission", "lost", missing=True),), comment="bad")
        project.save_errors(ErrorKey("00/03", "01", "ann"), errors, "made")
        assert project.comments("ann") == {
            ("00/01", "01"): "hard; light; too long; rare verb",
            ("00/03", "01"): "odd; bad; lost",
        }


def test_nouns_are_predicates_only_in_projects_that_were_made_when_they_were(project: Project) -> None:
    assert not project.rules.nouns
    project.close()
    change_rows(project.path, "DELETE FROM settings WHERE name = 'rule:nouns'")
    with Project(project.path) as older:
        assert older.rules == Rules(nouns=True)
