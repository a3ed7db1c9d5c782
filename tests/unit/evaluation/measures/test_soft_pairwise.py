"""Soft pairwise accuracy: p by all signs, by hand."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import matrices
from meantree.evaluation.measures.pairs import Floats
from meantree.evaluation.measures.soft_pairwise import permutation_p, sign_matrix, soft_pairwise_accuracy

ALL = np.array(list(product([-1.0, 1.0], repeat=3)))
"""Every sign of three segments."""


def test_p_is_the_share_of_signs_that_do_better_and_half_of_those_that_do_as_well() -> None:
    found = permutation_p(np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]), ALL)
    # Differences 2 1 0: sums 3 3 1 1 -1 -1 -3 -3, two as large as 3; 0 -1 -2: two are -3, six larger;
    # -2 -2 -2: one is -6, seven are larger.
    np.testing.assert_allclose(found, [1 / 8, 7 / 8, 15 / 16])


def test_accuracy_is_how_sure_both_are() -> None:
    human, scores = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    # People: 3 is reached by 1 of 8 signs. Metric: of 1 1 -1 the sum 1 is passed by 1 of 8 signs and reached by 3.
    assert soft_pairwise_accuracy(human, scores, ALL).value == pytest.approx(1 - (2.5 / 8 - 0.5 / 8))
    assert soft_pairwise_accuracy(human, human, ALL).value == 1


def test_a_constant_score_says_nothing_of_any_two_systems() -> None:
    human, constant = np.array([[3.0, 3.0, 3.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]), np.full((3, 3), 0.1)
    np.testing.assert_array_equal(permutation_p(constant, ALL), [0.5, 0.5, 0.5])
    gapped = np.where(np.eye(3) > 0, np.nan, constant)
    np.testing.assert_array_equal(permutation_p(gapped, ALL), [0.5, 0.5, 0.5])
    # p of people 1/16, 1/16, 15/16: whichever system comes first, each is 7/16 from not knowing.
    for order in permutations(range(3)):
        assert soft_pairwise_accuracy(human[list(order)], constant, ALL).value == pytest.approx(1 - 7 / 16)


@given(matrices(), st.integers(0, 99), st.randoms(use_true_random=False))
def test_the_order_of_systems_says_nothing(pair: tuple[Floats, Floats], seed: int, random: Random) -> None:
    human, scores = pair
    signs = sign_matrix(human.shape[1], 30, seed)
    for pair_of in combinations(range(len(scores)), 2):
        forth, back = (permutation_p(scores[list(rows)], signs) for rows in (pair_of, pair_of[::-1]))
        np.testing.assert_allclose(forth + back, np.where(np.isnan(forth), np.nan, 1.0))
    order = random.sample(range(len(human)), len(human))
    found = soft_pairwise_accuracy(human[order], scores[order], signs).value
    assert found == pytest.approx(soft_pairwise_accuracy(human, scores, signs).value)


@given(matrices(), st.integers(0, 99))
def test_is_what_loops_find(pair: tuple[Floats, Floats], seed: int) -> None:
    human, scores = pair
    signs = sign_matrix(human.shape[1], 30, seed)
    errors = []
    for one in range(len(human)):
        for two in range(one + 1, len(human)):
            common = ~np.isnan(human[one]) & ~np.isnan(human[two])
            if common.any():
                ps = []
                for values in pair:
                    difference = (values[one] - values[two])[common]
                    above = np.array([row[common] @ difference - difference.sum() for row in signs])
                    ps.append(np.mean((above > 1e-9) + 0.5 * (np.abs(above) <= 1e-9)))
                errors.append(abs(ps[0] - ps[1]))
    found = soft_pairwise_accuracy(human, scores, signs)
    assert found.number == len(errors)
    assert found.value == (pytest.approx(1 - np.mean(errors)) if errors else None)
    assert bool(found.why) == (not errors)


def test_what_is_undefined_is_said() -> None:
    one = np.array([[1.0, 2.0, 3.0]])
    assert soft_pairwise_accuracy(one, one, ALL).why == "1 system, expected 2 at least"
    apart = np.array([[1.0, 2.0, np.nan], [np.nan, np.nan, 3.0]])
    assert soft_pairwise_accuracy(apart, apart, ALL).why == "no two systems have a rated segment in common"


def test_the_same_seed_gives_the_same_signs() -> None:
    np.testing.assert_array_equal(sign_matrix(5, 7, 3), sign_matrix(5, 7, 3))
    assert (sign_matrix(5, 7, 3) != sign_matrix(5, 7, 4)).any()
    assert set(np.unique(sign_matrix(50, 7, 3))) == {-1.0, 1.0}
