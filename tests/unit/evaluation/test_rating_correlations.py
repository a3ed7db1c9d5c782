"""Segment-level correlations: means over groups, and bounds from samples that are drawn by hand."""

from __future__ import annotations

from itertools import permutations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import groups, matrices
from meantree.evaluation import rating_correlations as measure
from meantree.evaluation.correlations import Correlation, correlation
from meantree.evaluation.measured import Floats, Grouping
from meantree.evaluation.rating_correlations import correlated, difference_pearson, system_bounds, system_correlation
from meantree.evaluation.significance import bootstrap_draws, interval

KINDS = st.sampled_from(get_args(Correlation))
GROUPINGS = st.sampled_from(get_args(Grouping))


def by_hand(human: Floats, scores: Floats, kind: Correlation, grouping: Grouping) -> float | None:
    parts = [np.array(group).reshape(-1, 2).T for group in groups(human, scores, grouping)]
    result = [one for part in parts if (one := correlation(part[0], part[1], kind)) is not None]
    return sum(result) / len(result) if result else None


@given(matrices(), KINDS, GROUPINGS)
def test_is_the_mean_over_groups(pair: tuple[Floats, Floats], kind: Correlation, grouping: Grouping) -> None:
    found, expected = correlated(*pair, kind, grouping), by_hand(*pair, kind, grouping)
    assert (found.value is None) == (expected is None) == bool(found.why)
    if expected is not None:
        assert found.value == pytest.approx(expected)


@given(matrices(), KINDS, GROUPINGS, st.integers(0, 99))
def test_samples_are_those_of_segments_with_all_their_translations(
    pair: tuple[Floats, Floats], kind: Correlation, grouping: Grouping, seed: int
) -> None:
    human, scores = pair
    result = correlated(human, scores, kind, grouping, resamples=40, seed=seed)
    if result.value is None:
        return
    (weights,) = bootstrap_draws(human.shape[1], 40, seed)
    repeated = [np.repeat(np.arange(human.shape[1]), row.astype(int)) for row in weights]
    samples = [by_hand(human[:, chosen], scores[:, chosen], kind, grouping) for chosen in repeated]
    expected = interval(np.array(samples, dtype=np.float64))
    assert [result.low, result.high] == [pytest.approx(one) if one is not None else None for one in expected]


@pytest.mark.parametrize(
    ("human", "scores", "kind", "grouping", "why"),
    [
        ([[1, 2, 3]], [[1, 2, 3]], "pearson", "item", "only one system"),
        ([[1, 2], [1, 2]], [[1, 2], [1, 2]], "kendall", "item", "of one source are equal"),
        ([[1, 2], [1, 2]], [[0, 0], [0, 0]], "kendall", "none", "ratings are equal"),
    ],
)
def test_what_is_undefined_is_said(
    human: list[list[int]], scores: list[list[int]], kind: Correlation, grouping: Grouping, why: str
) -> None:
    result = correlated(np.array(human, float), np.array(scores, float), kind, grouping, resamples=10)
    assert (result.value, result.low) == (None, None)
    assert why in result.why


def test_numbers_are_translations_or_groups() -> None:
    human = np.array([[1.0, 2.0, np.nan], [2.0, 1.0, 5.0]])
    assert [correlated(human, human, "pearson", kind).number for kind in ("none", "item", "system")] == [5, 2, 2]
    assert correlated(human[:1], human[:1], "pearson", "system").value == pytest.approx(1)


def test_a_system_without_ratings_is_left_out() -> None:
    human = np.array([[np.nan, np.nan, np.nan], [0.0, 1.0, 3.0]])
    result = correlated(human, human, "pearson", "system", resamples=20)
    assert [result.value, result.low, result.high] == pytest.approx([1, 1, 1])
    assert result.number == 1


def test_blocks_of_samples_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(1)
    human, scores = random.normal(size=(2, 3, 20))
    whole = [correlated(human, scores, kind, resamples=50) for kind in ("pearson", "spearman")]
    monkeypatch.setattr(measure, "CELLS", 100)
    assert [correlated(human, scores, kind, resamples=50) for kind in ("pearson", "spearman")] == whole


@given(matrices(), st.sampled_from(get_args(Grouping)))
def test_is_the_correlation_of_differences_in_both_orders(pair: tuple[Floats, Floats], grouping: Grouping) -> None:
    differences = [
        (left - right, first - second)
        for group in groups(*pair, grouping)
        for (left, first), (right, second) in permutations(group, 2)
    ]
    pearson = difference_pearson(*pair, grouping)
    rows = np.array(differences).reshape(-1, 2).T
    expected = correlation(rows[0], rows[1], "pearson")
    assert pearson.value == (None if expected is None else pytest.approx(expected))
    assert bool(pearson.why) == (expected is None)
    assert pearson.number == len(differences) // 2


@pytest.mark.parametrize(("of_people", "of_scores"), [(0.0, 100 * np.random.default_rng(3).normal(size=9)), (1e7, 1e7)])
def test_what_is_common_changes_nothing(of_people: Floats | float, of_scores: Floats | float) -> None:
    human, scores = np.random.default_rng(1).normal(size=(2, 4, 9))
    pearson = difference_pearson(human + of_people, scores + of_scores)
    assert pearson.value == pytest.approx(difference_pearson(human, scores).value, abs=1e-6)


def test_correlates_what_both_have() -> None:
    human, scores = np.array([1.0, 2.0, 3.0, 9.0]), np.array([1.0, 2.0, 4.0, np.nan])
    result = system_correlation(human, scores, "spearman")
    assert result.value == pytest.approx(1)
    assert result.number == 3
    assert system_correlation(human, scores, "pearson").value == pytest.approx(np.corrcoef([1, 2, 3], [1, 2, 4])[0, 1])


def test_two_systems_lie_on_a_line_and_equal_ones_nowhere() -> None:
    assert system_correlation(np.array([1.0, 2.0]), np.array([1.0, 2.0]), "pearson").why == (
        "2 systems, expected at least 3"
    )
    assert (
        system_correlation(np.ones(3), np.arange(3.0), "pearson").why
        == "all systems have the same score or the same rating"
    )


def test_bounds_are_of_samples_with_three_systems() -> None:
    human = np.tile([1.0, 2.0, 3.0], (40, 1))
    scores = human.copy()
    scores[:20, 2] = 0.0  # r is -.5 in half of the samples
    assert system_bounds(human, scores, "pearson") == pytest.approx((-0.5, 1.0))
    scores[:20, 2] = np.nan  # two systems are left there, whose r would be 1 or -1
    scores[:20, :2] *= -1
    assert system_bounds(human, scores, "kendall") == pytest.approx((1.0, 1.0))
    assert system_bounds(human[:, :2], scores[:, :2], "spearman") == (None, None)


@pytest.mark.parametrize("scale", [1e-9, 1e9])
@pytest.mark.parametrize("grouping", get_args(Grouping))
def test_the_unit_of_scores_says_nothing(grouping: Grouping, scale: float) -> None:
    human, scores = np.random.default_rng(3).normal(size=(2, 4, 6))
    for one, two in ((human * scale, scores), (human, scores * scale)):
        for found, expected in zip(_measured(one, two, grouping), _measured(human, scores, grouping), strict=True):
            assert found == pytest.approx(expected)


def _measured(human: Floats, scores: Floats, grouping: Grouping) -> tuple[float | None, ...]:
    pearson = correlated(human, scores, "pearson", grouping), difference_pearson(human, scores, grouping)
    return tuple(one.value for one in pearson)
