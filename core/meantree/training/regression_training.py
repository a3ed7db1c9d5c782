"""Training of regression metrics: weights that predict people's ratings (Padó et al. 2009, sections 2 and 4.4)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from scipy.optimize import nnls
from scipy.stats import spearmanr

from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.escaping import listed, quoted, shortened
from meantree.evaluation.measured import Floats, Places
from meantree.metrics.registry import METRICS, usable_metrics
from meantree.metrics.regression_metrics import Regression
from meantree.metrics.trained_model import MAX_NUMBER, Model, Weight
from meantree.scoring.run import score_corpus
from meantree.work import Work

DIGITS = 6
"""Significant digits of numbers in a model's file."""


@dataclass(frozen=True, slots=True, eq=False)
class FittedLine:
    """A fitted line.

    Attributes:
        mean, scale: of the features in the training data, shape (k,).
        weights: per unit of each feature, shape (k,); none is above 0.
        intercept: prediction for identical texts.
    """

    mean: Floats
    scale: Floats
    weights: Floats
    intercept: float = 0.0

    def predict(self, features: Floats) -> Floats:
        """Return predictions of shape (n,) for features of shape (n, k)."""
        return self.intercept + features @ self.weights

    def model(self, blank: Model) -> Model:
        """Return the model with these weights.

        Args:
            blank: defines the features and their order.

        Raises:
            UsageError: if all weights are 0.
        """
        rows = zip(blank.weights, self.mean, self.scale, self.weights, strict=True)
        weights = tuple(
            replace(weight, mean=_rounded(mean), scale=_rounded(sd), weight=_rounded(w)) for weight, mean, sd, w in rows
        )
        if not any(weight.weight for weight in weights):
            raise UsageError(
                "no feature that differs between translations is related to the ratings; nothing is learned"
            )
        return replace(blank, weights=weights, intercept=_rounded(self.intercept))


def predict(model: Model, features: Floats) -> Floats:
    """Return a model's predictions, shape (n,), for its inputs, shape (n, k)."""
    rows = [(weight.mean, weight.scale, weight.weight) for weight in model.weights]
    mean, scale, weights = np.array(rows, dtype=np.float64).reshape(-1, 3).T
    return FittedLine(mean, scale, weights, model.intercept).predict(features)


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}") + 0.0  # never −0


ALPHAS = tuple(lead * 10.0**power for power in range(5) for lead in (1, 2, 4))
"""Strengths of regularisation."""
TINY = 1e-10
"""Eigenvalues of the products below this share of the largest one count as 0."""
FOLDS = 5
"""Number of folds of a single corpus, divided by segments; of several corpora each is a fold."""


@dataclass(frozen=True, slots=True)
class RatedFeatures:
    """The rated translations of one corpus.

    Attributes:
        features: shape (translations, k), the inputs of a model.
        ratings: shape (translations,), higher is better.
        segments: shape (translations,), 0-based place of each translation's segment; None if all differ.
    """

    features: Floats
    ratings: Floats
    segments: Places | None = None

    def __len__(self) -> int:
        return len(self.ratings)

    def part(self, rows: Places) -> RatedFeatures:
        """Return the translations at these rows."""
        return RatedFeatures(
            self.features[rows], self.ratings[rows], None if self.segments is None else self.segments[rows]
        )


@dataclass(frozen=True, slots=True)
class Fit:
    """A trained model.

    Attributes:
        model: without a description.
        alpha: strength of regularisation.
        correlations: Spearman's ρ with the held-out ratings: of each corpus, or of each fold of a single one. ``alpha``
            was chosen by their mean, so they are slightly higher than on new texts.
    """

    model: Model
    alpha: float
    correlations: tuple[float, ...]


def untrained(name: str) -> Regression:
    """Return the regression metric of this name without weights, which only measures its features.

    Raises:
        UsageError: if there is no such regression metric.
    """
    chosen: Any = METRICS.get(name)
    if not (isinstance(chosen, type) and issubclass(chosen, Regression)):
        known = listed(name for name, one in usable_metrics().items() if isinstance(one, Regression))
        raise UsageError(f"--model: found {shortened(name)}, expected one of {known}")
    metric: Regression = chosen(model=Model(name, tuple(Weight(*key) for key in chosen.known())))
    return metric


