"""Requests to begin with find what they say, and the manual's requests run as they are printed."""

from __future__ import annotations

import re

import pytest

from helpers.corpora import corpus_of
from meantree.analysis.parsers import Parsers
from meantree.analysis.store import AnalysisStore
from meantree.metrics.registry import metric
from meantree.queries.corpus_search import Search
from meantree.queries.request_examples import EXAMPLES
from meantree.queries.request_parsing import parse_request
from meantree_resources import resource

pytestmark = pytest.mark.pipeline
FOUND = {
    "Passives made active": (
        "The committee rejected the proposal.",
        "The proposal was rejected by the committee.",
    ),
    "Relative clauses that are missing": (
        "The woman bought the house with a garden.",
        "The woman bought the house that has a garden.",
    ),
    "Coordinations cut short": (
        "The farmer sold his old horses.",
        "The farmer sold his old horses and pigs.",
    ),
    "Subjects made objects": (
        "The children visit the old teacher.",
        "The old teacher visits the children.",
    ),
    "Nouns made verbs": (
        "They waited until the doctor arrived.",
        "They waited until the arrival of the doctor.",
    ),
    "Negations moved": (
        "The minister did not promise that she would come.",
        "The minister promised that she would not come.",
    ),
    "Adjectives moved": (
        "The old farmer sold his horses.",
        "The farmer sold his old horses.",
    ),
    "Another tense": ("The minister visits the school.", "The minister visited the school."),
    "Questions that are missing": ("He visits the school.", "Does he visit the school?"),
}
MANUAL = resource("manual/how-to/structure-search.md").read_text(encoding="utf-8")
PRINTED = [
    *re.findall(r"`((?:pattern|global) [^`]*)`", MANUAL),
    *re.findall(r"'((?:pattern|global) [^']*)'", MANUAL),
    *(str(request) for _, request in EXAMPLES),
]


@pytest.fixture(scope="module")
def store() -> AnalysisStore:
    return AnalysisStore(Parsers())


def places(request: str, texts: list[tuple[str, str]], store: AnalysisStore) -> list[int]:
    search = Search(parse_request(request), corpus_of(texts, "s"), store, metric=metric("edpm"))
    return sorted({match.place for match in search.matches()})


@pytest.mark.parametrize("title", FOUND)
def test_an_example_finds_its_difference_alone_whatever_a_metric_draws(title: str, store: AnalysisStore) -> None:
    translation, reference = FOUND[title]
    texts = [(translation, reference), (reference, reference), (translation, translation)]
    assert places(str(dict(EXAMPLES)[title]), texts, store) == [0]


@pytest.mark.parametrize("request_", PRINTED)
def test_a_printed_request_runs(request_: str, store: AnalysisStore) -> None:
    places(request_, [FOUND["Another tense"]], store)


def test_requests_are_printed() -> None:
    assert len(PRINTED) > len(EXAMPLES) + 10
