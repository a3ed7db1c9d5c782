"""Weights of roles that make HMEANT follow human ranks as closely as it can (Lo & Wu 2011; 2012, supervised)."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.similarity import harmonic
from meantree.analysis.depth import Depth
from meantree.analysis.frames import FrameLayer, Role
from meantree.analysis.store import AnalysisStore
from meantree.corpus.model import Corpus
from meantree.errors import Problem, UsageError
from meantree.metrics.frames.hmeant import Hmeant, required
from meantree.metrics.frames.role_weights import PREDICATE
from meantree.metrics.frames.shares import Credits
from meantree.scoring.pairing import pair_of
from meantree.shown import listed, quoted

NAMES = (PREDICATE, *(role.value for role in Role))
CORRELATIONS = ("kendall", "spearman", "pearson")
GENERATIONS = 60
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Side:
    """The frames of one text, as far as weights need them.

    Attributes:
        share: shape (frames,): the share of the covered tokens, summing to 1.
        held: shape (frames, 12): how many parts of each name, :data:`NAMES`, a frame has.
        credited: the same, what of them counts as aligned.
    """

    share: Floats
    held: Floats
    credited: Floats

    def precision(self, weights: Floats) -> float:
        """What of this side is matched, in [0, 1]; 0 without frames."""
        if not len(self.share):
            return 0.0
        whole, matched = self.held @ weights, self.credited @ weights
        # A frame of which all weighs nothing counts as its predicate.
        ratio = np.where(whole > 0, matched / np.where(whole > 0, whole, 1.0), self.credited[:, 0])
        return float(self.share @ ratio)


@dataclass(frozen=True, slots=True)
class Judged:
    """One annotated translation: both sides, and how people rated it, higher is better."""

    segment: str
    hypothesis: Side
    reference: Side
    rating: float

    def hmeant(self, weights: Floats) -> float:
        """F of both sides."""
        return harmonic(self.hypothesis.precision(weights), self.reference.precision(weights))


@dataclass(frozen=True, slots=True)
class Trained:
    """Weights by name, the largest 1; what they and uniform ones reach on the training data; how much that was."""

    weights: dict[str, float]
    correlation: float
    uniform: float
    translations: int
    segments: int


def judged(corpus: Corpus, kind: str, *, partial: float = 0.5, lower_is_better: bool = False) -> list[Judged]:
    """The annotated translations that people rated, with the mean of their ratings.

    Args:
        corpus: with the frames of one annotator.
        kind: of the ratings, as in ``da``.
        partial: what a partial link counts.
        lower_is_better: whether a small rating is a good one, as for ranks and HTER.

    Raises:
        UsageError: if there are no such ratings of annotated translations.
    """
    metric, found = Hmeant(partial=partial), []
    for segment in corpus.segments:
        for system, text in segment.hypotheses.items():
            rated = (one.value for one in segment.ratings if (one.system, one.kind) == (system, kind))
            values = [value for value in rated if math.isfinite(value)]
            if not values or text.annotation is None or not text.annotation.reference:
                continue
            pair = pair_of(segment, system, AnalysisStore(), Depth(frames=True), reference=text.annotation.name)
            if isinstance(pair, Problem):
                continue
            mine, theirs = required(pair.hypothesis.frames), required(pair.references[0].frames)
            credits_ = metric.credits(mine, theirs, pair.frame_links(0))
            rating = float(np.mean(values)) * (-1 if lower_is_better else 1)
            found.append(Judged(segment.key, _side(mine, credits_[0]), _side(theirs, credits_[1]), rating))
    if not found:
        kinds = sorted({one.kind for segment in corpus.segments for one in segment.ratings})
        there = listed(kinds) or "none"
        raise UsageError(
            f"no annotated translation has a rating of the kind {quoted(kind)}; ratings there are: {there}"
        )
    return found


def train(data: Sequence[Judged], correlation: str = "kendall", *, seed: int = 1) -> Trained:
    """The non-negative weights with the highest mean correlation of scores and ratings within segments.

    Segments with one translation, or with equal ratings only, say nothing and are left out. Differential evolution over
    the twelve weights, started from uniform ones, with a fixed seed: the same data give the same weights.

    Args:
        data: annotated and rated translations.
        correlation: one of :data:`CORRELATIONS`.
        seed: of the search.

    Raises:
        UsageError: if the correlation is unknown, or no segment has translations that are rated differently.
    """
    from scipy.optimize import Bounds, differential_evolution

    if correlation not in CORRELATIONS:
        raise UsageError(f"correlation {quoted(correlation)}, expected one of {', '.join(CORRELATIONS)}")
    groups = _groups(data)
    if not groups:
        raise UsageError("no segment has two annotated translations with different ratings; there is nothing to learn")
    measure = _measures()[correlation]

    def correlates(weights: Floats) -> float:
        return float(np.mean([_of_group(measure, group, weights) for group in groups]))

    start = np.ones(len(NAMES))
    uniform = correlates(start)
    bounds = Bounds(np.zeros(len(NAMES)), np.ones(len(NAMES)))

    def loss(weights: Floats) -> float:
        return -correlates(weights)

    result = differential_evolution(loss, bounds, x0=start, seed=seed, maxiter=GENERATIONS, popsize=6, polish=False)
    best = result.x if -result.fun > uniform else start
    scaled = best / best.max() if best.max() > 0 else start
    weights = dict(zip(NAMES, (round(float(value), 4) for value in scaled), strict=True))
    reached = correlates(np.array(list(weights.values())))
    return Trained(weights, reached, uniform, sum(map(len, groups)), len(groups))


def _groups(data: Sequence[Judged]) -> list[list[Judged]]:
    groups: dict[str, list[Judged]] = {}
    for one in data:
        groups.setdefault(one.segment, []).append(one)
    return [group for group in groups.values() if len({one.rating for one in group}) > 1]


def _measures() -> Mapping[str, Callable[[Sequence[float], Sequence[float]], float]]:
    from scipy import stats

    return {
        "kendall": lambda one, two: float(stats.kendalltau(one, two).statistic),
        "spearman": lambda one, two: float(stats.spearmanr(one, two).statistic),
        "pearson": lambda one, two: float(stats.pearsonr(one, two).statistic),
    }


def _of_group(
    measure: Callable[[Sequence[float], Sequence[float]], float], group: Sequence[Judged], weights: Floats
) -> float:
    """The correlation within one segment; 0 where all scores are equal."""
    scores = [one.hmeant(weights) for one in group]
    if len(set(scores)) < 2:
        return 0.0
    with warnings.catch_warnings():  # scores that are nearly equal correlate badly, and that is all
        warnings.simplefilter("ignore", RuntimeWarning)
        found = measure(scores, [one.rating for one in group])
    return found if math.isfinite(found) else 0.0


def _side(layer: FrameLayer, credits_: Credits) -> Side:
    covered = np.array([len(frame.tokens) for frame in layer.frames], dtype=np.float64)
    held = np.zeros((len(layer.frames), len(NAMES)))
    credited = np.zeros_like(held)
    for place, frame in enumerate(layer.frames):
        if place in credits_.frames:
            credited[place, 0] = 1.0
        held[place, 0] = 1.0
        for number, filler in enumerate(frame.fillers):
            column = NAMES.index(filler.role.value)
            held[place, column] += 1
            credited[place, column] += credits_.fillers.get((place, number), (None, 0.0))[1]
    return Side(covered / covered.sum() if len(covered) else covered, held, credited)
