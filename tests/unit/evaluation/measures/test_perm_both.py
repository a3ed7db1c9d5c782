"""PERM-BOTH: correlations in groups, and p from swaps that are made one by one."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.rated_matrices import matrices
from meantree.evaluation.measures import perm_both as module
from meantree.evaluation.measures.correlation import correlated
from meantree.evaluation.measures.pairs import Floats, Grouping
from meantree.evaluation.measures.perm_both import grouped_pearson, perm_both

GROUPINGS = st.sampled_from(get_args(Grouping))


@given(matrices(), GROUPINGS)
@settings(max_examples=150, deadline=None)
def test_r_of_many_matrices_is_that_of_each(pair: tuple[Floats, Floats], grouping: Grouping) -> None:
    human, scores = pair
    many = np.stack([scores, scores[:, ::-1] + np.where(np.isnan(human), np.nan, 0.0)])
    many = np.where(np.isnan(human), np.nan, np.nan_to_num(many))
    found = grouped_pearson(human, many, grouping)
    for one, value in zip(many, found, strict=True):
        expected = correlated(human, one, "pearson", grouping).value
        assert (None if np.isnan(value) else value) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("grouping", get_args(Grouping))
def test_p_is_the_share_of_swaps_that_do_no_worse(grouping: Grouping) -> None:
    random = np.random.default_rng(2)
    human = random.normal(size=(3, 8))
    scores = {name: human * slope + random.normal(size=human.shape) for name, slope in (("a", 0.2), ("b", 1.0))}
    scores["b"][1, 2] = scores["a"][1, 2] = human[1, 2] = np.nan
    found = perm_both(human, scores, grouping, permutations=60, seed=5)
    assert found.names == ("b", "a")
    swaps = np.random.default_rng(5).integers(0, 2, size=(60, 3, 8), dtype=np.int8).astype(bool)
    first, second = ((scores[name] - np.nanmean(scores[name])) / np.nanstd(scores[name]) for name in "ba")
    hits = 0
    for swap in swaps:
        rs = [
            correlated(human, np.where(swap, *both), "pearson", grouping).value
            for both in ((second, first), (first, second))
        ]
        assert rs[0] is not None
        assert rs[1] is not None
        hits += rs[0] - rs[1] >= found.values[0] - found.values[1] - 1e-12
    assert found.p[0, 1] == pytest.approx((hits + 1) / 61)
    assert np.isnan(found.p[1, 0])


def test_equal_metrics_are_not_told_apart_and_better_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    human = random.normal(size=(2, 100))
    scores = {"good": human + 0.1 * random.normal(size=human.shape), "bad": random.normal(size=human.shape)}
    scores |= {"same": scores["good"] * 7 + 1, "constant": human * 0}
    monkeypatch.setattr(module, "TOGETHER", 1000)  # several blocks
    found = perm_both(human, scores, permutations=99)
    assert found.names[2:] == ("bad", "constant")
    assert found.p[0, 1] == 1
    assert found.p[0, 2] == pytest.approx(0.01)
    assert np.isnan(found.values[3])
    assert np.isnan(found.p[:, 3]).all()
