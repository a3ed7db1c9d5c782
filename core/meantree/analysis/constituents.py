"""Constituency trees, their n-best lists, and head rules that make dependency trees of them.

Dependencies by head rules have A/B arc labels (Kahn, Ostendorf & Roark 2009, section 1.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.tree import NBestDependencies, ranked
from meantree.shipped import shipped

Nodes = NDArray[np.intp]
TOP = -1
"""The parent of an outermost constituent."""

MAX_DEPTH = 400
"""Trees that nest deeper are rejected: they are no analysis of a sentence."""

LabelledSpan = tuple[int, int, str]
"""First token, end (exclusive) and label of a constituent."""

Direction = Literal["left", "right", "left-any", "right-any"]
ANY_PARENT = "*"
PUNCTUATION = frozenset({",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})


@dataclass(frozen=True, slots=True)
class ConstituencyTree:
    """The constituents of one sentence (or text) in preorder: a parent before its children, children left to right.

    A node without children is the part of speech of a token: the k-th such node belongs to token k. Outer wrappers
    (``ROOT``, ``TOP``, ``S1``) are no nodes.

    Attributes:
        parents: for each node the 0-based index of its parent, :data:`TOP` for an outermost one.
    """

    labels: tuple[str, ...]
    parents: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.labels)

    def children(self) -> list[list[int]]:
        """Return the children of each node, left to right."""
        below: list[list[int]] = [[] for _ in self.labels]
        for node, parent in enumerate(self.parents):
            if parent != TOP:
                below[parent].append(node)
        return below

    def leaves(self) -> list[int]:
        """Return the node of each token's part of speech, in the order of the tokens."""
        inner = set(self.parents)
        return [node for node in range(len(self.labels)) if node not in inner]

    def spans(self) -> list[tuple[int, int]]:
        """Return the tokens ``(start, end)`` below each node, 0-based, end exclusive."""
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

    def constituents(self) -> Iterator[LabelledSpan]:
        """Yield each node but the parts of speech."""
        inner = set(self.parents)
        for node, (span, label) in enumerate(zip(self.spans(), self.labels, strict=True)):
            if node in inner:
                yield *span, label


def joined(trees: Sequence[ConstituencyTree]) -> ConstituencyTree:
    """Return the trees of consecutive sentences as one structure, the nodes of the first tree first."""
    labels: list[str] = []
    parents: list[int] = []
    for tree in trees:
        offset = len(labels)
        labels += tree.labels
        parents += [TOP if parent == TOP else parent + offset for parent in tree.parents]
    return ConstituencyTree(tuple(labels), tuple(parents))


Preorder = tuple[int, ...]
"""Neighbouring subtrees in preorder: of each node its label's code, plus :data:`STEP` times how many places before it
its parent stands. Outermost nodes are as if their parent stood just before all, so subtrees are put together as they
are."""
STEP = 1 << 16


class Later(Mapping[LabelledSpan, float]):
    """Probabilities that are computed when they are asked for, which is seldom; sent elsewhere, they are known."""

    def __init__(self, compute: Callable[[], dict[LabelledSpan, float]]) -> None:
        self._compute: Callable[[], dict[LabelledSpan, float]] | None = compute
        self._known: dict[LabelledSpan, float] = {}

    def _values(self) -> dict[LabelledSpan, float]:
        if (compute := self._compute) is not None:
            self._known, self._compute = compute(), None  # with what it needed
        return self._known

    def __getitem__(self, span: LabelledSpan) -> float:
        return self._values()[span]

    def __iter__(self) -> Iterator[LabelledSpan]:
        return iter(self._values())

    def __len__(self) -> int:
        return len(self._values())

    def __reduce__(self) -> tuple[type[dict[LabelledSpan, float]], tuple[dict[LabelledSpan, float]]]:
        return dict, (self._values(),)


