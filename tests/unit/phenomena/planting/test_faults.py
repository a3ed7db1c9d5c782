"""The choice of errors for texts."""

from __future__ import annotations

import re

import pytest

from meantree.analysis.analyser import load_analyser
from meantree.analysis.store import AnalysisStore
from meantree.errors import UsageError
from meantree.phenomena.planting.faults import CHANGES, LAYERS, faults_by_text, faults_in

pytestmark = pytest.mark.pipeline


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("They told John his father was ill.", "They told John her father was ill."),
        ("It is a well-known film.", "It is a badly-known film."),
        ("THE MINISTER VISITED THE SCHOOL.", "THE MINISTER VISITED THE THE SCHOOL."),
        ("Yes, he left.", "Yes, she left."),
        ("The ministry has not confirmed it.", "The ministry has not not confirmed it."),
    ],
)
def test_what_is_no_candidate(text: str, faulty: str) -> None:
    (analysis,) = load_analyser().analyse([text], LAYERS)
    planted = {fault.faulty for fault in faults_in(analysis)}
    assert (faulty in planted) == text.startswith(("They", "Yes"))


def test_that_what_the_parser_reads_otherwise_is_not_planted() -> None:
    text = "Team from Ambala stood first, team from Rohtak second and team from Bhiwani in third place."
    (analysis,) = load_analyser().analyse([text], LAYERS)
    (planted,) = faults_by_text([analysis], 1, AnalysisStore(), every=True)
    assert set(planted) < set(faults_in(analysis))


def test_that_kinds_are_planted_in_turn_and_the_same_with_the_same_seed() -> None:
    texts = ["The minister visited the old church on Friday."] * 6
    analyses, store = list(load_analyser().analyse(texts, LAYERS)), AnalysisStore()
    first, second = ([fault[0] for fault in faults_by_text(analyses, seed, store)] for seed in (1, 1))
    assert first == second
    assert len({fault.kind for fault in first}) == len(first)
    assert {fault.kind for fault in first} <= CHANGES.keys()


def test_that_an_unknown_kind_is_named() -> None:
    found = re.escape("--kind: found 'negatoin' (did you mean negation?), expected negation, ")
    with pytest.raises(UsageError, match=f"{found}.*, harmless, or a kind such as negation.missing"):
        faults_by_text([], 1, AnalysisStore(), kinds=["negatoin"])
