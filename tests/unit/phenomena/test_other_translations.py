"""What other translations of a segment make of a finding: counts by hand, and probabilities."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.aligned import aligned, tagged_flat
from helpers.command import invoke
from helpers.input_files import written
from meantree.analysis.sentences import Analysis
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.other_translations import OtherTranslations, other_translations, weighed
from meantree.phenomena.places import REWORDED, as_others_say

REF = "the/DET patient/NOUN gave/VERB the/DET new/ADJ treatment/NOUN"


def _pair(hyp: str, others: tuple[str, ...], ref: str = REF) -> Compared:
    texts: tuple[Analysis, Analysis] = tagged_flat(hyp), tagged_flat(ref)
    return Compared(*texts, aligned(*texts), others)


@pytest.mark.parametrize(
    ("hyp", "words", "lost", "others", "alike"),
    [
        (
            "the/DET patient/NOUN gave/VERB the/DET new/ADJ care/NOUN",
            (3, 5),
            (3, 5),
            ("No care.", "Medicare", "CARE"),
            2,
        ),
        ("he/PRON did/AUX n't/PART", (2,), (), ("He doesn’t.", "He didn't.", "He did not."), 1),
        ("it/PRON 's/AUX COVID-19/PROPN", (1, 2), (), ("It's COVID 19", "It's COVID"), 1),
        ("the/DET patient/NOUN gave/VERB treatment/NOUN", (), (4,), ("a new drug", "a drug"), 1),
        ("the/DET the/DET patient/NOUN", (1,), (), ("for the patient", "for The the patient"), 1),
        ("the/DET treatment/NOUN gave/VERB the/DET patient/NOUN", (1, 4), (1, 5), ("gave the patient", "gave"), 1),
    ],
)
def test_that_words_that_the_reference_lacks_are_looked_for(
    hyp: str, words: tuple[int, ...], lost: tuple[int, ...], others: tuple[str, ...], alike: int
) -> None:
    found = other_translations(_pair(hyp, others), Candidate("word.different", words, lost))
    assert found == OtherTranslations(alike, len(others), not words)


def test_that_nothing_is_said_without_other_translations_or_words() -> None:
    candidate = Candidate("word.different", (0,), (0,))
    assert other_translations(_pair("the/DET", ()), candidate) is None
    assert other_translations(_pair("the/DET ./PUNCT", ("Yes.",)), Candidate("clause.question", (1,), ())) is None
    assert weighed(0.4, None) == 0.4


@given(st.floats(0.001, 0.999), st.integers(1, 30), st.data())
def test_that_each_translation_that_agrees_makes_an_error_less_probable(
    chance: float, others: int, data: st.DataObject
) -> None:
    alike = data.draw(st.integers(0, others - 1))
    fewer, more = (weighed(chance, OtherTranslations(count, others, is_missing=False)) for count in (alike, alike + 1))
    assert 0 <= more <= fewer <= 1
    assert weighed(chance, OtherTranslations(0, others, is_missing=False)) >= round(chance, 4)
    assert weighed(chance, OtherTranslations(others, others, is_missing=False)) <= chance


@pytest.mark.parametrize(
    ("alike", "others", "chance", "expected"),
    [(0, 4, 0.5, 0.5597), (4, 4, 0.5, 0.2769), (1, 4, 0.5, 0.4850), (1, 1, 0.5, 0.3543), (2, 4, 1.0, 1.0)],
)
def test_that_the_change_is_that_of_the_formula(alike: int, others: int, chance: float, expected: float) -> None:
    assert weighed(chance, OtherTranslations(alike, others, is_missing=False)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(("others", "sure"), [((), 0.9), (("no care",), REWORDED), (("no treatment",), 0.9)])
def test_that_a_change_of_a_copy_is_not_shown_where_others_have_it(others: tuple[str, ...], sure: float) -> None:
    pair = _pair(REF.replace("treatment", "care"), others)
    assert pair.common.is_copy
    assert as_others_say(pair, Candidate("word.different", (5,), (5,)), 0.9) == sure


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (OtherTranslations(0, 3, is_missing=False), "No other translation has these words (3 compared)."),
        (OtherTranslations(1, 3, is_missing=False), "1 of 3 other translations has these words, too."),
        (OtherTranslations(1, 1, is_missing=True), "1 of 1 other translation lacks these words, too."),
        (OtherTranslations(2, 3, is_missing=True), "2 of 3 other translations lack these words, too."),
    ],
)
def test_that_people_are_told(found: OtherTranslations, sentence: str) -> None:
    assert found.sentence == sentence


@pytest.mark.pipeline
def test_that_the_command_asks_all_translations_whichever_it_lists(tmp_path: Path) -> None:
    texts = {
        "a.txt": "The doctors recommended a new therapy for the children.",
        "b.txt": "Doctors advised a new therapy for the children.",
        "ref.txt": "The doctors recommended a new treatment for the children.",
    }
    one, two, ref = written(tmp_path, {name: f"{text}\n" for name, text in texts.items()})
    arguments = ["--ref", ref, "--system", "a", "--all", "--format", "json"]
    alone, beside = (invoke("findings", "--hyp", one, *more, *arguments).stdout for more in ([], ["--hyp", two]))
    assert '"other_translations": null' in alone
    assert '"alike": 1' in beside
