"""How well words are aligned: what is lost of rare and common words, and of links that are nearly the same."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.lexicon.frequencies import surprisal, word_counts
from meantree.phenomena.alignment_quality import FEATURES
from meantree.phenomena.feature import Firing
from meantree.phenomena.reading import Reading, View

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
OKAPI = "The/DET:2:det okapi/NOUN:3:nsubj sleeps/VERB:0:root"


def test_a_word_tells_the_more_the_rarer_it_is() -> None:
    assert surprisal("the") < surprisal("house") < surprisal("zugzwang")
    assert surprisal("zugzwang") == surprisal("qwertz")
    assert all(count > 0 and word == word.casefold() for word, count in word_counts().items())
    assert firing("content_lost", OKAPI, CAT).value > firing("content_lost", CAT, OKAPI).value > 0


@pytest.mark.parametrize("relation", ["antonym", "context"])
def test_what_no_resource_vouches_for_is_lost(relation: str) -> None:
    found, alone = firing("content_lost", OKAPI, CAT, f"2-2={relation}=0.9"), firing("content_lost", OKAPI, CAT)
    assert (found.value, found.premise, alone.conclusion) == (alone.value, (1,), (1,))


def test_synonyms_are_kept_and_what_is_nearly_the_same_partly() -> None:
    links = ("2-2=synonym=0.9", "2-2=path=0.6", "2-2=path=0.3", "")
    lost = [firing("content_lost", OKAPI, CAT, link).value for link in links]
    assert lost == sorted(set(lost))
    assert lost[0] == 0


def test_several_words_for_one() -> None:
    minister = "The/DET:3:det prime/ADJ:3:amod minister/NOUN:4:nsubj sleeps/VERB:0:root"
    first, second = (Reading(tagged(text)) for text in (minister, CAT.replace("cat", "premier")))
    same, link = (Reason("identity", 1.0), Reason("ppdb", 0.9))
    forward = (Link(0, 0, same), Link(1, 1, link), Link(2, 1, link), Link(3, 2, same))
    pair = View(first, second, WordAlignment(forward, (forward[0], forward[2], forward[3])), "ref>hyp")
    merged = next(feature for feature in FEATURES if feature.name == "words_merged")
    assert merged.function(pair) == Firing(1 / 3, (1, 2), (1,))
