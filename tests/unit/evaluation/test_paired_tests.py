"""Tests of pairs, beside those of SciPy, by brute force, and in the papers' own examples."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, permutation_test

from meantree.evaluation.paired_tests import (
    CORRECTION_NOTES,
    Correction,
    benjamini_hochberg,
    corrected_p_values,
    exchange_p,
    holm,
    sign_flip_p,
)


@given(st.integers(1, 60), st.integers(0, 2**32 - 1))
def test_beside_one_system_it_is_the_exact_test_of_mcnemar(segments: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    first, second = random.random((2, segments, 4)) < random.random(4)
    result = exchange_p(first, second.astype(float), np.ones(segments))
    for column, p in enumerate(result):
        mine, theirs = (first & ~second)[:, column].sum(), (second & ~first)[:, column].sum()
        expected = binomtest(int(mine), int(mine + theirs)).pvalue if mine + theirs else 1.0
        assert p == pytest.approx(expected, rel=1e-6)


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=4), min_size=1, max_size=6))
def test_beside_several_every_owner_of_each_translation_is_as_likely(segments: list[list[bool]]) -> None:
    counts = [sum(chosen) for chosen in itertools.product(*segments)]
    observed = sum(fired[0] for fired in segments)
    tails = (sum(count <= observed for count in counts), sum(count >= observed for count in counts))
    mine = np.array([[fired[0]] for fired in segments])
    others = np.array([[float(sum(fired[1:]))] for fired in segments])
    number = np.array([len(fired) - 1.0 for fired in segments])
    assert exchange_p(mine, others, number) == pytest.approx(min(1.0, 2 * min(tails) / len(counts)))


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
    assert np.isnan(exchange_p(np.zeros((0, 2), dtype=bool), np.zeros((0, 2)), np.zeros(0))).all()
    assert np.isnan(sign_flip_p(np.zeros((0, 2)))).all()
    assert (sign_flip_p(np.zeros((5, 2))) == 1).all()


def test_the_example_of_benjamini_and_hochberg() -> None:
    ps = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344]
    ps += [0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000]
    assert ((benjamini_hochberg(np.array(ps)) <= 0.05) == ([True] * 4 + [False] * 11)).all()


def test_what_has_no_p_is_not_counted() -> None:
    assert benjamini_hochberg(np.array([0.01, np.nan, 0.04])) == pytest.approx([0.02, np.nan, 0.04], nan_ok=True)
    assert np.isnan(benjamini_hochberg(np.array([np.nan, np.nan]))).all()


PS = st.lists(st.floats(0, 1) | st.just(np.nan), max_size=12).map(np.array)


def test_holm_by_hand() -> None:
    result = holm(np.array([0.04, np.nan, 0.01, 0.03, 0.5]))
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
