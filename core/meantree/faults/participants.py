"""Faults in who does what to whom, and in what modifies what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.embedding import is_passive
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import (
    class_of,
    has_set_object,
    is_joined,
    is_main_class,
    is_person,
    is_plural,
)
from meantree.faults.edits import Change, Edit, deleted, phrase, text_of
from meantree.faults.inflection import inflected_like
from meantree.faults.references import PRONOUN_GROUPS, REFLEXIVE
from meantree.faults.word_pairs import OTHERS
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.wordnet import wordnet

_KIN: Final = lemma_set(
    "mother father mom mum dad parent brother sister son daughter wife husband uncle aunt boyfriend "
    "girlfriend child kid friend colleague partner guest"
)
_NOT_OF_PERSONS: Final = lemma_set(
    "have be use order eat get start practice uncover make score put add fuel become name play enable list hold "
    "seat involve walk"
)
"""Verbs whose objects are seldom persons, or persons in some relation: have children."""
_SYMMETRIC: Final = lemma_set(
    "meet say make marry face fight play resemble date divorce equal encounter hug kiss join match have "
    "describe call name consider regard label dub portray"
)
"""Verbs that say much the same with agent and patient exchanged."""
_TALKING: Final = lemma_set(
    "speak talk negotiate cooperate collaborate argue chat communicate apologize complain consult debate "
    "correspond compete"
)
"""Verbs that need no object, and no partner."""
_PARTNERS: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(
        lemma_set(
            "give offer show send teach pay sell hand lend donate present award deliver submit grant return "
            "assign distribute issue forward announce explain report describe mail transfer export supply contribute "
            "allocate address lease recommend propose"
        ),
        frozenset({"to"}),
    ),
    **dict.fromkeys(
        lemma_set(
            "provide make build create prepare cook buy bake design organize open produce write play sing compose "
            "order perform hold develop arrange establish translate"
        ),
        frozenset({"for"}),
    ),
    **dict.fromkeys(
        lemma_set(
            "discuss share sign negotiate exchange conclude coordinate hold conduct have arrange develop "
            "establish maintain strengthen"
        ),
        frozenset({"with"}),
    ),
    **dict.fromkeys(
        lemma_set(
            "receive get buy borrow obtain request demand steal learn inherit hear accept order collect import win"
        ),
        frozenset({"from"}),
    ),
    **dict.fromkeys(_TALKING, frozenset({"with", "to", "against"})),
}
"""Verbs by the preposition of a participant that need not be said: they signed the treaty with Spain."""
_NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
_NEEDS_AGENT: Final = lemma_set(
    "cause follow surround accompany plague characterize mean dominate drive lead head own base bring mark "
    "make do give surprise impress amaze shock worry interest thrill disappoint annoy excite bless frequent "
    "form precede flank outweigh exceed face join back fuel prompt trigger spark attract cover represent "
    "govern run hit catch define shape affect inspire influence move determine limit hold host bound produce "
    "divide power increase reduce raise lower decrease change know like love hate design require post "
    "intrigue mandate send advise need want see hear call offer take leave get keep denote signify symbolize"
)
"""Verbs whose passive says little, or another thing, without its agent."""
_NO_AGENT: Final = lemma_set(
    "mail email hand phone law default car train bus plane foot land sea air road water rail boat ship post "
    "accident end time way example multitude factor margin half row"
)
"""Nouns after "by" that are no agents."""
_ACTING: Final = lemma_set("police media people military public army government staff press crew family parliament")
_AGENTIVE: Final = ("er", "or", "ist", "ian")
_OBJECT_FORMS: Final = {"i": "me", "he": "him", "she": "her", "they": "them", "we": "us"}
_SUBJECT_FORMS: Final = {"me": "I", "him": "he", "her": "she", "them": "they", "us": "we"}


def swapped(reading: Reading) -> Iterator[Change]:
    """Yield clauses whose agent and patient are exchanged, if both can act; none of headlines."""
    is_sentence = reading.upos[-1] == "PUNCT"
    for verb in range(len(reading)):
        if not is_sentence or reading.upos[verb] != "VERB" or not _SYMMETRIC.isdisjoint(_lemmas(reading, verb)):
            continue
        passive = is_passive(reading, verb)
        subjects = labelled(reading, verb, "nsubj:pass" if passive else "nsubj")
        others = labelled(reading, verb, "obl:agent", "obl") if passive else labelled(reading, verb, "obj")
        if passive:
            others = tuple(word for word in others if marks(reading, word) == {"by"})
        if len(subjects) != 1 or len(others) != 1 or labelled(reading, verb, "conj", "iobj", "ccomp"):
            continue
        first, second = phrase(reading, subjects[0]), _without_by(reading, others[0], passive=passive)
        if (
            first is None
            or second is None
            or not first[1] <= verb < second[0]
            or not _are_short(reading, first, second)
        ):
            continue
        if not (_can_act(reading, subjects[0]) and _can_act(reading, others[0])):
            continue
        are_alike = all(same(reading, subjects[0]) == same(reading, others[0]) for same in (_is_place, is_person))
        if not are_alike or _binds(reading, verb, subjects[0], others[0]):
            continue
        if not _agrees(reading, verb, subjects[0], others[0]):
            continue
        as_subject = _in_case(reading, second, _SUBJECT_FORMS)
        as_object = _in_case(reading, first, _OBJECT_FORMS)
        yield Change("role.swapped", (Edit(*first, as_subject), Edit(*second, as_object)))


def _binds(reading: Reading, verb: int, *arguments: int) -> bool:
    """Return whether other pronouns below a verb go with one of its arguments: we expect them to give us more."""
    below = [word for word in reading.below(verb) if word not in arguments]
    texts = {reading.tokens[word].text.lower() for word in below if reading.tokens[word].xpos == "PRP"}
    named = {reading.tokens[word].text.lower() for word in arguments}
    here = {token.text.lower() for word, token in enumerate(reading.tokens) if word not in arguments}
    # Other words of one of them show who is who: his brother's words.
    is_known = not _SHOWING.isdisjoint(here) or not _KIN.isdisjoint(reading.lemmas[max(arguments) + 1 :])
    is_known = is_known or not {"it", "its"}.isdisjoint(reading.lemmas[max(arguments) + 1 :])
    return is_known or bool(texts & REFLEXIVE) or any(texts & alike and named & alike for alike in PRONOUN_GROUPS)


_SHOWING: Final = lemma_set("he him his himself she her hers herself they them their this that")


def _lemmas(reading: Reading, verb: int) -> tuple[str, ...]:
    """Return the infinitives that a verb form may have: date or dat for dated."""
    return (reading.lemmas[verb], *wordnet().base_forms(reading.tokens[verb].text.lower(), "v"))


def _without_by(reading: Reading, word: int, *, passive: bool) -> tuple[int, int] | None:
    span = phrase(reading, word)
    return (span[0] + 1, span[1]) if passive and span is not None else span


def _are_short(reading: Reading, *spans: tuple[int, int]) -> bool:
    """Return whether phrases have few words, no punctuation and no clause."""
    return all(
        end - start <= 6
        and {"PUNCT", "VERB"}.isdisjoint(reading.upos[start:end])
        and "PRON" not in reading.upos[start + 1 : end]  # informed the player of its decision
        and {"of"}.issuperset(reading.lemmas[word] for word in range(start, end) if reading.upos[word] == "ADP")
        and reading.tokens[end - 1].xpos != "POS"
        for start, end in spans
    )


def _in_case(reading: Reading, span: tuple[int, int], forms: dict[str, str]) -> str:
    """Return the text of a phrase, a pronoun in its other case."""
    text = text_of(reading, span)
    return forms.get(text.lower(), text) if span[1] - span[0] == 1 else text


def _can_act(reading: Reading, word: int) -> bool:
    """Return whether a word stands for somebody: a pronoun, a name, or a noun as nouns stand in sentences."""
    if reading.tokens[word].text.casefold() in _OBJECT_FORMS | _SUBJECT_FORMS:
        return reading.upos[word] == "PRON"
    if any(entity.start <= word < entity.end and entity.kind in _NAMED for entity in reading.entities):
        return True
    determiners = labelled(reading, word, "det", "nmod:poss")
    stands = is_plural(reading, word) or bool(determiners)
    stands = stands and all(reading.lemmas[each] != "any" for each in determiners)
    return stands and class_of(reading, word) in {"person", "group"} and is_main_class(reading.lemmas[word])


def _is_place(reading: Reading, word: int) -> bool:
    places = (entity for entity in reading.entities if entity.kind == EntityKind.LOCATION)
    return any(entity.start <= word < entity.end for entity in places)


def _agrees(reading: Reading, verb: int, subject: int, other: int) -> bool:
    """Return whether the verb fits the other noun: both have the same number, or the verb shows none."""
    auxiliaries = labelled(reading, verb, "aux", "aux:pass")
    first = reading.tokens[auxiliaries[0] if auxiliaries else verb]
    if first.xpos == "MD" or (first.xpos == "VBD" and first.lemma != "be"):
        return True
    has_pronoun = "PRON" in {reading.upos[subject], reading.upos[other]}
    return not has_pronoun and is_plural(reading, subject) == is_plural(reading, other)


def replaced_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents and patients that are replaced by somebody else who may do, or suffer, much the same."""
    for word, label in enumerate(reading.labels):
        lemma, head = reading.lemmas[word], reading.heads[word]
        role = _ROLES.get(label)
        if (
            role is None
            or lemma not in OTHERS
            or reading.upos[word] != "NOUN"
            or reading.upos[head] != "VERB"
            or is_joined(reading, word)
        ):
            continue
        if label == "obj" and word < head:
            continue
        if label == "obl" and not (marks(reading, word) == {"by"} and is_passive(reading, head)):
            continue
        if not reading.tokens[word].text.islower() or reading.lemmas.count(lemma) != 1 or _is_kept(reading, word):
            continue
        for chosen in OTHERS[lemma]:
            tag = "NNS" if lemma == "police" else reading.tokens[word].xpos
            form = inflected_like(chosen, tag)
            if form is not None and chosen not in reading.lemmas and chosen not in paraphrases_of(lemma):
                yield Change(f"role.{role}.changed", (Edit(word, word + 1, form),))


