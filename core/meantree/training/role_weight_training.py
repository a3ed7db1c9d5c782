"""Training of role weights that maximise HMEANT's correlation with ratings (Lo & Wu 2011; 2012, supervised)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, differential_evolution

from meantree.analysis.frames import PREDICATE, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem, UsageError
from meantree.escaping import counted, did_you_mean, listed, quoted
from meantree.evaluation.correlations import Correlation, correlation, mean_within_sources
from meantree.evaluation.measured import Floats
from meantree.metrics.hmeant import Credits, Hmeant, require_frames
from meantree.metrics.meant import Meant, credits_of
from meantree.scoring.pairing import pair_of
from meantree.scoring.pairs import analysed_pair, analysed_segments
from meantree.work import Work

WEIGHT_NAMES: Final = (PREDICATE, *(role.value for role in Role))
"""Names of the weights, in the order of the columns."""
PLACES: Final = 12
"""Decimals of ranked scores."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameArrays:
    """The frames of one text, as far as weights need them.

    Attributes:
        share: shape (frames,), share of the covered tokens, summing to 1.
        counts: shape (frames, 12), number of a frame's parts by name, :data:`WEIGHT_NAMES`.
        credited: the same shape, the aligned part of these numbers.
    """

    share: Floats
    counts: Floats
    credited: Floats


@dataclass(frozen=True, slots=True, eq=False)
class ComparedFrames:
    """The frames of one translation and of the reference that they are aligned with.

    Attributes:
        place: 0-based place of the segment in the corpus.
    """

    place: int
    system: str
    hypothesis: FrameArrays
    reference: FrameArrays


class StackedFrames:
    """The frames of many translations, scored together."""

    def __init__(self, compared: Sequence[ComparedFrames]) -> None:
        """Stack the frames of all translations."""
        self._size = len(compared)
        self._sides = [
            _stacked([frames.hypothesis for frames in compared]),
            _stacked([frames.reference for frames in compared]),
        ]

    def scores(self, weights: Floats) -> Floats:
        """Return scores in [0, 1], shape (translations,), rounded so that equal frames have equal scores.

        Args:
            weights: shape (12,), in the order of :data:`WEIGHT_NAMES`.
        """
        precisions, recalls = (
            np.bincount(translations, share * _ratios(counts, credited, weights), self._size)
            for translations, share, counts, credited in self._sides
        )
        sums = precisions + recalls
        scores: Floats = np.where(sums > 0, 2 * precisions * recalls / np.where(sums > 0, sums, 1.0), 0.0)
        return scores.round(PLACES)


def annotated_frames(corpus: Corpus) -> Iterator[ComparedFrames]:
    """Yield the translations whose frames the annotator of the corpus aligned with those of a reference."""
    metric = Hmeant()
    for place, segment in enumerate(corpus.segments):
        for system, text in segment.hypotheses.items():
            if text.annotation is None or not text.annotation.reference:
                continue
            pair = pair_of(segment, system, AnalysisStore(), Layers(frames=True), reference=text.annotation.name)
            if isinstance(pair, Problem):
                continue
            hypothesis, reference = require_frames(pair.hypothesis.frames), require_frames(pair.references[0].frames)
            hyp_credits, ref_credits = metric.credits(hypothesis, reference, pair.frame_links(0))
            yield ComparedFrames(place, system, _side(hypothesis, hyp_credits), _side(reference, ref_credits))


def labelled_frames(corpus: Corpus, store: AnalysisStore, work: Work) -> Iterator[ComparedFrames]:
    """Yield the translations that MEANT can compare with their first reference, if it has frames."""
    metric = Meant(parsers=store.parsers if store.has_vectors else None)
    places = range(len(corpus.segments))
    analysed = analysed_segments(corpus, corpus.systems, places, store, metric.needs, "Comparing frames", work)
    for place, segment, source in analysed:
        name = next(iter(segment.references), None)
        for system in segment.hypotheses if name is not None else ():
            pair = analysed_pair(segment, system, source, metric.needs, metric, reference=name)
            if isinstance(pair, Problem):
                continue
            hypothesis, reference = (require_frames(metric.frames_of(text)) for text in pair.sides(0))
            if reference.frames:
                hyp_credits, ref_credits = credits_of(metric.matching(pair, 0))
                yield ComparedFrames(place, system, _side(hypothesis, hyp_credits), _side(reference, ref_credits))


def _stacked(sides: Sequence[FrameArrays]) -> tuple[NDArray[np.intp], Floats, Floats, Floats]:
    """Return the translation of each frame, and shares, counts and credits of all frames."""
    translations = np.repeat(np.arange(len(sides)), [len(side.share) for side in sides])
    empty = np.zeros((0, len(WEIGHT_NAMES)))
    return (
        translations,
        np.concatenate([np.zeros(0), *(side.share for side in sides)]),
        np.concatenate([empty, *(side.counts for side in sides)]),
        np.concatenate([empty, *(side.credited for side in sides)]),
    )


