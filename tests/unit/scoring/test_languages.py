"""Texts in one language under a pipeline for another are told of, and nothing is said where that is not known."""

from __future__ import annotations

import pytest

from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.analysis.analyser import DEFAULT, Parsers
from meantree.corpus.model import Corpus, Segment, Text
from meantree.metrics.registry import metric
from meantree.scoring.languages import foreign_texts, language_of, pipeline_language
from meantree.scoring.run import score_corpus

SEGMENT = Segment("1", "", references={"A": Text("a b")}, hypotheses={"s": Text("a b")})


def _corpus(language: str, segment: Segment = SEGMENT) -> Corpus:
    return Corpus("c", (segment,), ("s",), ("A",), target_language=language)


@pytest.mark.parametrize(
    ("named", "code"),
    [("ar", "ar"), ("pt-BR", "pt"), ("zh_CN", "zh"), ("Arabic", "ar"), ("EN", "en"), ("", ""), ("xq", ""), ("two", "")],
)
def test_languages_by_code_and_name(named: str, code: str) -> None:
    assert language_of(named) == code


@pytest.mark.parametrize(
    ("pipeline", "code"),
    [("en_meantree", "en"), ("de_core_news_sm", "de"), ("/models/fr_dep", "fr"), ("xx_sent_ud", ""), ("my-model", "")],
)
def test_the_language_of_a_pipeline(pipeline: str, code: str) -> None:
    assert pipeline_language(Parsers(pipeline)) == code


def test_arabic_under_the_english_pipeline_is_told_once() -> None:
    (told,) = foreign_texts(_corpus("ar"), [metric("hwcm"), metric("meant")], DEFAULT)
    assert str(told) == (
        "the texts are in Arabic (ar) and analysed with the English pipeline en_meantree: "
        "scores over trees and frames are not meaningful"
    )
    assert told.segment is None, "every segment was scored"


@pytest.mark.parametrize(
    ("language", "spec", "pipeline"),
    [
        ("en", "hwcm", "en_meantree"),
        ("en-GB", "hwcm", "en_meantree"),
        ("", "hwcm", "en_meantree"),
        ("xq", "hwcm", "en_meantree"),
        ("ar", "bleu", "en_meantree"),
        ("ar", "hmeant", "en_meantree"),
        ("de", "hwcm", "de_core_news_sm"),
        ("de", "hwcm", "xx_ent"),
    ],
)
def test_nothing_is_said_where_it_fits_or_is_not_known(language: str, spec: str, pipeline: str) -> None:
    assert foreign_texts(_corpus(language), [metric(spec)], Parsers(pipeline)) == []


def test_nothing_is_said_of_analyses_in_the_input() -> None:
    text = Text("a b", parsed("a:0:root b:1:l"))
    whole = Segment("1", "", references={"A": text}, hypotheses={"s": text})
    assert foreign_texts(_corpus("ar", whole), [metric("hwcm")], DEFAULT) == []


def test_the_table_has_the_note() -> None:
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    assert len(score_corpus(_corpus("ar"), ["hwcm"], store).problems) == 1
    assert score_corpus(_corpus("en"), ["hwcm"], store).problems == []
