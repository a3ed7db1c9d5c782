"""What is drawn is what was counted, for every metric."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from helpers.frames import annotated_pairs, some_frames
from helpers.trees import analyses, bracketed, parsed
from meantree.analysis.frames import Frame, FrameLayer
from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import compare
from meantree.comparison.marks import Mark, Marks, pair_marks
from meantree.metrics.evidence import Place, Status, Unit
from meantree.metrics.meant import Meant
from meantree.metrics.pair import Pair
from meantree.metrics.registry import METRICS, metric

SPECS = [
    "hwcm", "edpm", "dpm:labels=ab,nbest=1,parts=1g,dlh", "dpm:labels=dep,nbest=1,parts=2g,dh", "edpm:labels=ab",
    "stm", "stm:d=2,words=yes", "dstm", "tk", "dtk", "sepia", "sepia:mode=g1,sn0,spnpro", "bleu", "nist", "meteor",
    "chrf", "ter", "wer", "per", "cder",
]  # fmt: skip
PREDICTED = ["bleu-r", "nist-r", "ter-r", "meteor-r", "mt-r", "rte-r", "mt+rte-r"]
"""These have terms in place of units."""
FRAMES = {"hmeant", "meant"}
REFERENCES = st.lists(analyses(), min_size=1, max_size=3)
SINGLE = {
    "hwcm": {"chains of 1", "chains of 2"},
    "edpm": {"1g", "dl", "lh"},
    "stm": {"depth 1"},
    "dstm": {"depth 1"},
    "sepia": {"g1", *(f"pairs, span {span}" for span in range(1, 4))},
    "bleu": {"1-grams"},
    "chrf": set(),
    "ter": {"kept words", "substitutions", "insertions"},
}
Thing = tuple[str, object]


def things(place: Place) -> set[Thing]:
    """What a unit at this place stands for."""
    if place.parts:
        return {("part", part) for part in place.parts}
    if place.nodes:
        return {("node", node) for node in place.nodes}
    return {("arc", arc) for arc in place.arcs} or {("word", token) for token in place.tokens}


def drawn(marks: Marks) -> dict[Thing, Mark]:
    groups = (("part", marks.parts), ("node", marks.nodes), ("arc", marks.arcs), ("word", marks.tokens))
    return {(sort, key): mark for sort, group in groups for key, mark in group.items()}


def sides(unit: Unit, shown: int) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Where the unit is counted in the hypothesis and in the reference that is shown."""
    theirs = unit.reference_places[shown] if shown < len(unit.reference_places) else ()
    return unit.hypothesis_places if unit.hypothesis > 0 else (), theirs if unit.reference > 0 else ()


def whole(unit: Unit, shown: int) -> bool:
    """Whether the unit is everywhere a whole number of times, as nothing but n-best parses and weights can change."""
    places = itertools.chain.from_iterable(sides(unit, shown))
    numbers = [unit.matched, unit.hypothesis, *(place.count for place in places)]
    return all(abs(number - round(number)) < 1e-9 for number in numbers)


def check(units: tuple[Unit, ...], texts: tuple[Analysis, Analysis], shown: int, kind: str = "") -> None:
    """Compare the marks with the units, one by one."""
    counted = [unit for unit in units if (unit.kind == kind if kind else unit.single)]
    for side, marks in enumerate(pair_marks(units, texts, shown, kind=kind)):
        found = drawn(marks)
        covered = {thing for unit in counted for place in sides(unit, shown)[side] for thing in things(place)}
        assert set(found) == covered, "what no unit stands for is neutral, all else is not"
        unmatched = (Status.EXTRA, Status.MISSED)[side]
        for mark in found.values():
            assert mark.status in (Status.MATCHED, Status.PARTIAL, unmatched)
            assert all(unit in counted for unit in mark.units)
            if all(unit.matched == 0 for unit in mark.units):
                assert mark.status is unmatched
            if all(unit.matched == unit.hypothesis == unit.reference for unit in mark.units) and not shown:
                assert mark.status is Status.MATCHED
            check_statuses(mark, unmatched, shown)
        for unit in counted:
            # What is counted fewer times than it has places stands at several at once, as a chunk of words does.
            if (unit.hypothesis, unit.reference)[side] > len(sides(unit, shown)[side]) - 0.5:
                check_number(unit, side, shown, found)


