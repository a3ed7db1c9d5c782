"""Random texts, random requests, and matches found by trying everything."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from helpers.trees import trees
from meantree.analysis.tree import Token
from meantree.corpus.corpus import SIDES, Side
from meantree.queries import request_model
from meantree.queries.search_units import RoleEdge, SearchedText, Unit

LABELS = ("nsubj", "nsubj:pass", "obj", "obl:tmod@x", "det")
STATUSES = ("matched", "missed", "extra", "partial")
Word = tuple[Side, int]


@st.composite
def texts(draw: st.DrawFn, *, max_size: int = 5) -> SearchedText:
    """Any text with statuses, roles, entities and fired features; its tree has one root."""
    size = draw(st.integers(1, max_size))
    tree = draw(trees(size))
    labels = tuple("root" if head < 0 else draw(st.sampled_from(LABELS)) for head in tree.heads)
    tree = type(tree)(tree.heads, labels)
    tokens = tuple(
        Token(
            draw(st.sampled_from(("a", "b", "A"))),
            draw(st.sampled_from(("a", "b", ""))),
            draw(st.sampled_from(("NOUN", "VERB", ""))),
            feats=draw(st.sampled_from(("", "Number=Sing", "Mood=Ind|Number[psor]=Plur"))),
        )
        for _ in range(size)
    )
    places = st.integers(0, size - 1)
    arcs = st.sampled_from([(place, head) for place, head in enumerate(tree.heads)])
    roles = st.builds(
        RoleEdge, places, places, st.sampled_from(("agent", "patient")), st.none() | st.sampled_from(STATUSES)
    )
    return SearchedText(
        tokens,
        tree,
        draw(st.dictionaries(places, st.sampled_from(STATUSES), max_size=3)),
        draw(st.dictionaries(arcs, st.sampled_from(STATUSES), max_size=3)),
        draw(st.lists(roles, max_size=3)),
        draw(st.dictionaries(places, st.sampled_from(("PER", "LOC")), max_size=2)),
        draw(st.dictionaries(places, st.sampled_from((frozenset({"f", "g"}), frozenset({"f"}))), max_size=2)),
    )


@st.composite
def units(draw: st.DrawFn, *, max_size: int = 4) -> Unit:
    """One text, or two with links."""
    sides = draw(st.sampled_from((SIDES, SIDES[:1], SIDES[1:])))
    found = {side: draw(texts(max_size=max_size)) for side in sides}
    links: Sequence[tuple[int, int]] = ()
    if len(found) == 2:
        ends = (st.integers(0, len(text.tokens) - 1) for text in found.values())
        links = draw(st.lists(st.tuples(*ends), max_size=4, unique=True))
    return Unit(draw(st.integers(0, 9)), "s", "r", found, links)


NODE_TESTS = tuple(
    """
    upos=VERB % upos=VERB|NOUN % upos<>VERB % upos<>VERB|NOUN % lemma % !lemma % form=re"[ab]" % form=/a/i % form<>/a/
    Number=Sing % Number=* % Number__psor=Plur % upos=VERB, lemma=a % side=ref % side=hyp % side<>hypothesis
    status=missed|extra % !status % ent=PER % deprel=nsubj % deprel=root % feature="g" % feature<>g % !feature
    upos=VERB]|[lemma=b % upos=VERB]|[!Mood, form=a
    """.replace("\n", "%").split("%")
)
EDGE_LABELS = tuple(
    """
    -> % -[nsubj]-> % -["nsubj:pass"]-> % -[nsubj|obj]-> % -[^nsubj|det]-> % -[re".*subj"]-> % -[re"nsubj.*"]->
    -[^re"n.*"]-> % -[/N.*/i]-> % -[1=nsubj]-> % -[1=nsubj, 2=pass]-> % -[1<>nsubj]-> % -[2=*]-> % -[1=nsubj|obl, !2]->
    -[deep=x]-> % -[nsubj, status=missed]-> % -[status=matched|extra]-> % -[!status]-> % -[^det, status<>missed]->
    -[align]-> % -[role]-> % -[role=agent]-> % -[role<>agent, status=matched]->
    """.strip()
    .replace("\n", "%")
    .split("%")
)
CONSTRAINTS = tuple(
    """
    X < Y % X << Y % X ->> Y % X[]; Y[]; X.lemma = Y.form % X[]; Y[]; X.lemma <> Y.lemma % X[]; Y[]; X.side <> Y.side
    X[]; X.form = "a" % X[]; X.upos <> "VERB" % X[]; X.form = /a/i % X[]; Y[]; length(X, Y) = 1
    X[]; Y[]; delta(X, Y) >= -1 % X[]; Y[]; X.__id__ < Y.__id__ % * -[root]-> X % * -> X % X -> * % X -[align]-> *
    e: * -> X % e: X -> * % e: X -> Y; f: X -> Z; e.label = f.label % e: X -> Y; f: Y -> Z; e.1 <> f.1
    e: X -> Y; e.2 = "pass" % e: X -> Y; e.status = missed % e: X -> Y; f: Z$ -> W; e >< f % X[]; Y$[]; Z[]
    X -> Y; X -> Z % X -> Y; Z -> Y$ % X -> X % X -[role]-> Y; X -> Y % X << Y; Y << Z % X < Y; Y -> Z; Z ->> W$
    """.strip()
    .replace("\n", "%")
    .split("%")
)
NAMES = ("X", "Y", "Z$", "W")


def clause_of(construct: str) -> str:
    """What stands within the braces of a request for a construct alone."""
    text = construct.strip()
    if text[:2] in ("->", "-["):
        return f"X {text} Y"
    return text if construct in CONSTRAINTS else f"X [{text}]"


@st.composite
def clauses(draw: st.DrawFn, edges: Sequence[str] = ()) -> str:
    """A clause over few names; ``edges`` are those that there are."""
    one, two = draw(st.sampled_from(NAMES[:3])), draw(st.sampled_from(NAMES[:3]))
    kinds: list[Callable[[], str]] = [
        lambda: f"{one} [{draw(st.sampled_from(NODE_TESTS)).strip()}]",
        lambda: f"{one} {draw(st.sampled_from(EDGE_LABELS)).strip()} {two}",
        lambda: f"* {draw(st.sampled_from(('-[root]->', *EDGE_LABELS))).strip()} {two}",
        lambda: f"{one} {draw(st.sampled_from(EDGE_LABELS)).strip()} *",
        lambda: f"{one} {draw(st.sampled_from(('<', '<<', '->>')))} {two}",
        lambda: (
            f"{one}[]; {two}[]; {one}.{draw(st.sampled_from(('lemma', 'form', 'side')))} "
            f"{draw(st.sampled_from(('=', '<>')))} {two}.{draw(st.sampled_from(('lemma', 'form')))}"
        ),
        lambda: f'{one}[]; {one}.form <> "a"',
        lambda: (
            f"{one}[]; {two}[]; {draw(st.sampled_from(('length', 'delta')))}({one}, {two}) "
            f"{draw(st.sampled_from(('=', '<', '<=', '>', '>=')))} {draw(st.integers(-2, 2))}"
        ),
        lambda: f"{one}[]; {two}[]; {one}.__id__ < {two}.__id__",
    ]
    if edges:
        first, second = draw(st.sampled_from(edges)), draw(st.sampled_from(edges))
        kinds += [
            lambda: (
                f"{first}.{draw(st.sampled_from(('label', '1', '2', 'status')))} "
                f"{draw(st.sampled_from(('=', '<>')))} {second}.{draw(st.sampled_from(('label', '1')))}"
            ),
            lambda: f'{first}.label = re"n.*"',
            lambda: f"{first} >< {second}",
        ]
    return draw(st.sampled_from(kinds))()


@st.composite
def requests(draw: st.DrawFn) -> str:
    """The text of any request with a pattern of few clauses and perhaps filters."""
    edges, parts = [], []
    for name in draw(st.sampled_from(((), (), ("e",), ("e", "f")))):
        one, two = draw(st.sampled_from((*NAMES[:3], "*"))), draw(st.sampled_from(NAMES[:3]))
        parts.append(f"{name}: {one} {draw(st.sampled_from(EDGE_LABELS)).strip()} {two}")
        edges.append(name)
    parts += draw(st.lists(clauses(edges), max_size=3))
    text = f"pattern {{ {'; '.join(parts)} }}"
    for word in draw(st.lists(st.sampled_from(("with", "without")), max_size=2)):
        own = draw(st.lists(clauses(edges).map(lambda clause: clause.replace("Z$", "W")), min_size=1, max_size=2))
        text += f" {word} {{ {'; '.join(own)} }}"
    return text


@dataclass(frozen=True)
class Found:
    """One match: words and edges by name."""

    nodes: tuple[tuple[str, Word], ...]
    edges: tuple[tuple[str, tuple[object, ...]], ...]


Bound = Mapping[str, Word]
Edge = tuple[str, Word | None, Word, str, str | None]
"""Kind, ends, label and status."""


def brute_matches(request: request_model.Request, unit: Unit) -> list[Found]:
    """All matches, by trying all ways to bind nodes and edges."""
    world = _World(unit)
    found = []
    for nodes, edges in world.ways(request.pattern, {}, {}):
        kept = all(any(True for _ in world.ways(item, nodes, edges)) == wanted for wanted, item in request.filters)
        if kept:
            found.append(Found(tuple(nodes.items()), tuple(edges.items())))
    return found


class _World:
    def __init__(self, unit: Unit) -> None:
        self.texts = unit.texts
        self.words: list[Word] = [
            (side, place) for side, text in unit.texts.items() for place in range(len(text.tokens))
        ]
        self.edges: list[Edge] = []
        for side, text in unit.texts.items():
            for place, (head, label) in enumerate(zip(text.tree.heads, text.tree.labels, strict=True)):
                source = None if head < 0 else (side, head)
                self.edges.append(("tree", source, (side, place), label, text.arcs_marked.get((place, head))))
            for edge in text.roles:
                self.edges.append(("role", (side, edge.source), (side, edge.target), edge.role, edge.status))
        self.edges += [("align", ("hypothesis", one), ("reference", two), "align", None) for one, two in unit.links]

    def ways(
        self, item: request_model.Item, bound: Bound, bound_edges: Mapping[str, Edge]
    ) -> Iterator[tuple[dict[str, Word], dict[str, Edge]]]:
        new = [name for name in item.nodes if name not in bound]
        named = [edge for edge in item.edges if edge.name]
        for words in itertools.product(self.words, repeat=len(new)):
            nodes = {**bound, **dict(zip(new, words, strict=True))}
            strict = [word for name, word in nodes.items() if not name.endswith("$")]
            if len(set(strict)) < len(strict) or not self._fits(item, nodes):
                continue
            choices = [[edge for edge in self.edges if self._accepts(one, edge, nodes)] for one in named]
            for chosen in itertools.product(*choices):
                edges = {**bound_edges, **{clause.name: edge for clause, edge in zip(named, chosen, strict=True)}}
                if all(self._holds(constraint, nodes, edges) for constraint in item.constraints):
                    yield nodes, edges

    def _fits(self, item: request_model.Item, nodes: Bound) -> bool:
        for name, groups in item.nodes.items():
            for alternatives in groups:
                if not any(all(self._passes(test, nodes[name]) for test in tests) for tests in alternatives):
                    return False
        return all(any(self._accepts(clause, edge, nodes) for edge in self.edges) for clause in item.edges)

    def _passes(self, test: request_model.Condition, word: Word) -> bool:
        if test.name == "side":
            known = {"hyp": "hypothesis", "ref": "reference"}
            asked = [known.get(str(value), str(value)) for value in test.values]
            return (word[0] in asked) == (test.sign == "=")
        return passes(test, self.feature(word, test.name))

    def feature(self, word: Word, name: str) -> object:
        side, place = word
        text = self.texts[side]
        token = text.tokens[place]
        feats = dict(pair.split("=") for pair in token.feats.split("|") if pair)
        known = {
            "form": token.text,
            "lemma": token.lemma or None,
            "upos": token.upos or None,
            "side": side,
            "Number__psor": feats.get("Number[psor]"),
            "status": text.tokens_marked.get(place),
            "ent": text.entities.get(place),
            "deprel": text.tree.labels[place],
            "feature": text.fired.get(place),
        }
        return known.get(name, feats.get(name))

    def _accepts(self, clause: request_model.EdgeClause, edge: Edge, nodes: Bound) -> bool:
        kind, source, target, label, status = edge
        if kind != clause.kind:
            return False
        if clause.source is not None and nodes[clause.source] != source:
            return False
        if clause.target is not None and nodes[clause.target] != target:
            return False
        if clause.labels and any(equal(value, label) for value in clause.labels) == clause.negated:
            return False
        return all(
            passes(test, status if test.name == "status" else of_label(label, test.name)) for test in clause.tests
        )

    def _holds(self, one: request_model.Constraint, nodes: Bound, edges: Mapping[str, Edge]) -> bool:
        match one:
            case request_model.Order(first, second, immediate):
                (side, place), (other, later) = nodes[first], nodes[second]
                return side == other and (later == place + 1 if immediate else later > place)
            case request_model.Ordered(first, second):
                return self.words.index(nodes[first]) < self.words.index(nodes[second])
            case request_model.Distance(first, second, signed, sign, number):
                (side, place), (other, later) = nodes[first], nodes[second]
                far = later - place if signed else abs(later - place)
                signs = {
                    "=": far == number,
                    "<": far < number,
                    "<=": far <= number,
                    ">": far > number,
                    ">=": far >= number,
                }
                return side == other and signs[sign]
            case request_model.Dominates(upper, lower):
                side, place = nodes[lower]
                heads = self.texts[side].tree.heads
                above = []
                while heads[place] >= 0:
                    place = heads[place]
                    above.append((side, place))
                return nodes[upper] in above
            case request_model.EdgeTest(name, test):
                return passes(test, edge_value(edges[name], test.name))
            case request_model.Crosses(first, second):
                return crossing(edges[first], edges[second])
            case request_model.Same((name, feature), (other, second), same):
                values = [
                    edge_value(edges[owner], asked) if owner in edges else self.feature(nodes[owner], asked)
                    for owner, asked in ((name, feature), (other, second))
                ]
                return None not in values and (values[0] == values[1]) == same


def crossing(one: Edge, two: Edge) -> bool:
    """Whether exactly one end of each stands strictly between those of the other."""
    spans = []
    for _, source, target, _, _ in (one, two):
        if source is None or source[0] != target[0]:
            return False
        spans.append((source[0], min(source[1], target[1]), max(source[1], target[1])))
    (side, a, b), (other, c, d) = spans
    return side == other and (a < c < b < d or c < a < d < b)


def edge_value(edge: Edge, name: str) -> str | None:
    return edge[4] if name == "status" else of_label(edge[3], name)


def of_label(label: str, name: str) -> str | None:
    if name in ("label", "role"):
        return label
    found = re.fullmatch(r"([^:@]*)(?::([^@]*))?(?:@(.*))?", label)
    assert found is not None
    return found[{"1": 1, "2": 2, "deep": 3}[name]]


def passes(test: request_model.Condition, value: object) -> bool:
    if value is None:
        return test.sign == "!"
    if test.sign in "!*":
        return test.sign == "*"
    values = value if isinstance(value, frozenset) else {value}
    return any(equal(wanted, str(one)) for wanted in test.values for one in values) == (test.sign == "=")


def equal(wanted: request_model.Value, value: str) -> bool:
    if isinstance(wanted, request_model.Regex):
        return re.fullmatch(wanted.source, value, re.IGNORECASE if wanted.ignore_case else 0) is not None
    return wanted == value
