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
from dataclasses import dataclass, field
from typing import Self

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.nonprojective.best import Doubles, log_sum

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


@dataclass(slots=True)
class _List:
    """The best choices so far, in order, and the candidates for the next one; each choice has one predecessor."""

    best: list[Choice] = field(default_factory=list)
    candidates: list[Choice] = field(default_factory=list)


class NBest:
    """Lists the trees of one sentence, the best first.

    A derivation of a span is a choice of a label and of children, by their rank in a list. A choice of children is a
    cut and the ranks of the left and right child in their lists.
    """

    def __init__(self, scores: Scores) -> None:
        self._chart = fill_chart(scores)
        self._size = len(scores)
        self._spans: dict[tuple[int, int, bool], _List] = {}
        self._children: dict[tuple[int, int], _List] = {}
        self._labels: dict[tuple[int, int, bool], list[tuple[float, int]]] = {}
        self._trees: dict[tuple[int, int, bool, int], tuple[Node, ...]] = {}

    def trees(self, count: int) -> list[tuple[float, tuple[Node, ...]]]:
        """Return up to ``count`` trees with their scores, the best first: labelled nodes in preorder."""
        _allow_depth(self._size)
        trees = []
        for rank in range(count):
            choice = self._span(0, self._size - 1, True, rank)
            if choice is None:
                break
            trees.append((-choice[0], self._tree(0, self._size - 1, True, rank)))
        return trees

    def _span(self, start: int, end: int, label_optional: bool, rank: int) -> Choice | None:
        key = start, end, label_optional
        choices = self._spans.get(key)
        if choices is None:
            choices = self._spans[key] = _List()
            self._labels[key] = self._label_order(start, end, label_optional)
            self._propose(choices, key, 0, 0)
        while len(choices.best) <= rank:
            if choices.best:
                _, _, label, below = choices.best[-1]
                self._propose(choices, key, label + 1, below)
                if label == 0:
                    self._propose(choices, key, 0, below + 1)
            if not choices.candidates:
                return None
            choices.best.append(heapq.heappop(choices.candidates))
        return choices.best[rank]

    def _propose(self, choices: _List, key: tuple[int, int, bool], label: int, below: int) -> None:
        labels = self._labels[key]
        if label >= len(labels):
            return
        score = -labels[label][0]
        if key[0] == key[1]:
            if below:
                return
        else:
            children = self._cut(key[0], key[1], below)
            if children is None:
                return
            score += children[0]
        heapq.heappush(choices.candidates, (score, 0, label, below))

    def _label_order(self, start: int, end: int, label_optional: bool) -> list[tuple[float, int]]:
        first = 0 if label_optional or start == end else 1
        scores = self._chart.scores[start, end, first:]
        candidates = np.flatnonzero(scores >= scores.max() - FAR)
        return sorted(zip(scores[candidates].tolist(), (candidates + first).tolist(), strict=True), reverse=True)

    def _cut(self, start: int, end: int, rank: int) -> Choice | None:
        choices = self._children.get((start, end))
        if choices is None:
            totals = (-_splits(self._chart, start, end)).tolist()
            choices = self._children[start, end] = _List(
                candidates=[(total, cut, 0, 0) for cut, total in enumerate(totals)]
            )
            heapq.heapify(choices.candidates)
        while len(choices.best) <= rank:
            if choices.best:
                _, cut, left, right = choices.best[-1]
                self._pair(choices, start, end, (cut, left, right + 1))
                if right == 0:
                    self._pair(choices, start, end, (cut, left + 1, 0))
            if not choices.candidates:
                return None
            choices.best.append(heapq.heappop(choices.candidates))
        return choices.best[rank]

    def _pair(self, choices: _List, start: int, end: int, pair: tuple[int, int, int]) -> None:
        cut, left, right = pair
        left_choice = self._span(start, start + cut, True, left)
        right_choice = self._span(start + cut + 1, end, False, right) if left_choice is not None else None
        if left_choice is not None and right_choice is not None:
            heapq.heappush(choices.candidates, (left_choice[0] + right_choice[0], *pair))

    def _tree(self, start: int, end: int, label_optional: bool, rank: int) -> tuple[Node, ...]:
        key = start, end, label_optional, rank
        known = self._trees.get(key)
        if known is not None:
            return known
        choice = self._span(start, end, label_optional, rank)
        assert choice is not None  # the rank was listed before
        label = self._labels[start, end, label_optional][choice[2]][1]
        tree: tuple[Node, ...] = ((start, end + 1, label),) if label != NO_LABEL else ()
        if end > start:
            children = self._cut(start, end, choice[3])
            assert children is not None  # as above
            _, cut, left, right = children
            tree += self._tree(start, start + cut, True, left) + self._tree(start + cut + 1, end, False, right)
        self._trees[key] = tree
        return tree


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
