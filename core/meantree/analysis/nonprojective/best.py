"""The best non-projective tree (Chu & Liu 1965, Edmonds 1967): of a matrix of scores, or of a few arcs.

:func:`best_heads` and :func:`best_tree` read a matrix and find trees with a single root; :func:`cheapest` reads
dozens of words with two or three arcs each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import ROOT

Scores = NDArray[np.floating]
Heads = NDArray[np.intp]
NO_TREE = "no dependency tree with a single root has a score above -inf"


@dataclass(frozen=True, slots=True, eq=False)
class BestTree:
    """The best tree of a sentence, and what each arc costs at least.

    Attributes:
        heads: shape (words,), counted from 1; 0 is that of the root.
        losses: shape (words, 1 + words), 0 or more: every tree with an arc scores at least so much less than the best
            one, and a tree at least the sum over its arcs less; 0 for those of the best tree, inf for what is in none.
    """

    heads: Heads
    losses: NDArray[np.float64]


def best_heads(scores: Scores) -> list[int]:
    """Return the head of each word, counted from 1; 0 is that of the root.

    Args:
        scores: (words, 1 + words), of the arc to each word from each head, -inf for arcs that there are not; those
            of words to themselves are passed over. At least one word.

    Raises:
        ValueError: if every tree has an arc of -inf.
    """
    allowed = _without_loops(scores)
    heads = allowed.argmax(axis=1)
    if not _is_tree(allowed, heads):
        heads = _Contraction.single_rooted(allowed).heads()
    found: list[int] = heads.tolist()
    return found


def best_tree(scores: Scores) -> BestTree:
    """Return the best tree with the losses of all arcs, from the dual of the linear program (Edmonds 1967).

    Args:
        scores: as of :func:`best_heads`.

    Raises:
        ValueError: if every tree has an arc of -inf.
    """
    allowed = _without_loops(scores)
    heads = allowed.argmax(axis=1)
    if _is_tree(allowed, heads):
        return BestTree(heads, allowed.max(axis=1, keepdims=True) - allowed)
    contraction = _Contraction.single_rooted(allowed)
    return BestTree(contraction.heads(), contraction.losses(allowed))


def _without_loops(scores: Scores) -> NDArray[np.float64]:
    allowed = np.array(scores, dtype=np.float64)
    words = np.arange(len(allowed))
    allowed[words, words + 1] = -np.inf
    return allowed


def _is_tree(scores: NDArray[np.float64], heads: Heads) -> bool:
    if np.count_nonzero(heads == 0) != 1 or np.isneginf(scores[np.arange(len(heads)), heads]).any():
        return False
    above = np.concatenate([[0], heads])
    for _ in range(len(heads).bit_length()):
        above = above[above]
    return not above.any()


class _Contraction:
    """Edmonds' algorithm: each word takes its best head, and what forms a cycle becomes one node, until none is left.

    Nodes are the words and, numbered after them, the cycles. Only their heads' side is merged, so that n words take
    O(n²) steps (Tarjan 1977).
    """

    def __init__(self, scores: NDArray[np.float64], *, root_last: bool) -> None:
        size = len(scores)
        self._root_last = root_last
        self._rows = np.concatenate([scores, np.empty_like(scores)])  # [node, head]: what is left of the scores
        self._entered = np.repeat(np.arange(2 * size)[:, None], size + 1, axis=1)  # [node, head]: the word there
        self._node = np.arange(size)  # the outermost of each word
        self._members = [np.array([word]) for word in range(size)]
        self._parent = np.full(2 * size, -1)
        self._parts: dict[int, list[int]] = {}
        self._arcs: dict[int, tuple[int, int]] = {}  # the word and its head, by the node that is entered there
        self._gains: dict[int, float] = {}
        settled: set[int] = set()
        for word in range(size):
            if self._node[word] not in settled:
                settled.update(self._path(int(self._node[word]), settled))

    @classmethod
    def single_rooted(cls, scores: NDArray[np.float64]) -> _Contraction:
        """Contract until the tree has one root: where that takes it, all that can have another head have one."""
        for root_last in (False, True):
            found = cls(scores, root_last=root_last)
            if np.count_nonzero(found.heads() == 0) == 1:
                return found
        raise ValueError(NO_TREE)

    def heads(self) -> Heads:
        """The head of each word: that of a cycle replaces the one inside it of the word where the cycle is entered."""
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

    def losses(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each arc lacks to the best ones into all nodes that it enters."""
        gains = np.zeros(len(scores))
        for node, gain in self._gains.items():
            gains[self._members[node]] += gain
        losses: NDArray[np.float64] = gains[:, None] - scores
        for node in self._parts:
            inside = self._members[node]
            losses[np.ix_(inside, inside + 1)] -= self._gains[node]
        return losses.clip(min=0)

    def _path(self, start: int, settled: set[int]) -> list[int]:
        """Walk from node to best head until the root or a settled node."""
        path = [start]
        while True:
            head = self._take_head(path[-1])
            above = int(self._node[head - 1])
            if head == 0 or above in settled:
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
    """Arcs of a sentence, several between the same words where they differ in their labels.

    Attributes:
        heads: of each arc, counted from 0; :data:`~meantree.analysis.tree.ROOT` is the root.
        costs: of each arc; a tree costs their sum.
    """

    heads: Sequence[int]
    costs: Sequence[float]


