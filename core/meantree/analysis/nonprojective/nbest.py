"""The n best labelled non-projective trees with a single root, exactly.

The trees are split as Lawler (1972) does: those beside the best one of a set differ from it first in one of the words.
The dual of the linear program says what such a set costs at least (as in Camerini, Fratta & Maffioli 1980), so that the
best tree of few sets is sought, and seldom by more than one arc that is replaced; that only one word is a root is kept
by taking one root after another (compare Zmigrod, Vieira & Cotterell 2021).
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.nonprojective.best import Arcs, BestTree, Scores, best_tree, cheapest
from meantree.analysis.tree import NBEST_SIZE, ROOT, NBestDependencies

Floats = NDArray[np.float64]
SLACK = 1e-9
"""By which sums of scores may differ that are equal, as a share of the largest score."""


def best_trees(
    arcs: Scores, relations: Scores, label_names: Sequence[str], size: int = NBEST_SIZE
) -> NBestDependencies:
    """Return the most probable labelled trees, all different, with their probabilities among each other.

    Of trees of equal score those that are found are always the same, in the order of their heads and labels.

    Args:
        arcs: (words, 1 + words), log scores of the arc to each word from each head, of which the first is the root;
            -inf for arcs that there are not. At least one word.
        relations: (words, 1 + words, labels), log probabilities of the labels of each arc.
        label_names: of the labels.
        size: of the list; there may be fewer trees.

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
        words: counted from 0.
        heads: counted from 1; 0 is the root.
        labels: their codes.
        costs: what each arc has less than that of the best tree; below 0 where that closes a cycle.
        losses: what trees with the arc have at least less than the best tree.
    """

    words: NDArray[np.intp]
    heads: NDArray[np.intp]
    labels: NDArray[np.intp]
    costs: Floats
    losses: Floats


def _candidates(scores: Floats, relations: Scores, best: BestTree, size: int) -> _Candidates:
    """Leave out all arcs that lose more than it takes to make enough trees by replacing one arc of the best tree."""
    places = np.arange(len(scores))
    enough = len(scores) + size - 2  # by their costs, the arcs of the best tree come first
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


def _nth(values: Floats, place: int) -> float:
    """The finite value of a place in ascending order, and a little more; the largest number where there are fewer."""
    found = np.partition(values, place)[place] if place < len(values) else np.inf
    return float(found + SLACK * (1 + found)) if np.isfinite(found) else float(np.finfo(np.float64).max)


def _swappable(heads: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which arcs, (words, 1 + words), make another tree of this one if one of them replaces that of its word."""
    size = len(heads)
    above = np.eye(size + 1, dtype=bool)  # [node, itself and what is above it]
    step = np.concatenate([[0], heads])
    for _ in range(size.bit_length()):
        above |= above[step]
        step = step[step]
    swappable = ~above.T[1:]
    swappable[:, 0] = False
    swappable[np.arange(size), heads] = False
    return swappable


@dataclass(frozen=True, slots=True, eq=False)
class _Set:
    """Trees, of which the cheapest is known.

    Attributes:
        tree: the cheapest, an arc for each word.
        cost: of that tree.
        losses: of the arcs that trees of the set may have, what they cost at least.
        open: words whose arcs differ between trees of the set.
        barred: arcs that the first of these words has in none.
    """

    tree: list[int]
    cost: float
    losses: dict[int, float]
    open: list[int]
    barred: frozenset[int] = frozenset()


