"""Headword chains and subtrees: mean clipped precision over sizes of tree parts (Liu & Gildea 2005, section 3)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, bottom_up
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, clipped_matches, compare_bags
from meantree.metrics.compared_words import Case, folded
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence, Place
from meantree.metrics.metric import CompareOn, Level, Metric, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.registry import YesNo

EPS = 0.001
"""Precision at segment level of a size without a match (Liu & Gildea 2005, section 3.1)."""


class MeanPrecision(Metric):
    """Base of metrics that are mean precisions of parts of trees by size; subclasses define the parts.

    The score is the mean over the sizes in the hypothesis of the clipped precision of parts of that size, at segment
    level at least ``eps`` each; without any part it is 0. Units of the ``single`` smallest sizes represent one word,
    arc or constituent each.

    Statistics: shape (2n,): the matched parts of each of n sizes, then the hypothesis' parts of each size.
    """

    __slots__ = ()
    single: ClassVar[int]
    eps: float

    @property
    def _kinds(self) -> tuple[str, ...]:
        """The sizes as kinds of units."""
        raise NotImplementedError

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        """Return all parts of a text, with their places if ``places``."""
        raise NotImplementedError

    def statistics(self, pair: Pair) -> Statistics:
        hyp, *refs = (self._bag(text, places=False).counts for text in pair.texts)
        return self._sums((key[0], matched, count) for key, matched, count in clipped_matches(hyp, refs))

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return self._sums((unit.kind, unit.matched, unit.hypothesis) for unit in evidence.units)

    def _sums(self, parts: Iterable[tuple[str, float, float]]) -> Statistics:
        """Return the statistics of parts: the kind of each, how often it matches, and its count in the hypothesis."""
        matches = dict.fromkeys(self._kinds, 0.0)
        counts = matches.copy()
        for kind, matched, count in parts:
            matches[kind] += matched
            counts[kind] += count
        return np.array([*matches.values(), *counts.values()])

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        matched, counts = np.split(statistics, 2)
        present = counts > 0
        if not present.any():
            return 0.0
        precisions = matched[present] / counts[present]
        return float((np.maximum(precisions, self.eps) if level == "segment" else precisions).mean())

    def evidence(self, pair: Pair) -> Evidence:
        """Return a unit for each part, smaller ones first; labels are the parts' words joined by arrows."""
        (hyp, *refs), kinds = (self._bag(text, places=True) for text in pair.texts), self._kinds
        units = compare_bags(hyp, refs, lambda key: " → ".join(key[1]), larger=kinds[self.single :])
        return Evidence(tuple(sorted(units, key=lambda unit: kinds.index(unit.kind))))

    def derivation(self, evidence: Evidence) -> Derivation | None:
        deriver = Deriver(evidence.units)
        present = deriver.kinds("hypothesis")
        if present:
            deriver.fact("eps", self.eps)
        precisions = []
        for size, kind in enumerate(self._kinds, start=1):
            if kind in present:
                matched = deriver.total(f"matched_{size}", kind, "matched")
                count = deriver.total(f"hypothesis_{size}", kind, "hypothesis")
                precisions.append(deriver.step(f"p{size}", f"max({matched} / {count}, eps)"))
        deriver.step(SCORE, f"mean({', '.join(precisions)})" if precisions else "0")
        return deriver.done()


