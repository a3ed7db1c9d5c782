"""Correlation of scores with ratings: of segments (over all translations, by source or by system) and of systems.

By source or by system, it is the mean over the groups in which the correlation is defined: it is not where all ratings
or all scores are equal. Bounds come from the percentile bootstrap over segments (Deutsch et al. 2021, A Statistical
Analysis of Summarization Evaluation Metrics using Resampling Methods, BOOT-INPUTS): segments are drawn with all
translations.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.escaping import counted
from meantree.evaluation.correlations import Correlation, correlation, group_correlations, row_correlations, tau_b
from meantree.evaluation.measured import (
    ONE_SYSTEM,
    Floats,
    Grouping,
    Measured,
    Places,
    count_pairs,
    known_means,
    quotients,
    undefined,
)
from meantree.evaluation.significance import CELLS, bootstrap_draws, interval
from meantree.work import Work

NEGLIGIBLE_VARIANCE = 1e-15
"""A variance that is a smaller share of the sum of squares is a rounding error."""


def correlated(
    human: Floats,
    scores: Floats,
    kind: Correlation,
    grouping: Grouping = "none",
    *,
    resamples: int = 0,
    seed: int = 1,
    work: Work = Work(),
) -> Measured:
    """Correlate scores of segments with ratings, in [-1, 1].

    Args:
        human, scores: shape (systems, segments), NaN in the same cells; higher is better in both.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
        grouping: which translations are correlated separately.
        resamples: number of bootstrap samples for the bounds; 0 for no bounds.

    Returns:
        ``number`` counts translations without grouping, else groups that have a value.
    """
    values = group_correlations(human, scores, kind, grouping)
    defined = ~np.isnan(values)
    if not defined.any():
        return undefined(_why_undefined(human, grouping))
    number = int((~np.isnan(human)).sum()) if grouping == "none" else int(defined.sum())
    low, high = None, None
    if resamples:
        low, high = interval(_samples(human, scores, kind, grouping, values, resamples, seed, work))
    return Measured(float(values[defined].mean()), low=low, high=high, number=number)


def _why_undefined(human: Floats, grouping: Grouping) -> str:
    if grouping == "item" and ((~np.isnan(human)).sum(axis=0) < 2).all():
        return ONE_SYSTEM
    where = {"none": "", "item": " of one source", "system": " of one system"}[grouping]
    return f"all scores or all ratings{where} are equal"


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
    """Return the measure in bootstrap samples of the segments, shape (resamples,), NaN where undefined."""
    blocks: list[Floats] = []
    for weights in bootstrap_draws(human.shape[1], resamples, seed):
        work.step("Drawing samples", sum(map(len, blocks)), resamples)
        if grouping == "item":
            blocks.append(_mean_by_item(values, weights))
            continue
        matrices = [human], [scores]
        if grouping == "system":
            matrices = [rated[None] for rated in human], [rated[None] for rated in scores]
        parts = [_weighted(rated, scored, kind, weights, work) for rated, scored in zip(*matrices, strict=True)]
        blocks.append(known_means(np.array(parts), axis=0))
    return np.concatenate(blocks)


def _mean_by_item(values: Floats, weights: Floats) -> Floats:
    """Return means over drawn items, whose own values do not depend on what is drawn."""
    known = ~np.isnan(values)
    return quotients(weights[:, known] @ values[known], weights[:, known].sum(axis=1))


def _weighted(human: Floats, scores: Floats, kind: Correlation, weights: Floats, work: Work) -> Floats:
    """Correlate cells, each as often as its segment was drawn, for weights of shape (samples, segments)."""
    known = ~np.isnan(human)
    column = np.nonzero(known)[1]
    rated, scored = human[known], scores[known]
    if not len(rated):
        return np.full(len(weights), np.nan)
    if kind == "kendall":
        return _kendall(rated, scored, column, weights, work)
    size = max(1, CELLS // max(1, len(rated)))
    blocks = [weights[begin : begin + size, column] for begin in range(0, len(weights), size)]
    return np.concatenate([_moments(rated, scored, kind, times) for times in blocks])


def _moments(rated: Floats, scored: Floats, kind: Correlation, times: Floats) -> Floats:
    if kind == "spearman":
        return weighted_pearson(weighted_ranks(rated, times), weighted_ranks(scored, times), times)
    rows = np.broadcast_to(rated - rated.mean(), times.shape), np.broadcast_to(scored - scored.mean(), times.shape)
    return weighted_pearson(*rows, times)


def _kendall(rated: Floats, scored: Floats, column: Places, weights: Floats, work: Work) -> Floats:
    _, ranks = np.unique(rated, return_inverse=True)
    _, score_ranks = np.unique(scored, return_inverse=True)
    taus = np.full(len(weights), np.nan)
    for place, row in enumerate(weights.astype(np.intp)):
        work.step("Drawing samples for τ", place, len(weights))
        cells = np.repeat(np.arange(len(ranks)), row[column])
        drawn_ranks, drawn_score_ranks = ranks[cells], score_ranks[cells]
        if len(cells) and drawn_ranks.min() < drawn_ranks.max() and drawn_score_ranks.min() < drawn_score_ranks.max():
            taus[place] = tau_b(drawn_ranks, drawn_score_ranks)
    return taus


def weighted_ranks(values: Floats, times: Floats) -> Floats:
    """Return average ranks of values in samples that have each ``times`` often, shape (samples, n) as ``times``."""
    _, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    sizes = np.add.reduceat(times[:, order], starts, axis=1)
    ranks: Floats = (sizes.cumsum(axis=1) - sizes / 2 + 0.5)[:, group]
    return ranks


def weighted_pearson(first: Floats, second: Floats, times: Floats) -> Floats:
    """Return Pearson's r of rows whose values occur ``times`` often, shape (samples,); NaN if either is constant."""
    number = times.sum(axis=1)
    number[number == 0] = np.nan
    means = [(times * values).sum(axis=1) / number for values in (first, second)]
    first, second = first - means[0][:, None], second - means[1][:, None]
    products = [
        (times * left * right).sum(axis=1) for left, right in ((first, second), (first, first), (second, second))
    ]
    least = [NEGLIGIBLE_VARIANCE * number * np.square(mean) for mean in means]
    spread = np.sqrt(products[1]) * np.sqrt(products[2])
    varies = (products[1] > least[0]) & (products[2] > least[1])
    return np.clip(quotients(products[0], spread, varies), -1.0, 1.0)


