"""The n best labelled non-projective trees with a single root, exactly.

Sets of trees are split as by Lawler (1972): the other trees of a set are divided by the first word at which they differ
from its best tree. The dual of the linear program gives a lower bound on the cost of each part (Camerini, Fratta &
Maffioli 1980), so that the best tree is computed for few parts only, and usually by replacing a single arc. The search
begins with a set per root, which leaves trees with a single root (compare Zmigrod, Vieira & Cotterell 2021).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.nonprojective.best import Arcs, BestTree, Doubles, Scores, best_tree, cheapest_tree
from meantree.analysis.tree import NBEST_SIZE, ROOT, NBestDependencies

SLACK = 1e-9
"""Rounding error of sums of scores, relative to the largest score."""


def best_trees(
    arcs: Scores, relations: Scores, label_names: Sequence[str], size: int = NBEST_SIZE
) -> NBestDependencies:
    """Return the most probable labelled trees, all different, with probabilities normalised over the list.

    Trees of equal score are ordered by their heads and labels; the choice among them is deterministic.

    Args:
        arcs: (words, 1 + words), the log score of the arc to each word from each head, the root first; -inf for
            impossible arcs. At least one word.
        relations: (words, 1 + words, labels), the log probability of each label of each arc.
        size: the length of the list; it is shorter if there are fewer trees.

    Raises:
        ValueError: if no tree has a score above -inf.
    """
    scores = np.asarray(arcs, np.float64) + relations.max(axis=2)
    best = best_tree(scores)
    candidates = _candidates(scores, np.asarray(relations), best, size)
    trees = np.array(list(itertools.islice(_Search(candidates, best).trees(), size)))
    heads, labels = candidates.heads[trees], candidates.labels[trees]
    totals = -candidates.costs[trees].sum(axis=1)
    order = np.lexsort((*labels.T[::-1], *heads.T[::-1], -totals.round(12)))
    heads, labels, weights = heads[order], labels[order], np.exp(totals[order] - totals.max())
    used, codes = np.unique(labels, return_inverse=True)
    return NBestDependencies(
        probabilities=weights / weights.sum(),
        heads=(heads - 1).astype(np.int32),
        labels=codes.reshape(labels.shape).astype(np.int16),
        label_names=tuple(label_names[code] for code in used),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """The labelled arcs that the n best trees can have, ordered by word and loss.

    Attributes:
        words: the dependents, counted from 0.
        heads: the heads, counted from 1; 0 for the root.
        costs: by how much each arc scores less than the arc of the best tree to the same word; negative if it would
            close a cycle.
        losses: by how much trees with the arc score less than the best tree, at least.
    """

    words: NDArray[np.intp]
    heads: NDArray[np.intp]
    labels: NDArray[np.intp]
    costs: Doubles
    losses: Doubles


def _candidates(scores: Doubles, relations: Scores, best: BestTree, size: int) -> _Candidates:
    """Return the arcs that can be in the n best trees.

    Replacing single arcs of the best tree, or their labels, already yields enough trees; arcs whose loss is greater
    than that of the last of these are excluded.
    """
    places = np.arange(len(scores))
    enough = len(scores) + size - 2  # the arcs of the best tree, at no cost, are counted, too
    costs = scores[places, best.heads][:, None] - scores
    swaps = np.where(_swappable(best.heads), costs, np.inf)
    own = relations[places, best.heads]
    relabelled = own.max(axis=1, keepdims=True) - own
    most = _nth(np.concatenate([swaps.ravel(), relabelled.ravel()]), enough)
    words, heads = np.nonzero(best.losses <= most)
    chosen = relations[words, heads].astype(np.float64)
    margins = chosen.max(axis=1, keepdims=True) - chosen
    swaps[places, best.heads] = 0.0
    most = _nth((swaps[words, heads][:, None] + margins).ravel(), enough)
    losses = best.losses[words, heads][:, None] + margins
    rows, labels = np.nonzero(losses <= most)
    order = np.lexsort((labels, heads[rows], losses[rows, labels], words[rows]))
    rows, labels = rows[order], labels[order]
    arcs = words[rows], heads[rows]
    return _Candidates(*arcs, labels, costs[arcs] + margins[rows, labels], losses[rows, labels])


def _nth(values: Doubles, place: int) -> float:
    """Return the value at a place in ascending order, plus rounding error; the largest float if it is not finite."""
    value = np.partition(values, place)[place] if place < len(values) else np.inf
    return float(value + SLACK * (1 + value)) if np.isfinite(value) else float(np.finfo(np.float64).max)


def _swappable(heads: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return the arcs, (words, 1 + words), each of which makes another tree if it replaces the arc of its word."""
    size = len(heads)
    above = np.eye(size + 1, dtype=bool)  # [node, the node itself and its ancestors]
    step = np.concatenate([[0], heads])
    for _ in range(size.bit_length()):
        above |= above[step]
        step = step[step]
    swappable = ~above.T[1:]
    swappable[:, 0] = False
    swappable[np.arange(size), heads] = False
    return swappable


@dataclass(frozen=True, slots=True, eq=False)
class _TreeSet:
    """A set of trees whose cheapest tree is known.

    Attributes:
        tree: the cheapest tree, as an arc for each word.
        losses: the arcs that trees of the set may have, with lower bounds on their loss.
        open: words whose arcs differ between trees of the set.
        barred: arcs that the first of these words has in no tree of the set.
    """

    tree: list[int]
    cost: float
    losses: dict[int, float]
    open: list[int]
    barred: frozenset[int] = frozenset()


