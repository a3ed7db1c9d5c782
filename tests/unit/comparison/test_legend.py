"""The legend says by which units things are drawn."""

from __future__ import annotations

import pytest

from helpers.trees import bracketed
from meantree.comparison.legend import joined, rule, standing
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric

HYP = bracketed("(S (NP (DT the) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))))")
REF = bracketed("(S (NP (DT a) (NN cat)) (VP (VBZ sees) (NP (DT the) (NN dog))) (. .))")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("hwcm", "words by chains of 1 · arcs by chains of 2 · larger units where they are chosen"),
        ("hwcm:n=2", "words by chains of 1 · arcs by chains of 2"),
        ("edpm:labels=dep,nbest=1", "words by 1g · arcs by dl and lh · larger units where they are chosen"),
        ("sepia", "words by g1 · arcs by pairs · larger units where they are chosen"),
        ("stm", "constituents by depth 1 · larger units where they are chosen"),
        ("dstm", "words by depth 1 · larger units where they are chosen"),
        ("tk", "constituents by fragments and unmatched"),
        ("chrf", "units show where they are chosen"),
        ("per", "words by words"),
    ],
)
def test_rule(spec: str, expected: str) -> None:
    assert rule(standing(metric(spec).evidence(Pair(HYP, [REF])).units)) == expected


def test_rule_of_a_chosen_kind() -> None:
    assert (
        rule(standing(metric("hwcm").evidence(Pair(HYP, [REF])).units), "chains of 3")
        == "marked is what chains of 3 cover"
    )


def test_many_kinds_are_not_named() -> None:
    kinds = {"words": ("agent", "patient", "predicate", "modal", "other")}
    assert rule(kinds) == "words by their units"


def test_several_texts_have_one_rule() -> None:
    both = joined([{"words": ("kept words",)}, {"words": ("kept words", "deletions"), "": ("shifts",)}])
    assert rule(both) == "words by kept words and deletions · larger units where they are chosen"
