"""What a request is, where a wrong one is wrong, and that the clauses listed in the manual can be read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.errors import UsageError
from meantree.queries.request_examples import MARKS, RELATIONS, SIDES, WORDS, SimpleRequest
from meantree.queries.request_model import Condition, Regex, RequestError
from meantree.queries.request_parsing import MAX_REQUEST_LENGTH, is_request, parse_request
from meantree_resources import resource


@pytest.mark.parametrize(
    "line", ["pattern { X[] }", "  % a comment\n global{is_tree}", "without { }", "with { X[] }", "% a\n%b\npattern{}"]
)
def test_requests_are_told_from_words_to_find(line: str) -> None:
    assert is_request(line)


@pytest.mark.parametrize("line", ["", "pattern", "pattern recognition", "edpm < .4", "% pattern { }", "patterns {"])
def test_other_lines_are_no_requests(line: str) -> None:
    assert not is_request(line)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("pattern { V[upos=VERB }", 1, 23, "found '}', expected"),
        ("pattern { V -[nsubj> S }", 1, 20, "found '>', expected"),
        ("patern { }", 1, 1, "found 'patern', expected"),
        ("pattern { V[upos=VERB]", 1, 23, "found the end, expected"),
        ("pattern {\n  V[upos=];\n}", 2, 10, "found ']', expected a word"),
        ("% nothing but a comment", 1, 1, "nothing to search for"),
        ('pattern { X[form=re"(a"] }', 1, 18, "is not a valid regular expression"),
        ("pattern { X[form=/[/] }", 1, 18, "is not a valid regular expression"),
        ('pattern { X[form=re"((a{1000}){1000}){1000}"] }', 1, 18, "it is too large"),
        ("pattern { X[status=good] }", 1, 13, "status is 'good', expected matched or"),
        ("pattern { X[cat=VERB] }", 1, 13, "found the feature cat, expected upos"),
        ("pattern { X[side=left] }", 1, 13, "side is 'left', expected hyp or ref"),
        ("pattern { X[]; X.lemma = Y.lemma }", 1, 26, "no node is called 'Y'"),
        ("pattern { X -> Y; e.label = f.label }", 1, 19, "no node is called 'e'"),
        ("pattern { e: X -> Y; e: Y -> Z }", 1, 22, "the name 'e' is taken"),
        ("pattern { e: X -> Y; e[] }", 1, 22, "'e' is the name of an edge"),
        ("pattern { X -[align, status=missed]-> Y }", 1, 15, "a link has no status"),
        ("pattern { X -[nsubj, role=agent]-> Y }", 1, 15, "a role has no label"),
        ("pattern { X -[3=a]-> Y }", 1, 15, "an edge has no feature '3'"),
        ("pattern { * -> * }", 1, 11, "expected a name at one end"),
        ("pattern { X[]; Y[]; size(X, Y) = 1 }", 1, 21, "expected length(X, Y) or delta(X, Y)"),
        ("pattern { " + "; ".join(f"X{n}[]" for n in range(30)) + " }", 1, 141, "more than 20 nodes"),
    ],
)
def test_a_wrong_request_says_where_and_what(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(RequestError, match="request, line") as caught:
        parse_request(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x" * 1_000_000, id="long line"),
        pytest.param("pattern {" + "[" * (MAX_REQUEST_LENGTH - 9), id="brackets"),
        pytest.param("pattern {" + ";" * (MAX_REQUEST_LENGTH - 10) + "}\\", id="semicolons"),
        pytest.param('pattern { X[form=re"' + "(" * 900 + '"] }', id="nested expression"),
        pytest.param('pattern { X[form=re"' + "a" * 5_000 + '"] }', id="long expression"),
        pytest.param('pattern { X[form=re"(?x)((a{1#\n000}){1 0 0 0}){1000,}"] }', id="verbose expression"),
        pytest.param("pattern { X[form=/(?:[ab]){1000000}/] }", id="large set"),
        pytest.param("pattern { " + "; ".join(f"X{n}$[]" for n in range(20)) + " }", id="loose nodes"),
        pytest.param(
            "pattern { Y$ -> Z$; Y$ << X0$; " + "; ".join(f"X{n}$[form=a]" for n in range(6)) + " }",
            id="loose and tied nodes",
        ),
        pytest.param('pattern { X[form="' + "\\\\" * 9_000, id="escapes"),
        pytest.param("pattern { X[form=\x00] }", id="null"),
        pytest.param("\u202epattern { X[] }", id="override"),
    ],
)
def test_hostile_requests_get_a_short_answer(text: str) -> None:
    with pytest.raises(RequestError) as caught:
        parse_request(text)
    assert len(str(caught.value)) < 1_000
    assert str(caught.value).isprintable()


def test_an_expression_that_would_never_end_is_stopped() -> None:
    (test,) = parse_request('pattern { X[form=re"(a|aa)+(b|c)$"] }').pattern.tests()
    assert not test.holds("aaa")
    with pytest.raises(UsageError, match="takes too long"):
        Regex("(a|a)*b|(?:a*)*c(?=d)(a|a?)+e").matches("a" * 60)


def test_expressions_may_repeat() -> None:
    assert Regex(r"\d{4}-\d{2}-[a-z]{,20}\{\d{1,500}").matches("2026-11-{7")


def test_expressions_match_whole_values() -> None:
    assert Condition("form", "=", (Regex("s.*"),)).holds("sees")
    assert not Condition("form", "=", (Regex("ee"),)).holds("sees")


def test_texts_in_quotes_may_hold_anything() -> None:
    (test,) = parse_request(r'pattern { X[form="a \"b\" | ] } %"] }').pattern.tests()
    assert test.values == ('a "b" | ] } %',)


def test_order_and_edges_declare_nodes() -> None:
    assert list(parse_request("pattern { X < Y; Y -> Z }").pattern.nodes) == ["X", "Y", "Z"]


def test_all_patterns_are_one_and_each_filter_stands_alone() -> None:
    found = parse_request("without { X[a] } pattern { X[] } without { X[b] } pattern { Y[] } with { Y[c] }")
    assert list(found.pattern.nodes) == ["X", "Y"]
    assert [wanted for wanted, _ in found.filters] == [True, False, False]


PAGE = resource("manual/reference/requests.md").read_text(encoding="utf-8")
CLAUSES = [
    clause.replace("\\|", "|")
    for row in re.findall(r"^\| (`.*?`) \| ", PAGE, re.MULTILINE)
    for clause in re.findall(r"`(.*?)`", row)
]


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_of_the_manual_can_be_read(clause: str) -> None:
    request = parse_request(f"pattern {{ {clause} }}")
    assert request.pattern.nodes


def test_there_are_clauses() -> None:
    assert len(CLAUSES) > 20


@given(
    st.builds(
        SimpleRequest,
        st.sampled_from(list(WORDS.values())),
        st.text(max_size=4).map(str.strip),
        st.sampled_from(list(SIDES.values())),
        st.sampled_from(list(RELATIONS.values())),
        st.sampled_from(list(MARKS.values())),
        st.sampled_from(list(WORDS.values())),
        st.sampled_from(["", "not"]),
        st.booleans(),
    )
)
def test_what_choices_make_can_be_read(made: SimpleRequest) -> None:
    assert "V" in parse_request(" ".join(str(made).split())).pattern.nodes
