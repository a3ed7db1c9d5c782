"""How well words are aligned."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, view
from meantree.entailment.alignment_quality import FEATURES
from meantree.entailment.feature import SILENT

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
DOG = "The/DET:2:det dog/NOUN:3:nsubj sleeps/VERB:0:root"
TODAY = "Today/NOUN:4:obl I/PRON:4:nsubj will/AUX:4:aux face/VERB:0:root this/DET:6:det reality/NOUN:4:obj"
FACT = "I/PRON:3:nsubj shall/AUX:3:aux face/VERB:0:root that/DET:5:det fact/NOUN:3:obj today/NOUN:3:obl"


def value(name: str, conclusion: str, premise: str, links: str = "") -> float:
    return firing(FEATURES, name, view(conclusion, premise, links)).value


def test_words_without_a_partner() -> None:
    assert value("words_unlinked", CAT, DOG) == pytest.approx(1 / 3)
    assert value("content_words_unlinked", CAT, DOG) == 0.5
    assert value("content_words_unlinked", CAT, DOG, "2-2=hyponym=0.7") == 0


def test_words_unlike_their_partners() -> None:
    assert value("links_weak", CAT, DOG, "2-2=hyponym=0.6") == pytest.approx(0.2)
    assert value("links_weak", CAT, DOG) == 0


def test_changed_words() -> None:
    assert value("words_changed", CAT, CAT) == 0
    assert value("words_changed", CAT, DOG, "2-2=synonym") == pytest.approx(1 / 3)


def test_unconfirmed_links() -> None:
    pair = view(CAT, CAT)
    assert firing(FEATURES, "links_unconfirmed", pair).value == 0
    pair.backward = (None, 1, 2)  # as an aligner whose directions disagree would have it
    assert firing(FEATURES, "links_unconfirmed", pair).conclusion == (0,)


def test_neighbours_and_runs_of_the_papers_example() -> None:
    pair = view(TODAY, FACT, "3-2=synonym 5-4=vectors=0.7 6-5=hypernym=0.8")
    assert firing(FEATURES, "neighbours_parted", pair).value == pytest.approx(0.2)
    assert firing(FEATURES, "outside_longest_run", pair).conclusion == (0,)
    assert firing(FEATURES, "words_out_of_order", pair).premise == (5,)
    assert firing(FEATURES, "neighbours_crossed", pair).conclusion == (0, 1)


@pytest.mark.parametrize("name", [one.name for one in FEATURES])
def test_nothing_fires_in_a_text_and_itself(name: str) -> None:
    assert firing(FEATURES, name, view(TODAY, TODAY)) == SILENT


def test_a_run_ends_where_a_word_moves() -> None:
    assert value("outside_longest_run", CAT, CAT, "1-3 2- 3-1") == pytest.approx(2 / 3)
    assert value("neighbours_parted", CAT, CAT, "1-3 2- 3-1") == 1


def test_words_with_one_partner_do_not_cross() -> None:
    pair = view("cats/NOUN:2:dep cats/NOUN:0:root", "cats/NOUN:0:root", "1-1 2-1")
    assert not firing(FEATURES, "neighbours_crossed", pair).value
