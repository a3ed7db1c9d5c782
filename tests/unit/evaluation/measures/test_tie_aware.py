"""Tie-aware ranking of systems, after small tables made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.evaluation.measures.tie_aware import first_places, tie_aware_rho, tie_frequency, tolerance

RATINGS = np.array([[5.0, 5.0, 3.0, 4.0], [5.0, 4.0, 3.0, np.nan], [1.0, 4.0, 2.0, np.nan]])
SCORES = np.array([[0.9, 0.8, 0.1, 0.7], [0.5, 0.7, 0.6, np.nan], [0.4, 0.1, 0.4, np.nan]])


def test_ties_for_the_first_place() -> None:
    assert tie_frequency(RATINGS) == pytest.approx(2 / 3)  # the fourth segment has one system
    assert tie_frequency(RATINGS[:1]) is None


def test_epsilon_matches_the_frequency_of_ties() -> None:
    # Best less second: .4, .1, .2
    assert tolerance(SCORES, 0.0) == 0
    assert tolerance(SCORES, 1 / 3) == pytest.approx(0.1)
    assert tolerance(SCORES, 0.5) == pytest.approx(0.2)
    assert tolerance(SCORES, 2 / 3) == pytest.approx(0.2)
    assert tolerance(SCORES, 1.0) == pytest.approx(0.4)
    assert tolerance(SCORES[:1], 0.5) is None


def test_first_places_count_near_misses() -> None:
    np.testing.assert_allclose(first_places(RATINGS), [1, 2 / 3, 0])
    np.testing.assert_allclose(first_places(SCORES), [2 / 3, 1 / 3, 0])
    np.testing.assert_allclose(first_places(SCORES, 0.2 + 1e-9), [2 / 3, 2 / 3, 1 / 3])
    assert np.isnan(first_places(SCORES[:1])).all()


def test_rho_of_the_shares() -> None:
    found = tie_aware_rho(first_places(RATINGS), SCORES, 0.0)
    assert found.rho.value == pytest.approx(1)
    assert (found.rho.number, found.epsilon) == (3, 0)
    # Turned round, the third system is first twice and the first once.
    assert tie_aware_rho(first_places(RATINGS), -SCORES, 0.0).rho.value == pytest.approx(-0.5)


def test_what_is_undefined_is_said() -> None:
    assert tie_aware_rho(np.ones(1), SCORES[:1], 0.5).rho.why == "one system for each source: none is first"
    assert tie_aware_rho(np.ones(2), SCORES[:2], 0.5).rho.why == "2 systems, expected 3 at least"
    assert tie_aware_rho(np.ones(3), SCORES, 0.5).rho.why == "all systems are first equally often"
