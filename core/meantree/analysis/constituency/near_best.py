"""Spans that are constituents of a tree nearly as good as the best: where a parser was in doubt."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituency.chart import Scores, fill
from meantree.analysis.frames import Span

Floats = NDArray[np.float64]


def near_best_spans(scores: Scores, slack: float) -> Mapping[Span, float]:
    """The spans that have a label in some tree whose score is at most ``slack`` below that of the best tree.

    Inside and outside Viterbi scores give, for each span, the best tree that has it (max-marginals; the parser's own
    trees are those of :mod:`meantree.analysis.constituency.chart`).

    Args:
        scores: of labelled spans, shape (tokens, tokens, labels); label 0 is no constituent.
        slack: natural logarithm of how much less probable than the best tree a tree may be, 0 at least.

    Returns:
        By span (end exclusive) how far below the best tree the best tree with it is, in [0, slack].
    """
    size = len(scores)
    chart = fill(scores)
    labelled = scores[..., 1:].max(axis=-1).astype(np.float64)
    either = np.maximum(labelled, scores[..., 0])
    as_any, as_named = _square(chart.any_, by_start=True), _square(chart.named, by_start=False)
    outside_any, outside_named = _outside(as_any, as_named, either, labelled)
    # A labelled span may stand on either side, and its children are the same whatever its label is.
    inside = as_named.copy()
    places = np.arange(size)
    inside[places, places] = labelled[places, places]
    losses = as_any[0, size - 1] - (np.maximum(outside_any, outside_named) + inside)
    found = np.argwhere(losses <= slack)
    return {(int(first), int(last) + 1): max(float(losses[first, last]), 0.0) for first, last in found}


def _square(by_width: Floats, *, by_start: bool) -> Floats:
    """Scores by first and last token, from those by first (or last) token and width - 1; minus infinity for no span."""
    size = len(by_width)
    square = np.full((size, size), -np.inf)
    for width in range(size):
        places = np.arange(size - width)
        square[places, places + width] = by_width[:, width][: size - width] if by_start else by_width[width:, width]
    return square


def _outside(as_any: Floats, as_named: Floats, either: Floats, labelled: Floats) -> tuple[Floats, Floats]:
    """The best score of all around a span, by first and last token: as a left child (or the whole), as a right one."""
    size = len(as_any)
    any_, named = np.full((size, size), -np.inf), np.full((size, size), -np.inf)
    context = np.full((size, size), -np.inf)  # of a span's children: all around it and its own label
    any_[0, size - 1] = 0.0
    for width in range(size - 1, -1, -1):
        starts = np.arange(size - width)
        ends = starts + width
        if width < size - 1:
            left, right = starts[:-1], starts[1:]
            # A left child (i, j): its parent is (i, k), its sister (j + 1, k); a right child the other way.
            any_[left, left + width] = (context[left] + as_named[left + width + 1]).max(axis=1)
            named[right, right + width] = (context[:, right + width] + as_any[:, right - 1]).max(axis=0)
        context[starts, ends] = np.maximum(
            any_[starts, ends] + either[starts, ends], named[starts, ends] + labelled[starts, ends]
        )
    return any_, named
