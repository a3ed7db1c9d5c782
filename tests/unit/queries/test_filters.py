"""How filter lines are read, and which segments they accept, compared with a look at each of them."""

from __future__ import annotations

import math
import re
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.corpora import corpus_of
from meantree.corpus.corpus import Corpus, ErrorSpan, Rating, Segment, Text
from meantree.queries.filter_columns import Columns, Field, Measure, Segments
from meantree.queries.filters import Filter, FilterError, Limit, Words, parse_filter
from meantree.scoring.table import Column, ScoreTable

METRICS = ("edpm", "bleu", "mt+rte-r", "stm", "stm:n=4,case=fold")
PLACES: list[Field | Literal[""]] = ["", "doc", "src", "hyp", "ref"]
EDPM = Measure("score", "edpm")


def parse(line: str) -> Filter:
    return parse_filter(line, METRICS, ("da", "bleu"), differences=True, errors=True, certainty=True)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Minister ", [Words("minister")]),
        ('"The  Man" x', [Words("the  man"), Words("x")]),
        ("“curly q” x", [Words("curly q"), Words("x")]),
        ('-bad -"very bad"', [Words("bad", negated=True), Words("very bad", negated=True)]),
        ('doc:News -src:"a b"', [Words("news", "doc"), Words("a b", "src", negated=True)]),
        ("document:a REF:b hypothesis:c", [Words("a", "doc"), Words("b", "ref"), Words("c", "hyp")]),
        ("remark: -state:done", [Words("", "comment"), Words("done", "state", negated=True)]),
        ("in:report -IN:report", [Words("report", "in"), Words("report", "in", negated=True)]),
        ('"never closed', [Words("never closed")]),
        ("http://a.b 12:30 a-b", [Words("http://a.b"), Words("12:30"), Words("a-b")]),
        ("5>2 <3 - edpm", [Words("5>2"), Words("<3"), Words("-"), Words("edpm")]),
        ("twice twice", [Words("twice")]),
        ('"" -""', []),
    ],
)
def test_words(line: str, expected: list[Words]) -> None:
    assert parse(line) == Filter(tuple(expected))