@dataclass(frozen=True, slots=True)
class Hwcm(MeanPrecision):
    """Share of the hypothesis' chains of heads and dependents that a reference has too; in [0, 1], higher is better.

    A headword chain of length k is a top-down sequence of k words, each the head of the next. The score is the mean
    over k = 1..n of the clipped precision of chains of length k, lengths left out of which the hypothesis has none.
    At segment level a length with chains but no match counts as ``eps``; documents and systems sum the counts first
    and use no floor. An empty hypothesis scores 0. Texts of up to 10,000 words.

    Statistics: shape (2n,), the matched chains of lengths 1..n, then the hypothesis' chains of lengths 1..n.
    Trees are the analyser's own best; a root has no chain above it.
    """

    name: ClassVar[str] = "hwcm"
    paper: ClassVar[str] = "Liu & Gildea 2005"
    structure: ClassVar[CompareOn] = "dependencies"
    max_tokens: ClassVar[int | None] = LONGEST_TEXT
    single: ClassVar[int] = 2
    needs: ClassVar[Layers] = Layers(1)

    n: int = 4
    eps: float = EPS
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 20:
            raise UsageError(f"hwcm: n={self.n}, expected a chain length from 1 to 20")
        if not 0 <= self.eps < 1:
            raise UsageError(f"hwcm: eps={self.eps}, expected a number from 0 to less than 1")

    @property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(_kind(length) for length in range(1, self.n + 1))

    def _bag(self, analysis: Analysis, *, places: bool) -> Bag:
        """Return all chains of lengths 1..n, collected upwards from their last word."""
        words, heads = [folded(token.text, self.case) for token in analysis.tokens], analysis.tree().heads
        bag, kinds = Bag(), self._kinds
        for last in range(len(words)):
            node, chain, named = last, tuple[int, ...](), tuple[str, ...]()
            for kind in kinds:
                if node == ROOT:
                    break
                chain, named = (node, *chain), (words[node], *named)
                bag.add((kind, named), _place(chain) if places else None)
                node = heads[node]
        return bag


def _kind(length: int) -> str:
    return f"chains of {length}"


def _place(chain: tuple[int, ...]) -> Place:
    return Place(chain, tuple((dependent, head) for head, dependent in itertools.pairwise(chain)))


DEEPEST = 20


@dataclass(frozen=True, slots=True)
class _Subtrees(MeanPrecision):
    """Base of both subtree metrics; ``d`` is the largest depth."""

    name: ClassVar[str]
    max_tokens: ClassVar[int | None] = LONGEST_TEXT
    single: ClassVar[int] = 1

    d: int = 4
    eps: float = EPS

    def __post_init__(self) -> None:
        if not 1 <= self.d <= DEEPEST:
            raise UsageError(f"{self.name}: d={self.d}, expected a depth from 1 to {DEEPEST}")
        if not 0 <= self.eps < 1:
            raise UsageError(f"{self.name}: eps={self.eps}, expected a number from 0 to less than 1")

    @property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(f"depth {depth}" for depth in range(1, self.d + 1))

    def _counted(
        self,
        labels: Sequence[str],
        children: Sequence[Sequence[int]],
        bottom_up: Iterable[int],
        place_of: Callable[[int, Sequence[int]], Place] | None,
    ) -> Bag:
        """Return the subtrees; ``place_of`` returns the place of a subtree from its top node and all its nodes."""
        bag, kinds = Bag(), self._kinds
        for node, depth, shape in subtrees(labels, children, bottom_up, self.d):
            place = place_of(node, _down(node, children, depth)) if place_of is not None else None
            bag.add((kinds[depth - 1], (shape,)), place)
        return bag


