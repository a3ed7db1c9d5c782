"""Charts of labelled spans: the best constituency trees, and how probable each constituent is over all trees.

Lists of the best trees are made lazily (Huang & Chiang 2005, algorithm 3), probabilities by the inside-outside
algorithm (Baker 1979).

Scores have shape (tokens, tokens, labels): ``[i, j, l]`` is that of label l over the tokens i to j, both included;
label 0 means "no constituent". Trees are binary and left-branching within a constituent: the right child of a node is a
word or has a label. So each tree with any number of children has exactly one derivation, and a list holds none twice.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituents import STEP, Preorder
from meantree.analysis.nonprojective.best import Doubles, log_sum, spans_within

Scores = NDArray[np.float32]

NO_LABEL = 0
FAR = np.float32(12)
"""Labels whose score is this much lower than that of the best label of their span are not in n-best lists."""


def fill_chart(scores: Scores) -> tuple[Doubles, Doubles]:
    """Return the Viterbi scores of all spans.

    Returns:
        The score of the best derivation of a span, [first token, width - 1], and of the best one that can be a right
        child, [last token, width - 1].
    """
    size = len(scores)
    labels, spans = np.full((size, size), -np.inf), spans_within(size)
    labels[spans] = scores[spans][:, NO_LABEL + 1 :].max(axis=-1)
    nodes = np.maximum(labels, scores[..., NO_LABEL])
    best, best_labelled = np.full((2, size, size), -np.inf)
    best[:, 0] = best_labelled[:, 0] = nodes.diagonal()
    for width in range(1, size):
        split = np.maximum.reduce(best[:-width, :width] + best_labelled[width:, width - 1 :: -1], axis=1)
        best_labelled[width:, width] = split + labels.diagonal(width)
        best[:-width, width] = split + nodes.diagonal(width)
    return best, best_labelled


def _allow_depth(size: int) -> None:
    """Raise the recursion limit: lists take a few calls per level of a tree, which may have a level per token."""
    needed = 1000 + 8 * size
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


Choice = tuple[float, int, int]
"""Negated score of a derivation, the place of its label and the rank of its children; the least one is the best."""
Cut = tuple[float, int, int, int]
"""Negated score of children, the last word of the left one counted from the span's first, and the ranks of both."""


class _Span:
    """The derivations of a span, the best first, as far as they were asked for.

    Attributes:
        labels: the score and the code of each label, the best first.
        children: of spans of several words.
        waiting: a heap of choices, among them the next one; each gets into it after one other.
        trees: of derivations, by rank.
    """

    __slots__ = "best", "children", "end", "labels", "start", "trees", "waiting"

    def __init__(self, start: int, end: int, labels: list[tuple[float, int]], children: _Children | None) -> None:
        self.start, self.end, self.labels, self.children = start, end, labels, children
        self.best: list[Choice] = []
        self.waiting: list[Choice] = []
        self.trees: dict[int, Preorder] = {}


class _Children:
    """The pairs of children of a span, listed as in :class:`_Span`; ``sides`` are the lists of both by their cut."""

    __slots__ = "best", "end", "sides", "start", "waiting"

    def __init__(self, start: int, end: int, waiting: list[Cut]) -> None:
        self.start, self.end, self.waiting = start, end, waiting
        self.best: list[Cut] = []
        self.sides: dict[int, tuple[_Span, _Span]] = {}
        heapq.heapify(waiting)


