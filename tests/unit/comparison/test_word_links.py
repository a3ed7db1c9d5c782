"""Which words are linked with which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from helpers.aligned import aligned, tagged
from helpers.predicted import term
from helpers.trees import flat
from meantree.alignment.relations import all_relations
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.analysis.tree import DependencyTree
from meantree.comparison.compare import feature_rule
from meantree.comparison.marks import Mark
from meantree.comparison.word_links import CONTEXT, WordLink, aligned_links, alignment_marks, word_links
from meantree.metrics.evidence import AnyStatus, Status, Term
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric


@pytest.mark.parametrize(
    ("spec", "hyp", "ref", "expected", "why"),
    [
        ("wer", "a x c", "a b c", [(0, 0), (1, 1, "?"), (2, 2)], "a substitution is a partial link"),
        ("bleu", "b a c", "a c b", [(0, 2), (1, 0), (2, 1)], "words of the longest n-gram belong together"),
        ("bleu", "a b a", "a x a b", [(0, 2), (1, 3), (2, 0)], "the longer n-gram decides, the rest stay free"),
        ("meteor", "cars run", "run automobile", [(0, 1), (1, 0)], "synonyms"),
        ("ter", "c d a b", "a b c d", [(0, 2), (1, 3), (2, 0), (3, 1)], "shifted words keep their places"),
        ("per", "a a", "a", [(0, 0)], "a word is linked once"),
        ("nist", "x", "y", [], "nothing"),
    ],
)
def test_links(spec: str, hyp: str, ref: str, expected: list[tuple[int, ...]], why: str) -> None:
    units = metric(spec).evidence(Pair(flat(hyp), [flat(ref)])).units
    found = [
        (link.hypothesis, link.reference, *("?" if link.status is Status.PARTIAL else ""))
        for link in word_links(units, 0)
    ]
    assert found == expected, why


def test_links_are_those_of_the_reference_asked_for() -> None:
    texts = [flat("a b"), flat("b a")]
    units = metric("bleu").evidence(Pair(flat("b a"), texts)).units
    assert [(link.hypothesis, link.reference) for link in word_links(units, 0)] == [(0, 1), (1, 0)]
    assert [(link.hypothesis, link.reference) for link in word_links(units, 1)] == [(0, 0), (1, 1)]
    assert word_links(units, 2) == ()


UP = Reason("hypernym", 0.81, "a kind of tree")


@pytest.mark.parametrize(
    ("reason", "is_mutual", "status", "relation", "description"),
    [
        (UP, True, Status.MATCHED, "hypernym", "oak → tree: hypernym, a kind of tree (0.81)"),
        (UP, False, Status.PARTIAL, "hypernym", "oak → tree: hypernym, a kind of tree (0.81)"),
        (Reason("hand", 1.0), True, Status.MATCHED, "by hand", "oak → tree: linked by hand"),
        (
            Reason(CONTEXT, 0.2, "both before wind"),
            True,
            Status.PARTIAL,
            CONTEXT,
            "oak → tree: context, both before wind (0.20)",
        ),
        (Reason("antonym", 0.5), True, Status.MATCHED, "antonym", "oak → tree: antonym (0.50)"),
    ],
)
def test_links_of_an_alignment_say_why_they_are_there(
    reason: Reason, is_mutual: bool, status: Status, relation: str, description: str
) -> None:
    link = Link(0, 0, reason)
    (found,) = aligned_links(WordAlignment((link,), (link if is_mutual else None,)), (["oak"], ["tree"]))
    assert (found.status, found.relation, found.description) == (status, relation, description)
    assert (found.by_hand, found.is_opposite) == (relation == "by hand", relation == "antonym")


def test_links_of_units_have_their_labels() -> None:
    assert (WordLink(0, 0, None, "a").description, WordLink(0, 0, None, "a").relation) == ("a", "")
    assert CONTEXT == all_relations.CONTEXT


HYP = tagged("the/DET:2:det minister/NOUN:3:nsubj denied/VERB:0:root so/ADV:3:advmod it/PRON:3:obj")
REF = tagged("the/DET:2:det minister/NOUN:3:obj denied/VERB:0:root it/PRON:3:obj not/PART:3:advmod")
M, P, X, D = Status.MATCHED, Status.PARTIAL, Status.EXTRA, Status.MISSED


def statuses(marks: Mapping[int, Mark]) -> list[AnyStatus]:
    return [marks[token].status for token in sorted(marks)]


def one_way(alignment: WordAlignment, word: int) -> WordAlignment:
    """Without the link of a word of the reference."""
    kept = tuple(None if place == word else link for place, link in enumerate(alignment.of_reference))
    return replace(alignment, of_reference=kept)


@pytest.mark.parametrize(
    ("alignment", "mine", "theirs"),
    [
        (aligned(HYP, REF), [M, M, M, X, M], [M, M, M, M, D]),
        (one_way(aligned(HYP, REF), 3), [M, M, M, X, P], [M, M, M, P, D]),
        (aligned(HYP, REF, "4-5=antonym"), [M, M, M, P, M], [M, M, M, M, P]),
        (aligned(HYP, REF, "4-5=context"), [M, M, M, P, M], [M, M, M, M, P]),
    ],
    ids=["partners", "linked by one direction", "of another meaning", "by context alone"],
)
def test_words_are_marked_by_their_partners(alignment: WordAlignment, mine: list[Status], theirs: list[Status]) -> None:
    found = alignment_marks(alignment, (HYP, REF), (), 0)
    assert [statuses(side.tokens) for side in found] == [mine, theirs]


def test_arcs_are_marked_by_the_arcs_of_their_partners() -> None:
    mine, theirs = alignment_marks(aligned(HYP, REF), (HYP, REF), (), 0)
    assert {arc: mark.status for arc, mark in mine.arcs.items()} == {(0, 1): M, (1, 2): P, (3, 2): X, (4, 2): M}
    assert {arc: mark.status for arc, mark in theirs.arcs.items()} == {(0, 1): M, (1, 2): P, (3, 2): M, (4, 2): D}


def test_an_arc_whose_partners_are_joined_the_other_way_is_alone() -> None:
    turned = replace(REF, sentences=(replace(REF.sentences[0], tree=DependencyTree((-1, 0, 1, 2, 2), ("x",) * 5)),))
    mine, _ = alignment_marks(aligned(HYP, turned), (HYP, turned), (), 0)
    assert mine.arcs[0, 1].status is X


def test_things_know_the_features_that_looked_at_them_the_strongest_first() -> None:
    terms = (term("a", "g", 0.1, places="2 1-2 / 4"), term("b", "g", -0.5, places="2 / 4-2"))
    mine, theirs = alignment_marks(aligned(HYP, REF), (HYP, REF), terms, 0)

    def names(found: tuple[Term, ...]) -> str:
        return "".join(one.name for one in found)

    assert names(mine.tokens[2].terms) == "ba"
    assert (names(mine.tokens[1].terms), names(mine.arcs[1, 2].terms)) == ("", "a")
    assert (names(theirs.tokens[4].terms), names(theirs.arcs[4, 2].terms)) == ("a", "b")


@pytest.mark.parametrize(
    ("structure", "aligned_by", "expected"),
    [
        ("dependencies", True, "words and arcs compared by the word alignment · features are marked when selected"),
        ("words", True, "words compared by the word alignment · features are marked when selected"),
        ("frames", True, "nothing drawn here is counted: the features measure whole texts"),
        ("words", False, "nothing drawn here is counted: the features measure whole texts"),
    ],
)
def test_the_legend_says_what_decides(structure: CompareOn, aligned_by: bool, expected: str) -> None:
    assert feature_rule(structure, aligned=aligned_by) == expected
