"""Dependency trees and their n-best lists; the mean probability of their arcs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.stores import HandMadeStore, UnsureStore
from helpers.trees import EMPTY, analysis, bracketed, parsed, sentence, sentences
from meantree.analysis.analyser import load_analyser
from meantree.analysis.beam import _nbest
from meantree.analysis.brackets import read_sentence
from meantree.analysis.corrections import corrected
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Sentence, certainty
from meantree.analysis.tree import ROOT, DependencyTree, NBestDependencies, Token, subtree_spans, tree_fault


@pytest.mark.parametrize(
    ("heads", "words"),
    [
        ((1, -1, 1), None),
        ((-1, -1), ["2 roots", "1, 2"]),
        ((1, 0), ["1, 2", "cycle"]),
        ((0,), ["cycle"]),
        ((-1, 7), ["token 2 has head 8", "0 to 2"]),
        ((1, 2, 1, -1), ["2, 3", "cycle"]),
    ],
)
def test_tree_fault(heads: tuple[int, ...], words: list[str] | None) -> None:
    fault = tree_fault(heads)
    assert (fault is None) == (words is None)
    assert all(word in (fault or "") for word in words or [])


@pytest.mark.parametrize("heads", [(-1,) * 5_000, (*range(1, 5_000), 0)])
def test_a_fault_of_many_tokens_has_a_short_message(heads: tuple[int, ...]) -> None:
    assert "1, 2, 3, 4, 5, 6, 7, 8, 9, 10" in (tree_fault(heads) or "")
    assert "… (4,980 more)" in (tree_fault(heads) or "")


@given(sentences())
def test_spans_of_subtrees(part: Sentence) -> None:
    below: list[set[int]] = [{token} for token in range(len(part.tokens))]
    for token in range(len(part.tokens)):
        node = part.tree.heads[token]
        while node != ROOT:
            below[node].add(token)
            node = part.tree.heads[node]
    assert subtree_spans(part.tree) == [(min(tokens), max(tokens) + 1) for tokens in below]


def test_spans_of_a_deep_tree_take_linear_time() -> None:
    chain = DependencyTree((ROOT, *range(199_999)), ("x",) * 200_000)
    assert subtree_spans(chain) == [(token, 200_000) for token in range(200_000)]


def test_equal_trees_of_a_list_are_merged() -> None:
    tree = DependencyTree((-1, 0), ("root", "x"))
    other = DependencyTree((1, -1), ("x", "root"))
    nbest = NBestDependencies.of([tree, other, tree], [1, 3, 1])
    assert nbest.probabilities.tolist() == [0.6, 0.4]
    assert [nbest.tree(rank) for rank in range(2)] == [other, tree]


def test_a_parse_may_have_no_weight() -> None:
    trees = [DependencyTree((-1, 0), ("root", "x")), DependencyTree((1, -1), ("x", "root"))]
    assert NBestDependencies.of(trees, [0.0, 2.0]).probabilities.tolist() == [1.0, 0.0]
    with pytest.raises(ValueError, match="n-best list needs"):
        NBestDependencies.of(trees, [2.0, -1.0])


@pytest.mark.parametrize("weights", [[], [1.0, 2.0], [0.0], [-1.0]])
def test_a_list_needs_weights(weights: list[float]) -> None:
    with pytest.raises(ValueError, match="n-best list needs"):
        NBestDependencies.of([DependencyTree((-1,), ("root",))], weights)


@given(sentences(), st.sampled_from([0.0, 0.25, 1.0]), st.integers(1, 4))
def test_expected_arcs_are_those_of_the_best_parses(part: Sentence, gamma: float, nbest: int) -> None:
    assert part.nbest is not None
    best = [(part.nbest.tree(rank), p**gamma) for rank, p in enumerate(part.nbest.probabilities.tolist()[:nbest])]
    total = sum(weight for _, weight in best)
    expected: dict[tuple[int, int, str], float] = {}
    for tree, weight in best:
        for arc in tree.arcs():
            expected[arc] = expected.get(arc, 0) + weight / total
    assert part.nbest.expected_arcs(gamma=gamma, nbest=nbest) == pytest.approx(expected)


def test_tokens_are_counted_over_the_whole_text() -> None:
    text = parsed("a:0:root b:1:x", "c:2:x d:0:root")
    assert text.offsets == (0, 2)
    assert text.tree().heads == (-1, 0, 3, -1)
    assert text.tree().children() == ((1,), (), (), (2,))
    assert text.tree().roots == (0, 3)


def test_parses_by_rank() -> None:
    part = sentence("a:0:root b:1:x", probability=[("0:root 1:x", 0.7), ("2:x 0:root", 0.3)])
    text = analysis(part, part)
    assert text.tree().heads == (-1, 0, -1, 2)
    assert text.tree((1,)).heads == (1, -1, -1, 2)
    assert text.tree((-1, 1)).heads == (-1, 0, 3, -1)


def test_dependencies_of_constituents_are_chosen_by_their_own_ranks() -> None:
    one = read_sentence(["(S (NN a) (VBZ b))", "(NP (NN a) (NN b))"], [0.6, 0.4])
    text = analysis(one, one)
    assert one.head_dependencies is not None
    best, second = (one.head_dependencies.tree(rank).heads for rank in (0, 1))
    assert best != second
    assert text.tree(head_dependencies=True).heads[:2] == best
    assert text.tree((1,), head_dependencies=True).heads == (
        *second,
        *(head + 2 if head != ROOT else ROOT for head in best),
    )
    constituency = text.constituency((-1, 1))
    assert constituency is not None
    assert constituency.labels == ("S", "NN", "VBZ", "NP", "NN", "NN")


def test_constituents_of_a_text_are_those_of_all_its_sentences() -> None:
    trees, bare = bracketed("(NN a)").sentences, parsed("b:0:root").sentences
    assert analysis(*trees).has_constituents
    assert not analysis(*trees, *bare).has_constituents
    assert analysis(*trees, *bare).constituency() is None


def test_a_sentence_needs_a_head_for_each_token() -> None:
    with pytest.raises(ValueError, match="1 tokens"):
        Sentence((Token("a"),), DependencyTree((-1, 0), ("root", "x")))


def test_the_first_of_a_list() -> None:
    trees = [DependencyTree((-1, 0), ("root", "x")), DependencyTree((1, -1), ("y", "root"))]
    nbest = NBestDependencies.of(trees, [3, 1])
    assert nbest.first(1).probabilities.tolist() == [1]
    assert nbest.first(1).tree(0) == trees[0]
    assert nbest.first(9).probabilities.tolist() == [0.75, 0.25]
    assert nbest.first(2).tree(1) == trees[1]


def test_the_most_probable_tree_comes_first_and_equal_ones_are_merged() -> None:
    flat, deep = [(0, 1, "a"), (0, 2, "b")], [(0, 1, "a"), (1, 2, "b")]
    found = _nbest([(0.4, deep), (0.25, flat), (0.35, flat)], 3)
    assert found.probabilities.tolist() == pytest.approx([0.6, 0.4])
    assert found.tree(0).heads == (ROOT, 0, 0)
    assert found.tree(1).heads == (ROOT, 0, 1)
    assert found.tree(0).labels == ("root", "a", "b")


def test_a_lifted_arc_is_restored_to_the_nearest_head_with_the_label() -> None:
    # Token 3 hangs on the root, decorated with the label of token 2, which is below token 1.
    found = _nbest([(1.0, [(0, 1, "obj"), (1, 2, "acl"), (0, 3, "obl||acl")])], 4)
    assert found.tree(0).heads == (ROOT, 0, 1, 2)
    assert found.tree(0).labels == ("root", "obj", "acl", "obl")


def test_a_word_alone_is_a_root() -> None:
    found = _nbest([], 1)
    assert (found.tree(0).heads, found.probabilities.tolist()) == ((ROOT,), [1.0])


ROUNDED = 1e-4
"""Scores of arcs are kept with four decimals."""
ONE, FIVE = (UnsureStore().analyse({text: Layers(3)})[text] for text in ("a", "a b c d e"))


def test_certainty_is_the_mean_probability_of_the_arcs() -> None:
    assert certainty(FIVE) == pytest.approx((1 + 0.6 + 0.9 + 0.6) / 4, abs=ROUNDED)
    assert certainty(analysis(*FIVE.sentences, *ONE.sentences)) == pytest.approx(3.1 / 4, abs=ROUNDED), (
        "the root has no arc"
    )


def test_corrected_arcs_are_certain() -> None:
    assert certainty(corrected(FIVE, {2: (1, "x")})) == pytest.approx((1 + 1 + 0.9 + 0.6) / 4, abs=ROUNDED)
    assert certainty(corrected(analysis(*ONE.sentences, *FIVE.sentences), {3: (2, "x")})) == pytest.approx(
        3.5 / 4, abs=ROUNDED
    )


def test_an_excluded_arc_has_no_probability() -> None:
    other = replace(FIVE.sentences[0], tree=parsed("a:0:root b:1:l1 c:1:l2 d:1:l0 e:1:x").tree())
    assert certainty(analysis(other)) == pytest.approx((1 + 0.6 + 0.9 + 0) / 4, abs=ROUNDED)


def test_certainty_is_undefined_without_arcs_and_without_probabilities() -> None:
    assert certainty(EMPTY) is None
    assert certainty(ONE) is None
    assert certainty(HandMadeStore().analyse({"a b": Layers(3)})["a b"]) is None
    assert certainty(analysis(*FIVE.sentences, *parsed("a:0:root b:1:x").sentences)) is None


@pytest.mark.pipeline
def test_a_garbled_text_is_less_certain() -> None:
    sound, garbled = load_analyser().analyse(
        ["The minister sold the old house in May.", "Minister house the in sold old May the."], Layers(2)
    )
    assert 0.9 < (certainty(sound) or 0) <= 1
    assert 0 < (certainty(garbled) or 1) < 0.9
