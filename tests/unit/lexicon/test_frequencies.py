"""English is never taken for another language, however short it is or however many names it has."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from meantree.lexicon.frequencies import is_not_english

LANGUAGES = (
    "ar",
    "cs",
    "da",
    "de",
    "es",
    "fi",
    "fr",
    "he",
    "hi",
    "it",
    "ja",
    "ko",
    "nb",
    "nl",
    "pl",
    "pt",
    "ru",
    "tr",
    "vi",
    "zh",
)


def _examples(language: str) -> list[str]:
    """Sentences that come with spaCy, without its tokenizer of the language, which takes its time to load."""
    sentences: list[str] = runpy.run_path(str(Path(spacy.__file__).parent / "lang" / language / "examples.py"))[
        "sentences"
    ]
    return sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_few_sentences_of_another_language_are_known(language: str) -> None:
    assert is_not_english(_examples(language))


@pytest.mark.parametrize("text", ["Das ist schön, ja.", "Wir fahren heute ab.", "Hij komt straks niet terug."])
def test_three_words_without_an_english_one_are_another_language(text: str) -> None:
    assert is_not_english([text])


def test_english_sentences_are_never_foreign() -> None:
    sentences = _examples("en")
    assert not is_not_english(sentences)
    assert not any(is_not_english([one]) for one in sentences)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nous",
        "a b",
        "Angela Merkel met Emmanuel Macron and Mateusz Morawiecki in Aix-en-Provence.",
        "Kowalczyk, Nowak, Wiśniewski, Wójcik, Kamiński, Lewandowski, Zieliński",
        "I don't steal, I wasn't acting suspiciously.",
        "unk unk unk unk unk unk unk unk",
        "http://www.example.org/zeitung/artikel?kennung=17 www.example.org",
        "Nous parlons.",
        "Aardvarks nibble termites.",
        "東京 is the capital of Japan.",
        "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG",
    ],
)
def test_names_addresses_and_too_few_words_tell_nothing(text: str) -> None:
    assert not is_not_english([text])


@given(st.lists(st.sampled_from(["Warszawa", "Nguyễn", "Škoda", "Zürich"]), max_size=20))
def test_names_never_make_a_text_foreign(names: list[str]) -> None:
    assert not is_not_english([f"They went to {' and '.join(names)} because of it."])


@given(st.text(max_size=40))
def test_any_text_can_be_looked_at(text: str) -> None:
    assert is_not_english([text]) in (True, False)
