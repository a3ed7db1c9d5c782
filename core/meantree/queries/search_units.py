"""Units in which requests are matched: one text, or a hypothesis with a reference."""

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
from meantree.comparison.pair_findings import closest_findings, reason_without_findings
from meantree.comparison.prediction import feature_places, has_fired
from meantree.corpus.corpus import SIDES, Side
from meantree.corpus.formats.proposition_head_formats import span_head
from meantree.metrics.metric import Metric
from meantree.metrics.pair import Pair
from meantree.phenomena.catalogue import prefixes
from meantree.phenomena.search import Finding
from meantree.queries.request_scope import Scope, feature_names


@dataclass(frozen=True, slots=True)
class RoleEdge:
    """An edge from the head of a predicate to the head of a role's filler; 0-based tokens of the whole text."""

    source: int
    target: int
    role: str
    status: str | None = None


@dataclass(frozen=True, slots=True)
class SearchedText:
    """One text with the properties of its words that requests can test.

    Attributes:
        tree: over these tokens, with one root per sentence.
        tokens_marked, arcs_marked: statuses by token and by ``(dependent, head)``; those without a status are absent.
        entities: kinds of entities, by token.
        fired: names of the entailment features that fired on each token.
        found: names of the kinds of findings that are about each token.
    """

    tokens: Sequence[Token]
    tree: DependencyTree
    tokens_marked: Mapping[int, str] = field(default_factory=dict)
    arcs_marked: Mapping[tuple[int, int], str] = field(default_factory=dict)
    roles: Sequence[RoleEdge] = ()
    entities: Mapping[int, str] = field(default_factory=dict)
    fired: Mapping[int, frozenset[str]] = field(default_factory=dict)
    found: Mapping[int, frozenset[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """One text, or a hypothesis with a reference.

    Attributes:
        place: 0-based position of the segment.
        system, reference: whose hypothesis and which reference; empty if the unit does not include that text.
        links: pairs of linked 0-based words, the hypothesis' first.
        fired: names of the entailment features that fired.
        found: names of the kinds of findings that are shown.
    """

    place: int
    system: str
    reference: str
    texts: Mapping[Side, SearchedText]
    links: Sequence[tuple[int, int]] = ()
    fired: frozenset[str] = frozenset()
    found: frozenset[str] = frozenset()


def text_of(analysis: Analysis, scope: Scope) -> SearchedText:
    """Return an analysed text, without statuses."""
    tree = analysis.tree()
    frames = analysis.labelled.frames if scope.roles and analysis.labelled is not None else ()
    entities = {
        place: str(entity.kind) for entity in entities_of(analysis) for place in range(entity.start, entity.end)
    }
    return SearchedText(analysis.tokens, tree, roles=tuple(_role_edges(frames, tree, {})), entities=entities)


def unit_of(place: int, system: str, pair: Pair, scope: Scope, metric: Metric | None) -> Unit:
    """Return a hypothesis with one reference: the one to which the metric compares it if it does, else the first.

    A request for findings compares with the closest reference, unless a metric chooses another; then the words of the
    reference have none. If the request depends on the metric, trees, statuses and frames are those of its picture.
    """
    reference, findings = 0, tuple[Finding, ...]()
    if scope.findings and not reason_without_findings(pair):
        reference, findings = closest_findings(pair, english=scope.english)
    if metric is not None and scope.depends_on(metric):
        comparison = compare(pair, metric)
        unit = _compared_unit(place, system, comparison, scope)
        if comparison.reference != reference:
            findings = tuple(replace(finding, reference=()) for finding in findings)
        return _with_findings(unit, findings)
    texts = dict(zip(SIDES, (text_of(text, scope) for text in pair.sides(reference)), strict=True))
    links = pair.linked(reference, aligned=True) if scope.links else ()
    return _with_findings(Unit(place, system, pair.reference_names[reference], texts, links), findings)


def _with_findings(unit: Unit, findings: Iterable[Finding]) -> Unit:
    """Return a unit with its shown findings."""
    shown = [(frozenset(prefixes(finding.kind.name)), finding) for finding in findings if finding.shown]
    if not shown:
        return unit
    texts = {
        side: replace(text, found=_names_by_token((names, getattr(finding, side)) for names, finding in shown))
        for side, text in unit.texts.items()
    }
    return replace(unit, texts=texts, found=frozenset().union(*(names for names, _ in shown)))


def _compared_unit(place: int, system: str, comparison: Comparison, scope: Scope) -> Unit:
    evidence, frames, reference = comparison.evidence, comparison.frames, comparison.reference
    fired = [term for term in evidence.terms if has_fired(term)]
    texts: dict[Side, SearchedText] = {}
    for number, side in enumerate(SIDES):
        text = _marked_text(comparison.texts[number], scope)
        places = ((term, feature_places(term, reference)[number]) for term in fired)
        tokens = (
            (feature_names(term.name, term.title), (token for part in parts for token in part.tokens))
            for term, parts in places
        )
        text = replace(text, fired=_names_by_token(tokens))
        if frames is not None and scope.roles:
            side_frames: Sequence[Frame] = getattr(frames.linked, side)
            text = replace(text, roles=tuple(_role_edges(side_frames, text.tree, frames.marks[side])))
        texts[side] = text
    links = comparison.links if scope.links else ()
    names = frozenset().union(*(feature_names(term.name, term.title) for term in fired)) if fired else frozenset[str]()
    return Unit(place, system, comparison.pair.reference_names[reference], texts, links, names)


def _marked_text(text: ComparedText, scope: Scope) -> SearchedText:
    marks = text.marks
    return replace(
        text_of(text.analysis, scope),
        tree=text.tree,
        tokens_marked={token: str(mark.status) for token, mark in marks.tokens.items()},
        arcs_marked={arc: str(mark.status) for arc, mark in marks.arcs.items()},
    )


def _names_by_token(named: Iterable[tuple[frozenset[str], Iterable[int]]]) -> Mapping[int, frozenset[str]]:
    names: dict[int, set[str]] = {}
    for some, tokens in named:
        for token in tokens:
            names.setdefault(token, set()).update(some)
    # Tokens with the same names share one set, since units are cached.
    shared: dict[frozenset[str], frozenset[str]] = {}
    return {token: shared.setdefault(frozenset(some), frozenset(some)) for token, some in names.items()}


def _role_edges(
    frames: Iterable[Frame], tree: DependencyTree, marks: Mapping[tuple[int, int | None], Mark]
) -> Iterator[RoleEdge]:
    for place, frame in enumerate(frames):
        predicate = span_head(tree, frame.predicate)
        for number, filler in enumerate(frame.fillers):
            mark = marks.get((place, number))
            status = None if mark is None else str(mark.status)
            yield RoleEdge(predicate, span_head(tree, filler.span), str(filler.role), status)


def is_projective(tree: DependencyTree) -> bool:
    """Whether no two arcs cross: every word between a head and its dependent is a descendant of the head.

    The arcs of roots start before the text.
    """
    arcs = [(min(arc), max(arc)) for arc in enumerate(tree.heads)]
    open_ends: list[int] = []
    for start, end in sorted(arcs, key=lambda arc: (arc[0], -arc[1])):
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        if open_ends and open_ends[-1] < end:
            return False
        open_ends.append(end)
    return True
