"""The lexicon that ships: meanings, paraphrases, predicates that embed clauses, and how frequent words are."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from meantree.lexicon.frequencies import is_not_english
from meantree.lexicon.ppdb import paraphrases, paraphrases_of
from meantree.lexicon.stems import stem
from meantree.lexicon.wordnet import PartOfSpeech, base_forms, information_content, wordnet
from meantree.phenomena.embedding import inference_signature


def lemmas(synset: int) -> set[str]:
    return {wordnet().lemma(sense) for sense in wordnet().members(synset)}


@pytest.mark.parametrize(
    ("word", "pos", "expected", "why"),
    [
        ("cats", "n", ("cat",), "a regular plural"),
        ("geese", "n", ("goose",), "an irregular one"),
        ("Churches", "n", ("church",), "any case"),
        ("feelings", "n", ("feelings", "feeling"), "a lemma that may be a form of another"),
        ("feelings", "v", (), "one ending only, not two"),
        ("went", "v", ("go",), "an irregular past"),
        ("hoping", "v", ("hope", "hop"), "two lemmas"),
        ("bigger", "a", ("bigger", "big"), "an irregular comparative, itself a lemma"),
        ("quickly", "r", ("quickly",), "a lemma"),
        ("qwertz", "n", (), "no word"),
    ],
)
def test_base_forms(word: str, pos: PartOfSpeech, expected: tuple[str, ...], why: str) -> None:
    assert wordnet().base_forms(word, pos) == expected, why


def test_endings_without_the_lexicon() -> None:
    assert base_forms("flies", "v", {}, {"fly", "flie"}.__contains__) == ("flie", "fly")
    assert base_forms("oxen", "n", {"oxen": ("ox",)}, {"ox", "oxen"}.__contains__) == ("oxen", "ox")


@pytest.mark.parametrize(
    ("word", "synonym", "expected", "why"),
    [
        ("car", "automobile", True, "one synset"),
        ("cars", "automobile", True, "by the lemma"),
        ("car", "car", True, "itself"),
        ("buy", "purchase", True, "verbs"),
        ("dog", "hot_dog", False, "single words only"),
        ("a", "A", True, "as it is written"),
        ("as", "a", True, "letters that differ in case alone stand side by side"),
        ("qwertz", "qwertz", True, "an unknown word has itself"),
        ("big", "small", False, "opposites are no synonyms"),
    ],
)
def test_synonyms(word: str, synonym: str, expected: bool, why: str) -> None:
    assert (synonym in wordnet().synonyms(word)) is expected, why


def test_the_most_frequent_sense_comes_first() -> None:
    senses = wordnet().senses("dog", "n")
    assert "domestic_dog" in lemmas(wordnet().synset(senses[0]))
    assert wordnet().frequency(senses[0]) > wordnet().frequency(senses[-1])
    assert wordnet().senses("dog", "v")
    assert not wordnet().senses("dog", "r")
    assert not wordnet().senses("dogx")


def test_what_stands_above() -> None:
    words = wordnet()
    dog = words.synsets("dog", "n")[0]
    distances = {name: distance for synset, distance in words.above(dog).items() for name in lemmas(synset)}
    assert distances["dog"] == 0
    assert distances["canine"] == distances["domestic_animal"] == 1
    assert distances["animal"] == 2
    assert "entity" in distances
    assert "cat" not in distances


def test_named_things_are_instances() -> None:
    words = wordnet()
    paris = words.synsets("Paris", "n")[0]
    assert not words.hypernyms(paris, instances=False)
    assert any("national_capital" in lemmas(above) for above in words.hypernyms(paris))


def test_relations() -> None:
    words = wordnet()

    def named(sense: int) -> str:
        return words.lemma(sense)

    assert "cold" in {named(other) for sense in words.senses("hot", "a") for other in words.antonyms(sense)}
    assert "decision" in {named(other) for sense in words.senses("decide", "v") for other in words.derivations(sense)}
    assert "huge" in {name for s in words.synsets("large", "a") for near in words.similar(s) for name in lemmas(near)}
    assert words.part_of_speech(words.synsets("huge", "a")[0]) == "a"


def test_size_is_that_of_wordnet_3() -> None:
    count, synsets, senses = wordnet().size
    assert (count, synsets) == (147_306, 117_659)
    assert senses >= 206_941


@pytest.mark.parametrize(("word", "expected"), [("running", "run"), ("houses", "hous"), ("dies", "die")])
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_pairs_hold_both_ways() -> None:
    assert "piercing" in paraphrases_of("drilling")
    assert "drilling" in paraphrases_of("piercing")
    for partner in paraphrases_of("shop"):
        assert "shop" in paraphrases_of(partner)


def test_unknown_words_have_no_paraphrase() -> None:
    assert paraphrases().of("frobnicate") == ()
    assert paraphrases().of("zzzzzz") == ()


def test_special_synsets_tell_more() -> None:
    words, tells = wordnet(), information_content()
    entity, tree, oak = (words.synsets(lemma, "n")[0] for lemma in ("entity", "tree", "oak"))
    assert 0 <= tells[entity] < 0.1
    assert tells[entity] < tells[tree]
    assert len(tells) == words.size[1]
    assert tells[words.synsets("oak", "n")[-1]] > tells[tree]
    assert tells[oak] > 0


@pytest.mark.parametrize(
    ("verb", "frame", "expected"),
    [
        ("manage", "to_VP", "+-"),
        ("fail", "to_VP", "-+"),
        ("know", "that_S", "++"),
        ("think", "that_S", "oo"),
        ("forget", "to_VP", "-+"),
        ("forget", "that_S", "++"),
        ("find_out", "that_S", "o+"),
        ("qwertz", "that_S", None),
        ("manage", "that_S", None),
    ],
)
def test_of_the_active(verb: str, frame: str, expected: str | None) -> None:
    assert inference_signature(verb, frame) == expected


def test_voice_and_states_matter() -> None:
    assert inference_signature("admit", "to_VP", passive=True, stative=True) == "+-"
    assert inference_signature("allow", "NP_to_VP") == "+-"
    assert inference_signature("allow", "NP_to_VP", stative=True) == "+o"


def test_the_other_kind_where_one_is_unknown() -> None:
    assert inference_signature("accept", "to_VP") == inference_signature("accept", "to_VP", stative=True) == "+o"


LANGUAGES = [
    "ar", "cs", "da", "de", "es", "fi", "fr", "he", "hi", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ru", "tr", "vi",
    "zh",
]  # fmt: skip


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
