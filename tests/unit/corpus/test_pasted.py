"""Texts that somebody pasted."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from meantree.corpus.pasted import pasted


def test_lines_are_segments_where_all_texts_have_as_many() -> None:
    corpus = pasted({"mine": "one\ntwo\n"}, {"A": "eins\nzwei"}, "un\ndeux")
    assert corpus is not None
    assert [(one.source, one.hypotheses["mine"].text, one.references["A"].text) for one in corpus.segments] == [
        ("un", "one", "eins"),
        ("deux", "two", "zwei"),
    ]


def test_else_each_text_is_one_segment() -> None:
    corpus = pasted({"mine": "one\ntwo", "other": ""}, {"A": "one two"})
    assert corpus is not None
    assert corpus.systems == ("mine",)
    assert corpus.segments[0].hypotheses["mine"].text == "one two"


def test_a_text_alone_has_no_reference() -> None:
    corpus = pasted({"mine": " one "}, {"A": "  "})
    assert corpus is not None
    assert corpus.references == ()
    assert corpus.segments[0].hypotheses["mine"].text == "one"


@given(st.text(), st.text(), st.text())
def test_any_texts(hypothesis: str, reference: str, source: str) -> None:
    corpus = pasted({"mine": hypothesis}, {"A": reference}, source)
    assert (corpus is None) == (not hypothesis.strip())
    if corpus is not None:
        assert corpus.segments
        assert all("mine" in one.hypotheses for one in corpus.segments)
