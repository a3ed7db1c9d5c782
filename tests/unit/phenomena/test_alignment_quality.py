"""How well words are aligned."""

from __future__ import annotations

import pytest

from helpers.aligned import firing, tagged, view
from meantree.alignment.word_alignment import Link, Reason, WordAlignment
from meantree.lexicon.frequencies import surprisal, word_counts
from meantree.phenomena.alignment_quality import FEATURES
from meantree.phenomena.feature import SILENT, Firing
from meantree.phenomena.reading import Reading, View

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
TODAY = "Today/NOUN:4:obl I/PRON:4:nsubj will/AUX:4:aux face/VERB:0:root this/DET:6:det reality/NOUN:4:obj"
FACT = "I/PRON:3:nsubj shall/AUX:3:aux face/VERB:0:root that/DET:5:det fact/NOUN:3:obj today/NOUN:3:obl"


OKAPI = "The/DET:2:det okapi/NOUN:3:nsubj sleeps/VERB:0:root"


def fired(name: str, conclusion: str, premise: str, links: str = "") -> Firing:
    return firing(FEATURES, name, view(conclusion, premise, links))


def test_a_word_tells_the_more_the_rarer_it_is() -> None:
    assert surprisal("the") < surprisal("house") < surprisal("zugzwang")
    assert surprisal("zugzwang") == surprisal("qwertz")
    assert all(count > 0 and word == word.casefold() for word, count in word_counts().items())
    assert fired("content_lost", OKAPI, CAT).value > fired("content_lost", CAT, OKAPI).value > 0
    assert fired("content_lost", OKAPI, CAT).conclusion == (1,)


@pytest.mark.parametrize("relation", ["antonym", "context"])
def test_what_no_resource_vouches_for_is_lost(relation: str) -> None:
    assert fired("content_lost", OKAPI, CAT, f"2-2={relation}=0.9").value == fired("content_lost", OKAPI, CAT).value
    assert fired("content_lost", OKAPI, CAT, f"2-2={relation}=0.9").premise == (1,)


def test_synonyms_are_kept_and_what_is_nearly_the_same_partly() -> None:
    lost = [fired("content_lost", OKAPI, CAT, f"2-2={link}").value for link in ("synonym=0.9", "path=0.6", "path=0.3")]
    assert 0 == lost[0] < lost[1] < lost[2] < fired("content_lost", OKAPI, CAT).value
    assert fired("links_weak", OKAPI, CAT, "2-2=path=0.6").value == pytest.approx(0.2)
    assert fired("links_weak", OKAPI, CAT, "2-2=ppdb=0.8") == fired("links_weak", OKAPI, CAT) == SILENT


def test_a_word_left_over_in_the_other_text_is_not_lost() -> None:
    unlinked = view(CAT, CAT, "2-")
    assert firing(FEATURES, "content_lost", unlinked) == SILENT
    twice = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root cat/NOUN:3:obj"
    assert fired("content_lost", twice, CAT).conclusion == (3,), "the other text has only one, which is aligned"


def test_function_words_count_apart() -> None:
    other = CAT.replace("The", "A")
    assert fired("content_lost", CAT, other) == SILENT
    assert fired("function_words_lost", CAT, other).conclusion == (0,)


def test_several_words_for_one() -> None:
    premier = "The/DET:2:det premier/NOUN:3:nsubj sleeps/VERB:0:root"
    minister = "The/DET:3:det prime/ADJ:3:amod minister/NOUN:4:nsubj sleeps/VERB:0:root"
    first, second = Reading(tagged(minister)), Reading(tagged(premier))
    same, link = (Reason("identity", 1.0), Reason("ppdb", 0.9))
    forward = (Link(0, 0, same), Link(1, 1, link), Link(2, 1, link), Link(3, 2, same))
    pair = View(first, second, WordAlignment(forward, (forward[0], forward[2], forward[3])), "ref>hyp")
    assert firing(FEATURES, "words_merged", pair) == Firing(1 / 3, (1, 2), (1,))
    assert fired("words_merged", CAT, CAT) == SILENT


def test_another_part_of_speech() -> None:
    noun = CAT.replace("sleeps/VERB", "sleep/NOUN")
    assert fired("parts_of_speech_changed", noun, CAT, "3-3=derivation=0.85").conclusion == (2,)
    assert not fired("parts_of_speech_changed", noun, CAT, "3-3=context=0.5").value, "it is another word"


def test_the_order_of_the_papers_example() -> None:
    assert fired("words_out_of_order", TODAY, FACT, "3-2=synonym 5-4=vectors=0.7 6-5=hypernym=0.8").premise == (5,)


def test_a_likeness_too_small_to_tell_is_none() -> None:
    pair = view("cat/NOUN:2:dep okapi/NOUN:3:dep okapi/NOUN:0:root", "dog/NOUN:0:root", "1-1=path=5e-324")
    assert firing(FEATURES, "content_lost", pair).value == 1.0
