"""Headword chains and subtrees: mean clipped precision over sizes of tree parts (Liu & Gildea 2005, section 3)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.analysis.inputs import LONGEST_TEXT
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT, bottom_up
from meantree.errors import UsageError
from meantree.metrics.bags import Bag, Key, clipped_matches, compare_bags
from meantree.metrics.compared_words import Case, folded
from meantree.metrics.derivation import SCORE, Derivation, Deriver
from meantree.metrics.evidence import Evidence, Place, Unit
from meantree.metrics.metric import CompareOn, Level, Metric, Statistics
from meantree.metrics.pair import Pair
from meantree.metrics.registry import YesNo

EPS = 0.001
"""Precision at segment level of a size without a match (Liu & Gildea 2005, section 3.1)."""


def precision_statistics(
    hyp: Mapping[Key, float], refs: Sequence[Mapping[Key, float]], kinds: Sequence[str]
) -> Statistics:
    """Return the matched parts of each of n kinds, then the hypothesis' parts of each kind, shape (2n,)."""
    places = {kind: place for place, kind in enumerate(kinds)}
    size = len(places)
    sums = [0.0] * (2 * size)
    for (kind, _), matched, count in clipped_matches(hyp, refs):
        place = places[kind]
        sums[place] += matched
        sums[size + place] += count
    return np.array(sums)


def mean_precision(statistics: Statistics, *, level: Level, eps: float) -> float:
    """Return the mean precision over the kinds in the hypothesis, at segment level at least ``eps`` each; else 0."""
    size = len(statistics) // 2
    matched, counts = statistics[:size], statistics[size:]
    present = counts > 0
    if not present.any():
        return 0.0
    precisions = matched[present] / counts[present]
    if level == "segment":
        precisions = np.maximum(precisions, eps)
    return float(precisions.mean())


def precision_evidence(hyp: Bag, refs: Sequence[Bag], kinds: Sequence[str], *, single: int) -> Evidence:
    """Return evidence with a unit per part, smaller kinds first; labels are the parts' words joined by arrows.

    Units of the first ``single`` kinds stand for one word, arc or constituent.
    """
    units = compare_bags(hyp, refs, lambda key: " → ".join(key[1]), larger=kinds[single:])
    order = {kind: place for place, kind in enumerate(kinds)}
    return Evidence(tuple(sorted(units, key=lambda unit: order[unit.kind])))


def statistics_of_units(units: Sequence[Unit], kinds: Sequence[str]) -> Statistics:
    """Return :func:`precision_statistics` computed from units."""
    places = {kind: place for place, kind in enumerate(kinds)}
    statistics = np.zeros(2 * len(places))
    for unit in units:
        statistics[places[unit.kind]] += unit.matched
        statistics[len(places) + places[unit.kind]] += unit.hypothesis
    return statistics


def precision_derivation(units: Sequence[Unit], kinds: Sequence[str], eps: float) -> Derivation:
    """Derive :func:`mean_precision` at segment level: the precision of each kind in the hypothesis, and their mean."""
    deriver = Deriver(units)
    present = deriver.kinds("hypothesis")
    if present:
        deriver.fact("eps", eps)
    precisions = []
    for size, kind in enumerate(kinds, start=1):
        if kind in present:
            matched = deriver.total(f"matched_{size}", kind, "matched")
            count = deriver.total(f"hypothesis_{size}", kind, "hypothesis")
            precisions.append(deriver.step(f"p{size}", f"max({matched} / {count}, eps)"))
    deriver.step(SCORE, f"mean({', '.join(precisions)})" if precisions else "0")
    return deriver.done()


class MeanPrecision(Metric):
    """Base of metrics that are mean precisions of parts of trees by size; subclasses define the parts.

    Units of the ``single`` smallest sizes represent one word, arc or constituent each.
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
        bags = [self._bag(text, places=False).counts for text in pair.texts]
        return precision_statistics(bags[0], bags[1:], self._kinds)

    def score(self, statistics: Statistics, *, level: Level) -> float | None:
        return mean_precision(statistics, level=level, eps=self.eps)

    def evidence(self, pair: Pair) -> Evidence:
        bags = [self._bag(text, places=True) for text in pair.texts]
        return precision_evidence(bags[0], bags[1:], self._kinds, single=self.single)

    def statistics_of(self, evidence: Evidence) -> Statistics:
        return statistics_of_units(evidence.units, self._kinds)

    def derivation(self, evidence: Evidence) -> Derivation | None:
        return precision_derivation(evidence.units, self._kinds, self.eps)


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

    n: int = 4
    eps: float = EPS
    case: Case = "fold"

    def __post_init__(self) -> None:
        if not 1 <= self.n <= 20:
            raise UsageError(f"hwcm: n={self.n}, expected a chain length from 1 to 20")
        if not 0 <= self.eps < 1:
            raise UsageError(f"hwcm: eps={self.eps}, expected a number from 0 to less than 1")

    @property
    def needs(self) -> Layers:
        return Layers(1)

    @property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(_kind(length) for length in range(1, self.n + 1))

    def _bag(self, analysis: Analysis, *, places: bool) -> Bag:
        """Return all chains of lengths 1..n, collected upwards from their last word."""
        words = [folded(token.text, self.case) for token in analysis.tokens]
        heads = analysis.tree().heads
        bag = Bag()
        for last in range(len(words)):
            chain: tuple[int, ...] = ()
            node = last
            while node != ROOT and len(chain) < self.n:
                chain = (node, *chain)
                key = _kind(len(chain)), tuple(words[index] for index in chain)
                bag.add(key, _place(chain) if places else None)
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

    def _counted(self, labels: Sequence[str], children: Sequence[Sequence[int]], bottom_up: Iterable[int]) -> Bag:
        bag = Bag()
        kinds = self._kinds
        for _, depth, shape in subtrees(labels, children, bottom_up, self.d):
            bag.add((kinds[depth - 1], (shape,)))
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
    """Share of the pieces of the hypothesis' dependency trees that a reference has too; in [0, 1], higher is better.

    As :class:`Stm` over dependency trees: nodes are words, children are in surface order; ``labels=yes`` adds each
    word's arc label to it. Trees are the analyser's own best. Texts of up to 10,000 words.

    Statistics: as those of :class:`Stm`.
    """

    name: ClassVar[str] = "dstm"
    paper: ClassVar[str] = "Liu & Gildea 2005"
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
