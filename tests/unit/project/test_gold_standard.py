"""Annotators side by side: what all found, where they differ, and what is settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.annotating import make_project
from helpers.corpora import corpus_of
from helpers.frames import annotation_of, frame, links
from helpers.projects import project_of
from meantree.agreement.pooled_annotations import pool_project
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.adjudication import take_frame, with_everything_of, with_frame_of
from meantree.annotation.contested_frames import agreed_frames, contested, differs, overruled
from meantree.annotation.edits import delete_frame
from meantree.annotation.frame_annotation import AUTOMATIC, Annotation, AnnotationKey, Predicate, State
from meantree.corpus.corpus import CHECK, SIDES, Text
from meantree.project.file import Project
from meantree.project.gold_standard import (
    Adjudicated,
    adjudicated,
    finalize_ready,
    to_adjudicate,
)
from meantree.project.records import Locked

CORRECT = LinkKind.CORRECT
ANA = annotation_of("1 agent=0 patient=2; 5 / 1 agent=0; 4 agent=3 / 0=0 1=1 0.0=0.0", State.DONE)
BEN = replace(ANA, hypothesis=(*ANA.hypothesis, frame("7")), comment="ben's")
EVA = annotation_of("1 agent=0 other=2; 5 / 1 agent=0; 4 agent=3 / 0=0 1~1 0.0=0.0", State.DONE)


def without_frame(gold: Annotation, predicate: Predicate) -> Annotation:
    return with_frame_of(gold, Annotation(), predicate)


def test_contested_predicates_are_found() -> None:
    found = contested({"ana": ANA, "ben": BEN, "eva": EVA})
    assert [one.place for one in found] == [
        ("hypothesis", (1, 2)),
        ("hypothesis", (5, 6)),
        ("hypothesis", (7, 8)),
    ], "a link is decided at the translation's end"
    assert contested({"ana": ANA, "ben": replace(ANA, comment="?", state=State.OPEN)}) == ()
    assert [one.supporters(BEN) for one in found] == [("ana", "ben"), ("ana", "ben"), ("ben",)]


def test_checks_are_not_adjudicated(tmp_path: Path) -> None:
    said, systems = "he gave her a book she said so", ("s", CHECK)
    found = {AnnotationKey("0", system, "r", name): ANA for system in systems for name in ("ana", "ben")}
    texts = corpus_of([[said, said.replace(" a ", " no "), said]], systems, "r")
    with Project(project_of(tmp_path / "p.meantree", texts, found)) as project:
        assert [item.key.system for item in to_adjudicate(project)] == ["s"]
        pool = pool_project(project)
    assert {key.system for work in pool.work.values() for key in work} == {"s"}


def test_what_all_found_is_taken_at_once() -> None:
    common = agreed_frames({"ana": ANA, "ben": BEN, "eva": EVA})
    assert (common.hypothesis, common.reference) == ((), ANA.reference)
    assert (common.state, common.comment, common.alignment) == (State.OPEN, "", FrameAlignment())
    said = replace(ANA, part_comments={("hypothesis", (0, None)): "?"}, finalized_by="x")
    assert agreed_frames({"ana": said, "ben": BEN}) == agreed_frames({"ana": ANA, "ben": BEN})
    both = agreed_frames({"ben": BEN, "ana": ANA})
    assert (both.hypothesis, both.reference, both.alignment) == (ANA.hypothesis, ANA.reference, ANA.alignment)


def test_what_the_gold_standard_says_against_all_is_found() -> None:
    work = {"ana": ANA, "ben": BEN}
    places = {one.place for one in overruled(work, replace(ANA, hypothesis=EVA.hypothesis))}
    assert places == {("hypothesis", (1, 2))}
    linked = {one.place for one in overruled(work, replace(ANA, alignment=EVA.alignment))}
    assert linked == {("hypothesis", (5, 6))}, "a link is decided at the translation's end"
    assert {one.place for one in overruled(work, Annotation())} == {
        *(("hypothesis", (1, 2)), ("hypothesis", (5, 6))),
        *(("reference", (1, 2)), ("reference", (4, 5))),
    }
    new = replace(ANA, hypothesis=(*ANA.hypothesis, frame("9")))
    (one,) = overruled(work, new)
    assert (one.place, list(map(one.frame_of, one.names))) == (("hypothesis", (9, 10)), [None, None])


@given(st.permutations([ANA, BEN, EVA]), st.lists(st.tuples(st.integers(0, 9), st.integers(-1, 2)), max_size=6))
def test_no_decision_between_annotators_is_against_all(work: list[Annotation], decided: list[tuple[int, int]]) -> None:
    named = {str(place): one for place, one in enumerate(work)}
    gold, open_ones = agreed_frames(named), contested(named)
    for which, whose in decided:
        where = open_ones[which % len(open_ones)].place
        gold = without_frame(gold, where) if whose < 0 else with_frame_of(gold, work[whose], where)
        assert overruled(named, gold) == ()


@given(st.permutations([ANA, BEN, EVA, Annotation()]), st.integers(1, 4))
def test_taking_every_difference_from_one_makes_theirs(work: list[Annotation], count: int) -> None:
    named = {str(place): one for place, one in enumerate(work[:count])}
    gold, last = agreed_frames(named), work[count - 1]
    for one in contested(named):
        gold = take_frame(gold, last, *one.place)
    for side in SIDES:
        for predicate in ((1, 2), (5, 6), (7, 8), (4, 5)):
            assert not differs(gold, last, side, predicate)


def _key(number: int, annotator: str) -> AnnotationKey:
    return AnnotationKey(f"00/{number:02d}", "01", "00", annotator)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Four translations: two people agree, they differ, one of them is not done, one person alone."""
    make_project(tmp_path / "p.meantree")
    opened = Project(tmp_path / "p.meantree")
    for number, work in enumerate([(ANA, ANA), (ANA, BEN), (ANA, replace(BEN, state=State.OPEN)), (ANA,)]):
        for name, one in zip(("ana", "ben"), work, strict=False):
            opened.save(_key(number, name), one, "annotated")
        opened.save(_key(number, AUTOMATIC), ANA, "automatic")
    return opened


