"""Counts with their places, compared."""

from __future__ import annotations

import pytest

from meantree.metrics.bags import Bag, Key, clipped_matches, compare_bags, f_measure
from meantree.metrics.evidence import Place, Unit

A: Key = ("1g", ("a",))
B: Key = ("1g", ("b",))
C: Key = ("2g", ("a", "b"))


def bag(*items: tuple[Key, int, float]) -> Bag:
    """Keys with a token where they stand and how often they do."""
    result = Bag()
    for key, token, count in items:
        result.add(key, Place((token,)), count)
    return result


def test_counts_add_up_and_places_stand_in_order() -> None:
    result = bag((A, 0, 1), (B, 1, 0.25), (A, 2, 0.5))
    result.add(A)
    assert result.counts == {A: 2.5, B: 0.25}
    assert result.places == {A: [Place((0,)), Place((2,), count=0.5)], B: [Place((1,), count=0.25)]}


def test_matches_are_clipped_to_the_largest_count_of_any_reference() -> None:
    refs: list[dict[Key, float]] = [{A: 1.0, B: 9.0}, {A: 2.0}]
    assert list(clipped_matches({A: 3.0, B: 4.0, C: 1.0}, refs)) == [(A, 2.0, 3.0), (B, 4.0, 4.0), (C, 0.0, 1.0)]


def test_every_key_is_a_unit_those_of_the_hypothesis_first() -> None:
    units = compare_bags(
        bag((B, 0, 1), (A, 1, 1), (B, 2, 1)),
        [bag((C, 0, 1), (A, 3, 0.5)), bag((A, 5, 1), (A, 6, 1), (C, 7, 1), (C, 8, 1))],
        lambda key: "+".join(key[1]),
        larger=("2g",),
    )
    assert units == (
        Unit("1g", "b", 2, 0, 0, (Place((0,)), Place((2,))), ((), ())),
        Unit("1g", "a", 1, 2, 1, (Place((1,)),), ((Place((3,), count=0.5),), (Place((5,)), Place((6,))))),
        Unit("2g", "a+b", 0, 2, 0, (), ((Place((0,)),), (Place((7,)), Place((8,)))), single=False),
    )


@pytest.mark.parametrize(
    ("matched", "hypothesis", "reference", "expected"),
    [(2, 4, 2, 2 / 3), (0, 4, 2, 0), (0, 0, 0, 0), (1, 1, 1, 1)],
)
def test_f_measure(matched: float, hypothesis: float, reference: float, expected: float) -> None:
    assert f_measure(matched, hypothesis, reference) == pytest.approx(expected)
