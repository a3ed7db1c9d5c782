"""The best tree of few arcs (Chu & Liu 1965, Edmonds 1967): dozens of words with two or three arcs each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROOT = -1


@dataclass(frozen=True, slots=True)
class Arcs:
    """Arcs of a sentence, several between the same words where they differ in their labels.

    Attributes:
        heads: of each arc, counted from 0; -1 is the root.
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
    contraction = _Contraction(arcs, choices)
    return (contraction.tree(), contraction.left) if contraction.is_done else None


class _Contraction:
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
