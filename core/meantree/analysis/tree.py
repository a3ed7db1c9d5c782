"""Tokens, dependency trees and lists of the n best of them: plain values, independent of any parser."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.escaping import listed

ROOT = -1
"""The head of a token that has none."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word of a sentence as the analyser cut it.

    Attributes:
        text: the form as written.
        lemma, upos, xpos, feats: dictionary form, universal and language-specific part of speech, features as in
            CoNLL-U; empty where the analyser says nothing.
        space_after: whether a blank follows in the text.
        is_part: of a multiword token, of which alone a file says whether a blank follows.
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

    Attributes:
        heads: for each token the 0-based index of its head, :data:`ROOT` for the root.
        labels: for each token the label of the arc to its head.

    A tree has one entry a token, no cycle and at least one root; :func:`tree_fault` tells what is wrong with one.
    """

    heads: tuple[int, ...]
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.heads)

    @property
    def roots(self) -> tuple[int, ...]:
        """Tokens without a head, left to right."""
        return tuple(index for index, head in enumerate(self.heads) if head == ROOT)

    def arcs(self) -> Iterator[tuple[int, int, str]]:
        """``(dependent, head, label)`` of every arc; the root has none."""
        for dependent, (head, label) in enumerate(zip(self.heads, self.labels, strict=True)):
            if head != ROOT:
                yield dependent, head, label

    def children(self) -> tuple[tuple[int, ...], ...]:
        """The dependents of each token, left to right."""
        below: list[list[int]] = [[] for _ in self.heads]
        for dependent, head in enumerate(self.heads):
            if head != ROOT:
                below[head].append(dependent)
        return tuple(tuple(dependents) for dependents in below)


def tree_fault(heads: tuple[int, ...]) -> str | None:
    """What keeps ``heads`` from being a dependency tree with one root, or None if nothing does.

    Tokens are numbered from 1 in the text, as in CoNLL-U.
    """
    roots = [index for index, head in enumerate(heads) if head == ROOT]
    if len(roots) > 1:
        return f"{len(roots)} roots (tokens {listed(str(root + 1) for root in roots)}), expected one"
    for index, head in enumerate(heads):
        if not ROOT <= head < len(heads):
            return f"token {index + 1} has head {head + 1}, expected 0 to {len(heads)}"
    cycle = _cycle(heads)
    if cycle:
        return f"the heads of tokens {listed(str(index + 1) for index in cycle)} form a cycle, expected a tree"
    return None


def _cycle(heads: tuple[int, ...]) -> list[int]:
    safe: set[int] = set()
    for start in range(len(heads)):
        path: list[int] = []
        on_path: set[int] = set()
        node = start
        while node != ROOT and node not in safe:
            if node in on_path:
                return path[path.index(node) :]
            path.append(node)
            on_path.add(node)
            node = heads[node]
        safe.update(path)
    return []


def bottom_up(heads: Sequence[int]) -> Iterator[int]:
    """The tokens of a dependency tree, dependents before their heads."""
    waiting = [0] * len(heads)
    for head in heads:
        if head != ROOT:
            waiting[head] += 1
    ready = [node for node, count in enumerate(waiting) if not count]
    while ready:
        node = ready.pop()
        yield node
        head = heads[node]
        if head != ROOT:
            waiting[head] -= 1
            if not waiting[head]:
                ready.append(head)


def subtree_spans(tree: DependencyTree) -> list[tuple[int, int]]:
    """For each token the span from the first to the last one below it, itself among them; 0-based, end exclusive."""
    first, last = list(range(len(tree))), list(range(len(tree)))
    for token in bottom_up(tree.heads):
        head = tree.heads[token]
        if head != ROOT:
            first[head], last[head] = min(first[head], first[token]), max(last[head], last[token])
    return [(start, end + 1) for start, end in zip(first, last, strict=True)]


NBEST_SIZE = 50
"""In a list; whoever wants fewer takes the first of these: a narrower search would find others."""


@dataclass(frozen=True, slots=True, eq=False)
class NBestDependencies:
    """The n best dependency trees of one sentence with their probabilities, best first.

    Attributes:
        probabilities: shape (n,), descending, summing to 1 over the list.
        heads: int32, shape (n, tokens), 0-based head of each token, -1 for a root.
        labels: int16, shape (n, tokens), index into ``label_names`` of each token's arc.
        label_names: the labels that occur.
    """

    probabilities: NDArray[np.float64]
    heads: NDArray[np.int32]
    labels: NDArray[np.int16]
    label_names: tuple[str, ...]

    @classmethod
    def of(cls, trees: Sequence[DependencyTree], weights: Sequence[float]) -> NBestDependencies:
        """Build from trees over the same tokens and non-negative weights; equal trees are merged, weights normalised.

        Raises:
            ValueError: if there is no tree, lengths differ, or no weight is positive.
        """
        if not trees or len(trees) != len(weights):
            raise ValueError(
                f"an n-best list needs a weight for each tree, got {len(trees)} trees, {len(weights)} weights"
            )
        merged: dict[DependencyTree, float] = {}
        for tree, weight in zip(trees, weights, strict=True):
            merged[tree] = merged.get(tree, 0.0) + weight
        ordered = sorted(merged.items(), key=lambda item: -item[1])
        total = sum(weights)
        if not total > 0 or min(weights) < 0:
            raise ValueError("an n-best list needs non-negative weights with a positive sum")
        names = tuple(sorted({label for tree, _ in ordered for label in tree.labels}))
        codes = {name: code for code, name in enumerate(names)}
        return cls(
            probabilities=np.array([weight / total for _, weight in ordered]),
            heads=np.array([tree.heads for tree, _ in ordered], dtype=np.int32),
            labels=np.array([[codes[label] for label in tree.labels] for tree, _ in ordered], dtype=np.int16),
            label_names=names,
        )

    def __len__(self) -> int:
        return len(self.probabilities)

    def first(self, size: int) -> NBestDependencies:
        """The most probable trees alone, their probabilities normalised."""
        kept = self.probabilities[:size]
        return NBestDependencies(kept / kept.sum(), self.heads[:size], self.labels[:size], self.label_names)

    def tree(self, rank: int) -> DependencyTree:
        """The tree of 0-based ``rank``."""
        return DependencyTree(
            heads=tuple(int(head) for head in self.heads[rank]),
            labels=tuple(self.label_names[code] for code in self.labels[rank]),
        )

    def flattened(self, *, gamma: float, nbest: int) -> NDArray[np.float64]:
        """p(i)^gamma, normalised over the first ``nbest`` trees (Kahn et al. 2009, section 1.2)."""
        powered: NDArray[np.float64] = self.probabilities[:nbest] ** gamma
        normalised: NDArray[np.float64] = powered / powered.sum()
        return normalised

    def expected_arcs(self, *, gamma: float = 1.0, nbest: int | None = None) -> dict[tuple[int, int, str], float]:
        """The expectation of each arc ``(dependent, head, label)`` that occurs in the list; roots have no arc."""
        weights = self.flattened(gamma=gamma, nbest=nbest or len(self))
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
