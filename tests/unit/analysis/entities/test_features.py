"""What the recogniser sees of words, and what WordNet says of names."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.entities.clusters import read_clusters
from meantree.analysis.entities.features import FeatureReader, letters, normal, shape
from meantree.analysis.entities.gazetteer import name_class, name_marks, noun_class
from meantree.analysis.tree import ROOT, DependencyTree, Token

CLUSTERS = {"london": (1, 7), "paris": (1, 7), "said": (0, 2)}
Words = list[tuple[str, str]]

words = st.tuples(
    st.sampled_from(["London", "said", "Inc.", "07", "paris", "é", "…"]), st.sampled_from(["NNP", "VBD", ""])
)


def analysed(sentence: Words) -> tuple[list[Token], DependencyTree]:
    """Each word depends on the one before it."""
    tokens = [Token(text, xpos=tag) for text, tag in sentence]
    return tokens, DependencyTree(tuple(range(ROOT, len(tokens) - 1)), ("dep",) * len(tokens))


@given(st.lists(st.lists(words, min_size=1, max_size=5), min_size=1, max_size=4))
def test_what_else_is_in_the_batch_changes_nothing(sentences: list[Words]) -> None:
    together = FeatureReader([analysed(one) for one in sentences], CLUSTERS).features()
    alone = [FeatureReader([analysed(one)], CLUSTERS).features() for one in sentences]
    assert np.array_equal(together, np.concatenate(alone))


@pytest.mark.parametrize(
    ("word", "form"), [("McDonald", "XxXxx"), ("USA", "XX"), ("1999-07", "00-00"), ("o'clock", "x'xx")]
)
def test_shapes(word: str, form: str) -> None:
    assert shape(word) == form


def test_normal_forms() -> None:
    assert normal("Boeing747") == "boeing000"


@pytest.mark.parametrize(
    ("sentence", "style"),
    [
        ("we met", "small"),
        ("WE MET 3", "capitals"),
        ("We Met Old Friends", "title"),
        ("We met", "usual"),
        ("1 2", "small"),
    ],
)
def test_how_a_sentence_is_written(sentence: str, style: str) -> None:
    assert letters(sentence.split()) == style


def test_names_in_wordnet() -> None:
    assert "location*" in name_class("london").split()
    assert "person*" in name_class("einstein").split()
    assert name_class("house") == ""
    assert [mark[:2] for mark in name_marks(["of", "New", "York", "."])] == ["", "B2", "I2", ""]


@pytest.mark.parametrize(
    ("word", "found"),
    [("minister", "person"), ("ministers", "person"), ("city", "location"), ("quickly", "-"), ("xyzzy", "")],
)
def test_nouns_in_wordnet(word: str, found: str) -> None:
    assert noun_class(word) == found


def test_clusters_are_read(tmp_path: Path) -> None:
    stored = np.frombuffer("a\né".encode(), dtype=np.uint8)
    np.savez(tmp_path / "x.npz", words=stored, clusters=np.array([[1, 2], [3, 4]]))
    assert read_clusters(tmp_path / "x.npz") == {"a": (1, 2), "é": (3, 4)}
