"""Head rules: from constituents to dependencies with A/B arc labels (Kahn, Ostendorf & Roark 2009, section 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, cast, get_args

from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents
from meantree.analysis.nbest import NBestDependencies
from meantree.analysis.tree import ROOT, DependencyTree
from meantree_resources import resource

Direction = Literal["left", "right", "left-any", "right-any"]
ANY_PARENT = "*"
PUNCTUATION = frozenset({",", ".", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP", "PUNCT"})


@dataclass(frozen=True, slots=True)
class HeadRule:
    """One row of a table of head rules: where to look for which children."""

    direction: Direction
    labels: tuple[str, ...]

    def find(self, children: Sequence[str]) -> int | None:
        """The 0-based place of the head among the labels of ``children``, or None."""
        order = range(len(children)) if self.direction.startswith("left") else range(len(children) - 1, -1, -1)
        if self.direction.endswith("any"):
            return next((place for place in order if children[place] in self.labels), None)
        found = ((label, place) for label in self.labels for place in order)
        return next((place for label, place in found if children[place] == label), None)


def read_head_rules(text: str) -> dict[str, tuple[HeadRule, ...]]:
    """The rules by parent label, from a table as in ``resources/meantree_resources/head_rules``.

    Raises:
        ValueError: naming the line that is no rule.
    """
    rules: dict[str, tuple[HeadRule, ...]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        parent, *rest = line.split()
        if len(rest) < 2 or rest[0] not in get_args(Direction):
            raise ValueError(f"line {number}: {line!r}, expected PARENT DIRECTION LABEL…")
        rule = HeadRule(cast("Direction", rest[0]), tuple(rest[1:]))
        rules[parent] = (*rules.get(parent, ()), rule)
    return rules


@cache
def english_head_rules() -> dict[str, tuple[HeadRule, ...]]:
    """The rules for English constituents that ship with Meantree."""
    return read_head_rules(resource("head_rules/english.txt").read_text(encoding="utf-8"))


@lru_cache(maxsize=65_536)
def head_child(parent: str, children: tuple[str, ...]) -> int:
    """The 0-based place of the head among a constituent's children by the English rules; an only child is the head."""
    if len(children) == 1:
        return 0
    rules = english_head_rules()
    chosen = rules.get(parent) or rules[ANY_PARENT]
    for rule in chosen:
        place = rule.find(children)
        if place is not None:
            return place
    spoken = [place for place, label in enumerate(children) if label not in PUNCTUATION]
    candidates = spoken or range(len(children))
    return candidates[0] if chosen[0].direction.startswith("left") else candidates[-1]


def head_dependencies(tree: ConstituencyTree) -> DependencyTree:
    """Dependencies between the tokens of ``tree``, each arc labelled A/B.

    A is the lowest constituent that is headed by the head and dominates the dependent, B the highest constituent that
    is headed by the dependent. Of several outermost constituents the first one's head governs the others, with ``TOP``
    as A.
    """
    below = tree.children()
    size = len(tree.labels)
    head = [0] * size  # the token that heads each node
    token = sum(not children for children in below)
    heads, labels = [ROOT] * token, ["root"] * token
    for node in range(size - 1, -1, -1):
        children = below[node]
        if not children:
            token -= 1
            head[node] = token
            continue
        chosen = children[head_child(tree.labels[node], tuple([tree.labels[child] for child in children]))]
        head[node] = head[chosen]
        for child in children:
            if child != chosen:
                heads[head[child]] = head[node]
                labels[head[child]] = f"{tree.labels[node]}/{tree.labels[child]}"
    tops = [node for node, parent in enumerate(tree.parents) if parent == TOP]
    for node in tops[1:]:
        heads[head[node]] = head[tops[0]]
        labels[head[node]] = f"TOP/{tree.labels[node]}"
    return DependencyTree(tuple(heads), tuple(labels))


def nbest_head_dependencies(nbest: NBestConstituents) -> NBestDependencies:
    """The dependencies of each tree of an n-best list; trees with the same dependencies are one, with their sum."""
    trees = [head_dependencies(nbest.tree(rank)) for rank in range(len(nbest))]
    return NBestDependencies.of(trees, nbest.probabilities.tolist())
