"""What other translations of a segment make of a finding: counts by hand, and probabilities."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import meantree as mt
from helpers.aligned import aligned, tagged_flat
from helpers.command import invoke
from helpers.input_files import written
from meantree.alignment.aligner import align
from meantree.analysis.analyser import load_analyser
from meantree.comparison.pair_findings import LAYERS, closest_findings
from meantree.metrics.pair import Pair
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.other_translations import OtherTranslations, other_translations, weighed
from meantree.phenomena.places import REWORDED, as_others_say
from meantree.phenomena.search import find
from meantree_resources import resource

REF = "the/DET patient/NOUN gave/VERB the/DET new/ADJ treatment/NOUN"
FREE, REFERENCE = (
    "Doctors advised a new therapy for their little patients.",
    "The doctors recommended a new treatment for the sick children.",
)


def _pair(hyp: str, others: tuple[str, ...], ref: str = REF) -> Compared:
    texts = tagged_flat(hyp), tagged_flat(ref)
    return Compared(*texts, aligned(*texts), others)


@pytest.mark.parametrize(
    ("kind", "hyp", "words", "lost", "others", "alike"),
    [
        ("word", "the/DET new/ADJ care/NOUN", (0, 2), (3, 5), ("No care.", "Medicare", "A “CARE”"), 2),
        ("word", "he/PRON ca/AUX n't/PART", (2,), (), ("He doesn’t.", "He cannot.", "He could not.", "Notes."), 3),
        ("word", "it/PRON 's/AUX COVID-19/PROPN", (1, 2), (), ("So it’s COVID 19", "It's COVID"), 1),
        ("word", "has/AUX so/ADV far/ADV gave/VERB", (1, 2), (2,), ("so far", "so far it gave", "far"), 2),
        ("word", "patient/NOUN", (0,), (1,), ("the patient came", "to patient"), 1),
        ("word", "the/DET patient/NOUN", (), (4, 5), ("the patient gave", "the patient gave the new treatment"), 1),
        ("word", "the/DET patient/NOUN new/ADJ", (), (4, 5), ("the patient gave treatment",), 0),
        ("word", "the/DET patient/NOUN", (), (3, 4, 5), ("the patient gave a treatment",), 0),
        ("repetition", "the/DET the/DET patient/NOUN", (1,), (), ("the patient", "for the the patient"), 1),
        ("order", "gave/VERB new/ADJ the/DET treatment/NOUN", (1,), (4,), ("gave new a", "gave the new treatment"), 1),
        (
            "role.swapped",
            "he/PRON gave/VERB them/PRON",
            (0, 2),
            (),
            ("He gave it to them.", "He gave them it."),
            0,
        ),
    ],
)
def test_that_others_differ_alike(
    kind: str, hyp: str, words: tuple[int, ...], lost: tuple[int, ...], others: tuple[str, ...], alike: int
) -> None:
    found = other_translations(_pair(hyp, others), Candidate(kind, words, lost))
    assert found == OtherTranslations(alike, len(others))


@pytest.mark.parametrize("other", ["Der Patient bekam sie.", "N/A", "The patient, gave!"])
def test_that_what_is_missing_is_not_excused_by_a_broken_text_or_the_same_words(other: str) -> None:
    pair = _pair("the/DET patient/NOUN gave/VERB", (other, "the patient gave a new treatment"))
    assert other_translations(pair, Candidate("modifier.missing", (), (4, 5))) == OtherTranslations(0, 1)


def test_that_a_denial_that_another_translation_has_is_missing_here() -> None:
    pair = _pair("he/PRON so/ADV far/ADV confirmed/VERB", ("So far he has not confirmed",), "he/PRON not/PART yet/ADV")
    assert other_translations(pair, Candidate("word.different", (1, 2), (1, 2))) == OtherTranslations(0, 1)


def test_that_nothing_is_said_without_other_translations_or_words() -> None:
    candidate = Candidate("word.different", (0,), (0,))
    assert other_translations(_pair("the/DET", ()), candidate) is None
    assert other_translations(_pair("the/DET", ("The!",)), candidate) is None
    assert other_translations(_pair("the/DET ./PUNCT", ("Yes.",)), Candidate("clause.question", (1,), ())) is None
    assert other_translations(_pair("NNVBE/PROPN", ("This NNVBE",)), Candidate("name.different", (0,), (0,))) is None
    assert weighed(0.4, None) == 0.4


@given(st.floats(0.001, 0.999), st.integers(1, 30), st.data())
def test_that_each_translation_that_differs_alike_makes_an_error_less_probable(
    chance: float, count: int, data: st.DataObject
) -> None:
    alike = data.draw(st.integers(0, count - 1))
    more, fewer = (weighed(chance, OtherTranslations(number, count)) for number in (alike, alike + 1))
    assert 0 <= fewer <= more <= 1
    assert weighed(chance, OtherTranslations(0, count)) >= round(chance, 4)
    assert weighed(chance, OtherTranslations(count, count)) <= chance


@pytest.mark.parametrize(
    ("alike", "count", "chance", "expected"),
    [(0, 4, 0.5, 0.5597), (4, 4, 0.5, 0.2769), (1, 4, 0.5, 0.4850), (1, 1, 0.5, 0.3543), (2, 4, 1.0, 1.0)],
)
def test_that_the_change_is_that_of_the_formula(alike: int, count: int, chance: float, expected: float) -> None:
    assert weighed(chance, OtherTranslations(alike, count)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("others", "sure"),
    [
        ((), 0.9),
        (("new care",), 0.9),
        (("new care", "no care"), REWORDED),
        (("care", "no care", *map(str, range(20))), 0.9),
    ],
)
def test_that_a_change_of_a_copy_is_not_shown_where_several_have_it(others: tuple[str, ...], sure: float) -> None:
    pair, candidate = _pair(REF.replace("treatment", "care"), others), Candidate("word.different", (5,), (5,))
    assert pair.common.is_copy
    assert as_others_say(pair, candidate, 0.9) == sure
    assert as_others_say(pair, candidate, 0.1) == 0.1


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (OtherTranslations(0, 3), "None of 3 other translations differ in the same way."),
        (OtherTranslations(1, 3), "1 of 3 other translations differs in the same way."),
        (OtherTranslations(2, 3), "2 of 3 other translations differ in the same way."),
        (OtherTranslations(1, 1), "The other translation differs in the same way."),
        (OtherTranslations(0, 1), "The other translation does not differ in the same way."),
    ],
)
def test_that_people_are_told(found: OtherTranslations, sentence: str) -> None:
    assert found.sentence == sentence


@pytest.mark.pipeline
@pytest.mark.parametrize("text", [FREE.replace("therapy", "computer"), REFERENCE.replace("treatment", "computer")])
def test_that_findings_are_as_probable_as_others_say(text: str) -> None:
    hyp, ref = load_analyser().analyse([text, REFERENCE], LAYERS)
    links = align(hyp, ref)
    alone, beside = (
        next(each for each in find(hyp, ref, links, others=others) if "computer" in each.sentence)
        for others in ((), (f"So {text}", f"Then {text}", f"{text} Now."))
    )
    assert (alone.others, beside.others, alone.shown) == (None, OtherTranslations(3, 3), True)
    assert beside.probability < alone.probability


@pytest.mark.pipeline
def test_that_a_pair_is_compared_again_beside_other_translations() -> None:
    hyp, ref = load_analyser().analyse([FREE, REFERENCE], LAYERS)
    alone, beside = (
        closest_findings(Pair(hyp, (ref,), others=others), english=True)[1][0].others for others in ((), ("A", "B"))
    )
    assert alone is None
    assert beside is not None


@pytest.mark.pipeline
def test_that_a_swap_and_a_lost_denial_are_shown_beside_the_other_system_of_the_sample() -> None:
    shown = mt.findings(mt.read(resource("sample/sample.tsv")), systems=["north"]).frame()
    kinds = {(str(row["segment"]), row["kind"]) for _, row in shown.iterrows() if row["document"] == "news"}
    assert {("4", "role.swapped"), ("3", "negation.missing")} <= kinds


@pytest.mark.pipeline
def test_that_the_command_asks_all_translations_whichever_it_lists(tmp_path: Path) -> None:
    texts = {"a.txt": REFERENCE.replace("treatment", "therapy"), "b.txt": FREE, "ref.txt": REFERENCE}
    one, two, ref = written(tmp_path, {name: f"{text}\n" for name, text in texts.items()})
    arguments = ["--ref", ref, "--system", "a", "--all", "--format", "json"]
    alone, beside = (invoke("findings", "--hyp", one, *more, *arguments).stdout for more in ([], ["--hyp", two]))
    assert '"other_translations": null' in alone
    assert '"alike": 1' in beside
