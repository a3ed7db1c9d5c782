"""What a request is matched against: one text alone, or a hypothesis beside a reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meantree.analysis.entities.entity import entities_of
from meantree.analysis.frames import Frame
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import DependencyTree, Token
from meantree.comparison.compare import compare
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.comparison.marks import Mark
from meantree.comparison.prediction import feature_places, has_fired
from meantree.corpus.corpus import SIDES, Side
from meantree.corpus.formats.propositions.head_formats import span_head
from meantree.metrics.evidence import Term
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.search.request_scope import Scope, feature_names


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


def text_of(analysis: Analysis, scope: Scope) -> SearchedText:
    """One text as its analysis has it."""
    tree = analysis.tree()
    frames = analysis.labelled.frames if scope.roles and analysis.labelled is not None else ()
    entities = {place: str(one.kind) for one in entities_of(analysis) for place in range(one.start, one.end)}
    return SearchedText(analysis.tokens, tree, roles=tuple(_roles(frames, tree, {})), entities=entities)


def unit_of(place: int, system: str, pair: Pair, scope: Scope, metric: Metric | None) -> Unit:
    """A hypothesis beside one reference: the one that the metric compares it with where that is asked, else the first.

    Trees, statuses and frames are those that the metric's picture draws, where the request asks for any of these.
    """
    if metric is not None and scope.uses(metric):
        return _compared(place, system, compare(pair, metric), scope)
    texts = dict(zip(SIDES, (text_of(text, scope) for text in pair.sides(0)), strict=True))
    links = pair.linked(0, aligned=True) if scope.links else ()
    return Unit(place, system, pair.reference_names[0], texts, links)


def _compared(place: int, system: str, found: Comparison, scope: Scope) -> Unit:
    evidence, frames = found.evidence, found.frames
    fired = [term for term in evidence.terms if has_fired(term)]
    texts: dict[Side, SearchedText] = {}
    for number, side in enumerate(SIDES):
        text = _marked(found.texts[number], scope)
        seen = ((term, feature_places(term, found.reference)[number]) for term in fired)
        text = replace(text, fired=_by_token((term, (t for p in places for t in p.tokens)) for term, places in seen))
        if frames is not None and scope.roles:
            own: Sequence[Frame] = getattr(frames.linked, side)
            text = replace(text, roles=tuple(_roles(own, text.tree, frames.marks[side])))
        texts[side] = text
    links = found.links if scope.links else ()
    names = frozenset().union(*(feature_names(term) for term in fired)) if fired else frozenset[str]()
    return Unit(place, system, found.pair.reference_names[found.reference], texts, links, names)


def _marked(text: ComparedText, scope: Scope) -> SearchedText:
    marks = text.marks
    return replace(
        text_of(text.analysis, scope),
        tree=text.tree,
        tokens_marked={token: str(mark.status) for token, mark in marks.tokens.items()},
        arcs_marked={arc: str(mark.status) for arc, mark in marks.arcs.items()},
    )


def _by_token(seen: Iterable[tuple[Term, Iterable[int]]]) -> Mapping[int, frozenset[str]]:
    found: dict[int, set[str]] = {}
    for term, tokens in seen:
        for token in tokens:
            found.setdefault(token, set()).update(feature_names(term))
    same: dict[frozenset[str], frozenset[str]] = {}
    return {token: same.setdefault(names, names) for token, names in ((t, frozenset(n)) for t, n in found.items())}


def _roles(
    frames: Iterable[Frame], tree: DependencyTree, marks: Mapping[tuple[int, int | None], Mark]
) -> Iterator[RoleEdge]:
    for place, frame in enumerate(frames):
        predicate = span_head(tree, frame.predicate)
        for number, filler in enumerate(frame.fillers):
            mark = marks.get((place, number))
            yield RoleEdge(
                predicate, span_head(tree, filler.span), str(filler.role), None if mark is None else str(mark.status)
            )


def is_projective(tree: DependencyTree) -> bool:
    """Whether every word between a head and its dependent stands below that head, so that no two arcs cross.

    The arcs of roots come from before the text.
    """
    arcs = [(min(one, two), max(one, two)) for one, two in enumerate(tree.heads)]
    around: list[int] = []  # where the arcs that are still open end
    for start, end in sorted(arcs, key=lambda arc: (arc[0], -arc[1])):
        while around and around[-1] <= start:
            around.pop()
        if around and around[-1] < end:
            return False
        around.append(end)
    return True
