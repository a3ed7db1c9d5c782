"""Subtree metrics over constituents and dependencies (Liu & Gildea 2005, sections 3.1 and 3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from meantree.analysis.layers.required import Layers
from meantree.analysis.limits import LONGEST_TEXT
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import bottom_up
from meantree.errors import UsageError
from meantree.metrics.bags import Bag
from meantree.metrics.base import CompareOn
from meantree.metrics.case import Case, folded
from meantree.metrics.evidence import Place
from meantree.metrics.options import YesNo
from meantree.metrics.syntax.precisions import EPS, MeanPrecision

DEEPEST = 20


@dataclass(frozen=True, slots=True)
class _Subtrees(MeanPrecision):
    """What both subtree metrics share; ``d`` is the largest depth."""

    name: ClassVar[str]
    higher_is_better: ClassVar[bool] = True
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

    def _counted(self, labels: Sequence[str], children: Sequence[Sequence[int]], bottom_up: Iterable[int]) -> Bag:
        bag = Bag()
        kinds = self._kinds
        for _, depth, shape in subtrees(labels, children, bottom_up, self.d):
            bag.add((kinds[depth - 1], (shape,)))
        return bag


@dataclass(frozen=True, slots=True)
class Stm(_Subtrees):
    """How many subtrees of the hypothesis' constituency trees stand in a reference's too; in [0, 1], higher is better.

    A subtree of depth k is a node with everything below it down to k levels of nodes; a node whose own subtree is
    shallower gives none. Nodes carry phrase labels and parts of speech; ``words=yes`` adds the words as a further
    level. The score is the mean over k = 1..d of the clipped precision of subtrees of depth k, depths left out of
    which the hypothesis has none; ``eps`` and levels as for hwcm. Trees are the most probable ones.
    Texts of up to 10,000 words.

    Statistics: shape (2d,), the matched subtrees of depths 1..d, then the hypothesis' subtrees of depths 1..d.
    """

    name: ClassVar[str] = "stm"
    structure: ClassVar[CompareOn] = "constituents"

    words: YesNo = "no"
    case: Case = "fold"

    @property
    def needs(self) -> Layers:
        return Layers(1, 1)

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
        if not places:
            return self._counted(labels, children, order)
        tokens = {leaf: token for token, leaf in enumerate(leaves)}
        bag = Bag()
        for node, depth, shape in subtrees(labels, children, order, self.d):
            inside = _down(node, children, depth)
            nodes = tuple(inner for inner in inside if inner < len(tree))
            words = tuple(tokens[inner] for inner in inside if inner in tokens)
            words += tuple(inner - len(tree) for inner in inside if inner >= len(tree))
            place = Place(tuple(sorted(set(words))), nodes=nodes)
            bag.add((self._kinds[depth - 1], (shape,)), place)
        return bag


@dataclass(frozen=True, slots=True)
class Dstm(_Subtrees):
    """How many subtrees of the hypothesis' dependency trees stand in a reference's too; in [0, 1], higher is better.

    As :class:`Stm` over dependency trees: nodes are words, children stand in surface order; ``labels=yes`` adds each
    word's arc label to it. Trees are the analyser's own best. Texts of up to 10,000 words.

    Statistics: as those of :class:`Stm`.
    """

    name: ClassVar[str] = "dstm"
    structure: ClassVar[CompareOn] = "dependencies"

    labels: YesNo = "no"
    case: Case = "fold"

    @property
    def needs(self) -> Layers:
        return Layers(1)

    def _bag(self, text: Analysis, *, places: bool) -> Bag:
        tree = text.tree()
        words = [escaped(folded(token.text, self.case)) for token in text.tokens]
        if self.labels == "yes":
            words = [f"{word}/{label}" for word, label in zip(words, tree.labels, strict=True)]
        children = tree.children()
        order = list(bottom_up(tree.heads))
        if not places:
            return self._counted(words, children, order)
        bag = Bag()
        for node, depth, shape in subtrees(words, children, order, self.d):
            inside = _down(node, children, depth)
            arcs = tuple((inner, tree.heads[inner]) for inner in inside if inner != node)
            bag.add((self._kinds[depth - 1], (shape,)), Place(tuple(sorted(inside)), arcs))
        return bag


def subtrees(
    labels: Sequence[str], children: Sequence[Sequence[int]], order: Iterable[int], deepest: int
) -> Iterator[tuple[int, int, str]]:
    """``(node, depth, shape)`` of every subtree of depth 1..``deepest``; ``order`` has children before parents.

    A shape is a node's label, or in brackets its label and the shapes of its children; equal shapes, equal subtrees.
    """
    shapes: list[list[str]] = [[]] * len(labels)
    for node in order:
        label, below = labels[node], [shapes[child] for child in children[node]]
        mine = [label]
        if below:
            tallest = max(map(len, below))
            for depth in range(min(tallest, deepest - 1)):
                parts = [shape[depth] if depth < len(shape) else shape[-1] for shape in below]
                mine.append(f"({label} {' '.join(parts)})")
        shapes[node] = mine
        for depth, shape in enumerate(mine, start=1):
            yield node, depth, shape


def escaped(word: str) -> str:
    """A word that cannot be taken for a bracket or a border between words in a shape."""
    if word.isalnum():
        return word
    return word.replace("(", "-LRB-").replace(")", "-RRB-").replace(" ", "\u00a0")


def _down(node: int, children: Sequence[Sequence[int]], depth: int) -> list[int]:
    """The nodes of a subtree, ``depth`` levels of them."""
    level, found = [node], [node]
    for _ in range(depth - 1):
        level = [child for parent in level for child in children[parent]]
        found += level
    return found
