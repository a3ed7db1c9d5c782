"""Pairwise consistency, by loops and by hand."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import groups, matrices
from meantree.evaluation.measures.consistency import Part, consistency, preference_consistency
from meantree.evaluation.measures.pairs import Floats


@given(matrices(), st.sampled_from(get_args(Part)))
def test_is_what_loops_find(pair: tuple[Floats, Floats], part: Part) -> None:
    right, number, pairs = 0, 0, 0
    for group in groups(*pair, "item"):
        ratings = [one for one, _ in group]
        for (one, first), (two, second) in combinations(group, 2):
            pairs += 1
            extreme = {"all": (one, two), "best": (max(ratings),), "worst": (min(ratings),)}[part]
            if one != two and {one, two} & set(extreme):
                number += 1
                right += (one - two) * (first - second) > 0
    found = consistency(*pair, part)
    assert found.value == (pytest.approx(right / number) if number else None)
    assert found.number == number
    assert bool(found.why) == (not number)


def test_ties_of_the_metric_are_wrong() -> None:
    assert preference_consistency(np.array([0.5, 0.0, -1.0, np.nan])).value == pytest.approx(1 / 3)
    assert preference_consistency(np.array([np.nan])).why == "no preference can be compared"


def test_best_and_worst_hypotheses() -> None:
    human, scores = np.array([[3.0], [2.0], [1.0], [0.0]]), np.array([[9.0], [1.0], [2.0], [3.0]])
    assert consistency(human, scores).value == pytest.approx(3 / 6)
    assert consistency(human, scores, "best").value == 1
    assert consistency(human, scores, "worst").value == pytest.approx(1 / 3)
