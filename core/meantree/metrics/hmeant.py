"""HMEANT: F-score over the semantic frames that people found and aligned (Lo & Wu 2012)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.analysis.depth import Depth
from meantree.analysis.forest import Analysis
from meantree.analysis.frames import Filler, Frame, FrameAlignment, FrameLayer, LinkKind, Span
from meantree.errors import UsageError
from meantree.metrics.base import Level, Statistics, Structure
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.role_weights import PREDICATE, role_weights

Share = tuple[str, Span, float, float, Span | None]
"""A predicate or filler: its kind, where it stands, its part of the whole, how much of that matched, its partner."""


@dataclass(frozen=True, slots=True)
class Hmeant:
    """F of semantic frames, each weighted by the tokens it covers; in [0, 1], higher is better.

    precision = Σ m_i (w_pred + Σ_j w_j (C_ij + ``partial``·P_ij)) / (w_pred + Σ_j w_j M_ij) / Σ m_i over the frames of
    the hypothesis, recall the same over those of the reference; m_i is the share of the text's tokens that predicate
    and fillers of frame i cover. A frame counts only if its predicate is aligned, a link of fillers only between
    aligned frames and equal roles. Of several references the best one counts. Where the reference has no frame, the
    score is undefined.

    ``weights`` is ``uniform`` (every weight 1, the predicate's too) or a JSON file with a weight for ``predicate`` and
    each role.

    Documents and systems: mean over the segments where it is defined. Statistics: shape (2,): F and 1, or 0 and 0.
    """

    name: ClassVar[str] = "hmeant"
    higher_is_better: ClassVar[bool] = True
    structure: ClassVar[Structure] = "words"

    weights: str = "uniform"
    partial: float = 0.5

    def __post_init__(self) -> None:
        if not 0 <= self.partial <= 1:
            raise UsageError(f"hmeant: partial={self.partial}, expected a number from 0 to 1")
        role_weights(self.weights)  # a file that cannot be used is told at once

    @property
    def needs(self) -> Depth:
        return Depth(frames=True)

    def statistics(self, hyp: Analysis, refs: Sequence[Analysis]) -> Statistics:
        scores = [score for place in range(len(refs)) if (score := self._f(hyp, refs, place)) is not None]
        return np.array([max(scores), 1.0]) if scores else np.zeros(2)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # means at all levels
        total, count = statistics
        return float(total / count) if count else None

    def evidence(self, hyp: Analysis, refs: Sequence[Analysis]) -> Evidence:
        scores = [self._f(hyp, refs, place) for place in range(len(refs))]
        if all(score is None for score in scores):
            return Evidence(())
        best = max(range(len(refs)), key=lambda place: -1.0 if scores[place] is None else float(scores[place] or 0.0))
        mine, theirs, alignment = _layers(hyp, refs, best)
        before: tuple[tuple[Place, ...], ...] = ((),) * best
        units = [
            Unit(kind, _text(mine, span), whole, 0.0, matched, (_place(span),), (*before, _partner(partner)))
            for kind, span, whole, matched, partner in self._shares(mine, theirs, alignment, turned=False)
        ]
        units += [
            Unit(kind, _text(theirs, span), 0.0, whole, matched, _partner(partner), (*before, (_place(span),)))
            for kind, span, whole, matched, partner in self._shares(theirs, mine, alignment, turned=True)
        ]
        return Evidence(tuple(units), reference=best, sizes=(1.0,))

    def statistics_of(self, evidence: Evidence) -> Statistics:
        if not evidence.sizes:
            return np.zeros(2)
        precision = math.fsum(unit.matched for unit in evidence.units if unit.hypothesis)
        recall = math.fsum(unit.matched for unit in evidence.units if unit.reference)
        return np.array([_harmonic(precision, recall), 1.0])

    def _f(self, hyp: Analysis, refs: Sequence[Analysis], place: int) -> float | None:
        """F against one reference; None if that has no frame."""
        if refs[place].frames is None:
            return None
        mine, theirs, alignment = _layers(hyp, refs, place)
        if not theirs.frames:
            return None
        sides = ((mine, theirs, False), (theirs, mine, True))
        precision, recall = (
            math.fsum(share[3] for share in self._shares(one, two, alignment, turned=turned))
            for one, two, turned in sides
        )
        return _harmonic(precision, recall)

    def _shares(
        self, mine: FrameLayer, theirs: FrameLayer, alignment: FrameAlignment, *, turned: bool
    ) -> Iterator[Share]:
        """The parts of one side's precision (or recall, ``turned``), which they sum up to."""
        weights = role_weights(self.weights)
        covered = sum(len(frame.tokens) for frame in mine.frames)
        frames = _counted_frames(alignment, turned=turned)
        fillers = _counted_fillers(alignment, turned=turned)
        for place, frame in enumerate(mine.frames):
            own = _own_weights(frame, weights)
            scale = len(frame.tokens) / covered / math.fsum(own)
            partner = frames.get(place)
            span = theirs.frames[partner].predicate if partner is not None else None
            yield PREDICATE, frame.predicate, own[0] * scale, own[0] * scale * (partner is not None), span
            for number, (filler, weight) in enumerate(zip(frame.fillers, own[1:], strict=True)):
                other, credit = self._credit(filler, fillers.get((place, number)), theirs, partner)
                yield filler.role.value, filler.span, weight * scale, weight * scale * credit, other

    def _credit(
        self,
        filler: Filler,
        link: tuple[tuple[int, int], LinkKind] | None,
        theirs: FrameLayer,
        partner: int | None,
    ) -> tuple[Span | None, float]:
        """The filler that a filler is linked with, if that counts, and how much it counts."""
        if link is None or partner is None or link[0][0] != partner:
            return None, 0.0
        (frame, number), kind = link
        other = theirs.frames[frame].fillers[number]
        if other.role != filler.role or kind is LinkKind.UNDECIDED:
            return None, 0.0
        return other.span, 1.0 if kind is LinkKind.CORRECT else self.partial


def _layers(hyp: Analysis, refs: Sequence[Analysis], place: int) -> tuple[FrameLayer, FrameLayer, FrameAlignment]:
    mine, theirs = hyp.frames, refs[place].frames
    if mine is None or theirs is None or len(mine.alignments) <= place:
        raise ValueError("hmeant was given texts without annotated and aligned frames")
    return mine, theirs, mine.alignments[place]


def _own_weights(frame: Frame, weights: Mapping[str, float]) -> list[float]:
    """The weights of the predicate and of each filler; a frame of which all weigh nothing counts as its predicate."""
    own = [weights[PREDICATE], *(weights[filler.role] for filler in frame.fillers)]
    return own if sum(own) > 0 else [1.0, *([0.0] * len(frame.fillers))]


def _counted_frames(alignment: FrameAlignment, *, turned: bool) -> dict[int, int]:
    """The partner of each aligned frame of one side."""
    return {pair[turned]: pair[not turned] for pair, kind in alignment.frames.items() if kind is not LinkKind.UNDECIDED}


def _counted_fillers(
    alignment: FrameAlignment, *, turned: bool
) -> dict[tuple[int, int], tuple[tuple[int, int], LinkKind]]:
    """The partner of each linked filler of one side, and the kind of the link."""
    return {pair[turned]: (pair[not turned], kind) for pair, kind in alignment.fillers.items()}


def _harmonic(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall > 0 else 0.0


def _text(layer: FrameLayer, span: Span) -> str:
    return " ".join(layer.words[slice(*span)])


def _place(span: Span) -> Place:
    return Place(tuple(range(*span)))


def _partner(span: Span | None) -> tuple[Place, ...]:
    return () if span is None else (_place(span),)
