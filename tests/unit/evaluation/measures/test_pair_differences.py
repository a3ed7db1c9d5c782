"""Pairwise-difference Pearson: without a pair being made, what all pairs say."""

from __future__ import annotations

from itertools import permutations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import groups, matrices
from meantree.evaluation.correlations import correlation
from meantree.evaluation.measures.pair_differences import difference_pearson
from meantree.evaluation.measures.pairs import Floats, Grouping


@given(matrices(), st.sampled_from(get_args(Grouping)))
def test_is_the_correlation_of_differences_in_both_orders(pair: tuple[Floats, Floats], grouping: Grouping) -> None:
    differences = [
        (one - two, first - second)
        for group in groups(*pair, grouping)
        for (one, first), (two, second) in permutations(group, 2)
    ]
    found = difference_pearson(*pair, grouping)
    rows = np.array(differences).reshape(-1, 2).T
    expected = correlation(rows[0], rows[1], "pearson")
    assert found.value == (None if expected is None else pytest.approx(expected))
    assert bool(found.why) == (expected is None)
    assert found.number == len(differences) // 2


def test_shifts_of_a_source_change_nothing() -> None:
    random = np.random.default_rng(1)
    human, scores = random.normal(size=(2, 4, 9))
    found = difference_pearson(human, scores + random.normal(size=9) * 100)
    assert found.value == pytest.approx(difference_pearson(human, scores).value)


def test_what_all_have_in_common_costs_no_digits() -> None:
    random = np.random.default_rng(2)
    human, scores = random.normal(size=(2, 4, 9))
    found = difference_pearson(human + 1e7, scores + 1e7)
    assert found.value == pytest.approx(difference_pearson(human, scores).value, abs=1e-6)
