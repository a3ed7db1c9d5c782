"""Word links."""

from __future__ import annotations

import pytest
from hypothesis import given

from helpers.trees import analyses, parsed
from meantree.alignment.word_alignment import quick_links
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token


@given(analyses(), analyses())
def test_links_are_one_to_one(hyp: Analysis, ref: Analysis) -> None:
    links = quick_links(hyp, ref)
    assert len({left for left, _ in links}) == len({right for _, right in links}) == len(links)


@given(analyses())
def test_a_text_is_linked_to_itself(text: Analysis) -> None:
    assert quick_links(text, text) == tuple((index, index) for index in range(len(text.tokens)))


@pytest.mark.parametrize(
    ("hyp", "ref", "links", "why"),
    [
        ("the:2:x cat:0:root", "a:2:x cat:0:root", ((1, 1),), "only equal words"),
        ("The:2:x cat:0:root", "the:2:x cat:0:root", ((0, 0), (1, 1)), "case does not matter"),
        ("a:0:root b:1:x a:1:x", "a:0:root a:1:x", ((0, 0), (2, 1)), "the nearer of equals"),
        ("cats:0:root", "dogs:0:root", (), "unlike words"),
    ],
)
def test_links(hyp: str, ref: str, links: tuple[tuple[int, int], ...], why: str) -> None:
    assert quick_links(parsed(hyp), parsed(ref)) == links, why


def _texts(*words: tuple[str, str, str]) -> Analysis:
    tokens = tuple(Token(text, lemma, upos) for text, lemma, upos in words)
    tree = DependencyTree((ROOT, *([0] * (len(words) - 1))), ("root", *(["x"] * (len(words) - 1))))
    return Analysis(" ".join(token.text for token in tokens), (Sentence(tokens, tree),))


def test_equal_words_come_before_equal_lemmas_before_common_beginnings() -> None:
    hyp = _texts(("walks", "walk", "VERB"), ("walked", "walk", "VERB"), ("walking", "walking", "NOUN"))
    ref = _texts(("walked", "walk", "VERB"), ("walker", "walker", "NOUN"), ("walk", "walk", "VERB"))
    assert quick_links(hyp, ref) == ((0, 2), (1, 0), (2, 1))


@pytest.mark.parametrize(
    ("hyp", "ref", "linked", "why"),
    [
        (("nation", "", "NOUN"), ("national", "", "NOUN"), True, "a common beginning"),
        (("nation", "", "NOUN"), ("national", "", "ADJ"), False, "of another part of speech"),
        (("nation", "", ""), ("national", "", ""), False, "of no part of speech"),
        (("natter", "", "NOUN"), ("native", "", "NOUN"), False, "three letters are too few"),
        (("natiX", "", "NOUN"), ("native", "", "NOUN"), True, "four suffice"),
        (("cat", "", "NOUN"), ("catalogue", "", "NOUN"), False, "no more is common than the shorter has"),
        (("went", "go", "VERB"), ("goes", "go", "VERB"), True, "one lemma"),
        (("went", "", "VERB"), ("goes", "", "VERB"), False, "no lemma is none in common"),
    ],
)
def test_likeness(hyp: tuple[str, str, str], ref: tuple[str, str, str], linked: bool, why: str) -> None:
    assert quick_links(_texts(hyp), _texts(ref)) == (((0, 0),) if linked else ()), why