def test_what_is_to_be_adjudicated(project: Project) -> None:
    found = to_adjudicate(project)
    assert [one.key for one in found] == [_key(0, "gold"), _key(1, "gold")]
    assert [list(one.work) for one in found] == [["ana", "ben"]] * 2
    assert [len(one.contested) for one in found] == [0, 1]
    assert [adjudicated(project, _key(number, "gold")) for number in range(4)] == [*found, None, None]
    project.set_rules(replace(project.rules, gold="ben"))
    assert to_adjudicate(project) == ()


def test_what_all_say_is_settled_at_once(project: Project) -> None:
    assert finalize_ready(project, "chief") == 1
    assert finalize_ready(project, "chief") == 0
    one, two = to_adjudicate(project)
    assert (one.finalized_by, two.finalized_by) == ("chief", "")
    assert one.gold is not None
    assert (one.gold.state, one.gold.hypothesis) == (State.DONE, ANA.hypothesis)
    assert project.translation_states("gold") == {("00/00", "01"): State.DONE}
    with pytest.raises(Locked):
        project.save(one.key, replace(one.gold, hypothesis=(), alignment=FrameAlignment()), "delete frames")
    project.save(one.key, replace(one.gold, finalized_by=""), "unlocked")
    assert to_adjudicate(project)[0].finalized_by == ""


def test_unlike_states_are_not_settled(project: Project) -> None:
    project.save(_key(0, "ben"), replace(ANA, state=State.CANNOT), "cannot")
    assert finalize_ready(project, "chief") == 0


