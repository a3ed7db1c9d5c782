"""What each predicate and filler adds to the precision of frames (Lo & Wu 2012): common to HMEANT and MEANT."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from meantree.alignment.similarity import harmonic
from meantree.analysis.frames import Frame, FrameLayer, Span
from meantree.metrics.evidence import Place, Unit
from meantree.metrics.frames.role_weights import PREDICATE

FillerPlace = tuple[int, int]


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
    span: Span
    whole: float
    matched: float
    partner: Span | None


def shares(mine: FrameLayer, theirs: FrameLayer, credits_: Credits, weights: Mapping[str, float]) -> Iterator[Share]:
    """All parts of one side: the wholes sum to 1 (without frames to nothing), the matched parts to the precision.

    Frame i has the part m_i / Σ m of the whole, m_i the share of the text's tokens that it covers, and spreads it over
    its predicate and fillers by their weights.
    """
    covered = sum(len(frame.tokens) for frame in mine.frames)
    for place, frame in enumerate(mine.frames):
        own = _own_weights(frame, weights)
        scale = len(frame.tokens) / covered / math.fsum(own)
        partner = credits_.frames.get(place)
        span = theirs.frames[partner].predicate if partner is not None else None
        yield Share(PREDICATE, frame.predicate, own[0] * scale, own[0] * scale * (partner is not None), span)
        for number, (filler, weight) in enumerate(zip(frame.fillers, own[1:], strict=True)):
            end, credit = credits_.fillers.get((place, number), (None, 0.0))
            other = theirs.frames[end[0]].fillers[end[1]].span if end is not None else None
            yield Share(filler.role.value, filler.span, weight * scale, weight * scale * credit, other)


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
    return harmonic(precision, recall)


def units_of(
    sides: tuple[Sequence[Share], Sequence[Share]], layers: tuple[FrameLayer, FrameLayer], reference: int
) -> Iterator[Unit]:
    """The shares as evidence, those of the hypothesis first; kinds tell the sides apart, which are summed apart."""
    before: tuple[tuple[Place, ...], ...] = ((),) * reference
    for share in sides[0]:
        label, theirs = _text(layers[0], share.span), (*before, _partner(share))
        kind = f"{share.kind}, hypothesis"
        yield Unit(kind, label, share.whole, 0.0, share.matched, (_place(share.span),), theirs)
    for share in sides[1]:
        label, mine = _text(layers[1], share.span), (*before, (_place(share.span),))
        yield Unit(f"{share.kind}, reference", label, 0.0, share.whole, share.matched, _partner(share), mine)


def _text(layer: FrameLayer, span: Span) -> str:
    return " ".join(layer.words[slice(*span)])


def _place(span: Span) -> Place:
    return Place(tuple(range(*span)))


def _partner(share: Share) -> tuple[Place, ...]:
    return () if share.partner is None else (_place(share.partner),)
