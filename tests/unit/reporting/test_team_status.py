"""What a lead sees of a team: progress, agreement and questions, and what a blind project hides of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from helpers.frames import frame
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.comments import ListedComment, list_comments
from meantree.project.file import Project
from meantree.reporting.progress import NOT_YET, team_status

DONE = Annotation((frame("1 agent=0"),), (frame("1"),), state=State.DONE)
ASKING = replace(
    DONE,
    comment="Is this a verb?",
    part_comments={("hypothesis", (0, None)): "? the rule on nouns", ("reference", (0, None)): "why not?"},
)


def _key(segment: str, annotator: str, system: str = "s") -> AnnotationKey:
    return AnnotationKey(f"d/{segment}", system, "r", annotator)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two systems of two segments; ana and ben share the first segment, which ana has annotated."""
    text = Text("it rains", tokens=("it", "rains"))
    segments = tuple(Segment(name, "d", references={"r": text}, hypotheses={"s": text, "t": text}) for name in "12")
    with Project(tmp_path / "x.meantree", new=True) as project:
        project.fill(Corpus("x", segments, ("s", "t"), ("r",)))
        project.assign({"ana": ["d/1", "d/2"], "ben": ["d/1"]})
        project.save(_key("1", "ana"), ASKING, "done")
        project.save(_key("1", "ana", "t"), replace(ASKING, comment="settled?!"), "done")
    return tmp_path / "x.meantree"


def test_comments_that_ask_are_questions_once(path: Path) -> None:
    with Project(path) as project:
        assert len(list_comments(project, project.corpus(), "ana")) == 5, "one on the reference is of both systems"
        assert list_comments(project, project.corpus(), "nobody") == []
    status = team_status(path, "", date.today())
    asked = status.questions
    assert status.progress.head == ("annotator", "done", "of", "to review", "today")
    assert [(one.key.system, one.name, one.text) for one in asked] == [
        ("s", "the whole translation", "Is this a verb?"),
        ("s", "frame “rains” of the hypothesis", "? the rule on nouns"),
        ("s", "frame “rains” of the reference", "why not?"),
        ("t", "frame “rains” of the hypothesis", "? the rule on nouns"),
    ]
    for text, asks in (("はい？", True), ("لماذا؟", True), ("really? yes", False), ("", False)):
        assert ListedComment(_key("1", "ana"), None, "", text).asks is asks


@pytest.mark.parametrize("system", ["s", "t"])  # with = also in an equal translation
def test_questions_that_the_gold_standard_took_over_come_once(path: Path, system: str) -> None:
    with Project(path) as project:
        project.save(_key("1", project.rules.gold, system), ASKING, "done")
    assert [one.key.annotator for one in team_status(path, "", date.today()).questions] == ["ana"] * 4


def test_progress_and_agreement_follow_the_work(path: Path) -> None:
    status = team_status(path, "", date.today())
    assert [row[:5] for row in status.progress.rows] == [("ana", 2, 4, 0, 2), ("ben", 0, 2, 0, 0)]
    assert (status.agreement, status.hidden) == (None, NOT_YET)
    with Project(path) as project:
        project.save(_key("1", "ben"), DONE, "done")
        project.save(_key("1", project.rules.gold), DONE, "done")
    status = team_status(path, "", date.today())
    assert [row[0] for row in status.progress.rows] == ["ana", "ben"], "the gold standard is no annotator"
    assert status.agreement is not None
    assert [row[1] for row in status.agreement.rows] == [1, 1.0, 1.0, 1.0, None]


def test_a_blind_project_hides_agreement_and_the_work_of_others(path: Path) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.save(_key("1", "ben"), DONE, "done")
    for viewer, asked, is_hidden in (("ben", 0, True), ("ana", 4, True), ("", 4, False), ("gold", 4, False)):
        status = team_status(path, viewer, date.today())
        assert (len(status.questions), bool(status.hidden), status.agreement is None) == (asked, is_hidden, is_hidden)
        assert [row[0] for row in status.progress.rows] == ([viewer] if is_hidden else ["ana", "ben"])
    with Project(path) as project:
        project.save(_key("1", "ben", "t"), DONE, "done")
    assert team_status(path, "ben", date.today()).agreement is not None
