"""Edits of linked parts of both texts, and fillers that frames share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import finished_annotations, frame
from meantree.alignment.linked_frames import frames_of, parts_of
from meantree.analysis.frames import FrameAlignment, LinkKind, Role
from meantree.annotation.edits import EditRefused, copy_filler, delete_pair, relabel_pair
from meantree.annotation.frame_annotation import Annotation
from meantree.corpus.corpus import Side

CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
TWO = Annotation(
    (frame("1 agent=0 patient=3-5"), frame("6 temporal=7")),
    (frame("2 agent=0-1 patient=4"), frame("6")),
    FrameAlignment({(0, 0): CORRECT, (1, 1): PARTIAL}, {((0, 0), (0, 0)): CORRECT}),
)


def test_linked_fillers_go_together() -> None:
    changed = delete_pair(TWO, "reference", (0, 0))
    assert changed.hypothesis[0] == frame("1 patient=3-5")
    assert changed.reference[0] == frame("2 patient=4")
    assert changed.alignment == FrameAlignment(TWO.alignment.frames, {})


def test_linked_frames_go_together() -> None:
    changed = delete_pair(TWO, "hypothesis", (0, None))
    assert (changed.hypothesis, changed.reference) == (TWO.hypothesis[1:], TWO.reference[1:])
    assert changed.alignment == FrameAlignment({(0, 0): PARTIAL}, {})


def test_linked_fillers_get_one_role() -> None:
    changed = relabel_pair(TWO, "hypothesis", (0, 0), Role.OTHER)
    assert [one[0].fillers[0].role for one in (changed.hypothesis, changed.reference)] == [Role.OTHER] * 2
    assert changed.alignment == TWO.alignment


@pytest.mark.parametrize("part", [(0, 1), (1, 0)])
def test_what_is_not_linked_is_no_pair(part: tuple[int, int]) -> None:
    with pytest.raises(EditRefused, match="this filler is not linked"):
        delete_pair(TWO, "hypothesis", part)
    with pytest.raises(EditRefused, match="this filler is not linked"):
        relabel_pair(TWO, "hypothesis", part, Role.AGENT)


def test_a_predicate_is_neither_relabelled_nor_copied() -> None:
    with pytest.raises(EditRefused, match="a predicate has no role"):
        relabel_pair(TWO, "hypothesis", (0, None), Role.AGENT)
    with pytest.raises(EditRefused, match="this is a predicate"):
        copy_filler(TWO, "hypothesis", (0, None), 1)


def test_a_shared_subject_is_copied_with_its_partner_and_linked() -> None:
    copied, place = copy_filler(TWO, "reference", (0, 0), 1)
    assert place == 1
    assert copied.reference[1] == frame("6 agent=0-1")
    assert copied.hypothesis[1] == frame("6 agent=0 temporal=7")
    assert copied.alignment.fillers == {((0, 0), (0, 0)): CORRECT, ((1, 0), (1, 0)): CORRECT}


def test_a_filler_without_partner_is_copied_alone() -> None:
    copied, _ = copy_filler(TWO, "hypothesis", (0, 1), 1)
    assert copied.hypothesis[1] == frame("6 patient=3-5 temporal=7")
    assert copied.reference == TWO.reference


def test_frames_without_room_are_passed_over_and_the_first_follows_the_last() -> None:
    three = Annotation((frame("4 agent=0"), frame("0"), frame("6 patient=5"), frame("7")))
    assert copy_filler(three, "hypothesis", (0, 0), 1)[1] == 2  # listed by predicate: 1, 0, 2, 3
    assert copy_filler(three, "hypothesis", (0, 0), -1)[1] == 3
    assert copy_filler(three, "hypothesis", (2, 0), 1)[1] == 3


def test_where_no_frame_has_room_that_is_said() -> None:
    with pytest.raises(EditRefused, match="no other frame"):
        copy_filler(Annotation((frame("1 agent=0"), frame("0"))), "hypothesis", (0, 0), 1)


@given(finished_annotations(), st.data())
def test_none_of_them_spoils_an_annotation(annotation: Annotation, data: st.DataObject) -> None:
    side: Side = data.draw(st.sampled_from(("hypothesis", "reference")))
    frames = frames_of(annotation, side)
    parts = [part for place, one in enumerate(frames) for part in parts_of(place, len(one.fillers))]
    if not parts:
        return
    part, faults = data.draw(st.sampled_from(parts)), annotation.faults
    does = [
        lambda: delete_pair(annotation, side, part),
        lambda: relabel_pair(annotation, side, part, Role.MODAL),
        lambda: copy_filler(annotation, side, part, data.draw(st.sampled_from((1, -1))))[0],
    ]
    try:
        changed = data.draw(st.sampled_from(does))()
    except EditRefused:
        return
    assert changed != annotation or part[1] is not None
    assert set(changed.faults) <= set(faults)
