"""Segment-level correlation of scores with ratings, over all translations, by source or by system, with intervals.

By source or by system it is the mean of the correlations of the groups in which it is defined: Pearson, Spearman and
Kendall τ-b each say nothing of a group in which people or the metric make no difference. Bounds come of the percentile
bootstrap over segments (Deutsch et al. 2021, A Statistical Analysis of Summarization Evaluation Metrics using
Resampling Methods, BOOT-INPUTS): a segment is drawn with all its translations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from meantree.escaping import counted
from meantree.evaluation.correlations import Correlation, correlation, row_correlations, tau_b
from meantree.evaluation.measured import ONE_SYSTEM, Floats, Grouping, Measured, Places, count_pairs, undefined
from meantree.evaluation.significance import CELLS, bootstrap_draws, interval
from meantree.work import Work

NEGLIGIBLE_VARIANCE = 1e-15
"""Of a variance, as a share of the sum of squares: what is below is rounding."""


def correlated(
    human: Floats,
    scores: Floats,
    kind: Correlation,
    grouping: Grouping = "none",
    *,
    resamples: int = 0,
    seed: int = 1,
    work: Work | None = None,
) -> Measured:
    """Correlation in [-1, 1] of two matrices of shape (systems, segments), NaN in the same cells of both.

    Args:
        human, scores: higher is better in both.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
        grouping: what is correlated on its own.
        resamples: bootstrap samples of the bounds; 0 for none.
        seed: of these.
        work: progress and cancel.

    Returns:
        ``number`` is of translations without grouping, else of the groups that have a value.

    Raises:
        Cancelled: if the user asked to stop.
    """
    groups = [(human.ravel(), scores.ravel())] if grouping == "none" else list(_groups(human, scores, grouping))
    values = np.array([correlation(one, two, kind) for one, two in groups], dtype=np.float64)  # None becomes NaN
    defined = ~np.isnan(values)
    if not defined.any():
        return undefined(_why(human, grouping))
    number = int((~np.isnan(human)).sum()) if grouping == "none" else int(defined.sum())
    low, high = None, None
    if resamples:
        low, high = interval(_samples(human, scores, kind, grouping, values, resamples, seed, work or Work()))
    return Measured(float(values[defined].mean()), low=low, high=high, number=number)


def _groups(human: Floats, scores: Floats, grouping: Grouping) -> Iterator[tuple[Floats, Floats]]:
    return zip(*((one.T if grouping == "item" else one) for one in (human, scores)), strict=True)


def _why(human: Floats, grouping: Grouping) -> str:
    if grouping == "item" and ((~np.isnan(human)).sum(axis=0) < 2).all():
        return ONE_SYSTEM
    where = {"none": "", "item": " of one source", "system": " of one system"}[grouping]
    return f"scores or ratings{where} never differ"


def _samples(
    human: Floats,
    scores: Floats,
    kind: Correlation,
    grouping: Grouping,
    values: Floats,
    resamples: int,
    seed: int,
    work: Work,
) -> Floats:
    """The same measure in bootstrap samples of the segments, shape (resamples,), NaN where undefined."""
    found: list[Floats] = []
    for weights in bootstrap_draws(human.shape[1], resamples, seed):
        work.step("Drawing samples", sum(map(len, found)), resamples)
        if grouping == "item":
            found.append(_mean_by_item(values, weights))
            continue
        rows = [human], [scores]
        if grouping == "system":
            rows = [one[None] for one in human], [one[None] for one in scores]
        parts = [_weighted(one, two, kind, weights, work) for one, two in zip(*rows, strict=True)]
        found.append(_row_means(np.array(parts)))
    return np.concatenate(found)


def _mean_by_item(values: Floats, weights: Floats) -> Floats:
    """The values of items do not change when items are drawn."""
    known = ~np.isnan(values)
    numbers = weights[:, known].sum(axis=1)
    sums = weights[:, known] @ values[known]
    means: Floats = np.divide(sums, numbers, out=np.full(len(weights), np.nan), where=numbers > 0)
    return means


def _row_means(parts: Floats) -> Floats:
    """Over systems, shape (samples,)."""
    known = ~np.isnan(parts)
    sums, numbers = np.where(known, parts, 0.0).sum(axis=0), known.sum(axis=0)
    means: Floats = np.divide(sums, numbers, out=np.full(parts.shape[1], np.nan), where=numbers > 0)
    return means


def _weighted(human: Floats, scores: Floats, kind: Correlation, weights: Floats, work: Work) -> Floats:
    """Over all cells, each as often as its segment was drawn; weights of shape (samples, segments)."""
    known = ~np.isnan(human)
    column = np.nonzero(known)[1]
    one, two = human[known], scores[known]
    if not len(one):
        return np.full(len(weights), np.nan)
    if kind == "kendall":
        return _kendall(one, two, column, weights, work)
    size = max(1, CELLS // max(1, len(one)))
    blocks = [weights[begin : begin + size, column] for begin in range(0, len(weights), size)]
    return np.concatenate([_moments(one, two, kind, times) for times in blocks])


def _moments(one: Floats, two: Floats, kind: Correlation, times: Floats) -> Floats:
    if kind == "spearman":
        return weighted_pearson(weighted_ranks(one, times), weighted_ranks(two, times), times)
    rows = np.broadcast_to(one - one.mean(), times.shape), np.broadcast_to(two - two.mean(), times.shape)
    return weighted_pearson(*rows, times)


def _kendall(one: Floats, two: Floats, column: Places, weights: Floats, work: Work) -> Floats:
    _, ranks = np.unique(one, return_inverse=True)
    _, others = np.unique(two, return_inverse=True)
    found = np.full(len(weights), np.nan)
    for place, row in enumerate(weights.astype(np.intp)):
        work.step("Drawing samples for τ", place, len(weights))
        cells = np.repeat(np.arange(len(ranks)), row[column])
        first, second = ranks[cells], others[cells]
        if len(cells) and first.min() < first.max() and second.min() < second.max():
            found[place] = tau_b(first, second)
    return found


def weighted_ranks(values: Floats, times: Floats) -> Floats:
    """Average ranks of values that stand so often in each sample, shape (samples, n) like ``times``."""
    _, which = np.unique(values, return_inverse=True)
    order = np.argsort(which, kind="stable")
    starts = np.flatnonzero(np.diff(which[order], prepend=-1))
    sizes = np.add.reduceat(times[:, order], starts, axis=1)
    ranks: Floats = (sizes.cumsum(axis=1) - sizes / 2 + 0.5)[:, which]
    return ranks


def weighted_pearson(one: Floats, two: Floats, times: Floats) -> Floats:
    """Of rows of values, each value so often, shape (samples,); NaN where one of the two never differs."""
    number = times.sum(axis=1)
    number[number == 0] = np.nan
    means = [(times * values).sum(axis=1) / number for values in (one, two)]
    one, two = one - means[0][:, None], two - means[1][:, None]
    products = [(times * first * second).sum(axis=1) for first, second in ((one, two), (one, one), (two, two))]
    least = [NEGLIGIBLE_VARIANCE * number * np.square(mean) for mean in means]
    spread = np.sqrt(products[1]) * np.sqrt(products[2])
    varies = (products[1] > least[0]) & (products[2] > least[1])
    r: Floats = np.divide(products[0], spread, out=np.full(len(times), np.nan), where=varies)
    return np.clip(r, -1.0, 1.0)


NEGLIGIBLE_SUM = 1e-12
"""Of a sum of squared differences, as a share of the sum of squares: what is below is rounding."""


def difference_pearson(human: Floats, scores: Floats, grouping: Grouping = "item") -> Measured:
    """In [-1, 1]; ``number`` is of pairs, each counted once.

    No pair is made: within a group of k, Σ (a_i − a_j)(b_i − b_j) = k Σ a b − Σ a Σ b.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        grouping: within which pairs are made.
    """
    known = ~np.isnan(human)
    number = count_pairs(known, grouping)
    if not number:
        return undefined(ONE_SYSTEM if grouping == "item" else "no two translations to compare")
    axis = {"none": (0, 1), "item": (0,), "system": (1,)}[grouping]
    one, two = (np.where(known, values - values[known].mean(), 0.0) for values in (human, scores))
    count = known.sum(axis=axis)

    def products(first: Floats, second: Floats) -> float:
        return float((count * (first * second).sum(axis=axis) - first.sum(axis=axis) * second.sum(axis=axis)).sum())

    squares = products(one, one), products(two, two)
    size = int(count.max())
    if (
        squares[0] <= NEGLIGIBLE_SUM * size * np.square(one).sum()
        or squares[1] <= NEGLIGIBLE_SUM * size * np.square(two).sum()
    ):
        return undefined("scores or ratings never differ where they are compared", number)
    r = products(one, two) / np.sqrt(squares[0] * squares[1])
    return Measured(float(np.clip(r, -1.0, 1.0)), number=number)


MIN_SYSTEMS: Final = 3
"""Systems: two points always lie on a line."""


def system_correlation(human: Floats, scores: Floats, kind: Correlation) -> Measured:
    """In [-1, 1], undefined for fewer than :data:`MIN_SYSTEMS` systems. ``number`` is of systems.

    Args:
        human, scores: shape (systems,), NaN where undefined, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    number = int((~np.isnan(human) & ~np.isnan(scores)).sum())
    if number < MIN_SYSTEMS:
        return undefined(f"{counted(number, 'system')}, expected {MIN_SYSTEMS} at least", number)
    found = correlation(human, scores, kind)
    return (
        undefined("scores or ratings of systems never differ", number)
        if found is None
        else Measured(found, number=number)
    )


def system_bounds(human: Floats, scores: Floats, kind: Correlation) -> tuple[float | None, float | None]:
    """Between which bounds 95 % of the correlations in bootstrap samples lie; None where none is defined.

    Args:
        human, scores: shape (samples, systems), NaN where undefined.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    numbers = (~np.isnan(human) & ~np.isnan(scores)).sum(axis=1)
    return interval(np.where(numbers < MIN_SYSTEMS, np.nan, row_correlations(human, scores, kind)))
