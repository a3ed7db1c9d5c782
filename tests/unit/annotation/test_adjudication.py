"""Two annotators of one translation: taking a frame with its partner and the links between them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.frames import annotation_of, frame, links
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind, origins
from meantree.annotation.adjudication import (
    lost_links,
    take_all,
    take_fillers,
    take_frame,
    take_links,
    take_side,
)
from meantree.annotation.contested_frames import differs
from meantree.annotation.edits import EditRefused, keep_frames
from meantree.annotation.frame_annotation import Annotation, State, have_same_content
from meantree.corpus.corpus import Side

# The frames of both texts stand at other places, so that a mixed-up side takes another frame.
THEIRS = replace(
    annotation_of("1 agent=0; 4 agent=3 patient=5 / 6 patient=7 agent=5; 2; 9 / 1~0 0=1 1.0~0.0 1.1=0.1", State.DONE),
    comment="theirs",
)


def _labelled(one: Frame, roleset: str) -> Frame:
    """Fillers in the order of the text have PropBank's labels in their order."""
    fillers = [replace(filler, label=f"ARG{number}") for number, filler in enumerate(sorted(one.fillers))]
    return replace(one, fillers=tuple(fillers), roleset=roleset)


LABELLED = replace(
    THEIRS,
    hypothesis=(THEIRS.hypothesis[0], _labelled(THEIRS.hypothesis[1], "give.01")),
    reference=(_labelled(THEIRS.reference[0], "take.02"), *THEIRS.reference[1:]),
)
MINE = replace(annotation_of("8; 4 / 2 other=3; 12"), comment="mine")


@pytest.mark.parametrize(("side", "predicate"), [("hypothesis", (4, 5)), ("reference", (6, 7))])
def test_a_frame_is_taken_with_its_partner_and_all_links(side: Side, predicate: tuple[int, int]) -> None:
    taken = take_frame(MINE, THEIRS, side, predicate)
    assert taken.hypothesis == (frame("8"), frame("4 agent=3 patient=5"))
    added = frame("6 agent=5 patient=7")
    assert taken.reference == (frame("2 other=3"), frame("12"), added), "fillers in the order of the text"
    assert taken.alignment.frames == {(1, 2): LinkKind.PARTIAL}
    assert taken.alignment.fillers == {((1, 0), (2, 1)): LinkKind.PARTIAL, ((1, 1), (2, 0)): LinkKind.CORRECT}
    assert differs(MINE, THEIRS, side, predicate)
    assert (taken.comment, taken.state) == ("mine", State.OPEN)


def test_a_frame_that_the_other_does_not_have_goes() -> None:
    assert take_frame(MINE, THEIRS, "hypothesis", (8, 9)).hypothesis == (frame("4"),)
    assert take_frame(MINE, THEIRS, "hypothesis", (11, 12)) == MINE


def test_a_frame_without_a_partner_loses_its_own() -> None:
    taken = take_frame(annotation_of("9 / 9 / 0=0"), THEIRS, "reference", (9, 10))
    assert taken.alignment.frames == {}
    assert taken.hypothesis == (frame("9"),)


def test_remarks_stay_on_the_words_that_both_have() -> None:
    mine = replace(
        MINE, part_comments={("hypothesis", (0, None)): "one", ("hypothesis", (1, None)): "two"}, finalized_by="ana"
    )
    taken = take_all(mine, MINE)
    assert (taken.part_comments, taken.finalized_by) == (mine.part_comments, "ana")
    swapped = Annotation(tuple(reversed(MINE.hypothesis)))
    last = len(MINE.hypothesis) - 1
    assert take_all(mine, swapped).part_comments == {
        ("hypothesis", (last, None)): "one",
        ("hypothesis", (last - 1, None)): "two",
    }
    assert take_all(mine, Annotation()).part_comments == {}


@pytest.mark.parametrize("side", ["hypothesis", "reference"])
@pytest.mark.parametrize("mine", [MINE, Annotation()])
def test_frames_are_taken_with_their_senses_and_labels(mine: Annotation, side: Side) -> None:
    taken = take_frame(mine, LABELLED, side, (4, 5) if side == "hypothesis" else (6, 7))
    found = {one.predicate: one for one in (*taken.hypothesis, *taken.reference)}
    assert origins([found[4, 5], found[6, 7]]) == (("give.01", "ARG0", "ARG1"), ("take.02", "ARG0", "ARG1"))