class _Search:
    """Enumerates trees in the order of their costs."""

    def __init__(self, candidates: _Candidates, best: BestTree) -> None:
        self._arcs = Arcs((candidates.heads - 1).tolist(), candidates.costs.tolist())
        self._slack = SLACK * (1 + float(np.abs(candidates.costs).max()))
        self._choices: list[list[int]] = [[] for _ in best.heads]
        for arc, word in enumerate(candidates.words.tolist()):
            self._choices[word].append(arc)
        self._waiting: list[tuple[float, int, Callable[[], _TreeSet | None]]] = []
        self._count = itertools.count()
        losses: list[float] = candidates.losses.tolist()
        own = np.flatnonzero((candidates.costs == 0) & (candidates.heads == best.heads[candidates.words]))
        tree = {int(candidates.words[arc]): int(arc) for arc in reversed(own)}
        for root, choices in enumerate(self._choices):
            if any(self._arcs.heads[arc] == ROOT for arc in choices):
                self._add_root(root, losses, [tree[word] for word in range(len(tree))])

    def trees(self) -> Iterator[list[int]]:
        """Yield trees, each as an arc for each word."""
        while self._waiting:
            _, _, find = heapq.heappop(self._waiting)
            trees = find()
            if trees is None:
                continue
            if self._waiting and trees.cost > self._waiting[0][0]:
                self._push(trees.cost, partial(_itself, trees))
            else:
                yield trees.tree
                self._split(trees)

    def _push(self, cost: float, find: Callable[[], _TreeSet | None]) -> None:
        heapq.heappush(self._waiting, (cost, next(self._count), find))

    def _add_root(self, root: int, losses: Sequence[float], best: list[int]) -> None:
        """Add the set of trees with this root."""
        heads = self._arcs.heads
        choices = [
            [arc for arc in allowed if (heads[arc] == ROOT) == (word == root)]
            for word, allowed in enumerate(self._choices)
        ]
        if not all(choices):
            return
        words = [word for word, allowed in enumerate(choices) if len(allowed) > 1]
        if heads[best[root]] == ROOT:
            kept = {arc: losses[arc] for allowed in choices for arc in allowed}
            self._push(0.0, partial(_itself, _TreeSet(best, 0.0, kept, words)))
        else:
            least = sum(min(losses[arc] for arc in allowed) for allowed in choices)
            self._push(least, lambda: self._cheapest(choices, words, frozenset()))

    def _split(self, trees: _TreeSet) -> None:
        """Add the other trees of a set, divided by the first word with another arc."""
        losses = trees.losses
        for place, word in enumerate(trees.open):
            own = trees.tree[word]
            barred = trees.barred if place == 0 else ()
            others = [losses[arc] for arc in self._choices[word] if arc in losses and arc != own and arc not in barred]
            if others:
                self._push(trees.cost + min(others) - losses[own], partial(self._differing, trees, place))

    def _differing(self, trees: _TreeSet, place: int) -> _TreeSet | None:
        """Return the trees of a set that differ from its cheapest one first at the open word of this place.

        Another arc to the word makes a tree unless its head is below the word; then a word below needs another head,
        too, and the cheapest tree is computed when it is needed.
        """
        word, losses, costs = trees.open[place], trees.losses, self._arcs.costs
        own = trees.tree[word]
        barred = (trees.barred if place == 0 else frozenset()) | {own}
        allowed = [arc for arc in self._choices[word] if arc in losses and arc not in barred]
        below = self._below(trees.tree, word)
        reattachment = self._reattachment(trees, place, below)
        least, arc = min(
            (losses[arc] + (reattachment if self._arcs.heads[arc] in below else 0.0), arc) for arc in allowed
        )
        extra = costs[arc] - costs[own]
        if self._arcs.heads[arc] not in below and extra <= least - losses[own] + self._slack:
            tree = trees.tree.copy()
            tree[word] = arc
            return _TreeSet(tree, trees.cost + extra, losses, trees.open[place:], barred)
        if least < np.inf:
            choices = [[own_arc] for own_arc in trees.tree]
            choices[word] = allowed
            for other in trees.open[place + 1 :]:
                choices[other] = [other_arc for other_arc in self._choices[other] if other_arc in losses]
            find = partial(self._cheapest, choices, trees.open[place:], barred)
            self._push(trees.cost + least - losses[own], find)
        return None

    def _below(self, tree: list[int], word: int) -> set[int]:
        """Return a word and its descendants."""
        below, others = {word}, {ROOT}
        for start in range(len(tree)):
            path, node = [], start
            while node not in below and node not in others:
                path.append(node)
                node = self._arcs.heads[tree[node]]
            (below if node in below else others).update(path)
        return below

    def _reattachment(self, trees: _TreeSet, place: int, below: set[int]) -> float:
        """Return a lower bound on the loss if a word below the one of this place gets a head that is not below it."""
        heads, losses = self._arcs.heads, trees.losses
        return min(
            (
                losses[arc]
                for word in trees.open[place + 1 :]
                if word in below
                for arc in self._choices[word]
                if arc in losses and heads[arc] not in below
            ),
            default=np.inf,
        )

    def _cheapest(self, choices: list[list[int]], words: list[int], barred: frozenset[int]) -> _TreeSet | None:
        result = cheapest_tree(self._arcs, choices)
        if result is None:
            return None
        tree, losses = result
        return _TreeSet(tree, sum(self._arcs.costs[arc] for arc in tree), losses, words, barred)


def _itself(trees: _TreeSet) -> _TreeSet:
    return trees
