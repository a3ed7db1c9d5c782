"""System-level correlation needs three systems."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.evaluation.measures.system_level import system_bounds, system_correlation


def test_correlates_what_both_have() -> None:
    human, scores = np.array([1.0, 2.0, 3.0, 9.0]), np.array([1.0, 2.0, 4.0, np.nan])
    found = system_correlation(human, scores, "spearman")
    assert found.value == pytest.approx(1)
    assert found.number == 3
    assert system_correlation(human, scores, "pearson").value == pytest.approx(np.corrcoef([1, 2, 3], [1, 2, 4])[0, 1])


def test_two_systems_lie_on_a_line_and_equal_ones_nowhere() -> None:
    assert system_correlation(np.array([1.0, 2.0]), np.array([1.0, 2.0]), "pearson").why == (
        "2 systems, expected 3 at least"
    )
    assert system_correlation(np.ones(3), np.arange(3.0), "pearson").why == "scores or ratings of systems never differ"


def test_bounds_are_of_samples_with_three_systems() -> None:
    human = np.tile([1.0, 2.0, 3.0], (40, 1))
    scores = human.copy()
    scores[:20, 2] = 0.0  # r is -.5 in half of the samples
    assert system_bounds(human, scores, "pearson") == pytest.approx((-0.5, 1.0))
    scores[:20, 2] = np.nan  # two systems are left there, whose r would be 1 or -1
    scores[:20, :2] *= -1
    assert system_bounds(human, scores, "kendall") == pytest.approx((1.0, 1.0))
    assert system_bounds(human[:, :2], scores[:, :2], "spearman") == (None, None)
