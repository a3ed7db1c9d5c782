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

from meantree.analysis.encoder.decoding import Doubles, log_sum

Scores = NDArray[np.float32]
Node = tuple[int, int, int]
"""Start, end (exclusive) and label code."""

NO_LABEL = 0
FAR = 12.0
"""Labels this much less probable (in log units) than the best of their span are not tried in n-best lists."""


@dataclass(slots=True)
class Chart:
    """Best scores of all spans of one sentence, by first token and width - 1 (``any_``) or last token (``named``)."""

    labels: Scores
    any_: NDArray[np.float64]
    named: NDArray[np.float64]


def fill(scores: Scores) -> Chart:
    """Viterbi scores of all spans: of any derivation, and of those that may be a right child."""
    size = len(scores)
    best_named = scores[..., 1:].max(axis=-1).astype(np.float64)
    best_any = np.maximum(best_named, scores[..., NO_LABEL])
    any_, named = np.full((size, size), -np.inf), np.full((size, size), -np.inf)
    places = np.arange(size)
    any_[:, 0] = named[:, 0] = best_any[places, places]
    for width in range(1, size):
        starts, ends = places[: size - width], places[width:]
        split = (any_[: size - width, :width] + named[width:, width - 1 :: -1][:, :width]).max(axis=1)
        named[width:, width] = split + best_named[starts, ends]
        any_[: size - width, width] = split + best_any[starts, ends]
    return Chart(scores, any_, named)


def best_tree(scores: Scores) -> list[Node]:
    """The best tree's nodes in preorder, nameless ones (label 0) among them."""
    chart = fill(scores)
    nodes: list[Node] = []
    stack = [(0, len(scores) - 1, True)]
    while stack:
        start, end, nameless = stack.pop()
        first = 0 if nameless or start == end else 1
        nodes.append((start, end + 1, first + int(scores[start, end, first:].argmax())))
        if end > start:
            cut = int(_splits(chart, start, end).argmax())
            stack += [(start + cut + 1, end, False), (start, start + cut, True)]
    return nodes


def _splits(chart: Chart, start: int, end: int) -> NDArray[np.float64]:
    """Scores of the best children for each cut: the left child ends at ``start + index``."""
    width = end - start
    right: NDArray[np.float64] = chart.named[end, width - 1 :: -1][:width] if width else np.zeros(0)
    return chart.any_[start, :width] + right


def _allow_depth(size: int) -> None:
    """Lists are made lazily, a few calls for each level of a tree, and a tree may have a level for each token."""
    needed = 1000 + 8 * size
    if sys.getrecursionlimit() < needed:
        sys.setrecursionlimit(needed)


Choice = tuple[float, int, int, int]
"""Negated score, then what was chosen: (label, rank of the children, unused) or (cut, left rank, right rank)."""


@dataclass(slots=True)
class _List:
    """The best choices found so far, best first, and the candidates for the next."""

    found: list[Choice] = field(default_factory=list)
    candidates: list[Choice] = field(default_factory=list)
    seen: set[tuple[int, int, int]] = field(default_factory=set)


class NBest:
    """Lists the trees of one sentence from the best downwards.

    A derivation of a span is a choice of its label and a rank in the list of its children; a choice of children is a
    cut, a rank in the list of the left child and one in that of the right child.
    """

    def __init__(self, scores: Scores) -> None:
        self._chart = fill(scores)
        self._size = len(scores)
        self._spans: dict[tuple[int, int, bool], _List] = {}
        self._children: dict[tuple[int, int], _List] = {}
        self._labels: dict[tuple[int, int, bool], list[tuple[float, int]]] = {}
        self._trees: dict[tuple[int, int, bool, int], tuple[Node, ...]] = {}

    def trees(self, count: int) -> list[tuple[float, tuple[Node, ...]]]:
        """Up to ``count`` trees with their scores, best first: the nodes in preorder, nameless ones left out."""
        _allow_depth(self._size)
        trees = []
        for rank in range(count):
            choice = self._span(0, self._size - 1, True, rank)
            if choice is None:
                break
            trees.append((-choice[0], self._tree(0, self._size - 1, True, rank)))
        return trees

    def _span(self, start: int, end: int, nameless: bool, rank: int) -> Choice | None:
        key = start, end, nameless
        choices = self._spans.get(key)
        if choices is None:
            choices = self._spans[key] = _List()
            self._labels[key] = self._order(start, end, nameless)
            self._propose(choices, key, 0, 0)
        while len(choices.found) <= rank:
            if choices.found:
                _, _, label, below = choices.found[-1]
                self._propose(choices, key, label + 1, below)
                self._propose(choices, key, label, below + 1)
            if not choices.candidates:
                return None
            choices.found.append(heapq.heappop(choices.candidates))
        return choices.found[rank]

    def _propose(self, choices: _List, key: tuple[int, int, bool], label: int, below: int) -> None:
        labels = self._labels[key]
        if label >= len(labels) or (0, label, below) in choices.seen:
            return
        choices.seen.add((0, label, below))
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

    def _order(self, start: int, end: int, nameless: bool) -> list[tuple[float, int]]:
        first = 0 if nameless or start == end else 1
        scores = self._chart.labels[start, end, first:]
        near = np.flatnonzero(scores >= scores.max() - FAR)
        return sorted(((float(scores[code]), int(code) + first) for code in near), reverse=True)

    def _cut(self, start: int, end: int, rank: int) -> Choice | None:
        choices = self._children.get((start, end))
        if choices is None:
            totals = (-_splits(self._chart, start, end)).tolist()
            choices = self._children[start, end] = _List(candidates=[(t, cut, 0, 0) for cut, t in enumerate(totals)])
            heapq.heapify(choices.candidates)
        while len(choices.found) <= rank:
            if choices.found:
                _, cut, left, right = choices.found[-1]
                self._pair(choices, start, end, (cut, left + 1, right))
                self._pair(choices, start, end, (cut, left, right + 1))
            if not choices.candidates:
                return None
            choices.found.append(heapq.heappop(choices.candidates))
        return choices.found[rank]

    def _pair(self, choices: _List, start: int, end: int, pair: tuple[int, int, int]) -> None:
        if pair in choices.seen:
            return
        choices.seen.add(pair)
        cut, left, right = pair
        one = self._span(start, start + cut, True, left)
        two = self._span(start + cut + 1, end, False, right) if one is not None else None
        if one is not None and two is not None:
            heapq.heappush(choices.candidates, (one[0] + two[0], *pair))

    def _tree(self, start: int, end: int, nameless: bool, rank: int) -> tuple[Node, ...]:
        key = start, end, nameless, rank
        known = self._trees.get(key)
        if known is not None:
            return known
        choice = self._span(start, end, nameless, rank)
        assert choice is not None  # the rank was listed before
        label = self._labels[start, end, nameless][choice[2]][1]
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
        scores: of labelled spans, as :mod:`meantree.analysis.chart` has them.
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
    widths = last - first
    spans[:, first, last] = splits[first, widths], any_from[first, widths], named_to[last, widths]
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
    sums = np.log(np.exp(values - top[:, None]).sum(axis=1))
    found: Doubles = sums + top
    return found