def check_statuses(mark: Mark, unmatched: Status, shown: int) -> None:
    """Compare the status of a thing that is drawn with those that its units have in the list of evidence."""
    has_lost = any(unit.status in (Status.MISSED, Status.EXTRA) for unit in mark.units)
    has_kept = not shown and any(unit.matched == unit.hypothesis == unit.reference for unit in mark.units)
    if has_lost:
        assert mark.status is not Status.MATCHED
    if has_kept:
        assert mark.status is not unmatched
    if has_lost and has_kept:
        assert mark.status is Status.PARTIAL


def check_number(unit: Unit, side: int, shown: int, found: Mapping[Thing, Mark]) -> None:
    """Of a unit that alone stands for some things, as many are drawn as matched as were counted."""
    places = sides(unit, shown)[side]
    covered = [thing for place in places for thing in things(place)]
    alone = len(set(covered)) == len(places) and all(found[thing].units == (unit,) for thing in covered)
    if not alone or not whole(unit, shown):
        return
    statuses = [found[thing].status for thing in covered]
    assert Status.PARTIAL not in statuses
    assert statuses.count(Status.MATCHED) == min(round(unit.matched), len(places))


def test_specs_cover_every_registered_metric() -> None:
    assert {spec.partition(":")[0] for spec in SPECS} | FRAMES | set(PREDICTED) == set(METRICS)


@given(hyp=analyses(), refs=REFERENCES)
def test_marks_say_what_was_counted(hyp: Analysis, refs: list[Analysis]) -> None:
    for spec in SPECS:
        note(spec)
        evidence = metric(spec).evidence(Pair(hyp, refs))
        shown = evidence.reference or 0
        for kind in ("", *evidence.kinds):
            check(evidence.units, (hyp, refs[shown]), shown, kind)


@given(hyp=analyses(), refs=REFERENCES)
def test_without_units_the_alignment_alone_marks(hyp: Analysis, refs: list[Analysis]) -> None:
    for spec in PREDICTED:
        note(spec)
        found = compare(Pair(hyp, refs), metric(spec))
        assert found.aligned == ("rte" in spec)
        for text in found.texts:
            arcs = {arc[:2] for arc in text.analysis.tree().arcs()} if found.aligned else set()
            assert set(text.marks.arcs) == arcs
            assert set(text.marks.tokens) == (set(range(len(text.analysis.tokens))) if found.aligned else set())


@given(pair=annotated_pairs())
def test_marks_of_annotated_frames(pair: Pair) -> None:
    check(metric("hmeant").evidence(pair).units, pair.sides(0), 0)


@given(pair=st.tuples(some_frames(), some_frames()))
def test_marks_of_labelled_frames(pair: tuple[tuple[Frame, ...], tuple[Frame, ...]]) -> None:
    words = ["the", "old", "minister", "sold", "a", "house", "and", "not", "the", "cat", "yesterday", "."]
    text = parsed(" ".join([f"{words[0]}:0:root", *(f"{word}:1:x" for word in words[1:])]))
    hyp, ref = (replace(text, labelled=FrameLayer(tuple(words), frames)) for frames in pair)
    check(Meant().evidence(Pair(hyp, [ref])).units, (hyp, ref), 0)


@given(text=analyses())
def test_a_text_against_itself_is_matched_throughout(text: Analysis) -> None:
    for spec in SPECS:
        note(spec)
        evidence = metric(spec).evidence(Pair(text, [text]))
        for marks in pair_marks(evidence.units, (text, text), 0):
            assert {mark.status for mark in drawn(marks).values()} <= {Status.MATCHED}
            if spec in ("hwcm", "edpm", "bleu", "ter", "meteor", "dstm", "sepia"):
                assert set(marks.tokens) == set(range(len(text.tokens)))
            if spec in ("hwcm", "edpm", "sepia"):
                assert {arc[:2] for arc in text.tree().arcs()} <= set(marks.arcs)
            tree = text.constituency()
            if spec in ("stm", "tk") and tree is not None:
                assert set(marks.nodes) == set(range(len(tree)))


@pytest.mark.parametrize(("spec", "expected"), SINGLE.items())
def test_kinds_that_stand_for_one_thing(spec: str, expected: set[str]) -> None:
    hyp = bracketed("(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))))")
    ref = bracketed("(S (NP (DT the) (NN dog)) (VP (VBZ runs) (RB not) (RB here) (RB now)))")
    evidence = metric(spec).evidence(Pair(hyp, [ref]))
    assert {unit.kind for unit in evidence.units if unit.single} == expected