NEGLIGIBLE_SUM = 1e-12
"""A sum of squared differences that is a smaller share of the sum of squares is a rounding error."""


def difference_pearson(human: Floats, scores: Floats, grouping: Grouping = "item") -> Measured:
    """Return pairwise-difference Pearson, in [-1, 1]: do scores differ by as much as ratings do?

    It is Pearson's r of differences of scores with differences of ratings, over the pairs of all groups together
    (DiIanni & Deutsch 2025, Don't Sweat the Small Stuff: Segment-Level Meta-Evaluation Based on Pairwise Difference
    Correlation). Each pair counts in both orders, so that the order of systems does not matter and both means are 0: r
    = Σ Δh Δm / √(Σ Δh² Σ Δm²). No pairs are made: within a group of k, Σ (a_i − a_j)(b_i − b_j) = k Σ a b − Σ a Σ b.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        grouping: within which pairs are compared.

    Returns:
        ``number`` counts pairs, each once.
    """
    known = ~np.isnan(human)
    number = count_pairs(known, grouping)
    if not number:
        return undefined(ONE_SYSTEM if grouping == "item" else "no two translations to compare")
    axis = {"none": (0, 1), "item": (0,), "system": (1,)}[grouping]
    ratings, centred_scores = (np.where(known, values - values[known].mean(), 0.0) for values in (human, scores))
    count = known.sum(axis=axis)

    def products(first: Floats, second: Floats) -> float:
        return float((count * (first * second).sum(axis=axis) - first.sum(axis=axis) * second.sum(axis=axis)).sum())

    squares = products(ratings, ratings), products(centred_scores, centred_scores)
    size = int(count.max())
    if (
        squares[0] <= NEGLIGIBLE_SUM * size * np.square(ratings).sum()
        or squares[1] <= NEGLIGIBLE_SUM * size * np.square(centred_scores).sum()
    ):
        return undefined("all compared scores or ratings are equal", number)
    r = products(ratings, centred_scores) / np.sqrt(squares[0] * squares[1])
    return Measured(float(np.clip(r, -1.0, 1.0)), number=number)


MIN_SYSTEMS: Final = 3
"""Minimum number of systems: two points always lie on a line."""


def system_correlation(human: Floats, scores: Floats, kind: Correlation) -> Measured:
    """Correlate scores of systems with their mean ratings, in [-1, 1]; ``number`` counts systems.

    Args:
        human, scores: shape (systems,), NaN where undefined, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    number = int((~np.isnan(human) & ~np.isnan(scores)).sum())
    if number < MIN_SYSTEMS:
        return undefined(f"{counted(number, 'system')}, expected at least {MIN_SYSTEMS}", number)
    value = correlation(human, scores, kind)
    return (
        undefined("all systems have the same score or the same rating", number)
        if value is None
        else Measured(value, number=number)
    )


def system_bounds(human: Floats, scores: Floats, kind: Correlation) -> tuple[float | None, float | None]:
    """Return bounds of 95 % of the correlations of systems in bootstrap samples; None where none is defined.

    Args:
        human, scores: shape (samples, systems), NaN where undefined.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    numbers = (~np.isnan(human) & ~np.isnan(scores)).sum(axis=1)
    return interval(np.where(numbers < MIN_SYSTEMS, np.nan, row_correlations(human, scores, kind)))