def rated_features(
    corpus: Corpus,
    kind: str,
    metric: Regression,
    store: AnalysisStore,
    *,
    lower_is_better: bool = False,
    work: Work = Work(),
) -> RatedFeatures:
    """Return the features of the rated translations, with their mean ratings.

    Args:
        corpus: of one source language, or of one domain.
        kind: of the ratings, such as ``da``.
        metric: untrained; of several references it then uses the first.
        lower_is_better: whether low ratings are good, as for ranks and HTER; ratings change their sign.
        work: see :func:`meantree.scoring.run.score_corpus`.

    Raises:
        UsageError: if there are no such ratings, or they are unusable for training.
    """
    rated = [(segment, ratings_of) for segment in corpus.segments if (ratings_of := _ratings(segment, kind))]
    if not rated:
        raise UsageError(_lack(corpus, kind))
    part = replace(corpus, segments=tuple(segment for segment, _ in rated))
    systems = [system for system in corpus.systems if any(system in ratings_of for _, ratings_of in rated)]
    metrics = {metric.name: metric}
    table = score_corpus(part, metrics, store, systems=systems, keep=False, work=work)
    rows = [
        (place, row[1:], -ratings_of[system] if lower_is_better else ratings_of[system])
        for system in systems
        for place, (_, ratings_of) in enumerate(rated)
        if system in ratings_of and (row := table.columns[system, metric.name].row(place)) is not None
    ]
    ratings = np.array([rating for *_, rating in rows])
    if fault := _fault(ratings):
        raise UsageError(f"the ratings {quoted(kind)} of {shortened(corpus.name)} cannot be used for training: {fault}")
    return RatedFeatures(np.array([row for _, row, _ in rows]), ratings, np.array([place for place, *_ in rows]))


def _lack(corpus: Corpus, kind: str) -> str:
    """Return why there are no usable ratings."""
    name, ratings = shortened(corpus.name), [rating for segment in corpus.segments for rating in segment.ratings]
    same_kind = [rating for rating in ratings if rating.kind == kind]
    if not same_kind:
        kinds = listed(sorted({rating.kind for rating in ratings})) or "none"
        return f"{name} has no ratings of the kind {quoted(kind)}; available kinds: {kinds}"
    if not any(math.isfinite(rating.value) for rating in same_kind):
        return f"none of the ratings {quoted(kind)} of {name} is a number"
    return f"none of the ratings {quoted(kind)} of {name} belongs to a translation in it"


def _fault(ratings: Floats) -> str:
    """Return why ratings are unusable for training; empty if they are usable."""
    if not len(ratings):
        return "none belongs to a translation that can be scored"
    if np.abs(ratings).max() > MAX_NUMBER:
        return f"expected values from −{MAX_NUMBER:,.0f} to {MAX_NUMBER:,.0f}"
    return "" if np.ptp(ratings) else f"all are {ratings[0]:g}"


def _ratings(segment: Segment, kind: str) -> dict[str, float]:
    """Return the mean rating of each system's translation."""
    values: dict[str, list[float]] = {}
    for rating in segment.ratings:
        if rating.kind == kind and math.isfinite(rating.value) and rating.system in segment.hypotheses:
            values.setdefault(rating.system, []).append(rating.value)
    return {system: float(np.mean(numbers)) for system, numbers in values.items()}


def fit(
    data: Sequence[RatedFeatures], metric: Regression, *, seed: int = 1, alpha: float | None = None, work: Work = Work()
) -> Fit:
    """Fit weights by ridge regression, with features and ratings standardised within each corpus.

    Standardisation ignores differences between source languages, whose ratings are not comparable. Features measure
    shortcomings, so no weight may be above 0: contributions agree with the features' claims, and no prediction exceeds
    that of identical texts. The penalty is the squared weight times the feature's deviation, so features that vary
    little are regularised more. Its strength is the one that best predicts each corpus from all others, or each fold of
    a single corpus from the rest.

    Args:
        seed: of the folds of a single corpus.
        alpha: strength of regularisation; None to choose it by cross-validation.

    Raises:
        UsageError: if there are fewer translations than features.
    """
    translations, size = sum(map(len, data)), len(metric.model.weights)
    if translations <= size:
        raise UsageError(
            f"{translations:,} rated translations for {size:,} features, expected more translations than features"
        )
    if alpha is not None:
        (line,) = _lines(data, [alpha])
        return Fit(line.model(metric.model), alpha, ())
    parts = list(folds(data, seed))
    reached = []
    for fold, (training, held_out) in enumerate(parts):
        work.step("Fitting weights", fold, len(parts))
        reached.append([_correlation(line, held_out) for line in _lines(training, ALPHAS)])
    best = max(range(len(ALPHAS)), key=lambda place: sum(row[place] for row in reached))
    (line,) = _lines(data, ALPHAS[best : best + 1])
    work.step("Fitting weights", len(parts), len(parts))
    return Fit(line.model(metric.model), ALPHAS[best], tuple(row[best] for row in reached))


