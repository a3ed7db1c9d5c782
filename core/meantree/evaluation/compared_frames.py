"""The frames of translations beside those of their references as arrays: what weights of roles make of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.similarity import harmonic_mean
from meantree.analysis.frames import FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.store import AnalysisStore
from meantree.corpus.analyses import analyse
from meantree.corpus.corpus import Corpus
from meantree.errors import Problem
from meantree.evaluation.measured import Floats
from meantree.metrics.hmeant import Credits, Hmeant, require_frames
from meantree.metrics.meant import Meant, credits_of
from meantree.metrics.role_weights import PREDICATE
from meantree.scoring.chunks import portion_size
from meantree.scoring.pairing import pair_of, reason_not_scored
from meantree.work import Work, chunks

WEIGHT_NAMES: Final = (PREDICATE, *(role.value for role in Role))
"""What has a weight, in the order of the columns."""
PLACES: Final = 12
"""Decimals of scores that are ranked."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameArrays:
    """The frames of one text, as far as weights need them.

    Attributes:
        share: shape (frames,): the share of the covered tokens, summing to 1.
        held: shape (frames, 12): how many parts of each name, :data:`WEIGHT_NAMES`, a frame has.
        credited: the same, what of them counts as aligned.
    """

    share: Floats
    held: Floats
    credited: Floats

    def precision(self, weights: Floats) -> float:
        """What of this side is matched, in [0, 1]; 0 without frames."""
        return float(self.share @ _ratios(self.held, self.credited, weights)) if len(self.share) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class ComparedFrames:
    """One translation beside the reference that its frames are aligned with.

    Attributes:
        place: 0-based, of the segment in the corpus.
        system: whose translation.
        hypothesis, reference: both sides.
    """

    place: int
    system: str
    hypothesis: FrameArrays
    reference: FrameArrays

    def score(self, weights: Floats) -> float:
        """F of both sides, as HMEANT and MEANT have it."""
        return harmonic_mean(self.hypothesis.precision(weights), self.reference.precision(weights))


class StackedFrames:
    """Many translations together: all are scored at once."""

    def __init__(self, compared: Sequence[ComparedFrames]) -> None:
        """Put the frames of all of them below each other."""
        self._size = len(compared)
        self._sides = [_stacked([one.hypothesis for one in compared]), _stacked([one.reference for one in compared])]

    def scores(self, weights: Floats) -> Floats:
        """Shape (translations,), in [0, 1], rounded so that equal frames score the same wherever they stand.

        Args:
            weights: shape (12,), in the order of :data:`WEIGHT_NAMES`.
        """
        one, two = (
            np.bincount(which, share * _ratios(held, credited, weights), self._size)
            for which, share, held, credited in self._sides
        )
        both = one + two
        scores: Floats = np.where(both > 0, 2 * one * two / np.where(both > 0, both, 1.0), 0.0)
        return scores.round(PLACES)


def annotated_frames(corpus: Corpus, *, partial: float = 0.5) -> Iterator[ComparedFrames]:
    """The translations whose frames an annotator compared with a reference that has some.

    Args:
        corpus: with the frames of one annotator.
        partial: what a partial link counts.
    """
    metric = Hmeant(partial=partial)
    for place, segment in enumerate(corpus.segments):
        for system, text in segment.hypotheses.items():
            if text.annotation is None or not text.annotation.reference:
                continue
            pair = pair_of(segment, system, AnalysisStore(), Layers(frames=True), reference=text.annotation.name)
            if isinstance(pair, Problem):
                continue
            mine, theirs = require_frames(pair.hypothesis.frames), require_frames(pair.references[0].frames)
            one, two = metric.credits(mine, theirs, pair.frame_links(0))
            yield ComparedFrames(place, system, _side(mine, one), _side(theirs, two))


def labelled_frames(corpus: Corpus, store: AnalysisStore, work: Work) -> Iterator[ComparedFrames]:
    """The translations that MEANT compares with their first reference, if that has frames.

    Raises:
        UsageError: if a parser cannot be loaded.
        Cancelled: if the user stopped it.
    """
    metric = Meant(parsers=store.parsers if store.has_vectors else None)
    for places in chunks(range(len(corpus.segments)), portion_size(corpus, corpus.systems)):
        work.step("Comparing frames", places[0], len(corpus.segments))
        segments = [corpus.segments[place] for place in places]
        texts = [text for one in segments for text in (*one.references.values(), *one.hypotheses.values())]
        taken = analyse(texts, store, metric.needs)
        for place, segment in zip(places, segments, strict=True):
            first = next(iter(segment.references), None)
            for system in segment.hypotheses if first is not None else ():
                pair = pair_of(segment, system, taken, metric.needs, reference=first, metric=metric)
                if isinstance(pair, Problem) or reason_not_scored(pair, metric):
                    continue
                mine, theirs = (require_frames(metric.labelled(text)) for text in pair.sides(0))
                if theirs.frames:
                    one, two = credits_of(metric.matching(pair, 0))
                    yield ComparedFrames(place, system, _side(mine, one), _side(theirs, two))


def _stacked(sides: Sequence[FrameArrays]) -> tuple[NDArray[np.intp], Floats, Floats, Floats]:
    """The translation of each frame, and shares, parts and credits of all frames."""
    which = np.repeat(np.arange(len(sides)), [len(side.share) for side in sides])
    none = np.zeros((0, len(WEIGHT_NAMES)))
    return (
        which,
        np.concatenate([np.zeros(0), *(side.share for side in sides)]),
        np.concatenate([none, *(side.held for side in sides)]),
        np.concatenate([none, *(side.credited for side in sides)]),
    )


def _ratios(held: Floats, credited: Floats, weights: Floats) -> Floats:
    """What of each frame is matched, shape (frames,); a frame of which all weighs nothing counts as its predicate."""
    whole, matched = held @ weights, credited @ weights
    ratios: Floats = np.where(whole > 0, matched / np.where(whole > 0, whole, 1.0), credited[:, 0])
    return ratios


def _side(layer: FrameLayer, credits_: Credits) -> FrameArrays:
    covered = np.array([len(frame.tokens) for frame in layer.frames], dtype=np.float64)
    held = np.zeros((len(layer.frames), len(WEIGHT_NAMES)))
    credited = np.zeros_like(held)
    for place, frame in enumerate(layer.frames):
        if place in credits_.frames:
            credited[place, 0] = 1.0
        held[place, 0] = 1.0
        for number, filler in enumerate(frame.fillers):
            column = WEIGHT_NAMES.index(filler.role.value)
            held[place, column] += 1
            credited[place, column] += credits_.fillers.get((place, number), (None, 0.0))[1]
    return FrameArrays(covered / covered.sum() if len(covered) else covered, held, credited)
