"""Maximum-weight bipartite matching of frames, then of fillers in the same role (Lo, Tumuluru & Wu 2012)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.similarity import Between, phrase_similarity
from meantree.analysis.frames import FillerPlace, Frame, FrameAlignment, LinkKind, Span

SIMILAR = 0.5
"""Smallest similarity of aligned predicates and fillers."""
CORRECT = 0.8
"""Smallest similarity of predicates whose link is suggested as correct; others are partial."""
TIE = 1e-6
"""Weight of the similarity of fillers beside that of predicates."""


@dataclass(frozen=True, slots=True)
class FrameMatching:
    """The similarities of aligned frames (by their predicates) and of aligned fillers, in (0, 1]."""

    frames: dict[tuple[int, int], float]
    fillers: dict[tuple[FillerPlace, FillerPlace], float]

    def links(self) -> FrameAlignment:
        """Return the links as an annotator would draw them."""
        return FrameAlignment(
            {pair: _kind(value) for pair, value in self.frames.items()},
            dict.fromkeys(self.fillers, LinkKind.CORRECT),
        )


def match_frames(
    hyp: Sequence[Frame],
    ref: Sequence[Frame],
    between: Between,
    alike: Callable[[Frame, Frame], float] | None = None,
) -> FrameMatching:
    """Align the frames of two texts, and the fillers of aligned frames; of other words no similarity is asked for.

    Args:
        alike: how similar the fillers of two frames are, which decides between equally similar predicates if given.
    """
    table = _predicate_similarities([frame.predicate for frame in hyp], [frame.predicate for frame in ref], between)
    frames = _matched(table, 0.0 if alike is None else _ties(hyp, ref, table, alike))
    fillers: dict[tuple[FillerPlace, FillerPlace], float] = {}
    for hyp_frame, ref_frame in frames:
        hyp_fillers, ref_fillers = hyp[hyp_frame].fillers, ref[ref_frame].fillers
        table = np.zeros((len(hyp_fillers), len(ref_fillers)))
        for row, column in np.ndindex(table.shape):
            filler, other = hyp_fillers[row], ref_fillers[column]
            if filler.role == other.role:
                table[row, column] = phrase_similarity(between(filler.tokens, other.tokens))
        fillers |= {((hyp_frame, a), (ref_frame, b)): value for (a, b), value in _matched(table).items()}
    return FrameMatching(frames, fillers)


def _ties(
    hyp: Sequence[Frame], ref: Sequence[Frame], table: NDArray[np.float64], alike: Callable[[Frame, Frame], float]
) -> NDArray[np.float64]:
    """Return how similar the fillers of frames are whose predicates are as similar as another pair of one of them."""
    ties = np.zeros(table.shape)
    for row, column in np.argwhere(table >= SIMILAR):
        rivals = np.concatenate((table[row], table[:, column]))
        if np.count_nonzero(rivals == table[row, column]) > 2:  # it is in its row and column
            ties[row, column] = alike(hyp[row], ref[column])
    return ties


def _predicate_similarities(hyp: Sequence[Span], ref: Sequence[Span], between: Between) -> NDArray[np.float64]:
    """Return the similarities of predicates; most are single words, which are looked up in one go."""
    table = between([start for start, _ in hyp], [start for start, _ in ref])
    for row, column in np.ndindex(table.shape):
        span, other = hyp[row], ref[column]
        if span[1] - span[0] > 1 or other[1] - other[0] > 1:
            table[row, column] = phrase_similarity(between(range(*span), range(*other)))
    return table


def _matched(table: NDArray[np.float64], ties: NDArray[np.float64] | float = 0.0) -> dict[tuple[int, int], float]:
    """Return the sufficiently similar pairs of the assignment with the largest sum; of equal sums, ``ties`` decide."""
    from scipy.optimize import linear_sum_assignment

    useful = np.where(table >= SIMILAR, table, 0.0)
    rows, columns = linear_sum_assignment(useful + TIE * ties, maximize=True)
    return {
        (int(row), int(column)): float(useful[row, column])
        for row, column in zip(rows, columns, strict=True)
        if useful[row, column] > 0
    }


def _kind(similarity: float) -> LinkKind:
    return LinkKind.CORRECT if similarity >= CORRECT else LinkKind.PARTIAL
