"""n-best parses of a sentence, and the analysis of a whole text."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituents import ConstituencyForest, ConstituencyTree, joined
from meantree.analysis.depth import WORDS, Depth
from meantree.analysis.frames import FrameLayer
from meantree.analysis.tree import ROOT, DependencyTree, Token


@dataclass(frozen=True, slots=True, eq=False)
class Forest:
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
    def of(cls, trees: Sequence[DependencyTree], weights: Sequence[float]) -> Forest:
        """Build from trees over the same tokens and non-negative weights; equal trees are merged, weights normalised.

        Raises:
            ValueError: if there is no tree, lengths differ, or no weight is positive.
        """
        if not trees or len(trees) != len(weights):
            raise ValueError(f"a forest needs a weight for each tree, got {len(trees)} trees, {len(weights)} weights")
        merged: dict[DependencyTree, float] = {}
        for tree, weight in zip(trees, weights, strict=True):
            merged[tree] = merged.get(tree, 0.0) + weight
        ordered = sorted(merged.items(), key=lambda item: -item[1])
        total = sum(weights)
        if not total > 0 or min(weights) < 0:
            raise ValueError("a forest needs non-negative weights with a positive sum")
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


@dataclass(frozen=True, slots=True, eq=False)
class Sentence:
    """One sentence of a text.

    Attributes:
        tokens: its words in order.
        tree: the analyser's own best dependency tree.
        forest: the n-best list of dependency trees, None where it was not asked for or the sentence is too long.
        constituents: constituency trees, best first, None where there are none.
        headed: the dependencies of ``constituents`` by head rules, labelled A/B
            (:func:`meantree.analysis.heads.head_forest`); None exactly where they are.
    """

    tokens: tuple[Token, ...]
    tree: DependencyTree
    forest: Forest | None = None
    constituents: ConstituencyForest | None = None
    headed: Forest | None = None

    def __post_init__(self) -> None:
        if len(self.tokens) != len(self.tree):
            raise ValueError(f"{len(self.tokens)} tokens but a tree over {len(self.tree)}")
        if (self.constituents is None) != (self.headed is None):
            raise ValueError("a sentence has constituents and their head dependencies, or neither")


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Analysis:
    """What an analyser found in one text: its sentences, in order.

    Token indices of evidence and views count from 0 over the whole text: sentence ``i`` starts at ``offsets[i]``.

    Attributes:
        text: the text as given.
        sentences: empty for an empty text, and for a text that was not analysed because nothing asked for it.
        depth: how much of each layer was asked for.
        labelled: semantic frames by the labeller, None where they were not asked for.
        frames: semantic frames by an annotator, None where nobody has looked for them.
        corrected: tokens whose arc an annotator set.
        others: what further layers found, by their names.
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    depth: Depth = WORDS
    labelled: FrameLayer | None = None
    frames: FrameLayer | None = None
    corrected: frozenset[int] = frozenset()
    others: Mapping[str, object] = field(default_factory=dict)

    @property
    def tokens(self) -> tuple[Token, ...]:
        """All tokens of the text in order."""
        return tuple(itertools.chain.from_iterable(sentence.tokens for sentence in self.sentences))

    @property
    def words(self) -> tuple[str, ...]:
        """The tokens as they stand in the text."""
        return tuple(token.text for token in self.tokens)

    @property
    def has_constituents(self) -> bool:
        """Whether every sentence has constituency trees."""
        return all(sentence.constituents is not None for sentence in self.sentences)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The index of each sentence's first token."""
        lengths = [len(sentence.tokens) for sentence in self.sentences]
        return tuple(itertools.accumulate(lengths[:-1], initial=0)) if lengths else ()

    def tree(self, ranks: Sequence[int] = (), *, headed: bool = False) -> DependencyTree:
        """The whole text as one structure, a root a sentence: the analyser's own trees, or those of ``ranks``.

        Args:
            ranks: for each sentence a 0-based rank in its n-best list, -1 for the analyser's own tree; missing ones
                are -1.
            headed: take the dependencies of the constituency trees, -1 standing for the best of them.
        """
        heads: list[int] = []
        labels: list[str] = []
        own = [-1] * (len(self.sentences) - len(ranks))
        for offset, sentence, rank in zip(self.offsets, self.sentences, [*ranks, *own], strict=True):
            if headed and sentence.headed is not None:
                chosen = sentence.headed.tree(max(rank, 0))
            else:
                chosen = sentence.forest.tree(rank) if sentence.forest is not None and rank >= 0 else sentence.tree
            heads += [head + offset if head != ROOT else ROOT for head in chosen.heads]
            labels += chosen.labels
        return DependencyTree(tuple(heads), tuple(labels))

    def constituency(self, ranks: Sequence[int] = ()) -> ConstituencyTree | None:
        """The best constituency trees of all sentences, or those of ``ranks``, as one structure.

        None where a sentence has none; a text without sentences has an empty one.
        """
        ranked = [*ranks, *([0] * (len(self.sentences) - len(ranks)))]
        forests = [sentence.constituents for sentence in self.sentences]
        trees = [forest.tree(max(rank, 0)) for forest, rank in zip(forests, ranked, strict=True) if forest is not None]
        return joined(trees) if len(trees) == len(forests) else None
