"""What each predicate and filler adds to the precision of frames (Lo & Wu 2012): common to HMEANT and MEANT."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from meantree.alignment.similarity import harmonic_mean
from meantree.analysis.frames import FillerPlace, Frame, FrameLayer, Part
from meantree.metrics.evidence import Place, Unit
from meantree.metrics.frames.role_weights import PREDICATE


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


def units_of(
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
