"""Training of regression metrics: weights that predict people's ratings (Padó et al. 2009, sections 2 and 4.4)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeVar

import numpy as np

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.escaping import listed, quoted, shortened
from meantree.evaluation.measured import Floats, Places
from meantree.metrics.registry import METRICS
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.trained_model import MAX_NUMBER, Model, Weight
from meantree.scoring.run import score_corpus
from meantree.work import Work, single_threaded

DIGITS = 6
"""Significant figures of what a model's file says."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedLine:
    """A fitted line.

    Attributes:
        mean, scale: of the features in the training data, shape (k,).
        weights: for one more of each, shape (k,); none is above 0.
        intercept: what is predicted for identical texts.
    """

    mean: Floats
    scale: Floats
    weights: Floats
    intercept: float = 0.0

    def predict(self, features: Floats) -> Floats:
        """Of translations, shape (n, k); shape (n,)."""
        return self.intercept + features @ self.weights

    def model(self, blank: Model) -> Model:
        """The model with these weights.

        Args:
            blank: names the features, in their order.

        Raises:
            UsageError: if all weights are 0.
        """
        rows = zip(blank.weights, self.mean, self.scale, self.weights, strict=True)
        weights = tuple(replace(one, mean=_told(mean), scale=_told(sd), weight=_told(w)) for one, mean, sd, w in rows)
        if not any(weight.weight for weight in weights):
            raise UsageError(
                "the translations do not differ in any feature that has to do with ratings; nothing is learned"
            )
        return replace(blank, weights=weights, intercept=_told(self.intercept))


def predict(model: Model, features: Floats) -> Floats:
    """What a model says of translations, shape (n,), from features as it takes them, shape (n, k)."""
    rows = [(weight.mean, weight.scale, weight.weight) for weight in model.weights]
    mean, scale, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return FittedLine(mean, scale, weights, model.intercept).predict(features)


def _told(value: float) -> float:
    return float(f"{value:.{DIGITS}g}") + 0.0  # never −0


ALPHAS = tuple(lead * 10.0**power for power in range(5) for lead in (1, 2, 4))
"""How strongly weights are held back."""
TINY = 1e-10
"""Eigenvalues of the products below this share of the greatest one count as 0."""
FOLDS = 5
"""Of a single corpus, cut between segments; of several each is one."""


@dataclass(frozen=True, slots=True)
class RatedFeatures:
    """The rated translations of one corpus.

    Attributes:
        features: shape (translations, k), as a model takes them.
        ratings: shape (translations,), higher is better.
        segments: shape (translations,), the place of the segment that each is of; without it each is of its own.
    """

    features: Floats
    ratings: Floats
    segments: Places | None = None

    def __len__(self) -> int:
        return len(self.ratings)

    def part(self, rows: Places) -> RatedFeatures:
        """Some of them."""
        return RatedFeatures(
            self.features[rows], self.ratings[rows], None if self.segments is None else self.segments[rows]
        )


@dataclass(frozen=True, slots=True)
class Fit:
    """A trained model.

    Attributes:
        model: without anything about itself.
        alpha: how strongly its weights were held back.
        correlations: Spearman's with the ratings of what was left out: of each corpus, or of each part of a single one.
            ``alpha`` was chosen by the mean of these, so they are a little higher than those of new texts would be.
    """

    model: Model
    alpha: float
    correlations: tuple[float, ...]


def untrained(name: str) -> Regression:
    """The metric of this name as it measures its features, without any weights.

    Raises:
        UsageError: if there is no such regression metric.
    """
    chosen: Any = METRICS.get(name)
    if chosen is None or not issubclass(chosen, Regression):
        there = listed(name for name, found in METRICS.items() if issubclass(found, Regression))
        raise UsageError(f"--model: found {shortened(name)}, expected one of {there}")
    metric: Regression = chosen(model=Model(name, tuple(Weight(*key) for key in chosen.known())))
    return metric


