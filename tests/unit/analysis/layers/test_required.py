"""How much of each layer is wanted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.layers.required import WORDS, Layers

LAYERS = st.builds(
    Layers,
    dependencies=st.integers(0, 50),
    constituents=st.integers(0, 5),
    roles=st.booleans(),
    frames=st.booleans(),
    entities=st.integers(0, 1),
)


def test_layers_by_name_and_by_attribute() -> None:
    layers = Layers(50, 2, roles=True, entities=1)
    assert (layers.dependencies, layers.constituents, layers.roles, layers.frames) == (50, 2, True, False)
    assert (layers["dependencies"], layers["roles"], layers["entities"], layers["senses"]) == (50, 1, 1, 0)
    assert layers == Layers(entities=1, roles=1, constituents=2, dependencies=50)
    assert layers.without("roles") == Layers(50, 2, entities=1)


def test_annotators_frames_alone_require_no_layer() -> None:
    assert not Layers()
    assert not Layers(frames=True)
    assert WORDS.covers(Layers(1, frames=True))
    assert Layers(entities=1)
    assert not WORDS.covers(Layers(entities=1))


@given(one=LAYERS, two=LAYERS, three=LAYERS)
def test_the_union_covers_both_and_nothing_more(one: Layers, two: Layers, three: Layers) -> None:
    both = one | two
    assert both.covers(one)
    assert both.covers(two)
    assert both == two | one
    assert both | three == one | (two | three)
    assert three.covers(both) == (three.covers(one) and three.covers(two))


@pytest.mark.parametrize(
    ("layers", "anything"),
    [
        (Layers(), False),
        (Layers(frames=True), False),
        (WORDS, True),
        (Layers(constituents=1), True),
        (Layers(roles=True), True),
    ],
)
def test_annotators_frames_are_no_analysis(layers: Layers, anything: bool) -> None:
    assert bool(layers) is anything


def test_the_union_has_the_greater_amounts() -> None:
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
def test_coverage_of_required_layers(there: Layers, wanted: Layers, covered: bool) -> None:
    assert there.covers(wanted) is covered
