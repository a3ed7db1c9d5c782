"""What holds of every measure: identity, bounds, order of systems and segments, and of ranks what changes no order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from helpers.rated_matrices import matrices
from meantree.evaluation.measured import Floats, Grouping, Measured
from meantree.evaluation.pairwise_accuracy import Part, calibrated_accuracy, consistency, soft_pairwise_accuracy
from meantree.evaluation.rating_correlations import correlated, difference_pearson

GROUPINGS = get_args(Grouping)
Measure = Callable[[Floats, Floats], Measured]
ALL_SIGNS = {size: np.array(np.meshgrid(*[[-1.0, 1.0]] * size)).reshape(size, -1).T for size in range(2, 7)}
"""Every sign of so many segments: which comes first then means nothing."""


def _acc_eq(human: Floats, scores: Floats, grouping: Grouping) -> Measured:
    return calibrated_accuracy(human, scores, grouping)


def _spa(human: Floats, scores: Floats) -> Measured:
    return soft_pairwise_accuracy(human, scores, ALL_SIGNS[human.shape[1]])


OF_RANKS: Mapping[str, Measure] = {
    **{
        f"{kind} {grouping}": partial(correlated, kind=kind, grouping=grouping)
        for kind in ("spearman", "kendall")
        for grouping in GROUPINGS
    },
    **{f"consistency {part}": partial(consistency, part=part) for part in get_args(Part)},
}
MEASURES: Mapping[str, Measure] = {
    **OF_RANKS,
    **{f"pearson {grouping}": partial(correlated, kind="pearson", grouping=grouping) for grouping in GROUPINGS},
    **{f"acc_eq {grouping}": partial(_acc_eq, grouping=grouping) for grouping in GROUPINGS},
    **{f"differences {grouping}": partial(difference_pearson, grouping=grouping) for grouping in GROUPINGS},
    "SPA": _spa,
}


def _same(first: Measured, second: Measured) -> None:
    assert second.value == (None if first.value is None else pytest.approx(first.value, abs=1e-9))
    assert second.number == first.number


@given(pair=matrices(), seed=st.integers(0, 9))
def test_bounds_and_whoever_scores_as_people_rate_has_all_in_any_order(pair: tuple[Floats, Floats], seed: int) -> None:
    random = np.random.default_rng(seed)
    rows, columns = random.permutation(len(pair[0])), random.permutation(pair[0].shape[1])
    for name, measure in MEASURES.items():
        note(name)
        same, found = measure(pair[0], pair[0]), measure(*pair)
        assert same.value is None or same.value == pytest.approx(1)
        assert bool(same.why) == (same.value is None)
        least = 0 if name.startswith(("consistency", "acc_eq", "SPA")) else -1
        assert found.value is None or least <= found.value <= 1
        # p is that the first of two is better; ties of sums count for it in either order
        turned = [one[np.arange(len(rows)) if name == "SPA" else rows][:, columns] for one in pair]
        _same(found, measure(turned[0], turned[1]))


@given(pair=matrices())
def test_ranks_are_not_changed_by_what_grows(pair: tuple[Floats, Floats]) -> None:
    human, scores = pair
    for name, measure in OF_RANKS.items():
        note(name)
        _same(measure(human, scores), measure(human**3, np.exp(scores)))