def test_what_is_nobodys_is_told_apart_from_what_is_open(project: Project) -> None:
    one = to_adjudicate(project)[1]
    (what,) = one.contested
    assert what.place == ("hypothesis", (7, 8))
    assert what.is_undecided(one.current)
    for decided in (
        without_frame(one.current, what.place),
        with_frame_of(one.current, ANA, what.place),
        with_everything_of(one.current, ANA, [what.place]),
    ):
        project.save(one.key, decided, "decided")
        kept = to_adjudicate(project)[1]
        assert kept.current.rejected == {what.place}
        assert not what.is_undecided(kept.current), "it is known when the file is opened again"
        taken = with_frame_of(kept.current, BEN, what.place)
        assert (taken.rejected, what.supporters(taken)) == (frozenset(), ("ben",))
        assert without_frame(taken, what.place) == decided
    assert with_everything_of(decided, BEN, [what.place]).rejected == frozenset()


def test_the_rules_say_whose_work_is_compared(project: Project) -> None:
    for name in ("eva", "ida"):
        project.save(_key(3, name), EVA, "annotated")
    assert [list(one.work) for one in to_adjudicate(project)] == [["ana", "ben"]] * 2 + [["ana", "eva", "ida"]]
    project.set_rules(replace(project.rules, compared=("ida", "eva", "nobody")))
    (only,) = to_adjudicate(project)
    assert (only.key, list(only.work)) == (_key(3, "gold"), ["eva", "ida"])
    assert adjudicated(project, only.key) == only
    assert adjudicated(project, _key(0, "gold")) is None
    assert finalize_ready(project, "chief") == 1


def test_the_order_in_which_fillers_were_found_says_nothing() -> None:
    turned = annotation_of("1 patient=2 agent=0; 5 / 1 agent=0; 4 agent=3 / 0=0 1=1 0.1=0.0", State.DONE)
    assert contested({"ana": ANA, "eva": turned}) == ()
    taken = take_frame(Annotation(), turned, "hypothesis", (1, 2))
    assert not differs(taken, turned, "hypothesis", (1, 2))


def test_links_to_fillers_of_other_frames_count_for_nothing() -> None:
    """Some tables have such links; HMEANT looks at fillers of linked frames alone, and so do decisions."""
    odd = replace(ANA, alignment=links("0=0 1=1 0.0=0.0 0.1=1.0"))
    assert contested({"ana": ANA, "odd": odd}) == ()
    taken = take_frame(Annotation(), odd, "hypothesis", (1, 2))
    assert not differs(taken, odd, "hypothesis", (1, 2))


@pytest.mark.parametrize(
    ("states", "gold", "settled"),
    [
        ((State.CANNOT, State.CANNOT), None, State.CANNOT),
        ((State.NOTHING, State.CANNOT), None, State.DONE),
        ((State.CANNOT, State.CANNOT), State.OPEN, State.DONE),
        ((State.DONE, State.DONE), State.NOTHING, State.NOTHING),
    ],
)
def test_the_state_that_it_is_settled_in(states: tuple[State, State], gold: State | None, settled: State) -> None:
    work = {name: Annotation(state=state) for name, state in zip(("ana", "ben"), states, strict=True)}
    key = AnnotationKey("1", "s", "r", "gold")
    found = Adjudicated(key, work, None if gold is None else Annotation(state=gold)).finalized("chief")
    assert (found.state, found.finalized_by) == (settled, "chief")


REFERENCES = {"ana": (frame("1 agent=0"),), "ben": (frame("1 agent=0 patient=3-4"), frame("5 agent=6"))}


def _said(name: str, more: str) -> Annotation:
    """Both found other frames in the reference; of the translation, ben found one more, or not."""
    mine = (frame("1 agent=0"), *([frame(more)] if more and name == "ben" else []))
    return Annotation(mine, REFERENCES[name], FrameAlignment({(0, 0): CORRECT}), State.DONE)


@pytest.fixture
def beside(tmp_path: Path) -> Project:
    """Three translations over one reference."""
    text = Text("a b c d e f g h", tokens=tuple("abcdefgh"))
    work = {
        AnnotationKey("1", system, "r", name): _said(name, more)
        for system, more in zip("stu", ("", "5", ""), strict=True)
        for name in REFERENCES
    }
    return Project(project_of(tmp_path / "beside.meantree", corpus_of([[text] * 4], "stu", "r", ids="1"), work))


