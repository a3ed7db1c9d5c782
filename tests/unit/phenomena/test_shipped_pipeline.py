"""Features of real sentences, as the shipped pipeline analyses them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers.aligned import view
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import TokenizedText
from meantree.phenomena.catalogue import FEATURES
from meantree.phenomena.reading import Reading
from meantree.phenomena.specificity import directions

pytestmark = pytest.mark.pipeline

GOLD = Path(os.environ.get("MEANTREE_DATA", "data")) / "lexicon" / "monotonicity-gold.txt"
"""Sentences with an arrow behind each word, of the tests of Udep2Mono (Chen & Gao 2021)."""
SIGNS = {"↑": 1, "↓": -1, "=": 0}

KIDNAPPED = "Three aid workers were kidnapped."
BY_PIRATES = "Three aid workers were kidnapped by pirates."
VIRUS = "The virus did not infect anybody.", "No one was infected by the virus.", "5-4=lemma 6-2=pronoun"
PUPILS = (
    "Disputes, chicane and fights between the pupils transposed in relations between the parents.",
    "Arguments, bullying and fights between the pupils have extended to the relations between their parents.",
)


def fired(conclusion: str, premise: str, links: str = "") -> set[str]:
    first, second = load_analyser().analyse((conclusion, premise))
    pair = view(first, second, links)
    return {feature.name for feature in FEATURES if feature.function(pair).value}


@pytest.mark.parametrize(
    ("conclusion", "premise", "links", "expected"),
    [
        ("Peter is possibly from Lincolnshire.", "Peter is certainly from Lincolnshire.", "", {"truth_left_open"}),
        ("He said that she left early.", "She left early.", "", {"fact_made_claim", "subjects_unlinked"}),
        ("He managed to come.", "He failed to come.", "", {"truth_contradicted"}),
        ("All the dogs barked.", "Some dogs barked.", "", {"quantifier_differs"}),
        ("Old dogs barked.", "Dogs barked.", "", {"modifiers_unlinked"}),
        ("Will he come tomorrow?", "He will come tomorrow.", "", {"mood_differs"}),
        ("He left because it rained.", "He left although it rained.", "", {"cause_added", "relation_reversed"}),
        (BY_PIRATES, KIDNAPPED, "", {"subjects_unlinked", "nouns_unlinked"}),
        (*reversed(PUPILS), "1-1=synonym=0.8", {"root_unlinked", "nouns_unlinked"}),
        ("The dog saw the man.", "The man saw the dog.", "2-5 5-2", {"subject_and_object_swapped"}),
        ("He was born in Paris in 1990.", "He was born in Rome in 1991.", "5-5=path=0.4", {"content_lost"}),
        ("He told that that story.", "He told that story.", "", {"neighbours_doubled", "more_words"}),
    ],
)
def test_what_fires(conclusion: str, premise: str, links: str, expected: set[str]) -> None:
    assert expected <= fired(conclusion, premise, links)


def test_what_is_missing_is_not_added() -> None:
    assert not fired(KIDNAPPED, BY_PIRATES) & {"subjects_unlinked", "nouns_unlinked", "content_lost", "more_words"}


def test_prepositions_before_verbs_are_no_conjunctions_and_following_is_after() -> None:
    assert "connectives_unlinked" not in fired("He won by asking.", "He won.")
    assert "time_relation_added" not in fired("After the game he left.", "Following the game, he left.", "1-1=synonym")


@pytest.mark.parametrize("texts", [VIRUS, (VIRUS[1], VIRUS[0], "4-5=lemma 2-6=pronoun")])
def test_a_negation_in_another_place_is_no_difference(texts: tuple[str, str, str]) -> None:
    assert not {name for name in fired(*texts) if "negat" in name}


@pytest.mark.skipif(not GOLD.exists(), reason="the sentences do not ship; MEANTREE_DATA names the folder they are in")
def test_directions_of_inference() -> None:
    lines = [line.split() for line in GOLD.read_text(encoding="utf-8").splitlines()]
    sentences = [tuple(item[:-1] for item in line) for line in lines]
    analyses = load_analyser().analyse([TokenizedText(" ".join(words), words) for words in sentences])
    expected = [SIGNS[item[-1]] for line in lines for item in line]
    computed = [direction for analysis in analyses for direction in directions(Reading(analysis))]
    right = sum(first == second for first, second in zip(computed, expected, strict=True))
    assert right / len(expected) > 0.83
