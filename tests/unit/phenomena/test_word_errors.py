"""The network of errors: what callers are promised of it, and what it reads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.encoder.words import MARKS, PieceReader
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.phenomena.word_errors import (
    FLAGS,
    MOST_OF_WORD,
    MOST_PIECES,
    network_inputs,
    windows,
    word_errors,
    word_flags,
)

REFERENCE = "A second school has been opened in the capital by the ministry."


def read(*texts: str) -> list[Analysis]:
    return list(load_analyser().analyse(texts, Layers(1)))


@pytest.mark.pipeline
def test_that_each_word_of_both_texts_has_a_probability() -> None:
    text, reference = read("The ministry has opened a second school in the banana.", REFERENCE)
    (errors,) = word_errors([(text, reference)])
    assert errors is not None
    assert (len(errors.translation), len(errors.reference)) == (len(text.tokens), len(reference.tokens))
    assert all(0 <= value <= 1 for value in (*errors.translation, *errors.reference))
    assert text.tokens[errors.translation.index(max(errors.translation))].text == "banana"
    by_word = {token.text: value for token, value in zip(reference.tokens, errors.reference, strict=True)}
    assert by_word["capital"] > max(by_word["opened"], by_word["school"], by_word["ministry"])


@pytest.mark.pipeline
def test_that_a_pair_has_the_same_probabilities_in_any_company() -> None:
    short, long, reference = read("Schools.", "The ministry has opened a second school there.", REFERENCE)
    together = word_errors([(short, reference), (long, reference), (reference, short)])
    assert together == [*word_errors([(short, reference)]), *word_errors([(long, reference), (reference, short)])]


@pytest.mark.pipeline
def test_that_nothing_is_said_of_an_empty_text_or_one_of_another_pipeline() -> None:
    empty, text = read("", "A school.")
    other = replace(text, encoded=False)
    assert word_errors([(empty, text), (text, empty), (empty, empty), (other, text), (text, other)]) == [None] * 5
    assert word_errors([]) == []


@pytest.mark.pipeline
def test_that_an_error_far_into_a_long_text_is_the_most_probable() -> None:
    sentences = [f"In {1900 + year} the town built a school, and {year} children came." for year in range(70)]
    text, reference = read(" ".join(sentences).replace("In 1955 the town", "In 1955 the banana"), " ".join(sentences))
    (errors,) = word_errors([(text, reference)])
    assert errors is not None
    assert (len(errors.translation), len(errors.reference)) == (len(text.tokens), len(reference.tokens))
    assert text.tokens[errors.translation.index(max(errors.translation))].text == "banana"


@pytest.mark.parametrize(
    "sizes",
    [
        ([1] * 200, [1] * (MOST_PIECES - 200)),
        ([1] * 300, [1] * 300),
        ([3] * 1000, [2] * 700),
        ([MOST_OF_WORD] * 90, [1, MOST_OF_WORD] * 20),
        ([1] * 2000, [1]),
        ([1] * 700, []),
    ],
)
def test_that_windows_hold_every_word_with_its_neighbours(sizes: tuple[list[int], list[int]]) -> None:
    found = list(windows(sizes))
    assert (len(found) == 1) is (sum(map(sum, sizes)) <= MOST_PIECES)
    for parts in found:
        assert sum(sum(own[start:end]) for own, (start, end) in zip(sizes, parts, strict=True)) <= MOST_PIECES
    for own, parts in zip(sizes, zip(*found, strict=True), strict=True):
        assert {place for start, end in parts for place in range(start, end)} == set(range(len(own)))
        assert {place for start, end in parts for place in range(start, end - 1)} >= set(range(len(own) - 1))


def test_that_the_network_reads_marks_sides_and_the_ends_of_words() -> None:
    reader = PieceReader([*MARKS, "the", "bridge", "##s"])
    texts = ["the", "bridges"], ["bridge"]
    flags = [np.ones((len(words), FLAGS), np.uint8) for words in texts]
    inputs = network_inputs(texts, flags, reader)
    assert inputs["codes"].tolist() == [[0, 3, 4, 5, 1, 4, 1]]
    assert inputs["sides"].tolist() == [[0, 0, 0, 0, 0, 1, 1]]
    assert (inputs["first"].tolist(), inputs["last"].tolist()) == ([[1, 2, 5]], [[1, 3, 5]])
    assert inputs["word_sides"].tolist() == [[0, 0, 1]]
    assert inputs["flags"].shape == (1, 7, FLAGS)
    assert inputs["flags"][0].any(axis=1).tolist() == [False, True, True, True, False, True, False]
    assert network_inputs([["!" * 600], []], [flags[1], flags[0][:0]], reader)["codes"].shape == (1, MOST_OF_WORD + 3)


NAMES = (
    *("form", "stem", "synonym", "antonym", "broader", "narrower"),
    *("digit", "mark", "capital", "before", "after", "repeated"),
)


@pytest.mark.parametrize(
    ("words", "others", "place", "expected"),
    [
        ("He came", "He came", 1, "form stem synonym before after"),
        ("He comes", "He came", 1, "stem synonym"),
        ("a huge house", "an enormous house", 1, "synonym"),
        ("a hot day", "a cold day", 1, "antonym"),
        ("an animal barked", "a poodle barked", 1, "narrower"),
        ("a poodle barked", "an animal barked", 1, "broader"),
        ("on 3 May", "on 4 May", 1, "digit"),
        ("He went .", "He went !", 2, "mark"),
        ("in Paris today", "in London today", 1, "capital"),
        ("the the end", "the end", 0, "form stem synonym before"),
        ("the the end", "the end", 1, "form stem synonym after repeated"),
    ],
)
def test_that_facts_say_what_the_other_text_has(words: str, others: str, place: int, expected: str) -> None:
    row = word_flags(words.split(), others.split())[place]
    assert {name for name, value in zip(NAMES, row, strict=True) if value} == set(expected.split())
    assert word_flags([], others.split()).shape == (0, FLAGS)
