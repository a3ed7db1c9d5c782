"""How far two columns of numbers go together: Pearson's r, Spearman's ρ, Kendall's τ-b."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from meantree.work import Work

if TYPE_CHECKING:
    from pandas import DataFrame

Floats = NDArray[np.float64]
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