def _ratios(counts: Floats, credited: Floats, weights: Floats) -> Floats:
    """Return the matched share of each frame, shape (frames,); if all its weights are 0, its predicate alone counts."""
    whole, matched = counts @ weights, credited @ weights
    ratios: Floats = np.where(whole > 0, matched / np.where(whole > 0, whole, 1.0), credited[:, 0])
    return ratios


def _side(layer: FrameLayer, credits_: Credits) -> FrameArrays:
    covered = np.array([len(frame.tokens) for frame in layer.frames], dtype=np.float64)
    counts = np.zeros((len(layer.frames), len(WEIGHT_NAMES)))
    credited = np.zeros_like(counts)
    for place, frame in enumerate(layer.frames):
        if place in credits_.frames:
            credited[place, 0] = 1.0
        counts[place, 0] = 1.0
        for number, filler in enumerate(frame.fillers):
            column = WEIGHT_NAMES.index(filler.role.value)
            counts[place, column] += 1
            credited[place, column] += credits_.fillers.get((place, number), (None, 0.0))[1]
    return FrameArrays(covered / covered.sum() if len(covered) else covered, counts, credited)


KINDS: dict[str, Correlation] = {kind: kind for kind in ("kendall", "spearman", "pearson")}
GENERATIONS = 60
Grouping = Literal["item", "none"]
"""Whether translations of one source are ranked, or all translations."""


@dataclass(frozen=True, slots=True)
class RatedFrames:
    """The frames of one translation, and its mean rating, higher is better."""

    compared: ComparedFrames
    rating: float


@dataclass(frozen=True, slots=True)
class TrainedWeights:
    """Trained weights.

    Attributes:
        weights: by name, the largest is 1.
        correlation: with the ratings of the training data.
        uniform: the correlation of uniform weights.
        translations, segments: size of the informative training data.
    """

    weights: dict[str, float]
    correlation: float
    uniform: float
    translations: int
    segments: int


class RatingFit:
    """Correlation of frames' scores with ratings under any weights; prepared for thousands of evaluations."""

    def __init__(self, data: Sequence[RatedFrames], kind: Correlation, grouping: Grouping = "item") -> None:
        """Prepare rated translations for a kind of correlation, computed within sources or over all."""
        self.kind, self.grouping = kind, grouping
        self.stacked = StackedFrames([rated.compared for rated in data])
        systems = list(dict.fromkeys(rated.compared.system for rated in data))
        places = {place: column for column, place in enumerate(dict.fromkeys(rated.compared.place for rated in data))}
        self._rows = np.array([systems.index(rated.compared.system) for rated in data], dtype=np.intp)
        self._columns = np.array([places[rated.compared.place] for rated in data], dtype=np.intp)
        self._shape = len(systems), len(places)
        self.human = self.laid_out(np.array([rated.rating for rated in data]))

    def laid_out(self, values: Floats) -> Floats:
        """Return one value per translation as a matrix, shape (systems, segments), NaN elsewhere."""
        matrix = np.full(self._shape, np.nan)
        matrix[self._rows, self._columns] = values
        return matrix

    def of_scores(self, scores: Floats) -> float | None:
        """Return the correlation of one score per translation, in [-1, 1]; None if all ratings are equal.

        Equal scores have correlation 0, over all translations as within sources.
        """
        matrix = self.laid_out(scores)
        if self.grouping == "item":
            return mean_within_sources(self.human, matrix, self.kind)
        human = self.human.ravel()
        if np.unique(human[~np.isnan(human)]).size < 2:
            return None
        return correlation(human, matrix.ravel(), self.kind) or 0.0

    def of_weights(self, weights: Floats) -> float | None:
        """Return the correlation of scores under weights of shape (12,)."""
        return self.of_scores(self.stacked.scores(weights))

    @property
    def informative(self) -> Floats:
        """Numbers of translations of sources with different ratings, shape (segments,)."""
        known = ~np.isnan(self.human)
        low, high = (np.where(known, self.human, edge) for edge in (math.inf, -math.inf))
        is_informative = (low.min(axis=0) < high.max(axis=0)) | (self.grouping == "none")
        counts: Floats = np.where(is_informative, known.sum(axis=0), 0).astype(np.float64)
        return counts


def rated_frames(corpus: Corpus, kind: str, *, lower_is_better: bool = False) -> list[RatedFrames]:
    """Return the annotated and rated translations, with their mean ratings.

    Args:
        corpus: with the frames of one annotator.
        kind: of the ratings, such as ``da``.
        lower_is_better: whether low ratings are good, as for ranks and HTER.

    Raises:
        UsageError: if there are no such ratings of annotated translations.
    """
    rated = with_ratings(annotated_frames(corpus), corpus, kind, lower_is_better=lower_is_better)
    if not rated:
        kinds = sorted({rating.kind for segment in corpus.segments for rating in segment.ratings})
        available = listed(kinds) or "none"
        raise UsageError(
            f"no annotated translation has a rating of the kind {quoted(kind)}; available kinds: {available}"
        )
    return rated


