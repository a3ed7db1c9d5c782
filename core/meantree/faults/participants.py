"""Faults in who does what to whom, and in what modifies what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.embedding import is_passive
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.contexts import class_of, clauses, is_joined, is_plural, noun_class
from meantree.faults.edits import Change, Edit, deleted, phrase, text_of
from meantree.faults.inflection import article, plural

_PERSONS: Final = ("minister", "teacher", "doctor", "lawyer", "farmer", "journalist")
_GROUPS: Final = ("committee", "club", "company", "council")
_KIN: Final = lemma_set(
    "mother father mom mum dad parent brother sister son daughter wife husband uncle aunt boyfriend "
    "girlfriend child kid"
)
_NEIGHBOR: Final = "neighbor"
_UNFIT: Final = lemma_set(
    "god idiot person man member one other utility cpa server browser party driver speaker carrier major "
    "battery business"
)
"""Nouns for persons and groups that are used of anybody, or of things."""
_SYMMETRIC: Final = lemma_set(
    "meet marry face fight play resemble date divorce equal encounter hug kiss join match have"
)
"""Verbs that say much the same with agent and patient exchanged."""
_GIVING: Final = lemma_set(
    "give offer show send teach pay bring sell hand lend donate present award deliver submit grant provide "
    "return assign distribute issue introduce forward"
)
"""Verbs that need no recipient."""
_PAYING: Final = lemma_set("pay offer teach lend sell grant")
"""Verbs whose recipient is not clear from the context if it is a pronoun."""
_SET_OBJECTS: Final = lemma_set(
    "call try look ring hand chance break time hope idea feeling sense lift ride eye attention birth way rise visit "
    "thought one credit consideration favor harm what that it priority"
)
"""Objects of set phrases with a recipient."""
_NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
_NEEDS_AGENT: Final = lemma_set(
    "cause follow surround accompany plague characterize mean dominate drive lead head own base bring mark make do "
    "give surprise impress amaze shock worry interest thrill disappoint annoy excite bless frequent form precede "
    "flank outweigh exceed face join back fuel prompt trigger spark attract cover represent govern run hit "
    "catch define shape affect inspire influence move determine limit hold host bound produce divide power increase "
    "reduce raise lower decrease change know like love hate need want see hear call offer take leave get keep"
)
"""Verbs whose passive says little, or another thing, without its agent."""
_NO_AGENT: Final = lemma_set(
    "mail email hand phone law default car train bus plane foot land sea air road water rail boat ship post accident "
    "end time way example multitude factor margin half row"
)
"""Nouns after "by" that are no agents."""
_OBJECT_FORMS: Final = {"i": "me", "he": "him", "she": "her", "they": "them", "we": "us"}
_SUBJECT_FORMS: Final = {"me": "I", "him": "he", "her": "she", "them": "they", "us": "we"}


def swapped(reading: Reading) -> Iterator[Change]:
    """Yield clauses whose agent and patient are exchanged, if both can act."""
    for verb in range(len(reading)):
        if reading.upos[verb] != "VERB" or reading.lemmas[verb] in _SYMMETRIC:
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
        if _is_place(reading, subjects[0]) != _is_place(reading, others[0]):
            continue
        if not _agrees(reading, verb, subjects[0], others[0]):
            continue
        as_subject = _in_case(reading, second, _SUBJECT_FORMS)
        as_object = _in_case(reading, first, _OBJECT_FORMS)
        yield Change("role.swapped", (Edit(*first, as_subject), Edit(*second, as_object)))


def _without_by(reading: Reading, word: int, *, passive: bool) -> tuple[int, int] | None:
    span = phrase(reading, word)
    return (span[0] + 1, span[1]) if passive and span is not None else span


def _are_short(reading: Reading, *spans: tuple[int, int]) -> bool:
    """Return whether phrases have few words, no punctuation and no clause."""
    return all(end - start <= 6 and {"PUNCT", "VERB"}.isdisjoint(reading.upos[start:end]) for start, end in spans)


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
    return stands and class_of(reading, word) in {"person", "group"}


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
    """Yield agents and patients that are replaced by somebody else."""
    for word, label in enumerate(reading.labels):
        lemma, head = reading.lemmas[word], reading.heads[word]
        if label not in {"nsubj", "obj"} or reading.upos[head] != "VERB" or is_joined(reading, word):
            continue
        is_word = reading.tokens[word].text.islower()
        if class_of(reading, word) not in {"person", "group"} or lemma in _UNFIT or not is_word:
            continue
        if labelled(reading, word, "nmod", "compound", "acl:relcl", "flat", "appos", "acl", "conj"):
            continue
        determiners = labelled(reading, word, "det", "nmod:poss")
        if reading.upos[word + 1 : word + 2] == ("PROPN",) or reading.lemmas[word - 1] in {"what", "which"}:
            continue
        chosen = _somebody(reading, lemma)
        form = plural(chosen) if reading.tokens[word].xpos == "NNS" else chosen
        if len(determiners) != 1 or form is None or noun_class(chosen) is None:
            continue
        edit = Edit(word, word + 1, form)
        if reading.lemmas[word - 1] in {"a", "an"} and reading.tokens[word - 1].text.lower() != article(form):
            edit = Edit(word - 1, word + 1, f"{article(form)} {form}")
        yield Change(f"role.{'agent' if label == 'nsubj' else 'patient'}.changed", (edit,))


def _somebody(reading: Reading, lemma: str) -> str:
    if lemma in _KIN:
        return _NEIGHBOR
    others = _PERSONS if noun_class(lemma) == "person" else _GROUPS
    free = [other for other in others if other not in reading.lemmas]
    return free[len(reading) % len(free)]


def lost_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents of passives, and recipients, that are dropped."""
    for clause in clauses(reading):
        for word in labelled(reading, clause.verb, "obl:agent", "obl"):
            span = phrase(reading, word)
            if span is not None and _is_lost_agent(reading, clause.verb, word) and _can_be_cut(reading, span):
                yield deleted("role.agent.lost", *span)
    for verb, lemma in enumerate(reading.lemmas):
        objects = labelled(reading, verb, "obj")
        if lemma not in _GIVING or len(objects) != 1 or reading.lemmas[objects[0]] in _SET_OBJECTS:
            continue
        recipients = [word for word in labelled(reading, verb, "obl") if marks(reading, word) == {"to"}]
        for word in (*labelled(reading, verb, "iobj"), *recipients):
            span = phrase(reading, word)
            is_clear = reading.upos[word] == "PRON" and lemma not in _PAYING
            if span is not None and not is_clear and _is_recipient(reading, word) and _can_be_cut(reading, span):
                yield deleted("role.other.lost", *span)


