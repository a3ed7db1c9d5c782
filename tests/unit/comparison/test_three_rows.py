"""Two translations over one reference: what is drawn of each is what is drawn of it alone."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from helpers.trees import analyses, parsed
from meantree.analysis.sentences import Analysis
from meantree.comparison.compare import Wishes, compare
from meantree.comparison.three_rows import Fared, two_over_one
from meantree.metrics.evidence import Status
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

REFERENCE = parsed("the:2:det minister:3:nsubj confirmed:0:root it:3:obj")
SAME = parsed("the:2:det minister:3:nsubj confirmed:0:root it:3:obj")
OTHER = parsed("the:2:det minister:3:nsubj denied:0:root it:3:obj")
SYSTEMS = ("north", "south")


def test_a_thing_fared_once_where_both_agree_and_else_for_each() -> None:
    made = two_over_one((Pair(SAME, (REFERENCE,), ("A",)), Pair(OTHER, (REFERENCE,), ("A",))), metric("hwcm"), SYSTEMS)
    tokens = {index: fared.statuses for index, fared in made.tokens.items()}
    assert tokens[0] == tokens[1] == (Status.MATCHED,)
    assert tokens[2] == (Status.MATCHED, Status.MISSED)
    arcs = {arc: fared.statuses for arc, fared in made.arcs.items()}
    assert arcs[0, 1] == (Status.MATCHED,)
    assert arcs[1, 2] == arcs[3, 2] == (Status.MATCHED, Status.MISSED)
    assert made.reference == "A"
    assert made.note == ""


def test_what_only_one_counts_on_is_no_agreement() -> None:
    made = compare(Pair(SAME, (REFERENCE,)), metric("hwcm")).reference_text.marks.tokens[0]
    assert Fared(made, None).statuses == (Status.MATCHED, None)
    assert Fared(None, made).statuses == (None, Status.MATCHED)
    assert Fared(None, None).statuses == (None,)


@settings(max_examples=25, deadline=None)
@given(first=analyses(), second=analyses(), reference=analyses())
@pytest.mark.parametrize("spec", ["hwcm", "bleu", "ter", "edpm:nbest=1"])
def test_each_is_compared_as_if_it_were_alone(
    spec: str, first: Analysis, second: Analysis, reference: Analysis
) -> None:
    chosen = metric(spec)
    pairs = Pair(first, (reference,), ("A",)), Pair(second, (reference,), ("A",))
    made = two_over_one(pairs, chosen, SYSTEMS)
    for pair, one, score in zip(pairs, made.comparisons, made.scores, strict=True):
        alone = compare(pair, chosen)
        assert [text.marks for text in one.texts] == [text.marks for text in alone.texts]
        assert score == chosen.score(chosen.statistics(pair), level="segment")
    for fared, marks in ((made.tokens, "tokens"), (made.arcs, "arcs")):
        first_marks, second_marks = (getattr(one.reference_text.marks, marks) for one in made.comparisons)
        assert {key: one.first for key, one in fared.items() if one.first is not None} == first_marks
        assert {key: one.second for key, one in fared.items() if one.second is not None} == second_marks


def test_two_systems_whose_best_references_differ_are_drawn_beside_the_first_ones() -> None:
    references = SAME, OTHER
    names = ("A", "B")
    pairs = Pair(SAME, references, names), Pair(OTHER, references, names)
    made = two_over_one(pairs, metric("ter"), SYSTEMS)
    assert made.scores == (0.0, 0.0)
    assert made.reference == "A"
    assert "south was scored against B" in made.note
    assert {one.reference_text.analysis.text for one in made.comparisons} == {SAME.text}
    assert made.tokens[2].second is not None
    assert made.tokens[2].second.status is not Status.MATCHED


def test_wishes_hold_for_both() -> None:
    pairs = Pair(SAME, (REFERENCE,)), Pair(OTHER, (REFERENCE,))
    made = two_over_one(pairs, metric("hwcm"), SYSTEMS, Wishes(kind="chains of 2", structure="words"))
    assert {one.kind for one in made.comparisons} == {"chains of 2"}
    assert {one.structure for one in made.comparisons} == {"words"}
