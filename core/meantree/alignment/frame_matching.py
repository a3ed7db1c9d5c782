"""Frames, then fillers of the same role, aligned by maximum-weight bipartite matching (Lo, Tumuluru & Wu 2012)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.similarity import phrase_similarity
from meantree.analysis.frames import FillerPlace, Frame, FrameAlignment, LinkKind, Span

ALIKE = 0.5
"""Predicates and fillers that are less alike are not aligned."""
CORRECT = 0.8
"""From here on a link is proposed as correct, below as partial."""


@dataclass(frozen=True, slots=True)
class FrameMatching:
    """How alike aligned frames (by their predicates) and aligned fillers are, in (0, 1]."""

    frames: dict[tuple[int, int], float]
    fillers: dict[tuple[FillerPlace, FillerPlace], float]

    def links(self) -> FrameAlignment:
        """As an annotator would write it down."""
        return FrameAlignment(
            {pair: _kind(value) for pair, value in self.frames.items()},
            {pair: _kind(value) for pair, value in self.fillers.items()},
        )


def match_frames(hyp: Sequence[Frame], ref: Sequence[Frame], between: NDArray[np.float64]) -> FrameMatching:
    """Align the frames of two texts, and the fillers of aligned frames.

    Args:
        hyp, ref: frames of both texts.
        between: similarities of their words, shape (words, words).
    """
    frames = _matched(_predicates([f.predicate for f in hyp], [f.predicate for f in ref], between))
    fillers: dict[tuple[FillerPlace, FillerPlace], float] = {}
    for one, two in frames:
        mine, theirs = hyp[one].fillers, ref[two].fillers
        table = np.zeros((len(mine), len(theirs)))
        for a, b in np.ndindex(table.shape):
            if mine[a].role == theirs[b].role:
                table[a, b] = phrase_similarity(between[slice(*mine[a].span), slice(*theirs[b].span)])
        fillers |= {((one, a), (two, b)): value for (a, b), value in _matched(table).items()}
    return FrameMatching(frames, fillers)


def _predicates(one: Sequence[Span], two: Sequence[Span], between: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how alike predicates are; most of them are single words, which are looked up at once."""
    starts = (np.array([start for start, _ in spans], dtype=np.intp) for spans in (one, two))
    table = between[np.ix_(*starts)].astype(np.float64)
    for a, b in np.ndindex(table.shape):
        if one[a][1] - one[a][0] > 1 or two[b][1] - two[b][0] > 1:
            table[a, b] = phrase_similarity(between[slice(*one[a]), slice(*two[b])])
    return table


def _matched(table: NDArray[np.float64]) -> dict[tuple[int, int], float]:
    """The pairs of the assignment with the largest sum, those that are alike enough."""
    from scipy.optimize import linear_sum_assignment

    useful = np.where(table >= ALIKE, table, 0.0)
    rows, columns = linear_sum_assignment(useful, maximize=True)
    return {
        (int(row), int(column)): float(useful[row, column])
        for row, column in zip(rows, columns, strict=True)
        if useful[row, column] > 0
    }


def _kind(similarity: float) -> LinkKind:
    return LinkKind.CORRECT if similarity >= CORRECT else LinkKind.PARTIAL