def _is_lost_agent(reading: Reading, verb: int, word: int) -> bool:
    is_agent = marks(reading, word) == {"by"} and is_passive(reading, verb) and word > verb
    dated = any(each.start <= word < each.end and each.kind not in _NAMED for each in reading.entities)
    is_noun = reading.upos[word] in {"NOUN", "PROPN"} and not labelled(reading, word, "nummod")
    is_noun = is_noun and "only" not in reading.lemmas
    is_known = reading.lemmas[word] not in _NO_AGENT and reading.lemmas[verb] not in _NEEDS_AGENT
    return is_agent and is_noun and is_known and not dated and bool(labelled(reading, verb, "nsubj:pass"))


def _is_recipient(reading: Reading, word: int) -> bool:
    if reading.upos[word] == "PRON":
        follows = reading.lemmas[word + 1] if word + 1 < len(reading) else ""
        return reading.tokens[word].text.lower() in {"him", "her", "them", "us"} and follows not in {
            "all",
            "both",
        }
    return _can_act(reading, word)


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


_GENERAL: Final = lemma_set(
    "old big small large local foreign national international good bad great famous important expensive private public "
    "strange modern traditional beautiful strong little terrible ordinary simple major minor"
)
"""Adjectives that modify nouns of any class."""
_NOT_MOVED: Final = lemma_set("other same own such first last only next new whole lead front main sole single back top")
_TIMES: Final = lemma_set(
    "day night morning evening afternoon week weekend month year hour minute moment time end beginning start middle "
    "rest case way fact number amount kind sort"
)


@cached_fact
def _bare_nouns(reading: Reading) -> tuple[int, ...]:
    """Return nouns after an article without an adjective."""
    return tuple(
        word
        for word, upos in enumerate(reading.upos)
        if upos == "NOUN"
        and word
        and reading.lemmas[word - 1] == "the"
        and not labelled(reading, word, "amod", "compound", "nummod", "nmod:poss")
    )


def attachment(reading: Reading) -> Iterator[Change]:
    """Yield adjectives that modify another noun: of the same class (persons, groups, things), or any by some."""
    for word, label in enumerate(reading.labels):
        head = reading.heads[word]
        if label != "amod" or head != word + 1 or reading.tokens[word].xpos != "JJ" or not word:
            continue
        if reading.lemmas[word - 1] not in {"the", "their", "his", "her", "its"} or reading.children[word]:
            continue
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in _PARTS and _can_be_moved(reading, word, other):
                edits = (Edit(word, word + 1, ""), Edit(other, other, reading.tokens[word].text))
                yield Change("attachment.changed", edits)


_PARTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod"})


def _can_be_moved(reading: Reading, adjective: int, noun: int) -> bool:
    """Return whether an adjective can modify another noun than its own."""
    own, kind = reading.heads[adjective], class_of(reading, noun)
    is_alike = kind is not None and class_of(reading, own) == kind and reading.lemmas[adjective] not in _NOT_MOVED
    fits = (is_alike or reading.lemmas[adjective] in _GENERAL) and reading.lemmas[own] not in {"one", "thing", "side"}
    return fits and reading.lemmas[noun] not in _TIMES | {reading.lemmas[own]}
