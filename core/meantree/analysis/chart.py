"""Charts of labelled spans: the best constituency trees, and how probable each constituent is over all trees.

Lists of the best trees are made lazily (Huang & Chiang 2005, algorithm 3), probabilities by the inside-outside
algorithm (Baker 1979).

Scores have shape (tokens, tokens, labels): ``[i, j, l]`` is that of label l over the tokens i to j, both included;
label 0 means "no constituent". Trees are binary and left-branching within a constituent: the right child of a node is a
word or has a label. So each tree with any number of children has exactly one derivation, and a list holds none twice.
"""

from __future__ import annotations

import heapq
import itertools
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.decoding import log_sum
from meantree.analysis.nonprojective.best import Doubles

Scores = NDArray[np.float32]
Node = tuple[int, int, int]
"""Start, end (exclusive) and label code."""

NO_LABEL = 0
FAR = 12.0
"""Labels whose score is this much lower than that of the best label of their span are not in n-best lists."""


@dataclass(slots=True)
class Chart:
    """The Viterbi scores of all spans of a sentence.

    Attributes:
        best: of the best derivation of a span, [first token, width - 1].
        best_labelled: of the best derivation with a label, [last token, width - 1].
    """

    scores: Scores
    best: Doubles
    best_labelled: Doubles


def fill_chart(scores: Scores) -> Chart:
    """Return the Viterbi scores of all spans: of any derivation, and of those that can be a right child."""
    size = len(scores)
    label_scores = scores[..., 1:].max(axis=-1).astype(np.float64)
    node_scores = np.maximum(label_scores, scores[..., NO_LABEL])
    best, best_labelled = np.full((size, size), -np.inf), np.full((size, size), -np.inf)
    places = np.arange(size)
    best[:, 0] = best_labelled[:, 0] = node_scores[places, places]
    for width in range(1, size):
        starts, ends = places[: size - width], places[width:]
        split = (best[: size - width, :width] + best_labelled[width:, width - 1 :: -1][:, :width]).max(axis=1)
        best_labelled[width:, width] = split + label_scores[starts, ends]
        best[: size - width, width] = split + node_scores[starts, ends]
    return Chart(scores, best, best_labelled)


def best_tree(scores: Scores) -> list[Node]:
    """Return the nodes of the best tree in preorder, including unlabelled ones (label 0)."""
    chart = fill_chart(scores)
    nodes: list[Node] = []
    stack = [(0, len(scores) - 1, True)]
    while stack:
        start, end, label_optional = stack.pop()
        first = 0 if label_optional or start == end else 1
        nodes.append((start, end + 1, first + int(scores[start, end, first:].argmax())))
        if end > start:
            cut = int(_splits(chart, start, end).argmax())
            stack += [(start + cut + 1, end, False), (start, start + cut, True)]
    return nodes


def _splits(chart: Chart, start: int, end: int) -> Doubles:
    """Return the scores of the best children for each split: the left child ends at ``start + index``."""
    width = end - start
    right: Doubles = chart.best_labelled[end, width - 1 :: -1][:width] if width else np.zeros(0)
    return chart.best[start, :width] + right


def _allow_depth(size: int) -> None:
    """Raise the recursion limit: lists take a few calls per level of a tree, which may have a level per token."""
    needed = 1000 + 8 * size
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


Choice = tuple[float, int, int, int]
"""Negated score, and the choice: (0, label place, rank of the children) or (cut, left rank, right rank)."""


class _List:
    """The best choices so far, in order, and the candidates for the next one; each choice is proposed once."""

    __slots__ = ("best", "candidates")

    def __init__(self, candidates: list[Choice]) -> None:
        heapq.heapify(candidates)
        self.best, self.candidates = list[Choice](), candidates

    def choice(self, rank: int) -> Choice | None:
        """Return the choice of this rank, from 0; None if there are fewer."""
        best = self.best
        while len(best) <= rank:
            if best:
                self.follow(best[-1])
            if not self.candidates:
                return None
            best.append(heapq.heappop(self.candidates))
        return best[rank]

    def follow(self, choice: Choice) -> None:
        """Propose what comes after a choice."""
        raise NotImplementedError


class _Span(_List):
    """The derivations of a span."""

    __slots__ = ("children", "end", "labels", "start", "trees")

    def __init__(self, lists: NBest, start: int, end: int, *, label_optional: bool) -> None:
        super().__init__([])
        self.start, self.end, self.trees = start, end, dict[int, tuple[Node, ...]]()
        self.labels = lists.labels(start, end, 0 if label_optional or start == end else 1)
        self.children = lists.children(start, end) if start < end else None
        self._propose(0, 0)

    def follow(self, choice: Choice) -> None:
        _, _, label, below = choice
        if label + 1 < len(self.labels):
            self._propose(label + 1, below)
        if label == 0 and self.children is not None:
            self._propose(0, below + 1)

    def _propose(self, label: int, below: int) -> None:
        score = -self.labels[label][0]
        if self.children is not None:
            children = self.children.choice(below)
            if children is None:
                return
            score += children[0]
        heapq.heappush(self.candidates, (score, 0, label, below))

    def tree(self, rank: int) -> tuple[Node, ...]:
        """Return the labelled nodes of the derivation of this rank, which was listed before, in preorder."""
        known = self.trees.get(rank)
        if known is not None:
            return known
        choice = self.choice(rank)
        assert choice is not None  # the rank was listed before
        _, _, place, below = choice
        label = self.labels[place][1]
        tree: tuple[Node, ...] = ((self.start, self.end + 1, label),) if label != NO_LABEL else ()
        if self.children is not None:
            children = self.children.choice(below)
            assert children is not None  # as above
            _, cut, left, right = children
            left_span, right_span = self.children.spans(cut)
            tree += left_span.tree(left) + right_span.tree(right)
        self.trees[rank] = tree
        return tree


