"""Tokens, dependency trees and lists of the n best of them: plain values, independent of any parser."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import listed

Tree = TypeVar("Tree", bound=Hashable)

ROOT = -1
"""The head of a root."""

NBEST_SIZE = 50
"""Trees in an n-best list. Shorter lists are the beginning of this one: a narrower beam would find other trees."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence, or a punctuation mark.

    Attributes:
        lemma, upos, xpos, feats: lemma, universal and language-specific part of speech, morphological features as in
            CoNLL-U; empty if the analyser does not set them.
        space_after: whether a space follows in the text.
        is_part: whether it is a part of a multiword token, for which alone files tell whether a space follows.
    """

    text: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    feats: str = ""
    space_after: bool = True
    is_part: bool = False


@dataclass(frozen=True, slots=True)
class DependencyTree:
    """Heads and arc labels of one sentence.

    A tree has one entry per token, no cycle and at least one root; :func:`tree_fault` describes the fault of heads that
    form no tree.

    Attributes:
        heads: for each token the 0-based index of its head, :data:`ROOT` for a root.
        labels: for each token the label of the arc to its head.
    """

    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.heads)

    @property
    def roots(self) -> tuple[int, ...]:
        """The roots, left to right."""
        return tuple(index for index, head in enumerate(self.heads) if head == ROOT)

    def arcs(self) -> Iterator[tuple[int, int, str]]:
        """Yield ``(dependent, head, label)`` for every arc; roots have none."""
        for dependent, (head, label) in enumerate(zip(self.heads, self.labels, strict=True)):
            if head != ROOT:
                yield dependent, head, label

    def children(self) -> tuple[tuple[int, ...], ...]:
        """Return the dependents of each token, left to right."""
        below: list[list[int]] = [[] for _ in self.heads]
        for dependent, head in enumerate(self.heads):
            if head != ROOT:
                below[head].append(dependent)
        return tuple(tuple(dependents) for dependents in below)


def tree_fault(heads: tuple[int, ...]) -> str | None:
    """Return why ``heads`` form no dependency tree with a single root; None if they do.

    The message numbers tokens from 1, as CoNLL-U does.
    """
    roots = [index for index, head in enumerate(heads) if head == ROOT]
    if len(roots) > 1:
        return f"{len(roots)} roots (tokens {listed(str(root + 1) for root in roots)}), expected one"
    return forest_fault(heads)


def forest_fault(heads: Sequence[int]) -> str | None:
    """Return why ``heads`` form no trees, with any number of roots; None if they do."""
    if heads and not ROOT <= min(heads) <= max(heads) < len(heads):
        index, head = next((index, head) for index, head in enumerate(heads) if not ROOT <= head < len(heads))
        return f"token {index + 1} has head {head + 1}, expected 0 to {len(heads)}"
    if cycle := _cycle(heads):
        return f"the heads of tokens {listed(str(index + 1) for index in cycle)} form a cycle, expected a tree"
    return None


def _cycle(heads: Sequence[int]) -> list[int]:
    start_of = [ROOT] * len(heads)  # the token from which each token was first reached
    for start in range(len(heads)):
        node = start
        while node != ROOT and start_of[node] == ROOT:
            start_of[node] = start
            node = heads[node]
        if node != ROOT and start_of[node] == start:
            cycle = [node]
            while heads[cycle[-1]] != node:
                cycle.append(heads[cycle[-1]])
            return cycle
    return []


def are_forests(heads: NDArray[np.integer]) -> bool:
    """Return whether each row of ``heads``, shape (n, tokens), forms trees, with any number of roots."""
    rows, size = heads.shape
    if not heads.size:
        return True
    if heads.min() < ROOT or heads.max() >= size:
        return False
    # Each step doubles the distance; the roots' common head, in the first column, is its own head.
    above = np.zeros((rows, size + 1), dtype=np.intp)
    above[:, 1:] = heads + 1
    above += np.arange(rows)[:, None] * (size + 1)
    nodes = above.ravel()
    for _ in range(size.bit_length()):
        nodes = nodes[nodes]
    return not (nodes.reshape(above.shape) != above[:, :1]).any()


def bottom_up(heads: Sequence[int]) -> Iterator[int]:
    """Yield the tokens of a dependency tree, dependents before their heads."""
    open_dependents = [0] * len(heads)
    for head in heads:
        if head != ROOT:
            open_dependents[head] += 1
    ready = [node for node, count in enumerate(open_dependents) if not count]
    while ready:
        node = ready.pop()
        yield node
        head = heads[node]
        if head != ROOT:
            open_dependents[head] -= 1
            if not open_dependents[head]:
                ready.append(head)


def subtree_spans(tree: DependencyTree) -> list[tuple[int, int]]:
    """Return for each token the span of its subtree, itself included; 0-based, end exclusive."""
    first, last = list(range(len(tree))), list(range(len(tree)))
    for token in bottom_up(tree.heads):
        head = tree.heads[token]
        if head != ROOT:
            first[head], last[head] = min(first[head], first[token]), max(last[head], last[token])
    return [(start, end + 1) for start, end in zip(first, last, strict=True)]


def ranked(trees: Sequence[Tree], weights: Sequence[float]) -> tuple[list[Tree], NDArray[np.float64]]:
    """Return distinct trees, the most probable first, and their probabilities: equal trees add up, the sum is 1.

    Raises:
        ValueError: if there is no tree, lengths differ, a weight is negative or none is positive.
    """
    if not trees or len(trees) != len(weights):
        raise ValueError(f"an n-best list needs a weight for each tree, got {len(trees)} trees, {len(weights)} weights")
    total = sum(weights)
    if not total > 0 or min(weights) < 0:
        raise ValueError("an n-best list needs non-negative weights with a positive sum")
    merged: dict[Tree, float] = {}
    for tree, weight in zip(trees, weights, strict=True):
        merged[tree] = merged.get(tree, 0.0) + weight
    ordered = sorted(merged.items(), key=lambda item: -item[1])
    return [tree for tree, _ in ordered], np.array([weight / total for _, weight in ordered])


@dataclass(frozen=True, slots=True, eq=False)
class NBestDependencies:
    """The n best dependency trees of one sentence with their probabilities, best first.

    Attributes:
        probabilities: shape (n,), descending, summing to 1 over the list.
        heads: int32, shape (n, tokens), 0-based head of each token, -1 for a root.
        labels: int16, shape (n, tokens), index into ``label_names`` of each token's arc.
        label_names: the labels that occur in the list.
    """

    probabilities: NDArray[np.float64]
    heads: NDArray[np.int32]
    labels: NDArray[np.int16]
    label_names: tuple[str, ...]

    @classmethod
    def of(cls, trees: Sequence[DependencyTree], weights: Sequence[float]) -> NBestDependencies:
        """Build a list from trees over the same tokens; see :func:`ranked`, which raises."""
        ordered, probabilities = ranked(trees, weights)
        names = tuple(sorted({label for tree in ordered for label in tree.labels}))
        codes = {name: code for code, name in enumerate(names)}
        return cls(
            probabilities=probabilities,
            heads=np.array([tree.heads for tree in ordered], dtype=np.int32),
            labels=np.array([[codes[label] for label in tree.labels] for tree in ordered], dtype=np.int16),
            label_names=names,
        )

    def __len__(self) -> int:
        return len(self.probabilities)

    def first(self, size: int) -> NBestDependencies:
        """Return the ``size`` most probable trees, with normalised probabilities."""
        probabilities = self.probabilities[:size]
        return NBestDependencies(
            probabilities / probabilities.sum(), self.heads[:size], self.labels[:size], self.label_names
        )

    def tree(self, rank: int) -> DependencyTree:
        """Return the tree of 0-based ``rank``."""
        return DependencyTree(
            heads=tuple(int(head) for head in self.heads[rank]),
            labels=tuple(self.label_names[code] for code in self.labels[rank]),
        )

    def expected_arcs(self, *, gamma: float = 1.0, nbest: int | None = None) -> dict[tuple[int, int, str], float]:
        """Return the expected count of each arc ``(dependent, head, label)`` of the list; roots have no arc.

        Tree i has the weight p(i)^gamma, normalised over the first ``nbest`` trees (Kahn et al. 2009, section 1.2).
        """
        powered = self.probabilities[:nbest] ** gamma
        weights = powered / powered.sum()
        heads, labels = self.heads[: len(weights)], self.labels[: len(weights)]
        size = heads.shape[1]
        keys = (np.arange(size) * (size + 1) + heads + 1) * len(self.label_names) + labels
        unique, inverse = np.unique(keys.astype(np.int64), return_inverse=True)
        expected = np.bincount(inverse.ravel(), np.repeat(weights, size))
        arcs: dict[tuple[int, int, str], float] = {}
        for key, value in zip(unique.tolist(), expected.tolist(), strict=True):
            place, label = divmod(key, len(self.label_names))
            dependent, head = divmod(place, size + 1)
            if head - 1 != ROOT:
                arcs[dependent, head - 1, self.label_names[label]] = value
        return arcs
