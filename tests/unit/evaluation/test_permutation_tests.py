"""Tests of pairs and permutations: by brute force, beside SciPy's, and in the papers' own examples."""

from __future__ import annotations

import itertools
from itertools import combinations
from typing import get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from helpers.rated_matrices import matrices
from meantree.evaluation import permutation_tests as module
from meantree.evaluation.correlations import Correlation, grouped_correlations
from meantree.evaluation.measured import Floats, Grouping, pairs_of, random_signs
from meantree.evaluation.paired_tests import (
    CORRECTION_NOTES,
    FEWEST,
    Correction,
    _whole_p,
    compare_counts,
    corrected_p_values,
    sign_flip_p,
)
from meantree.evaluation.pairwise_accuracy import (
    calibrated_accuracy,
    soft_pairwise_accuracies,
    soft_pairwise_accuracy,
)
from meantree.evaluation.permutation_tests import Statistic, perm_both, perm_pairs
from meantree.evaluation.rating_correlations import correlated

KINDS = get_args(Correlation)


def _correlation(human: Floats, kind: Correlation = "pearson", grouping: Grouping = "none") -> Statistic:
    return lambda values: grouped_correlations(human, values, kind, grouping)


def _two(seed: int = 2) -> tuple[Floats, dict[str, Floats]]:
    """Ratings, and a metric that follows them badly and one that follows them well; one translation is not rated."""
    random = np.random.default_rng(seed)
    human = random.normal(size=(3, 8)).round(1)
    scores = {name: human * slope + random.normal(size=human.shape) for name, slope in (("a", 0.2), ("b", 1.0))}
    scores["b"][1, 2] = scores["a"][1, 2] = human[1, 2] = np.nan
    return human, scores


def _standard(values: Floats) -> Floats:
    standard: Floats = (values - np.nanmean(values)) / np.nanstd(values)
    return standard


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("grouping", get_args(Grouping))
def test_p_is_the_share_of_swaps_that_do_no_worse(grouping: Grouping, kind: Correlation) -> None:
    human, scores = _two()
    result = perm_both(scores, _correlation(human, kind, grouping), permutations=60, seed=5)
    better, worse = result.names
    swaps = np.random.default_rng(5).integers(0, 2, size=(60, 3, 8), dtype=np.int8).astype(bool)
    first, second = _standard(scores[better]), _standard(scores[worse])
    hits = 0
    for swap in swaps:
        rs = [
            correlated(human, np.where(swap, *both), kind, grouping).value
            for both in ((second, first), (first, second))
        ]
        assert rs[0] is not None
        assert rs[1] is not None
        hits += rs[0] - rs[1] >= result.values[0] - result.values[1] - 1e-12
    assert result.p[0, 1] == pytest.approx((hits + 1) / 61)
    assert np.isnan(result.p[1, 0])


def test_soft_pairwise_accuracies_of_many_are_as_each() -> None:
    human, scores = _two(3)
    signs = random_signs(np.random.default_rng(1), 40, 8)
    found = soft_pairwise_accuracies(human, np.stack(list(scores.values())), signs)
    assert found.tolist() == pytest.approx([soft_pairwise_accuracy(human, one, signs).value for one in scores.values()])


def test_of_a_constant_score_swaps_keep_what_it_is() -> None:
    constant = np.where(np.isnan(_two(3)[0]), np.nan, 0.1)
    seen = []

    def statistic(values: Floats) -> Floats:
        seen.append(values)
        return np.asarray(np.nanmean(values, axis=(-2, -1)))

    perm_both({"one": constant, "two": constant}, statistic, permutations=3)
    assert all((np.nan_to_num(values) == 0).all() for values in seen[2:])


def test_equal_metrics_are_not_told_apart_and_better_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(3)
    human = random.normal(size=(2, 100))
    scores = {"good": human + 0.1 * random.normal(size=human.shape), "bad": random.normal(size=human.shape)}
    scores |= {"same": scores["good"] * 7 + 1, "constant": human * 0}
    monkeypatch.setattr(module, "TOGETHER", 1000)  # several blocks
    both = perm_both(scores, _correlation(human), permutations=99)
    assert both.names[2:] == ("bad", "constant")
    assert both.p[0, 1] == 1
    assert both.p[0, 2] == pytest.approx(0.01)
    assert np.isnan(both.values[3])
    assert np.isnan(both.p[:, 3]).all()


def test_what_a_swap_leaves_undefined_speaks_for_chance() -> None:
    """Of two translations, two of four swaps leave equal scores, which follow nothing."""
    human = np.array([[0.0, 1.0]])
    scores = {"up": np.array([[0.0, 1.0]]), "down": np.array([[1.0, 0.0]])}
    both = perm_both(scores, _correlation(human), permutations=400, seed=1)
    assert both.names == ("up", "down")
    assert 0.65 < both.p[0, 1] < 0.85  # two undefined and one that changes nothing


