"""Frames and fillers matched by how alike they are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from helpers.frames import SIZE, frame, some_frames
from meantree.alignment.frame_matching import CORRECT, SIMILAR, match_frames
from meantree.alignment.similarity import (
    Between,
    between,
    comparable_words,
    looked_up,
    phrase_similarity,
    plain_words,
    similarities,
    word_similarity,
)
from meantree.analysis.frames import Frame, LinkKind
from meantree.analysis.tree import Token


def word(text: str, upos: str = "NOUN", lemma: str = "") -> Token:
    return Token(text, lemma=lemma or text.lower(), upos=upos)


@pytest.mark.parametrize(
    ("left", "right", "least", "most", "why"),
    [
        (word("House"), word("house"), 1, 1, "one form"),
        (word("went", "VERB", "go"), word("goes", "VERB", "go"), 1, 1, "one lemma"),
        (word("car"), word("automobile"), 1, 1, "one synset"),
        (word("decision"), word("decide", "VERB"), 0.9, 0.9, "derived from each other"),
        (word("dog"), word("wolf"), 0.8, 1, "near in WordNet"),
        (word("dog"), word("idea"), 0, 0, "far in WordNet"),
        (word("dog"), word("dog", "VERB"), 1, 1, "one form, whatever the part of speech"),
        (word("Merkel", "PROPN"), word("Merkels", "PROPN"), 0.75, 1, "names by their spelling"),
        (word(","), word("."), 0, 0, "marks"),
        (word("in", "ADP"), word("on", "ADP"), 0, 0, "words that WordNet does not know"),
        (word("'twas", "PART"), word("twas", "PART"), 0, 0, "a mark at its beginning is no letter of a word"),
        (word("twas", "PART"), word("'twas", "PART"), 0, 0, "in either of them"),
        (word("4.5", "NUM"), word("4.6", "NUM"), 0, 0, "numbers with too few figures in common"),
        (word("1945", "NUM"), word("1946", "NUM"), 0.75, 0.75, "three figures of four"),
        (word("1234567", "NUM"), word("1234589", "NUM"), 0, 0, "five of seven are too few"),
        (word("doctor"), word("king"), 0.6, 0.6, "related, if only just"),
        (word("teacher"), word("king"), 0, 0, "not quite: 4/7"),
        (word("point"), word("detail"), 1, 1, "in the fourth sense of one of them"),
        (word("point"), word("stage"), 0, 0, "in its fifth, which is too rare"),
    ],
)
def test_words(left: Token, right: Token, least: float, most: float, why: str) -> None:
    first, second = comparable_words([left, right])
    assert least <= word_similarity(first, second) <= most, why
    assert word_similarity(first, second) == word_similarity(second, first)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("he", "she", 0),
        ("the", "He", 0),
        ("this", "his", 0),
        ("these", "those", 0),
        ("10", "100", 0),
        ("1945", "1946", 0),
        ("1945", "1945", 1),
        ("Lee", "Lew", 0),
        ("Merkel", "Merkels", 0.9),
        ("Ahmadi", "Ahmedi", 0.8),
    ],
)
def test_strictly_spelling_says_nothing_of_short_words_function_words_and_numbers(
    left: str, right: str, expected: float
) -> None:
    ((found,),) = similarities(plain_words([left]), plain_words([right]), strict=True)
    assert found == pytest.approx(expected, abs=0.05)
    assert between(plain_words([left]), plain_words([right]), strict=True)([0], [0]) == [[found]]


@pytest.mark.parametrize(
    ("between", "expected", "why"),
    [
        ([[1.0]], 1.0, "the same word"),
        ([[1.0, 0.0], [0.0, 1.0]], 1.0, "in any order"),
        ([[1.0, 0.0]], 2 / 3, "one of two words: precision 1, recall 1/2"),
        ([[0.5, 0.8], [0.0, 0.0]], 2 * 0.4 * 0.65 / 1.05, "precision (.8 + 0)/2, recall (.5 + .8)/2"),
        ([[0.0]], 0.0, "nothing"),
    ],
)
def test_phrases(between: list[list[float]], expected: float, why: str) -> None:
    assert phrase_similarity(np.array(between)) == pytest.approx(expected), why


def test_similarities_of_texts() -> None:
    table = similarities(comparable_words([word("car"), word("x")]), comparable_words([word("automobile")]))
    assert table.shape == (2, 1)
    assert table[0, 0] == 1


def test_words_are_compared_when_they_are_asked_for() -> None:
    hyp, ref = comparable_words([word("car"), word("x")]), comparable_words([word("x"), word("automobile")])
    assert between(hyp, ref)([1, 0], [1]).tolist() == [[0.0], [1.0]]
    assert looked_up(similarities(hyp, ref))([1, 0], [1]).tolist() == [[0.0], [1.0]]


def identity(size: int) -> Between:
    return looked_up(np.eye(size))


def test_fillers_are_matched_within_matched_frames_and_equal_roles() -> None:
    hyp = [frame("1 agent=0 patient=2"), frame("4 agent=3")]
    ref = [frame("4 patient=3"), frame("1 agent=0 other=2")]
    matching = match_frames(hyp, ref, identity(5))
    assert matching.frames == {(0, 1): 1.0, (1, 0): 1.0}
    assert matching.fillers == {((0, 0), (1, 0)): 1.0}
    links = matching.links()
    assert links.frames == {(0, 1): LinkKind.CORRECT, (1, 0): LinkKind.CORRECT}


@pytest.mark.parametrize(("filler", "partner"), [("0 agent=2", 1), ("0 agent=3", 0)])
def test_fillers_decide_between_equal_predicates_if_asked(filler: str, partner: int) -> None:
    words = looked_up(np.ones((4, 4)))
    known = [frame("0 agent=3"), frame("1 agent=2")]

    def alike(own: Frame, other: Frame) -> float:
        return float(own.fillers == other.fillers)

    assert match_frames([frame(filler)], known, words, alike).frames.keys() == {(0, partner)}
    assert match_frames(known, [frame(filler)], words, alike).frames.keys() == {(partner, 0)}
    assert match_frames([frame(filler)], known, words).frames.keys() == {(0, 0)}


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (SIMILAR - 1e-9, None),
        (0.5, LinkKind.PARTIAL),
        (CORRECT - 1e-9, LinkKind.PARTIAL),
        (0.8, LinkKind.CORRECT),
        (1.0, LinkKind.CORRECT),
    ],
)
def test_from_where_on_frames_are_aligned_and_links_correct(value: float, kind: LinkKind | None) -> None:
    matching = match_frames([frame("0")], [frame("0")], looked_up(np.array([[value]])))
    assert matching.links().frames == ({} if kind is None else {(0, 0): kind})


def test_no_frames() -> None:
    assert match_frames([], [frame("0")], looked_up(np.zeros((0, 1)))).frames == {}


@given(
    hyp=some_frames(),
    ref=some_frames(),
    table=arrays.arrays(np.float64, (SIZE, SIZE), elements=st.floats(0, 1, width=16)),
)
def test_the_sum_is_the_largest_that_can_be_had(
    hyp: tuple[Frame, ...], ref: tuple[Frame, ...], table: np.ndarray
) -> None:
    matching = match_frames(hyp, ref, looked_up(table))
    assert (
        len({first for first, _ in matching.frames})
        == len(matching.frames)
        == len({second for _, second in matching.frames})
    )
    value = [[table[a.predicate[0], b.predicate[0]] for b in ref] for a in hyp]
    small, large = sorted((range(len(hyp)), range(len(ref))), key=len)
    best = 0.0
    for chosen in itertools.permutations(large, len(small)):
        pairs = zip(small, chosen, strict=True)
        ordered = [(a, b) if len(hyp) <= len(ref) else (b, a) for a, b in pairs]
        best = max(best, sum(value[a][b] for a, b in ordered if value[a][b] >= SIMILAR))
    assert sum(matching.frames.values()) == pytest.approx(best)
    for ((first, a), (second, b)), similarity in matching.fillers.items():
        assert (first, second) in matching.frames
        assert hyp[first].fillers[a].role == ref[second].fillers[b].role
        assert SIMILAR <= similarity <= 1 + 1e-12
