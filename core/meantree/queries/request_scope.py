"""What a request needs: sides, analysis layers and entailment features."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from meantree.analysis.layers.required import WORDS, Layers
from meantree.comparison.prediction import feature_name
from meantree.corpus.corpus import SIDES, Side
from meantree.errors import UsageError
from meantree.escaping import listed, quoted
from meantree.metrics.metric import Metric, OverFrames
from meantree.phenomena.catalogue import KINDS, no_such_kind, prefixes
from meantree.queries.request_model import (
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
    matches_any,
)

BOTH = frozenset(SIDES)
FEATURE, FINDING = "feature", "finding"
NodeSides = dict[str, frozenset[Side]]
"""The sides on which each node may be."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a request needs.

    Attributes:
        sides: on which its nodes may be.
        compares: it tests results of a metric's comparison of both texts.
        words: it tests words, not only facts of segments.
        english: whether the texts are in English, to which most findings are restricted.
    """

    sides: frozenset[Side]
    compares: bool
    links: bool
    roles: bool
    words: bool
    entities: bool
    findings: bool = False
    english: bool = True

    @classmethod
    def of(cls, request: Request, keys: Collection[str] = ()) -> Scope:
        """Return the scope of a request whose matches are grouped by the features ``keys``."""
        pattern_sides = _node_sides(request.pattern, {})
        sides = frozenset[Side]().union(*pattern_sides.values())
        for _, item in request.filters:
            sides |= frozenset[Side]().union(*_node_sides(item, pattern_sides).values())
        compares = request.uses_feature("status", FEATURE) or request.uses_fact(FEATURE) or "status" in keys
        links = request.uses_edges("align")
        findings = request.uses_feature(FINDING) or request.uses_fact(FINDING)
        flags = any(fact.sign == "is" for fact in request.facts) or request.uses_fact("length")
        nodes = any(item.nodes for item in request.items)
        return cls(
            BOTH if compares or links or findings or not sides else sides,
            compares,
            links,
            request.uses_edges("role"),
            nodes or flags,
            request.uses_feature("ent") or "ent" in keys,
            findings,
        )

    def depends_on(self, metric: Metric | None) -> bool:
        """Whether the matches depend on the metric: links alone are those of the word alignment, whatever it draws."""
        return self.compares or (self.roles and isinstance(metric, OverFrames))

    def layers(self, metric: Metric | None) -> Layers:
        """Return the analysis layers that the texts need."""
        layers = WORDS if self.words else Layers()
        if metric is not None and self.depends_on(metric):
            return layers | metric.needs | (Layers(1, entities=1) if self.findings else Layers())
        if self.links or self.entities or self.findings:
            layers |= Layers(1, entities=1)
        return layers | Layers(1, roles=1) if self.roles else layers


def _node_sides(item: Item, pattern_sides: Mapping[str, frozenset[Side]]) -> NodeSides:
    """Return the possible sides of each node, by its own tests and those of the nodes in the same text."""
    sides = dict(pattern_sides)
    for name, groups in item.nodes.items():
        sides[name] = sides.get(name, BOTH) & _allowed_sides(groups)
    for edge in item.edges:
        if edge.kind == "align":
            for end, side in zip((edge.source, edge.target), SIDES, strict=True):
                if end is not None:
                    sides[end] &= frozenset((side,))
    pairs = list(_same_text_pairs(item))
    for _ in pairs:  # as many rounds as pairs, so that restrictions reach the end of every chain
        for first, second in pairs:
            sides[first] = sides[second] = sides[first] & sides[second]
    return sides


def _same_text_pairs(item: Item) -> Iterator[tuple[str, str]]:
    """Yield pairs of nodes that must be in the same text."""
    for edge in item.edges:
        if edge.kind != "align" and edge.source is not None and edge.target is not None:
            yield edge.source, edge.target
    for constraint in item.constraints:
        if isinstance(constraint, Order | Distance | Dominates):
            yield constraint.first, constraint.second


def _allowed_sides(groups: tuple[Alternatives, ...]) -> frozenset[Side]:
    return frozenset(
        side
        for side in SIDES
        if all(
            any(all(test.name != "side" or on_side(test, side) for test in tests) for tests in alternatives)
            for alternatives in groups
        )
    )


def on_side(test: Condition, side: Side) -> bool:
    """Whether a text passes a test of its side, by either name of the side."""
    names = [name for name, meaning in SIDE_VALUES.items() if meaning == side]
    return (all if test.sign == "<>" else any)(test.holds(name) for name in names)


@lru_cache(maxsize=4096)
def feature_names(name: str, title: str) -> frozenset[str]:
    """Return the names that requests accept for a feature: its title, its name in models, and that in words.

    It is the same object for every word on which a feature fires: there are thousands, and all are kept.
    """
    return frozenset((name, feature_name(name), title)) - {""}


def require_features(request: Request, metric: Metric) -> None:
    """Check that a metric has the entailment features that a request names.

    Raises:
        UsageError: if it has no features, or not one of these.
    """
    requested = list(_requested(request, FEATURE))
    if not requested and not request.uses_feature(FEATURE):
        return
    if not metric.features_in_words:
        raise UsageError(f"the request tests a feature, but {metric.name} has none; rte-r has entailment features")
    known = {title or feature_name(name) for name, title in metric.features_in_words.items()}
    names = {name for one in metric.features_in_words.items() for name in feature_names(*one)}
    for value in requested:
        if not any(matches_any((value,), name) for name in names):
            text = quoted(value.source if isinstance(value, Regex) else value)
            raise UsageError(f"{metric.name} has no feature {text}; there are {listed(_near(value, sorted(known)))}")


def require_kinds(request: Request) -> None:
    """Check that there are the kinds of findings that a request names.

    Raises:
        UsageError: if there is not one of these.
    """
    names = {name for kind in KINDS for name in prefixes(kind)}
    for value in _requested(request, FINDING):
        if not any(matches_any((value,), name) for name in names):
            raise UsageError(no_such_kind(value.source if isinstance(value, Regex) else value))


def _near(value: Value, names: Sequence[str]) -> Sequence[str]:
    return get_close_matches(str(value), names, 3) or names


def _requested(request: Request, name: str) -> Iterator[Value]:
    """Yield the values of a feature of words, or a fact, that a request names."""
    for item in request.items:
        yield from (value for test in item.tests() if test.name == name for value in test.values)
    yield from (value for fact in request.facts if fact.name == name for value in fact.values)
