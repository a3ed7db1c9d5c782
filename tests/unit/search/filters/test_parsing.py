"""How filter lines are read."""

from __future__ import annotations

import math
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.search.filters import Field, Filter, FilterError, Limit, Measure, Words, parse_filter

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
        ("remark: -state:done", [Words("", "remark"), Words("done", "state", negated=True)]),
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
    ("line", "told"),
    [
        ("edmp < .4", "no number is called 'edmp'; did you mean 'edpm'? there are edpm, bleu"),
        ("stm:n=5 < .4", "no number is called 'stm:n'; did you mean 'stm'?"),
        ("i <3 you", "no number is called 'i'; there are"),
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
def test_what_cannot_be_understood_is_said(line: str, told: str) -> None:
    with pytest.raises(FilterError) as caught:
        parse(line)
    assert told in str(caught.value)


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
