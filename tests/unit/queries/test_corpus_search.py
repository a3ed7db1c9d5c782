"""Requests in corpora: which texts are looked at, what metrics and ratings say, what is grouped by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings

from helpers.corpora import corpus_of
from helpers.findings import finding
from helpers.predicted import TERMS, predicted
from helpers.stores import HandMadeStore
from helpers.trees import analyses
from meantree.analysis.frames import Filler, Frame, FrameLayer, Role
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import compare
from meantree.corpus.corpus import Corpus, Rating, Segment, Text
from meantree.errors import Cancelled, UsageError
from meantree.metrics.evidence import Evidence
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.phenomena.search import Finding
from meantree.queries import compared_units, partial_matches
from meantree.queries.compared_units import UnitCache
from meantree.queries.corpus_search import Search
from meantree.queries.matches import Node, grouped, parse_key
from meantree.queries.request_model import RequestError
from meantree.queries.request_parsing import parse_request
from meantree.scoring.run import score_corpus
from meantree.work import Work

ROWS = (
    ("1", "d", "the cat sees", {"north": "a cat sees it", "south": "dog"}),
    ("2", "d", "no dog", {"north": "no dog"}),
    ("3", "e", "a b c d", {"north": "a c", "south": "a b c d"}),
)
RATINGS = {"1": (Rating("north", "da", 60.0, "r1"), Rating("north", "da", 90.0, "r2"), Rating("south", "da", 10.0))}


def corpus(*, references: bool = True, systems: bool = True) -> Corpus:
    """Three segments, of which the second lacks the hypothesis of a system."""
    segments = tuple(
        Segment(
            name,
            document,
            f"source {name}",
            {"r": Text(ref)} if references else {},
            {system: Text(text) for system, text in hyps.items()} if systems else {},
            RATINGS.get(name, ()) if systems else (),
        )
        for name, document, ref, hyps in ROWS
    )
    return Corpus("c", segments, ("north", "south") if systems else (), ("r",) if references else ())


def search(text: str, chosen: Corpus | None = None, **options: Any) -> Search:
    return Search(parse_request(text), chosen or corpus(), HandMadeStore(), **options)


def count(text: str, chosen: Corpus | None = None, **options: Any) -> int:
    """Return the number of matches, which equals that of the listed matches."""
    found = list(search(text, chosen, **options).matches())
    assert len(found) == search(text, chosen, **options).count()
    return len(found)


WORDS = {"r": 3 + 2 + 4, "north": 4 + 2 + 2, "south": 1 + 4}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("pattern { X[side=ref] }", WORDS["r"]),
        ("pattern { X[side=hyp] }", WORDS["north"] + WORDS["south"]),
        ("pattern { X[] }", WORDS["north"] + WORDS["south"] + 2 * WORDS["r"] - 2),
        ("pattern { X[side=ref]; X -> Y }", WORDS["r"] - 3),
        ("pattern { X[side=ref]; Y[side=ref] } without { X -[align]-> * }", 0),
        ('global { id="2" }', 1),
        ("pattern { }", 5),
    ],
)
def test_texts_that_a_request_speaks_of_are_looked_at(text: str, number: int) -> None:
    if "align" in text:
        with pytest.raises(UsageError):
            count(text, corpus(systems=False))
        return
    assert count(text) == number


def test_texts_alone_are_looked_at_whatever_the_corpus() -> None:
    assert count("pattern { X[] }", corpus(systems=False)) == WORDS["r"]
    assert count("pattern { X[] }", corpus(references=False)) == WORDS["north"] + WORDS["south"]
    assert count("pattern { X[side=ref] }", corpus(references=False)) == 0
    assert count("pattern { X[] }", systems=["south"]) == WORDS["south"] + 3 + 4


def test_a_blank_reference_is_none() -> None:
    blank = corpus_of([("a", " ", "a b c")], "s", "AB")
    assert count("pattern { X[side=ref] }", blank) == 3
    assert count("pattern { X[side=ref] }", blank, reference="A") == 0


def test_a_match_says_where_it_is() -> None:
    (match,) = search('pattern { X[form="cat", side=hyp]; e: * -> X }', systems=["north"]).matches()
    assert (match.place, match.system, match.reference) == (0, "north", "")
    assert dict(match.nodes) == {"X": Node("hypothesis", 1)}
    assert (match.edges["e"].label, match.edges["e"].source) == ("l1", Node("hypothesis", 0))
    assert match.word("X") == "cat"


def test_matches_stand_in_the_order_of_the_corpus(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "pattern { X[]; Y[]; X << Y }"
    found = list(search(text).matches())
    order = [(one.place, one.system, one.nodes["X"].side, one.nodes["X"].token, one.nodes["Y"].token) for one in found]
    assert order == sorted(order)
    monkeypatch.setattr(partial_matches, "BLOCK", 3)
    assert list(search(text).matches()) == found
    assert search(text).count() == len(found)


@pytest.mark.parametrize(
    ("fact", "units"),
    [
        ('document="d"', 3),
        ('document<>"d"', 2),
        ("id=1|3", 4),
        ('id="d/1"|"e/1"', 2),
        ("sent_id=1", 2),
        ('system="north"', 3),
        ('system=re"n.*"; document=e', 1),
        ('source="source 2"', 1),
        ('text=re".*dog.*"', 2),
        ('text<>re".*dog.*"', 3),
        ('reference="r"', 5),
        ('reference<>"r"', 0),
        ("length > 2", 2),
        ("length >= 2", 4),
        ("da > 70", 1),
        ("da < 75", 1),
        ("da <= 75", 2),
        ("is_projective", 5),
        ("is_not_projective", 0),
        ("is_tree; is_forest", 5),
        ("is_cyclic", 0),
        ("ter < .1", 2),
        ('"ter:case=fold" > .1', 3),
    ],
)
def test_facts_of_segments(fact: str, units: int) -> None:
    assert count(f"pattern {{ }} global {{ {fact} }}") == units


def test_scores_are_taken_from_the_table() -> None:
    chosen, store = corpus(), HandMadeStore()
    table = score_corpus(chosen, ["ter"], store, systems=["north"])
    one = Search(parse_request("global { ter < .1 }"), chosen, store, systems=["north"], table=table)
    assert one.count() == 1
    assert [match.place for match in one.matches()] == [1]


def test_a_score_or_rating_belongs_to_a_system() -> None:
    assert count("pattern { X[side=ref] } global { da > 70 }") == 3
    assert count("pattern { X[side=ref] } global { da > 0 }") == 6


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("size > 3", "'size' is not a fact, rating or metric; there are system"),
        ("da = 3", "expected < or"),
        ("document < 3", "document is not a number"),
        ("is_planar", "expected is_projective"),
        ("document", "expected is_projective"),
    ],
)
def test_unknown_facts_are_told_with_their_place(fact: str, message: str) -> None:
    with pytest.raises(RequestError, match="line 1, column 22") as caught:
        count(f"pattern {{ }} global {{ {fact} }}")
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["pattern { } global { hmeant < .5 }", "pattern { X[status=missed] }"])
def test_frames_by_hand_need_somebody_who_made_them(text: str) -> None:
    hmeant = metric("hmeant") if "status" in text else None
    with pytest.raises(UsageError, match=r"hmeant .*no annotator is named"):
        count(text, metric=hmeant)
    assert count(text, replace(corpus(), annotator="ann"), metric=hmeant) == 0
    assert count("pattern { } global { meant >= 0 }", metric=metric("hmeant")) >= 0


def test_facts_alone_need_no_analysis() -> None:
    class Idle(HandMadeStore):
        def analyse(self, *_args: Any, **_options: Any) -> Any:
            raise AssertionError("nothing is to be analysed")

    found = Search(parse_request('global { document="d"; da > 1 }'), corpus(), Idle())
    assert found.count() == 2


def test_what_is_asked_of_a_metric_needs_one() -> None:
    with pytest.raises(UsageError, match="name a metric"):
        count("pattern { X[status=missed] }")
    with pytest.raises(UsageError, match="has no reference"):
        count("pattern { X[status=missed] }", corpus(references=False), metric=metric("hwcm"))


def given_corpus(mine: Analysis, theirs: Analysis) -> Corpus:
    """One pair that brings its analyses."""
    texts = Text(theirs.text, theirs), Text(mine.text, mine)
    return Corpus("g", (Segment("1", "", None, {"r": texts[0]}, {"s": texts[1]}),), ("s",), ("r",))


class Given(HandMadeStore):
    """Takes analyses of the input as they are."""

    def analyse(self, required: Any, **_options: Any) -> Any:
        from meantree.analysis.store import AnalysisBatch

        return AnalysisBatch({start: start for start in required})


@pytest.mark.parametrize("spec", ["hwcm", "edpm", "bleu", "ter", "meteor", "stm"])
@settings(max_examples=5)
@given(mine=analyses(), theirs=analyses())
def test_statuses_are_those_that_are_drawn(spec: str, mine: Analysis, theirs: Analysis) -> None:
    chosen = metric(spec)
    drawn = compare(Pair(mine, (theirs,), ("r",)), chosen)
    for status in ("matched", "missed", "extra", "partial"):
        arcs = [mark for text in drawn.texts for arc, mark in text.marks.arcs.items()
                if mark.status == status and text.tree.heads[arc[0]] == arc[1]]  # fmt: skip
        words = [mark for text in drawn.texts for mark in text.marks.tokens.values() if mark.status == status]
        for text, number in ((f"X -[status={status}]-> Y", len(arcs)), (f"X[status={status}]", len(words))):
            one = Search(parse_request(f"pattern {{ {text} }}"), given_corpus(mine, theirs), Given(), chosen)
            assert one.count() == number
    marks = drawn.hypothesis.marks.tokens
    counted = {(one, two) for one, two in drawn.links if one in marks and marks[one].status == "matched"}
    for text, pairs in (("", {*drawn.pair.linked(0, aligned=True)}), ("; X[status=matched]", counted)):
        request = parse_request(f"pattern {{ X -[align]-> Y{text} }}")
        found = Search(request, given_corpus(mine, theirs), Given(), chosen).matches()
        assert {(match.nodes["X"].token, match.nodes["Y"].token) for match in found} == pairs


@dataclass(frozen=True)
class Features:
    """A metric with features that fired here and there."""

    name: ClassVar[str] = "features"
    structure: ClassVar[str] = "words"
    max_tokens: ClassVar[int | None] = None
    higher_is_better: ClassVar[bool] = True
    by_alignment: ClassVar[bool] = False
    by_all_trees: ClassVar[bool] = False
    by_context: ClassVar[bool] = False
    needs: ClassVar[Layers] = Layers(1)
    features_in_words: ClassVar[Mapping[str, str]] = {term.name: term.title for term in TERMS}

    def lacks(self, pair: Pair) -> str:
        del pair
        return ""

    def evidence(self, pair: Pair) -> Evidence:
        del pair
        return predicted()


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ('pattern { X[feature="negation lost"] }', 3),
        ('pattern { X[side=hyp, feature="negation lost"] }', 2),
        ('pattern { X[feature="negation missing"] }', 0),
        ('pattern { X[feature="ref>hyp.negation_lost"] }', 3),
        ('pattern { X[feature=re".*"] }', 4),
        ("pattern { X[!feature] }", 6),
        ('global { feature="negation lost" }', 1),
        ('global { feature="hyp>ref.word_score" }', 0),
    ],
)
def test_features_that_fired(text: str, number: int) -> None:
    pair = Segment("1", "", None, {"r": Text("a b c d e")}, {"s": Text("f g h i j")})
    features: Any = Features()
    assert count(text, Corpus("f", (pair,), ("s",), ("r",)), metric=features) == number


@pytest.mark.parametrize(
    ("spec", "message"),
    [("bleu", "bleu has none"), ("features", "no feature 'negation dropped'; there are negation lost")],
)
def test_features_that_a_metric_has_not_are_told(spec: str, message: str) -> None:
    chosen: Any = Features() if spec == "features" else metric(spec)
    with pytest.raises(UsageError, match=message):
        count('pattern { X[feature="negation dropped"] }', metric=chosen)


def test_roles_lead_from_predicates_to_the_heads_of_fillers() -> None:
    mine = HandMadeStore().analyse({"see old the dog": Layers(1)})["see old the dog"]
    layer = FrameLayer(mine.words, (Frame((0, 1), (Filler((1, 4), Role.PATIENT), Filler((3, 4), Role.AGENT))),))
    text = Text(mine.text, replace(mine, labelled=layer))
    chosen = Corpus("g", (Segment("1", "", None, {}, {"s": text}),), ("s",), ())
    found = Search(parse_request("pattern { e: P -[role]-> F }"), chosen, Given()).matches()
    assert [(one.edges["e"].label, one.word("P"), one.word("F")) for one in found] == [
        ("patient", "see", "old"),
        ("agent", "see", "dog"),
    ]


def test_links_are_those_of_the_alignment() -> None:
    (match,) = search("pattern { X -[align]-> Y; X[form=cat] }", systems=["north"]).matches()
    assert (match.nodes["X"], match.nodes["Y"]) == (Node("hypothesis", 1), Node("reference", 1))


KEYS = ("X.form", "X.side", "e.label", "e.length", "e.delta", "length(X, Y)", "delta(Y,X)", "system", "document", "id")


def test_matches_are_grouped_by_keys() -> None:
    chosen, request = corpus(), parse_request('pattern { e: X -> Y; Y[form="c"] }')
    keys = [parse_key(key, request) for key in KEYS]
    found = [(chosen, match) for match in Search(request, chosen, HandMadeStore()).matches(keys)]
    assert found[0][1].keys == ("a", "hyp", "l1", "1", "1", "1", "-1", "north", "e", "3")
    groups = list(grouped(found))
    assert sum(group.count for group in groups) == len(found) == 4
    by_side = [parse_key("X.side", request), parse_key("X.Mood", request)]
    groups = list(grouped((chosen, match) for match in Search(request, chosen, HandMadeStore()).matches(by_side)))
    assert [(group.keys, group.count, group.segments) for group in groups] == [
        (("hyp", None), 2, 1),
        (("ref", None), 2, 1),
    ]


def test_grouping_by_status_asks_the_metric() -> None:
    chosen, request = corpus(), parse_request("pattern { e: X -> Y }")
    keys = [parse_key("e.status", request)]
    found = Search(request, chosen, HandMadeStore(), metric("hwcm"), systems=["south"]).matches(keys)
    groups = {group.keys[0]: group.count for group in grouped((chosen, match) for match in found)}
    assert groups == {"matched": 6, "missed": 2}
    with pytest.raises(UsageError, match="name a metric"):
        list(Search(request, chosen, HandMadeStore()).matches(keys))


@pytest.mark.parametrize("key", ["", "X", "Z.form", "e.form", "delta(X)", "delta(X, e)", "lemma", "X.feature"])
def test_wrong_keys_are_told(key: str) -> None:
    with pytest.raises(UsageError):
        parse_key(key, parse_request("pattern { e: X -> Y }"))


def test_a_search_can_be_stopped_within_a_segment() -> None:
    long = Corpus("l", (Segment("1", "", None, {}, {"s": Text(" ".join("abcdefghij" * 6))}),), ("s",), ())
    calls = []

    def cancelled() -> bool:
        calls.append(1)
        return len(calls) > 5

    with pytest.raises(Cancelled):
        list(search("pattern { A[]; B[]; C[]; D[]; E[] }", long, work=Work(cancelled=cancelled)).matches())


def test_what_cannot_be_looked_at_is_told() -> None:
    one = search("pattern { X -[align]-> Y }", corpus_of([("a " * 2_000, "a b")], "s", "r"))
    assert one.count() == 0
    assert "2,000 words" in str(one.problems[0])


# What a metric compares


ASKED = ("pattern { X[status=missed] }", "pattern { X[status=extra] }")


@dataclass(frozen=True)
class Counting:
    """A metric that records the hypotheses whose evidence it computes."""

    inner: Any
    texts: list[str]

    def evidence(self, pair: Pair) -> Evidence:
        self.texts.append(pair.hypothesis.text)
        return self.inner.evidence(pair)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def counting(spec: str) -> Any:
    return Counting(metric(spec), [])


def test_what_was_compared_is_not_compared_again() -> None:
    one, kept, store = counting("hwcm"), UnitCache(), HandMadeStore()
    chosen = corpus()

    def counted(text: str, of: Corpus) -> int:
        return Search(parse_request(text), of, store, one, cache=kept).count()

    first = [counted(text, chosen) for text in ASKED]
    assert len(one.texts) == 5, "each translation once for both requests"
    assert first == [count(text, chosen, metric=metric("hwcm")) for text in ASKED]
    assert [counted(text, chosen) for text in ASKED] == first
    assert len(one.texts) == 5
    edited = replace(chosen.segments[2], hypotheses={"north": Text("a b c d"), "south": Text("a b c d")})
    other = replace(chosen, segments=(*chosen.segments[:2], edited))
    assert counted(ASKED[0], other) == count(ASKED[0], other, metric=metric("hwcm"))
    assert one.texts[5:] == ["a b c d", "a b c d"], "the edited segment alone"


def test_units_are_let_go_beyond_the_budget() -> None:
    one, kept = counting("hwcm"), UnitCache(budget=10)
    searching = Search(parse_request(ASKED[0]), corpus(), HandMadeStore(), one, cache=kept)
    assert searching.count() == searching.count()
    assert 5 < len(one.texts) <= 10


def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared_units, "IN_PROCESS_TEXTS", 0)
    monkeypatch.setattr(compared_units, "PAIRS_PER_TASK", 2)
    steps: list[tuple[int, int]] = []
    work = Work(report=lambda _stage, done, total: steps.append((done, total)))
    one = search(ASKED[0], metric=metric("hwcm"))
    several = search(ASKED[0], metric=metric("hwcm"), work=work.by(2))
    assert list(several.matches()) == list(one.matches())
    assert steps[0] == (0, 5)
    assert {done for done, _ in steps} == set(range(6))


def test_segments_beyond_the_limits_of_a_score_are_not_compared() -> None:
    chosen, store, one = corpus(), HandMadeStore(), counting("hwcm")
    table = score_corpus(chosen, ["ter"], store)
    request = parse_request("pattern { X[status=missed] } global { ter <= 0 }")
    Search(request, chosen, store, one, table=table).count()
    assert sorted(one.texts) == ["a b c d", "no dog"]


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ('global { finding="role" }', {}, 2),
        ("global { finding=role.agent }", {}, 2),
        ('global { finding="role.agent.missing" }', {"systems": ["south"]}, 1),
        ("global { finding=negation }", {}, 0),
        ('global { finding<>"role" }', {}, 0),
        ("pattern { X[finding=role, side=hyp] }", {}, 2),
        ("pattern { X[finding=role]; X[side=ref, form=cat] }", {}, 0),
        ("pattern { X[finding=role, side=ref, status=missed] }", {"metric": metric("bleu")}, 2),
    ],
)
def test_findings_of_words_and_segments(
    text: str, options: dict[str, Any], expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(hyp: Analysis, ref: Analysis, *_args: object, **_options: object) -> tuple[Finding, ...]:
        return (finding("role.agent.missing"),) if len(ref.tokens) == 3 and "no" not in hyp.words else ()

    monkeypatch.setattr("meantree.comparison.pair_findings.find", find)
    assert count(text, **options) == expected


def test_a_kind_of_findings_that_there_is_not_is_named() -> None:
    with pytest.raises(UsageError, match=r"'nagation' \(did you mean negation\?\)"):
        count("global { finding=nagation }")
