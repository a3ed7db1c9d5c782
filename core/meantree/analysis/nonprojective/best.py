"""The best non-projective tree (Chu & Liu 1965, Edmonds 1967): of a matrix of scores, or of a few arcs.

:func:`best_heads` and :func:`best_tree` read a matrix and find trees with a single root; :func:`cheapest_tree` reads
dozens of words with two or three arcs each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import ROOT

Doubles = NDArray[np.float64]
Scores = NDArray[np.floating]
Heads = NDArray[np.intp]
NO_TREE = "no dependency tree with a single root has a score above -inf"


def log_sum(values: NDArray[np.floating[Any]], axis: int) -> Doubles:
    """Return the logarithm of the sum of exponentials along an axis; -inf if all values are -inf.

    SciPy's ``logsumexp`` takes ten times as long on small arrays, and is slow to import.
    """
    top = np.maximum(values.max(axis=axis, keepdims=True), np.finfo(values.dtype).min)
    with np.errstate(divide="ignore"):
        sums = np.log(np.exp(values - top).sum(axis=axis, dtype=np.float64))
    total: Doubles = sums + top.squeeze(axis)
    return total


@lru_cache(maxsize=256)
def spans_within(size: int) -> tuple[Heads, Heads]:
    """Return the first word and the last word of each span of a sentence, in order; not to be changed."""
    first, last = np.triu_indices(size)
    return first, last


@dataclass(frozen=True, slots=True, eq=False)
class BestTree:
    """The best tree of a sentence, and lower bounds on the loss of other trees.

    Attributes:
        heads: shape (words,), counted from 1; 0 for the root.
        losses: shape (words, 1 + words), at least 0: a tree with an arc scores at least that much less than the best
            tree, and any tree at least the sum over its arcs less; 0 for arcs of the best tree, inf for arcs that are
            in no tree.
    """

    heads: Heads
    losses: Doubles


def best_heads(scores: Scores) -> list[int]:
    """Return the head of each word in the best tree, counted from 1; 0 for the root.

    Args:
        scores: (words, 1 + words), the score of the arc to each word from each head, -inf for impossible arcs; those of
            words to themselves are ignored. At least one word.

    Raises:
        ValueError: if every tree has an arc of -inf.
    """
    allowed = _without_loops(scores)
    heads = allowed.argmax(axis=1)
    if not _is_tree(allowed, heads):
        heads = _Contraction.single_rooted(allowed).heads()
    result: list[int] = heads.tolist()
    return result


def best_tree(scores: Scores) -> BestTree:
    """Return the best tree with the losses of all arcs, from the dual of the linear program (Edmonds 1967).

    Args:
        scores: as for :func:`best_heads`.

    Raises:
        ValueError: if every tree has an arc of -inf.
    """
    allowed = _without_loops(scores)
    heads = allowed.argmax(axis=1)
    if _is_tree(allowed, heads):
        return BestTree(heads, allowed.max(axis=1, keepdims=True) - allowed)
    contraction = _Contraction.single_rooted(allowed)
    return BestTree(contraction.heads(), contraction.losses(allowed))


def _without_loops(scores: Scores) -> Doubles:
    allowed = np.array(scores, dtype=np.float64)
    words = np.arange(len(allowed))
    allowed[words, words + 1] = -np.inf
    return allowed


def _is_tree(scores: Doubles, heads: Heads) -> bool:
    if np.count_nonzero(heads == 0) != 1 or np.isneginf(scores[np.arange(len(heads)), heads]).any():
        return False
    above = np.concatenate([[0], heads])
    for _ in range(len(heads).bit_length()):
        above = above[above]
    return not above.any()


class _Contraction:
    """Edmonds' algorithm: each node takes its best head; cycles are contracted to single nodes.

    Nodes are the words and, numbered after them, the cycles. Only incoming arcs are merged, so that n words take O(n²)
    steps (Tarjan 1977).
    """

    def __init__(self, scores: Doubles, *, root_last: bool) -> None:
        size = len(scores)
        self._root_last = root_last
        self._rows = np.concatenate([scores, np.empty_like(scores)])  # [node, head]: the reduced scores
        self._entered = np.repeat(
            np.arange(2 * size)[:, None], size + 1, axis=1
        )  # [node, head]: the word that this arc enters
        self._node = np.arange(size)  # the outermost node of each word
        self._members = [np.array([word]) for word in range(size)]
        self._parent = np.full(2 * size, -1)
        self._parts: dict[int, list[int]] = {}
        self._arcs: dict[int, tuple[int, int]] = {}  # the word and its head, by the node that the arc enters
        self._gains: dict[int, float] = {}
        finished: set[int] = set()
        for word in range(size):
            if self._node[word] not in finished:
                finished.update(self._path(int(self._node[word]), finished))

    @classmethod
    def single_rooted(cls, scores: Doubles) -> _Contraction:
        """Contract to a tree with one root: if necessary, a node gets the root as its head only for lack of another."""
        for root_last in (False, True):
            contraction = cls(scores, root_last=root_last)
            if np.count_nonzero(contraction.heads() == 0) == 1:
                return contraction
        raise ValueError(NO_TREE)

    def heads(self) -> Heads:
        """Return the head of each word: an arc into a cycle replaces the arc of the cycle to the same word."""
        heads = np.zeros(len(self._node), np.intp)
        waiting = list({int(node) for node in self._node})
        while waiting:
            node = waiting.pop()
            word, heads[word] = self._arcs[node]
            inner = word
            while inner != node:
                outer = int(self._parent[inner])
                waiting += [part for part in self._parts[outer] if part != inner]
                inner = outer
        return heads

    def losses(self, scores: Doubles) -> Doubles:
        """Return by how much each arc scores less than the best arcs into all nodes that it enters."""
        gains = np.zeros(len(scores))
        for node, gain in self._gains.items():
            gains[self._members[node]] += gain
        losses: Doubles = gains[:, None] - scores
        for node in self._parts:
            inside = self._members[node]
            losses[np.ix_(inside, inside + 1)] -= self._gains[node]
        return losses.clip(min=0)

    def _path(self, start: int, finished: set[int]) -> list[int]:
        """Return the nodes from ``start`` along best heads to the root or a finished node, cycles contracted."""
        path = [start]
        while True:
            head = self._take_head(path[-1])
            above = int(self._node[head - 1])
            if head == 0 or above in finished:
                return path
            if above in path:
                place = path.index(above)
                path[place:] = [self._merge(path[place:])]
            else:
                path.append(above)

    def _take_head(self, node: int) -> int:
        row = self._rows[node]
        head = int(row[1:].argmax()) + 1 if self._root_last and len(row) > 1 else int(row.argmax())
        if np.isneginf(row[head]):
            head = 0
        gain = float(row[head])
        if np.isneginf(gain):
            raise ValueError(NO_TREE)
        row -= gain
        self._arcs[node], self._gains[node] = (int(self._entered[node, head]), head), gain
        return head

    def _merge(self, cycle: list[int]) -> int:
        node = len(self._members)
        rows, entered, columns = self._rows[cycle], self._entered[cycle], np.arange(self._rows.shape[1])
        best = rows.argmax(axis=0)
        members = np.concatenate([self._members[part] for part in cycle])
        self._rows[node], self._entered[node] = rows[best, columns], entered[best, columns]
        self._rows[node, members + 1] = -np.inf
        self._node[members], self._parent[cycle] = node, node
        self._members.append(members)
        self._parts[node] = cycle
        return node


@dataclass(frozen=True, slots=True)
class Arcs:
    """Arcs of a sentence; several between the same words if they differ in their labels.

    Attributes:
        heads: the head of each arc, counted from 0; :data:`~meantree.analysis.tree.ROOT` for the root.
        costs: the cost of each arc; a tree costs their sum.
    """

    heads: Sequence[int]
    costs: Sequence[float]


def cheapest_tree(arcs: Arcs, choices: Sequence[Sequence[int]]) -> tuple[list[int], dict[int, float]] | None:
    """Return the cheapest tree with any number of roots; None if there is no tree.

    Args:
        choices: for each word the arcs that may enter it, as indices.

    Returns:
        The arc of each word, and the reduced cost of each arc of the choices: a tree costs at least the sum of these
        over its arcs more than the cheapest tree.
    """
    contraction = _SparseContraction(arcs, choices)
    return (contraction.tree(), contraction.reduced_costs) if contraction.has_tree else None


class _SparseContraction:
    """Edmonds' algorithm over lists of arcs: as :class:`_Contraction`, without matrices, for few arcs.

    Attributes:
        reduced_costs: the cost of each arc less those of the cheapest arcs into the nodes that it enters.
    """

    def __init__(self, arcs: Arcs, choices: Sequence[Sequence[int]]) -> None:
        self._heads = arcs.heads
        self._entering = [list(allowed) for allowed in choices]
        self._word = {arc: word for word, allowed in enumerate(choices) for arc in allowed}
        self.reduced_costs = {arc: arcs.costs[arc] for arc in self._word}
        self._node = list(range(len(choices)))  # the outermost node of each word
        self._members = [[word] for word in range(len(choices))]
        self._parent = [-1] * len(choices)
        self._parts: dict[int, list[int]] = {}
        self._cheapest_arc: dict[int, int] = {}  # by node
        self._finished: set[int] = {ROOT}  # words
        self.has_tree = all(word in self._finished or self._path(word) for word in range(len(choices)))

    def tree(self) -> list[int]:
        """Return the arc of each word: an arc into a cycle replaces the arc of the cycle to the same word."""
        arcs = [-1] * len(self._node)
        waiting = list(set(self._node))
        while waiting:
            node = waiting.pop()
            arc = self._cheapest_arc[node]
            inner = self._word[arc]
            arcs[inner] = arc
            while inner != node:
                outer = self._parent[inner]
                waiting += [part for part in self._parts[outer] if part != inner]
                inner = outer
        return arcs

    def _path(self, start: int) -> bool:
        """Follow cheapest arcs to the root or a finished word, contracting cycles; return whether there are arcs."""
        path = [start]
        while True:
            arc = self._take_arc(path[-1])
            if arc is None:
                return False
            head = self._heads[arc]
            if head in self._finished:
                self._finished.update(word for node in path for word in self._members[node])
                return True
            above = self._node[head]
            if above in self._cheapest_arc:
                place = path.index(above)
                path[place:] = [self._merge(path[place:])]
            else:
                path.append(above)

    def _take_arc(self, node: int) -> int | None:
        entering, costs = self._entering[node], self.reduced_costs
        if not entering:
            return None
        arc = min(entering, key=costs.__getitem__)
        cheapest = costs[arc]
        if cheapest:
            for other in entering:
                costs[other] -= cheapest
        self._cheapest_arc[node] = arc
        return arc

    def _merge(self, cycle: list[int]) -> int:
        node = len(self._members)
        members = [word for part in cycle for word in self._members[part]]
        for word in members:
            self._node[word] = node
        around = (arc for part in cycle for arc in self._entering[part])
        self._entering.append([a for a in around if self._heads[a] == ROOT or self._node[self._heads[a]] != node])
        for part in cycle:
            self._parent[part] = node
        self._parent.append(-1)
        self._members.append(members)
        self._parts[node] = cycle
        return node
