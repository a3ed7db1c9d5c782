"""The n most probable dependency trees of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import ROOT, DependencyTree

PARSES = 50
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
