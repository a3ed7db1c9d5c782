"""acc_eq: the best ε is the best of all that can be tried."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.rated_matrices import groups, matrices
from meantree.evaluation.measures import tie_calibration
from meantree.evaluation.measures.pairs import Floats, Grouping
from meantree.evaluation.measures.tie_calibration import calibrated_accuracy

GROUPINGS = st.sampled_from(get_args(Grouping))


def by_hand(human: Floats, scores: Floats, grouping: Grouping, epsilon: float) -> float | None:
    found = []
    for group in groups(human, scores, grouping):
        pairs = list(combinations(group, 2))
        right = 0
        for (one, first), (two, second) in pairs:
            tied = abs(first - second) <= epsilon
            right += one == two if tied else (one - two) * (first - second) > 0
        if pairs:
            found.append(right / len(pairs))
    return sum(found) / len(found) if found else None


@given(matrices(), GROUPINGS)
def test_calibration_takes_the_best(pair: tuple[Floats, Floats], grouping: Grouping) -> None:
    tried = {quarters / 4: by_hand(*pair, grouping, quarters / 4) for quarters in range(6)}
    found = calibrated_accuracy(*pair, grouping)
    known = {epsilon: value for epsilon, value in tried.items() if value is not None}
    if not known:
        assert found.accuracy.value is None
        assert found.accuracy.why
        assert found.epsilon is None
        return
    best = max(known.values())
    assert found.accuracy.value == pytest.approx(best)
    assert found.epsilon == min(epsilon for epsilon, value in known.items() if value == pytest.approx(best))


def test_ties_of_people_need_ties_of_the_metric() -> None:
    human = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    scores = np.array([[0.1, 0.1], [0.2, 0.6], [0.9, 0.7]])
    found = calibrated_accuracy(human, scores)
    assert found.accuracy.value == 1
    assert found.epsilon == pytest.approx(0.1)
    assert found.accuracy.number == 6


def test_a_metric_that_never_differs_ties_all() -> None:
    human = np.array([[0.0, 0.0], [0.0, 1.0]])
    found = calibrated_accuracy(human, human * 0)
    assert (found.accuracy.value, found.epsilon) == (0.5, 0.0)


def test_one_system_leaves_it_undefined() -> None:
    found = calibrated_accuracy(np.array([[1.0, 2.0]]), np.array([[1.0, 2.0]]))
    assert found.accuracy.why == "one system for each source: nothing can be compared within a source"
    assert found.epsilon is None


def test_too_many_pairs_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tie_calibration, "MOST_PAIRS", 5)
    human = np.arange(6.0).reshape(2, 3)
    assert calibrated_accuracy(human, human, "none").accuracy.why == "15 pairs, which are more than 5; group them"
