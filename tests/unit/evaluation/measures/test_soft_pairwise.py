"""Soft pairwise accuracy: p by all signs, by hand."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.rated_matrices import matrices
from meantree.evaluation.measures.pairs import Floats
from meantree.evaluation.measures.soft_pairwise import permutation_p, sign_matrix, soft_pairwise_accuracy

ALL = np.array(list(product([-1.0, 1.0], repeat=3)))
"""Every sign of three segments."""


def test_p_is_the_share_of_signs_that_do_no_worse() -> None:
    found = permutation_p(np.array([[3.0, 2.0, 1.0], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]]), ALL)
    # Differences 2 1 0: sums 3 3 1 1 -1 -1 -3 -3; 0 -1 -2: only the signs of none and of what is 0 change nothing.
    np.testing.assert_allclose(found, [2 / 8, 1.0, 1.0])


def test_accuracy_is_how_sure_both_are() -> None:
    human, scores = np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]), np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    # p of people 1/8; differences 1 1 -1 of the metric: their sum 1 is reached by 4 of 8 signs.
    assert soft_pairwise_accuracy(human, scores, ALL).value == pytest.approx(1 - (4 / 8 - 1 / 8))
    assert soft_pairwise_accuracy(human, human, ALL).value == 1


@given(matrices(), st.integers(0, 99))
@settings(max_examples=100, deadline=None)
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
                    ps.append(np.mean([row[common] @ difference >= difference.sum() - 1e-9 for row in signs]))
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