def with_ratings(
    compared: Iterable[ComparedFrames], corpus: Corpus, kind: str, *, lower_is_better: bool = False
) -> list[RatedFrames]:
    """Return the rated translations, with their mean ratings, higher is better."""
    rated_translations = []
    for frames in compared:
        ratings = corpus.segments[frames.place].ratings
        values = [rating.value for rating in ratings if (rating.system, rating.kind) == (frames.system, kind)]
        if values := [value for value in values if math.isfinite(value)]:
            rated_translations.append(RatedFrames(frames, float(np.mean(values)) * (-1 if lower_is_better else 1)))
    return rated_translations


def train(
    data: Sequence[RatedFrames],
    kind: str = "kendall",
    *,
    seed: int = 1,
    grouping: Grouping = "item",
    work: Work = Work(),
) -> TrainedWeights:
    """Find the non-negative weights with the highest mean correlation of scores and ratings within segments.

    Segments with one translation, or with equal ratings only, are uninformative and excluded. The search is
    differential evolution over the twelve weights, started from uniform ones, and reproducible by its seed.

    Args:
        grouping: ``none`` ranks all translations, for segments with one translation each.
        work: progress and cancel, between generations.

    Raises:
        UsageError: if the correlation is unknown, or no segment has translations that are rated differently.
    """
    if kind not in KINDS:
        raise UsageError(f"correlation {did_you_mean(kind, KINDS)}, expected one of {', '.join(KINDS)}")
    ranking = RatingFit(data, KINDS[kind], grouping)
    start = np.ones(len(WEIGHT_NAMES))
    uniform = ranking.of_weights(start) if data else None
    if uniform is None:
        raise UsageError(
            "no segment has two annotated translations with different ratings, so no weights can be trained"
        )
    generation = [0]

    def loss(weights: Floats) -> float:
        return -(ranking.of_weights(weights) or 0.0)

    def report(_best: Floats, convergence: float) -> None:  # noqa: ARG001  # as the search calls it
        work.step("Learning weights", generation[0], GENERATIONS)
        generation[0] += 1

    bounds = Bounds(np.zeros(len(WEIGHT_NAMES)), np.ones(len(WEIGHT_NAMES)))
    result = differential_evolution(
        loss, bounds, x0=start, seed=seed, maxiter=GENERATIONS, popsize=6, polish=False, callback=report
    )
    best = result.x if -result.fun > uniform else start
    scaled = best / best.max() if best.max() > 0 else start
    weights = dict(zip(WEIGHT_NAMES, (round(float(value), 4) for value in scaled), strict=True))
    reached = ranking.of_weights(weights_array(weights))
    informative = ranking.informative
    return TrainedWeights(weights, reached or 0.0, uniform, int(informative.sum()), int((informative > 0).sum()))


def weights_array(weights: Mapping[str, float]) -> Floats:
    """Return weights as an array of shape (12,), in the order of
    :data:`~meantree.training.role_weight_training.WEIGHT_NAMES`.
    """
    return np.array([weights[name] for name in WEIGHT_NAMES], dtype=np.float64)


FOLDS = 5


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The result of cross-validation.

    Attributes:
        parts: weights trained without each fold.
        correlation: of held-out scores: the mean over sources, or over folds without grouping. None if all ratings are
            equal in every fold.
    """

    parts: tuple[TrainedWeights, ...]
    correlation: float | None


def cross_validate(
    data: Sequence[RatedFrames], *, seed: int = 1, grouping: Grouping = "item", work: Work = Work()
) -> HeldOut:
    """Train weights by Kendall's τ without each of :data:`FOLDS` folds of the segments in turn.

    Args:
        seed, grouping, work: see :func:`~meantree.training.role_weight_training.train`.

    Raises:
        UsageError: if there are fewer segments than folds, or the data without some fold are uninformative.
    """
    places = sorted({rated.compared.place for rated in data})
    if len(places) < FOLDS:
        raise UsageError(f"{counted(len(places), 'segment')} to learn from, expected at least {FOLDS}")
    shuffled = np.random.default_rng(seed).permutation(len(places))
    part_of = {place: int(number) % FOLDS for place, number in zip(places, shuffled, strict=True)}
    parts = np.array([part_of[rated.compared.place] for rated in data])
    ranking = RatingFit(data, "kendall", grouping)
    learned_weights, scores, correlations = [], np.zeros(len(data)), []
    for part in range(FOLDS):
        training = [rated for rated, part_number in zip(data, parts, strict=True) if part_number != part]
        learned_weights.append(train(training, seed=seed, grouping=grouping, work=work))
        is_held_out = parts == part
        scores[is_held_out] = ranking.stacked.scores(weights_array(learned_weights[-1].weights))[is_held_out]
        held_out = RatingFit(
            [rated for rated, is_in in zip(data, is_held_out, strict=True) if is_in], "kendall", grouping
        )
        if (reached := held_out.of_scores(scores[is_held_out])) is not None:
            correlations.append(reached)
    if grouping == "item":
        return HeldOut(tuple(learned_weights), ranking.of_scores(scores))
    return HeldOut(tuple(learned_weights), float(np.mean(correlations)) if correlations else None)
