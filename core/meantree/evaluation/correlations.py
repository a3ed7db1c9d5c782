"""Correlation of columns of numbers (Pearson's r, Spearman's ρ, Kendall's τ-b), and rows that they rank differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Flags, Floats, Grouping, known_means, none_if_nan, quotients
from meantree.work import Work

if TYPE_CHECKING:
    from pandas import DataFrame

Correlation = Literal["pearson", "spearman", "kendall"]
CORRELATIONS: dict[Correlation, str] = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}
"""The letter that stands for each in papers."""
MIN_ROWS: Final = 5
"""The fewest rows behind a cell of a matrix: any two rows correlate perfectly, and would look like the best cell."""


def correlation(first: Floats, second: Floats, kind: Correlation) -> float | None:
    """Return the correlation of two columns in [-1, 1], over the rows in which both are defined.

    Args:
        first, second: shape (n,), NaN where undefined.
        kind: ``pearson``; ``spearman``, Pearson's r of average ranks; ``kendall``, τ-b, which takes ties into account.

    Returns:
        None for fewer than two such rows, or if either column is constant.
    """
    return none_if_nan(row_correlations(first, second, kind))


def tau_b(first: Floats | NDArray[np.intp], second: Floats | NDArray[np.intp]) -> float:
    """Return Kendall's τ-b in [-1, 1] of two columns of shape (n,), neither constant, without NaN."""
    from scipy.stats import kendalltau

    # SciPy also computes p, whose exact method would take most of the time.
    return float(kendalltau(first, second, method="asymptotic" if len(first) > 2 else "auto").statistic)


def correlation_matrix(frame: DataFrame, columns: Sequence[str], kind: Correlation, work: Work = Work()) -> Floats:
    """Correlate every two columns, each pair over the rows in which both are defined; shape (k, k).

    NaN where undefined, or where fewer than :data:`MIN_ROWS` rows have both; the diagonal is 1, or NaN for constant
    columns.
    """
    values = [frame[column].to_numpy(np.float64) for column in columns]
    size = len(values)
    matrix = np.full((size, size), np.nan)
    for place, first in enumerate(values):
        work.step("Correlating", place, size)
        for column, second in enumerate(values[: place + 1]):
            if np.count_nonzero(~(np.isnan(first) | np.isnan(second))) >= MIN_ROWS:
                matrix[place, column] = matrix[column, place] = row_correlations(first, second, kind)
    return matrix


FEW: Final = 24
"""Maximum length of rows whose pairs are all compared at once; longer rows are sorted one by one."""


def grouped_correlations(human: Floats, values: Floats, kind: Correlation, grouping: Grouping = "none") -> Floats:
    """Correlate many matrices with ratings at once; mean over the groups in which the correlation is defined.

    Arguments as in :func:`group_correlations`, of whose result the last axis is missing; NaN where undefined.
    """
    return known_means(group_correlations(human, values, kind, grouping))


def group_correlations(human: Floats, values: Floats, kind: Correlation, grouping: Grouping) -> Floats:
    """Correlate matrices with ratings within each group, shape (…, groups); NaN where undefined.

    Args:
        human: shape (systems, segments), NaN where not rated.
        values: shape (…, systems, segments), NaN in the same cells.
        kind: see :func:`correlation`.
        grouping: ``none`` for one group.
    """
    if grouping == "none":
        known = ~np.isnan(human)
        return row_correlations(human[known], values[..., known], kind)[..., None]
    if grouping == "item":
        human, values = human.T, np.swapaxes(values, -1, -2)
    return row_correlations(human, values, kind)


def row_correlations(first: Floats, second: Floats, kind: Correlation) -> Floats:
    """Correlate each two rows over the places in which both are defined, shape (…,).

    NaN where there are fewer than two such places, or either row is constant.

    Args:
        first, second: shape (…, n), NaN where undefined; either may have fewer axes.
        kind: see :func:`correlation`.
    """
    if (np.isnan(first) != np.isnan(second)).any():
        undefined = np.isnan(first) | np.isnan(second)
        first, second = np.where(undefined, np.nan, first), np.where(undefined, np.nan, second)
    if kind == "kendall":
        return _taus(first, second)
    if kind == "spearman":
        first, second = _ranks(first), _ranks(second)
    return _pearsons(first, second)


