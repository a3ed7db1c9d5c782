"""Features of meaning and structure: pairs on which each fires, and similar ones on which it is silent.

Of identical texts all are silent (``test_catalogue``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers.aligned import firing
from meantree.phenomena.catalogue import FEATURES

GROUPS = {"semantic compatibility", "structural alignment"}

# Polarity, modality, factivity
DID_NOT = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX/do:5:aux not/PART:5:advmod infect/VERB/infect:0:root "
    "anybody/PRON:5:obj ./PUNCT:5:punct"
)
NO_ONE = (
    "No/DET:2:det one/NOUN:4:nsubj:pass was/AUX/be:4:aux:pass infected/VERB/infect:0:root by/ADP:7:case the/DET:7:det "
    "virus/NOUN:4:obl:agent ./PUNCT:4:punct"
)
DID = "The/DET:2:det virus/NOUN:4:nsubj did/AUX/do:4:aux infect/VERB/infect:0:root anybody/PRON:4:obj ./PUNCT:4:punct"
SANG = "He/PRON:2:nsubj came/VERB/come:0:root because/SCONJ:5:mark she/PRON:5:nsubj sang/VERB/sing:2:advcl"
NOT_SUNG = (
    "He/PRON:2:nsubj came/VERB/come:0:root because/SCONJ:6:mark she/PRON:6:nsubj never/ADV:6:advmod "
    "sang/VERB/sing:2:advcl"
)
NEVER_CAME = (
    "He/PRON:3:nsubj never/ADV:3:advmod came/VERB/come:0:root because/SCONJ:6:mark she/PRON:6:nsubj "
    "sang/VERB/sing:3:advcl"
)
CERTAINLY = (
    "Peter/PROPN:5:nsubj is/AUX/be:5:cop certainly/ADV:5:advmod from/ADP:5:case Lincolnshire/PROPN:0:root "
    "./PUNCT:5:punct"
)
POSSIBLY = CERTAINLY.replace("certainly", "possibly")
PLAINLY = "Peter/PROPN:4:nsubj is/AUX/be:4:cop from/ADP:4:case Lincolnshire/PROPN:0:root ./PUNCT:4:punct"
MAY_COME, MUST_COME, CAN_COME = (
    f"He/PRON:3:nsubj {modal}/AUX:3:aux come/VERB:0:root" for modal in ("may", "must", "can")
)
LIKELY = "It/PRON:3:expl is/AUX/be:3:cop likely/ADJ:0:root that/SCONJ:6:mark he/PRON:6:nsubj comes/VERB/come:3:csubj"
HAS_TO = "He/PRON:2:nsubj has/VERB/have:0:root to/PART:4:mark come/VERB:2:xcomp"
IF_MAY = "I/PRON:2:nsubj stay/VERB:0:root if/SCONJ:6:mark he/PRON:6:nsubj may/AUX:6:aux come/VERB:2:advcl"
IF_COME = "I/PRON:2:nsubj stay/VERB:0:root if/SCONJ:5:mark he/PRON:5:nsubj come/VERB:2:advcl"
CAME = "He/PRON:2:nsubj came/VERB/come:0:root"
KNEW, SAID, THOUGHT = (
    f"I/PRON:2:nsubj {verb}:0:root he/PRON:4:nsubj came/VERB/come:2:ccomp"
    for verb in ("knew/VERB/know", "said/VERB/say", "thought/VERB/think")
)
MANAGED, FAILED, WANTED = (
    f"He/PRON:2:nsubj {verb}:0:root to/PART:4:mark come/VERB/come:2:xcomp"
    for verb in ("managed/VERB/manage", "failed/VERB/fail", "wanted/VERB/want")
)

# Quantities and degrees
BARK = "dogs/NOUN/dog:2:nsubj bark/VERB:0:root"
ALL, SOME, NO_DOG, MANY, FIVE = (
    f"{word} dogs/NOUN/dog:3:nsubj bark/VERB:0:root"
    for word in ("All/DET:2:det", "Some/DET:2:det", "No/DET:2:det", "Many/ADJ:2:amod", "5/NUM:2:nummod")
)
AT_LEAST = "At/ADP:3:advmod least/ADJ:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
LESS_THAN = "Less/ADJ:3:advmod than/ADP:1:fixed 5/NUM:4:nummod dogs/NOUN/dog:5:nsubj bark/VERB:0:root"
NOBODY, EVERYBODY = (
    f"{word}/PRON:3:nsubj:pass was/AUX/be:3:aux:pass infected/VERB/infect:0:root" for word in ("Nobody", "Everybody")
)
ALWAYS, NEVER = (f"He/PRON:3:nsubj {word}/ADV:3:advmod comes/VERB:0:root" for word in ("always", "never"))
OLD, OLDER = (f"an/DET:3:det {word}:3:amod dog/NOUN:0:root" for word in ("old/ADJ/old/JJ", "older/ADJ/old/JJR"))
LESS_OLD = "a/DET:4:det less/ADV:3:advmod old/ADJ/old/JJ:4:amod dog/NOUN:0:root"
MORE, FEWER = (f"{word}:2:amod dogs/NOUN/dog:0:root" for word in ("more/ADJ/many/JJR", "fewer/ADJ/few/JJR"))
DOG, ANIMAL, NO_DOGS, NO_ANIMAL = (
    f"{word}/DET:2:det {noun}/NOUN:3:nsubj barks/VERB:0:root" for word in ("A", "No") for noun in ("dog", "animal")
)
BUYS = "India/PROPN:2:nsubj buys/VERB/buy:0:root cheap/ADJ:4:amod tanks/NOUN/tank:2:obj"
ACQUIRES = "India/PROPN:2:nsubj acquires/VERB/acquire:0:root dear/ADJ:4:amod arms/NOUN/arm:2:obj"
NOT_CHEAP = "India/PROPN:2:nsubj buys/VERB/buy:0:root not/PART:4:advmod cheap/ADJ:5:amod tanks/NOUN/tank:2:obj"

# Tense, mood, connectives
COMES, PAST = (f"He/PRON:2:nsubj {verb}:0:root" for verb in ("comes/VERB/come/VBZ", "came/VERB/come/VBD"))
WILL, WOULD = (f"He/PRON:3:nsubj {word}/AUX/{word}/MD:3:aux come/VERB/come/VB:0:root" for word in ("will", "would"))
HAS_COME = "He/PRON:3:nsubj has/AUX/have/VBZ:3:aux come/VERB/come/VBN:0:root"
IS_COMING = "He/PRON:3:nsubj is/AUX/be/VBZ:3:aux coming/VERB/come/VBG:0:root"
ASKED = "Comes/VERB/come/VBZ:0:root he/PRON:1:nsubj ?/PUNCT:1:punct"
COMMAND = "Come/VERB/come/VB:0:root !/PUNCT:1:punct"
IF, WHEN = (
    f"I/PRON:2:nsubj stay/VERB/stay/VBP:0:root {word}/SCONJ:5:mark he/PRON:5:nsubj comes/VERB/come/VBZ:2:advcl"
    for word in ("if", "when")
)
WHEN_CAME = WHEN.replace("comes/VERB/come/VBZ", "came/VERB/come/VBD")
BECAUSE, SINCE, ALTHOUGH, BEFORE, AFTER, WHILE = (
    f"I/PRON:2:nsubj left/VERB:0:root {word}/SCONJ:5:mark he/PRON:5:nsubj came/VERB:2:advcl"
    for word in ("because", "since", "although", "before", "after", "when")
)
BESIDE = "I/PRON:2:nsubj left/VERB:0:root ,/PUNCT:5:punct he/PRON:5:nsubj came/VERB:2:parataxis"
OR, AND = (f"cats/NOUN:0:root {word}/CCONJ:3:cc dogs/NOUN:1:conj" for word in ("or", "and"))
WITH, WITHOUT = (f"tea/NOUN:0:root {word}/ADP:3:case milk/NOUN:1:nmod" for word in ("with", "without"))
SO_THAT = "He/PRON:2:nsubj left/VERB:0:root so/{0} that/SCONJ:3:fixed I/PRON:6:nsubj came/VERB:2:advcl"

# Where words hang
FAR = "a/NOUN:0:root b/NOUN:1:nsubj c/NOUN:2:nsubj d/NOUN:1:obj e/NOUN:4:nmod f/NOUN:{}:{}"
FARTHER = FAR.replace("f/", "g/NOUN:1:dep f/")
MOVED = (
    *(("qualities_moved", "amod"), ("qualities_moved", "advmod"), ("prepositional_phrases_moved", "nmod")),
    *(("compounds_broken", "compound"), ("lists_broken", "conj"), ("clauses_moved", "acl")),
)
IN_ROME = "He/PRON:2:nsubj sees/VERB:0:root red/ADJ:4:amod cats/NOUN:2:obj in/ADP:6:case Rome/PROPN:{}"
CITY_BRIDGE = "the/DET:3:det city/NOUN:3:compound bridge/NOUN:0:root"
BRIDGE_CITY = "the/DET:3:det bridge/NOUN:3:compound city/NOUN:0:root"
BRIDGE_OF = "the/DET:2:det bridge/NOUN:0:root of/ADP:5:case the/DET:5:det city/NOUN:2:nmod"
LIVES_IN, LIVES_NEAR = (f"lives/VERB:0:root {word}/ADP:3:case Rome/PROPN:1:obl" for word in ("in", "near"))

# Verbs, subjects and objects
KIDNAPPED = (
    "Three/NUM:3:nummod aid/NOUN:3:compound workers/NOUN:5:nsubj:pass were/AUX:5:aux:pass "
    "kidnapped/VERB/kidnap/VBN:0:root"
)
BY_PIRATES = f"{KIDNAPPED} by/ADP:7:case pirates/NOUN:5:obl:agent"
SEES = "The/DET:2:det dog/NOUN:3:nsubj sees/VERB:0:root a/DET:5:det cat/NOUN:3:obj"
NO_SUBJECT, NO_OBJECT, HEARS = SEES.replace("dog", "hen"), SEES.replace("cat", "hen"), SEES.replace("sees", "hears")
SEEN = (
    "The/DET:2:det dog/NOUN:4:nsubj:pass is/AUX:4:aux:pass seen/VERB/see/VBN:0:root "
    "by/ADP:7:case a/DET:7:det cat/NOUN:4:obl:agent"
)
SAYS = "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:4:nsubj see/VERB:2:ccomp cats/NOUN:4:obj"
SINGS = "Ann/PROPN:2:nsubj sings/VERB:0:root"
DANCES = f"{SINGS} and/CCONJ:4:cc dances/VERB:2:conj"
DISPUTES = "Disputes/NOUN:2:nsubj transposed/VERB:0:root in/ADP:4:case relations/NOUN:2:obl"
ARGUMENTS = "Arguments/NOUN:2:nsubj extended/VERB:0:root to/ADP:4:case relations/NOUN:2:obl"
MAIN = "The/DET:2:det man/NOUN:3:nsubj sings/VERB:0:root"
RELATIVE = "The/DET:2:det man/NOUN:0:root who/PRON:4:nsubj sings/VERB:2:acl:relcl"
CLAIM = "He/PRON:2:nsubj says/VERB:0:root the/DET:4:det man/NOUN:5:nsubj sings/VERB:2:ccomp"
GAVE = "Ann/PROPN:2:nsubj gave/VERB/give:0:root Bo/PROPN:2:iobj Cy/PROPN:2:obj"
GAVE_HER = GAVE.replace("Bo/PROPN:2:iobj Cy/PROPN:2:obj", "Cy/PROPN:2:iobj Bo/PROPN:2:obj")
IT_CHANGED = "attitude/NOUN:2:nsubj changed/VERB/change:0:root"
HE_CHANGED = "He/PRON:2:nsubj changed/VERB/change:0:root attitude/NOUN:2:obj"
KILLS = "He/PRON:2:nsubj killed/VERB/kill/VBD:0:root her/PRON:2:obj"
KILLED = "He/PRON:3:nsubj:pass was/AUX:3:aux:pass killed/VERB/kill/VBN:0:root"
BROKE = "It/PRON:2:nsubj broke/VERB/break/VBD:0:root"
BROKEN = "It/PRON:3:nsubj:pass was/AUX:3:aux:pass broken/VERB/break/VBN:0:root"
LEFT = "Ann/PROPN:2:nsubj said/VERB:0:root Bo/PROPN:4:nsubj left/VERB:2:ccomp"
BO_SAID = "Bo/PROPN:2:nsubj said/VERB:0:root Ann/PROPN:4:nsubj left/VERB:2:ccomp"
CATS = "Ann/PROPN:2:nsubj saw/VERB:0:root cats/NOUN:2:obj chase/VERB:3:acl mice/NOUN:4:obj"
MICE = "Ann/PROPN:2:nsubj saw/VERB:0:root mice/NOUN:2:obj chase/VERB:3:acl cats/NOUN:4:obj"
VISITED = "He/PRON:2:nsubj visited/VERB:0:root Rome/PROPN:2:obj"
VISITED_IN = "He/PRON:2:nsubj visited/VERB:0:root in/ADP:4:case Rome/PROPN:2:obl"
INFECTS = (
    "The/DET:2:det virus/NOUN:5:nsubj did/AUX:5:aux not/PART:5:advmod infect/VERB/infect/VB:0:root anybody/PRON:5:obj"
)
INFECTED = (
    "No/DET:2:det one/PRON:4:nsubj:pass was/AUX:4:aux:pass infected/VERB/infect/VBN:0:root "
    "by/ADP:7:case the/DET:7:det virus/NOUN:4:obl:agent"
)
BOSS = "The/DET:3:det company/NOUN:3:compound president/NOUN:4:nsubj resigned/VERB:0:root"
COMPANY = "The/DET:2:det company/NOUN:3:nsubj resigned/VERB:0:root"
APPOSED = "The/DET:2:det company/NOUN:4:nsubj president/NOUN:2:appos resigned/VERB:0:root"

# fmt: off
FIRES: list[tuple[str, str, str, str, dict[str, Any]]] = [
    ("negation_added", DID_NOT, DID, "", {"value": 1.0, "conclusion": (3,)}),
    ("negation_added", DID_NOT, SANG, "", {"value": 1.0, "conclusion": (3,)}),
    ("negation_shifted", NOT_SUNG, NEVER_CAME, "", {"conclusion": (4,)}),
    ("possibility_added", POSSIBLY, CERTAINLY, "", {"conclusion": (4,), "premise": (4,)}),
    ("possibility_added", POSSIBLY, PLAINLY, "", {"conclusion": (4,), "premise": (3,)}),
    ("possibility_added", IF_MAY, IF_COME, "", {"conclusion": (5,), "premise": (4,)}),
    ("ability_added", CAN_COME, MUST_COME, "", {"conclusion": (2,), "premise": (2,)}),
    ("necessity_added", MUST_COME, MAY_COME, "", {"conclusion": (2,), "premise": (2,)}),
    ("fact_made_claim", SAID, CAME, "4-2=lemma", {"conclusion": (3,), "premise": (1,)}),
    ("truth_contradicted", FAILED, MANAGED, "4-4=lemma", {"conclusion": (3,), "premise": (3,)}),
    ("truth_left_open", WANTED, CAME, "4-2=lemma", {"conclusion": (3,), "premise": (1,)}),
    ("quantifier_differs", ALL, SOME, "", {"conclusion": (1,), "premise": (1,)}),
    ("quantifier_differs", NO_DOG, FIVE, "", {"conclusion": (1,), "premise": (1,)}),
    ("quantifier_differs", EVERYBODY, NOBODY, "1-1", {"conclusion": (0,), "premise": (0,)}),
    ("bound_differs", FIVE, AT_LEAST, "", {"conclusion": (1,), "premise": (3,)}),
    ("bound_differs", LESS_THAN, AT_LEAST, "", {"conclusion": (3,), "premise": (3,)}),
    ("quantifier_added", ALL, BARK, "", {"conclusion": (1,), "premise": (0,)}),
    ("quantifier_added", MANY, BARK, "", {"conclusion": (1,), "premise": (0,)}),
    ("frequency_differs", ALWAYS, NEVER, "", {"conclusion": (2,), "premise": (2,)}),
    ("degree_differs", OLDER, OLD, "2-2", {"conclusion": (1,), "premise": (1,)}),
    ("comparison_reversed", MORE, FEWER, "", {"conclusion": (1,), "premise": (1,)}),
    ("comparison_reversed", LESS_OLD, OLDER, "3-2", {"conclusion": (2,), "premise": (1,)}),
    ("replacements_unlicensed", DOG, ANIMAL, "2-2=hypernym=0.8", {"conclusion": (1,), "premise": (1,)}),
    ("replacements_unlicensed", NO_ANIMAL, NO_DOGS, "2-2=hyponym=0.8", {"conclusion": (1,), "premise": (1,)}),
    ("antonyms_opposed", BUYS, ACQUIRES, "1- 3-3=antonym=0.7", {"value": 1.0, "conclusion": (2,), "premise": (2,)}),
    ("tense_differs", COMES, PAST, "2-2=lemma", {"conclusion": (1,), "premise": (1,)}),
    ("tense_differs", WILL, PAST, "3-2=lemma", {"conclusion": (2,), "premise": (1,)}),
    ("tense_differs", WHEN, WHEN_CAME, "5-5=lemma", {"conclusion": (4,), "premise": (4,)}),
    ("progressive_differs", IS_COMING, COMES, "3-2=lemma", {"conclusion": (2,), "premise": (1,)}),
    ("mood_differs", ASKED, COMES, "1-2=lemma", {"conclusion": (0,), "premise": (1,)}),
    ("mood_differs", COMES, COMMAND, "2-1=lemma", {"conclusion": (1,), "premise": (0,)}),
    ("condition_added", IF, WHEN, "5-5=lemma", {"conclusion": (4,), "premise": (4,)}),
    ("cause_added", BECAUSE, BESIDE, "", {"conclusion": (2,)}),
    ("cause_added", SO_THAT.format("SCONJ:6:mark"), BESIDE, "", {"conclusion": (2,)}),
    ("cause_added", SO_THAT.format("ADV:6:advmod"), BESIDE, "", {"conclusion": (2,)}),
    ("contrast_added", ALTHOUGH, BESIDE, "", {"conclusion": (2,)}),
    ("time_relation_added", BEFORE, BESIDE, "", {"conclusion": (2,)}),
    ("alternative_added", OR, AND, "", {"conclusion": (1,)}),
    ("connective_differs", BECAUSE, ALTHOUGH, "3-3", {"conclusion": (2,), "premise": (2,)}),
    ("relation_reversed", BEFORE, AFTER, "", {"conclusion": (4,), "premise": (4,)}),
    ("relation_reversed", WITH, WITHOUT, "", {"conclusion": (2,), "premise": (2,)}),
    ("relation_reversed", OR, AND, "", {"conclusion": (2,), "premise": (2,)}),
    *((name, FAR.format(5, label), FARTHER.format(3, label), "", {"conclusion": (4, 5)}) for name, label in MOVED),
    ("heads_exchanged", CITY_BRIDGE, BRIDGE_CITY, "2-3 3-2", {"conclusion": (1, 2)}),
    ("prepositions_changed", LIVES_IN, LIVES_NEAR, "", {"conclusion": (2,)}),
    ("subjects_unlinked", BY_PIRATES, KIDNAPPED, "", {"conclusion": (6,)}),
    ("subjects_unlinked", SEES, NO_SUBJECT, "", {"conclusion": (1,)}),
    ("objects_unlinked", SEES, NO_OBJECT, "", {"conclusion": (4,)}),
    ("subjects_replaced", SEES, NO_SUBJECT, "2-2=path=0.4", {"value": 0.6, "conclusion": (1,), "premise": (1,)}),
    ("objects_replaced", SEES, NO_OBJECT, "5-5=path=0.4", {"value": 0.6, "conclusion": (4,), "premise": (4,)}),
    ("root_unlinked", DISPUTES, ARGUMENTS, "1-1=synonym=0.8", {"conclusion": (1,)}),  # the paper's Table 3
    ("root_replaced", SEES, HEARS, "3-3=context=0.5", {"value": 1.0, "conclusion": (2,), "premise": (2,)}),
    ("coordinated_verbs_unlinked", DANCES, SINGS, "", {"conclusion": (3,)}),
    ("embedded_verbs_unlinked", SAYS, "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:2:obj cats/NOUN:2:obj", "",
     {"conclusion": (3,)}),
    ("main_clause_demoted", MAIN, RELATIVE, "", {"conclusion": (2,)}),
    ("subject_and_object_swapped", SEES, SEEN, "3-4=lemma", {"value": 1, "conclusion": (1, 2, 4)}),
    ("roles_changed", GAVE, GAVE_HER, "", {"conclusion": (2, 3), "conclusion_arcs": ((2, 1), (3, 1))}),
    ("voice_confused", KILLED, KILLS, "", {"conclusion": (0, 2)}),
    ("voice_confused", KILLS, KILLED, "", {"conclusion": (0, 1)}),
    ("subjects_elsewhere", LEFT, BO_SAID, "", {"value": 1, "conclusion": (0, 1, 2, 3), "premise": (0, 1, 2, 3)}),
    ("objects_elsewhere", CATS, MICE, "", {"conclusion": (1, 2, 3, 4)}),
    ("arguments_demoted", VISITED, VISITED_IN, "", {"value": 0.5, "conclusion": (2,), "conclusion_arcs": ((2, 1),)}),
    ("arguments_made_modifiers", COMPANY, BOSS, "", {"conclusion": (1,), "premise": (1,)}),
]
THE_PAPERS = "5-4=lemma 6-2=pronoun"
SILENT: list[tuple[str, str, str, str, str]] = [
    *((name, *pair, why) for name in ("negation_added", "negation_shifted")
      for pair in ((DID_NOT, NO_ONE, THE_PAPERS), (NO_ONE, DID_NOT, "4-5=lemma 2-6=pronoun"))
      for why in ("each follows from the other",)),
    ("negation_added", DID, DID_NOT, "", "the other direction tells"),
    ("negation_added", SANG, DID_NOT, "", "the other direction tells"),
    ("negation_added", NOT_SUNG, NEVER_CAME, "", "both deny something"),
    ("possibility_added", CERTAINLY, POSSIBLY, "", "the other direction tells"),
    ("possibility_added", MAY_COME, LIKELY, "3-6", "both may be"),
    ("possibility_added", MAY_COME, CAN_COME, "", "what can be may be"),
    ("ability_added", CAN_COME, MAY_COME, "", "what may be can be"),
    ("necessity_added", MUST_COME, HAS_TO, "3-4", "both are necessary"),
    ("fact_made_claim", SAID, THOUGHT, "4-4=lemma", "both are claims"),
    ("truth_contradicted", KNEW, MANAGED, "4-4=lemma", "both are true"),
    ("truth_left_open", CAME, WANTED, "2-4=lemma", "the other direction tells"),
    ("quantifier_differs", FIVE, AT_LEAST, "", "a bound"),
    ("quantifier_differs", DID_NOT, NOBODY, "6-1", "not anybody is nobody"),
    ("bound_differs", ALL, AT_LEAST, "", "another quantifier"),
    ("quantifier_added", ALL, SOME, "", "both have one"),
    ("quantifier_added", FIVE, BARK, "", "a number is another feature"),
    ("frequency_differs", ALWAYS, "She/PRON:3:nsubj never/ADV:3:advmod sings/VERB:0:root", "", "of another verb"),
    ("degree_differs", MORE, FEWER, "", "of number"),
    ("comparison_reversed", OLDER, OLD, "2-2", "only one compares"),
    ("replacements_unlicensed", ANIMAL, DOG, "2-2=hyponym=0.8", "it says less"),
    ("replacements_unlicensed", NO_DOGS, NO_ANIMAL, "2-2=hypernym=0.8", "under a negation it says less"),
    ("antonyms_opposed", BUYS, ACQUIRES, "1- 3-3=synonym=0.7", "synonyms"),
    ("antonyms_opposed", NOT_CHEAP, ACQUIRES, "4-3=antonym", "one of them is negated"),
    ("tense_differs", COMES, IS_COMING, "2-3=lemma", "both are present"),
    ("tense_differs", WOULD, PAST, "3-2=lemma", "would is of no tense"),
    ("tense_differs", HAS_COME, PAST, "3-2=lemma", "has come may be came"),
    ("progressive_differs", COMES, PAST, "2-2=lemma", "neither is"),
    ("mood_differs", COMES, PAST, "2-2=lemma", "both state"),
    ("condition_added", WHEN, IF, "5-5=lemma", "the other direction tells"),
    ("cause_added", BECAUSE, SINCE, "", "both are causes"),
    ("cause_added", "It/PRON:4:nsubj is/AUX:4:aux so/ADV:4:advmod big/ADJ:0:root", BESIDE, "", "so is no connective"),
    ("cause_added", "They/PRON:2:nsubj met/VERB:0:root since/ADP:4:case 1990/NUM:2:obl", BESIDE, "", "of time"),
    ("contrast_added", BESIDE, ALTHOUGH, "", "the other direction tells"),
    ("contrast_added", "He/PRON:3:nsubj still/ADV:3:advmod lives/VERB:0:root", BESIDE, "", "still is of time"),
    ("time_relation_added", BEFORE, AFTER, "", "both are of time"),
    ("alternative_added", AND, OR, "", "the other direction tells"),
    ("connective_differs", BECAUSE, SINCE, "3-3", "both are causes"),
    ("relation_reversed", BEFORE, WHILE, "", "it is not the reverse"),
    *((name, FAR.format(5, label), FARTHER.format(3, label), "6-7=context=0.2", "perhaps another word")
      for name, label in MOVED),
    *((name, FAR.format(5, "obj"), FARTHER.format(3, label), "", "of another relation") for name, label in MOVED),
    *((name, "dogs/NOUN:2:nsubj bark/VERB:0:root", "cats/NOUN:2:nsubj meow/VERB:0:root", "", "nothing is aligned")
      for name in (*dict(MOVED), "heads_exchanged", "prepositions_changed")),
    ("qualities_moved", FAR.format(5, "amod"), FAR.format(3, "amod"), "", "a step away"),
    ("prepositional_phrases_moved", IN_ROME.format("2:obl"), IN_ROME.format("4:nmod"), "", "a few steps away"),
    ("heads_exchanged", CITY_BRIDGE, BRIDGE_OF, "2-5 3-2", "the bridge is of the city in both"),
    ("prepositions_changed", LIVES_IN, "visits/VERB:0:root Rome/PROPN:1:obj", "", "the other has none"),
    ("subjects_unlinked", SEES, NO_SUBJECT, "2-2=path=0.4", "it has a partner"),
    ("objects_unlinked", SEES, NO_OBJECT, "5-5=path=0.4", "it has a partner"),
    ("subjects_replaced", SEES, NO_SUBJECT, "", "it has no partner"),
    ("objects_replaced", SEES, NO_OBJECT, "", "it has no partner"),
    ("root_unlinked", DISPUTES, ARGUMENTS, "2-2=synonym=0.8", "it has a partner"),
    ("root_unlinked", SAYS, "He/PRON:2:nsubj says/VERB:0:root dogs/NOUN:2:obj", "", "an embedded verb has none"),
    ("root_replaced", SEES, HEARS, "3-3=synonym=0.9", "a synonym"),
    ("coordinated_verbs_unlinked", SINGS, DANCES.replace("sings", "hums"), "", "it has no other verb"),
    ("embedded_verbs_unlinked", DANCES, SINGS, "", "it is not embedded"),
    ("main_clause_demoted", MAIN, CLAIM, "", "a claim is another feature"),
    *((name, INFECTS, INFECTED, "5-4=lemma 6-2=synonym", "active and passive agree")
      for name in ("subject_and_object_swapped", "roles_changed", "voice_confused", "subjects_elsewhere",
                   "objects_elsewhere", "arguments_demoted", "arguments_made_modifiers")),
    ("roles_changed", SEES, SEEN, "3-4=lemma", "one difference is one feature"),
    ("roles_changed", IT_CHANGED, HE_CHANGED, "", "a verb of both kinds"),
    ("voice_confused", SEES, SEEN, "3-4=lemma", "swapped is another feature"),
    ("voice_confused", BROKEN, BROKE, "", "a verb of both kinds"),
    ("subjects_elsewhere", LEFT, BO_SAID.replace("Bo/PROPN:2", "She/PRON:2"), "", "she may be Ann"),
    ("arguments_demoted", VISITED_IN, VISITED, "", "the other direction tells"),
    ("arguments_made_modifiers", COMPANY, BOSS.replace("president", "majority"), "", "a majority of it"),
    ("arguments_made_modifiers", APPOSED, BOSS, "", "an apposition is the same"),
]
# fmt: on


@pytest.mark.parametrize(("name", "conclusion", "premise", "links", "found"), FIRES)
def test_that_it_fires(name: str, conclusion: str, premise: str, links: str, found: dict[str, Any]) -> None:
    told = firing(name, conclusion, premise, links)
    assert replace(told, **found) == told
    assert 0 < told.value <= 1


@pytest.mark.parametrize(("name", "conclusion", "premise", "links", "why"), SILENT)
def test_that_it_is_silent(name: str, conclusion: str, premise: str, links: str, why: str) -> None:
    assert not firing(name, conclusion, premise, links).value, why


def test_that_each_feature_has_both() -> None:
    names = {feature.name for feature in FEATURES if feature.group in GROUPS}
    assert {name for name, *_ in FIRES} == {name for name, *_ in SILENT} == names
