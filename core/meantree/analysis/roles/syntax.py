"""One sentence as the labeller sees it: which spans may fill a role, and how they hang together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from meantree.analysis.constituents import TOP, ConstituencyTree
from meantree.analysis.frames import Span
from meantree.analysis.tree import ROOT, DependencyTree, Token, subtree_spans

LONGEST_PATH, FARTHEST = 6, 8
UP, DOWN = 2, 3
MOST_BESIDE = 300
"""Candidates of one predicate: in 311 sentences of talks it has 175 at most. Time is quadratic in them."""
SLACK = 5.0
"""How far below the best constituency tree (natural logarithm of a probability) trees are whose spans are looked at."""


@dataclass(frozen=True, slots=True)
class Relations:
    """Of every token to one predicate.

    Attributes:
        paths: the arc labels from the token up to the common head and down to the predicate.
        meets: the common head.
    """

    paths: list[str]
    meets: list[int]


@dataclass(frozen=True)
class Syntax:
    """One sentence.

    Attributes:
        tokens, tree, constituency: its words and structure.
        near_best: constituents of other trees that are nearly as good, with how far below the best one they are.
    """

    tokens: Sequence[Token]
    tree: DependencyTree
    constituency: ConstituencyTree
    near_best: Mapping[Span, float] = field(default_factory=dict)
    _heads: dict[Span, int] = field(default_factory=dict)
    _around: dict[int, dict[int, int]] = field(default_factory=dict)

    @cached_property
    def spans(self) -> dict[Span, list[str]]:
        """The labels over each constituent, from the top; one that covers a single word ends in its part of speech."""
        return {span: [self.constituency.labels[node] for node in nodes] for span, nodes in self._nodes.items()}

    @cached_property
    def _nodes(self) -> dict[Span, list[int]]:
        found: dict[Span, list[int]] = {}
        for node, span in enumerate(self.constituency.spans()):
            found.setdefault(span, []).append(node)
        return found

    def over(self, span: Span) -> str:
        """The label of the constituent directly over a span; empty over outermost ones and over what is none."""
        nodes = self._nodes.get(span)
        parent = self.constituency.parents[nodes[0]] if nodes is not None else TOP
        return self.constituency.labels[parent] if parent != TOP else ""

    @cached_property
    def subtrees(self) -> list[Span]:
        """For each token the span of all that depends on it."""
        return subtree_spans(self.tree)

    @cached_property
    def candidates(self) -> list[Span]:
        """All spans that may fill a role: constituents, those of trees nearly as good, and what depends on a word.

        What depends on a word may end before the stop that it ends in, too.
        """
        spans = {*self._nodes, *self.subtrees, *self.near_best}
        for token, (start, end) in enumerate(self.subtrees):
            if self.tokens[end - 1].upos == "PUNCT" and end - 1 > token:
                spans.add((start, end - 1))
        return sorted(spans)

    def beside(self, predicate: int) -> list[int]:
        """The places in :attr:`candidates` of the spans that do not hold the predicate and are near to it in the tree.

        Near is what hangs at most :data:`UP` arcs below a word that is at most :data:`DOWN` arcs above the predicate:
        that is 93 of 100 arguments of EWT dev, where all candidates are 94, and two thirds of the candidates. Of more
        than :data:`MOST_BESIDE` they are those that end or begin closest to the predicate.
        """
        above = set(self._chains[predicate][: DOWN + 1])
        near = [not above.isdisjoint(chain[: UP + 1]) for chain in self._chains]
        spans = self.candidates
        found = [
            place for place, span in enumerate(spans) if not span[0] <= predicate < span[1] and near[self.head(span)]
        ]
        closest = sorted(found, key=lambda place: max(spans[place][0] - predicate, predicate + 1 - spans[place][1]))
        return sorted(closest[:MOST_BESIDE])

    def head(self, span: Span) -> int:
        """The first token whose head is outside of the span."""
        known = self._heads.get(span)
        if known is None:
            start, end = span
            outside = (token for token in range(start, end) if not start <= self.tree.heads[token] < end)
            known = self._heads[span] = next(outside, end - 1)
        return known

    def relations(self, predicate: int) -> Relations:
        """How every token stands to a predicate in the dependency tree."""
        down = self._chains[predicate]
        places = {node: rank for rank, node in enumerate(down)}
        paths, meets = [], []
        for chain in self._chains:
            path, meet = self._path(chain, down, places)
            paths.append(path)
            meets.append(meet)
        return Relations(paths, meets)

    def _path(self, up: Sequence[int], down: Sequence[int], places: dict[int, int]) -> tuple[str, int]:
        meet = next((rank for rank, node in enumerate(up) if node in places), None)
        if meet is None:
            return "apart", down[0]
        fall = places[up[meet]]
        if meet + fall > LONGEST_PATH:
            return f"long {meet} {fall}", up[meet]
        labels = self.tree.labels
        rising = "".join([f"{labels[one]}^" for one in up[:meet]])
        return rising + "".join([f"v{labels[one]}" for one in reversed(down[:fall])]), up[meet]

    def phrase_path(self, predicate: int, span: Span) -> str:
        """How a constituent stands to a predicate in the constituency tree: levels up, where they meet, levels down.

        Empty for spans that are no constituents.
        """
        nodes = self._nodes.get(span)
        if nodes is None:
            return ""
        above, (labels, parents) = self._above(predicate), (self.constituency.labels, self.constituency.parents)
        node, rise = parents[nodes[0]], 1
        while node not in above and node != TOP:
            node, rise = parents[node], rise + 1
        return f"{rise} top" if node == TOP else f"{rise} {labels[node]} {min(above[node], FARTHEST)}"

    def _above(self, predicate: int) -> dict[int, int]:
        """The constituents around a predicate, with how many levels up they are."""
        found = self._around.get(predicate)
        if found is None:
            found = self._around[predicate] = {}
            node = self._nodes[predicate, predicate + 1][-1]
            while node != TOP:
                found[node] = len(found)
                node = self.constituency.parents[node]
        return found

    @cached_property
    def _chains(self) -> list[list[int]]:
        """Each token and all above it."""
        chains = []
        for token in range(len(self.tree)):
            chain = [token]
            while self.tree.heads[chain[-1]] != ROOT and len(chain) <= len(self.tree):
                chain.append(self.tree.heads[chain[-1]])
            chains.append(chain)
        return chains

    @cached_property
    def cases(self) -> list[str]:
        """The prepositions and conjunctions that hang on each token."""
        return [
            " ".join(self.tokens[child].lemma.lower() for child in below if self.tree.labels[child] in ("case", "mark"))
            for below in self.below
        ]

    def is_passive(self, predicate: int) -> bool:
        """Whether a subject or auxiliary says so."""
        return any("pass" in self.tree.labels[child] for child in self.below[predicate])

    @cached_property
    def below(self) -> Sequence[Sequence[int]]:
        """The dependents of each token."""
        return self.tree.children()