_OF_ANY_KIND: Final = lemma_set("boy girl woman man person child worker employee people user")
"""Nouns whose adjectives few others suit."""
_GENDERED: Final = lemma_set("boy girl man woman")
_KEPT_BESIDE: Final = {
    "guard": lemma_set("lower drop keep let"),
    "people": lemma_set("employ hire"),
}
"""Verbs beside which a noun is not replaced: to lower the guard."""
_ROLES: Final = {"nsubj": "agent", "obl:agent": "agent", "obl": "agent", "nsubj:pass": "patient", "obj": "patient"}
"""Roles by the label of an argument of a verb; "obl" of those after "by" in passives."""
_POLICE: Final = lemma_set("officer police suspect policeman")
_OF_POLICE: Final = lemma_set("custody patrol police arrest prison crime offence offense investigation")
"""Words beside which officers are the police."""
_OF_OFFICE: Final = lemma_set(
    "run drive overtake question crash brake arrest detain charge sentence convict acquit rule investigate prosecute "
    "relegate score win lose defeat coach teach treat govern elect confiscate seize search operate hospitalize "
    "infect vaccinate enroll graduate study sign train employ hire dismiss sack fire engage decide legislate "
    "escort appoint form elect separate own"
)
"""Verbs of what certain persons do or suffer: courts sentence, teams score."""


