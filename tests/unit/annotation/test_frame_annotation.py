"""Annotations as values and as JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated_pairs, annotation_of, frame
from helpers.messages import tell
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.annotation.annotation_json import from_json, reference_from_json, reference_to_json, to_json
from meantree.annotation.frame_annotation import Annotation, Place, State
from meantree.annotation.reference_frames import ReferenceFrames
from meantree.metrics.pair import Pair


@given(
    pair=annotated_pairs(in_parts=True),
    state=st.sampled_from(sorted(set(State) - {State.REVIEW})),
    comment=st.text(max_size=20),
)
def test_json_round_trip(pair: Pair, state: State, comment: str) -> None:
    mine, theirs = (text.frames for text in pair.sides(0))
    assert mine is not None
    assert theirs is not None
    annotation = Annotation(mine.frames, theirs.frames, pair.frame_links(0), state, comment, own_reference=True)
    assert from_json(to_json(annotation)) == annotation
    assert not annotation.faults


def test_remarks_and_who_settled_it_are_kept() -> None:
    remarks: dict[Place, str] = {("hypothesis", (0, 1)): "too long?", ("reference", (0, None)): "“light” verb"}
    annotation = Annotation(
        (ONE,), (ONE,), comment="hard", part_comments=remarks, finalized_by="ana", own_reference=True
    )
    assert from_json(to_json(annotation)) == annotation
    assert "settled_by" not in to_json(Annotation((ONE,), (ONE,)))


def test_rejected_predicates_are_kept() -> None:
    annotation = Annotation(
        (ONE,), rejected=frozenset({("hypothesis", (4, 5)), ("reference", (0, 2))}), own_reference=True
    )
    assert from_json(to_json(annotation)) == annotation
    assert "rejected" not in to_json(Annotation((ONE,)))
    for place in (["source", 0, 1], ["hypothesis", 1, 1], ["reference", -1, 2], ["reference", 1], "?"):
        read = json.loads(to_json(annotation)) | {"rejected": [place]}
        with pytest.raises(ValueError, match=r"side|span|annotation|unpack"):
            from_json(json.dumps(read))


@pytest.mark.parametrize(
    "place", [["hypothesis", 1, None], ["reference", 0, 7], ["source", 0, None], ["reference", -1, 0]]
)
def test_remarks_on_nothing_are_no_annotation(place: list[object]) -> None:
    read = json.loads(to_json(Annotation((ONE,), (ONE,), own_reference=True))) | {"remarks": [[*place, "?"]]}
    with pytest.raises(ValueError, match=r"comment on|side"):
        from_json(json.dumps(read))


@pytest.mark.parametrize("text", ["[]", "{}", '{"hypothesis": 1}', "1", "null"])
def test_what_is_no_annotation(text: str) -> None:
    with pytest.raises(ValueError, match="not an annotation"):
        from_json(text)


@pytest.mark.parametrize("number", ["true", '"0"', "0.9", "0.0"])
@pytest.mark.parametrize(
    "more",
    [
        '"hypothesis":[{"predicate":[%s,1],"fillers":[]}],"links":[]',
        '"hypothesis":[{"predicate":[1,2],"fillers":[[%s,1,"agent"]]}],"links":[]',
        '"hypothesis":[{"predicate":[0,1],"fillers":[]}],"links":[[%s,null,[0,1],null,"correct"]]',
        '"hypothesis":[{"predicate":[0,1],"fillers":[]}],"links":[],"remarks":[["hypothesis",%s,null,"?"]]',
        '"hypothesis":[{"predicate":[0,1],"fillers":[]}],"links":[],"rejected":[["hypothesis",%s,2]]',
        '"hypothesis":[{"predicate":[0,1],"fillers":[]}],"reference":[{"predicate":[0,1],"fillers":[]}],'
        '"frame_links":[[%s,0,"correct"]],"filler_links":[]',
    ],
)
def test_numbers_are_whole_numbers(more: str, number: str) -> None:
    text = f'{{{more},"state":"done","comment":""}}'
    from_json(text.replace("%s", "0"))
    with pytest.raises(ValueError, match="not an annotation"):
        from_json(text.replace("%s", number))


def test_shared_frames_of_a_reference_have_words_of_their_own() -> None:
    """Links name them by these."""
    for frames in ((ONE, frame("0")), (Frame((0, 1), (Filler((1, 2), Role.AGENT), Filler((1, 2), Role.PATIENT))),)):
        with pytest.raises(ValueError, match="same words"):
            reference_from_json(reference_to_json(ReferenceFrames(frames)))
    assert reference_from_json(reference_to_json(ReferenceFrames((ONE, TWO)))) == ReferenceFrames((ONE, TWO))


ONE, TWO = frame("0 agent=1 patient=2-3"), frame("4 agent=5")
BOTH = "0 agent=1 patient=2-3 / 0 agent=1 patient=2-3 / "
MORE = "0 agent=1 patient=2-3 / 0 agent=1 patient=2-3; 4 agent=5 / "
OVERLAP = "fillers at tokens (2, 4) and (3, 4) overlap"


@pytest.mark.parametrize(
    ("annotation", "faults"),
    [
        ("0 agent=2-3 patient=3", [OVERLAP]),
        ("/ 4 agent=5; 1 agent=2-3 modal=3", [f"reference: frame 2: {OVERLAP}"]),
        ("0; 4 / 0 / 0=0 1=0", ["frame 1 is linked 2 times"]),
        (BOTH + "0=1", ["link to frame 2, which does not exist"]),
        (BOTH + "1=0 0.1=0.0 1.0=0.1", ["link to frame 2", "link to filler 1 of frame 2"]),
        (BOTH + "0.2=0.0", ["a link to filler 3 of frame 1, which does not exist"]),
        (BOTH + "0.0=0.0 0.1=0.0", ["filler 1 of frame 1 is linked 2 times"]),
        (MORE + "0=0 0=1 0.0=0.0 0.0=1.0", ["frame 1 … 2 times", "filler 1 of frame 1 … 2 times"]),
    ],
)
def test_faults_of_both_ends_are_named(annotation: str, faults: list[str]) -> None:
    assert tell(annotation_of(annotation).faults, *faults)


def test_spans_must_lie_in_the_text() -> None:
    with pytest.raises(ValueError, match="from token 2 to 4 in a text of 3"):
        FrameLayer(("a", "b", "c"), (frame("0 agent=2-3"),))
    with pytest.raises(ValueError, match="a filler from token 2 to 2"):
        Filler((2, 2), Role.AGENT)
    with pytest.raises(ValueError, match="a predicate from token -1 to 0"):
        Frame((-1, 0))
