"""Weights of roles that make HMEANT follow human ranks as closely as it can (Lo & Wu 2011; 2012, supervised)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from meantree.corpus.corpus import Corpus
from meantree.errors import UsageError
from meantree.escaping import counted, did_you_mean, listed, quoted
from meantree.evaluation.compared_frames import WEIGHT_NAMES, ComparedFrames, StackedFrames, annotated_frames
from meantree.evaluation.correlations import Correlation, correlation, mean_within_sources
from meantree.evaluation.measured import Floats
from meantree.work import Work, single_threaded

KINDS: dict[str, Correlation] = {one: one for one in ("kendall", "spearman", "pearson")}
GENERATIONS = 60
Grouping = Literal["item", "none"]
"""Whether translations of one source are ranked, or all of them."""


@dataclass(frozen=True, slots=True)
class RatedFrames:
    """The frames of one translation, and how people rated it, higher is better."""

    compared: ComparedFrames
    rating: float


@dataclass(frozen=True, slots=True)
class TrainedWeights:
    """Weights by name, the largest 1; what they and uniform ones reach on the training data; how much that was."""

    weights: dict[str, float]
    correlation: float
    uniform: float
    translations: int
    segments: int


class RatingFit:
    """How well frames under any weights follow ratings; what is asked for thousands of times is found once."""

    def __init__(self, data: Sequence[RatedFrames], kind: Correlation, grouping: Grouping = "item") -> None:
        """Take translations, the correlation, and within what they are ranked."""
        self.kind, self.grouping = kind, grouping
        self.stacked = StackedFrames([one.compared for one in data])
        systems = list(dict.fromkeys(one.compared.system for one in data))
        places = {place: column for column, place in enumerate(dict.fromkeys(one.compared.place for one in data))}
        self._rows = np.array([systems.index(one.compared.system) for one in data], dtype=np.intp)
        self._columns = np.array([places[one.compared.place] for one in data], dtype=np.intp)
        self._shape = len(systems), len(places)
        self.human = self.laid_out(np.array([one.rating for one in data]))

    def laid_out(self, values: Floats) -> Floats:
        """One value a translation as a matrix, shape (systems, segments), NaN elsewhere."""
        found = np.full(self._shape, np.nan)
        found[self._rows, self._columns] = values
        return found

    def of_scores(self, scores: Floats) -> float | None:
        """In [-1, 1], of one score a translation; None where people make no difference.

        Among all translations, 0 where all scores are equal, as within sources.
        """
        matrix = self.laid_out(scores)
        if self.grouping == "item":
            return mean_within_sources(self.human, matrix, self.kind)
        human = self.human.ravel()
        if np.unique(human[~np.isnan(human)]).size < 2:
            return None
        return correlation(human, matrix.ravel(), self.kind) or 0.0

    def of_weights(self, weights: Floats) -> float | None:
        """The same of the scores under weights of shape (12,)."""
        return self.of_scores(self.stacked.scores(weights))

    @property
    def told(self) -> Floats:
        """Shape (segments,), how many translations say something: those of sources that people rated differently."""
        known = ~np.isnan(self.human)
        low, high = (np.where(known, self.human, edge) for edge in (math.inf, -math.inf))
        differ = (low.min(axis=0) < high.max(axis=0)) | (self.grouping == "none")
        counts: Floats = np.where(differ, known.sum(axis=0), 0).astype(np.float64)
        return counts


def rated_frames(
    corpus: Corpus, kind: str, *, partial: float = 0.5, lower_is_better: bool = False
) -> list[RatedFrames]:
    """The annotated translations that people rated, with the mean of their ratings.

    Args:
        corpus: with the frames of one annotator.
        kind: of the ratings, as in ``da``.
        partial: what a partial link counts.
        lower_is_better: whether a small rating is a good one, as for ranks and HTER.

    Raises:
        UsageError: if there are no such ratings of annotated translations.
    """
    found = with_ratings(annotated_frames(corpus, partial=partial), corpus, kind, lower_is_better=lower_is_better)
    if not found:
        kinds = sorted({rating.kind for segment in corpus.segments for rating in segment.ratings})
        there = listed(kinds) or "none"
        raise UsageError(
            f"no annotated translation has a rating of the kind {quoted(kind)}; ratings there are: {there}"
        )
    return found


def with_ratings(
    compared: Iterable[ComparedFrames], corpus: Corpus, kind: str, *, lower_is_better: bool = False
) -> list[RatedFrames]:
    """Those translations that people rated, with the mean of their ratings, higher is better."""
    found = []
    for one in compared:
        ratings = corpus.segments[one.place].ratings
        values = [rated.value for rated in ratings if (rated.system, rated.kind) == (one.system, kind)]
        if values := [value for value in values if math.isfinite(value)]:
            found.append(RatedFrames(one, float(np.mean(values)) * (-1 if lower_is_better else 1)))
    return found


def train(
    data: Sequence[RatedFrames],
    kind: str = "kendall",
    *,
    seed: int = 1,
    grouping: Grouping = "item",
    work: Work | None = None,
) -> TrainedWeights:
    """The non-negative weights with the highest mean correlation of scores and ratings within segments.

    Segments with one translation, or with equal ratings only, say nothing and are left out. Differential evolution over
    the twelve weights, started from uniform ones, with a fixed seed: the same data give the same weights.

    Args:
        data: annotated and rated translations.
        kind: of correlation.
        seed: of the search.
        grouping: ``none`` ranks all translations, where each segment has one.
        work: asked between generations whether to stop.

    Raises:
        UsageError: if the correlation is unknown, or no segment has translations that are rated differently.
        Cancelled: if the user stopped it.
    """
    from scipy.optimize import Bounds, differential_evolution

    if kind not in KINDS:
        raise UsageError(f"correlation {did_you_mean(kind, KINDS)}, expected one of {', '.join(KINDS)}")
    ranking = RatingFit(data, KINDS[kind], grouping)
    start = np.ones(len(WEIGHT_NAMES))
    uniform = ranking.of_weights(start) if data else None
    if uniform is None:
        raise UsageError("no segment has two annotated translations with different ratings; there is nothing to learn")
    work = work or Work()
    done = [0]

    def loss(weights: Floats) -> float:
        return -(ranking.of_weights(weights) or 0.0)

    def goes_on(_best: Floats, convergence: float) -> None:  # noqa: ARG001  # as the search calls it
        work.step("Learning weights", done[0], GENERATIONS)
        done[0] += 1

    bounds = Bounds(np.zeros(len(WEIGHT_NAMES)), np.ones(len(WEIGHT_NAMES)))
    with single_threaded():
        result = differential_evolution(
            loss, bounds, x0=start, seed=seed, maxiter=GENERATIONS, popsize=6, polish=False, callback=goes_on
        )
    best = result.x if -result.fun > uniform else start
    scaled = best / best.max() if best.max() > 0 else start
    weights = dict(zip(WEIGHT_NAMES, (round(float(value), 4) for value in scaled), strict=True))
    reached = ranking.of_weights(weights_array(weights))
    told = ranking.told
    return TrainedWeights(weights, reached or 0.0, uniform, int(told.sum()), int((told > 0).sum()))


def weights_array(weights: Mapping[str, float]) -> Floats:
    """Shape (12,), in the order of :data:`~meantree.evaluation.compared_frames.WEIGHT_NAMES`."""
    return np.array([weights[name] for name in WEIGHT_NAMES], dtype=np.float64)


FOLDS = 5


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What was learned on all but one part of the segments, and what that reaches on the part.

    Attributes:
        parts: what was learned without each part.
        correlation: within sources the mean over those of all parts; of all translations the mean over parts. None
            where people make no difference in any part.
    """

    parts: tuple[TrainedWeights, ...]
    correlation: float | None


