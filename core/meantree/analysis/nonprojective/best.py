"""The best non-projective tree with a single root (Chu & Liu 1965, Edmonds 1967)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
