"""Constituency trees, their n-best lists, head rules, and the phrases by which selections grow."""

from __future__ import annotations

from copy import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import constituency_trees
from meantree.analysis.brackets import read_sentence, read_tree
from meantree.analysis.constituents import (
    TOP,
    ConstituencyTree,
    Later,
    NBestConstituents,
    head_child,
    joined,
    read_head_rules,
)
from meantree.analysis.sentences import Analysis, Sentence, phrases
from meantree.analysis.tree import ROOT, DependencyTree, Token

# (S (NP (DT) (NN)) (VP (VBZ)))
TREE = ConstituencyTree(("S", "NP", "DT", "NN", "VP", "VBZ"), (TOP, 0, 1, 1, 0, 4))
FLAT = ConstituencyTree(("S", "DT", "NN", "VBZ"), (TOP, 0, 0, 0))


def test_children_leaves_and_spans() -> None:
    assert TREE.children() == [[1, 4], [2, 3], [], [], [5], []]
    assert TREE.leaves() == [2, 3, 5]
    assert TREE.spans() == [(0, 3), (0, 2), (0, 1), (1, 2), (2, 3), (2, 3)]


@given(st.integers(1, 9).flatmap(constituency_trees))
def test_spans_of_children_tile_their_parents(tree: ConstituencyTree) -> None:
    spans = tree.spans()
    for node, below in enumerate(tree.children()):
        assert sum(spans[child][1] - spans[child][0] for child in below) == (
            spans[node][1] - spans[node][0] if below else 0
        )
    assert [spans[leaf] for leaf in tree.leaves()] == [(at, at + 1) for at in range(len(tree.leaves()))]


def test_joined_trees_stay_apart() -> None:
    both = joined([FLAT, TREE])
    assert [node for node, parent in enumerate(both.parents) if parent == TOP] == [0, 4]
    assert both.spans()[4] == (3, 6)


@given(st.integers(1, 7).flatmap(lambda size: st.lists(constituency_trees(size), min_size=1, max_size=5)))
def test_lists_restore_their_trees(trees: list[ConstituencyTree]) -> None:
    nbest = NBestConstituents.of(trees, [1 / rank for rank in range(1, len(trees) + 1)])
    assert {nbest.tree(rank) for rank in range(len(nbest))} == set(trees)
    assert nbest.probabilities.sum() == pytest.approx(1)
    assert sorted(nbest.probabilities, reverse=True) == nbest.probabilities.tolist()


def test_later_probabilities_are_computed_once_and_sent_as_they_are() -> None:
    asked: list[str] = []

    def compute() -> dict[tuple[int, int, str], float]:
        asked.append("")
        return {(0, 2, "NP"): 0.5}

    spans = Later(compute)
    assert not asked
    assert (dict(spans), len(spans), str(copy(spans))) == ({(0, 2, "NP"): 0.5}, 1, "{(0, 2, 'NP'): 0.5}")
    assert asked == [""]


def test_the_first_of_a_list() -> None:
    trees = [ConstituencyTree(("S", "A"), (TOP, 0)), ConstituencyTree(("S", "NP", "A"), (TOP, 0, 1))]
    nbest = NBestConstituents.of(trees, [1, 3])
    first = nbest.first(1)
    assert (len(first), first.tree(0), first.probabilities.tolist()) == (1, trees[1], [1])
    both = nbest.first(5)
    assert ([both.tree(rank) for rank in range(2)], both.probabilities.tolist()) == ([trees[1], trees[0]], [0.75, 0.25])


def arcs(brackets: str) -> set[str]:
    """``dependent label head`` of every arc."""
    tree, words = read_tree(brackets)
    found = NBestConstituents.of([tree], [1]).head_dependencies.tree(0)
    return {f"{words[child]} {label} {words[head]}" for child, head, label in found.arcs()}