def test_a_sense_stays_where_the_other_says_none() -> None:
    """An equal frame stays as it is; of a predicate whose frame is replaced, the sense is known still."""
    plain = replace(LABELLED, reference=(frame("6 agent=5 patient=7"), *THEIRS.reference[1:]))
    assert origins(take_frame(LABELLED, plain, "hypothesis", (4, 5)).reference) == origins(LABELLED.reference)
    less = replace(THEIRS, hypothesis=(THEIRS.hypothesis[0], frame("4 agent=3")), alignment=FrameAlignment())
    assert take_frame(LABELLED, less, "hypothesis", (4, 5)).hypothesis[1].roleset == "give.01"


CORRECT, PARTIAL = LinkKind.CORRECT, LinkKind.PARTIAL
HERS = annotation_of("1 agent=0 patient=2 / 1 agent=0 patient=2 / 0=0 0.0=0.0 0.1=0.1")
HIS = annotation_of("1 agent=0 other=2-3 / 1 agent=0 other=3 / 0~0 0.0~0.0")


def test_a_row_of_one_text_leaves_the_other_as_it_is() -> None:
    mixed = take_side(HIS, HERS, "hypothesis", (1, 2))
    assert (mixed.hypothesis, mixed.reference) == (HERS.hypothesis, HIS.reference)
    assert mixed.alignment == links("0=0 0.0=0.0"), "no patient to link with"
    assert lost_links(HERS, mixed) == [((2, 3), (2, 3))]
    both = take_side(mixed, HERS, "reference", (1, 2))
    assert have_same_content(replace(both, state=HERS.state), HERS), "the link waited for its other end"
    assert take_side(HERS, Annotation(), "reference", (1, 2)).hypothesis == HERS.hypothesis


def test_the_lost_link_of_a_subject_that_two_frames_share_is_named() -> None:
    frames = frame("1 agent=0"), frame("4 agent=0 patient=5")
    linked = {((place, 0), (place, 0)): CORRECT for place in (0, 1)}
    both = Annotation(frames, frames, FrameAlignment({(0, 0): CORRECT, (1, 1): CORRECT}, linked))
    assert lost_links(both, keep_frames(both, "hypothesis", [0])) == [((0, 1), (0, 1))]


def test_a_link_of_a_filler_that_became_shorter_is_not_lost() -> None:
    longer = replace(HERS, hypothesis=(frame("1 agent=0 patient=2-4"),))
    assert lost_links(longer, HERS) == []
    assert lost_links(longer, replace(HERS, alignment=FrameAlignment())) == [((0, 1), (0, 1)), ((2, 5), (2, 3))]


def test_links_wait_for_a_frame_that_is_not_decided_yet() -> None:
    first = take_side(Annotation(), HERS, "hypothesis", (1, 2))
    assert (first.alignment, len(first.inactive)) == (FrameAlignment(), 3)
    assert take_side(first, HERS, "reference", (1, 2)).alignment == HERS.alignment


def test_single_fillers_and_links_are_taken() -> None:
    other = take_fillers(HERS, HIS, "hypothesis", (1, 2), [[(2, 3)], [(2, 4)]])
    assert other.hypothesis == HIS.hypothesis
    assert other.alignment == links("0=0 0.0=0.0")
    assert take_fillers(other, HERS, "hypothesis", (1, 2), [[(2, 3)], [(2, 4)]]).alignment == HERS.alignment
    none = take_fillers(HERS, None, "reference", (1, 2), [[(2, 3)]])
    assert none.reference == (frame("1 agent=0"),)
    assert len(none.inactive) == 1
    partial = take_links(HERS, HIS, (1, 2), [(0, 1)])
    assert partial.alignment.fillers == {((0, 0), (0, 0)): PARTIAL, ((0, 1), (0, 1)): CORRECT}
    assert take_links(HERS, HIS, (1, 2), None).alignment.frames == {(0, 0): PARTIAL}
    assert take_links(HERS, None, (1, 2), [(0, 1)]).alignment.fillers == {((0, 1), (0, 1)): CORRECT}
    assert take_links(HERS, None, (1, 2), None).alignment == FrameAlignment()
    with pytest.raises(EditRefused, match="decide on the predicate first"):
        take_fillers(Annotation(), HERS, "hypothesis", (1, 2), [[(0, 1)]])
    with pytest.raises(EditRefused, match="decide on the filler first"):
        take_links(HIS, HERS, (1, 2), [(2, 3)])
    with pytest.raises(EditRefused, match="this annotator has no such predicate"):
        take_fillers(HERS, Annotation(), "hypothesis", (1, 2), [[(0, 1)]])
    with pytest.raises(EditRefused, match="this annotator has no such filler"):
        take_links(HERS, HIS, (1, 2), [(2, 3)])
