"""The waterfall: its bars lead from what is usual to the score, labels and numbers keep clear of them."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.pictures import texts_in
from helpers.predicted import IDENTICAL, TERMS, predicted, term
from meantree.comparison.prediction import Prediction, effect_status
from meantree.metrics.evidence import Status, Term
from meantree.picture.display_list import Box, colour_of
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.waterfall import LOWERED, ROW, By, waterfall

NUMBERS = st.floats(-5, 5, allow_subnormal=False).filter(lambda value: value == 0 or abs(value) > 1e-6)
SOME = st.builds(
    term, st.sampled_from(["ref>hyp.a_long_name_of_a_feature", "b", "log c"]), st.sampled_from("xyz"), NUMBERS
)
WAYS: tuple[By, ...] = ("group", "feature")


def prediction(*terms: Term) -> Prediction:
    found = Prediction.of(predicted(*terms))
    assert found is not None
    return found


@given(terms=st.lists(SOME, min_size=1, max_size=30), by=st.sampled_from(WAYS), width=st.floats(200, 900))
def test_bars_lead_from_the_usual_to_the_score(terms: list[Term], by: By, width: float) -> None:
    made = prediction(*terms)
    picture = waterfall(made, width, approximate_width, by=by)
    first, *steps, last = picture.bars
    assert len(steps) <= 6
    assert first.step.value == IDENTICAL
    assert IDENTICAL + sum(bar.step.value for bar in steps) == pytest.approx(last.step.value, abs=1e-9)
    assert last.step.value == made.score
    assert first.start == last.start == pytest.approx(picture.zero)
    assert steps[-1].end == pytest.approx(last.end), "the last step ends at the score"
    for one, two in itertools.pairwise(picture.bars[:-1]):
        assert one.end == two.start
        assert two.y == one.y + ROW
    for bar in steps:
        assert (bar.end >= bar.start) == (bar.step.value >= 0)
        assert bar.status is effect_status(bar.step.value)
        assert bar.number.startswith(("+", "−")) == (bar.status is not None)


@given(terms=st.lists(SOME, min_size=1, max_size=30), by=st.sampled_from(WAYS), width=st.floats(260, 900))
def test_nothing_overlaps(terms: list[Term], by: By, width: float) -> None:
    picture = waterfall(prediction(*terms), width, approximate_width, by=by)
    for bar in picture.bars:
        left, right = sorted((bar.start, bar.end))
        assert approximate_width(bar.label, "entry") < left
        assert right < width - approximate_width(bar.number, "entry")
        assert bar.y + ROW < picture.height


def test_groups_stand_in_the_metrics_order() -> None:
    bars = waterfall(prediction(), 500, approximate_width).bars
    assert [(bar.label, bar.number) for bar in bars] == [
        ("identical texts", "0.100"),
        ("BLEU", "−0.030"),
        ("semantic compatibility", "−0.400"),
        ("alignment", "+0.251"),
        ("insertions and deletions", "−0.001"),
        ("score", "−0.080"),
    ]
    assert [bar.step.of for bar in bars[1:-1]] == list(prediction().groups)


def test_that_what_adds_nothing_is_neither_gain_nor_loss() -> None:
    bars = waterfall(prediction(term("a", "g", 0.0), term("b", "h", 0.5)), 500, approximate_width).bars
    assert [(bar.number, bar.status, bar.is_sum) for bar in bars[:3]] == [
        ("0.100", None, True),
        ("0.000", None, False),
        ("+0.500", Status.MATCHED, False),
    ]


def test_features_stand_by_what_they_add_and_the_rest_together() -> None:
    bars = waterfall(prediction(), 500, approximate_width, by="feature", most=3).bars
    assert [bar.label for bar in bars] == [
        "identical texts",
        "negation lost",
        "word score",
        "4 other features",
        "score",
    ]
    assert [bar.step.of for bar in bars] == [None, TERMS[1], TERMS[3], None, None]


def test_of_many_groups_the_smallest_are_put_together() -> None:
    bars = waterfall(prediction(), 500, approximate_width, most=3).bars
    assert [bar.label for bar in bars[1:-1]] == ["semantic compatibility", "alignment", "2 other groups"]


def test_a_row_is_found_by_its_height() -> None:
    picture = waterfall(prediction(), 500, approximate_width)
    assert [picture.at(bar.y + 1) for bar in picture.bars] == list(picture.bars)
    assert picture.at(-1) is picture.at(picture.height) is None


def test_that_the_drawing_has_all_texts_and_bars_that_lower_the_score_are_pale_and_dashed() -> None:
    picture = waterfall(prediction(), 500, approximate_width)
    assert texts_in(picture) == [text for bar in picture.bars for text in (bar.label, bar.number)]
    boxes = [part for group in picture.groups(LIGHT) for part in group.parts if isinstance(part, Box)]
    for bar, box in zip(picture.bars, boxes, strict=True):
        falls = bar.status is Status.MISSED
        assert box.opacity == (None if bar.status is None else LOWERED if falls else 1)
        assert box.fill == (LIGHT.accent if bar.is_sum else colour_of(bar.status, LIGHT))
        assert (box.pen is not None and bool(box.pen.dashes)) is falls
        assert box.x == min(bar.start, bar.end)
        assert bar.y < box.y < box.y + box.height < bar.y + ROW
