"""Words as the encoder reads them, in pieces and with shapes; lemmas as rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.encoder.words import SHAPES, PieceReader, known_lemma, lemma_of, lemma_rule, shape

PIECES = ["[CLS]", "[SEP]", "[UNK]", "un", "##do", "##able", "do", "'", "t", "naive", "本", "##n"]


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("Undoable", ["un", "##do", "##able"]),
        ("don't", ["do", "##n", "'", "t"]),
        ("naïve", ["naive"]),
        ("本本", ["本", "本"]),
        ("undox", ["[UNK]"]),
        ("\u200b", ["[UNK]"]),
    ],
)
def test_a_word_is_split_into_the_longest_pieces(word: str, pieces: list[str]) -> None:
    assert [PIECES[code] for code in PieceReader(PIECES).word(word)] == pieces


@given(st.text())
def test_every_word_has_a_piece(word: str) -> None:
    assert PieceReader(PIECES).word(word)


@pytest.mark.parametrize(
    ("word", "name"),
    [("12", "none"), ("cat", "lower"), ("Cat", "title"), ("A", "letter"), ("USA", "upper"), ("iPod", "mixed")],
)
def test_the_shape_of_a_word(word: str, name: str) -> None:
    assert SHAPES[shape(word)] == name


@given(st.text(min_size=1), st.text())
def test_a_rule_restores_its_lemma(word: str, lemma: str) -> None:
    assert lemma_of(word, lemma_rule(word, lemma)) == lemma


@pytest.mark.parametrize(
    ("word", "lemma", "rule"),
    [("Dogs", "dog", "l1:"), ("NATO", "NATO", "k0:"), ("IRAQI", "Iraqi", "t0:"), ("was", "be", "=be")],
)
def test_lemma_rules(word: str, lemma: str, rule: str) -> None:
    assert lemma_rule(word, lemma) == rule


def test_a_word_that_is_too_short_for_the_rule_stays() -> None:
    assert lemma_of("As", "l2:x") == "as"


@pytest.mark.parametrize(
    ("word", "lemma", "upos", "expected"),
    [
        ("stolen", "stol", "VERB", "steal"),
        ("flew", "flow", "VERB", "fly"),
        ("bitten", "bitt", "VERB", "bite"),
        ("found", "found", "VERB", "found"),
        ("wan", "want", "VERB", "want"),
        ("people", "person", "NOUN", "person"),
        ("Parties", "partie", "NOUN", "party"),
        ("later", "late", "ADV", "late"),
        ("Israeli", "Israeli", "ADJ", "Israeli"),
        ("zorbled", "zorbl", "VERB", "zorbl"),
        ("Berlins", "Berlin", "PROPN", "Berlin"),
    ],
)
def test_base_forms_of_wordnet_replace_unknown_lemmas(word: str, lemma: str, upos: str, expected: str) -> None:
    assert known_lemma(word, lemma, upos) == expected
