"""Structure, reference, insertions and deletions of real sentences, as the shipped pipeline reads them."""

from __future__ import annotations

import pytest

from helpers.aligned import view
from meantree.analysis.analyser import load_analyser
from meantree.entailment.all_features import FEATURES

pytestmark = pytest.mark.pipeline

KIDNAPPED = "Three aid workers were kidnapped."
BY_PIRATES = "Three aid workers were kidnapped by pirates."
VIRUS = "The virus did not infect anybody.", "No one was infected by the virus.", "5-4=lemma 6-2=pronoun"
PUPILS = (
    "Disputes, chicane and fights between the pupils transposed in relations between the parents.",
    "Arguments, bullying and fights between the pupils have extended to the relations between their parents.",
)


def fired(conclusion: str, premise: str, links: str = "") -> set[str]:
    one, two = load_analyser().analyse((conclusion, premise))
    pair = view(one, two, links)
    return {feature.name for feature in FEATURES if feature.theory(pair).value}


@pytest.mark.parametrize(
    ("conclusion", "premise", "links", "expected"),
    [
        (BY_PIRATES, KIDNAPPED, "", {"agents_added", "arguments_added", "subjects_unlinked", "nouns_unlinked"}),
        (KIDNAPPED, BY_PIRATES, "", {"arguments_missing"}),
        (*VIRUS, {"passive_handled"}),
        (*reversed(PUPILS), "1-1=synonym=0.8", {"root_unlinked", "main_verbs_unlinked", "nouns_unlinked"}),
        ("The dog saw the man.", "The man saw the dog.", "2-5 5-2", {"subject_and_object_swapped", "roles_changed"}),
        ("He was born in Paris in 1990.", "He was born in Rome in 1991.", "5-5=path=0.4", {"names_changed"}),
        ("He told that that story.", "He told that story.", "", {"neighbours_doubled", "more_words"}),
    ],
)
def test_what_fires(conclusion: str, premise: str, links: str, expected: set[str]) -> None:
    assert expected <= fired(conclusion, premise, links)


def test_a_passive_that_is_handled_raises_no_alarm() -> None:
    alarms = {"passive_mishandled", "roles_changed", "subject_and_object_swapped", "subjects_moved", "objects_moved"}
    alarms |= {"arguments_lost", "modifiers_relabelled", "prepositions_changed", "arguments_added", "root_moved"}
    assert not fired(*VIRUS) & alarms


def test_what_is_dropped_is_not_added() -> None:
    added = {
        "agents_added",
        "arguments_added",
        "nouns_unlinked",
        "adjuncts_unlinked",
        "subtrees_unlinked",
        "more_words",
    }
    assert not fired(KIDNAPPED, BY_PIRATES) & added
