"""How much of each layer is wanted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.depth import WORDS, Depth

DEPTHS = st.builds(
    Depth,
    dependencies=st.integers(0, 50),
    constituents=st.integers(0, 5),
    roles=st.booleans(),
    frames=st.booleans(),
    entities=st.integers(0, 1),
)


def test_layers_by_name_and_by_attribute() -> None:
    depth = Depth(50, 2, roles=True, entities=1)
    assert (depth.dependencies, depth.constituents, depth.roles, depth.frames) == (50, 2, True, False)
    assert (depth["dependencies"], depth["roles"], depth["entities"], depth["senses"]) == (50, 1, 1, 0)
    assert depth == Depth(entities=1, roles=1, constituents=2, dependencies=50)
    assert depth.without("roles") == Depth(50, 2, entities=1)


def test_nothing_is_wanted_for_frames_by_people() -> None:
    assert not Depth()
    assert not Depth(frames=True)
    assert WORDS.covers(Depth(1, frames=True))
    assert Depth(entities=1)
    assert not WORDS.covers(Depth(entities=1))


@given(one=DEPTHS, two=DEPTHS, three=DEPTHS)
def test_both_together_cover_each_and_nothing_more(one: Depth, two: Depth, three: Depth) -> None:
    both = one | two
    assert both.covers(one)
    assert both.covers(two)
    assert both == two | one
    assert both | three == one | (two | three)
    assert three.covers(both) == (three.covers(one) and three.covers(two))


@pytest.mark.parametrize(
    ("depth", "anything"),
    [
        (Depth(), False),
        (Depth(frames=True), False),
        (WORDS, True),
        (Depth(constituents=1), True),
        (Depth(roles=True), True),
    ],
)
def test_frames_by_people_are_no_analysis(depth: Depth, anything: bool) -> None:
    assert bool(depth) is anything


def test_both_are_as_deep_as_each() -> None:
    assert Depth(5, 1, roles=True) | Depth(2, 3, frames=True) == Depth(5, 3, roles=True, frames=True)
    assert Depth(2) | Depth(1) == Depth(2)


@pytest.mark.parametrize(
    ("there", "wanted", "covered"),
    [
        (Depth(3), Depth(2), True),
        (Depth(2), Depth(2), True),
        (Depth(2), Depth(3), False),
        (Depth(2), Depth(1, 1), False),
        (Depth(2, roles=True), WORDS, True),
        (WORDS, Depth(1, roles=True), False),
        (WORDS, Depth(1, frames=True), True),
        (Depth(1, frames=True), WORDS, True),
    ],
)
def test_what_is_deep_enough(there: Depth, wanted: Depth, covered: bool) -> None:
    assert there.covers(wanted) is covered