def _is_kept(reading: Reading, word: int) -> bool:
    """Return whether what surrounds a noun may not fit another one."""
    if _is_described(reading, word) or _is_set(reading, word):
        return True
    if reading.lemmas[word] in {"people", "person"}:
        return _may_be_the_same(reading, word)
    conditions = (_is_of_police, _is_its_own, _is_contrasted, _has_own_verb, _is_bare)
    return any(keeps(reading, word) for keeps in conditions)


def _is_described(reading: Reading, word: int) -> bool:
    return bool(labelled(reading, word, "nmod", "compound", "acl:relcl", "flat", "appos", "acl", "conj", "cop"))


def _is_set(reading: Reading, word: int) -> bool:
    """Return whether a noun goes with the words beside it: to lower the guard, a fellow soldier."""
    verbs = _KEPT_BESIDE.get(reading.lemmas[word], frozenset())
    return reading.lemmas[reading.heads[word]] in verbs or "fellow" in reading.lemmas[word - 1 : word]


def _may_be_the_same(reading: Reading, word: int) -> bool:
    """Return whether people may be those of another word: 20 people, 10 of them farmers."""
    is_counted = reading.labels[word] in {"obj", "nsubj:pass"} and bool(labelled(reading, word, "nummod"))
    if not {"million", "billion"}.isdisjoint(reading.lemmas):  # too many for others
        return True
    others_named = any(class_of(reading, other) == "person" for other in range(len(reading)) if other != word)
    return others_named or not is_counted or bool(labelled(reading, word, "det", "amod"))