def _undecided(project: Project) -> list[int]:
    found = to_adjudicate(project)
    assert [adjudicated(project, one.key) for one in found] == list(found)
    return [len(one.undecided) for one in found]


def _decide(project: Project, system: str, change: Callable[[Adjudicated], Annotation]) -> None:
    one = next(one for one in to_adjudicate(project) if one.key.system == system)
    project.save(one.key, change(one), "decided", known=one.gold)


def test_what_is_decided_beside_another_translation_is_decided_here(beside: Project) -> None:
    assert _undecided(beside) == [2, 3, 2]
    _decide(beside, "s", lambda one: with_frame_of(one.current, one.work["ben"], ("reference", (1, 2))))
    assert _undecided(beside) == [1, 2, 1]
    _decide(beside, "t", lambda one: without_frame(one.current, ("hypothesis", (5, 6))))
    assert _undecided(beside) == [1, 1, 1], "what is begun here knows what was decided there"
    assert not any(one.is_ready for one in to_adjudicate(beside))
    _decide(beside, "t", lambda one: without_frame(one.current, ("reference", (5, 6))))
    assert _undecided(beside) == [0, 0, 0]
    assert [one.is_ready for one in to_adjudicate(beside)] == [False, False, True]


def test_nothing_is_undecided_where_it_is_settled(beside: Project) -> None:
    _decide(beside, "t", lambda one: one.finalized("chief"))
    assert _undecided(beside) == [0, 0, 0], "what the settled reference lacks has no frame"
    first = to_adjudicate(beside)[0]
    assert first.reference is not None
    assert [one.reference for one in first.work_over_decided.values()] == [first.reference.frames] * 2
    _decide(beside, "s", lambda one: replace(one.current, comment="?"))
    assert _undecided(beside) == [0, 0, 0]


def test_annotators_keep_their_own_frames_beside_what_was_decided(beside: Project) -> None:
    _decide(beside, "s", lambda one: with_frame_of(one.current, one.work["ben"], ("reference", (1, 2))))
    other = next(one for one in to_adjudicate(beside) if one.key.system == "u")
    assert other.work == {name: beside.annotation(replace(other.key, annotator=name)) for name in REFERENCES}
    assert other.decided_beside == ("s",)
    assert [len(one.reference) for one in other.work_over_decided.values()] == [1, 2], "ben's second is undecided"
    before = [one.place for one in other.contested]
    assert [one.place for one in other.contested if not other.is_undecided(one)] == [("reference", (1, 2))]
    _decide(beside, "s", lambda one: with_frame_of(one.current, one.work["ben"], ("reference", (5, 6))))
    assert finalize_ready(beside, "chief") == 1
    settled = next(one for one in to_adjudicate(beside) if one.key.system == "u")
    assert settled.finalized_by == "chief"
    assert [one.place for one in settled.contested] == before, "what was contested still is"


def test_links_of_nobody_are_in_no_annotators_name(tmp_path: Path) -> None:
    """Eva deleted a frame of the reference that she had linked beside another translation."""
    text = Text("a b c", tokens=tuple("abc"))
    linked = annotation_of("1 / 1 / 0=0", State.DONE)
    keys = {name: [AnnotationKey("1", system, "r", name) for system in "st"] for name in ("ana", "eva")}
    with Project(tmp_path / "links.meantree", new=True) as project:
        work = {one: linked for both in keys.values() for one in both}
        project.fill(corpus_of([[text] * 3], "st", "r", ids="1"), work)
        project.save(keys["eva"][0], delete_frame(linked, "reference", 0), "deleted")
        _decide(project, "s", lambda one: with_frame_of(one.current, one.work["ana"], ("reference", (1, 2))))
        other = to_adjudicate(project)[1]
        assert [bool(one.reference) for one in other.work.values()] == [True, False]
        assert [one.place for one in other.undecided] == [("hypothesis", (1, 2))], "eva does not link it"
