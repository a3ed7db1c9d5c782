"""Edits of annotations: each alone, and any sequence of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotation_of, finished_annotations
from meantree.alignment.linked_frames import frames_of, parts_of
from meantree.analysis.frames import Filler, Frame, LinkKind, Part, Role
from meantree.annotation import edits
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
WORDS = 8
H: Side = "hypothesis"
R: Side = "reference"
LINKS = "0=0 1~1 0.0=0.0 0.1~0.1"
FREE = "1 agent=0 patient=3-5; 6 temporal=7 / 2 agent=0-1 patient=4; 6 / "
TWO = FREE + LINKS
PAIR = FREE + "0=0 1~1 0.0=0.0"
CROSSED = "1 agent=0; 6 agent=7 / 1 agent=0; 6 agent=7 / "
APART = "2 agent=0 temporal=1 agent=4-5 / 1 agent=0 / 0=0 0.0=0.0"
JOINED = "2 agent=0,4-5 temporal=1 / 1 agent=0 / 0=0 0.0=0.0"
LONG = JOINED.replace("4-5", "4-7")
Does = Callable[[Annotation], Annotation]


@pytest.mark.parametrize(
    ("start", "does", "expected"),
    [
        # Fillers stand in their places, and links follow
        (
            TWO,
            lambda one: edits.add_filler(one, H, 0, Filler((2, 3), Role.MODAL)),
            TWO.replace("=0 patient", "=0 modal=2 patient").replace("0.1~", "0.2~"),
        ),
        (TWO, lambda one: edits.delete_frame(one, H, 0), "6 temporal=7 / 2 agent=0-1 patient=4; 6 / 0~1"),
        # A link replaces the links of both ends; fillers bring free frames together, and wait for linked ones
        (TWO, lambda one: edits.link(one, (0, None), (1, None), PARTIAL), FREE + "0~1"),
        (TWO, lambda one: edits.unlink(one, H, (0, None)), FREE + "1~1"),
        (FREE, lambda one: edits.link(one, (0, 0), (0, 0), PARTIAL), FREE + "0=0 0.0~0.0"),
        (
            CROSSED + "0=1",
            lambda one: edits.link(one, (1, 0), (0, 0), PARTIAL),
            CROSSED + "0=1 1=0 1.0~0.0",
        ),
        # Frames that part take the links of their own fillers alone
        *(
            (CROSSED + "0=1 1~0 0.0=1.0 1.0~0.0", partial(edits.unlink, side=side, part=part), CROSSED + left)
            for side, part, left in (
                (H, (0, None), "1~0 1.0~0.0"),
                (R, (0, None), "0=1 0.0=1.0"),
                (R, (1, 0), "0=1 1~0 1.0~0.0"),
                (H, (1, 0), "0=1 1~0 0.0=1.0"),
            )
        ),
        # What is there already is no edit
        *(
            (TWO, partial(edits.link, hyp_part=one, ref_part=two, kind=kind), TWO)
            for one, two, kind in (
                ((0, None), (0, None), CORRECT),
                ((1, None), (1, None), PARTIAL),
                ((0, 1), (0, 1), PARTIAL),
            )
        ),
        # Fillers in several parts; those that touch are one
        (APART, lambda one: edits.join_fillers(one, H, (0, 2), 0), JOINED),
        (JOINED, lambda one: edits.separate_part(one, H, (0, 0), (4, 6)), APART),
        (
            JOINED,
            lambda one: edits.remove_part(one, H, (0, 0), (0, 1)),
            "2 temporal=1 agent=4-5 / 1 agent=0 / 0=0 0.1=0.0",
        ),
        (JOINED, lambda one: edits.add_part(one, H, (0, 0), (6, 8)), LONG),
        (LONG, lambda one: edits.set_span(one, H, (0, 0), (5, 7), WORDS, (4, 8)), JOINED.replace("4-5", "5-6")),
        # Linked parts go together, get one role, and are copied together
        (
            PAIR,
            lambda one: edits.delete_pair(one, R, (0, 0)),
            "1 patient=3-5; 6 temporal=7 / 2 patient=4; 6 / 0=0 1~1",
        ),
        (PAIR, lambda one: edits.delete_pair(one, H, (0, None)), "6 temporal=7 / 6 / 0~0"),
        (PAIR, lambda one: edits.relabel_pair(one, H, (0, 0), Role.OTHER), PAIR.replace("agent", "other")),
        (
            PAIR,
            lambda one: edits.copy_filler(one, R, (0, 0), 1)[0],
            PAIR.replace("6 temporal", "6 agent=0 temporal").replace("; 6 /", "; 6 agent=0-1 /") + " 1.0=1.0",
        ),
        (
            PAIR,
            lambda one: edits.copy_filler(one, H, (0, 1), 1)[0],
            PAIR.replace("6 temporal", "6 patient=3-5 temporal"),
        ),
    ],
)
def test_edits(start: str, does: Does, expected: str) -> None:
    assert does(annotation_of(start)) == annotation_of(expected)


@pytest.mark.parametrize(
    ("start", "does", "message"),
    [
        (TWO, lambda one: edits.add_filler(one, H, 0, Filler((5, 7), Role.MODAL)), "modal and patient|patient and mod"),
        (TWO, lambda one: edits.add_filler(one, H, 0, Filler((0, 1), Role.MODAL)), "agent and modal"),
        (TWO, lambda one: edits.set_span(one, H, (0, 1), (3, 9), WORDS), "ends"),
        (TWO, lambda one: edits.set_span(one, H, (0, 1), (3, 3), WORDS), "delete"),
        (TWO, lambda one: edits.set_span(one, H, (0, 1), (0, 5), WORDS), "predicate"),
        (TWO, lambda one: edits.set_span(one, H, (0, None), (6, 7), WORDS), "already"),
        (TWO, lambda one: edits.add_frame(one, R, (6, 7)), "already"),
        (TWO, lambda one: edits.link(one, (0, 0), (0, None), CORRECT), "linked with a predicate"),
        (TWO, lambda one: edits.link(one, (1, 0), (0, 0), CORRECT), "linked with other frames"),
        (CROSSED + "0=1", lambda one: edits.link(one, (0, 0), (0, 0), CORRECT), "two frames first"),
        (CROSSED + "0=1", lambda one: edits.link(one, (1, 0), (1, 0), CORRECT), "two frames first"),
        (LONG, lambda one: edits.add_part(one, H, (0, 0), (1, 2)), "must not overlap"),
        (LONG, lambda one: edits.add_part(one, H, (0, 0), (2, 4)), "contain the predicate"),
        (LONG, lambda one: edits.add_part(one, H, (0, 0), (7, 8)), "must not overlap"),
        (PAIR, lambda one: edits.delete_pair(one, H, (0, 1)), "this filler is not linked"),
        (PAIR, lambda one: edits.delete_pair(one, H, (1, 0)), "this filler is not linked"),
        (PAIR, lambda one: edits.relabel_pair(one, H, (0, 1), Role.AGENT), "this filler is not linked"),
        (PAIR, lambda one: edits.relabel_pair(one, H, (1, 0), Role.AGENT), "this filler is not linked"),
        (PAIR, lambda one: edits.relabel_pair(one, H, (0, None), Role.AGENT), "a predicate has no role"),
        (PAIR, lambda one: edits.copy_filler(one, H, (0, None), 1)[0], "this is a predicate"),
        ("1 agent=0; 0", lambda one: edits.copy_filler(one, H, (0, 0), 1)[0], "no other frame"),
    ],
)
def test_edits_that_cannot_be(start: str, does: Does, message: str) -> None:
    with pytest.raises(EditRefused, match=message):
        does(annotation_of(start))


def test_what_a_person_changes_is_not_the_labellers_any_more() -> None:
    found = Annotation(
        (Frame((0, 1), (Filler((1, 2), Role.AGENT, "ARG0"), Filler((2, 3), Role.OTHER, "ARG2")), "x.01"),)
    )
    changed = edits.relabel(found, H, (0, 0), Role.PATIENT).hypothesis[0]
    assert (changed.roleset, [filler.label for filler in changed.fillers]) == ("x.01", ["", "ARG2"])
    assert edits.relabel(found, H, (0, 0), Role.AGENT) == found
    assert edits.set_span(found, H, (0, None), (0, 1), WORDS) == found


def test_remarks_follow_their_parts() -> None:
    said = edits.set_comment(annotation_of(TWO), H, (0, 1), "all of it?")
    said = edits.set_comment(said, H, (1, None), "a noun")
    said = edits.set_comment(said, R, (0, 0), "whose?")
    assert edits.add_filler(said, H, 0, Filler((2, 3), Role.MODAL)).part_comments == {
        (H, (0, 2)): "all of it?",
        (H, (1, None)): "a noun",
        (R, (0, 0)): "whose?",
    }
    assert edits.delete_frame(said, H, 0).part_comments == {(H, (0, None)): "a noun", (R, (0, 0)): "whose?"}
    assert edits.set_comment(said, H, (0, 1), " ").part_comments.keys() == said.part_comments.keys() - {(H, (0, 1))}
    apart = replace(annotation_of(APART), part_comments={(H, (0, 0)): "who?", (H, (0, 2)): "too long"})
    assert edits.join_fillers(apart, H, (0, 2), 0).part_comments == {(H, (0, 0)): "who?; too long"}


@st.composite
def _edited(draw: st.DrawFn) -> Annotation:
    """Whatever an annotator can come to by some edits, refused ones left out."""
    annotation = draw(st.sampled_from([Annotation(), annotation_of(TWO)]))
    for _ in range(draw(st.integers(0, 12))):
        try:
            annotation = _edit(draw, annotation)
        except EditRefused:
            continue
    return annotation


def _edit(draw: st.DrawFn, annotation: Annotation) -> Annotation:
    side: Side = draw(st.sampled_from(("hypothesis", "reference")))
    start = draw(st.integers(0, WORDS - 1))
    span = start, draw(st.integers(start, WORDS + 1))
    role, kind = draw(st.sampled_from(list(Role))), draw(st.sampled_from(list(LinkKind)))
    parts: dict[Side, list[Part]] = {
        name: [
            (place, number)
            for place, one in enumerate(frames_of(annotation, name))
            for number in (None, *range(len(one.fillers)))
        ]
        for name in ("hypothesis", "reference")
    }
    if not parts[side] or draw(st.integers(0, 5)) == 0:
        return edits.add_frame(annotation, side, (start, start + 1))
    place, number = part = draw(st.sampled_from(parts[side]))
    choice = draw(st.integers(0, 6))
    if choice == 6:
        return edits.set_comment(annotation, side, part, "said")
    if choice == 0 and span[0] < span[1] <= WORDS:
        return edits.add_filler(annotation, side, place, Filler(span, role))
    if choice == 1 and number is not None:
        return edits.relabel(annotation, side, (place, number), role)
    if choice == 2:
        return edits.set_span(annotation, side, part, span, WORDS)
    if choice == 3 and all(parts.values()):
        return edits.link(
            annotation, draw(st.sampled_from(parts["hypothesis"])), draw(st.sampled_from(parts["reference"])), kind
        )
    if choice == 4:
        return edits.unlink(annotation, side, part)
    if number is not None:
        return edits.delete_filler(annotation, side, (place, number))
    return edits.delete_frame(annotation, side, place)


@given(_edited())
def test_no_sequence_of_edits_makes_a_fault(annotation: Annotation) -> None:
    assert annotation.faults == ()
    assert all(pair in annotation.alignment.frames for pair in {(a[0], b[0]) for a, b in annotation.alignment.fillers})
    for frame_ in (*annotation.hypothesis, *annotation.reference):
        assert list(frame_.fillers) == sorted(frame_.fillers)
        assert max(frame_.tokens) < WORDS


def test_frames_without_room_are_passed_over_and_the_first_follows_the_last() -> None:
    three = annotation_of("4 agent=0; 0; 6 patient=5; 7")
    assert edits.copy_filler(three, "hypothesis", (0, 0), 1)[1] == 2  # listed by predicate: 1, 0, 2, 3
    assert edits.copy_filler(three, "hypothesis", (0, 0), -1)[1] == 3
    assert edits.copy_filler(three, "hypothesis", (2, 0), 1)[1] == 3


@given(finished_annotations(), st.data())
def test_none_of_them_spoils_an_annotation(annotation: Annotation, data: st.DataObject) -> None:
    side: Side = data.draw(st.sampled_from(("hypothesis", "reference")))
    frames = frames_of(annotation, side)
    parts = [part for place, one in enumerate(frames) for part in parts_of(place, len(one.fillers))]
    if not parts:
        return
    part, faults = data.draw(st.sampled_from(parts)), annotation.faults
    does = [
        lambda: edits.delete_pair(annotation, side, part),
        lambda: edits.relabel_pair(annotation, side, part, Role.MODAL),
        lambda: edits.copy_filler(annotation, side, part, data.draw(st.sampled_from((1, -1))))[0],
    ]
    try:
        changed = data.draw(st.sampled_from(does))()
    except EditRefused:
        return
    assert changed != annotation or part[1] is not None
    assert set(changed.faults) <= set(faults)
