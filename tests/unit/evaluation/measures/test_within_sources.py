"""The mean correlation within sources, against scipy source by source."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from helpers.rated_matrices import groups, matrices
from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.pairs import Floats
from meantree.evaluation.measures.within_sources import mean_within_sources

MEASURES = {"kendall": stats.kendalltau, "spearman": stats.spearmanr, "pearson": stats.pearsonr}


def _plain(human: Floats, scores: Floats, kind: str) -> float | None:
    found = []
    for group in groups(human, scores, "item"):
        ratings, values = [one for one, _ in group], [two for _, two in group]
        if len(set(ratings)) < 2:
            continue
        if len(set(values)) < 2:
            found.append(0.0)
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found.append(float(MEASURES[kind](ratings, values).statistic))
    return sum(found) / len(found) if found else None


@given(found=matrices(), kind=st.sampled_from(list(MEASURES)))
def test_is_the_mean_of_each_source(found: tuple[Floats, Floats], kind: Correlation) -> None:
    expected = _plain(*found, kind)
    actual = mean_within_sources(*found, kind)
    assert actual == (None if expected is None else pytest.approx(expected, abs=1e-9))


def test_equal_scores_count_nothing_and_equal_ratings_are_left_out() -> None:
    """The first source is in order, the second has equal scores, the third equal ratings."""
    human = np.array([[1.0, 1.0, 1.0], [2.0, 2.0, 1.0], [3.0, 3.0, math.nan]])
    scores = np.array([[0.1, 0.5, 0.1], [0.2, 0.5, 0.2], [0.3, 0.5, math.nan]])
    for kind in MEASURES:
        assert mean_within_sources(human, scores, kind) == pytest.approx(0.5)  # type: ignore[arg-type]  # it is one
