"""What the conclusion tells, by the bits of its words."""

from __future__ import annotations

import pytest

from helpers.aligned import SAME, firing, tagged, view
from meantree.alignment.word_alignment import Link, WordAlignment
from meantree.entailment.feature import SILENT, Firing
from meantree.entailment.information_loss import FEATURES
from meantree.entailment.reading import Reading, View
from meantree.lexicon.frequencies import surprisal, word_counts
from meantree.lexicon.ppdb import shared_paraphrases

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
OKAPI = "The/DET:2:det okapi/NOUN:3:nsubj sleeps/VERB:0:root"
SLEEPER = "A/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"


def fired(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_a_word_tells_the_more_the_rarer_it_is() -> None:
    assert surprisal("the") < surprisal("house") < surprisal("zugzwang")
    assert surprisal("zugzwang") == surprisal("qwertz")
    assert all(count > 0 and word == word.casefold() for word, count in word_counts().items())


@pytest.mark.parametrize("name", [one.name for one in FEATURES])
def test_nothing_is_lost_in_the_same_text(name: str) -> None:
    assert fired(name, CAT, CAT) == SILENT


def test_a_rare_word_is_a_greater_loss() -> None:
    lost = fired("nouns_information_lost", OKAPI, CAT)
    assert lost.conclusion == (1,)
    assert lost.value > fired("function_words_information_lost", CAT, SLEEPER).value > 0
    all_lost = [fired(name, OKAPI, CAT).value for name in ("rare_information_lost", "information_lost")]
    assert all_lost[0] > all_lost[1] == pytest.approx(lost.value)


def test_what_is_nearly_the_same_is_partly_kept_and_an_opposite_is_lost() -> None:
    near = fired("nouns_information_lost", OKAPI, CAT, "2-2=hyponym=0.6")
    assert 0 < near.value < fired("nouns_information_lost", OKAPI, CAT).value
    opposite = fired("nouns_information_lost", OKAPI, CAT, "2-2=antonym=0.9")
    assert opposite.value == fired("nouns_information_lost", OKAPI, CAT).value
    assert opposite.premise == (1,)


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("names_information_lost", "Prague/PROPN"),
        ("verbs_information_lost", "sleeps/VERB"),
        ("qualities_information_lost", "green/ADJ"),
        ("numbers_information_lost", "seven/NUM"),
        ("function_words_information_lost", "they/PRON"),
    ],
)
def test_words_are_told_apart_by_their_kind(name: str, word: str) -> None:
    text = f"{word}:0:root"
    assert fired(name, text, "cats/NOUN:0:root").value == 1.0
    assert fired(name, text, text).value == 0.0


def test_arcs_count_with_the_words_that_they_join() -> None:
    result = fired("arcs_information_lost", CAT, SLEEPER)
    assert result.conclusion_arcs == ((0, 1),)
    assert 0 < result.value < 0.5
    assert fired("arcs_information_lost", CAT, "cat/NOUN:0:root sleeps/VERB:1:acl").value == 1.0


@pytest.mark.parametrize("relation", ["antonym", "context"])
def test_what_no_resource_vouches_for_tells_nothing(relation: str) -> None:
    assert fired("information_lost", OKAPI, CAT, f"2-2={relation}=0.9").value == pytest.approx(
        fired("information_lost", OKAPI, CAT).value
    )


def test_a_word_that_is_written_alike_tells_less_than_one_that_means_the_same() -> None:
    alike, same = (fired("information_lost", OKAPI, CAT, f"2-2={one}=0.9").value for one in ("spelling", "synonym"))
    assert fired("information_lost", OKAPI, CAT).value > alike > same


def test_words_that_share_paraphrases_are_related() -> None:
    theirs = "babies/NOUN:2:nsubj play/VERB:0:root"
    near = fired("unrelated_information", "kids/NOUN:2:nsubj play/VERB:0:root", theirs)
    assert near.conclusion == (0,)
    assert fired("unrelated_information", "kids/NOUN:2:nsubj play/VERB:0:root", theirs, "1-1=ppdb=0.8") == SILENT
    play = surprisal("play")
    for word, share in (("kids", 1 - shared_paraphrases("kids", "babies")), ("zugzwang", 1.0)):
        result = fired("unrelated_information", f"{word}/NOUN:2:nsubj play/VERB:0:root", theirs)
        assert result.value == pytest.approx(surprisal(word) * share / (surprisal(word) + play))
    assert shared_paraphrases("kids", "babies") == shared_paraphrases("babies", "kids") > 0
    assert shared_paraphrases("kids", "qwertz") == 0.0


@pytest.mark.parametrize("name", ["any_information_lost", "any_content_information_lost", "any_rare_information_lost"])
def test_the_first_losses_count_most(name: str) -> None:
    result = fired(name, OKAPI, CAT)
    assert result.conclusion == (1,)
    assert result.value**2 == pytest.approx(fired(name.removeprefix("any_"), OKAPI, CAT).value)
    assert fired(name, CAT, "dogs/NOUN:0:root").value == 1.0


def test_the_first_lost_arcs_count_most() -> None:
    result = fired("any_arcs_information_lost", CAT, SLEEPER)
    assert result.conclusion_arcs == ((0, 1),)
    assert result.value**2 == pytest.approx(fired("arcs_information_lost", CAT, SLEEPER).value)


def test_a_likeness_too_small_to_tell_is_none() -> None:
    pair = view("cat/NOUN:2:dep okapi/NOUN:3:dep okapi/NOUN:0:root", "dog/NOUN:0:root", "1-1=synonym=5e-324")
    assert firing(FEATURES, "information_lost", pair).value == 1.0


def test_words_with_one_partner_keep_its_arc() -> None:
    cats = "cats/NOUN:3:nsubj cats/NOUN:3:dep sleep/VERB:0:root"
    links = WordAlignment((Link(0, 0, SAME), Link(1, 0, SAME), Link(2, 1, SAME)), (None, None))
    pair = View(Reading(tagged(cats)), Reading(tagged("cats/NOUN:2:nsubj sleep/VERB:0:root")), links, "ref>hyp")
    assert firing(FEATURES, "arcs_information_lost", pair) == SILENT