@dataclass(frozen=True, slots=True)
class Stm(_Subtrees):
    """Share of the pieces of the hypothesis' phrase trees that a reference has too; in [0, 1], higher is better.

    A subtree of depth k is a node with everything below it down to k levels of nodes; a node whose own subtree is
    shallower gives none. Nodes carry phrase labels and parts of speech; ``words=yes`` adds the words as a further
    level. The score is the mean over k = 1..d of the clipped precision of subtrees of depth k, depths left out of
    which the hypothesis has none; ``eps`` and levels as for hwcm. Trees are the most probable ones.
    Texts of up to 10,000 words.

    Statistics: shape (2d,), the matched subtrees of depths 1..d, then the hypothesis' subtrees of depths 1..d.
    """

    name: ClassVar[str] = "stm"
    paper: ClassVar[str] = "Liu & Gildea 2005"
    structure: ClassVar[CompareOn] = "constituents"
    needs: ClassVar[Layers] = Layers(1, 1)

    words: YesNo = "no"
    case: Case = "fold"

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        tree = text.constituency()
        if tree is None:
            raise ValueError("stm was given a text without constituency trees")
        labels: list[str] = list(tree.labels)
        children: list[Sequence[int]] = list(tree.children())
        order: Iterable[int] = range(len(labels) - 1, -1, -1)
        leaves = tree.leaves()
        if self.words == "yes":
            for leaf, token in zip(leaves, text.tokens, strict=True):
                children[leaf] = (len(labels),)
                labels.append(escaped(folded(token.text, self.case)))
                children.append(())
            order = [*range(len(tree), len(labels)), *range(len(tree) - 1, -1, -1)]
        tokens = {leaf: token for token, leaf in enumerate(leaves)}

        def place(_node: int, inside: Sequence[int]) -> Place:
            nodes = tuple(inner for inner in inside if inner < len(tree))
            words = {tokens[inner] for inner in inside if inner in tokens}
            words |= {inner - len(tree) for inner in inside if inner >= len(tree)}
            return Place(tuple(sorted(words)), nodes=nodes)

        return self._counted(labels, children, order, place if places else None)


@dataclass(frozen=True, slots=True)
class Dstm(_Subtrees):
    """Share of the pieces of the hypothesis' dependency trees that a reference has too; in [0, 1], higher is better.

    As :class:`Stm` over dependency trees: nodes are words, children are in surface order; ``labels=yes`` adds each
    word's arc label to it. Trees are the analyser's own best. Texts of up to 10,000 words.

    Statistics: as those of :class:`Stm`.
    """

    name: ClassVar[str] = "dstm"
    paper: ClassVar[str] = "Liu & Gildea 2005"
    structure: ClassVar[CompareOn] = "dependencies"
    needs: ClassVar[Layers] = Layers(1)

    labels: YesNo = "no"
    case: Case = "fold"

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        tree = text.tree()
        words = [escaped(folded(token.text, self.case)) for token in text.tokens]
        if self.labels == "yes":
            words = [f"{word}/{label}" for word, label in zip(words, tree.labels, strict=True)]
        children = tree.children()

        def place(top: int, inside: Sequence[int]) -> Place:
            return Place(tuple(sorted(inside)), tuple((node, tree.heads[node]) for node in inside if node != top))

        return self._counted(words, children, bottom_up(tree.heads), place if places else None)


def subtrees(
    labels: Sequence[str], children: Sequence[Sequence[int]], order: Iterable[int], deepest: int
) -> Iterator[tuple[int, int, str]]:
    """Yield ``(node, depth, shape)`` of every subtree of depth 1..``deepest``; ``order`` has children before parents.

    A shape is a node's label, or in brackets its label and the shapes of its children; equal shapes, equal subtrees.
    """
    shapes: list[list[str]] = [[]] * len(labels)
    for node in order:
        label, below = labels[node], [shapes[child] for child in children[node]]
        own = [label]
        if below:
            tallest = max(map(len, below))
            for depth in range(min(tallest, deepest - 1)):
                parts = [shape[depth] if depth < len(shape) else shape[-1] for shape in below]
                own.append(f"({label} {' '.join(parts)})")
        shapes[node] = own
        for depth, shape in enumerate(own, start=1):
            yield node, depth, shape


def escaped(word: str) -> str:
    """Escape brackets and blanks of a word in a shape."""
    if word.isalnum():
        return word
    return word.replace("(", "-LRB-").replace(")", "-RRB-").replace(" ", "\u00a0")


def _down(node: int, children: Sequence[Sequence[int]], levels: int) -> list[int]:
    """Return the nodes of a subtree down to this many levels."""
    level, nodes = [node], [node]
    for _ in range(levels - 1):
        level = [child for parent in level for child in children[parent]]
        nodes += level
    return nodes
