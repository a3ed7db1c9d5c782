"""How much of each layer is wanted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.layers.required import WORDS, Layers

DEPTHS = st.builds(
    Layers,
    dependencies=st.integers(0, 50),
    constituents=st.integers(0, 5),
    roles=st.booleans(),
    frames=st.booleans(),
    entities=st.integers(0, 1),
)


def test_layers_by_name_and_by_attribute() -> None:
    depth = Layers(50, 2, roles=True, entities=1)
    assert (depth.dependencies, depth.constituents, depth.roles, depth.frames) == (50, 2, True, False)
    assert (depth["dependencies"], depth["roles"], depth["entities"], depth["senses"]) == (50, 1, 1, 0)
    assert depth == Layers(entities=1, roles=1, constituents=2, dependencies=50)
    assert depth.without("roles") == Layers(50, 2, entities=1)


def test_nothing_is_wanted_for_frames_by_people() -> None:
    assert not Layers()
    assert not Layers(frames=True)
    assert WORDS.covers(Layers(1, frames=True))
    assert Layers(entities=1)
    assert not WORDS.covers(Layers(entities=1))


@given(one=DEPTHS, two=DEPTHS, three=DEPTHS)
def test_both_together_cover_each_and_nothing_more(one: Layers, two: Layers, three: Layers) -> None:
    both = one | two
    assert both.covers(one)
    assert both.covers(two)
    assert both == two | one
    assert both | three == one | (two | three)
    assert three.covers(both) == (three.covers(one) and three.covers(two))


@pytest.mark.parametrize(
    ("depth", "anything"),
    [
        (Layers(), False),
        (Layers(frames=True), False),
        (WORDS, True),
        (Layers(constituents=1), True),
        (Layers(roles=True), True),
    ],
)
def test_frames_by_people_are_no_analysis(depth: Layers, anything: bool) -> None:
    assert bool(depth) is anything


def test_both_are_as_deep_as_each() -> None:
    assert Layers(5, 1, roles=True) | Layers(2, 3, frames=True) == Layers(5, 3, roles=True, frames=True)
    assert Layers(2) | Layers(1) == Layers(2)


@pytest.mark.parametrize(
    ("there", "wanted", "covered"),
    [
        (Layers(3), Layers(2), True),
        (Layers(2), Layers(2), True),
        (Layers(2), Layers(3), False),
        (Layers(2), Layers(1, 1), False),
        (Layers(2, roles=True), WORDS, True),
        (WORDS, Layers(1, roles=True), False),
        (WORDS, Layers(1, frames=True), True),
        (Layers(1, frames=True), WORDS, True),
    ],
)
def test_what_is_deep_enough(there: Layers, wanted: Layers, covered: bool) -> None:
    assert there.covers(wanted) is covered