class NBest:
    """Lists the trees of one sentence, the best first.

    A derivation of a span is a choice of a label and of children, by their rank in a list. A choice of children is a
    cut and the ranks of the left and right child in their lists.

    Args:
        chains: the nodes that each label stands for, from the top; none for :data:`NO_LABEL`.
        words: the node of each token.
    """

    def __init__(self, scores: Scores, chains: Sequence[tuple[int, ...]], words: Sequence[int]) -> None:
        self._scores = scores
        self._chains = [tuple(STEP + code for code in chain) for chain in chains]
        self._words = [(STEP + word,) for word in words]
        self._lefts, self._rights = (scores_of_spans.tolist() for scores_of_spans in fill_chart(scores))
        self._spans: dict[tuple[int, int, int], _Span] = {}
        self._children: dict[tuple[int, int], _Children] = {}

    def trees(self, count: int) -> list[tuple[float, Preorder]]:
        """Return up to ``count`` trees with their scores, the best first."""
        size = len(self._scores)
        _allow_depth(size)
        whole = self._span(0, size - 1, NO_LABEL)
        trees: list[tuple[float, Preorder]] = []
        while len(trees) < count and (choice := self._choice(whole, len(trees))) is not None:
            trees.append((-choice[0], self._tree(whole, len(trees))))
        return trees

    def _span(self, start: int, end: int, first: int) -> _Span:
        """Return the list of a span whose label has at least the code ``first``; a word needs no label."""
        first = NO_LABEL if start == end else first
        span = self._spans.get((start, end, first))
        if span is None:
            scores = self._scores[start, end, first:]
            kept = (scores >= scores.max() - FAR).nonzero()[0]
            labels = sorted(zip(scores[kept].tolist(), (kept + first).tolist(), strict=True), reverse=True)
            span = _Span(start, end, labels, self._children_of(start, end) if end > start else None)
            self._spans[start, end, first] = span
            self._propose(span, 0, 0)
        return span

    def _children_of(self, start: int, end: int) -> _Children:
        children = self._children.get((start, end))
        if children is None:
            width = end - start
            pairs = zip(self._lefts[start][:width], self._rights[end][width - 1 :: -1], strict=True)
            waiting = [(-(left + right), cut, 0, 0) for cut, (left, right) in enumerate(pairs)]
            children = self._children[start, end] = _Children(start, end, waiting)
        return children

    def _choice(self, span: _Span, rank: int) -> Choice | None:
        """Return the choice of this rank; None if there are fewer."""
        best, waiting = span.best, span.waiting
        while len(best) <= rank:
            if best:
                _, label, below = best[-1]
                self._propose(span, label + 1, below)
                if label == 0:
                    self._propose(span, 0, below + 1)
            if not waiting:
                return None
            best.append(heapq.heappop(waiting))
        return best[rank]

    def _propose(self, span: _Span, label: int, below: int) -> None:
        if label >= len(span.labels):
            return
        score, children = 0.0, span.children
        if children is not None:
            cut = children.best[below] if below < len(children.best) else self._cut(children, below)
            if cut is None:
                return
            score = cut[0]
        elif below:
            return
        heapq.heappush(span.waiting, (score - span.labels[label][0], label, below))

    def _cut(self, children: _Children, rank: int) -> Cut | None:
        """Return the pair of this rank; None if there are fewer."""
        best, waiting = children.best, children.waiting
        while len(best) <= rank:
            if best:
                _, cut, left, right = best[-1]
                self._pair(children, cut, left, right + 1)
                if right == 0:
                    self._pair(children, cut, left + 1, 0)
            if not waiting:
                return None
            best.append(heapq.heappop(waiting))
        return best[rank]

    def _pair(self, children: _Children, cut: int, left: int, right: int) -> None:
        first, second = self._sides(children, cut)
        one = first.best[left] if left < len(first.best) else self._choice(first, left)
        if one is None:
            return
        other = second.best[right] if right < len(second.best) else self._choice(second, right)
        if other is not None:
            heapq.heappush(children.waiting, (one[0] + other[0], cut, left, right))

    def _sides(self, children: _Children, cut: int) -> tuple[_Span, _Span]:
        """Return the lists of the left and of the right child."""
        sides = children.sides.get(cut)
        if sides is None:
            middle = children.start + cut
            sides = self._span(children.start, middle, NO_LABEL), self._span(middle + 1, children.end, NO_LABEL + 1)
            children.sides[cut] = sides
        return sides

    def _tree(self, span: _Span, rank: int) -> Preorder:
        tree = span.trees.get(rank)
        if tree is None:
            choice = self._choice(span, rank)
            assert choice is not None  # the rank was listed before
            _, place, below = choice
            if span.children is None:
                tree = self._words[span.start]
            else:
                _, cut, left, right = span.children.best[below]
                first, second = self._sides(span.children, cut)
                tree = first.trees.get(left) or self._tree(first, left)
                top, *rest = second.trees.get(right) or self._tree(second, right)
                tree = (*tree, top + STEP * len(tree), *rest)
            tree = span.trees[rank] = self._chains[span.labels[place][1]] + tree
        return tree


