"""Semantic compatibility of real sentences, as the shipped pipeline reads them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helpers.aligned import view
from meantree.analysis.analyser import load_analyser
from meantree.analysis.inputs import RawInput, TokenizedText
from meantree.analysis.sentences import Analysis
from meantree.entailment.all_features import FEATURES
from meantree.entailment.compatibility.monotonicity import directions
from meantree.entailment.reading import Reading

GOLD = Path(os.environ.get("MEANTREE_DATA", "data")) / "lexicon" / "monotonicity-gold.txt"
"""Sentences with an arrow behind each word, of the tests of Udep2Mono (Chen & Gao 2021)."""
SIGNS = {"↑": 1, "↓": -1, "=": 0}

pytestmark = pytest.mark.pipeline


def analyses(*texts: RawInput) -> list[Analysis]:
    return list(load_analyser().analyse(texts))


@pytest.mark.parametrize(
    ("conclusion", "premise", "links", "expected"),
    [
        (
            "Peter is certainly from Lincolnshire.",
            "Peter is possibly from Lincolnshire.",
            "",
            {"main_verb_modality_differs", "possibility_made_certain", "modal_word_unlinked", "truth_unsupported"},
        ),
        ("She left early.", "He said that she left early.", "", {"claim_made_fact", "truth_unsupported"}),
        ("He managed to come.", "He failed to come.", "", {"truth_contradicted", "embedding_differs"}),
        ("All the dogs barked.", "Some dogs barked.", "", {"quantifier_differs", "quantifier_strengthened"}),
        ("Old dogs barked.", "Dogs barked.", "", {"modifiers_added_unlicensed"}),
        ("Will he come tomorrow?", "He will come tomorrow.", "", {"mood_differs"}),
        ("He left because it rained.", "He left although it rained.", "", {"cause_added", "relation_reversed"}),
    ],
)
def test_what_fires(conclusion: str, premise: str, links: str, expected: set[str]) -> None:
    one, two = analyses(conclusion, premise)
    pair = view(one, two, links)
    fired = {one.name for one in FEATURES if one.group == "semantic compatibility" and one.theory(pair).value}
    assert expected <= fired


def test_the_virus_raises_no_alarm() -> None:
    one, two = analyses("The virus did not infect anybody.", "No one was infected by the virus.")
    for pair in (view(one, two, "5-4=lemma 6-2=pronoun"), view(two, one, "4-5=lemma 2-6=pronoun")):
        fired = {feature.name for feature in FEATURES if feature.theory(pair).value}
        assert not {name for name in fired if "negat" in name or "polarity" in name}


@pytest.mark.skipif(not GOLD.exists(), reason="the sentences do not ship; MEANTREE_DATA names the folder they are in")
def test_directions_of_inference() -> None:
    lines = [line.split() for line in GOLD.read_text(encoding="utf-8").splitlines()]
    words = [tuple(item[:-1] for item in line) for line in lines]
    found = analyses(*(TokenizedText(" ".join(sentence), sentence) for sentence in words))
    expected = [SIGNS[item[-1]] for line in lines for item in line]
    told = [direction for text in found for direction in directions(Reading(text))]
    right = sum(one == two for one, two in zip(told, expected, strict=True))
    assert right / len(expected) > 0.83