def rated_features(
    corpus: Corpus,
    kind: str,
    metric: Regression,
    store: AnalysisStore,
    *,
    lower_is_better: bool = False,
    work: Work | None = None,
) -> RatedFeatures:
    """What a metric measures in the translations that people rated, with the mean of their ratings.

    Args:
        corpus: of one source language, or of one domain.
        kind: of the ratings, as in ``da``.
        metric: without weights; of several references it then takes the first.
        store: what analyses the texts.
        lower_is_better: whether a small rating is a good one, as for ranks and HTER; ratings change their sign.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        UsageError: if there are no such ratings, or they teach nothing.
    """
    found = [(segment, given) for segment in corpus.segments if (given := _ratings(segment, kind))]
    if not found:
        raise UsageError(_lack(corpus, kind))
    part = replace(corpus, segments=tuple(segment for segment, _ in found))
    systems = [system for system in corpus.systems if any(system in given for _, given in found)]
    metrics = {metric.name: metric}
    table = score_corpus(part, metrics, store, systems=systems, keep=False, work=work)
    rows = [
        (place, row[1:], -given[system] if lower_is_better else given[system])
        for system in systems
        for place, (_, given) in enumerate(found)
        if system in given and (row := table.columns[system, metric.name].row(place)) is not None
    ]
    ratings = np.array([rating for *_, rating in rows])
    if fault := _fault(ratings):
        raise UsageError(f"the ratings {quoted(kind)} of {shortened(corpus.name)} teach nothing: {fault}")
    return RatedFeatures(np.array([row for _, row, _ in rows]), ratings, np.array([place for place, *_ in rows]))


def _lack(corpus: Corpus, kind: str) -> str:
    """Why there is nothing to learn from."""
    name, given = shortened(corpus.name), [rating for segment in corpus.segments for rating in segment.ratings]
    alike = [one for one in given if one.kind == kind]
    if not alike:
        there = listed(sorted({one.kind for one in given})) or "none"
        return f"{name} has no rating of the kind {quoted(kind)}; ratings there are: {there}"
    if not any(math.isfinite(one.value) for one in alike):
        return f"none of the ratings {quoted(kind)} of {name} is a number"
    return f"none of the ratings {quoted(kind)} of {name} is of a translation that is there"


def _fault(ratings: Floats) -> str:
    """Why nothing can be learned from ratings; empty if something can."""
    if not len(ratings):
        return "none is of a translation that can be scored"
    if np.abs(ratings).max() > MAX_NUMBER:
        return f"expected them from −{MAX_NUMBER:,.0f} to {MAX_NUMBER:,.0f}"
    return "" if np.ptp(ratings) else f"all are {ratings[0]:g}"


def _ratings(segment: Segment, kind: str) -> dict[str, float]:
    """The mean rating of each system's translation."""
    values: dict[str, list[float]] = {}
    for rating in segment.ratings:
        if rating.kind == kind and math.isfinite(rating.value) and rating.system in segment.hypotheses:
            values.setdefault(rating.system, []).append(rating.value)
    return {system: float(np.mean(found)) for system, found in values.items()}


def fit(
    data: Sequence[RatedFeatures],
    metric: Regression,
    *,
    seed: int = 1,
    alpha: float | None = None,
    work: Work | None = None,
) -> Fit:
    """Weights by ridge regression, after features and ratings were standardised within each corpus.

    So nothing is learned of differences between source languages, which ratings do not share. Features say what a
    translation lacks, so no weight may be above 0: what a feature contributes means what its claim says, and nothing is
    predicted to be better than identical texts. Weights are held back by their squares times the deviations of their
    features: those that vary little more. How strongly, is what predicts a corpus best from all others; of one corpus
    alone, a fifth from the rest.

    Args:
        data: of each corpus.
        metric: names the features.
        seed: of the parts that a single corpus is cut into.
        alpha: how strongly weights are held back, if that is known; nothing is then left out.
        work: progress and cancel.

    Raises:
        UsageError: if there are fewer translations than features.
    """
    translations, size = sum(map(len, data)), len(metric.model.weights)
    if translations <= size:
        raise UsageError(f"{translations:,} rated translations for {size:,} features, expected more of them")
    if alpha is not None:
        (line,) = _lines(data, [alpha])
        return Fit(line.model(metric.model), alpha, ())
    work = work or Work()
    parts = list(folds(data, seed))
    reached = []
    for done, (rest, left) in enumerate(parts):
        work.step("Fitting weights", done, len(parts))
        reached.append([_correlation(line, left) for line in _lines(rest, ALPHAS)])
    best = max(range(len(ALPHAS)), key=lambda place: sum(row[place] for row in reached))
    (line,) = _lines(data, ALPHAS[best : best + 1])
    work.step("Fitting weights", len(parts), len(parts))
    return Fit(line.model(metric.model), ALPHAS[best], tuple(row[best] for row in reached))


