"""HMEANT: F-score over the semantic frames that people found and aligned (Lo & Wu 2012), and its weights of roles."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np

from meantree.alignment.similarity import harmonic_mean
from meantree.analysis.frames import (
    PREDICATE,
    FillerPlace,
    Frame,
    FrameAlignment,
    FrameLayer,
    LinkKind,
    Part,
    Role,
    Span,
    phrase,
    role_counts,
)
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.errors import InputError, UsageError
from meantree.escaping import did_you_mean, shortened
from meantree.metrics.derivation import Count, Derivation, Deriver, sum_formula
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import CompareOn, CorpusContext, Level, Metric, OverFrames, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.trained_model import json_object
from meantree.shipped import digest

UNIFORM, UNSUPERVISED, SUPERVISED = "uniform", "unsupervised", "supervised"
LARGEST = 1_000_000
ABOUT = "about"
"""Key of a description in a file of weights."""
Method = Literal["i", "ii"]


def unsupervised_weights(counts: Mapping[str, int], method: Method) -> dict[str, float]:
    """Return the relative frequencies of roles in the references of a test set as weights (Lo & Wu 2012).

    w_j = c_j / Σ c. The predicate's weight is c_pred / (c_pred + Σ c) by method (i), a quarter of the agent's by method
    (ii). Without any role all weights are 0.
    """
    total = sum(counts.get(role, 0) for role in Role)
    weights = {role.value: counts.get(role, 0) / total if total else 0.0 for role in Role}
    predicates = counts.get(PREDICATE, 0)
    as_role = predicates / (predicates + total) if predicates else 0.0
    return {PREDICATE: as_role if method == "i" else 0.25 * weights[Role.AGENT], **weights}


@lru_cache(maxsize=16)
def role_weights(choice: str) -> Mapping[str, float]:
    """Return the weights of ``predicate`` and of each role.

    Args:
        choice: ``uniform``, ``unsupervised`` (empty here, as weights depend on the corpus), or the path of a JSON file
            with an object of names and numbers; missing roles have weight 0. It may have an ``about`` entry.

    Raises:
        UsageError: if there is no such file.
        InputError: if the file cannot be read or holds no weights.
    """
    if choice == UNIFORM:
        return dict.fromkeys((PREDICATE, *Role), 1.0)
    if choice == UNSUPERVISED:
        return {}
    if choice == SUPERVISED:
        raise UsageError(
            "weights=supervised: these weights must first be trained on ratings; "
            "'meantree train weights PROJECT' writes a file for weights=FILE"
        )
    path = Path(choice)
    if not os.path.exists(path):  # unlike Path.exists, it accepts names that are too long
        raise UsageError(
            f"weights={shortened(choice)}: expected uniform, unsupervised or a file of weights; there is no such file"
        )
    known = (PREDICATE, *Role)
    read = json_object(path, "an object of roles and their weights")
    read.pop(ABOUT, None)
    for name, value in read.items():
        if name not in known:
            raise InputError(path, f"a weight for {did_you_mean(name, known)}, expected one of {', '.join(known)}")
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= LARGEST:
            raise InputError(
                path, f"the weight {shortened(repr(value))} of {name}, expected a number from 0 to {LARGEST:,}"
            )
    return {name: float(read.get(name, 0.0)) for name in known}


@dataclass(frozen=True, slots=True)
class Credits:
    """The aligned frames and fillers of one side.

    Attributes:
        frames: the partner of each aligned frame.
        fillers: the partner of each aligned filler, and its credit in (0, 1].
    """

    frames: Mapping[int, int]
    fillers: Mapping[FillerPlace, tuple[FillerPlace, float]]


@dataclass(frozen=True, slots=True)
class Share:
    """A predicate or filler: its kind, its place, its share of the text, the matched part of that, its partner."""

    kind: str
    part: Part
    whole: float
    matched: float
    partner: Part | None


def shares(layer: FrameLayer, credits_: Credits, weights: Mapping[str, float]) -> Iterator[Share]:
    """Yield the shares of one side: the wholes sum to 1 (to 0 without frames), the matched parts to the precision.

    Frame i has the share m_i / Σ m, with m_i the proportion of the text's tokens that it covers, and distributes it
    over its predicate and fillers by their weights.
    """
    covered = sum(len(frame.tokens) for frame in layer.frames)
    for place, frame in enumerate(layer.frames):
        own = _own_weights(frame, weights)
        scale = len(frame.tokens) / covered / math.fsum(own)
        partner = (credits_.frames[place], None) if place in credits_.frames else None
        yield Share(PREDICATE, (place, None), own[0] * scale, own[0] * scale * (partner is not None), partner)
        for number, (filler, weight) in enumerate(zip(frame.fillers, own[1:], strict=True)):
            end, credit = credits_.fillers.get((place, number), (None, 0.0))
            yield Share(filler.role.value, (place, number), weight * scale, weight * scale * credit, end)


def _own_weights(frame: Frame, weights: Mapping[str, float]) -> list[float]:
    """Return the weights of the predicate and of each filler; if all are 0, the predicate alone counts."""
    own = [weights[PREDICATE], *(weights[filler.role] for filler in frame.fillers)]
    if sum(own) == 0:
        return [1.0, *([0.0] * len(frame.fillers))]
    # Division by a subnormal sum would lose precision.
    return own if sum(own) >= sys.float_info.min else [weight / sum(own) for weight in own]


def f_of(sides: tuple[Sequence[Share], Sequence[Share]]) -> float:
    """Return F from the shares of both sides."""
    precision, recall = (math.fsum(share.matched for share in side) for side in sides)
    return harmonic_mean(precision, recall)


def share_units(
    sides: tuple[Sequence[Share], Sequence[Share]], layers: tuple[FrameLayer, FrameLayer], reference: int
) -> Iterator[Unit]:
    """Yield the shares as units, the hypothesis' first; both sides have kinds of their own, which are summed."""
    before: tuple[tuple[Place, ...], ...] = ((),) * reference
    for side, name in enumerate(("hypothesis", "reference")):
        for share in sides[side]:
            spans = _spans(layers[side], share.part)
            own, partner = _places(layers[side], share.part), _places(layers[1 - side], share.partner)
            counts = (0.0, share.whole) if side else (share.whole, 0.0)
            places = (partner, (*before, own)) if side else (own, (*before, partner))
            yield Unit(f"{share.kind}, {name}", phrase(layers[side].words, spans), *counts, share.matched, *places)