@pytest.mark.parametrize(
    ("line", "measure", "ends"),
    [
        ("edpm < .4", EDPM, (-math.inf, 0.4, True, False)),
        ("EDPM<=0.4", EDPM, (-math.inf, 0.4, True, True)),
        ("edpm ≥ .4", EDPM, (0.4, math.inf, True, True)),
        ("edpm = .4", EDPM, (0.4, 0.4, True, True)),
        (".2 < edpm <= .5", EDPM, (0.2, 0.5, False, True)),
        (".5 >= edpm > .2", EDPM, (0.2, 0.5, False, True)),
        (".2 <= edpm", EDPM, (0.2, math.inf, True, True)),
        ("edpm:.2...5", EDPM, (0.2, 0.5, True, True)),
        ("edpm:.2….5", EDPM, (0.2, 0.5, True, True)),
        ("edpm:-1..", EDPM, (-1.0, math.inf, True, True)),
        ("edpm:...5", EDPM, (-math.inf, 0.5, True, True)),
        ("edpm:.5", EDPM, (0.5, 0.5, True, True)),
        ("mt+rte-r < -0.2", Measure("score", "mt+rte-r"), (-math.inf, -0.2, True, False)),
        ("mt+rte-r<−0.2", Measure("score", "mt+rte-r"), (-math.inf, -0.2, True, False)),
        ("stm:n=4,case=fold > .1", Measure("score", "stm:n=4,case=fold"), (0.1, math.inf, False, True)),
        ("da >= 3", Measure("rating", "da"), (3.0, math.inf, True, True)),
        ("bleu >= 3", Measure("score", "bleu"), (3.0, math.inf, True, True)),
        ("rating:bleu >= 3", Measure("rating", "bleu"), (3.0, math.inf, True, True)),
        ("length > 40", Measure("length", "hyp"), (40.0, math.inf, False, True)),
        ("src-length:1..9", Measure("length", "src"), (1.0, 9.0, True, True)),
        ("Δedpm > 0", Measure("difference", "edpm"), (0.0, math.inf, False, True)),
        ("diff:mt+rte-r < 0", Measure("difference", "mt+rte-r"), (-math.inf, 0.0, True, False)),
        ("errors = 0", Measure("errors"), (0.0, 0.0, True, True)),
        ("certainty < .8", Measure("certainty"), (-math.inf, 0.8, True, False)),
    ],
)
def test_limits(line: str, measure: Measure, ends: tuple[float, float, bool, bool]) -> None:
    assert parse(line) == Filter(limits=(Limit(measure, *ends),))
    mixed = parse(f"one {line} two")
    assert mixed == Filter((Words("one"), Words("two")), (Limit(measure, *ends),))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("edmp < .4", "no number is called 'edmp'; did you mean 'edpm'? there are edpm, bleu"),
        ("stm:n=5 < .4", "no number is called 'stm:n'; did you mean 'stm'?"),
        ("i <3 you", "no number is called 'i'; there are"),
        ("chrf <", "no number is called 'chrf'; there are edpm, bleu"),
        ("chrf < x", "no number is called 'chrf'"),
        ("edpm <", "expected a number after 'edpm', as in edpm < .4"),
        ("edpm < x", "expected a number after 'edpm'"),
        ("edpm:", "expected a number after 'edpm'"),
        ("edpm:abc", "expected a number after 'edpm'"),
        ("-edpm < .4", "found '-edpm < .4'; a minus negates words"),
        ("edpm:.5...2", "found 'edpm:.5...2', expected the smaller number first"),
        (".2 < edpm > .1", "expected two signs that point the same way"),
        ("x" * 20_001, "20,001 characters, expected at most 20,000"),
    ],
)
def test_what_cannot_be_understood_is_said(line: str, message: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(line)
    assert message in str(caught.value)


def test_what_is_hidden_from_who_filters_is_not_offered() -> None:
    for name in ("edmp", "other"):
        with pytest.raises(FilterError) as caught:
            parse_filter(f"{name} < .4", METRICS, ("da",), hides=lambda measure: measure.is_of_analyses)
        assert str(caught.value).startswith(f"no number is called {name!r}; there are da, length"), "and no metric"


def test_kinds_of_findings_that_there_are_not_are_named() -> None:
    for line, message in (
        ("finding:nagation", "no kind of findings 'nagation' (did you mean negation?); all are listed by "),
        ("-finding:nonsense", "no kind of findings 'nonsense'; all are listed by meantree findings --kinds"),
        ("finding=negation", "found 'finding=negation', expected finding:negation"),
    ):
        with pytest.raises(FilterError, match=re.escape(message)):
            parse_filter(line, METRICS, findings=True)
    for name in ("role.agent", "major", "minor"):
        assert parse_filter(f"finding:{name}", METRICS, findings=True).words == (Words(name, "finding"),)


def test_differences_errors_and_certainty_are_names_only_where_there_are_some() -> None:
    for name in ("Δedpm", "errors", "certainty"):
        with pytest.raises(FilterError, match="no number is called"):
            parse_filter(f"{name} > 0", METRICS)


@given(st.text(st.sampled_from(list(' ab-:<=>.3"“”…Δ\t\n\u202e\x00edpmoc|*+(\\')), max_size=40))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        found = parse(line)
    except FilterError:
        return
    assert all(one.text or one.field for one in found.words)
    assert all(one.low <= one.high for one in found.limits)


@given(st.lists(st.tuples(st.sampled_from(PLACES), st.text(min_size=1), st.booleans())))
def test_quoted_phrases_may_hold_anything_but_quotation_marks(
    items: list[tuple[Field | Literal[""], str, bool]],
) -> None:
    phrases = [(field, text.translate(dict.fromkeys(map(ord, '"“”'), "x")), negated) for field, text, negated in items]
    line = " ".join(f'{"-" * negated}{field}{":" * bool(field)}"{text}"' for field, text, negated in phrases)
    expected = [
        Words(text.casefold(), field or None, negated)
        for field, text, negated in phrases
        if field or text.casefold().strip()
    ]
    assert parse(line).words == tuple(dict.fromkeys(expected))


LETTERS = st.text("aAbßẞ ", max_size=6)
FIELDS: tuple[Field, ...] = ("id", "doc", "src", "hyp", "ref", "comment", "state")


class Given:
    """Scores that are given."""

    higher_is_better, counts_together = True, False

    def score(self, statistics: np.ndarray, *, level: str) -> float | None:  # noqa: ARG002
        return None if math.isnan(statistics[0]) else float(statistics[0])


@st.composite
def some_segments(draw: st.DrawFn) -> Segments:
    texts = draw(st.lists(st.tuples(LETTERS, st.none() | LETTERS, st.none() | LETTERS, LETTERS), max_size=6))
    segments = tuple(
        Segment(
            str(place),
            document,
            source,
            {"A": Text(reference), "B": Text("b")},
            {} if hypothesis is None else {"x": Text(hypothesis), "y": Text("aa")},
            (Rating("x", "da", place), Rating("x", "da", 0.0, "other"), Rating("y", "da", 9.0)) if place % 2 else (),
        )
        for place, (document, source, hypothesis, reference) in enumerate(texts)
    )
    corpus = Corpus("c", segments, ("x", "y"), ("A", "B"))
    table = ScoreTable(corpus, {"m": Given()})  # type: ignore[dict-item]
    for system in "xy":
        scores = draw(st.lists(st.sampled_from([math.nan, 0.0, 0.5, 1.0]), min_size=len(texts), max_size=len(texts)))
        table.columns[system, "m"] = Column(table.metrics["m"], [np.array([one]) for one in scores])
    remarks = {one.key: draw(LETTERS) for one in segments if draw(st.booleans())}
    states = {one.key: "done" for one in segments[:2]}
    people = {one.key: draw(st.sampled_from(["a", "Ss\nb a", "aa\na", "b\ndone"])) for one in segments[1:]}
    return Segments(corpus, "x", table, states, remarks, ("x", "y"), annotators=people)


def naive_texts(segments: Segments, place: int, field: Field) -> list[str]:
    one = segments.corpus.segments[place]
    hypothesis = one.hypotheses.get(segments.system)
    return {
        "id": [one.key],
        "doc": [one.document],
        "src": [one.source or ""],
        "hyp": [hypothesis.text if hypothesis else ""],
        "ref": [text.text for text in one.references.values()],
        "comment": [segments.comments.get(one.key, "")],
        "state": [segments.states.get(one.key, "")],
        "annotator": segments.annotators.get(one.key, "").split("\n"),
    }[field]


def naive(segments: Segments, words: Words, place: int) -> bool:
    fields = [words.field] if words.field else [field for field in FIELDS if field not in ("state", "annotator")]
    texts = [text.casefold() for field in fields for text in naive_texts(segments, place, field)]
    if words.field == "id":
        parts = texts[0].split("/")
        found = words.text in {"/".join(parts[start:]) for start in range(len(parts))}
    elif words.field == "annotator" and words.text:
        found = words.text in texts
    else:
        found = any(words.text in text if words.text else bool(text) for text in texts)
    return found != words.negated


@given(
    some_segments(),
    st.lists(
        st.builds(
            Words,
            st.sampled_from(["a", "ss", "b a", "aa", "done", "1", ""]),
            st.none() | st.sampled_from(FIELDS),
            st.booleans(),
        ).filter(lambda one: bool(one.text) or one.field not in (None, "ref")),
        max_size=3,
    ),
)
def test_words_are_found_as_by_looking_at_each_segment(segments: Segments, words: list[Words]) -> None:
    expected = [place for place in range(len(segments)) if all(naive(segments, one, place) for one in words)]
    assert Filter(tuple(words)).places(segments).tolist() == expected


@given(some_segments(), st.sampled_from(["m > 0", "m:0...5", "Δm < 0", "0 <= Δm < .5", "da >= 1", "m = .5"]))
def test_limits_hold_as_by_looking_at_each_segment(segments: Segments, line: str) -> None:
    def number(place: int, measure: Measure) -> float | None:
        table, one = segments.table, segments.corpus.segments[place]
        assert table is not None
        if measure.kind == "rating":
            found = [rating.value for rating in one.ratings if rating.system == "x"]
            return sum(found) / len(found) if found else None
        first, second = (table.segment_score(system, "m", place) for system in "xy")
        if measure.kind == "score":
            return first
        return None if first is None or second is None else first - second

    def within(limit: Limit, value: float | None) -> bool:
        if value is None:
            return False
        above = value >= limit.low if limit.with_low else value > limit.low
        return above and (value <= limit.high if limit.with_high else value < limit.high)

    chosen = parse_filter(line, ["m"], ["da"], differences=True)
    (limit,) = chosen.limits
    expected = [place for place in range(len(segments)) if within(limit, number(place, limit.measure))]
    assert chosen.places(segments).tolist() == expected


def test_lengths_errors_and_what_is_missing() -> None:
    span = ErrorSpan("x", "hypothesis", 0, 1, "Accuracy", "major")
    segments = (
        Segment("1", "", None, {"A": Text("one two")}, {"x": Text("One, two three.")}, errors=(span, span)),
        Segment("2", "", "eins", {}, {"x": Text("")}, (Rating("x", "mqm", 0.0),)),
        Segment("3", "d", "eins zwei", {"A": Text("a")}, {}),
        Segment("4", "d", "", {}, {"x": Text("a")}, (Rating("x", "esa", 90.0),)),
    )
    whole = Segments(Corpus("c", segments, ("x",), ("A",)), "x")
    expected: dict[str, list[int | None]] = {
        "length": [5, 0, None, 1],
        "src-length": [None, 1, 2, 0],
        "ref-length": [2, None, 1, None],
        "errors": [2, 0, None, 0],
        "edpm": [None] * 4,
    }
    for name, values in expected.items():
        for place, value in enumerate(values):
            line = f"{name}:{value if value is not None else '-9..999'}"
            found = parse_filter(line, ["edpm"], errors=True).places(whole).tolist()
            assert (place in found) == (value is not None), line


def test_certainty_is_that_of_the_translation() -> None:
    texts = {"a": 0.5, "b": 0.9, "c": None}
    segments = (*(Segment(one, "", hypotheses={"x": Text(one)}) for one in texts), Segment("d", ""))
    whole = Segments(Corpus("c", segments, ("x",), ()), "x", certainty=lambda text: texts[text.text])
    for line, expected in (("certainty < .8", [0]), ("certainty > .8", [1]), ("certainty:0..1", [0, 1])):
        chosen = parse_filter(line, [], certainty=True)
        assert chosen.places(whole).tolist() == expected
        assert chosen.is_slow
    assert not parse_filter("length > 0", []).is_slow
    unknown = Segments(Corpus("c", segments, ("x",), ()), "x")
    assert parse_filter("certainty:0..1", [], certainty=True).places(unknown).tolist() == []


def test_ids_are_meant_whole_and_keys_are_names_too() -> None:
    whole = Segments(corpus_of(["t"] * 3, "x", "", ids=("1", "10", "A"), document="News"), "x")
    lines = [("id:1", [0]), ("id:news/10", [1]), ("id:a", [2]), ("-id:1", [1, 2]), ("news/10", [1]), ("id:ws/10", [])]
    for line, expected in lines:
        assert parse_filter(line, []).places(whole).tolist() == expected


def test_an_id_is_found_by_the_end_of_its_name_after_a_slash() -> None:
    names = [("wmt/de", "10"), ("wmt/en", "10"), ("", "de/10"), ("de", "110")]
    segments = tuple(Segment(name, document, hypotheses={"x": Text("t")}) for document, name in names)
    whole = Segments(Corpus("c", segments, ("x",), ()), "x")
    for line, expected in (("id:de/10", [0, 2]), ("id:10", [0, 1, 2]), ("id:wmt/de/10", [0]), ("id:0", [])):
        assert parse_filter(line, []).places(whole).tolist() == expected


def test_a_number_at_the_limit_is_in_it_however_it_was_computed() -> None:
    limit = Limit(Measure("score", "m"), 0.3, 0.3)
    assert limit.holds(np.array([0.1 + 0.2, 0.3, np.nan])).tolist() == [True, True, False]
    below = Limit(Measure("score", "m"), high=0.3, with_high=False)
    assert below.holds(np.array([0.1 + 0.2, 0.2, np.nan])).tolist() == [False, True, False]


def test_columns_are_shared_by_systems_but_for_what_is_theirs() -> None:
    corpus, columns = corpus_of([("ex", "why")], "xy", "", source="quelle"), Columns()
    for system, word, expected in (("x", "why", []), ("y", "why", [0]), ("y", "quelle", [0])):
        found = parse_filter(word, []).places(Segments(corpus, system, columns=columns))
        assert found.tolist() == expected


@pytest.mark.parametrize("line", ["", "   ", '""'])
def test_an_empty_line_accepts_all(line: str) -> None:
    corpus = Corpus("c", (Segment("1", "d"), Segment("2", "d")), (), ())
    assert parse_filter(line, []).places(Segments(corpus, "")).tolist() == [0, 1]
