"""How a unit fared, by the larger of its two counts."""

from __future__ import annotations

import pytest

from meantree.metrics.evidence import Evidence, Place, Status, Unit


@pytest.mark.parametrize(
    ("hypothesis", "reference", "matched", "status"),
    [
        (3, 3, 3, Status.MATCHED),
        (3, 2, 2, Status.PARTIAL),
        (3, 2, 1.99, Status.PARTIAL),
        (2, 3, 2, Status.PARTIAL),  # one of them is left
        (9, 9, 8.6, Status.MATCHED),
        (1, 1, 0.7, Status.MATCHED),  # an expectation over parses
        (0.3, 0.3, 0.15, Status.PARTIAL),
        (2, 3, 1.99, Status.PARTIAL),
        (3, 3, 0.01, Status.PARTIAL),
        (3, 0, 0, Status.EXTRA),
        (3, 3, 0, Status.EXTRA),
        (0, 3, 0, Status.MISSED),
    ],
)
def test_status(hypothesis: float, reference: float, matched: float, status: Status) -> None:
    assert Unit("kind", "label", hypothesis, reference, matched).status is status


def test_a_unit_counts_once_at_a_place_and_is_worth_one() -> None:
    assert Place((0,)).count == 1
    assert Unit("kind", "label", 1, 1, 1).weight == 1


def test_kinds_stand_in_the_order_of_their_first_units() -> None:
    units = tuple(Unit(kind, "", 1, 1, 1) for kind in ("2-grams", "1-grams", "2-grams"))
    assert Evidence(units).kinds == ("2-grams", "1-grams")
