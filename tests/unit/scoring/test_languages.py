"""Warnings about texts in another language than the pipeline; none if the language is unknown."""

from __future__ import annotations

import pytest

from helpers.messages import tell
from helpers.stores import HandMadeStore
from helpers.trees import parsed
from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.registry import metric
from meantree.scoring.languages import (
    foreign_corpora,
    foreign_texts,
    foreign_to_pipeline,
    language_of,
    pipeline_language,
)
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
    told = foreign_texts(_corpus("ar"), {"hwcm": metric("hwcm"), "meant": metric("meant")}, DEFAULT)
    assert tell(told, "Arabic (ar) … hwcm and meant … English … option pipeline")
    assert told[0].segment is None, "every segment was scored"


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
    assert foreign_texts(_corpus(language), {spec: metric(spec)}, Parsers(pipeline)) == []


def test_nothing_is_said_of_analyses_in_the_input() -> None:
    text = Text("a b", parsed("a:0:root b:1:l"))
    whole = Segment("1", "", references={"A": text}, hypotheses={"s": text})
    assert foreign_texts(_corpus("ar", whole), {"hwcm": metric("hwcm")}, DEFAULT) == []


FRENCH = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu."
ENGLISH = "The neighbour's little cat often sleeps on our big chair near the fire."


def _of(reference: str, hypothesis: str, language: str = "") -> Corpus:
    return _corpus(language, Segment("1", "", references={"A": Text(reference)}, hypotheses={"s": Text(hypothesis)}))


@pytest.mark.parametrize("language", ["", "en"])
@pytest.mark.parametrize("spec", ["hwcm", "meteor", "mt-r", "rte-r", "meant"])
def test_texts_are_looked_at_where_no_file_names_their_language(language: str, spec: str) -> None:
    (message,) = foreign_texts(_of(FRENCH, FRENCH, language), {spec: metric(spec)}, DEFAULT)
    assert str(message).startswith(f"the texts do not look English, but {spec} depends on English")
    assert " pipeline " in str(message)
    assert foreign_texts(_of(ENGLISH, ENGLISH, language), {spec: metric(spec)}, DEFAULT) == []


@pytest.mark.parametrize("spec", ["bleu", "chrf", "ter", "wer", "hmeant"])
def test_metrics_for_any_language_say_nothing(spec: str) -> None:
    assert foreign_texts(_of(FRENCH, FRENCH), {spec: metric(spec)}, DEFAULT) == []


def test_the_foreign_side_is_named() -> None:
    (message,) = foreign_texts(_of(ENGLISH, FRENCH), {"hwcm": metric("hwcm")}, DEFAULT)
    assert str(message).startswith("the texts of s do not look English")


def test_lexicons_stay_english_whatever_the_pipeline() -> None:
    fitting = Parsers("fr_dep")
    assert foreign_texts(_of(FRENCH, FRENCH), {"hwcm": metric("hwcm")}, fitting) == []
    (message,) = foreign_texts(_of(FRENCH, FRENCH), {"hwcm": metric("hwcm"), "meteor": metric("meteor")}, fitting)
    assert str(message).startswith("the texts do not look English, but meteor depends on English")


def test_what_is_only_analysed_is_told_once() -> None:
    corpora = [_of(FRENCH, FRENCH), _of(FRENCH, FRENCH), _of(ENGLISH, ENGLISH)]
    (message,) = foreign_corpora(corpora, DEFAULT)
    assert " pipeline " in str(message)
    assert foreign_to_pipeline({"a": [FRENCH]}, Parsers("fr_dep")) == []


def test_the_table_has_the_note() -> None:
    store = HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    assert len(score_corpus(_corpus("ar"), ["hwcm"], store).problems) == 1
    assert score_corpus(_corpus("en"), ["hwcm"], store).problems == []
