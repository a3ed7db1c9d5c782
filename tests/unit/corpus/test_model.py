"""Corpora as values."""

from __future__ import annotations

from meantree.corpus.model import Corpus, Segment, Text

BOTH = Segment("1", "d", references={"A": Text("a"), "B": Text("b")}, hypotheses={"s": Text("h")})
ONE = Segment("2", "d", references={"A": Text("a")})
CORPUS = Corpus("c", (BOTH, ONE), ("s",), ("A", "B"))


def test_against_one_reference() -> None:
    found = CORPUS.against("B")
    assert [segment.references for segment in found.segments] == [{"B": Text("b")}, {}]
    assert (found.references, found.picked) == (("B",), "B")
    assert found.segments[0].hypotheses == BOTH.hypotheses
    assert CORPUS.against("A").segments[1] is ONE


def test_the_only_reference_need_not_be_picked() -> None:
    single = Corpus("c", (ONE,), (), ("A",))
    assert single.against("A") is single
