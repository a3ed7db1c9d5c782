"""How a unit fared, by the larger of its two counts."""

from __future__ import annotations

import pytest

from meantree.metrics.evidence import Status, Unit


@pytest.mark.parametrize(
    ("hypothesis", "reference", "matched", "status"),
    [
        (3, 3, 3, Status.MATCHED),
        (3, 2, 2, Status.MATCHED),
        (3, 2, 1.99, Status.PARTIAL),
        (2, 3, 2, Status.MATCHED),
        (2, 3, 1.99, Status.PARTIAL),
        (3, 3, 0.01, Status.PARTIAL),
        (3, 0, 0, Status.EXTRA),
        (3, 3, 0, Status.EXTRA),
        (0, 3, 0, Status.MISSED),
    ],
)
def test_status(hypothesis: float, reference: float, matched: float, status: Status) -> None:
    assert Unit("kind", "label", hypothesis, reference, matched).status is status
