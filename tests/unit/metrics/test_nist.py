"""NIST: information and penalty by hand, and equal to NLTK's."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate.nist_score import corpus_nist

from helpers.scores import segment_score
from meantree.analysis.sentences import Analysis
from meantree.errors import UsageError
from meantree.metrics.metric import CorpusContext
from meantree.metrics.nist import BETA, CorpusInformation, Nist, information_of
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric


@pytest.mark.parametrize(
    ("hyp", "refs", "expected", "why"),
    [
        ("a b c d", ["a b c d"], 2.0, "each of four words has log2(4/1) bits, longer n-grams are no surprise"),
        ("a a a a", ["a a b b"], 2 / 4 + 1 / 3, "clipped: two of four words and one of three pairs, 1 bit each"),
        ("a b", ["a c a b"], (1 + 2) / 2 + 1.0, "a has 1 bit, b 2; a b is one of two after a: 1 bit"),
        ("x y", ["a b"], 0.0, "nothing in common"),
        ("a b c", ["a b c", "d e f"], math.log2(6), "counted over all references"),
    ],
)
def test_information(hyp: str, refs: list[str], expected: float, why: str) -> None:
    chosen = Nist()
    value = segment_score(chosen, hyp, *refs)
    words = len(hyp.split()) / (sum(len(ref.split()) for ref in refs) / len(refs))
    penalty = math.exp(BETA * math.log(min(1, words)) ** 2)
    assert value == pytest.approx(expected * penalty), why


def test_two_thirds_of_the_words_halve_the_score() -> None:
    statistics = np.array([6.0, 0, 6, 5, 6, 9])
    assert Nist(n=2).score(statistics, level="segment") == pytest.approx(0.5)


def test_a_corpus_gives_its_information_to_all_segments() -> None:
    chosen = Nist().adapted(CorpusContext((("a b",), ("a c",)), constituents=False))
    assert isinstance(chosen, Nist)
    # Of four words two are a: 1 bit; b after a is one of two: 1 bit.
    assert segment_score(chosen, "a b", "a b") == pytest.approx((1 + 2) / 2 + 1)
    narrowed = chosen.narrowed(["a b"])
    assert isinstance(narrowed, Nist)
    assert isinstance(narrowed.information, dict)
    assert ("c",) not in narrowed.information
    assert segment_score(narrowed, "a b", "a b") == segment_score(chosen, "a b", "a b")


def test_what_was_learned_is_no_option() -> None:
    with pytest.raises(UsageError, match="information"):
        metric("nist:information=1")


@pytest.mark.parametrize("order", [2, 5])
def test_equals_nltk_with_one_reference(order: int) -> None:
    """With several, NLTK takes the best one for each order; mteval and we clip to the largest count of any."""
    chance = random.Random(5)
    words = ["the", "a", "cat", "dog", "sees", "old", "house", "of", "in", "not"]
    texts = [[" ".join(chance.choices(words, k=chance.randint(6, 20))) for _ in range(2)] for _ in range(40)]
    chosen = Nist(n=order).adapted(CorpusContext(tuple((ref,) for _, ref in texts), constituents=False))
    rows = [chosen.statistics(Pair(Analysis(hyp), [Analysis(ref)])) for hyp, ref in texts]
    theirs = corpus_nist([[ref.split()] for _, ref in texts], [hyp.split() for hyp, _ in texts], n=order)
    assert chosen.score(np.sum(rows, axis=0), level="system") == pytest.approx(theirs)


TEXTS = st.lists(st.lists(st.sampled_from("abcd"), max_size=9).map(tuple), max_size=6)


@given(TEXTS, st.integers(1, 5))
def test_a_corpus_has_the_information_of_its_texts(texts: list[tuple[str, ...]], largest: int) -> None:
    information = CorpusInformation([" ".join(words) for words in texts], "none", "keep", largest)
    assert information.of_all(texts) == information_of(texts, largest)


@given(TEXTS, st.lists(st.sampled_from("abcde"), max_size=9))
def test_of_other_texts_what_occurs_in_the_corpus(texts: list[tuple[str, ...]], words: list[str]) -> None:
    information = CorpusInformation([" ".join(words) for words in texts], "none", "keep", 3)
    inside, of_corpus = information_of([words], 3).keys(), information_of(texts, 3)
    assert information.of_all([words]) == {gram: of_corpus[gram] for gram in inside & of_corpus.keys()}