def _pearsons(first: Floats, second: Floats) -> Floats:
    first_centred, second_centred = _centred_rows(first), _centred_rows(second)
    spread = np.sqrt(np.square(first_centred).sum(axis=-1)) * np.sqrt(np.square(second_centred).sum(axis=-1))
    defined = (spread > 0) & _varies(first) & _varies(second)
    products = (first_centred * second_centred).sum(axis=-1)
    return np.clip(quotients(products, spread, defined), -1.0, 1.0)


def _centred_rows(values: Floats) -> Floats:
    """Subtract the mean of each row; 0 where undefined."""
    return np.nan_to_num(values - known_means(values)[..., None])


def _varies(values: Floats) -> Flags:
    """Whether each row has two different numbers, shape (…,)."""
    known = ~np.isnan(values)
    high = np.where(known, values, -np.inf).max(axis=-1, initial=-np.inf)
    varies: Flags = high > np.where(known, values, np.inf).min(axis=-1, initial=np.inf)
    return varies


def _ranks(values: Floats) -> Floats:
    """Return average ranks within rows, NaN where undefined."""
    from scipy.stats import rankdata

    known = ~np.isnan(values)
    if not values.size:
        return values
    return np.where(known, rankdata(np.where(known, values, np.inf), axis=-1), np.nan)  # no score is infinite


def _taus(first: Floats, second: Floats) -> Floats:
    if first.shape[-1] <= FEW:
        places = np.triu_indices(first.shape[-1], 1)
        signs = [np.nan_to_num(np.sign(rows[..., places[0]] - rows[..., places[1]])) for rows in (first, second)]
        spread = np.sqrt(np.abs(signs[0]).sum(axis=-1) * np.abs(signs[1]).sum(axis=-1))  # no root beyond ±1
        return quotients((signs[0] * signs[1]).sum(axis=-1), spread)
    shape = np.broadcast_shapes(first.shape, second.shape)
    rows = (np.broadcast_to(values, shape).reshape(-1, shape[-1]) for values in (first, second))
    taus_of_rows = np.full(shape[:-1], np.nan)
    for place, (first_row, second_row) in enumerate(zip(*rows, strict=True)):
        known = ~np.isnan(first_row)
        if known.any() and _varies(first_row) and _varies(second_row):
            taus_of_rows.flat[place] = tau_b(first_row[known], second_row[known])
    return taus_of_rows


def mean_within_sources(human: Floats, scores: Floats, kind: Correlation) -> float | None:
    """Return the mean correlation within sources, in [-1, 1]; None if no source has different ratings.

    Sources with equal ratings only are left out; those with equal scores only count 0 (Lo & Wu 2011 rank systems within
    sentences). All sources are computed at once, as training calls this thousands of times.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        kind: see :func:`correlation`.
    """
    is_informative = _varies(human.T)
    if not is_informative.any():
        return None
    return float(np.nan_to_num(row_correlations(human.T, scores.T, kind))[is_informative].mean())


@dataclass(frozen=True, slots=True)
class Disagreement:
    """How differently columns rank the same rows.

    Attributes:
        rows: shape (m,), 0-based rows in which every column is defined, from the most to the least different ranks;
            ties keep their order.
        ranks: shape (m, k), the share of other rows that each column ranks below this one, in [0, 1]: 0 is worst, 1 is
            best; equal values count half.
        spread: shape (m,), largest less smallest rank of a row, in [0, 1].
    """

    rows: NDArray[np.intp]
    ranks: Floats
    spread: Floats


def disagreement(columns: Sequence[Floats], higher_is_better: Sequence[bool]) -> Disagreement:
    """Rank rows by each column, and order them by how far their ranks lie apart.

    Ranks are compared, not values, since each metric has its own scale.

    Args:
        columns: each of shape (n,), NaN where undefined.
        higher_is_better: for each column; error rates change their sign.
    """
    from scipy.stats import rankdata

    values = np.column_stack(
        [column if rises else -column for column, rises in zip(columns, higher_is_better, strict=True)]
    )
    rows = np.flatnonzero(~np.isnan(values).any(axis=1))
    doubled = 2 * (rankdata(values[rows], axis=0) - 1)  # average ranks from 0, times two
    spread = doubled.max(axis=1) - doubled.min(axis=1)  # whole numbers, so that ties are exact
    order = np.argsort(-spread, kind="stable")
    largest = max(1, 2 * (len(rows) - 1))
    return Disagreement(rows[order], doubled[order] / largest, spread[order] / largest)