@dataclass(frozen=True, eq=False)
class NBestConstituents:
    """The n best constituency trees of one sentence with their probabilities, best first.

    Attributes:
        probabilities: shape (n,), descending, summing to 1 over the list.
        label_names: the labels that occur in the list.
        starts: shape (n + 1,), where each tree starts in ``labels`` and ``parents``; the last one is their length.
        labels: int16, index into ``label_names`` of each node of each tree, in preorder.
        parents: int16, index of each node's parent within its tree, -1 for outermost nodes.
        spans: the probability of each constituent ``(start, end, label)`` of the list over all trees of the sentence;
            0-based, end exclusive. Empty if the parser gives no such probabilities.
    """

    probabilities: NDArray[np.float64]
    label_names: tuple[str, ...]
    starts: NDArray[np.int32]
    labels: NDArray[np.int16]
    parents: NDArray[np.int16]
    spans: Mapping[LabelledSpan, float] = field(default_factory=dict)

    @classmethod
    def of(cls, trees: Sequence[ConstituencyTree], weights: Sequence[float]) -> NBestConstituents:
        """Build a list from trees over the same tokens; see :func:`~meantree.analysis.tree.ranked`, which raises."""
        codes: dict[str, int] = {}
        preorders = [
            tuple(
                [
                    codes.setdefault(label, len(codes)) + STEP * (node - parent)
                    for node, (label, parent) in enumerate(zip(tree.labels, tree.parents, strict=True))
                ]
            )
            for tree in trees
        ]
        return cls.of_preorders(preorders, weights, tuple(codes))

    @classmethod
    def of_preorders(
        cls, trees: Sequence[Preorder], weights: Sequence[float], names: Sequence[str]
    ) -> NBestConstituents:
        """Build a list likewise; ``names`` are the labels of all codes, and of any others."""
        ordered, probabilities = ranked(trees, weights)
        steps, labels = np.divmod(np.fromiter(chain.from_iterable(ordered), np.intp), STEP)
        sizes = list(map(len, ordered))
        starts = np.cumsum([0, *sizes])
        used = list(dict.fromkeys(labels.tolist()))
        codes = np.zeros(len(names), np.int16)
        codes[used] = np.arange(len(used))
        parents = np.arange(len(steps)) - np.repeat(starts[:-1], sizes) - steps
        return cls(
            probabilities,
            tuple(names[code] for code in used),
            starts.astype(np.int32),
            codes[labels],
            parents.astype(np.int16),
        )

    def __len__(self) -> int:
        return len(self.probabilities)

    def first(self, size: int) -> NBestConstituents:
        """Return the ``size`` most probable trees, with normalised probabilities."""
        probabilities = self.probabilities[:size]
        end = int(self.starts[len(probabilities)])
        return NBestConstituents(
            probabilities / probabilities.sum(),
            self.label_names,
            self.starts[: len(probabilities) + 1],
            self.labels[:end],
            self.parents[:end],
            self.spans,
        )

    @cached_property
    def head_dependencies(self) -> NBestDependencies:
        """The dependencies of each tree by head rules, each arc labelled A/B; equal trees add their probabilities.

        A is the lowest constituent that is headed by the head and dominates the dependent, B the highest constituent
        headed by the dependent. The head of the first outermost constituent governs those of the others, with ``TOP``
        as A.
        """
        heads, labels, names = _head_arcs(self)
        rows = np.hstack([heads, labels])
        ordered, probabilities = ranked([row.tobytes() for row in rows], self.probabilities.tolist())
        heads, labels = np.hsplit(np.frombuffer(b"".join(ordered), rows.dtype).reshape(-1, rows.shape[1]), 2)
        return NBestDependencies(probabilities, heads.astype(np.int32), labels.astype(np.int16), names)

    def tree(self, rank: int) -> ConstituencyTree:
        """Return the tree of 0-based ``rank``."""
        here = slice(int(self.starts[rank]), int(self.starts[rank + 1]))
        names = self.label_names
        return ConstituencyTree(
            labels=tuple([names[code] for code in self.labels[here].tolist()]),
            parents=tuple(self.parents[here].tolist()),
        )


def are_trees(starts: NDArray[np.int32], parents: NDArray[np.int16], size: int) -> bool:
    """Return whether the trees of an n-best list are in preorder, each with ``size`` leaves.

    Args:
        starts, parents: as in :class:`NBestConstituents`, but any integers.
    """
    firsts, lengths = starts[:-1].astype(np.intp), np.diff(starts)
    if starts[0] or starts[-1] != len(parents) or lengths.min() < 1:
        return False
    nodes, parent = np.arange(len(parents)), parents.astype(np.intp)
    parent += np.where(parent == TOP, 0, np.repeat(firsts, lengths))  # a node of all trees
    if parents.min() < TOP or (parent[firsts] != TOP).any() or (parent >= nodes).any():
        return False
    follows_leaf = parent != nodes - 1
    follows_leaf[firsts] = True  # counted for the last leaf, which no node of the tree follows
    if (np.add.reduceat(follows_leaf, firsts, dtype=np.intp) != size).any():
        return False
    # The parent of a node after a leaf is an ancestor of the leaf; ancestors have ever smaller numbers.
    later = np.flatnonzero(follows_leaf)[1:]
    ancestors, targets = parent[later - 1], parent[later]
    while ancestors.size:
        if (ancestors < targets).any():
            return False
        remaining = np.flatnonzero(ancestors != targets)
        ancestors, targets = parent[ancestors[remaining]], targets[remaining]
    return True