class _Search:
    """Enumerates trees, the cheapest first."""

    def __init__(self, candidates: _Candidates, best: BestTree) -> None:
        self._arcs = Arcs((candidates.heads - 1).tolist(), candidates.costs.tolist())
        self._slack = SLACK * (1 + float(np.abs(candidates.costs).max()))
        self._choices: list[list[int]] = [[] for _ in best.heads]
        for arc, word in enumerate(candidates.words.tolist()):
            self._choices[word].append(arc)
        self._waiting: list[tuple[float, int, Callable[[], _Set | None]]] = []
        self._count = itertools.count()
        losses: list[float] = candidates.losses.tolist()
        own = np.flatnonzero((candidates.costs == 0) & (candidates.heads == best.heads[candidates.words]))
        tree = {int(candidates.words[arc]): int(arc) for arc in reversed(own)}
        for root, choices in enumerate(self._choices):
            if any(self._arcs.heads[arc] == ROOT for arc in choices):
                self._add_root(root, losses, [tree[word] for word in range(len(tree))])

    def trees(self) -> Iterator[list[int]]:
        """Yield an arc for each word."""
        while self._waiting:
            _, _, find = heapq.heappop(self._waiting)
            found = find()
            if found is None:
                continue
            if self._waiting and found.cost > self._waiting[0][0]:
                self._push(found.cost, partial(_itself, found))
            else:
                yield found.tree
                self._split(found)

    def _push(self, cost: float, find: Callable[[], _Set | None]) -> None:
        heapq.heappush(self._waiting, (cost, next(self._count), find))

    def _add_root(self, root: int, losses: Sequence[float], best: list[int]) -> None:
        """Add the trees with this root."""
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
            self._push(0.0, partial(_itself, _Set(best, 0.0, kept, words)))
        else:
            least = sum(min(losses[arc] for arc in allowed) for allowed in choices)
            self._push(least, lambda: self._cheapest(choices, words, frozenset()))

    def _split(self, found: _Set) -> None:
        """Add the other trees of a set, by the first word that has another arc."""
        losses = found.losses
        for place, word in enumerate(found.open):
            own = found.tree[word]
            barred = found.barred if place == 0 else ()
            others = [losses[arc] for arc in self._choices[word] if arc in losses and arc != own and arc not in barred]
            if others:
                self._push(found.cost + min(others) - losses[own], partial(self._differing, found, place))

    def _differing(self, found: _Set, place: int) -> _Set | None:
        """The trees of a set that differ from its cheapest in this word, not in those before it.

        A tree comes of another arc, unless that comes from below the word: then a word there needs another head.
        """
        word, losses, costs = found.open[place], found.losses, self._arcs.costs
        own = found.tree[word]
        barred = (found.barred if place == 0 else frozenset()) | {own}
        allowed = [arc for arc in self._choices[word] if arc in losses and arc not in barred]
        below = self._below(found.tree, word)
        way_out = self._way_out(found, place, below)
        least, arc = min((losses[arc] + (way_out if self._arcs.heads[arc] in below else 0.0), arc) for arc in allowed)
        extra = costs[arc] - costs[own]
        if self._arcs.heads[arc] not in below and extra <= least - losses[own] + self._slack:
            tree = found.tree.copy()
            tree[word] = arc
            return _Set(tree, found.cost + extra, losses, found.open[place:], barred)
        if least < np.inf:
            choices = [[one] for one in found.tree]
            choices[word] = allowed
            for other in found.open[place + 1 :]:
                choices[other] = [one for one in self._choices[other] if one in losses]
            find = partial(self._cheapest, choices, found.open[place:], barred)
            self._push(found.cost + least - losses[own], find)
        return None

    def _below(self, tree: list[int], word: int) -> set[int]:
        """The word and what is below it."""
        below, others = {word}, {ROOT}
        for start in range(len(tree)):
            path, node = [], start
            while node not in below and node not in others:
                path.append(node)
                node = self._arcs.heads[tree[node]]
            (below if node in below else others).update(path)
        return below

    def _way_out(self, found: _Set, place: int, below: set[int]) -> float:
        """What it costs at least that a word below the one of this place has a head that is not."""
        heads, losses = self._arcs.heads, found.losses
        return min(
            (
                losses[arc]
                for word in found.open[place + 1 :]
                if word in below
                for arc in self._choices[word]
                if arc in losses and heads[arc] not in below
            ),
            default=np.inf,
        )

    def _cheapest(self, choices: list[list[int]], words: list[int], barred: frozenset[int]) -> _Set | None:
        found = cheapest(self._arcs, choices)
        if found is None:
            return None
        tree, losses = found
        return _Set(tree, sum(self._arcs.costs[arc] for arc in tree), losses, words, barred)


def _itself(found: _Set) -> _Set:
    return found