class Divisible(Protocol):
    """What is learned from, and can be cut between segments."""

    @property
    def segments(self) -> Places | None:
        """Of which segment each thing is."""

    def __len__(self) -> int: ...

    def part(self, rows: Places) -> Self:
        """Some of it."""


P = TypeVar("P", bound=Divisible)


def folds(data: Sequence[P], seed: int) -> Iterator[tuple[list[P], P]]:
    """What is learned from, and what is left out, in turn: each corpus, or a fifth of a single one.

    Raises:
        UsageError: if a single corpus has too few segments.
    """
    if len(data) > 1:
        for left in data:
            yield [one for one in data if one is not left], left
        return
    (only,) = data
    segments = np.arange(len(only)) if only.segments is None else only.segments
    there = np.unique(segments)
    if len(there) < FOLDS:
        raise UsageError(f"{len(there)} rated segments, expected {FOLDS} at least, or several corpora")
    for places in np.array_split(np.random.default_rng(seed).permutation(there), FOLDS):
        out = np.isin(segments, places)
        yield [only.part(np.flatnonzero(~out))], only.part(np.flatnonzero(out))


def _lines(data: Sequence[RatedFeatures], alphas: Sequence[float]) -> list[FittedLine]:
    """The line for each alpha."""
    scale, spread = _pooled([one.features for one in data]), _pooled([one.ratings for one in data])
    root = np.sqrt(scale)
    features = np.concatenate([_standardised(one.features) for one in data]) * root
    ratings = np.concatenate([_standardised(one.ratings) for one in data])
    products, with_ratings = features.T @ features, features.T @ ratings
    with single_threaded():
        found = [_falling_ridge(products, with_ratings, alpha) for alpha in alphas]
    unit = np.where(scale > 0, spread / np.where(scale > 0, root, 1.0), 0.0)
    mean = np.average([one.features.mean(axis=0) for one in data], axis=0, weights=[len(one) for one in data])
    usual = float(np.concatenate([one.ratings for one in data]).mean())
    rows = [weights * unit for weights in found]
    return [FittedLine(mean, scale, weights, usual - float(mean @ weights)) for weights in rows]


def _falling_ridge(products: Floats, with_ratings: Floats, alpha: float) -> Floats:
    """Ridge regression in which no weight is above 0.

    Args:
        products: of the centred features with each other, shape (k, k).
        with_ratings: of these with the standardised ratings, shape (k,).
        alpha: how strongly weights are held back.
    """
    from scipy.optimize import nnls

    values, vectors = np.linalg.eigh(products)
    kept = values > max(values.max(), 1.0) * TINY
    if not kept.any():  # every feature is constant
        return np.zeros_like(with_ratings)
    roots = np.sqrt(values[kept])  # k rows with the same products as all translations: the fit is the same
    rows, targets = roots[:, None] * vectors[:, kept].T, vectors[:, kept].T @ -with_ratings / roots
    size = len(with_ratings)
    penalty = np.sqrt(alpha) * np.eye(size)  # as further rows whose target is 0
    weights: Floats = -nnls(np.concatenate([rows, penalty]), np.concatenate([targets, np.zeros(size)]))[0]
    return weights


def _standardised(values: Floats) -> Floats:
    """With mean 0 and deviation 1 over the rows; 0 where all are the same."""
    spread = _spread(values)
    centred: Floats = values - values.mean(axis=0)
    return np.where(spread > 0, centred / np.where(spread > 0, spread, 1.0), 0.0)


def _pooled(parts: Sequence[Floats]) -> Floats:
    """The deviation within corpora."""
    sizes = np.array([len(part) for part in parts], dtype=np.float64)
    squares = np.array([_spread(part) ** 2 for part in parts])
    return np.sqrt(np.tensordot(sizes / sizes.sum(), squares, axes=1))


def _spread(values: Floats) -> Floats:
    """The standard deviation over the rows; exactly 0 where all are the same."""
    return np.where(np.ptp(values, axis=0) > 0, values.std(axis=0), 0.0)


def _correlation(line: FittedLine, left: RatedFeatures) -> float:
    """Spearman's rank correlation of predictions and ratings; 0 where one of them is constant."""
    from scipy.stats import spearmanr

    predict = line.predict(left.features)
    if np.ptp(predict) == 0 or np.ptp(left.ratings) == 0:
        return 0.0
    return float(spearmanr(predict, left.ratings).statistic)