def cheapest(arcs: Arcs, choices: Sequence[Sequence[int]]) -> tuple[list[int], dict[int, float]] | None:
    """Return the cheapest tree with any number of roots, or None if there is none.

    Args:
        arcs: of which the choices are made.
        choices: for each word the arcs that it may take.

    Returns:
        the arc of each word, and what each arc of the choices costs at least: every tree costs at least so much more
        than the cheapest one as the sum over its arcs.
    """
    contraction = _SparseContraction(arcs, choices)
    return (contraction.tree(), contraction.left) if contraction.is_done else None


class _SparseContraction:
    """Each word takes its cheapest arc, and what forms a cycle becomes one node, until none is left.

    Nodes are the words and, numbered after them, the cycles.

    Attributes:
        is_done: whether there is a tree.
        left: what is left of the cost of each arc.
    """

    def __init__(self, arcs: Arcs, choices: Sequence[Sequence[int]]) -> None:
        self._heads = arcs.heads
        self._entering = [list(allowed) for allowed in choices]
        self._word = {arc: word for word, allowed in enumerate(choices) for arc in allowed}
        self.left = {arc: arcs.costs[arc] for arc in self._word}
        self._node = list(range(len(choices)))  # the outermost of each word
        self._members = [[word] for word in range(len(choices))]
        self._parent = [-1] * len(choices)
        self._parts: dict[int, list[int]] = {}
        self._taken: dict[int, int] = {}  # by node
        self._settled: set[int] = {ROOT}  # words
        self.is_done = all(word in self._settled or self._path(word) for word in range(len(choices)))

    def tree(self) -> list[int]:
        """The arc of each word: that into a cycle replaces the one inside it of the word where the cycle is entered."""
        found = [-1] * len(self._node)
        waiting = list(set(self._node))
        while waiting:
            node = waiting.pop()
            arc = self._taken[node]
            inner = self._word[arc]
            found[inner] = arc
            while inner != node:
                outer = self._parent[inner]
                waiting += [part for part in self._parts[outer] if part != inner]
                inner = outer
        return found

    def _path(self, start: int) -> bool:
        """Walk from node to cheapest head until the root or a word of an earlier path; whether there is a way."""
        path = [start]
        while True:
            arc = self._take_arc(path[-1])
            if arc is None:
                return False
            head = self._heads[arc]
            if head in self._settled:
                self._settled.update(word for node in path for word in self._members[node])
                return True
            above = self._node[head]
            if above in self._taken:
                place = path.index(above)
                path[place:] = [self._merge(path[place:])]
            else:
                path.append(above)

    def _take_arc(self, node: int) -> int | None:
        entering, left = self._entering[node], self.left
        if not entering:
            return None
        arc = min(entering, key=left.__getitem__)
        least = left[arc]
        if least:
            for one in entering:
                left[one] -= least
        self._taken[node] = arc
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
