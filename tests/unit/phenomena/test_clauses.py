"""Predicates and their logical arguments."""

from __future__ import annotations

from collections.abc import Mapping

from helpers.aligned import tagged, view
from meantree.phenomena.clauses import Clause, clauses, main_word, same
from meantree.phenomena.reading import Reading
from meantree.phenomena.roles import roles

ACTIVE = "The/DET:2:det virus/NOUN:3:nsubj infected/VERB/infect:0:root nobody/PRON:3:obj"
PASSIVE = (
    "Nobody/PRON:3:nsubj:pass was/AUX/be:3:aux:pass infected/VERB/infect/VBN:0:root "
    "by/ADP:6:case the/DET:6:det virus/NOUN:3:obl:agent"
)


def clause(text: str, predicate: str) -> Clause:
    reading = Reading(tagged(text))
    return next(one for word, one in clauses(reading).items() if reading.tokens[word].text == predicate)


def core(text: str, predicate: str) -> Mapping[str, str]:
    words = tagged(text).words
    return {role: words[word] for role, word in clause(text, predicate).core.items()}


def test_a_passive_and_its_active_have_the_same_arguments() -> None:
    assert core(ACTIVE, "infected") == {"subject": "virus", "object": "nobody"}
    assert core(PASSIVE, "infected") == {"subject": "virus", "object": "Nobody"}
    assert (clause(ACTIVE, "infected").passive, clause(PASSIVE, "infected").passive) == (False, True)


def test_labels_of_clearnlp() -> None:
    text = (
        "Nobody/PRON:3:nsubjpass was/AUX/be:3:auxpass infected/VERB/infect/VBN:0:ROOT "
        "by/ADP:3:agent viruses/NOUN:4:pobj in/ADP:3:prep May/PROPN:6:pobj"
    )
    assert core(text, "infected") == {"subject": "viruses", "object": "Nobody"}
    assert clause(text, "infected").obliques == (("in", 6),)
    assert core("I/PRON:2:nsubj see/VERB:0:ROOT him/PRON:2:dobj", "see") == {"subject": "I", "object": "him"}


def test_who_is_given_something_in_a_passive() -> None:
    text = "He/PRON:3:nsubj:pass was/AUX/be:3:aux:pass given/VERB/give/VBN:0:root a/DET:5:det book/NOUN:3:obj"
    assert core(text, "given") == {"recipient": "He", "object": "book"}


def test_a_relative_pronoun_stands_for_its_noun() -> None:
    assert core("men/NOUN:0:root who/PRON:3:nsubj sing/VERB:1:acl:relcl", "sing") == {"subject": "men"}
    assert core("songs/NOUN:0:root they/PRON:3:nsubj sing/VERB:1:acl:relcl", "sing") == {
        "subject": "they",
        "object": "songs",
    }


def test_participles_take_the_noun_before_them() -> None:
    assert core("men/NOUN:0:root seen/VERB/see/VBN:1:acl", "seen") == {"object": "men"}
    assert core("men/NOUN:0:root seeing/VERB/see/VBG:1:acl", "seeing") == {"subject": "men"}
    assert core("ways/NOUN:0:root to/PART:3:mark see/VERB/see/VB:1:acl", "see") == {}


def test_infinitives_and_conjuncts_borrow_their_subject() -> None:
    assert core("I/PRON:2:nsubj want/VERB:0:root to/PART:4:mark go/VERB:2:xcomp", "go") == {"subject": "I"}
    asking = "I/PRON:2:nsubj asked/VERB:0:root her/PRON:2:obj to/PART:5:mark go/VERB:2:xcomp"
    assert core(asking, "go") == {"subject": "her"}
    assert core("I/PRON:2:nsubj came/VERB:0:root and/CCONJ:4:cc saw/VERB:2:conj", "saw") == {"subject": "I"}
    killed = (
        "They/PRON:3:nsubj:pass were/AUX:3:aux:pass seen/VERB/see/VBN:0:root and/CCONJ:5:cc killed/VERB/kill/VBN:3:conj"
    )
    assert core(killed, "killed") == {"object": "They"}


def test_a_noun_with_a_subject_is_a_predicate() -> None:
    assert core("She/PRON:3:nsubj is/AUX:3:cop queen/NOUN:0:root", "queen") == {"subject": "She"}


def test_adjuncts_have_their_preposition() -> None:
    text = "I/PRON:2:nsubj stay/VERB:0:root in/ADP:4:case Rome/PROPN:2:obl today/NOUN:2:obl:unmarked"
    assert clause(text, "stay").obliques == (("in", 3), ("", 4))


def test_a_name_stands_for_its_phrase() -> None:
    reading = Reading(tagged("President/PROPN:2:compound Smith/PROPN:0:root and/CCONJ:4:cc Jones/PROPN:2:conj"))
    assert [main_word(reading, word) for word in (0, 1, 3)] == [1, 1, 1]
    pair = view("Jones/PROPN:2:nsubj sings/VERB:0:root", "Smith/PROPN:0:root Jones/PROPN:1:flat")
    assert same(pair, 0, 0)
    assert not same(pair, 1, 0)
    assert not same(pair, None, 0)


def test_an_outer_subject_is_one_where_there_is_no_other() -> None:
    alone = "Singing/NOUN:3:nsubj:outer is/AUX:3:cop fun/NOUN:0:root"
    assert clauses(Reading(tagged(alone)))[2].core == {"subject": 0}
    both = "Trouble/NOUN:4:nsubj:outer is/AUX:4:cop he/PRON:4:nsubj left/VERB:0:root"
    assert clauses(Reading(tagged(both)))[3].core == {"subject": 2}


def test_what_is_something_else_does_nothing() -> None:
    assert not roles(Reading(tagged("Discovery/NOUN:3:nsubj was/AUX/be:3:cop fact/NOUN:0:root")))
    assert roles(Reading(tagged(ACTIVE))) == {1: "agent", 3: "patient"}