class _Children(_List):
    """The choices of both children of a span."""

    __slots__ = ("_end", "_lists", "_spans", "_start")

    def __init__(self, lists: NBest, start: int, end: int, totals: Sequence[float]) -> None:
        super().__init__([(-total, cut, 0, 0) for cut, total in enumerate(totals)])
        self._lists, self._start, self._end = lists, start, end
        self._spans: dict[int, tuple[_Span, _Span]] = {}

    def spans(self, cut: int) -> tuple[_Span, _Span]:
        """Return the children by the place where the left one ends."""
        if cut not in self._spans:
            middle, span = self._start + cut, self._lists.span
            self._spans[cut] = span(self._start, middle, True), span(middle + 1, self._end, False)
        return self._spans[cut]

    def follow(self, choice: Choice) -> None:
        _, cut, left, right = choice
        self._propose(cut, left, right + 1)
        if right == 0:
            self._propose(cut, left + 1, 0)

    def _propose(self, cut: int, left: int, right: int) -> None:
        left_span, right_span = self.spans(cut)
        left_choice = left_span.choice(left)
        right_choice = right_span.choice(right) if left_choice is not None else None
        if left_choice is not None and right_choice is not None:
            heapq.heappush(self.candidates, (left_choice[0] + right_choice[0], cut, left, right))


class NBest:
    """Lists the trees of one sentence, the best first.

    A derivation of a span is a choice of a label and of children, by their rank in a list. A choice of children is a
    cut and the ranks of the left and right child in their lists.
    """

    def __init__(self, scores: Scores) -> None:
        self._chart = fill_chart(scores)
        self._spans: dict[tuple[int, int, bool], _Span] = {}
        self._children: dict[tuple[int, int], _Children] = {}

    def trees(self, count: int) -> list[tuple[float, tuple[Node, ...]]]:
        """Return up to ``count`` trees with their scores, the best first: labelled nodes in preorder."""
        size = len(self._chart.scores)
        _allow_depth(size)
        span = self.span(0, size - 1, True)
        choices = itertools.takewhile(lambda choice: choice is not None, map(span.choice, range(count)))
        return [(-choice[0], span.tree(rank)) for rank, choice in enumerate(choices) if choice is not None]

    def span(self, start: int, end: int, label_optional: bool) -> _Span:
        """Return the derivations of a span."""
        key = start, end, label_optional
        if key not in self._spans:
            self._spans[key] = _Span(self, start, end, label_optional=label_optional)
        return self._spans[key]

    def labels(self, start: int, end: int, first: int) -> list[tuple[float, int]]:
        """Return the probable labels of a span from code ``first`` on, and their scores, the best first."""
        scores = self._chart.scores[start, end, first:]
        candidates = np.flatnonzero(scores >= scores.max() - FAR)
        return sorted(zip(scores[candidates].tolist(), (candidates + first).tolist(), strict=True), reverse=True)

    def children(self, start: int, end: int) -> _Children:
        """Return the choices of children of a span."""
        if (start, end) not in self._children:
            totals = _splits(self._chart, start, end).tolist()
            self._children[start, end] = _Children(self, start, end, totals)
        return self._children[start, end]


@dataclass(frozen=True, slots=True, eq=False)
class SpanModel:
    """A conditional random field over trees.

    Attributes:
        scores: of labelled spans, as this module defines them.
        around: (first word, last word), the contribution of everything except its label to the log probability of each
            span.
    """

    scores: Scores
    around: Doubles

    @classmethod
    def of(cls, scores: Scores) -> Self:
        """Return the model of all trees with these scores."""
        labelled = log_sum(scores[..., 1:], axis=-1)
        either = np.logaddexp(labelled, scores[..., 0])
        splits, any_scores, labelled_scores = _inside(labelled, either)
        return cls(scores, _outside(any_scores, labelled_scores, either, labelled) + splits - any_scores[0, -1])

    def constituents(self) -> Doubles:
        """Return the probability that each span has a label, (first word, last word); 1 for single words."""
        probabilities: Doubles = np.exp(self.around + log_sum(self.scores[..., 1:], axis=-1))
        np.fill_diagonal(probabilities, 1.0)
        return probabilities

    def probability(self, first: int, last: int, labels: Sequence[int]) -> float:
        """Return the probability that a span has one of these labels, codes from 1."""
        return min(1.0, float(np.exp(self.around[first, last] + self.scores[first, last, labels]).sum()))


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
    first, last = np.triu_indices(size)
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
    """Return :func:`log_sum` of rows, each with a finite value, which takes fewer steps."""
    top = values.max(axis=1)
    sums = np.log(np.exp(values - top[:, None]).sum(axis=1))
    found: Doubles = sums + top
    return found
