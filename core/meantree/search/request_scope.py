"""Which texts a request looks at, and how deep these must be analysed for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from meantree.analysis.layers.required import WORDS, Layers
from meantree.comparison.prediction import feature_name, feature_title
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.metrics.evidence import Term
from meantree.metrics.metric import Metric, OverFrames
from meantree.search.request_model import (
    SIDE_VALUES,
    Alternatives,
    Condition,
    Distance,
    Dominates,
    Item,
    Order,
    Regex,
    Request,
    Value,
    is_one,
)

BOTH = frozenset(SIDES)
Allowed = dict[str, frozenset[Side]]
"""The texts in which each node may stand."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a request needs.

    Attributes:
        sides: the texts in which its nodes may stand.
        compares: it asks what a metric says of the words of both texts.
        links: it asks for links of words.
        roles: it asks for semantic roles.
        words: it asks for words at all, not only for facts of segments.
        entities: it asks for kinds of entities.
    """

    sides: frozenset[Side]
    compares: bool
    links: bool
    roles: bool
    words: bool
    entities: bool

    @classmethod
    def of(cls, request: Request, keys: Collection[str] = ()) -> Scope:
        """The scope of a request, and of the features by which its matches are grouped."""
        allowed = _allowed(request.pattern, {})
        sides = frozenset[Side]().union(*allowed.values())
        for _, item in request.filters:
            sides |= frozenset[Side]().union(*_allowed(item, allowed).values())
        compares = request.asks("status", "feature") or request.asks_fact("feature") or "status" in keys
        links = request.asks_edges("align")
        flags = any(fact.sign == "is" for fact in request.facts) or request.asks_fact("length")
        nodes = any(item.nodes for item in request.items)
        return cls(
            BOTH if compares or links or not sides else sides,
            compares,
            links,
            request.asks_edges("role"),
            nodes or flags,
            request.asks("ent") or "ent" in keys,
        )

    def uses(self, metric: Metric | None) -> bool:
        """Whether it matters which metric is asked."""
        return self.compares or (metric is not None and (self.links or (self.roles and isinstance(metric, OverFrames))))

    def depth(self, metric: Metric | None) -> Layers:
        """How deep the texts must be analysed."""
        depth = WORDS if self.words else Layers()
        if metric is not None and self.uses(metric):
            return depth | metric.needs
        if self.links or self.entities:
            depth |= Layers(1, entities=1)
        return depth | Layers(1, roles=1) if self.roles else depth


def _allowed(item: Item, within: Mapping[str, frozenset[Side]]) -> Allowed:
    """The texts of each node, by what is asked of it and of the words that it is joined with."""
    found = dict(within)
    for name, groups in item.nodes.items():
        found[name] = found.get(name, BOTH) & _sides(groups)
    for edge in item.edges:
        if edge.kind == "align":
            for end, side in zip((edge.source, edge.target), SIDES, strict=True):
                if end is not None:
                    found[end] &= frozenset((side,))
    joined = list(_joined(item))
    for _ in joined:  # once more for each, so that it reaches the end of every chain
        for first, second in joined:
            found[first] = found[second] = found[first] & found[second]
    return found


def _joined(item: Item) -> Iterator[tuple[str, str]]:
    """Nodes that stand in one text."""
    for edge in item.edges:
        if edge.kind != "align" and edge.source is not None and edge.target is not None:
            yield edge.source, edge.target
    for one in item.constraints:
        if isinstance(one, Order | Distance):
            yield one.first, one.second
        elif isinstance(one, Dominates):
            yield one.upper, one.lower


def _sides(groups: tuple[Alternatives, ...]) -> frozenset[Side]:
    return frozenset(
        side
        for side in SIDES
        if all(any(all(_may(test, side) for test in tests) for tests in alternatives) for alternatives in groups)
    )


def _may(test: Condition, side: Side) -> bool:
    """Whether a word of this text can pass a test of its side; other tests are not looked at."""
    return test.name != "side" or on_side(test, side)


def on_side(test: Condition, side: Side) -> bool:
    """Whether a text passes a test of the side, whichever of its two names is used."""
    names = [name for name, meant in SIDE_VALUES.items() if meant == side]
    return (all if test.sign == "<>" else any)(test.holds(name) for name in names)


FEATURE = "feature"


def feature_names(term: Term) -> frozenset[str]:
    """What a feature may be called: in words, with or without its direction, or as models call it."""
    return _names(term.name)


@lru_cache(maxsize=4096)
def _names(name: str) -> frozenset[str]:
    """The very same names for every word on which a feature fires: there are thousands, and all are kept."""
    term = Term(name, "", 0.0, 0.0, 0.0)
    return frozenset((name, feature_name(term), feature_title(term)))


def require_features(request: Request, metric: Metric) -> None:
    """See to it that a metric has the features that a request names.

    Raises:
        UsageError: if it has none, or not that one; the text says what is like it.
    """
    asked = list(_requested_features(request))
    if not asked and not request.asks(FEATURE):
        return
    if not metric.feature_names:
        raise UsageError(f"the request asks for a feature, but {metric.name} has none; rte-r has entailment features")
    terms = [Term(name, "", 0.0, 0.0, 0.0) for name in metric.feature_names]
    known = dict.fromkeys(feature_name(term) for term in terms)
    every = {name for term in terms for name in feature_names(term)}
    for value in asked:
        if not any(is_one((value,), name) for name in every):
            told = quoted(value.source if isinstance(value, Regex) else value)
            near = get_close_matches(str(value), known, 3) or list(known)
            raise UsageError(f"{metric.name} has no feature {told}; there are {listed(near)}")


def _requested_features(request: Request) -> Iterator[Value]:
    """All names of features in a request."""
    for item in request.items:
        yield from (value for test in item.tests() if test.name == FEATURE for value in test.values)
    yield from (value for fact in request.facts if fact.name == FEATURE for value in fact.values)