class Divisible(Protocol):
    """Training data that can be divided by segments."""

    @property
    def segments(self) -> Places | None:
        """The segment of each item."""

    def __len__(self) -> int: ...

    def part(self, rows: Places) -> Self:
        """Return the items at these rows."""


P = TypeVar("P", bound=Divisible)


def folds(data: Sequence[P], seed: int) -> Iterator[tuple[list[P], P]]:
    """Yield training and held-out data: each corpus is held out in turn, or each fold of a single one.

    Raises:
        UsageError: if a single corpus has too few segments.
    """
    if len(data) > 1:
        for held_out in data:
            yield [part for part in data if part is not held_out], held_out
        return
    (corpus,) = data
    segments = np.arange(len(corpus)) if corpus.segments is None else corpus.segments
    distinct = np.unique(segments)
    if len(distinct) < FOLDS:
        raise UsageError(f"{len(distinct)} rated segments, expected at least {FOLDS}, or several corpora")
    for places in np.array_split(np.random.default_rng(seed).permutation(distinct), FOLDS):
        is_out = np.isin(segments, places)
        yield [corpus.part(np.flatnonzero(~is_out))], corpus.part(np.flatnonzero(is_out))


def _lines(data: Sequence[RatedFeatures], alphas: Sequence[float]) -> list[FittedLine]:
    """Return the fitted line for each alpha."""
    scale, spread = _pooled([part.features for part in data]), _pooled([part.ratings for part in data])
    root = np.sqrt(scale)
    features = np.concatenate([_standardised(part.features) for part in data]) * root
    ratings = np.concatenate([_standardised(part.ratings) for part in data])
    products, with_ratings = features.T @ features, features.T @ ratings
    fitted = [_falling_ridge(products, with_ratings, alpha) for alpha in alphas]
    unit = np.where(scale > 0, spread / np.where(scale > 0, root, 1.0), 0.0)
    mean = np.average([part.features.mean(axis=0) for part in data], axis=0, weights=[len(part) for part in data])
    mean_rating = float(np.concatenate([part.ratings for part in data]).mean())
    rows = [weights * unit for weights in fitted]
    return [FittedLine(mean, scale, weights, mean_rating - float(mean @ weights)) for weights in rows]


def _falling_ridge(products: Floats, with_ratings: Floats, alpha: float) -> Floats:
    """Return weights of a ridge regression in which no weight is above 0.

    Args:
        products: of the centred features with each other, shape (k, k).
        with_ratings: of the centred features with the standardised ratings, shape (k,).
        alpha: strength of regularisation.
    """
    values, vectors = np.linalg.eigh(products)
    is_used = values > max(values.max(), 1.0) * TINY
    if not is_used.any():  # every feature is constant
        return np.zeros_like(with_ratings)
    roots = np.sqrt(values[is_used])  # k rows with the same products as all translations, hence the same fit
    rows, targets = roots[:, None] * vectors[:, is_used].T, vectors[:, is_used].T @ -with_ratings / roots
    size = len(with_ratings)
    penalty = np.sqrt(alpha) * np.eye(size)  # as additional rows with target 0
    weights: Floats = -nnls(np.concatenate([rows, penalty]), np.concatenate([targets, np.zeros(size)]))[0]
    return weights


def _standardised(values: Floats) -> Floats:
    """Scale columns to mean 0 and deviation 1; constant columns become 0."""
    spread = _spread(values)
    centred: Floats = values - values.mean(axis=0)
    return np.where(spread > 0, centred / np.where(spread > 0, spread, 1.0), 0.0)


def _pooled(parts: Sequence[Floats]) -> Floats:
    """Return the deviation within corpora."""
    sizes = np.array([len(part) for part in parts], dtype=np.float64)
    squares = np.array([_spread(part) ** 2 for part in parts])
    return np.sqrt(np.tensordot(sizes / sizes.sum(), squares, axes=1))


def _spread(values: Floats) -> Floats:
    """Return the standard deviation of columns; exactly 0 for constant ones."""
    return np.where(np.ptp(values, axis=0) > 0, values.std(axis=0), 0.0)


def _correlation(line: FittedLine, held_out: RatedFeatures) -> float:
    """Return Spearman's ρ of predictions and ratings; 0 if either is constant."""
    predict = line.predict(held_out.features)
    if np.ptp(predict) == 0 or np.ptp(held_out.ratings) == 0:
        return 0.0
    return float(spearmanr(predict, held_out.ratings).statistic)
