"""What is drawn of metrics that have features in place of units: words and arcs by the alignment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from helpers.aligned import aligned, tagged
from helpers.predicted import term
from meantree.alignment.word_alignment import WordAlignment
from meantree.analysis.tree import DependencyTree
from meantree.comparison.alignment_marks import alignment_marks
from meantree.comparison.legend import predicted_rule
from meantree.comparison.marks import Mark
from meantree.metrics.base import CompareOn
from meantree.metrics.evidence import Status, Term

HYP = tagged("the/DET:2:det minister/NOUN:3:nsubj denied/VERB:0:root so/ADV:3:advmod it/PRON:3:obj")
REF = tagged("the/DET:2:det minister/NOUN:3:obj denied/VERB:0:root it/PRON:3:obj not/PART:3:advmod")
M, P, X, D = Status.MATCHED, Status.PARTIAL, Status.EXTRA, Status.MISSED


def statuses(marks: Mapping[int, Mark]) -> list[Status]:
    return [marks[token].status for token in sorted(marks)]


def one_way(alignment: WordAlignment, word: int) -> WordAlignment:
    """Without the link of a word of the reference."""
    kept = tuple(None if place == word else link for place, link in enumerate(alignment.of_reference))
    return replace(alignment, of_reference=kept)


def test_words_are_marked_by_their_partners() -> None:
    mine, theirs = alignment_marks(aligned(HYP, REF), (HYP, REF), (), 0)
    assert statuses(mine.tokens) == [M, M, M, X, M]
    assert statuses(theirs.tokens) == [M, M, M, M, D]


def test_a_word_that_one_direction_links_is_partial() -> None:
    mine, theirs = alignment_marks(one_way(aligned(HYP, REF), 3), (HYP, REF), (), 0)
    assert statuses(mine.tokens) == [M, M, M, X, P]
    assert statuses(theirs.tokens) == [M, M, M, P, D]


@pytest.mark.parametrize("relation", ["antonym", "context"])
def test_words_that_do_not_mean_the_same_are_partial(relation: str) -> None:
    mine, theirs = alignment_marks(aligned(HYP, REF, f"4-5={relation}"), (HYP, REF), (), 0)
    assert statuses(mine.tokens) == [M, M, M, P, M]
    assert statuses(theirs.tokens) == [M, M, M, M, P]


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
        ("dependencies", True, "words and arcs by the word alignment · features show where they are chosen"),
        ("words", True, "words by the word alignment · features show where they are chosen"),
        ("frames", True, "nothing drawn here is counted: the features measure whole texts"),
        ("words", False, "nothing drawn here is counted: the features measure whole texts"),
    ],
)
def test_the_legend_says_what_decides(structure: CompareOn, aligned_by: bool, expected: str) -> None:
    assert predicted_rule(structure, aligned=aligned_by) == expected
