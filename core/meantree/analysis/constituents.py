"""Constituency trees and their n-best lists: plain values, no parser behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

TOP = -1
"""The parent of an outermost constituent."""

MAX_DEPTH = 400
"""No tree nests deeper; what does is no analysis of a sentence."""

LabelledSpan = tuple[int, int, str]
"""The first token, the one after the last, and a label."""


@dataclass(frozen=True, slots=True)
class ConstituencyTree:
    """The constituents of one sentence (or text) in preorder: a parent before its children, children left to right.

    A node without children is the part of speech of one token: the k-th such node is that of token k. Outer wrappers
    (``ROOT``, ``TOP``, ``S1``) are no nodes.

    Attributes:
        labels: of each node.
        parents: for each node the 0-based index of its parent, :data:`TOP` for an outermost one.
    """

    labels: tuple[str, ...]
    parents: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def children(self) -> list[list[int]]:
        """The children of each node, left to right."""
        below: list[list[int]] = [[] for _ in self.labels]
        for node, parent in enumerate(self.parents):
            if parent != TOP:
                below[parent].append(node)
        return below

    def leaves(self) -> list[int]:
        """The node of each token's part of speech, in order."""
        inner = set(self.parents)
        return [node for node in range(len(self.labels)) if node not in inner]

    def spans(self) -> list[tuple[int, int]]:
        """The tokens ``(start, end)`` below each node, 0-based, end exclusive."""
        inner = set(self.parents)
        starts, ends, tokens = [], [0] * len(self.labels), 0
        for node in range(len(self.labels)):
            starts.append(tokens)
            tokens += node not in inner
            ends[node] = tokens
        for node in range(len(self.labels) - 1, -1, -1):
            parent = self.parents[node]
            if parent != TOP:
                ends[parent] = max(ends[parent], ends[node])
        return list(zip(starts, ends, strict=True))


def joined(trees: Sequence[ConstituencyTree]) -> ConstituencyTree:
    """Trees of neighbouring sentences as one structure, with the first tree's nodes first."""
    labels: list[str] = []
    parents: list[int] = []
    for tree in trees:
        offset = len(labels)
        labels += tree.labels
        parents += [TOP if parent == TOP else parent + offset for parent in tree.parents]
    return ConstituencyTree(tuple(labels), tuple(parents))


@dataclass(frozen=True, slots=True, eq=False)
class NBestConstituents:
    """The n best constituency trees of one sentence with their probabilities, best first.

    Attributes:
        probabilities: shape (n,), descending, summing to 1 over the list.
        label_names: the labels that occur.
        starts: shape (n + 1,), where in ``labels`` and ``parents`` each tree starts and ends.
        labels: int16, index into ``label_names`` of each node of each tree, in preorder.
        parents: int16, index of each node's parent within its tree, -1 for outermost nodes.
        spans: the probability over all trees, not those of the list alone, of each constituent ``(start, end, label)``
            of the list; 0-based, end exclusive. Empty where the parser has no such probabilities.
    """

    probabilities: NDArray[np.float64]
    label_names: tuple[str, ...]
    starts: NDArray[np.int32]
    labels: NDArray[np.int16]
    parents: NDArray[np.int16]
    spans: Mapping[LabelledSpan, float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        trees: Sequence[ConstituencyTree],
        weights: Sequence[float],
        spans: Mapping[LabelledSpan, float] | None = None,
    ) -> NBestConstituents:
        """Build from trees over the same tokens; equal trees are merged, weights normalised.

        Raises:
            ValueError: if there is no tree, lengths differ, a weight is negative or none is positive.
        """
        if not trees or len(trees) != len(weights):
            raise ValueError(
                f"an n-best list needs a weight for each tree, got {len(trees)} trees, {len(weights)} weights"
            )
        total = sum(weights)
        if not total > 0 or min(weights) < 0:
            raise ValueError("an n-best list needs non-negative weights with a positive sum")
        merged: dict[ConstituencyTree, float] = {}
        for tree, weight in zip(trees, weights, strict=True):
            merged[tree] = merged.get(tree, 0.0) + weight
        ordered = sorted(merged.items(), key=lambda item: -item[1])
        codes: dict[str, int] = {}
        labels = [codes.setdefault(label, len(codes)) for tree, _ in ordered for label in tree.labels]
        return cls(
            probabilities=np.array([weight / total for _, weight in ordered]),
            label_names=tuple(codes),
            starts=np.cumsum([0, *(len(tree) for tree, _ in ordered)], dtype=np.int32),
            labels=np.array(labels, dtype=np.int16),
            parents=np.array([parent for tree, _ in ordered for parent in tree.parents], dtype=np.int16),
            spans=spans or {},
        )

    def __len__(self) -> int:
        return len(self.probabilities)

    def first(self, size: int) -> NBestConstituents:
        """The most probable trees alone, their probabilities normalised."""
        kept = self.probabilities[:size]
        end = int(self.starts[len(kept)])
        return NBestConstituents(
            kept / kept.sum(),
            self.label_names,
            self.starts[: len(kept) + 1],
            self.labels[:end],
            self.parents[:end],
            self.spans,
        )

    def tree(self, rank: int) -> ConstituencyTree:
        """The tree of 0-based ``rank``."""
        here = slice(int(self.starts[rank]), int(self.starts[rank + 1]))
        names = self.label_names
        return ConstituencyTree(
            labels=tuple([names[code] for code in self.labels[here].tolist()]),
            parents=tuple(self.parents[here].tolist()),
        )