@dataclass(frozen=True, eq=False)
class SpanModel:
    """A conditional random field over trees, which is summed when a probability is asked for.

    Attributes:
        labelled: (first word, last word), the summed scores of the labels of each span.
        unlabelled: likewise, the score of no label.
    """

    labelled: Doubles
    unlabelled: Scores

    @classmethod
    def of(cls, scores: Scores) -> Self:
        """Return the model of all trees with these scores."""
        spans, labelled = spans_within(len(scores)), np.full(scores.shape[:2], -np.inf)
        labelled[spans] = log_sum(scores[spans][:, NO_LABEL + 1 :], axis=-1)
        return cls(labelled, scores[..., NO_LABEL].copy())

    @cached_property
    def around(self) -> Doubles:
        """The contribution of everything except its label to the log probability of each span."""
        either = np.logaddexp(self.labelled, self.unlabelled)
        splits, any_scores, labelled_scores = _inside(self.labelled, either)
        around: Doubles = _outside(any_scores, labelled_scores, either, self.labelled) + splits - any_scores[0, -1]
        return around

    def constituents(self) -> Doubles:
        """Return the probability that each span has a label, (first word, last word); 1 for single words."""
        probabilities: Doubles = np.exp(self.around + self.labelled)
        np.fill_diagonal(probabilities, 1.0)
        return probabilities

    def probability(self, start: int, end: int, scores: Scores) -> float:
        """Return the probability that the words of a span, end exclusive, have one of the labels with these scores."""
        return min(1.0, float(np.exp(self.around[start, end - 1] + scores).sum()))


def _inside(labelled: Doubles, either: Doubles) -> tuple[Doubles, Doubles, Doubles]:
    """Return the summed scores inside each span: of its children, of any derivation, and as a right child."""
    size = len(labelled)
    # Indexed by (first word, width) and (last word, width), the children of all spans of one width are slices.
    splits, any_from, labelled_to = (np.full((size, size), -np.inf) for _ in range(3))
    splits[:, 0], any_from[:, 0], labelled_to[:, 0] = 0.0, either.diagonal(), either.diagonal()
    for width in range(1, size):
        split = _log_sum(any_from[:-width, :width] + labelled_to[width:, width - 1 :: -1])
        splits[:-width, width] = split
        any_from[:-width, width] = split + either.diagonal(width)
        labelled_to[width:, width] = split + labelled.diagonal(width)
    first, last = spans_within(size)
    spans = np.full((3, size, size), -np.inf)
    widths = last - first
    spans[:, first, last] = splits[first, widths], any_from[first, widths], labelled_to[last, widths]
    return spans[0], spans[1], spans[2]


def _outside(any_scores: Doubles, labelled_scores: Doubles, either: Doubles, labelled: Doubles) -> Doubles:
    """Return the summed scores outside each span."""
    size = len(any_scores)
    words = np.arange(size)
    around = np.full((size, size), -np.inf)
    context = np.full((size, size), -np.inf)  # of the children of a span: outside the span, and its label
    around[0, -1], context[0, -1] = 0.0, either[0, -1]
    for width in range(size - 2, -1, -1):
        starts, ends, wider = words[: size - width], words[width:], width + 1
        # The parent of a left child extends to the right, where its sister is; that of a right child to the left.
        parents = context[:-wider, wider:]
        left, right = np.full((2, size - width), -np.inf)
        left[:-1] = _log_sum(parents + labelled_scores[wider:, wider:])
        right[1:] = _log_sum(np.add(parents.T, any_scores[:-wider, :-wider].T, order="C"))
        around[starts, ends] = np.logaddexp(left, right)
        context[starts, ends] = np.logaddexp(left + either.diagonal(width), right + labelled.diagonal(width))
    return around


def _log_sum(values: Doubles) -> Doubles:
    """Return :func:`log_sum` of rows, each with a finite value, which takes fewer steps; they are overwritten."""
    top = np.maximum.reduce(values, axis=1)
    values -= top[:, None]
    found: Doubles = np.log(np.add.reduce(np.exp(values, out=values), axis=1)) + top
    return found
