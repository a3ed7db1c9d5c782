"""What a metric can do for a language: what is not available is not computed, and the reason is told once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from helpers.messages import tell
from helpers.shared_words import SharedWords
from helpers.stores import HandMadeStore
from helpers.trees import bracketed, parsed
from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.analysis.sentences import Analysis
from meantree.analysis.store import AnalysisStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.language.languages import Language
from meantree.metrics.registry import metric
from meantree.scoring.run import score_corpus
from meantree.scoring.verdicts import language_problems, require_available, store_for, verdict, verdicts

FRENCH = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu."
ENGLISH = "The neighbour's little cat often sleeps on our big chair near the fire."


def _corpus(text: str | Analysis, language: str = "") -> Corpus:
    one = Text(text) if isinstance(text, str) else Text(text.text, text)
    segment = Segment("1", "", references={"A": one}, hypotheses={"s": one})
    return Corpus("c", (segment,), ("s",), ("A",), target_language=language)


@pytest.mark.parametrize(
    ("spec", "code", "pipeline", "expected"),
    [
        ("hwcm", "en", "en_meantree", "full"),
        ("hwcm", "ar", "en_meantree", "not available: needs a parser for Arabic"),
        ("hwcm", "fr", "fr_core_news_sm", "full"),
        ("hwcm", "fr", "my-model", "full"),
        ("hwcm", "fr", "xx_sent_ud", "full"),
        ("stm", "fr", "fr_core_news_sm", "not available: needs a constituency parser for French"),
        ("meant", "fr", "fr_core_news_sm", "not available: is for English alone"),
        ("meteor", "fr", "fr_core_news_sm", "reduced: without stems and synonyms, as there is no lexicon for French"),
        ("mt-r", "fr", "fr_core_news_sm", "not available: is trained on ratings of English texts"),
        ("rte-r", "ja", "en_meantree", "not available: is trained on ratings of English texts"),
        ("hmeant", "ja", "en_meantree", "full"),
        ("bleu", "ja", "en_meantree", "full"),
    ],
)
def test_metrics_and_languages(spec: str, code: str, pipeline: str, expected: str) -> None:
    language, parsers = Language(code), Parsers(pipeline)
    assert str(verdict(metric(spec), language, parsers.for_language(code).parts(language))) == expected


@dataclass(frozen=True, slots=True)
class OfGerman(SharedWords):
    languages: ClassVar[tuple[str, ...]] = ("de",)


@pytest.mark.parametrize(("code", "expected"), [("de", "full"), ("fr", "not available: is for German alone")])
def test_a_plugin_names_its_languages(code: str, expected: str) -> None:
    assert str(verdict(OfGerman(), Language(code), ("dependencies",))) == expected
    assert str(verdict(SharedWords(), Language(code), ("dependencies",))) == "full"


def test_what_is_not_available_is_not_computed() -> None:
    corpus = _corpus(FRENCH)
    table = score_corpus(corpus, ["hwcm", "mt+rte-r", "meteor", "chrf"], store_for(corpus, DEFAULT))
    assert [table.system_score("s", spec) for spec in table.metrics] == [None, None, pytest.approx(1), 1.0]
    assert list(table.available) == ["meteor", "chrf"]
    assert table.is_scored("s", "hwcm")
    assert table.reason_without("hwcm") == "needs a parser for French"
    assert table.signature("hwcm", AnalysisStore()) == "hwcm: not available: needs a parser for French"
    assert tell(
        table.problems,
        "hwcm … not available … parser for French … look like French … spaCy pipeline for the language",
        "mt+rte-r … not available … ratings of English",
        "meteor … reduced",
    )
    assert [problem.is_note for problem in table.problems] == [False, False, True]
    assert not any("option" in problem.message for problem in table.problems), "not every surface has it"


@pytest.mark.parametrize("language", ["", "en"])
def test_english_has_all(language: str) -> None:
    store, corpus = HandMadeStore(), _corpus(ENGLISH, language)
    store.parsers = Parsers("en_hand_made")
    assert score_corpus(corpus, ["hwcm", "meteor"], store).problems == []


def test_input_brings_its_layers() -> None:
    metrics = {spec: metric(spec) for spec in ("hwcm", "stm", "meant")}
    trees = verdicts(_corpus(parsed("这:1:det 本:2:clf 书:-1:root"), "zh"), metrics, DEFAULT)
    assert {spec: one.reason for spec, one in trees.items()} == {
        "stm": "needs a constituency parser for Chinese",
        "meant": "is for English alone",
    }
    brackets = verdicts(_corpus(bracketed("(S (NP 书) (VP 好))"), "zh"), metrics, DEFAULT)
    assert list(brackets) == ["hwcm", "meant"]


def test_labels_of_other_schemes_are_reported_and_stay() -> None:
    of_tiger = _corpus(parsed("Hunde:2:sb bellen:-1:ROOT laut:2:advmod"), "de")
    metrics = {spec: metric(spec) for spec in ("hwcm", "chrf")}
    (problem,) = language_problems(of_tiger, verdicts(of_tiger, metrics, DEFAULT))
    assert problem.is_note
    assert tell([problem], "hwcm: full … not of Universal Dependencies stay as they are (sb)")
    assert verdicts(_corpus(parsed("Hunde:2:nsubj:pass bellen:-1:root"), "de"), metrics, DEFAULT) == {}


def test_one_text_without_trees_is_not_parsed_by_english() -> None:
    whole = _corpus(parsed("这:1:det 书:-1:root"), "zh")
    segment = replace(whole.segments[0], hypotheses={"s": Text("这 书")})
    assert "hwcm" in verdicts(replace(whole, segments=(segment,)), {"hwcm": metric("hwcm")}, DEFAULT)


def test_a_single_score_is_refused_with_the_reason() -> None:
    with pytest.raises(UsageError, match=r"hwcm: not available: needs a parser for French"):
        require_available(_corpus(FRENCH), {"hwcm": metric("hwcm")}, DEFAULT.for_language("fr"))


def test_the_language_is_not_looked_for_where_nothing_depends_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meantree.corpus.corpus.detected", None)
    metrics = {spec: metric(spec) for spec in ("bleu", "chrf", "ter", "hmeant")}
    assert verdicts(_corpus(FRENCH), metrics, DEFAULT) == {}
    assert store_for(_corpus(FRENCH, "fr"), DEFAULT).parsers == DEFAULT.for_language("fr")


def test_a_stated_language_is_not_doubted() -> None:
    corpus = _corpus(FRENCH).stated_as("German")
    (problem,) = language_problems(corpus, verdicts(corpus, {"hwcm": metric("hwcm")}, DEFAULT.for_language("de")))
    assert "German" in problem.message
    assert "look like" not in problem.message
    assert _corpus(FRENCH).stated_as("") == _corpus(FRENCH)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Kubernetes pod eviction API throttling\netcd quorum loss", "en"),
        ("methyl benzoate hydrolysis yields palladium catalysed aryl coupling", "en"),
        ("Gallia est omnis divisa in partes tres quarum unam incolunt Belgae", "und"),
        ("བོད་སྐད་ཡིན་ནོ་ཞེས་པ", "und"),
        (FRENCH, "fr"),
    ],
)
def test_english_is_computed_with_a_note_where_it_is_as_likely_as_any(text: str, code: str) -> None:
    corpus = _corpus(text)
    (problem,) = language_problems(
        corpus, verdicts(corpus, {"hwcm": metric("hwcm")}, store_for(corpus, DEFAULT).parsers)
    )
    assert (corpus.language.code, problem.is_note) == (code, code == "en")
    assert ("may be in another" in problem.message) == problem.is_note


def test_parts_keep_the_language_of_the_whole() -> None:
    corpus = _corpus(FRENCH)
    assert corpus.language.code == "fr"
    part = corpus.part([])
    assert part.language == corpus.language
    assert replace(part, segments=corpus.segments, detected=Language("it")).language.code == "it"


def test_a_missing_layer_is_named_by_what_makes_it() -> None:
    needing = SharedWords()
    assert verdict(needing, Language("fr"), ()).reason == "needs a parser for French"
    of_frames = metric("meant")
    assert verdict(of_frames, Language("en"), ("dependencies",)).reason == "needs a role labeller for English"


def test_dependencies_do_not_follow_from_chinese_constituents_by_english_rules() -> None:
    corpus = _corpus(bracketed("(S (NP 书) (VP 好))"), "zh")
    table = score_corpus(corpus, ["stm", "hwcm", "dpm:labels=ab", "dpm"], store_for(corpus, DEFAULT))
    assert list(table.available) == ["stm"]
    assert table.system_score("s", "stm") == 1
    assert table.reason_without("hwcm") == "needs a parser for Chinese"
    assert table.reason_without("dpm:labels=ab") == "is for English alone"
