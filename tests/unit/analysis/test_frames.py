"""Frames as values."""

from __future__ import annotations

import pytest

from helpers.frames import frame
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role, Span, overlap


@pytest.mark.parametrize(
    ("one", "two", "common"),
    [
        ((0, 2), (1, 3), True),
        ((0, 2), (2, 3), False),
        ((0, 5), (2, 3), True),
        ((2, 3), (0, 5), True),
        ((1, 2), (1, 2), True),
        ((0, 1), (4, 5), False),
    ],
)
def test_spans_overlap_in_a_token(one: Span, two: Span, common: bool) -> None:
    assert overlap(one, two) is common
    assert overlap(two, one) is common


def test_a_frame_has_tokens_and_moves_with_them() -> None:
    taken = frame("2-3 agent=0 patient=3-5")
    assert taken.tokens == {0, 2, 3, 4, 5}
    assert taken.moved(10) == frame("12-13 agent=10 patient=13-15")


@pytest.mark.parametrize("span", [(-1, 1), (2, 2), (3, 2)])
def test_invalid_spans(span: Span) -> None:
    with pytest.raises(ValueError, match=f"a filler from token {span[0]} to {span[1]}"):
        Filler(span, Role.AGENT)
    with pytest.raises(ValueError, match=f"a predicate from token {span[0]} to {span[1]}"):
        Frame(span)


def test_frames_do_not_exceed_their_text() -> None:
    words = ("a", "b", "c")
    assert FrameLayer(words, (frame("0 agent=1-2"),)).frames[0].fillers[0].span == (1, 3)
    for beyond in ("3", "0 agent=1-3"):
        with pytest.raises(ValueError, match="in a text of 3"):
            FrameLayer(words, (frame(beyond),))
