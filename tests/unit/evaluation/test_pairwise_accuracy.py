"""Pairwise consistency, by loops and by hand."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.messages import tell
from helpers.rated_matrices import groups, matrices
from meantree.evaluation import pairwise_accuracy
from meantree.evaluation.measured import Floats, Grouping, random_signs


@given(matrices(), st.sampled_from(get_args(pairwise_accuracy.Part)))
def test_is_what_loops_find(pair: tuple[Floats, Floats], part: pairwise_accuracy.Part) -> None:
    right, number, pairs = 0, 0, 0
    for group in groups(*pair, "item"):
        ratings = [one for one, _ in group]
        for (one, first), (two, second) in combinations(group, 2):
            pairs += 1
            extreme = {"all": (one, two), "best": (max(ratings),), "worst": (min(ratings),)}[part]
            if one != two and {one, two} & set(extreme):
                number += 1
                right += (one - two) * (first - second) > 0
    result = pairwise_accuracy.consistency(*pair, part)
    assert result.value == (pytest.approx(right / number) if number else None)
    assert result.number == number
    assert bool(result.why) == (not number)


def test_ties_of_the_metric_are_wrong() -> None:
    assert pairwise_accuracy.judgement_consistency(np.array([0.5, 0.0, -1.0, np.nan])).value == pytest.approx(1 / 3)
    assert "no pairwise judgement" in pairwise_accuracy.judgement_consistency(np.array([np.nan])).why


GROUPINGS = st.sampled_from(get_args(Grouping))


def by_hand(human: Floats, scores: Floats, grouping: Grouping, epsilon: float) -> float | None:
    results = []
    for group in groups(human, scores, grouping):
        pairs = list(combinations(group, 2))
        right = 0
        for (one, first), (two, second) in pairs:
            tied = abs(first - second) <= epsilon
            right += one == two if tied else (one - two) * (first - second) > 0
        if pairs:
            results.append(right / len(pairs))
    return sum(results) / len(results) if results else None


@given(matrices(), GROUPINGS)
def test_calibration_takes_the_best(pair: tuple[Floats, Floats], grouping: Grouping) -> None:
    tried = {quarters / 4: by_hand(*pair, grouping, quarters / 4) for quarters in range(6)}
    accuracy = pairwise_accuracy.calibrated_accuracy(*pair, grouping)
    known = {epsilon: value for epsilon, value in tried.items() if value is not None}
    if not known:
        assert accuracy.value is None
        assert accuracy.why
        assert accuracy.epsilon is None
        return
    best = max(known.values())
    assert accuracy.value == pytest.approx(best)
    assert accuracy.epsilon == min(epsilon for epsilon, value in known.items() if value == pytest.approx(best))


def test_too_many_pairs_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.evaluation.pairwise_accuracy.MOST_PAIRS", 5)
    human = np.arange(6.0).reshape(2, 3)
    assert tell([pairwise_accuracy.calibrated_accuracy(human, human, "none").why], "15 pairs … at most 5")


ALL = np.array(list(product([-1.0, 1.0], repeat=3)))
"""Every sign of three segments."""


def test_p_is_the_share_of_signs_that_do_better_and_half_of_those_that_do_as_well() -> None:
    result = pairwise_accuracy.permutation_p(np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]), ALL)
    # Differences 2 1 0: sums 3 3 1 1 -1 -1 -3 -3, two as large as 3; 0 -1 -2: two are -3, six larger;
    # -2 -2 -2: one is -6, seven are larger.
    np.testing.assert_allclose(result, [1 / 8, 7 / 8, 15 / 16])


def test_a_constant_score_says_nothing_of_any_two_systems() -> None:
    human, constant = np.array([[3.0, 3.0, 3.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]), np.full((3, 3), 0.1)
    np.testing.assert_array_equal(pairwise_accuracy.permutation_p(constant, ALL), [0.5, 0.5, 0.5])
    gapped = np.where(np.eye(3) > 0, np.nan, constant)
    np.testing.assert_array_equal(pairwise_accuracy.permutation_p(gapped, ALL), [0.5, 0.5, 0.5])
    # p of people 1/16, 1/16, 15/16: whichever system comes first, each is 7/16 from not knowing.
    for order in permutations(range(3)):
        assert pairwise_accuracy.soft_pairwise_accuracy(human[list(order)], constant, ALL).value == pytest.approx(
            1 - 7 / 16
        )


@given(matrices(), st.integers(0, 99))
def test_soft_is_what_loops_find(pair: tuple[Floats, Floats], seed: int) -> None:
    human, scores = pair
    signs = random_signs(np.random.default_rng(seed), 30, human.shape[1])
    errors = []
    for first in range(len(human)):
        for second in range(first + 1, len(human)):
            common = ~np.isnan(human[first]) & ~np.isnan(human[second])
            if common.any():
                ps = []
                for values in pair:
                    difference = (values[first] - values[second])[common]
                    above = np.array([row[common] @ difference - difference.sum() for row in signs])
                    ps.append(np.mean((above > 1e-9) + 0.5 * (np.abs(above) <= 1e-9)))
                errors.append(abs(ps[0] - ps[1]))
    accuracy = pairwise_accuracy.soft_pairwise_accuracy(human, scores, signs)
    assert accuracy.number == len(errors)
    assert accuracy.value == (pytest.approx(1 - np.mean(errors)) if errors else None)
    assert bool(accuracy.why) == (not errors)


def test_what_is_undefined_is_said() -> None:
    one = np.array([[1.0, 2.0, 3.0]])
    assert tell([pairwise_accuracy.soft_pairwise_accuracy(one, one, ALL).why], "1 system … at least 2")
    apart = np.array([[1.0, 2.0, np.nan], [np.nan, np.nan, 3.0]])
    assert "in common" in pairwise_accuracy.soft_pairwise_accuracy(apart, apart, ALL).why


RATINGS = np.array([[5.0, 5.0, 3.0, 4.0], [5.0, 4.0, 3.0, np.nan], [1.0, 4.0, 2.0, np.nan]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.7], [0.5, 0.7, 0.6, np.nan], [0.4, 0.1, 0.4, np.nan]])


def test_ties_for_the_first_place() -> None:
    assert pairwise_accuracy.tie_frequency(RATINGS) == pytest.approx(2 / 3)  # the fourth segment has one system
    assert pairwise_accuracy.tie_frequency(RATINGS[:1]) is None


def test_epsilon_matches_the_frequency_of_ties() -> None:
    # Best less second: .4, .1, .2
    assert pairwise_accuracy.tolerance(SCORES, 0.0) == 0
    assert pairwise_accuracy.tolerance(SCORES, 1 / 3) == pytest.approx(0.1)
    assert pairwise_accuracy.tolerance(SCORES, 0.5) == pytest.approx(0.2)
    assert pairwise_accuracy.tolerance(SCORES, 2 / 3) == pytest.approx(0.2)
    assert pairwise_accuracy.tolerance(SCORES, 1.0) == pytest.approx(0.4)
    assert pairwise_accuracy.tolerance(SCORES[:1], 0.5) is None


def test_first_places_count_near_misses() -> None:
    np.testing.assert_allclose(pairwise_accuracy.first_places(RATINGS), [1, 2 / 3, 0])
    np.testing.assert_allclose(pairwise_accuracy.first_places(SCORES), [2 / 3, 1 / 3, 0])
    np.testing.assert_allclose(pairwise_accuracy.first_places(SCORES, 0.2 + 1e-9), [2 / 3, 2 / 3, 1 / 3])
    assert np.isnan(pairwise_accuracy.first_places(SCORES[:1])).all()


def test_rho_of_the_shares() -> None:
    rho = pairwise_accuracy.tie_aware_rho(pairwise_accuracy.first_places(RATINGS), SCORES, 0.0)
    assert rho.value == pytest.approx(1)
    assert (rho.number, rho.epsilon) == (3, 0)
    # Turned round, the third system is first twice and the first once.
    assert pairwise_accuracy.tie_aware_rho(
        pairwise_accuracy.first_places(RATINGS), -SCORES, 0.0
    ).value == pytest.approx(-0.5)


def test_tie_aware_what_is_undefined_is_said() -> None:
    told = [pairwise_accuracy.tie_aware_rho(np.ones(number), SCORES[:number], 0.5).why for number in (1, 2, 3)]
    assert tell(told, "only one system", "2 systems … at least 3", "equally often")
