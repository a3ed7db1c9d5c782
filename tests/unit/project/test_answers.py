"""Answers to findings are records of a person: stored with the marks that give them, undone, merged and upgraded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.corpora import corpus_of
from helpers.merges import copies_of
from helpers.projects import project_of
from meantree.agreement.pooled_annotations import read_pooled
from meantree.annotation.error_annotation import (
    AnswersKey,
    ErrorAnnotation,
    ErrorKey,
    MarkedError,
    Origin,
    Place,
    answers_from_json,
    answers_to_json,
    with_answers,
)
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import BOTH, MQM, Rules
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree.project.records import Conflict
from meantree.project.splitting import split

NAME = "negation.added: “not” was added"
OTHER = "tense.different: another tense"
FOUND = MarkedError((Place("hypothesis", 7, 10),), "major", "Accuracy", "why", by="findings 1", finding=NAME)
KEY, ANSWERS = ErrorKey("d/1", "s", "ana"), AnswersKey("d/1", "s", "ana")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    texts = corpus_of([["he did not come"]] * 2, "s", (), ids="12", document="d", source="q")
    return Project(project_of(tmp_path / "x.meantree", texts, rules=Rules(protocol=MQM)))


def _save(project: Project, *marked: MarkedError) -> None:
    project.save_errors(KEY, ErrorAnnotation(marked, state=State.DONE), "edit")


def _given(project: Project) -> dict[str, str]:
    return {name: answer for name, (answer, _) in project.answers("ana").get(ANSWERS, {}).items()}


@pytest.mark.parametrize(
    ("mark", "answer"),
    [
        (replace(FOUND, origin=Origin.KEPT), "right"),
        (replace(FOUND, origin=Origin.CHANGED, severity="minor"), "right"),
        (replace(FOUND, origin=Origin.REJECTED), "rejected"),
    ],
)
def test_what_becomes_of_a_suggestion_is_an_answer_of_the_same_step(
    project: Project, mark: MarkedError, answer: str
) -> None:
    _save(project)
    _save(project, mark, MarkedError((Place("hypothesis", 0, 2),), "minor", "Style"))
    assert _given(project) == {NAME: answer}
    assert project.error_annotations("ana")[KEY].marked[0].finding == NAME
    project.take_step("ana", "undo")
    assert (_given(project), project.error_annotation(KEY)) == ({}, ErrorAnnotation(state=State.DONE))
    project.take_step("ana", "redo")
    assert _given(project) == {NAME: answer}
    _save(project)
    assert _given(project) == {}, "without the mark nothing is said"


def test_an_answer_is_given_changed_taken_back_and_undone(project: Project) -> None:
    for answer in ("free", "wrong"):
        project.answer("d/1", "s", "ana", NAME, answer)
    project.answer("d/1", "s", "ana", OTHER, "right")
    assert _given(project) == {NAME: "wrong", OTHER: "right"}
    _save(project, replace(FOUND, origin=Origin.KEPT))
    assert _given(project) == {NAME: "right", OTHER: "right"}
    project.answer("d/1", "s", "ana", NAME, None)
    assert _given(project) == {OTHER: "right"}
    project.take_step("ana", "undo")
    assert _given(project) == {NAME: "right", OTHER: "right"}
    times = [time for _, time in project.answers("ana")[ANSWERS].values()]
    assert all(time.startswith("20") for time in times)


@pytest.mark.parametrize(
    ("edited", "answer"),
    [
        ([MarkedError((Place("hypothesis", 0, 2),), "minor", "Style"), replace(FOUND, origin=Origin.KEPT)], "free"),
        ([replace(FOUND, origin=Origin.KEPT, comment="see")], "free"),
        ([replace(FOUND, origin=Origin.CHANGED, severity="minor")], "right"),
        ([replace(FOUND, origin=Origin.KEPT), replace(FOUND, finding="negation.added: “not” is added")], "right"),
        ([replace(FOUND, origin=Origin.KEPT), replace(FOUND, severity="minor", origin=Origin.REJECTED)], "right"),
        ([], None),
    ],
)
def test_only_marks_that_an_edit_adds_or_changes_answer(
    project: Project, edited: list[MarkedError], answer: str | None
) -> None:
    _save(project, replace(FOUND, origin=Origin.KEPT))
    project.answer("d/1", "s", "ana", NAME, "free")
    before = project.answers("ana")
    _save(project, *edited)
    assert list(_given(project).values()) == [answer] * (answer is not None)
    assert (project.answers("ana") == before) == (answer == "free"), "an answer keeps its time"


def test_several_edits_are_made_together_or_not_at_all(project: Project) -> None:
    marks, rules = ErrorAnnotation((replace(FOUND, origin=Origin.KEPT),)), replace(project.rules, protocol=BOTH)

    def edit(known: ErrorAnnotation | None) -> None:
        with project.together():
            project.set_rules(rules)
            project.save_errors(KEY, marks, "edit", known=known)

    with pytest.raises(Conflict):
        edit(ErrorAnnotation(state=State.DONE))
    assert (project.rules.protocol, project.error_annotation(KEY)) == (MQM, None)
    edit(None)
    assert (project.rules, project.error_annotation(KEY), _given(project)) == (rules, marks, {NAME: "right"})


def test_who_answers_is_no_annotator_and_answers_merge(project: Project, tmp_path: Path) -> None:
    project.answer("d/1", "s", "lea", NAME, "free")
    project.mark(["d/2"], "lea", marked=True)
    project.assign({"ana": ["d/1"]})
    _save(project, replace(FOUND, origin=Origin.KEPT))
    assert (project.people, set(project.onlookers)) == (("ana",), {"lea"})
    assert set(read_pooled([project.path]).work) == {"ana"}
    parts = split(project.path, tmp_path / "parts").files
    assert list(parts) == ["ana"]
    with Project(parts["ana"]) as part:
        assert set(part.answers("ana")) == {ANSWERS}
        part.answer("d/1", "s", "ana", OTHER, "wrong")
    merged = merge([project.path, parts["ana"]], tmp_path / "m.meantree")
    assert (merged.conflicts, merged.work) == ((), (("errors", "ana"),))
    with Project(tmp_path / "m.meantree") as again:
        assert _given(again) == {NAME: "right", OTHER: "wrong"}
        assert again.answers("lea").keys() == {AnswersKey("d/1", "s", "lea")}
    project.assign({"lea": ["d/2"]})
    assert "lea" in project.people


OF_OTHER = replace(FOUND, finding=OTHER)


@pytest.mark.parametrize(
    ("chosen", "other", "answers"),
    [
        ([Origin.KEPT], [Origin.REJECTED], {NAME: "right"}),
        ([Origin.REJECTED], [Origin.KEPT], {NAME: "rejected"}),
        ([], [Origin.KEPT], {}),
        ([Origin.KEPT], [], {NAME: "right"}),
    ],
)
@pytest.mark.parametrize("is_shown", [True, False], ids=["shown", "set aside"])
def test_the_answers_follow_the_version_of_errors_that_is_chosen(
    project: Project,
    tmp_path: Path,
    chosen: list[Origin],
    other: list[Origin],
    answers: dict[str, str],
    *,
    is_shown: bool,
) -> None:
    _save(project, replace(OF_OTHER, origin=Origin.KEPT))
    project.answer("d/1", "s", "ana", OTHER, "free")  # both copies have this mark and this answer

    third = replace(FOUND, finding="word.added: “he”", origin=Origin.KEPT)  # both keep it, at different times

    def saved(origins: list[Origin]) -> Callable[[Project], None]:
        marks = [replace(OF_OTHER, origin=Origin.KEPT), *(replace(FOUND, origin=own) for own in origins)]
        return lambda copy: _save(copy, *marks, third)

    copies = copies_of(project.path, *map(saved, (other, chosen) if is_shown else (chosen, other)))
    with Project(copies[is_shown]) as copy:
        content = copy.content(KEY)
    merge(copies, tmp_path / "m.meantree")
    with Project(tmp_path / "m.meantree") as again:
        before = _given(again), again.content(KEY)
        again.choose_version(KEY, content)
        assert _given(again) == {OTHER: "free", third.finding: "right", **answers}
        assert again.alternatives() == {}
        assert merge([*copies, again.path], tmp_path / "n.meantree").conflicts == ()
        again.take_step("ana", "undo")
        assert is_shown or (_given(again), again.content(KEY)) == before


def test_other_answers_of_a_version_that_is_set_aside_stay_open(project: Project, tmp_path: Path) -> None:
    def rejected(copy: Project) -> None:
        copy.answer("d/1", "s", "ana", OTHER, "wrong")
        _save(copy, replace(FOUND, origin=Origin.REJECTED))

    copies = copies_of(project.path, rejected, lambda copy: _save(copy, replace(FOUND, origin=Origin.KEPT)))
    merge(copies, tmp_path / "m.meantree")
    with Project(tmp_path / "m.meantree") as again:
        again.choose_version(KEY, again.content(KEY))
        assert _given(again) == {NAME: "right"}
        ((key, (content,)),) = again.alternatives().items()
        assert (key, set(answers_from_json(content or ""))) == (ANSWERS, {NAME, OTHER})


def test_the_corpus_has_ones_own_answers_or_those_of_all(project: Project) -> None:
    project.answer("d/1", "s", "ana", NAME, "free")
    project.answer("d/1", "s", "lea", NAME, "right")
    project.answer("d/1", "s", "ana", OTHER, "wrong")
    given = {name: project.corpus(name).segments[0].answers for name in ("ana", "lea", None)}
    assert given["ana"] == {"s": {NAME: ("free",), OTHER: ("wrong",)}}
    assert given["lea"] == {"s": {NAME: ("right",)}}
    assert given[None] == {"s": {NAME: ("free", "right"), OTHER: ("wrong",)}}
    segment = project.texts().segments[0]
    assert segment.answers == {}
    assert project.annotated_segment(segment, "ana").answers == given["ana"]
    assert project.corpus("ana").segments[1].answers == {}
    project.answer("d/1", "s", "gold", NAME, "rejected")
    project.answer("d/1", "s", "lea", NAME, "free")
    assert project.corpus().segments[0].answers == {"s": {NAME: ("rejected",), OTHER: ("wrong",)}}, "gold alone"
    assert project.annotated_segment(segment, "").answers == project.corpus().segments[0].answers
    assert project.corpus("ana").segments[0].answers == given["ana"]
    without = with_answers(project.corpus("ana"), {})
    assert [one.answers for one in without.segments] == [{}, {}], "the last answer was taken back"


@pytest.mark.parametrize("text", ["[]", '{"x":["maybe","t"]}', '{"x":"right"}', '{"x":["right",1]}', "{"])
def test_what_is_no_answer_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="answer"):
        answers_from_json(text) if text != "{" else answers_from_json('{"x":["answer","t"]}')
    assert answers_from_json(answers_to_json({"x": ("free", "t")})) == {"x": ("free", "t")}