def _is_of_police(reading: Reading, word: int) -> bool:
    return reading.lemmas[word] in _POLICE and not _OF_POLICE.isdisjoint(_others(reading, word))


def _is_its_own(reading: Reading, word: int) -> bool:
    """Return whether few others suit: a seven-year-old boy, they punched their victim, to exceed his authority."""
    lemma = reading.lemmas[word]
    if lemma == "authority":
        return reading.tokens[word].xpos == "NN"
    return (lemma in _OF_ANY_KIND and bool(labelled(reading, word, "amod"))) or (
        lemma == "victim" and bool(labelled(reading, word, "nmod:poss"))
    )


def _is_contrasted(reading: Reading, word: int) -> bool:
    """Return whether another word is its pair, or of its family: boys and girls; drivers drove."""
    lemma, others = reading.lemmas[word], _others(reading, word)
    is_paired = lemma in _GENDERED and not _GENDERED.isdisjoint(others)
    return is_paired or any(other[:4] == lemma[:4] for other in others)


def _has_own_verb(reading: Reading, word: int) -> bool:
    """Return whether the verb is of certain persons, or seldom has persons as objects; or no verb is above."""
    head = reading.heads[word]
    is_seldom = reading.labels[word] == "obj" and reading.lemmas[head] in _NOT_OF_PERSONS
    return is_seldom or reading.lemmas[head] in _OF_OFFICE or bool(labelled(reading, head, "cop"))


def _is_bare(reading: Reading, word: int) -> bool:
    """Return whether a noun is neither counted nor determined, or is asked for, denied or before a name."""
    is_plain = reading.lemmas[word] != "police" and reading.tokens[word].xpos != "NNS"
    is_named = reading.upos[word + 1 : word + 2] == ("PROPN",) or reading.lemmas[word - 1] in {"what", "which", "no"}
    return is_named or (is_plain and not labelled(reading, word, "det", "nmod:poss", "nummod"))


def _others(reading: Reading, word: int) -> tuple[str, ...]:
    return (*reading.lemmas[:word], *reading.lemmas[word + 1 :])