def cross_validate(
    data: Sequence[RatedFrames],
    kind: str = "kendall",
    *,
    folds: int = FOLDS,
    seed: int = 1,
    grouping: Grouping = "item",
    work: Work | None = None,
) -> HeldOut:
    """Learn weights without each part of the segments in turn; the seed says what is a part.

    Args:
        data: annotated and rated translations.
        kind, seed, grouping, work: see :func:`~meantree.evaluation.role_weight_training.train`.
        folds: parts, all translations of a segment in one.

    Raises:
        UsageError: if there are fewer segments than parts, or nothing to learn from without one of them.
        Cancelled: if the user stopped it.
    """
    places = sorted({one.compared.place for one in data})
    if len(places) < folds:
        raise UsageError(f"{counted(len(places), 'segment')} to learn from, expected {folds} at least")
    shuffled = np.random.default_rng(seed).permutation(len(places))
    part_of = {place: int(number) % folds for place, number in zip(places, shuffled, strict=True)}
    parts = np.array([part_of[one.compared.place] for one in data])
    ranking = RatingFit(data, KINDS[kind], grouping)
    found, scores, alone = [], np.zeros(len(data)), []
    for part in range(folds):
        learned = [one for one, where in zip(data, parts, strict=True) if where != part]
        found.append(train(learned, kind, seed=seed, grouping=grouping, work=work))
        held = parts == part
        scores[held] = ranking.stacked.scores(weights_array(found[-1].weights))[held]
        rest = RatingFit([one for one, here in zip(data, held, strict=True) if here], KINDS[kind], grouping)
        if (reached := rest.of_scores(scores[held])) is not None:
            alone.append(reached)
    if grouping == "item":
        return HeldOut(tuple(found), ranking.of_scores(scores))
    return HeldOut(tuple(found), float(np.mean(alone)) if alone else None)
