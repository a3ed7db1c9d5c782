"""Head rules: who governs whom, and how the arcs are labelled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.trees import constituency_trees
from meantree.analysis.brackets import read_sentence, read_tree
from meantree.analysis.constituents import ConstituencyTree
from meantree.analysis.heads import head_child, head_dependencies, read_head_rules
from meantree.analysis.tree import ROOT


def arcs(brackets: str) -> set[str]:
    """``dependent label head`` of every arc."""
    tree, words = read_tree(brackets)
    found = head_dependencies(tree)
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
def test_every_tree_gives_a_tree(tree: ConstituencyTree) -> None:
    found = head_dependencies(tree)
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
