"""p values corrected for their number, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.evaluation.corrections import TOLD, Correction, corrected_by, holm

PS = st.lists(st.floats(0, 1) | st.just(np.nan), max_size=12).map(np.array)


def test_holm_by_hand() -> None:
    found = holm(np.array([0.04, np.nan, 0.01, 0.03, 0.5]))
    np.testing.assert_allclose(found, [0.09, np.nan, 0.04, 0.09, 0.5])  # 4 × .01, 3 × .03, 2 × .04 < .09, .5


def test_a_matrix_keeps_its_shape_and_its_gaps() -> None:
    ps = np.array([[np.nan, 0.02], [np.nan, 0.03]])
    np.testing.assert_allclose(corrected_by(ps, "holm"), [[np.nan, 0.04], [np.nan, 0.04]])
    np.testing.assert_allclose(corrected_by(ps, "bh"), [[np.nan, 0.03], [np.nan, 0.03]])
    assert corrected_by(ps, "none") is ps


@given(PS)
def test_no_p_falls_and_holm_is_the_stricter_one(ps: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    strict, mild = corrected_by(ps, "holm"), corrected_by(ps, "bh")
    known = ~np.isnan(ps)
    for one in (strict, mild):
        np.testing.assert_array_equal(np.isnan(one), ~known)
        assert ((one[known] >= ps[known] - 1e-12) & (one[known] <= 1)).all()
        order = np.argsort(ps[known], kind="stable")
        assert (np.diff(one[known][order]) >= 0).all()
    assert (strict[known] >= mild[known] - 1e-12).all()


@pytest.mark.parametrize("correction", TOLD)
def test_one_test_needs_no_correction(correction: Correction) -> None:
    assert corrected_by(np.array([0.03]), correction) == pytest.approx(0.03)
