"""How probable each span of a sentence is as a constituent, over all trees (inside-outside, Baker 1979)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from meantree.analysis.constituency.chart import Scores
from meantree.analysis.log_space import Doubles, log_sum


@dataclass(frozen=True, slots=True, eq=False)
class SpanModel:
    """A conditional random field over trees.

    Attributes:
        scores: of labelled spans, as :mod:`meantree.analysis.constituency.chart` has them.
        around: what all but its label adds to the log probability of each span: (first word, last word).
    """

    scores: Scores
    around: Doubles

    @classmethod
    def of(cls, scores: Scores) -> Self:
        """Sum over all trees with these scores."""
        labelled = log_sum(scores[..., 1:], axis=-1)
        either = np.logaddexp(labelled, scores[..., 0])
        splits, as_any, as_named = _inside(labelled, either)
        return cls(scores, _outside(as_any, as_named, either, labelled) + splits - as_any[0, -1])

    def constituents(self) -> Doubles:
        """Return the probability of each span with any label: (first word, last word); single words have all of it."""
        found: Doubles = np.exp(self.around + log_sum(self.scores[..., 1:], axis=-1))
        np.fill_diagonal(found, 1.0)
        return found

    def probability(self, first: int, last: int, labels: Sequence[int]) -> float:
        """Return the probability of a span with one of these labels, codes from 1."""
        return min(1.0, float(np.exp(self.around[first, last] + self.scores[first, last, labels]).sum()))


def _inside(labelled: Doubles, either: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Return the summed scores of what is in each span: below it, of all of it, and as a right child."""
    size = len(labelled)
    # By (first word, width) and (last word, width) the parts of all spans of one width are slices.
    splits, any_from, named_to = (np.full((size, size), -np.inf) for _ in range(3))
    splits[:, 0], any_from[:, 0], named_to[:, 0] = 0.0, either.diagonal(), either.diagonal()
    for width in range(1, size):
        split = _log_sum(any_from[:-width, :width] + named_to[width:, width - 1 :: -1])
        splits[:-width, width] = split
        any_from[:-width, width] = split + either.diagonal(width)
        named_to[width:, width] = split + labelled.diagonal(width)
    first, last = np.triu_indices(size)
    spans = np.full((3, size, size), -np.inf)
    width = last - first
    spans[:, first, last] = splits[first, width], any_from[first, width], named_to[last, width]
    return spans[0], spans[1], spans[2]


def _outside(as_any: Doubles, as_named: Doubles, either: Doubles, labelled: Doubles) -> Doubles:
    """Return the summed scores of all around each span."""
    size = len(as_any)
    words = np.arange(size)
    around = np.full((size, size), -np.inf)
    context = np.full((size, size), -np.inf)  # of a span's children: all around it and its own label
    around[0, -1], context[0, -1] = 0.0, either[0, -1]
    for width in range(size - 2, -1, -1):
        starts, ends, wider = words[: size - width], words[width:], width + 1
        # As a left child its parent goes on to the right, its sister there; as a right child the other way.
        parents = context[:-wider, wider:]
        left, right = np.full((2, size - width), -np.inf)
        left[:-1] = _log_sum(parents + as_named[wider:, wider:])
        right[1:] = _log_sum(np.add(parents.T, as_any[:-wider, :-wider].T, order="C"))
        around[starts, ends] = np.logaddexp(left, right)
        context[starts, ends] = np.logaddexp(left + either.diagonal(width), right + labelled.diagonal(width))
    return around


def _log_sum(values: Doubles) -> Doubles:
    """Return :func:`log_sum` of rows that all have a finite value, which needs fewer steps."""
    top = values.max(axis=1)
    sums: Doubles = np.log(np.exp(values - top[:, None]).sum(axis=1))
    return sums + top
