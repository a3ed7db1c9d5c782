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
    splits, as_any, as_named = (np.full((size, size), -np.inf) for _ in range(3))
    np.fill_diagonal(splits, 0.0)
    np.fill_diagonal(as_any, either.diagonal())
    np.fill_diagonal(as_named, either.diagonal())
    for width in range(1, size):
        starts = np.arange(size - width)
        ends, cuts = starts + width, np.arange(width)
        left = as_any[starts[:, None], starts[:, None] + cuts]
        right = as_named[starts[:, None] + cuts + 1, ends[:, None]]
        split = log_sum(left + right, axis=1)
        splits[starts, ends] = split
        as_any[starts, ends] = split + either[starts, ends]
        as_named[starts, ends] = split + labelled[starts, ends]
    return splits, as_any, as_named


def _outside(as_any: Doubles, as_named: Doubles, either: Doubles, labelled: Doubles) -> Doubles:
    """Return the summed scores of all around each span."""
    size = len(as_any)
    around = np.full((size, size), -np.inf)
    context = np.full((size, size), -np.inf)  # of a span's children: all around it and its own label
    around[0, -1], context[0, -1] = 0.0, either[0, -1]
    for width in range(size - 2, -1, -1):
        starts, wider = np.arange(size - width), width + 1
        ends = starts + width
        # As a left child its parent goes on to the right, its sister there; as a right child the other way.
        parents = context[: size - wider, wider:]
        left, right = np.full((2, len(starts)), -np.inf)
        sides = parents + as_named[wider:, wider:], (parents + as_any[: size - wider, : size - wider]).T
        left[:-1], right[1:] = log_sum(np.stack(sides), axis=2)
        around[starts, ends] = np.logaddexp(left, right)
        context[starts, ends] = np.logaddexp(left + either[starts, ends], right + labelled[starts, ends])
    return around
