"""The aligned frames of translations and references as arrays, which are scored under any weights of roles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import PREDICATE, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
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
            hypothesis, reference = (require_frames(metric.labelled(text)) for text in pair.sides(0))
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
