"""Errors that annotators marked, on the words of a comparison and in its pictures."""

from __future__ import annotations

import pytest

from helpers.trees import bracketed
from meantree.comparison.compare import ComparisonOptions, compare
from meantree.comparison.marked_errors import errors_by_word, with_errors
from meantree.comparison.two_systems import SystemComparison
from meantree.corpus.corpus import ErrorSpan
from meantree.metrics.metric import CompareOn
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.picture.comparison_pictures import tree_drawings
from meantree.picture.display_list import Box
from meantree.picture.style import LIGHT, approximate_width
from meantree.picture.two_systems_picture import SECOND, rows_picture

DOG = "(S (NP (DT the) (NN dog)) (VP (VBZ sleeps)))"
CAT = "(S (NP (DT the) (NN cat)) (VP (VBZ sleeps)))"
PAIR = Pair(bracketed(DOG), (bracketed(CAT),), ("A",))
ERRORS = (
    ErrorSpan("x", "hypothesis", 2, 7, "Style/Awkward", "minor", "ana"),
    ErrorSpan("x", "hypothesis", 4, 7, "Accuracy/Mistranslation", "Major", "ben"),
    ErrorSpan("x", "hypothesis", 7, 7, "Accuracy/Omission", "major", "ben"),
    ErrorSpan("x", "source", 0, 3, "Source error", "major", "ben"),
)


def test_each_word_has_the_errors_that_it_is_part_of() -> None:
    assert errors_by_word(PAIR.hypothesis, ERRORS) == {0: ERRORS[:1], 1: ERRORS[:2]}


@pytest.mark.parametrize("structure", ["words", "constituents", "dependencies"])
def test_erroneous_words_stand_on_coloured_ground(structure: CompareOn) -> None:
    chosen = metric("bleu")
    plain = compare(PAIR, chosen, ComparisonOptions(structure=structure))
    comparison = with_errors(plain, chosen, ERRORS)
    drawn = [part for drawing in tree_drawings(comparison, approximate_width) for part in _boxes(drawing)]
    assert [box.fill for box in drawn if box.fill in LIGHT.errors.values()] == [
        LIGHT.errors["minor"],
        LIGHT.errors["major"],
    ]
    assert comparison.rule.endswith("errors that annotators or tools marked; 1 of their 2 words are marked")
    assert with_errors(plain, chosen, ()) is plain


def test_erroneous_words_of_two_systems_stand_on_coloured_ground() -> None:
    plain = compare(PAIR, metric("bleu"))
    marked = with_errors(plain, metric("bleu"), ERRORS)
    rows = rows_picture(SystemComparison(("x", "y"), (plain, marked), (None, None)), 600, approximate_width)
    assert [(word.row, word.error) for word in rows.words if word.error] == [(SECOND, "minor"), (SECOND, "major")]
    assert [box.fill for box in _boxes(rows)] == [LIGHT.errors["minor"], LIGHT.errors["major"]]


def _boxes(drawing: object) -> list[Box]:
    groups = drawing.groups(LIGHT)  # type: ignore[attr-defined]
    return [part for group in groups for part in group.parts if isinstance(part, Box)]
