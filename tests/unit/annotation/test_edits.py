"""Edits of annotations: each alone, and any sequence of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import finished_annotations, frame
from meantree.alignment.linked_frames import frames_of, partner_of, parts_of
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, Part, Role
from meantree.annotation import edits
from meantree.annotation.edits import EditRefused
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
WORDS = 8
TWO = Annotation(
    (frame("1 agent=0 patient=3-5"), frame("6 temporal=7")),
    (frame("2 agent=0-1 patient=4"), frame("6")),
    FrameAlignment({(0, 0): CORRECT, (1, 1): PARTIAL}, {((0, 0), (0, 0)): CORRECT, ((0, 1), (0, 1)): PARTIAL}),
)


def test_a_filler_stands_in_its_place_and_links_follow() -> None:
    changed = edits.add_filler(TWO, "hypothesis", 0, Filler((2, 3), Role.MODAL))
    assert [filler.role for filler in changed.hypothesis[0].fillers] == [Role.AGENT, Role.MODAL, Role.PATIENT]
    assert partner_of(changed, "hypothesis", (0, 2)) == ((0, 1), PARTIAL)
    assert partner_of(changed, "hypothesis", (0, 1)) is None


@pytest.mark.parametrize(
    ("span", "message"), [((5, 7), "modal and patient|patient and modal"), ((0, 1), "agent and modal")]
)
def test_overlapping_fillers_are_refused(span: tuple[int, int], message: str) -> None:
    with pytest.raises(EditRefused, match=message):
        edits.add_filler(TWO, "hypothesis", 0, Filler(span, Role.MODAL))


def test_a_deleted_frame_takes_its_links_along() -> None:
    changed = edits.delete_frame(TWO, "hypothesis", 0)
    assert changed.hypothesis == TWO.hypothesis[1:]
    assert changed.alignment == FrameAlignment({(0, 1): PARTIAL}, {})


def test_what_a_person_changes_is_not_the_labellers_any_more() -> None:
    found = Annotation(
        (Frame((0, 1), (Filler((1, 2), Role.AGENT, "ARG0"), Filler((2, 3), Role.OTHER, "ARG2")), "x.01"),)
    )
    changed = edits.relabel(found, "hypothesis", (0, 0), Role.PATIENT).hypothesis[0]
    assert (changed.roleset, [filler.label for filler in changed.fillers]) == ("x.01", ["", "ARG2"])


@pytest.mark.parametrize(
    ("part", "span", "message"),
    [
        ((0, 1), (3, 9), "ends"),
        ((0, 1), (3, 3), "delete"),
        ((0, 1), (0, 5), "predicate"),
        ((0, None), (6, 7), "already"),
    ],
)
def test_spans_that_cannot_be(part: Part, span: tuple[int, int], message: str) -> None:
    with pytest.raises(EditRefused, match=message):
        edits.set_span(TWO, "hypothesis", part, span, WORDS)


def test_a_second_frame_with_the_same_predicate_is_refused() -> None:
    with pytest.raises(EditRefused, match="already"):
        edits.add_frame(TWO, "reference", (6, 7))


def test_a_link_replaces_the_links_of_both_ends() -> None:
    changed = edits.link(TWO, (0, None), (1, None), PARTIAL)
    assert changed.alignment == FrameAlignment({(0, 1): PARTIAL}, {})


def test_fillers_bring_free_frames_together() -> None:
    free = edits.unlink(edits.unlink(TWO, "hypothesis", (0, None)), "hypothesis", (1, None))
    assert free.alignment == FrameAlignment()
    changed = edits.link(free, (0, 0), (0, 0), PARTIAL)
    assert changed.alignment == FrameAlignment({(0, 0): CORRECT}, {((0, 0), (0, 0)): PARTIAL})


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [((0, 0), (0, None), "linked with a predicate"), ((1, 0), (0, 0), "linked with other frames")],
)
def test_links_that_cannot_be(one: Part, two: Part, message: str) -> None:
    with pytest.raises(EditRefused, match=message):
        edits.link(TWO, one, two, CORRECT)


def test_that_what_is_there_already_is_no_edit() -> None:
    labelled = Annotation((Frame((0, 1), (Filler((1, 2), Role.AGENT, "ARG0"),), "x.01"),))
    assert edits.relabel(labelled, "hypothesis", (0, 0), Role.AGENT) == labelled
    assert edits.set_span(labelled, "hypothesis", (0, None), (0, 1), WORDS) == labelled
    for one, two, kind in (((0, None), (0, None), CORRECT), ((1, None), (1, None), PARTIAL), ((0, 1), (0, 1), PARTIAL)):
        assert edits.link(TWO, one, two, kind) == TWO


CROSSED = (frame("1 agent=0"), frame("6 agent=7"))


def test_fillers_wait_for_frames_of_which_one_is_linked_with_another() -> None:
    linked = Annotation(CROSSED, CROSSED, FrameAlignment({(0, 1): CORRECT}))
    for taken in (0, 1):
        with pytest.raises(EditRefused, match="two frames first"):
            edits.link(linked, (taken, 0), (taken, 0), CORRECT)
    changed = edits.link(linked, (1, 0), (0, 0), PARTIAL)
    assert changed.alignment == FrameAlignment({(0, 1): CORRECT, (1, 0): CORRECT}, {((1, 0), (0, 0)): PARTIAL})


def test_frames_that_part_take_the_links_of_their_own_fillers_alone() -> None:
    fillers = {((0, 0), (1, 0)): CORRECT, ((1, 0), (0, 0)): PARTIAL}
    linked = Annotation(CROSSED, CROSSED, FrameAlignment({(0, 1): CORRECT, (1, 0): PARTIAL}, fillers))
    one = FrameAlignment({(1, 0): PARTIAL}, {((1, 0), (0, 0)): PARTIAL})
    two = FrameAlignment({(0, 1): CORRECT}, {((0, 0), (1, 0)): CORRECT})
    assert edits.unlink(linked, "hypothesis", (0, None)).alignment == one
    assert edits.unlink(linked, "reference", (0, None)).alignment == two
    assert edits.unlink(linked, "reference", (1, 0)).alignment.fillers == {((1, 0), (0, 0)): PARTIAL}
    assert edits.unlink(linked, "hypothesis", (1, 0)).alignment.fillers == {((0, 0), (1, 0)): CORRECT}


def test_remarks_follow_their_parts() -> None:
    said = edits.set_comment(TWO, "hypothesis", (0, 1), "all of it?")
    said = edits.set_comment(said, "hypothesis", (1, None), "a noun")
    said = edits.set_comment(said, "reference", (0, 0), "whose?")
    assert edits.add_filler(said, "hypothesis", 0, Filler((2, 3), Role.MODAL)).part_comments == {
        ("hypothesis", (0, 2)): "all of it?",
        ("hypothesis", (1, None)): "a noun",
        ("reference", (0, 0)): "whose?",
    }
    assert edits.delete_frame(said, "hypothesis", 0).part_comments == {
        ("hypothesis", (0, None)): "a noun",
        ("reference", (0, 0)): "whose?",
    }
    assert edits.set_comment(said, "hypothesis", (0, 1), " ").part_comments.keys() == said.part_comments.keys() - {
        ("hypothesis", (0, 1))
    }


@st.composite
def _edited(draw: st.DrawFn) -> Annotation:
    """Whatever an annotator can come to by some edits, refused ones left out."""
    annotation = draw(st.sampled_from([Annotation(), TWO]))
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


@pytest.mark.parametrize(("words", "kind"), [("late", CORRECT), ("late on Monday at noon", PARTIAL), ("soon", None)])
def test_fillers_of_one_role_are_linked_as_annotators_mostly_do(words: str, kind: LinkKind | None) -> None:
    texts: edits.Words = {"hypothesis": ("go", *words.split()), "reference": ("go", "late")}
    temporal = frame(f"0 temporal=1-{len(words.split())}")
    linked = FrameAlignment({(0, 0): CORRECT})
    made = edits.link_equal_roles(Annotation((temporal,), (frame("0 temporal=1"),), linked), (0, 0), texts)
    assert made.alignment.fillers == ({} if kind is None else {((0, 0), (0, 0)): kind})


# Fillers in several parts

PARTED = Annotation(
    (frame("2 agent=0 temporal=1 agent=4-5"),), (frame("1 agent=0"),), FrameAlignment({(0, 0): CORRECT})
)


def test_fillers_are_joined_and_their_parts_separated() -> None:
    linked = edits.link(PARTED, (0, 0), (0, 0), CORRECT)
    joined = edits.join_fillers(linked, "hypothesis", (0, 2), 0)
    assert joined.hypothesis == (frame("2 agent=0,4-5 temporal=1"),)
    assert joined.alignment.fillers == {((0, 0), (0, 0)): CORRECT}
    assert edits.separate_part(joined, "hypothesis", (0, 0), (4, 6)) == linked
    assert edits.remove_part(joined, "hypothesis", (0, 0), (0, 1)).hypothesis == (frame("2 temporal=1 agent=4-5"),)
    commented = replace(PARTED, part_comments={("hypothesis", (0, 0)): "who?", ("hypothesis", (0, 2)): "too long"})
    joined = edits.join_fillers(commented, "hypothesis", (0, 2), 0)
    assert joined.part_comments == {("hypothesis", (0, 0)): "who?; too long"}


def test_parts_that_touch_are_one_and_none_overlaps() -> None:
    joined = edits.join_fillers(PARTED, "hypothesis", (0, 0), 2)
    grown = edits.add_part(joined, "hypothesis", (0, 0), (6, 8))
    assert grown.hypothesis[0].fillers[0].spans == ((0, 1), (4, 8))
    for span, message in (
        ((1, 2), "must not overlap"),
        ((2, 4), "contain the predicate"),
        ((7, 8), "must not overlap"),
    ):
        with pytest.raises(EditRefused, match=message):
            edits.add_part(grown, "hypothesis", (0, 0), span)
    moved = edits.set_span(grown, "hypothesis", (0, 0), (5, 7), WORDS, (4, 8))
    assert moved.hypothesis[0].fillers[0].spans == ((0, 1), (5, 7))
    assert not moved.faults


# Linked parts of both texts, and fillers that frames share

PAIR = replace(TWO, alignment=replace(TWO.alignment, fillers={((0, 0), (0, 0)): CORRECT}))


def test_linked_fillers_go_together() -> None:
    changed = edits.delete_pair(PAIR, "reference", (0, 0))
    assert changed.hypothesis[0] == frame("1 patient=3-5")
    assert changed.reference[0] == frame("2 patient=4")
    assert changed.alignment == FrameAlignment(PAIR.alignment.frames, {})


def test_linked_frames_go_together() -> None:
    changed = edits.delete_pair(PAIR, "hypothesis", (0, None))
    assert (changed.hypothesis, changed.reference) == (PAIR.hypothesis[1:], PAIR.reference[1:])
    assert changed.alignment == FrameAlignment({(0, 0): PARTIAL}, {})


def test_linked_fillers_get_one_role() -> None:
    changed = edits.relabel_pair(PAIR, "hypothesis", (0, 0), Role.OTHER)
    assert [one[0].fillers[0].role for one in (changed.hypothesis, changed.reference)] == [Role.OTHER] * 2
    assert changed.alignment == PAIR.alignment


@pytest.mark.parametrize("part", [(0, 1), (1, 0)])
def test_what_is_not_linked_is_no_pair(part: tuple[int, int]) -> None:
    with pytest.raises(EditRefused, match="this filler is not linked"):
        edits.delete_pair(PAIR, "hypothesis", part)
    with pytest.raises(EditRefused, match="this filler is not linked"):
        edits.relabel_pair(PAIR, "hypothesis", part, Role.AGENT)


def test_a_predicate_is_neither_relabelled_nor_copied() -> None:
    with pytest.raises(EditRefused, match="a predicate has no role"):
        edits.relabel_pair(PAIR, "hypothesis", (0, None), Role.AGENT)
    with pytest.raises(EditRefused, match="this is a predicate"):
        edits.copy_filler(PAIR, "hypothesis", (0, None), 1)


def test_a_shared_subject_is_copied_with_its_partner_and_linked() -> None:
    copied, place = edits.copy_filler(PAIR, "reference", (0, 0), 1)
    assert place == 1
    assert copied.reference[1] == frame("6 agent=0-1")
    assert copied.hypothesis[1] == frame("6 agent=0 temporal=7")
    assert copied.alignment.fillers == {((0, 0), (0, 0)): CORRECT, ((1, 0), (1, 0)): CORRECT}


def test_a_filler_without_partner_is_copied_alone() -> None:
    copied, _ = edits.copy_filler(PAIR, "hypothesis", (0, 1), 1)
    assert copied.hypothesis[1] == frame("6 patient=3-5 temporal=7")
    assert copied.reference == PAIR.reference


def test_frames_without_room_are_passed_over_and_the_first_follows_the_last() -> None:
    three = Annotation((frame("4 agent=0"), frame("0"), frame("6 patient=5"), frame("7")))
    assert edits.copy_filler(three, "hypothesis", (0, 0), 1)[1] == 2  # listed by predicate: 1, 0, 2, 3
    assert edits.copy_filler(three, "hypothesis", (0, 0), -1)[1] == 3
    assert edits.copy_filler(three, "hypothesis", (2, 0), 1)[1] == 3


def test_where_no_frame_has_room_that_is_said() -> None:
    with pytest.raises(EditRefused, match="no other frame"):
        edits.copy_filler(Annotation((frame("1 agent=0"), frame("0"))), "hypothesis", (0, 0), 1)


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