@pytest.mark.parametrize(
    ("brackets", "expected", "why"),
    [
        (
            "(S (NP (DT The) (NN cat)) (VP (VBZ sleeps)))",
            {"The NP/DT cat", "cat S/NP sleeps"},
            "S/NP: a subject, as the paper says",
        ),
        (
            "(S (NP (PRP She)) (VP (VBZ is) (PP (IN in) (NP (DT the) (NN house)))))",
            {"She S/NP is", "in PP/IN house", "the NP/DT house", "house VP/PP is"},
            "change 1: prepositional phrases take a nominal head",
        ),
        (
            "(S (NP (PRP He)) (VP (VBZ says) (SBAR (IN that) (S (NP (PRP it)) (VP (VBZ rains))))))",
            {"He S/NP says", "that SBAR/IN rains", "it S/NP rains", "rains VP/SBAR says"},
            "change 2: complementizer phrases take a verbal head",
        ),
        (
            "(S (NP (PRP It)) (VP (MD will) (VP (VB have) (VP (VBN rained)))))",
            {"It S/NP rained", "will VP/MD rained", "have VP/VB rained"},
            "change 3: auxiliaries modify main verbs",
        ),
        (
            "(NP (NP (DT the) (NN end)) (PP (IN of) (NP (NN war))))",
            {"the NP/DT end", "of PP/IN war", "war NP/PP end"},
            "the first noun phrase heads one with a complement",
        ),
        (
            "(NP (NNP New) (NNP York) (NNS streets))",
            {"New NP/NNP streets", "York NP/NNP streets"},
            "the last noun heads a flat noun phrase",
        ),
        ("(FOO (, ,) (BAR (XX a)) (. .))", {", FOO/, a", ". FOO/. a"}, "no rule: punctuation is never preferred"),
        ("(ROOT (S (VP (VB Go))) (NP (NN home)))", {"home TOP/NP Go"}, "of several outermost ones the first governs"),
        ("(NN rain)", set(), "one word has no arc"),
    ],
)
def test_dependencies(brackets: str, expected: set[str], why: str) -> None:
    assert arcs(brackets) == expected, why


@pytest.mark.parametrize(
    ("rules", "children", "expected", "why"),
    [
        ("X left B C", "C B B", 1, "left: labels in order, the leftmost"),
        ("X right B C", "B C B", 2, "right: labels in order, the rightmost"),
        ("X left-any B C", "A C B", 1, "left-any: whichever comes first"),
        ("X right-any B C", "C B A", 1, "right-any: whichever comes last"),
        ("X left Q\nX right C", "C A C", 2, "the second rule where the first finds nothing"),
    ],
)
def test_rules(rules: str, children: str, expected: int, why: str) -> None:
    found = (rule.find(children.split()) for rule in read_head_rules(rules)["X"])
    assert next(place for place in found if place is not None) == expected, why


@pytest.mark.parametrize("line", ["NP", "NP left", "NP up NN"])
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_head_rules(f"# heads\n{line}\n")


def test_an_only_child_is_the_head() -> None:
    assert head_child("NP", (".",)) == 0


@given(st.integers(1, 9).flatmap(constituency_trees))
def test_head_dependencies_are_a_tree(tree: ConstituencyTree) -> None:
    found = NBestConstituents.of([tree], [1]).head_dependencies.tree(0)
    assert len(found.heads) == len(tree.leaves())
    assert found.heads.count(ROOT) == 1
    for token in range(len(found.heads)):
        seen = set()
        while token != ROOT:
            assert token not in seen
            seen.add(token)
            token = found.heads[token]


def test_trees_with_the_same_dependencies_share_their_probability() -> None:
    one, two = "(S (NP (NN a)) (VP (VB b)))", "(S (NP (NX (NN a))) (VP (VB b)))"
    sentence = read_sentence([one, two, "(S (NP (NP (NN a)) (VB b)))"], [0.5, 0.3, 0.2])
    assert sentence.constituents is not None
    assert sentence.head_dependencies is not None
    assert len(sentence.constituents) == 3
    assert sentence.head_dependencies.probabilities.tolist() == pytest.approx([0.8, 0.2])


WORDS = ["He", "lives", "in", "the", "house", ",", "which", "burned", "."]
HEADS = (1, -1, 4, 4, 1, 7, 7, 4, 1)
LABELS = ("nsubj", "root", "case", "det", "obl", "punct", "nsubj", "acl:relcl", "punct")


def _text(words: list[str], heads: tuple[int, ...], labels: tuple[str, ...]) -> Analysis:
    tokens = tuple(Token(word) for word in words)
    return Analysis(" ".join(words), (Sentence(tokens, DependencyTree(heads, labels)),))


def test_phrases_come_with_and_without_prepositions_and_clauses() -> None:
    found = {" ".join(WORDS[start:end]) for start, end in phrases(_text(WORDS, HEADS, LABELS))}
    house = {f"{start}the house{end}" for start in ("", "in ") for end in ("", " , which burned")}
    clause = {"which burned", ", which burned"}
    assert found == house | clause | {"He lives in the house , which burned", " ".join(WORDS)}


def test_a_text_without_words_has_no_phrases() -> None:
    assert phrases(Analysis("")) == ()