@dataclass(frozen=True, slots=True)
class HeadRule:
    """A row of a table of head rules: which child to look for, and from which side."""

    direction: Direction
    labels: tuple[str, ...]

    def find(self, children: Sequence[str]) -> int | None:
        """Return the 0-based place of the head among the labels of ``children``; None if the rule finds none."""
        order = range(len(children)) if self.direction.startswith("left") else range(len(children) - 1, -1, -1)
        if self.direction.endswith("any"):
            return next((place for place in order if children[place] in self.labels), None)
        candidates = ((label, place) for label in self.labels for place in order)
        return next((place for label, place in candidates if children[place] == label), None)


def read_head_rules(text: str) -> dict[str, tuple[HeadRule, ...]]:
    """Return the rules by parent label, from a table as in ``resources/meantree_resources/head_rules``.

    Raises:
        ValueError: if a line is not a rule; the message names the line.
    """
    rules: dict[str, tuple[HeadRule, ...]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parent, *fields = line.split()
        if len(fields) < 2 or fields[0] not in get_args(Direction):
            raise ValueError(f"line {number}: {line!r}, expected PARENT DIRECTION LABEL…")
        rule = HeadRule(cast("Direction", fields[0]), tuple(fields[1:]))
        rules[parent] = (*rules.get(parent, ()), rule)
    return rules


@cache
def english_head_rules() -> dict[str, tuple[HeadRule, ...]]:
    """Return the rules for English constituents that ship with Meantree."""
    return read_head_rules((shipped("head_rules") / "english.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=65_536)
def head_child(parent: str, children: tuple[str, ...]) -> int:
    """Return the 0-based place of the head among a constituent's children, by the English rules.

    An only child is the head.
    """
    if len(children) == 1:
        return 0
    rules = english_head_rules()
    applicable = rules.get(parent) or rules[ANY_PARENT]
    for rule in applicable:
        place = rule.find(children)
        if place is not None:
            return place
    words = [place for place, label in enumerate(children) if label not in PUNCTUATION]
    candidates = words or range(len(children))
    return candidates[0] if applicable[0].direction.startswith("left") else candidates[-1]


def _head_arcs(trees: NBestConstituents) -> tuple[Nodes, Nodes, tuple[str, ...]]:
    """Return heads and codes of labels, shape (n, tokens), and the labels in alphabetical order."""
    firsts, count = np.repeat(trees.starts[:-1], np.diff(trees.starts)).astype(np.intp), len(trees.label_names)
    outer, size, own = trees.parents == TOP, len(trees.parents), trees.labels.astype(np.intp)
    above = firsts + np.where(outer, 0, trees.parents)
    head = _heads(trees, above[~outer], np.flatnonzero(~outer))
    is_leaf = head == np.arange(size)
    for _ in range(int(np.diff(trees.starts).max()).bit_length()):  # each step doubles the distance
        head = head[head]
    tokens, words = (np.cumsum(is_leaf) - 1)[head], int(is_leaf.sum()) // len(trees)
    heads, codes = np.full((2, words * len(trees)), -1)  # of roots
    arcs = np.flatnonzero(head != head[above])
    heads[tokens[arcs]] = tokens[above[arcs]] % words
    codes[tokens[arcs]] = (np.where(outer, count, own[above]) * count + own)[arcs]
    used, places = np.unique(codes, return_inverse=True)
    parts = (*trees.label_names, "TOP")
    labels = ["root" if code < 0 else f"{parts[code // count]}/{parts[code % count]}" for code in used.tolist()]
    names = {label: code for code, label in enumerate(sorted(set(labels)))}
    ordered = np.array([names[label] for label in labels])[places.ravel()]
    return heads.reshape(-1, words), ordered.reshape(-1, words), tuple(names)


def _heads(trees: NBestConstituents, above: Nodes, below: Nodes) -> Nodes:
    """Return the head among the children of each node of all trees; a leaf is its own.

    Args:
        above, below: the parent and the child of each arc, in the order of the children.
    """
    children = below[np.argsort(above, kind="stable")]
    counts = np.bincount(above, minlength=len(trees.labels))
    head = np.arange(len(counts)) + (counts > 0)  # in preorder, the first child comes next
    several = np.flatnonzero(counts > 1)
    labels, ends = trees.labels[children], counts.cumsum()[several]
    starts = ends - counts[several]
    rows = zip(*(column.tolist() for column in (trees.labels[several], starts, ends)), strict=True)
    packed, known, places = labels.tobytes(), dict[tuple[int, bytes], int](), []
    for label, start, end in rows:
        key = label, packed[labels.itemsize * start : labels.itemsize * end]
        if key not in known:
            names = tuple(trees.label_names[code] for code in labels[start:end])
            known[key] = head_child(trees.label_names[label], names)
        places.append(known[key])
    head[several] = children[starts + np.array(places, np.intp)]
    return head
