"""The constituency parser that ships, on real sentences, and its chart beside enumeration."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from meantree.analysis.analyser import load_analyser
from meantree.analysis.brackets import write_tree
from meantree.analysis.chart import NO_LABEL, NBest, Scores, SpanModel
from meantree.analysis.constituency_parsers import load_bundled_parser
from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents, Preorder
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Sentence
from meantree.analysis.tree import ROOT, Token


def parsed(text: str, nbest: int = 1) -> Sentence:
    """The first sentence of a text."""
    return next(load_analyser().analyse([text], Layers(1, nbest))).sentences[0]


LABELS = 3
CHAINS = (), (1,), (2,)
NAMES = ("X", "NP", "VP", "ROOT", "S")
Node = tuple[int, int, int]
"""Start, end (exclusive) and label."""


def trees_of(scores: Scores, count: int) -> list[tuple[float, tuple[Node, ...]]]:
    """Up to ``count`` trees with their scores, each with its labelled nodes in preorder."""
    listed = NBest(scores, CHAINS, [0] * len(scores)).trees(count)
    return [
        (score, tuple((start, end, NAMES.index(label)) for start, end, label in tree_of(preorder).constituents()))
        for score, preorder in listed
    ]


def tree_of(preorder: Preorder) -> ConstituencyTree:
    return NBestConstituents.of_preorders([preorder], [1.0], NAMES).tree(0)


def test_chains_and_nested_constituents_form_a_tree() -> None:
    scores = np.full((3, 3, 4), -9.0, np.float32)
    for node in ((0, 2, 1), (0, 0, 2), (1, 2, 3), (1, 1, 0), (2, 2, 0)):
        scores[node] = 1
    ((_, preorder),) = NBest(scores, [(), (3, 4), (1,), (2,)], [0, 0, 0]).trees(1)
    found = write_tree(tree_of(preorder), ["It", "is", "not"])
    assert found == "(ROOT (ROOT (S (NP (X It)) (VP (X is) (X not)))))"


def test_tokens_outside_of_all_constituents_are_outermost() -> None:
    scores = np.full((3, 3, LABELS), -9.0, np.float32)
    scores[..., 0], scores[1, 1, 1] = 1, 5
    ((_, preorder),) = NBest(scores, CHAINS, [0] * 3).trees(1)
    assert tree_of(preorder).parents == (TOP, TOP, 1, TOP)


@pytest.mark.pipeline
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The cat sleeps.", "(ROOT (S (NP (DT The) (NN cat)) (VP (VBZ sleeps)) (. .)))"),
        (
            "The minister sold the house in London.",
            "(ROOT (S (NP (DT The) (NN minister)) (VP (VBD sold) (NP (NP (DT the) (NN house)) "
            "(PP (IN in) (NP (NNP London))))) (. .)))",
        ),
    ],
)
def test_sentences(text: str, expected: str) -> None:
    sentence = parsed(text, nbest=5)
    assert sentence.constituents is not None
    words = [token.text for token in sentence.tokens]
    assert expected in [write_tree(sentence.constituents.tree(rank), words) for rank in range(5)]


@pytest.mark.pipeline
def test_lists_have_probabilities_and_dependencies() -> None:
    sentence = parsed("She saw the man with the telescope near the old house.", nbest=50)
    assert sentence.constituents is not None
    assert sentence.head_dependencies is not None
    assert len(sentence.constituents) == 50
    assert math.isclose(sentence.constituents.probabilities.sum(), 1)
    heads = {sentence.head_dependencies.tree(rank).heads for rank in range(len(sentence.head_dependencies))}
    assert len(heads) > 5
    assert all(one.count(ROOT) == 1 for one in heads)


@pytest.mark.pipeline
def test_probabilities_of_constituents_are_those_over_all_trees() -> None:
    text = "She saw the man with the telescope."
    many, one = parsed(text, 50).constituents, parsed(text).constituents
    assert many is not None
    assert one is not None
    assert {(1, 7, "VP"), (2, 7, "NP"), (4, 7, "PP")} <= many.spans.keys()
    assert one.spans == {span: many.spans[span] for span in one.spans}, "whatever the length of the list"
    assert many.first(3).spans == many.spans
    assert 0.02 < many.spans[2, 7, "NP"] < 0.98
    listed = [rank for rank in range(50) if (2, 7, "NP") in labelled(many.tree(rank))]
    assert many.spans[2, 7, "NP"] == pytest.approx(many.probabilities[listed].sum(), abs=0.05)


def labelled(tree: ConstituencyTree) -> set[tuple[int, int, str]]:
    """The labelled spans of a tree."""
    return {(*span, label) for span, label in zip(tree.spans(), tree.labels, strict=True)}


@pytest.mark.pipeline
def test_words_never_seen_and_very_long_sentences() -> None:
    parser = load_bundled_parser()
    strange = [Token("Žqx§", xpos="NN"), Token("中文", xpos="FW"), Token("\u00a0", xpos="")]
    long = [Token(f"w{place}", xpos="NN") for place in range(300)]
    lists = list(parser.parse([strange, long, [Token("Yes", xpos="UH")]], nbest=3))
    assert [len(nbest.tree(0).leaves()) for nbest in lists] == [3, 300, 1]
    assert all(math.isclose(nbest.probabilities.sum(), 1) for nbest in lists)


def derivations(start: int, end: int, *, nameless: bool) -> Iterator[tuple[Node, ...]]:
    """All binary derivations over the tokens ``start`` to ``end``, both included; right children have a label."""
    below: list[tuple[Node, ...]] = [()]
    if start < end:
        below = [
            left + right
            for cut in range(start, end)
            for left in derivations(start, cut, nameless=True)
            for right in derivations(cut + 1, end, nameless=False)
        ]
    first = 0 if nameless or start == end else 1
    for label, children in itertools.product(range(first, LABELS), below):
        yield ((start, end + 1, label), *children)


def score_of(nodes: tuple[Node, ...], scores: Scores) -> float:
    return float(sum(scores[start, end - 1, label] for start, end, label in nodes))


def charts(size: int) -> st.SearchStrategy[Scores]:
    values = st.floats(-3, 3, width=32)
    return arrays.arrays(np.float32, (size, size, LABELS), elements=values)


@given(st.integers(1, 4).flatmap(charts))
def test_against_enumeration(scores: Scores) -> None:
    everything = list(derivations(0, len(scores) - 1, nameless=True))
    values = sorted((score_of(nodes, scores) for nodes in everything), reverse=True)
    listed = trees_of(scores, 40)
    assert [score for score, _ in listed] == pytest.approx(values[:40], abs=1e-4)
    trees = [nodes for _, nodes in listed]
    assert len(set(trees)) == len(trees)
    named = {tuple(node for node in nodes if node[2] != NO_LABEL) for nodes in everything}
    assert set(trees) <= named
    assert len(named) == len(everything)


EVERY = 100_000


@given(st.integers(1, 4), st.integers(0, 2**32 - 1))
def test_probabilities_are_those_of_all_trees(size: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(size, size, 3)).astype(np.float32)
    trees = trees_of(scores, EVERY)
    weights = np.exp([score for score, _ in trees])
    expected = np.zeros((size, size, 3))
    for weight, (_, nodes) in zip(weights / weights.sum(), trees, strict=True):
        for start, end, label in nodes:
            expected[start, end - 1, label] += weight
    found = SpanModel.of(scores)
    for first, last in zip(*np.triu_indices(size), strict=True):
        for labels in ([1], [2], [1, 2]):
            wanted = expected[first, last, labels].sum()
            chance = found.probability(int(first), int(last) + 1, scores[first, last, labels])
            assert chance == pytest.approx(wanted, abs=1e-5)
    with_words = expected[..., 1:].sum(axis=-1)
    np.fill_diagonal(with_words, 1)
    assert found.constituents() == pytest.approx(with_words, abs=1e-5)


def test_large_scores_overflow_nothing() -> None:
    scores = np.random.default_rng(1).normal(scale=500, size=(30, 30, 4)).astype(np.float32)
    found = SpanModel.of(scores).constituents()
    assert np.isfinite(found).all()
    assert found.min() >= 0
    assert found.max() <= 1 + 1e-9