@given(matrices(), st.sampled_from(KINDS), st.integers(0, 9))
def test_p_is_a_share_and_the_better_metric_comes_first(
    pair: tuple[Floats, Floats], kind: Correlation, seed: int
) -> None:
    human, scores = pair
    both = perm_both(
        {"one": scores, "same": scores, "turned": -scores}, _correlation(human, kind), permutations=9, seed=seed
    )
    known = both.values[~np.isnan(both.values)]
    assert (np.diff(known) <= 0).all()
    ps = both.p[~np.isnan(both.p)]
    assert ((ps >= 0.1 - 1e-12) & (ps <= 1)).all()
    if len(known):
        place = sorted(both.names.index(name) for name in ("one", "same"))
        assert both.p[place[0], place[1]] == 1


@pytest.mark.parametrize("grouping", get_args(Grouping))
def test_pair_results_p_is_the_share_of_swaps_that_do_no_worse(
    grouping: Grouping, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(4)
    human = random.integers(0, 3, size=(4, 7)).astype(np.float64)
    human[0, 0] = human[1, 1] = np.nan
    scores = {name: human * slope + random.normal(size=human.shape) for name, slope in (("a", 0.1), ("b", 0.9))}
    monkeypatch.setattr(module, "CELLS", 300)  # several blocks
    result = perm_pairs(human, scores, grouping, permutations=80, seed=3)
    calibrated = [calibrated_accuracy(human, scores[name], grouping) for name in result.names]
    assert list(result.values) == pytest.approx([accuracy.value for accuracy in calibrated])

    cells: dict[int, list[tuple[int, int]]] = {}
    for row, column in np.argwhere(~np.isnan(human)):
        cells.setdefault({"none": 0, "item": column, "system": row}[grouping], []).append((row, column))
    groups = [list(combinations(group, 2)) for group in cells.values() if len(group) > 1]
    pairs = pairs_of(~np.isnan(human), grouping)
    order = {
        (int(first), int(second)): place
        for place, (first, second) in enumerate(zip(pairs.first, pairs.second, strict=True))
    }
    signs = np.random.default_rng(3).integers(0, 2, size=(80, len(order)), dtype=np.int8)

    def right(name: str, epsilon: float | None, first: tuple[int, int], second: tuple[int, int]) -> bool:
        rated, scored = human[first] - human[second], scores[name][first] - scores[name][second]
        return bool(rated == 0 if abs(scored) <= (epsilon or 0) else rated * scored > 0)

    hits = 0
    for row in signs:
        difference = 0.0
        for group in groups:
            for first, second in group:
                place = order[first[0] * 7 + first[1], second[0] * 7 + second[1]]
                results = [
                    right(name, each.epsilon, first, second)
                    for name, each in zip(result.names, calibrated, strict=True)
                ]
                gained = (int(results[0]) - int(results[1])) / len(group) / len(groups)
                difference += gained if row[place] else -gained
        hits += difference >= result.values[0] - result.values[1] - 1e-9
    assert result.p[0, 1] == pytest.approx((hits + 1) / 81)
    assert np.isnan(result.p[1, 0])


def test_one_system_leaves_nothing_to_test() -> None:
    one = np.array([[1.0, 2.0, 3.0]])
    pairs = perm_pairs(one, {"a": one, "b": one})
    assert np.isnan(pairs.values).all()
    assert np.isnan(pairs.p).all()


def _all_signs_p(differences: list[float]) -> float:
    sums = [abs(sum(signed)) for signed in itertools.product(*((value, -value) for value in differences))]
    return sum(one >= abs(sum(differences)) - 1e-9 for one in sums) / len(sums)


WHOLE = st.integers(-3, 3).map(float)
ROWS = st.lists(st.lists(WHOLE | st.sampled_from([0.5, -0.25]), max_size=9), max_size=6)


@given(ROWS)
def test_counts_are_compared_under_all_signs_of_few_segments(rows: list[list[float]]) -> None:
    ps, qs = compare_counts(rows)
    assert ps == pytest.approx([_all_signs_p(row) for row in rows])
    can = np.array([sum(value != 0 for value in row) >= FEWEST for row in rows], dtype=bool)
    assert (qs[~can] == 1).all()
    assert qs[can] == pytest.approx(corrected_p_values(ps[can], "bh"))


@given(st.lists(WHOLE, min_size=11, max_size=16))
def test_p_of_whole_numbers_is_exact_however_many(row: list[float]) -> None:
    assert compare_counts([row])[0] == pytest.approx([_all_signs_p(row)])


@given(st.integers(0, 40), st.integers(0, 40))
def test_between_one_and_none_it_is_the_sign_test(first: int, second: int) -> None:
    expected = binomtest(first, first + second, 0.5).pvalue if first + second else 1.0
    assert compare_counts([[1.0] * first + [-1.0] * second])[0] == pytest.approx([expected])


@given(st.lists(st.lists(st.floats(-2, 2), max_size=20), max_size=5))
def test_swapped_systems_have_the_same_p(rows: list[list[float]]) -> None:
    there, back = compare_counts(rows), compare_counts([[-value for value in row] for row in rows])
    assert np.array_equal(there, back)
    assert (there[0] > 0).all()
    assert (np.maximum(*there) <= 1).all()


def test_many_sizes_are_compared_by_random_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [[1.0, 1.0, 2.0, 3.0, -1.0] * 6, [0.1, 0.2] * 8]
    exact = compare_counts(rows)[0]
    _whole_p.cache_clear()
    monkeypatch.setattr("meantree.evaluation.paired_tests.MOST_EXACT", 0)
    near = compare_counts(rows)[0]
    _whole_p.cache_clear()
    assert near == pytest.approx(exact, abs=0.01)
    assert near[1] == exact[1]


def test_units_in_few_segments_are_not_corrected_for() -> None:
    ps, qs = compare_counts([[1.0] * 9, [1.0] * 5, [1.0] * 4 + [-1.0] * 4, *[[1.0]] * 1000])
    assert ps[:3] == pytest.approx([2 / 2**9, 2 / 2**5, 1.0])
    assert qs[:3] == pytest.approx([2 * 2 / 2**9, 1.0, 1.0])
    assert (qs[3:] == 1.0).all()
    fewer, enough = compare_counts([[1.0] * (FEWEST - 1), [1.0] * FEWEST])[0]
    assert enough <= 0.05 < fewer


@pytest.mark.parametrize(("flips", "near"), [(9_999, 1e-12), (2_000, 0.03)], ids=["all signs", "random signs"])
def test_signs_as_scipy_permutes_them(flips: int, near: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.evaluation.paired_tests.SIGN_FLIPS", flips)
    differences = np.random.default_rng(3).normal(0.4, 1.0, size=(11, 3))
    differences[:8, 2] = 0.0  # rare: many sums are the same
    for column, p in enumerate(sign_flip_p(differences)):
        values = (differences[:, column],)
        exact = permutation_test(values, np.sum, permutation_type="samples", n_resamples=np.inf).pvalue
        assert p == pytest.approx(exact, abs=near)


@given(st.integers(1, 20), st.integers(0, 99))
def test_signs_know_no_direction(segments: int, seed: int) -> None:
    differences = np.random.default_rng(seed).normal(size=(segments, 5)).round(1)
    p = sign_flip_p(differences)
    assert (p == sign_flip_p(-differences)).all()
    assert (p >= 1e-4).all()
    assert (p <= 1).all()


def test_nothing_to_ask_has_no_answer() -> None:
    assert np.isnan(sign_flip_p(np.zeros((0, 2)))).all()
    assert (sign_flip_p(np.zeros((5, 2))) == 1).all()


def test_the_example_of_benjamini_and_hochberg() -> None:
    ps = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    ps += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000]
    assert ((corrected_p_values(np.array(ps), "bh") <= 0.05) == ([True] * 4 + [False] * 11)).all()


PS = st.lists(st.floats(0, 1) | st.just(np.nan), max_size=12).map(np.array)


def test_holm_by_hand() -> None:
    result = corrected_p_values(np.array([0.04, np.nan, 0.01, 0.03, 0.5]), "holm")
    np.testing.assert_allclose(result, [0.09, np.nan, 0.04, 0.09, 0.5])  # 4 × .01, 3 × .03, 2 × .04 < .09, .5


def test_a_matrix_keeps_its_shape_and_its_gaps() -> None:
    ps = np.array([[np.nan, 0.02], [np.nan, 0.03]])
    np.testing.assert_allclose(corrected_p_values(ps, "holm"), [[np.nan, 0.04], [np.nan, 0.04]])
    np.testing.assert_allclose(corrected_p_values(ps, "bh"), [[np.nan, 0.03], [np.nan, 0.03]])
    assert corrected_p_values(ps, "none") is ps


@given(PS)
def test_no_p_falls_and_holm_is_the_stricter_one(ps: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    strict, mild = corrected_p_values(ps, "holm"), corrected_p_values(ps, "bh")
    known = ~np.isnan(ps)
    for one in (strict, mild):
        np.testing.assert_array_equal(np.isnan(one), ~known)
        assert ((one[known] >= ps[known] - 1e-12) & (one[known] <= 1)).all()
        order = np.argsort(ps[known], kind="stable")
        assert (np.diff(one[known][order]) >= 0).all()
    assert (strict[known] >= mild[known] - 1e-12).all()


@pytest.mark.parametrize("correction", CORRECTION_NOTES)
def test_one_test_needs_no_correction(correction: Correction) -> None:
    assert corrected_p_values(np.array([0.03]), correction) == pytest.approx(0.03)
