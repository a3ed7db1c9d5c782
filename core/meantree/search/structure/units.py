"""What a request is matched against: one text alone, or a hypothesis beside a reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from meantree.analysis.tree import DependencyTree, Token
from meantree.corpus.corpus import Side


@dataclass(frozen=True, slots=True)
class RoleEdge:
    """From the head of a predicate to the head of what fills a role; 0-based tokens over the whole text."""

    source: int
    target: int
    role: str
    status: str | None = None


@dataclass(frozen=True, slots=True)
class SearchedText:
    """One text with what a request may ask of its words.

    Attributes:
        tokens: of the whole text.
        tree: over them, a root a sentence; several sentences are one text.
        tokens_marked, arcs_marked: statuses by token and by ``(dependent, head)``; what has none is not there.
        roles: semantic roles.
        entities: kinds of the entities, by token.
        fired: names of the entailment features that look at each token.
    """

    tokens: Sequence[Token]
    tree: DependencyTree
    tokens_marked: Mapping[int, str] = field(default_factory=dict)
    arcs_marked: Mapping[tuple[int, int], str] = field(default_factory=dict)
    roles: Sequence[RoleEdge] = ()
    entities: Mapping[int, str] = field(default_factory=dict)
    fired: Mapping[int, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing that matches are looked for in.

    Attributes:
        place: of the segment, 0-based.
        system, reference: whose hypothesis and which reference; empty where that text takes no part.
        texts: those that do, by side.
        links: linked words of the two texts, 0-based, the hypothesis' first.
        fired: names of the entailment features that fired.
    """

    place: int
    system: str
    reference: str
    texts: Mapping[Side, SearchedText]
    links: Sequence[tuple[int, int]] = ()
    fired: frozenset[str] = frozenset()
