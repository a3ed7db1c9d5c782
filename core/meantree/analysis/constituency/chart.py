"""The chart: from scores of labelled spans to the best trees (lazy k-best, Huang & Chiang 2005, algorithm 3).

Scores have shape (tokens, tokens, labels): ``[i, j, l]`` is that of label l over the tokens i to j, both included;
label 0 means "no constituent". Trees are binary and left-branching within a constituent: the right child of a node is a
word or has a label. So each tree with any number of children has exactly one derivation, and a list holds none twice.
"""

from __future__ import annotations

import heapq
import sys
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

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
