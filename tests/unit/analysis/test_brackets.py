"""Trees as text in brackets, in and out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import constituency_trees
from meantree.analysis.brackets import QUOTES, BracketError, read_sentence, read_tree, write_tree
from meantree.analysis.constituents import MAX_DEPTH


@pytest.mark.parametrize(
    ("brackets", "written", "why"),
    [
        ("( (S (NP-SBJ (NN a)) (VP (VB b))))", "(ROOT (S (NP (NN a)) (VP (VB b))))", "nameless wrapper, function tag"),
        ("(S1 (NP=2 (NN a)))", "(ROOT (NP (NN a)))", "Charniak's wrapper, an index"),
        ("(TOP (S (NP (-NONE- *T*)) (VP (VB b))))", "(ROOT (S (VP (VB b))))", "traces and what they leave empty"),
        ("(NP (-LRB- -LRB-) (NN a))", "(ROOT (NP (-LRB- -LRB-) (NN a)))", "-LRB- is no function tag"),
        ("(NP\n  (NN a)\n\t(NN b))", "(ROOT (NP (NN a) (NN b)))", "any white space"),
        ("(ROOT (NN a) (NN b))", "(ROOT (NN a) (NN b))", "two outermost nodes"),
    ],
)
def test_reading(brackets: str, written: str, why: str) -> None:
    assert write_tree(*read_tree(brackets)) == written, why


@pytest.mark.parametrize(
    ("brackets", "offset", "words"),
    [
        ("(S (NN a)", 9, "1 brackets are not closed"),
        ("(S (NN a)))", 10, "a closing bracket without an opening one"),
        ("(S (NN b) c)", 10, "'c' without a part of speech"),
        ("(S a (NN b) c)", 5, "a constituent next to the word 'a'"),
        ("(NN a b)", 6, "'b' without a part of speech"),
        ("a (NN b)", 0, "'a' outside of brackets"),
        ("(S (NP) (VP))", 0, "without words"),
        ("(NP (-NONE- *))", 0, "without words"),
        ("(S " * (MAX_DEPTH + 1), 3 * MAX_DEPTH, "nested more than"),
    ],
)
def test_invalid_trees(brackets: str, offset: int, words: str) -> None:
    with pytest.raises(BracketError, match=words) as raised:
        read_tree(brackets)
    assert raised.value.offset == offset


def test_escapes_of_the_treebank_are_read() -> None:
    sentence = read_sentence(["(NP (-LRB- -LRB-) (NN x) (-RRB- -RRB-) (`` ``))"], [1.0])
    assert [token.text for token in sentence.tokens] == ["(", "x", ")", '"']
    assert [token.xpos for token in sentence.tokens] == ["-LRB-", "NN", "-RRB-", "``"]


def test_a_list_over_other_words_is_an_error() -> None:
    with pytest.raises(BracketError, match="different words"):
        read_sentence(["(NP (NN a))", "(NP (NN b))"], [0.5, 0.5])


WORDS = st.text(st.characters(categories=["L", "P", "N"]), min_size=1, max_size=4).filter(lambda word: word.split())


@given(data=st.data(), words=st.lists(WORDS, min_size=1, max_size=6))
def test_round_trip(data: st.DataObject, words: list[str]) -> None:
    tree = data.draw(constituency_trees(len(words)))
    line = write_tree(tree, words)
    assert line.count("(") == line.count(")") == len(tree) + 1
    again = read_sentence([line], [1.0])
    assert again.constituents is not None
    assert again.constituents.tree(0) == tree
    assert [token.text for token in again.tokens] == ['"' if word in QUOTES else word for word in words]
