"""Correlations of many rows at once, as resampling asks for them: Pearson's r, Spearman's ρ, Kendall's τ-b."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.evaluation.correlations import Correlation, tau_b
from meantree.evaluation.measures.pairs import Floats, Grouping

FEW: Final = 24
"""Numbers of a row whose pairs are all compared at once; longer rows are sorted, one after the other."""


def grouped_correlations(human: Floats, values: Floats, kind: Correlation, grouping: Grouping = "none") -> Floats:
    """Correlation of matrices with ratings, shape of ``values`` without its last two axes; NaN where undefined.

    Args:
        human: shape (systems, segments), NaN where not rated.
        values: shape (…, systems, segments), NaN in the same cells.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
        grouping: with one, the mean over the groups in which the correlation is defined.
    """
    if grouping == "none":
        known = ~np.isnan(human)
        return row_correlations(human[known], values[..., known], kind)
    if grouping == "item":
        human, values = human.T, np.swapaxes(values, -1, -2)
    found = row_correlations(human, values, kind)
    known = ~np.isnan(found)
    sums, groups = np.where(known, found, 0.0).sum(axis=-1), known.sum(axis=-1)
    return np.where(groups > 0, sums / np.maximum(groups, 1), np.nan)


def row_correlations(one: Floats, two: Floats, kind: Correlation) -> Floats:
    """Correlation of each two rows over the places in which both are defined, shape (…,).

    NaN where there are fewer than two such places, or one of the two rows never differs.

    Args:
        one, two: shape (…, n), one of them perhaps with fewer axes; NaN where undefined.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    if (np.isnan(one) != np.isnan(two)).any():
        lacks = np.isnan(one) | np.isnan(two)
        one, two = np.where(lacks, np.nan, one), np.where(lacks, np.nan, two)
    if kind == "kendall":
        return _taus(one, two)
    if kind == "spearman":
        one, two = _ranks(one), _ranks(two)
    return _pearsons(one, two)


def _pearsons(one: Floats, two: Floats) -> Floats:
    first, second = _centred(one), _centred(two)
    spread = np.sqrt(np.square(first).sum(axis=-1)) * np.sqrt(np.square(second).sum(axis=-1))
    defined = (spread > 0) & _varies(one) & _varies(two)
    products = (first * second).sum(axis=-1)
    r = np.divide(products, spread, out=np.full(products.shape, np.nan), where=defined)
    clipped: Floats = np.clip(r, -1.0, 1.0)
    return clipped


def _centred(values: Floats) -> Floats:
    """Less the mean of the row; 0 where undefined."""
    known = ~np.isnan(values)
    filled = np.where(known, values, 0.0)
    means = filled.sum(axis=-1, keepdims=True) / np.maximum(1, known.sum(axis=-1, keepdims=True))
    return np.where(known, filled - means, 0.0)


def _varies(values: Floats) -> Floats:
    """Shape (…,), bool: whether a row has two different numbers."""
    known = ~np.isnan(values)
    high = np.where(known, values, -np.inf).max(axis=-1, initial=-np.inf)
    varies: Floats = high > np.where(known, values, np.inf).min(axis=-1, initial=np.inf)
    return varies


def _ranks(values: Floats) -> Floats:
    """Average ranks within rows, NaN where undefined."""
    from scipy.stats import rankdata

    known = ~np.isnan(values)
    if not values.size:
        return values
    return np.where(known, rankdata(np.where(known, values, np.inf), axis=-1), np.nan)  # no score is infinite


def _taus(one: Floats, two: Floats) -> Floats:
    if one.shape[-1] <= FEW:
        places = np.triu_indices(one.shape[-1], 1)
        signs = [np.nan_to_num(np.sign(rows[..., places[0]] - rows[..., places[1]])) for rows in (one, two)]
        spread = np.sqrt(np.abs(signs[0]).sum(axis=-1)) * np.sqrt(np.abs(signs[1]).sum(axis=-1))
        agreed = (signs[0] * signs[1]).sum(axis=-1)
        taus: Floats = np.divide(agreed, spread, out=np.full(agreed.shape, np.nan), where=spread > 0)
        return taus
    shape = np.broadcast_shapes(one.shape, two.shape)
    rows = (np.broadcast_to(values, shape).reshape(-1, shape[-1]) for values in (one, two))
    found = np.full(shape[:-1], np.nan)
    for place, (first, second) in enumerate(zip(*rows, strict=True)):
        known = ~np.isnan(first)
        if known.any() and _varies(first) and _varies(second):
            found.flat[place] = tau_b(first[known], second[known])
    return found
