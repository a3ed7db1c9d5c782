"""How far two columns of numbers go together: Pearson's r, Spearman's ρ, Kendall's τ-b."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Floats, Grouping, Places
from meantree.work import Work

if TYPE_CHECKING:
    from pandas import DataFrame

Correlation = Literal["pearson", "spearman", "kendall"]
CORRELATIONS: dict[Correlation, str] = {"pearson": "r", "spearman": "ρ", "kendall": "τ"}
"""The letter that papers write for each."""


def correlation(one: Floats, two: Floats, kind: Correlation) -> float | None:
    """In [-1, 1], over the rows in which both are defined; None for fewer than two, or where one never differs.

    Args:
        one, two: shape (n,), NaN where undefined.
        kind: ``pearson``; ``spearman``, which is Pearson's of average ranks; ``kendall``, τ-b, which heeds ties.
    """
    known = ~(np.isnan(one) | np.isnan(two))
    one, two = one[known], two[known]
    if len(one) < 2 or one.min() == one.max() or two.min() == two.max():
        return None
    from scipy import stats

    if kind == "kendall":
        return tau_b(one, two)
    if kind == "spearman":
        one, two = stats.rankdata(one), stats.rankdata(two)
    one, two = one - one.mean(), two - two.mean()
    spread = np.sqrt(np.square(one).sum()) * np.sqrt(np.square(two).sum())
    return float(np.clip((one * two).sum() / spread, -1.0, 1.0)) if spread > 0 else None


def tau_b(one: Floats | NDArray[np.intp], two: Floats | NDArray[np.intp]) -> float:
    """Kendall's τ-b in [-1, 1] of columns of shape (n,) that both differ somewhere, without NaN."""
    from scipy.stats import kendalltau

    quick = len(one) > 2  # p is not asked for, and an exact one takes most of the time
    return float(kendalltau(one, two, method="asymptotic" if quick else "auto").statistic)


def correlation_matrix(frame: DataFrame, columns: Sequence[str], kind: Correlation, work: Work | None = None) -> Floats:
    """Shape (k, k): the correlation of every two columns, each over the rows in which both are defined.

    NaN where it is undefined; 1 on the diagonal of a column that differs at all.

    Raises:
        Cancelled: if the user asked to stop.
    """
    values = [frame[column].to_numpy(np.float64) for column in columns]
    size = len(values)
    found = np.full((size, size), np.nan)
    for row, one in enumerate(values):
        if work is not None:
            work.step("Correlating", row, size)
        for column, two in enumerate(values[: row + 1]):
            value = correlation(one, two, kind)
            found[row, column] = found[column, row] = np.nan if value is None else value
    return found


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
    first, second = _centred_rows(one), _centred_rows(two)
    spread = np.sqrt(np.square(first).sum(axis=-1)) * np.sqrt(np.square(second).sum(axis=-1))
    defined = (spread > 0) & _varies(one) & _varies(two)
    products = (first * second).sum(axis=-1)
    r = np.divide(products, spread, out=np.full(products.shape, np.nan), where=defined)
    clipped: Floats = np.clip(r, -1.0, 1.0)
    return clipped


def _centred_rows(values: Floats) -> Floats:
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


NEGLIGIBLE_SPREAD = 1e-12
"""Of a spread, as a share of what is summed: what is below is rounding."""


def mean_within_sources(human: Floats, scores: Floats, kind: Correlation) -> float | None:
    """In [-1, 1]: the mean over the sources whose translations people rated differently; None if there is none.

    Where all scores of a source are equal, they say nothing and count 0 (Lo & Wu 2011 rank systems within sentences).

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    known = ~np.isnan(human)
    one, two = np.triu_indices(len(human), 1)
    both = known[one] & known[two]
    signs = [np.where(both, np.sign(values[one] - values[two]), 0.0) for values in (human, scores)]
    told = (signs[0] != 0).any(axis=0)
    if not told.any():
        return None
    if kind == "kendall":
        found = _cosines(signs[0], signs[1])
    elif kind == "spearman":
        found = _cosines(*(_rank_differences(values, one, two, len(human)) for values in signs))
    else:
        found = _cosines(*(_centred_by_source(values, known) for values in (human, scores)))
    return float(found[told].mean())


def _cosines(first: Floats, second: Floats) -> Floats:
    """Of each column, shape (segments,); 0 where one of the two is nothing."""
    products = [(a * b).sum(axis=0) for a, b in ((first, second), (first, first), (second, second))]
    spread = np.sqrt(products[1] * products[2])
    cosines: Floats = np.divide(products[0], spread, out=np.zeros(len(spread)), where=spread > 0)
    return cosines


def _rank_differences(signs: Floats, one: Places, two: Places, size: int) -> Floats:
    """Twice what the average rank of each translation differs from the middle one, shape (systems, segments)."""
    ranks = np.zeros((size, signs.shape[1]))
    np.add.at(ranks, one, signs)
    np.add.at(ranks, two, -signs)
    return ranks


def _centred_by_source(values: Floats, known: NDArray[np.bool_]) -> Floats:
    """Less the mean of the source; nothing where that is all there is."""
    filled = np.where(known, values, 0.0)
    centred = np.where(known, filled - filled.sum(axis=0) / np.maximum(1, known.sum(axis=0)), 0.0)
    spread = np.square(centred).sum(axis=0) > NEGLIGIBLE_SPREAD * np.square(filled).sum(axis=0)
    varies: Floats = np.where(spread, centred, 0.0)
    return varies


@dataclass(frozen=True, slots=True)
class Disagreement:
    """What columns make of the same rows.

    Attributes:
        rows: shape (m,), 0-based rows in which every column is defined, those ranked most differently first; of equals
            the one that comes first in the table.
        ranks: shape (m, k), the share of the other rows that each column puts below this one, in [0, 1]: 0 is worst,
            1 is best; of equal values half are counted.
        spread: shape (m,), the largest of a row's ranks less the smallest, in [0, 1].
    """

    rows: NDArray[np.intp]
    ranks: Floats
    spread: Floats


def disagreement(columns: Sequence[Floats], higher_is_better: Sequence[bool]) -> Disagreement:
    """Rank the rows by each column, and order them by how far their ranks lie apart.

    Ranks, not values, are compared: metrics have scales of their own, and any monotone change of one changes nothing.

    Args:
        columns: each of shape (n,), NaN where undefined.
        higher_is_better: of each; error rates are turned round.
    """
    values = np.column_stack([one if up else -one for one, up in zip(columns, higher_is_better, strict=True)])
    rows = np.flatnonzero(~np.isnan(values).any(axis=1))
    halves = np.column_stack([_halves(one) for one in values[rows].T])
    spread = halves.max(axis=1) - halves.min(axis=1)  # whole numbers, so that equals are equal
    order = np.argsort(-spread, kind="stable")
    most = max(1, 2 * (len(rows) - 1))
    return Disagreement(rows[order], halves[order] / most, spread[order] / most)


def _halves(values: Floats) -> NDArray[np.intp]:
    """Average ranks from 0, times two."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    halves: NDArray[np.intp] = (2 * (np.cumsum(counts) - counts) + counts - 1)[which]
    return halves
