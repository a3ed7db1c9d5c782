"""HMEANT: F-score over the semantic frames that people found and aligned (Lo & Wu 2012)."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import numpy as np

from meantree.alignment.similarity import harmonic_mean
from meantree.analysis.frames import FillerPlace, Frame, FrameAlignment, FrameLayer, LinkKind, Part
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.digest import digest
from meantree.errors import UsageError
from meantree.metrics.derivation import SCORE, Count, Derivation, Deriver, sum_formula
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import CompareOn, CorpusContext, Level, Metric, OverFrames, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.role_weights import (
    PREDICATE,
    UNIFORM,
    UNSUPERVISED,
    Method,
    role_counts,
    role_weights,
    unsupervised_weights,
)


@dataclass(frozen=True, slots=True)
class Credits:
    """What counts as aligned, seen from one side.

    Attributes:
        frames: the partner of each aligned frame.
        fillers: the partner of each filler that counts, and how much it counts, in (0, 1].
    """

    frames: Mapping[int, int]
    fillers: Mapping[FillerPlace, tuple[FillerPlace, float]]


@dataclass(frozen=True, slots=True)
class Share:
    """A predicate or filler: its kind, its place, its part of the whole, how much of that matched, its partner."""

    kind: str
    part: Part
    whole: float
    matched: float
    partner: Part | None


def shares(mine: FrameLayer, credits_: Credits, weights: Mapping[str, float]) -> Iterator[Share]:
    """All parts of one side: the wholes sum to 1 (without frames to nothing), the matched parts to the precision.

    Frame i has the part m_i / Σ m of the whole, m_i the share of the text's tokens that it covers, and spreads it over
    its predicate and fillers by their weights.
    """
    covered = sum(len(frame.tokens) for frame in mine.frames)
    for place, frame in enumerate(mine.frames):
        own = _own_weights(frame, weights)
        scale = len(frame.tokens) / covered / math.fsum(own)
        partner = (credits_.frames[place], None) if place in credits_.frames else None
        yield Share(PREDICATE, (place, None), own[0] * scale, own[0] * scale * (partner is not None), partner)
        for number, (filler, weight) in enumerate(zip(frame.fillers, own[1:], strict=True)):
            end, credit = credits_.fillers.get((place, number), (None, 0.0))
            yield Share(filler.role.value, (place, number), weight * scale, weight * scale * credit, end)


def _own_weights(frame: Frame, weights: Mapping[str, float]) -> list[float]:
    """The weights of the predicate and of each filler; a frame of which all weigh nothing counts as its predicate."""
    own = [weights[PREDICATE], *(weights[filler.role] for filler in frame.fillers)]
    if sum(own) == 0:
        return [1.0, *([0.0] * len(frame.fillers))]
    # What is so small cannot be divided by.
    return own if sum(own) >= sys.float_info.min else [weight / sum(own) for weight in own]


def f_of(sides: tuple[Sequence[Share], Sequence[Share]]) -> float:
    """F of the precisions of both sides."""
    precision, recall = (math.fsum(share.matched for share in side) for side in sides)
    return harmonic_mean(precision, recall)


def share_units(
    sides: tuple[Sequence[Share], Sequence[Share]], layers: tuple[FrameLayer, FrameLayer], reference: int
) -> Iterator[Unit]:
    """The shares as evidence, those of the hypothesis first; kinds tell the sides apart, which are summed apart."""
    before: tuple[tuple[Place, ...], ...] = ((),) * reference
    for share in sides[0]:
        place, theirs = _place(layers[0], share.part), (*before, _partner(layers[1], share))
        kind, label = f"{share.kind}, hypothesis", _text(layers[0], place)
        yield Unit(kind, label, share.whole, 0.0, share.matched, (place,), theirs)
    for share in sides[1]:
        place, mine = _place(layers[1], share.part), _partner(layers[0], share)
        kind, label = f"{share.kind}, reference", _text(layers[1], place)
        yield Unit(kind, label, 0.0, share.whole, share.matched, mine, (*before, (place,)))


def _text(layer: FrameLayer, place: Place) -> str:
    return " ".join(layer.words[token] for token in place.tokens)


def _place(layer: FrameLayer, part: Part) -> Place:
    frame = layer.frames[part[0]]
    span = frame.predicate if part[1] is None else frame.fillers[part[1]].span
    return Place(tuple(range(*span)), parts=(part,))


def _partner(layer: FrameLayer, share: Share) -> tuple[Place, ...]:
    return () if share.partner is None else (_place(layer, share.partner),)


Sides = tuple[list[Share], list[Share]]


@dataclass(frozen=True, slots=True)
class FrameScore(OverFrames):
    """What HMEANT and MEANT share: they differ in what counts as aligned, and how much.

    Documents and systems: mean over the segments where the score is defined. Statistics: shape (2,): F and 1, or 0 and
    0 where no reference has a frame.
    """

    structure: ClassVar[CompareOn] = "frames"

    weights: str = "uniform"

    def __post_init__(self) -> None:
        role_weights(self.weights)  # a file that cannot be used is told at once

    @property
    def contents(self) -> Mapping[str, str]:
        """A file of weights stands for the weights in it."""
        if self.weights in (UNIFORM, UNSUPERVISED):
            return {}
        return {"weights": f"file-{digest(map(repr, role_weights(self.weights).items()))}"}

    def statistics(self, pair: Pair) -> Statistics:
        places = range(len(pair.references))
        scores = [f_of(sides) for place in places if (sides := self._sides(pair, place)) is not None]
        return np.array([max(scores), 1.0]) if scores else np.zeros(2)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:  # noqa: ARG002  # means at all levels
        total, count = statistics
        return float(total / count) if count else None

    def evidence(self, pair: Pair) -> Evidence:
        places = range(len(pair.references))
        found = {place: sides for place in places if (sides := self._sides(pair, place)) is not None}
        if not found:
            return Evidence(())
        best = max(found, key=lambda place: f_of(found[place]))
        layers = require_frames(self._layer(pair.hypothesis)), require_frames(self._layer(pair.references[best]))
        units = share_units(found[best], layers, best)
        return Evidence(tuple(units), reference=best)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        if evidence.reference is None:
            return np.zeros(2)
        precision = math.fsum(unit.matched for unit in evidence.units if unit.hypothesis)
        recall = math.fsum(unit.matched for unit in evidence.units if unit.reference)
        return np.array([harmonic_mean(precision, recall), 1.0])

    def derivation(self, evidence: Evidence) -> Derivation | None:
        if evidence.reference is None:
            return None
        deriver = Deriver(evidence.units)
        sides: dict[str, Count] = {"precision": "hypothesis", "recall": "reference"}
        shares = {
            name: [deriver.total(kind, kind, "matched") for kind in deriver.kinds(side)] for name, side in sides.items()
        }
        for name, found in shares.items():
            deriver.step(name, sum_formula(found))
        deriver.f_measure(SCORE, "precision", "recall")
        return deriver.done()

    def _sides(self, pair: Pair, place: int) -> Sides | None:
        """The shares of both sides against one reference; None if that has no frame."""
        theirs = self._layer(pair.references[place])
        if theirs is None or not theirs.frames:
            return None
        mine = require_frames(self._layer(pair.hypothesis))
        one, two = self._credits(pair, place)
        weights = self._role_weights(theirs)
        return list(shares(mine, one, weights)), list(shares(theirs, two, weights))

    def _role_weights(self, reference: FrameLayer) -> Mapping[str, float]:  # noqa: ARG002  # for those that learn them
        return role_weights(self.weights)

    def frames(self, pair: Pair, reference: int) -> tuple[FrameLayer, FrameLayer, FrameAlignment] | None:
        mine, theirs = (self._layer(text) for text in pair.sides(reference))
        return None if mine is None or theirs is None else (mine, theirs, self._alignment(pair, reference))

    def _layer(self, text: Analysis) -> FrameLayer | None:
        """The frames that are compared."""
        raise NotImplementedError

    def _alignment(self, pair: Pair, reference: int) -> FrameAlignment:
        raise NotImplementedError

    def _credits(self, pair: Pair, place: int) -> tuple[Credits, Credits]:
        """What counts as aligned with reference number ``place``, seen from both sides."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Hmeant(FrameScore):
    """F of semantic frames, each weighted by the tokens it covers; in [0, 1], higher is better.

    precision = Σ m_i (w_pred + Σ_j w_j (C_ij + ``partial``·P_ij)) / (w_pred + Σ_j w_j M_ij) / Σ m_i over the frames of
    the hypothesis, recall the same over those of the reference; m_i is the share of the text's tokens that predicate
    and fillers of frame i cover. A frame counts only if its predicate is aligned, a link of fillers only between
    aligned frames and equal roles. Of several references the best one counts. Where the reference has no frame, the
    score is undefined.

    ``weights`` is ``uniform`` (every weight 1, the predicate's too), ``unsupervised`` (relative frequencies in the
    references of the corpus; the predicate by ``method`` i or ii), or a JSON file with a weight for ``predicate`` and
    each role. A text that stands outside of a corpus takes the frequencies of its own reference.
    """

    name: ClassVar[str] = "hmeant"
    paper: ClassVar[str] = "Lo & Wu 2012"

    partial: float = 0.5
    method: Method = "ii"
    counts: Mapping[str, int] | None = field(default=None, repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        super(Hmeant, self).__post_init__()
        if not 0 <= self.partial <= 1:
            raise UsageError(f"hmeant: partial={self.partial}, expected a number from 0 to 1")

    @property
    def needs(self) -> Layers:
        return Layers(frames=True)

    @property
    def resources(self) -> tuple[str, ...]:
        """The roles of the corpus' references, which say what one weighs without supervision."""
        learned = sorted(self.counts.items()) if self.counts and self.weights == UNSUPERVISED else []
        return (f"roles:{digest(map(repr, learned))}",) if learned else ()

    def adapted(self, context: CorpusContext) -> Metric:
        """With the frequencies of roles in the references of the corpus."""
        return replace(self, counts=context.roles) if self.weights == UNSUPERVISED else self

    def _role_weights(self, reference: FrameLayer) -> Mapping[str, float]:
        if self.weights != UNSUPERVISED:
            return role_weights(self.weights)
        return unsupervised_weights(self.counts or role_counts([reference.frames]), self.method)

    def _layer(self, text: Analysis) -> FrameLayer | None:
        return text.frames

    def _alignment(self, pair: Pair, reference: int) -> FrameAlignment:
        return pair.frame_links(reference)

    def _credits(self, pair: Pair, place: int) -> tuple[Credits, Credits]:
        mine, theirs = (require_frames(text.frames) for text in pair.sides(place))
        return self.credits(mine, theirs, pair.frame_links(place))

    def credits(self, mine: FrameLayer, theirs: FrameLayer, alignment: FrameAlignment) -> tuple[Credits, Credits]:
        """What an alignment lets count in the hypothesis' frames and in those of the reference."""
        return (
            self._side(alignment, mine, theirs, turned=False),
            self._side(alignment, theirs, mine, turned=True),
        )

    def _side(self, alignment: FrameAlignment, mine: FrameLayer, theirs: FrameLayer, *, turned: bool) -> Credits:
        values = {LinkKind.CORRECT: 1.0, LinkKind.PARTIAL: self.partial}
        frames = {pair[turned]: pair[not turned] for pair, kind in alignment.frames.items() if kind in values}
        fillers = {}
        for pair, kind in alignment.fillers.items():
            (here, one), (there, two) = pair[turned], pair[not turned]
            same = mine.frames[here].fillers[one].role == theirs.frames[there].fillers[two].role
            if kind in values and same and frames.get(here) == there:
                fillers[here, one] = (there, two), values[kind]
        return Credits(frames, fillers)


def require_frames(layer: FrameLayer | None) -> FrameLayer:
    """The frames of a text that must have some.

    Raises:
        ValueError: if it has none, not even empty ones.
    """
    if layer is None:
        raise ValueError("a metric over frames was given a text without")
    return layer
