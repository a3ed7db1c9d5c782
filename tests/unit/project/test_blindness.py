"""In a blind project nobody sees others' work before their own is finished."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.projects import project_of
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Text
from meantree.errors import UsageError
from meantree.project.blindness import hides_others, require_finished, unfinished_if_blind, why_unnamed
from meantree.project.file import Project
from meantree.project.splitting import split

TEXT = Text("a b", tokens=("a", "b"))
CORPUS = corpus_of([*[[TEXT] * 3] * 3, (TEXT, None, None)], "st", "r", ids="1234")


def _key(segment: str, system: str, annotator: str) -> AnnotationKey:
    return AnnotationKey(segment, system, "r", annotator)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    work = {
        _key("1", "s", "ana"): Annotation(state=State.DONE),
        _key("1", "t", "ana"): Annotation(state=State.CANNOT),
        _key("2", "s", "ana"): Annotation(state=State.OPEN),
        _key("1", "s", "ben"): Annotation(state=State.NOTHING),
    }
    return Project(project_of(tmp_path / "x.meantree", CORPUS, work, rules=Rules(blind=True)))


def test_of_a_translation_others_are_hidden_until_the_own_is_finished(project: Project) -> None:
    hidden = [state for state in (None, *State) if hides_others(project, "ana", state)]
    assert hidden == [None, State.OPEN]
    assert not hides_others(project, project.rules.gold, None)
    project.set_rules(replace(project.rules, blind=False))
    assert not hides_others(project, "ana", None)


def test_where_nothing_is_assigned_everything_is_to_do(project: Project) -> None:
    left = {name: unfinished_if_blind(project, name, CORPUS) for name in ("ana", "ben", "lead", "gold", "")}
    assert left == {"ana": 4, "ben": 5, "lead": 0, "gold": 0, "": 0}
    project.set_rules(replace(project.rules, blind=False))
    assert unfinished_if_blind(project, "ana", CORPUS) == 0


def test_what_is_assigned_or_started_is_to_do(project: Project) -> None:
    project.assign({"ana": ["1", "3"], "eva": ["2"]})
    left = {name: unfinished_if_blind(project, name, CORPUS) for name in ("ana", "ben", "eva", "lead")}
    assert left == {"ana": 3, "ben": 0, "eva": 2, "lead": 0}, "ana started one that is not assigned to her"
    with pytest.raises(UsageError, match=r"blind; it is shown .*2 translations left"):
        require_finished(project, "eva", CORPUS, "it is shown")
    require_finished(project, "ben", CORPUS, "it is shown")


def test_systems_are_named_only_to_the_adjudicator_and_to_who_has_finished(project: Project) -> None:
    def why(name: str) -> str:
        return why_unnamed(project, name, CORPUS, states.get(name, {}))

    names, states = ("", "lead", "ana", "gold"), {"ana": {("1", "s"): State.DONE, ("1", "t"): State.DONE}}
    assert [bool(why(name)) for name in names] == [True, True, True, False], "frames, and nothing is assigned"
    project.set_rules(replace(project.rules, protocol=MQM))
    assert [bool(why(name)) for name in names] == [True, True, True, False], "error spans, and nothing is assigned"
    project.assign({"ana": ["1"], "ben": ["2"]})
    assert [bool(why(name)) for name in names] == [True, False, False, False]
    assert "enter your name" in why("")
    part = split(project.path, project.path.parent / "parts").files["ana"]
    with Project(part) as opened:
        said = {why_unnamed(opened, name, CORPUS, states.get(name, {})) for name in names}
    assert len(said) == 1
    assert "letters stand for the systems of this part" in said.pop().lower()
