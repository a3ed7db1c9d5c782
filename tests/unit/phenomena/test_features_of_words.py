"""Features of words and phrases, names and wording: pairs on which each fires, and similar ones on which it is silent.

Of identical texts all are silent (``test_catalogue``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers.aligned import firing, tagged
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.sentences import Analysis
from meantree.phenomena.catalogue import FEATURES

Text = str | Analysis
GROUPS = {"alignment", "insertions and deletions", "preservation of reference"}

CAT = "The/DET:2:det cat/NOUN:3:nsubj sleeps/VERB:0:root"
TWICE = f"{CAT} cat/NOUN:3:obj"
OKAPI = "The/DET:2:det okapi/NOUN:3:nsubj sleeps/VERB:0:root"
ASLEEP = CAT.replace("sleeps/VERB", "sleep/NOUN")
TODAY = "Today/NOUN:4:obl I/PRON:4:nsubj will/AUX:4:aux face/VERB:0:root this/DET:6:det reality/NOUN:4:obj"
FACT = "I/PRON:3:nsubj shall/AUX:3:aux face/VERB:0:root that/DET:5:det fact/NOUN:3:obj today/NOUN:3:obl"
HEAD, WORD = "head/NOUN:0:root other/X:1:dep", "head/NOUN:0:root word/{0}:1:{1} other/X:1:dep"
LEFT_OVER = f"{HEAD} word/X:1:dep"
PHRASES = {
    "nouns_unlinked": ("NOUN", "dep"),
    "proper_nouns_unlinked": ("PROPN", "dep"),
    "verbs_unlinked": ("VERB", "dep"),
    "qualities_unlinked": ("ADV", "dep"),
    "connectives_unlinked": ("CCONJ", "cc"),
    "adjuncts_unlinked": ("X", "obl"),
    "adverbial_clauses_unlinked": ("X", "advcl"),
    "appositions_unlinked": ("X", "appos"),
    "noun_clauses_unlinked": ("X", "acl:relcl"),
    "modifiers_unlinked": ("X", "amod"),
    "conjuncts_unlinked": ("X", "conj"),
    "complements_unlinked": ("X", "ccomp"),
}
CAME = "He/PRON:2:nsubj came/VERB:0:root"
BRACKETED = f"{CAME} (/PUNCT:5:punct a/DET:5:det Monday/X:2:dep )/PUNCT:5:punct"
LONG = f"{CAME} on/ADP:6:case a/DET:6:det red/ADJ:6:amod horse/NOUN:2:obl"
QUOTED = "{0}/PUNCT:3:punct The/DET:3:det cat/NOUN:0:root {1}/PUNCT:3:punct"
APART, TOGETHER = "Jones/PROPN:0:root ;/PUNCT:3:punct Jones/PROPN:1:conj", "Jones/PROPN:0:root Jones/PROPN:1:conj"
AND_TOMCAT = f"{CAT} and/CCONJ:6:cc the/DET:6:det tomcat/NOUN:3:conj"
AND_CAT = AND_TOMCAT.replace("tomcat", "cat")
THE, A, NO = (f"{word}/DET:2:det dog/NOUN:0:root" for word in ("the", "a", "no"))
DOG, DOGS = "dog/NOUN/dog/NN:0:root", "dogs/NOUN/dog/NNS:0:root"


def says(word: str, kind: EntityKind | None = None, value: str = "", upos: str = "PROPN") -> Analysis:
    """``He says WORD``, an entity perhaps."""
    entities = [Entity(2, 3, kind, value)] if kind is not None else []
    return tagged(f"He/PRON:2:nsubj says/VERB:0:root {word}/{upos}:2:obj", entities)


KINDS = {
    "persons_lost": (EntityKind.PERSON, EntityKind.LOCATION),
    "places_lost": (EntityKind.LOCATION, EntityKind.PERSON),
    "organisations_lost": (EntityKind.ORGANISATION, EntityKind.PERSON),
}
"""The kind of names that a feature looks for, and another."""
ROME, HAI_QING = says("Rome", EntityKind.LOCATION), tagged("Hai/PROPN:0:root Qing/PROPN:1:flat US/PROPN:1:flat")
BIDEN, OBAMA = says("Biden", EntityKind.PERSON), says("Obama", EntityKind.PERSON)
EUROS, DOLLARS = (says("5", EntityKind.MONEY, f"{currency} 5", "NUM") for currency in ("EUR", "USD"))
FIVE, FIFTY = (says(digits, EntityKind.NUMBER, digits, "NUM") for digits in ("5", "50"))
A81, A82 = (says(word, upos="NUM") for word in ("A81", "A82"))
HER = says("her", upos="PRON")
VALUES = {"dates": EntityKind.DATE, "numbers": EntityKind.NUMBER}

# fmt: off
FIRES: list[tuple[str, Text, Text, str, dict[str, Any]]] = [
    ("function_words_lost", CAT, CAT.replace("The", "A"), "", {"conclusion": (0,)}),
    ("content_lost", TWICE, CAT, "", {"conclusion": (3,)}),
    ("content_lost", "cat/NOUN:2:dep okapi/NOUN:3:dep okapi/NOUN:0:root", "dog/NOUN:0:root", "1-1=path=5e-324",
     {"value": 1.0}),
    ("links_weak", OKAPI, CAT, "2-2=path=0.6", {"value": pytest.approx(0.2)}),
    ("parts_of_speech_changed", ASLEEP, CAT, "3-3=derivation=0.85", {"conclusion": (2,)}),
    ("words_out_of_order", TODAY, FACT, "3-2=synonym 5-4=vectors=0.7 6-5=hypernym=0.8", {"premise": (5,)}),
    *((name, WORD.format(*kind), HEAD, "", {"conclusion": (1,)}) for name, kind in PHRASES.items()),
    ("modifiers_unlinked", "dogs/NOUN:0:root owner/X:1:nmod", "dogs/NOUN:0:root", "", {"conclusion": (1,)}),
    ("parentheticals_unlinked", BRACKETED, f"{CAME} a/DET:2:dep", "", {"conclusion": (4,)}),
    ("subtrees_unlinked", LONG, CAME, "", {"conclusion": (2, 3, 4, 5)}),
    ("words_repeated", TWICE, CAT, "", {"conclusion": (3,)}),
    ("words_repeated", f"{TWICE} cat/NOUN:3:obl", TWICE, "", {"conclusion": (4,)}),
    ("words_repeated", AND_CAT, AND_TOMCAT, "", {"conclusion": (5,)}),
    ("phrases_repeated", f"{CAT} the/DET:5:det cat/NOUN:3:obj", CAT, "", {"conclusion": (3,)}),
    ("neighbours_doubled", f"{CAT} sleeps/VERB:3:dep", CAT, "", {"conclusion": (3,)}),
    ("neighbours_doubled", TOGETHER, APART, "", {"conclusion": (1,)}),
    ("unknown_words", f"{CAT} kasutatakse/VERB:3:dep", CAT, "", {"conclusion": (3,)}),
    *(("foreign_script", f"{CAT} {word}/NOUN:3:dep", CAT, "", {"conclusion": (3,)}) for word in ("නගරය", "μόνο", "я")),
    ("more_words", f"{CAT} well/ADV:3:advmod", CAT, "", {"value": 0.25}),
    ("more_loose_words", f"{CAT} cats/NOUN:3:dep", CAT, "", {"conclusion": (3,)}),
    ("punctuation_added", f"{CAT} !/PUNCT:3:punct", CAT, "", {"conclusion": (3,)}),
    ("punctuation_added", QUOTED.format('"', '"'), CAT, "", {"conclusion": (0, 3)}),
    ("brackets_unbalanced", f"{CAT} (/PUNCT:3:punct", CAT, "", {"conclusion": (3,)}),
    ("brackets_unbalanced", f"{CAT} agricultural“aircraft/NOUN:3:obj carrier/NOUN:3:obj", CAT, "",
     {"conclusion": (3,)}),
    ("brackets_unbalanced", f'{CAT} x"/NOUN:3:obj', CAT, "", {"conclusion": (3,)}),
    ("brackets_unbalanced", f"{CAT} a)/NOUN:3:obj (b/NOUN:3:obj", CAT, "", {"conclusion": (3, 4)}),
    ("verb_missing", "The/DET:2:det cat/NOUN:0:root", CAT, "", {"value": 1.0}),
    ("ends_early", f"{CAT} in/ADP:3:obl", CAT, "", {"conclusion": (3,)}),
    ("names_respelled", says("Haroon"), says("Harun"), "3-3=spelling=0.8", {"value": pytest.approx(3 / 11)}),
    *((name, says("Victoria", kind), says("Paris", kind), "", {"conclusion": (2,)})
      for name, (kind, _) in KINDS.items()),
    ("persons_lost", BIDEN, OBAMA, "3-3=entity=0.9", {"value": 1}),
    ("names_for_common_nouns", ROME, says("cities", upos="NOUN"), "3-3=path=0.5", {"value": 1}),
    *((f"{group}_missing", says("5", kind, "5", "NUM"), says("6", kind, "6", "NUM"), "", {"value": 1})
      for group, kind in VALUES.items()),
    *((f"{group}_changed", says("5", kind, "5", "NUM"), says("6", kind, "6", "NUM"), "3-3=number=0.2", {"value": 1})
      for group, kind in VALUES.items()),
    ("numbers_missing", FIFTY, FIVE, "", {"value": 1}),
    ("numbers_missing", A82, says("81", EntityKind.NUMBER, "81", "NUM"), "", {"value": 1}),
    ("amounts_lost", EUROS, DOLLARS, "", {"conclusion": (2,)}),
    ("pronouns_for_nouns", says("it", upos="PRON"), says("Rome"), "3-3=pronoun=0.5", {"value": 0.5}),
    ("pronouns_changed", says("me", upos="PRON"), HER, "3-3=pronoun", {"value": 0.5}),
    ("persons_added", says("you", upos="PRON"), HER, "3-3=pronoun=0.3", {"value": 0.5, "conclusion": (2,)}),
    ("definiteness_changed", THE, A, "", {"conclusion": (1,)}),
    ("grammatical_number_changed", DOG, DOGS, "1-1=lemma", {"conclusion": (0,)}),
]
SILENT: list[tuple[str, Text, Text, str, str]] = [
    ("content_lost", CAT, CAT.replace("The", "A"), "", "only a function word is"),
    ("content_lost", CAT, CAT, "2-", "the other text has it, though it is not aligned"),
    ("function_words_lost", OKAPI, CAT, "", "it is a word of content"),
    ("links_weak", OKAPI, CAT, "", "there is no link"),
    ("links_weak", OKAPI, CAT, "2-2=ppdb=0.8", "it is strong"),
    ("words_merged", CAT, CAT, "", "each has its own partner"),
    ("parts_of_speech_changed", ASLEEP, CAT, "3-3=context=0.5", "it is another word"),
    ("words_out_of_order", CAT, OKAPI, "2-2=path=0.6", "they stand in order"),
    *((name, WORD.format(*kind), LEFT_OVER, "2-", "the word is left over") for name, kind in PHRASES.items()),
    ("connectives_unlinked", "that/SCONJ:2:mark go/VERB:0:root", "go/VERB:0:root", "", "that is none to miss"),
    ("modifiers_unlinked", "head/NOUN:0:root word/NOUN:1:amod", "x/X:0:root", "", "its noun has no partner itself"),
    ("modifiers_unlinked", "dogs/NOUN:0:root owner/X:1:nmod:poss", "dogs/NOUN:0:root", "", "a possessor is none"),
    ("parentheticals_unlinked", BRACKETED.replace("(", "“").replace(")", "”"), f"{CAME} a/DET:2:dep", "",
     "quotation marks hold no aside"),
    ("subtrees_unlinked", LONG, f"{CAME} red/ADJ:2:obl", "", "one word of it is there"),
    ("words_repeated", f"{CAT} the/DET:3:obj", CAT, "", "a function word may be"),
    ("words_repeated", TWICE, "Cat/NOUN:4:nsubj the/DET:3:det cat/NOUN:4:nsubj sleeps/VERB:0:root", "", "there, too"),
    ("words_repeated", AND_CAT, AND_TOMCAT, "6-6=synonym", "the other text has another word for it"),
    ("phrases_repeated", TWICE, CAT, "", "one word is no phrase"),
    ("neighbours_doubled", TWICE, CAT, "", "they are no neighbours"),
    ("neighbours_doubled", APART, CAT, "", "a mark is between them"),
    ("unknown_words", f"{CAT} sleeping/VERB:3:dep", CAT, "", "a form of a known word"),
    *(("foreign_script", f"{CAT} {word}/NOUN:3:dep", CAT, "", "of the same script")
      for word in ("Kärjää", "µm", "5µg", "1ª", "nº", "Ａｂ")),
    ("more_words", f"{CAT} !/PUNCT:3:punct", CAT, "", "a mark is no word"),
    ("more_loose_words", f"{CAT} cats/NOUN:3:obj", CAT, "", "it has a relation"),
    ("punctuation_added", f"{CAT} well/ADV:3:advmod", CAT, "", "a word is no mark"),
    ("punctuation_added", QUOTED.format('"', '"'), QUOTED.format("“", "”"), "", "of another shape"),
    ("brackets_unbalanced", f"{CAT} (/PUNCT:3:punct )/PUNCT:3:punct", CAT, "", "closed"),
    ("brackets_unbalanced", f"{CAT} agricultural“aircraft/NOUN:3:obj carrier”/NOUN:3:obj", CAT, "", "closed"),
    ("brackets_unbalanced", f"{CAT} dogs’/NOUN:3:obj ’tis/NOUN:3:obj", CAT, "", "apostrophes"),
    ("verb_missing", "Sleeps/VERB:0:root", CAT, "", "it is there"),
    ("ends_early", f"{CAT} in/ADP:3:compound:prt", CAT, "", "a particle may be the last"),
    ("names_respelled", BIDEN, OBAMA, "3-3=entity=0.9", "another name"),
    *((name, says("Victoria", other), says("Paris", other), "", "another kind") for name, (_, other) in KINDS.items()),
    ("places_lost", says("U.S.", EntityKind.LOCATION), HAI_QING, "", "with points"),
    ("places_lost", says("Haiqing", EntityKind.LOCATION), HAI_QING, "", "in two words"),
    ("names_for_common_nouns", ROME, says("Paris"), "3-3=path=0.5", "a name for a name"),
    ("names_for_common_nouns", ROME, says("Roman", upos="ADJ"), "3-3=derivation=0.85", "an adjective"),
    ("names_for_common_nouns", says("Chief"), says("head", upos="NOUN"), "3-3=path=0.5", "no entity"),
    *((f"{group}_missing", says("5", kind, "5", "NUM"), says("6", kind, "6", "NUM"), "3-3=number=0.2", "changed")
      for group, kind in VALUES.items()),
    *((f"{group}_{what}", says("5", kind, "5", "NUM"), says("five", kind, "5", "NUM"), "", "the same value")
      for group, kind in VALUES.items() for what in ("missing", "changed")),
    ("numbers_missing", A81, says("81", EntityKind.NUMBER, "81", "NUM"), "", "known by its digits"),
    ("amounts_lost", EUROS, says("5", EntityKind.MONEY, "EUR 5", "NUM"), "", "the same"),
    ("pronouns_for_nouns", ROME, says("it", upos="PRON"), "3-3=pronoun=0.5", "a noun for a pronoun"),
    ("pronouns_changed", HER, says("hers", upos="PRON"), "3-3=pronoun", "of the same person"),
    ("persons_added", says("him", upos="PRON"), HER, "", "both speak of a third person"),
    ("definiteness_changed", THE, NO, "", "a quantifier"),
    ("definiteness_changed", A, "the/DET:0:det", "2-1", "of no noun"),
    ("definiteness_changed", "the/DET:0:det", A, "1-2", "of no noun"),
    ("grammatical_number_changed", DOGS, "dogs/NOUN/dog/NNS:0:root run/VERB:1:dep", "1-1=lemma", "both are several"),
]
# fmt: on


@pytest.mark.parametrize(("name", "conclusion", "premise", "links", "found"), FIRES)
def test_that_it_fires(name: str, conclusion: Text, premise: Text, links: str, found: dict[str, Any]) -> None:
    told = firing(name, conclusion, premise, links)
    assert replace(told, **found) == told
    assert 0 < told.value <= 1


@pytest.mark.parametrize(("name", "conclusion", "premise", "links", "why"), SILENT)
def test_that_it_is_silent(name: str, conclusion: Text, premise: Text, links: str, why: str) -> None:
    assert not firing(name, conclusion, premise, links).value, why


def test_that_each_feature_has_both() -> None:
    names = {feature.name for feature in FEATURES if feature.group in GROUPS}
    assert {name for name, *_ in SILENT} == names
    assert {name for name, *_ in FIRES} == names - {"words_merged"}, "of links in one direction: test_alignment_quality"