def _spans(layer: FrameLayer, part: Part) -> tuple[Span, ...]:
    frame = layer.frames[part[0]]
    return (frame.predicate,) if part[1] is None else frame.fillers[part[1]].spans


def _places(layer: FrameLayer, part: Part | None) -> tuple[Place, ...]:
    if part is None:
        return ()
    return (Place(tuple(token for span in _spans(layer, part) for token in range(*span)), parts=(part,)),)


Sides = tuple[list[Share], list[Share]]


@dataclass(frozen=True, slots=True)
class FrameScore(OverFrames):
    """Base of HMEANT and MEANT, which differ in their alignments and credits.

    Documents and systems: mean over the segments with a defined score. Statistics: shape (2,): F and 1, or 0 and 0 if
    no reference has a frame.
    """

    structure: ClassVar[CompareOn] = "frames"

    weights: str = "uniform"

    def __post_init__(self) -> None:
        role_weights(self.weights)  # reports an unusable file immediately

    @property
    def contents(self) -> Mapping[str, str]:
        """The digest of the weights in a file."""
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
        sides_of = {place: sides for place in places if (sides := self._sides(pair, place)) is not None}
        if not sides_of:
            return Evidence((), remark=frameless(1, 0))
        best = max(sides_of, key=lambda place: f_of(sides_of[place]))
        layers = require_frames(self.frames_of(pair.hypothesis)), require_frames(self.frames_of(pair.references[best]))
        units = share_units(sides_of[best], layers, best)
        remark = frameless(*(len(layer.frames) for layer in layers))
        return Evidence(tuple(units), reference=best, remark=remark)

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
        for name, totals in shares.items():
            deriver.step(name, sum_formula(totals))
        deriver.f_measure("precision", "recall")
        return deriver.done()

    def _sides(self, pair: Pair, place: int) -> Sides | None:
        """Return the shares of both sides for one reference; None if it has no frame."""
        reference = self.frames_of(pair.references[place])
        if reference is None or not reference.frames:
            return None
        hypothesis = require_frames(self.frames_of(pair.hypothesis))
        hyp_credits, ref_credits = self._credits(pair, place)
        weights = self._role_weights(reference)
        return list(shares(hypothesis, hyp_credits, weights)), list(shares(reference, ref_credits, weights))

    def _role_weights(self, reference: FrameLayer) -> Mapping[str, float]:  # noqa: ARG002  # for those that learn them
        return role_weights(self.weights)

    def frames(self, pair: Pair, reference: int) -> tuple[FrameLayer, FrameLayer, FrameAlignment] | None:
        hypothesis, other = (self.frames_of(text) for text in pair.sides(reference))
        return None if hypothesis is None or other is None else (hypothesis, other, self._alignment(pair, reference))

    def frames_of(self, text: Analysis) -> FrameLayer | None:
        """Return the frames of a text to compare; None if it has none."""
        raise NotImplementedError

    def _alignment(self, pair: Pair, reference: int) -> FrameAlignment:
        raise NotImplementedError

    def _credits(self, pair: Pair, place: int) -> tuple[Credits, Credits]:
        """Return the credits of both sides for the reference at ``place``."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Hmeant(FrameScore):
    """Agreement of hypothesis and reference on who did what to whom, as people mark it; in [0, 1], higher is better.

    The F of semantic frames, each weighted by the tokens it covers: precision = Σ m_i (w_pred + Σ_j w_j (C_ij +
    ``partial``·P_ij)) / (w_pred + Σ_j w_j M_ij) / Σ m_i over the frames of the hypothesis, recall the same over those
    of the reference; m_i is the share of the text's tokens that predicate and fillers of frame i cover. A frame counts
    only if its predicate is aligned, a link of fillers only between aligned frames and equal roles. Of several
    references the best one counts. Where the reference has no frame, the score is undefined.

    ``weights`` is ``uniform`` (every weight 1, the predicate's too), ``unsupervised`` (relative frequencies in the
    references of the corpus; the predicate by ``method`` i or ii), or a JSON file with a weight for ``predicate`` and
    each role. A text outside of a corpus takes the frequencies of its own reference.
    """

    name: ClassVar[str] = "hmeant"
    paper: ClassVar[str] = "Lo & Wu 2012"
    needs: ClassVar[Layers] = Layers(frames=True)

    partial: float = 0.5
    method: Method = "ii"
    counts: Mapping[str, int] | None = field(default=None, repr=False, metadata={"learned": True})

    def __post_init__(self) -> None:
        super(Hmeant, self).__post_init__()
        if not 0 <= self.partial <= 1:
            raise UsageError(f"hmeant: partial={self.partial}, expected a number from 0 to 1")

    @property
    def resources(self) -> tuple[str, ...]:
        """The counts of roles in the corpus' references, which determine unsupervised weights."""
        learned = sorted(self.counts.items()) if self.counts and self.weights == UNSUPERVISED else []
        return (f"roles:{digest(map(repr, learned))}",) if learned else ()

    def adapted(self, context: CorpusContext) -> Metric:
        """Return the metric with the counts of roles in the references of the corpus."""
        return replace(self, counts=context.roles) if self.weights == UNSUPERVISED else self

    def _role_weights(self, reference: FrameLayer) -> Mapping[str, float]:
        if self.weights != UNSUPERVISED:
            return role_weights(self.weights)
        return unsupervised_weights(self.counts or role_counts([reference.frames]), self.method)

    def frames_of(self, text: Analysis) -> FrameLayer | None:
        return text.frames

    def _alignment(self, pair: Pair, reference: int) -> FrameAlignment:
        return pair.frame_links(reference)

    def _credits(self, pair: Pair, place: int) -> tuple[Credits, Credits]:
        hyp_layer, ref_layer = (require_frames(text.frames) for text in pair.sides(place))
        return self.credits(hyp_layer, ref_layer, pair.frame_links(place))

    def credits(
        self, hypothesis: FrameLayer, reference: FrameLayer, alignment: FrameAlignment
    ) -> tuple[Credits, Credits]:
        """Return the credits of the hypothesis' frames and of the reference's by an alignment."""
        return (
            self._side(alignment, hypothesis, reference, turned=False),
            self._side(alignment, reference, hypothesis, turned=True),
        )

    def _side(self, alignment: FrameAlignment, layer: FrameLayer, other: FrameLayer, *, turned: bool) -> Credits:
        values = {LinkKind.CORRECT: 1.0, LinkKind.PARTIAL: self.partial}
        frames = {pair[turned]: pair[not turned] for pair, kind in alignment.frames.items() if kind in values}
        fillers = {}
        for pair, kind in alignment.fillers.items():
            (frame, number), (other_frame, other_number) = pair[turned], pair[not turned]
            same = layer.frames[frame].fillers[number].role == other.frames[other_frame].fillers[other_number].role
            if kind in values and same and frames.get(frame) == other_frame:
                fillers[frame, number] = (other_frame, other_number), values[kind]
        return Credits(frames, fillers)


def frameless(hypothesis: int, reference: int) -> str:
    """Return which text has no frame, and what follows for the score; empty if both have some.

    Args:
        hypothesis, reference: their numbers of frames.
    """
    if not reference:
        return "The reference has no frame, so the score is undefined."
    if not hypothesis:
        return f"The translation has no frame, and the reference has {reference}: nothing matches, and the score is 0."
    return ""


def require_frames(layer: FrameLayer | None) -> FrameLayer:
    """Return the frames of a text that must have a frame layer; raise ValueError if it has none."""
    if layer is None:
        raise ValueError("a metric over frames was given a text without frames")
    return layer