def lost_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents of passives, and recipients, that are dropped."""
    for verb in range(len(reading)):
        for word in labelled(reading, verb, "obl:agent", "obl"):
            span = phrase(reading, word)
            if span is None or not _is_lost_agent(reading, verb, word):
                continue
            if _can_be_cut(reading, span) and not _is_mentioned(reading, span):
                yield deleted("role.agent.lost", *span)
    yield from _lost_partners(reading)


def _lost_partners(reading: Reading) -> Iterator[Change]:
    """Yield the deletion of those to whom, with whom or from whom something is done."""
    for verb, lemma in enumerate(reading.lemmas):
        objects = labelled(reading, verb, "obj")
        prepositions = _PARTNERS.get(lemma, frozenset())
        is_told = lemma in _TALKING and bool(labelled(reading, verb, "nsubj"))
        if has_set_object(reading, verb) or not (objects or is_told):
            continue
        for word in labelled(reading, verb, "iobj", "obl"):
            span, introduced = phrase(reading, word), marks(reading, word)
            is_recipient = (
                reading.labels[word] == "iobj" and "to" in prepositions and not introduced and lemma != "give"
            )
            fits = is_recipient or (len(introduced) == 1 and introduced <= prepositions)
            fits = fits and not labelled(reading, verb, "compound:prt")  # hand over
            if span is None or not fits or span[0] <= verb or reading.upos[word] == "PRON":
                continue
            if introduced and reading.lemmas[span[0]] not in introduced:  # down to customers
                continue
            ends = span[1] == len(reading) or reading.tokens[span[1]].text != "!"
            ends = ends and not _is_mentioned(reading, span)
            if ends and _can_act(reading, word) and _can_be_cut(reading, span):
                yield deleted("role.other.lost", *span)


def _is_mentioned(reading: Reading, span: tuple[int, int]) -> bool:
    """Return whether the words of a phrase occur elsewhere, or pronouns behind it may refer to it."""
    start, end = span
    named = {reading.lemmas[word] for word in range(start, end) if reading.upos[word] in {"NOUN", "PROPN"}}
    others = (*reading.lemmas[:start], *reading.lemmas[end:])
    return not named.isdisjoint(others) or not _REFERRING.isdisjoint(
        token.text.lower() for token in reading.tokens[end:]
    )


_REFERRING: Final = lemma_set("he him his she her hers it its they them their we us our both there")


def _is_lost_agent(reading: Reading, verb: int, word: int) -> bool:
    is_agent = marks(reading, word) == {"by"} and is_passive(reading, verb) and word > verb
    dated = any(each.start <= word < each.end and each.kind not in _NAMED for each in reading.entities)
    is_noun = reading.upos[word] in {"NOUN", "PROPN"} and not labelled(reading, word, "nummod")
    is_noun = is_noun and "only" not in reading.lemmas
    acts = class_of(reading, word) in {"person", "group"} or reading.lemmas[word] in _ACTING
    acts = acts or reading.upos[word] == "PROPN" or reading.lemmas[word].endswith(_AGENTIVE)
    is_known = acts and reading.lemmas[word] not in _NO_AGENT and reading.lemmas[verb] not in _NEEDS_AGENT
    return is_agent and is_noun and is_known and not dated and _stands_without(reading, verb, word)


def _stands_without(reading: Reading, verb: int, agent: int) -> bool:
    """Return whether a passive is a clause, or follows a noun and has another phrase behind its agent."""
    if (
        "but" in reading.lemmas[agent:]
        or "instead" in reading.lemmas
        or not marks(reading, verb).isdisjoint({"as", "because", "since"})
    ):
        return False  # the agent is the contrast, or the reason
    if any(token.xpos == "VBG" and before.text == "," for before, token in pairwise(reading.tokens[agent:])):
        return False  # it is reported, referring to a survey
    if reading.labels[verb] == "acl:relcl" and max(reading.below(verb)) <= max(reading.below(agent)):
        return False  # a book that was written
    if labelled(reading, verb, "conj") or reading.upos[agent + 1 : agent + 2] == ("VERB",):
        return False
    if reading.lemmas[verb] == "tell" and not labelled(reading, verb, "ccomp", "xcomp", "obj"):
        return False
    if labelled(reading, verb, "nsubj:pass") and labelled(reading, verb, "aux:pass"):
        return True
    later = any(word > agent for word in labelled(reading, verb, "obl", "advmod", "advcl"))
    return reading.labels[verb] == "acl" and later


def _can_be_cut(reading: Reading, span: tuple[int, int]) -> bool:
    """Return whether a short phrase without a clause can be dropped between what surrounds it."""
    following = reading.upos[span[1]] if span[1] < len(reading) else "PUNCT"
    is_described = not {"who", "which", "whom", "whose"}.isdisjoint(reading.lemmas[span[1] : span[1] + 2])
    inside = reading.upos[slice(*span)]
    return (
        span[1] - span[0] <= 8
        and "PUNCT" not in inside
        and "VERB" not in inside
        and following != "PROPN"
        and not is_described
    )
