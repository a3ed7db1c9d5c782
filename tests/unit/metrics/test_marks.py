"""From evidence to marks."""

from __future__ import annotations

import pytest

from meantree.metrics.evidence import Place, Status, Unit
from meantree.metrics.marks import hypothesis_marks, reference_marks

ARC = (1, 0)


def _unit(hypothesis: float, reference: float, matched: float) -> Unit:
    place = Place((0, 1), (ARC,))
    return Unit("dl", "x", hypothesis, reference, matched, (place,), ((place,),))


@pytest.mark.parametrize(
    ("units", "hypothesis", "reference", "why"),
    [
        ([_unit(1, 1, 1)], Status.MATCHED, Status.MATCHED, "in both"),
        ([_unit(1, 0, 0)], Status.EXTRA, None, "in the hypothesis only"),
        ([_unit(2, 1, 1)], Status.PARTIAL, Status.MATCHED, "one of two"),
        ([_unit(1, 1, 1), _unit(1, 0, 0)], Status.PARTIAL, Status.MATCHED, "two units through one arc"),
        ([_unit(0.9, 0.8, 0.8)], Status.MATCHED, Status.MATCHED, "expectations that nearly agree"),
        ([_unit(0.9, 0.2, 0.2)], Status.EXTRA, Status.MATCHED, "mostly unmatched"),
    ],
)
def test_marks(units: list[Unit], hypothesis: Status, reference: Status | None, why: str) -> None:
    assert hypothesis_marks(units).arcs[ARC].status is hypothesis, why
    if reference is not None:
        assert reference_marks(units, 0).arcs[ARC].status is reference, why


def test_words_are_marked_only_where_no_arc_is() -> None:
    word = Unit("1g", "x", 1, 0, 0, (Place((3,)),))
    marks = hypothesis_marks([word, _unit(1, 1, 1)])
    assert set(marks.tokens) == {3}
    assert marks.tokens[3].status is Status.EXTRA
