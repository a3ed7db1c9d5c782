"""Which findings beside one reference hold beside another, too: findings and texts made by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.aligned import tagged
from helpers.findings import finding
from meantree.phenomena.search import Finding
from meantree.phenomena.several_references import unrefuted

HYP = tagged("centre/NOUN:2:nsubj gave/VERB/give:0:root lay/ADJ:4:amod instructions/NOUN:2:obj")
OTHER = tagged("centre/NOUN:2:nsubj gave/VERB/give:0:root instructions/NOUN:2:obj")


def _at(kind: str, *words: int, sure: float = 0.9, shown: bool = True) -> Finding:
    return replace(finding(kind), hypothesis=words, probability=sure, shown=shown)


def _kinds(own: Finding, *beside_other: Finding) -> list[tuple[str, float, bool]]:
    kept = unrefuted([own], HYP, [(OTHER, beside_other)])
    return [(each.kind.name, each.probability, each.shown) for each in kept]


@pytest.mark.parametrize(
    "beside_other",
    [
        (),
        (_at("modifier.added", 2),),
        (_at("modifier.different", 1, 3),),
    ],
)
def test_that_a_difference_is_none_where_another_reference_has_the_words(beside_other: tuple[Finding, ...]) -> None:
    assert _kinds(_at("tense.different", 1, 3), *beside_other) == []


@pytest.mark.parametrize(
    ("own", "other", "kind"),
    [
        ("role.swapped", "role.swapped", "role.swapped"),
        ("number.missing", "modifier.missing", "number.missing"),
        ("event.added", "event.different", "event.different"),
        ("number.missing", "number.different", "number.different"),
    ],
)
def test_that_a_kind_holds_beside_both_though_the_other_has_the_words(own: str, other: str, kind: str) -> None:
    assert _kinds(_at(own, 1, 3), _at(other, 1)) == [(kind, 0.9, True)]


def test_that_other_words_at_the_place_differ_by_any_name() -> None:
    assert _kinds(_at("opposite.different", 2), _at("modifier.added", 2, 3)) == [("opposite.different", 0.9, True)]


def test_that_a_finding_is_as_sure_as_the_reference_that_agrees_most_and_the_shown_ones_are_first() -> None:
    assert _kinds(_at("tense.different", 1), _at("tense.different", 1, sure=0.5)) == [("tense.different", 0.5, True)]
    unsure = _at("tense.different", 1, sure=0.2, shown=False)
    assert _kinds(_at("tense.different", 1), unsure) == [("tense.different", 0.2, False)]
    found = [_at("tense.different", 1), _at("modifier.added", 2)]
    kept = unrefuted(found, HYP, [(OTHER, [unsure, found[1]])])
    assert [each.kind.name for each in kept] == ["modifier.added", "tense.different"]


def test_that_one_reference_refutes_nothing() -> None:
    found = [_at("tense.different", 1)]
    assert unrefuted(found, HYP, []) == tuple(found)


@pytest.mark.parametrize(
    ("kind", "sentence", "other", "expected"),
    [
        (
            "event.added",
            "An event is added: “gave”",
            "event.different",
            "The event differs: “gave”, where the reference has other words",
        ),
        (
            "word.missing",
            "A word is missing: the verb “gave” of the reference",
            "word.different",
            "A word differs: where the reference has the verb “gave”, the translation has other words",
        ),
    ],
)
def test_that_the_sentence_says_what_the_kind_says(kind: str, sentence: str, other: str, expected: str) -> None:
    (kept,) = unrefuted([replace(_at(kind, 1), sentence=sentence)], HYP, [(OTHER, [_at(other, 1)])])
    assert kept.sentence == expected
