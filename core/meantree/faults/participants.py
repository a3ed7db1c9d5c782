"""Faults in who does what to whom, and in what modifies what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.embedding import is_passive
from meantree.entailment.reading import Reading, cached_fact, lemma_set
from meantree.faults.contexts import class_of, is_joined, is_plural
from meantree.faults.edits import Change, Edit, deleted, phrase, text_of
from meantree.faults.inflection import article, plural
from meantree.lexicon.noun_classes import noun_class
from meantree.lexicon.ppdb import paraphrases_of

_PERSONS: Final = ("minister", "teacher", "doctor", "lawyer", "farmer", "journalist")
_GROUPS: Final = ("committee", "club", "company", "council")
_KIN: Final = lemma_set(
    "mother father mom mum dad parent brother sister son daughter wife husband uncle aunt boyfriend "
    "girlfriend child kid"
)
_NEIGHBOR: Final = "neighbor"
_UNFIT: Final = lemma_set(
    "god idiot person man member one other utility cpa server browser party driver speaker carrier major "
    "battery business reporter editor correspondent physician attorney troop personnel mission navy army "
    "country"
)
"""Nouns for persons and groups that are used of anybody, or of things."""
_SYMMETRIC: Final = lemma_set(
    "meet marry face fight play resemble date divorce equal encounter hug kiss join match have"
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
            "give offer show send teach pay bring sell hand lend donate present award deliver submit grant return "
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
_SET_OBJECTS: Final = lemma_set(
    "call try look ring hand chance break time hope idea feeling sense lift ride eye attention birth way rise "
    "visit thought one credit consideration favor harm what that it priority"
)
"""Objects of set phrases with a recipient."""
_NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})
_NEEDS_AGENT: Final = lemma_set(
    "cause follow surround accompany plague characterize mean dominate drive lead head own base bring mark "
    "make do give surprise impress amaze shock worry interest thrill disappoint annoy excite bless frequent "
    "form precede flank outweigh exceed face join back fuel prompt trigger spark attract cover represent "
    "govern run hit catch define shape affect inspire influence move determine limit hold host bound produce "
    "divide power increase reduce raise lower decrease change know like love hate design require post "
    "intrigue mandate advise need want see hear call offer take leave get keep"
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
        is_many = reading.tokens[word].xpos == "NNS"
        form = plural(chosen) if is_many else chosen
        if len(determiners) != 1 and not (is_many and not determiners and label == "obj"):
            continue
        if form is None or noun_class(chosen) is None:
            continue
        edit = Edit(word, word + 1, form)
        if reading.lemmas[word - 1] in {"a", "an"} and reading.tokens[word - 1].text.lower() != article(form):
            edit = Edit(word - 1, word + 1, f"{article(form)} {form}")
        yield Change(f"role.{'agent' if label == 'nsubj' else 'patient'}.changed", (edit,))


def _somebody(reading: Reading, lemma: str) -> str:
    if lemma in _KIN:
        return _NEIGHBOR
    others = _PERSONS if noun_class(lemma) == "person" else _GROUPS
    known = paraphrases_of(lemma) | set(reading.lemmas)
    free = [other for other in others if other not in known]
    return free[len(reading) % len(free)]


def lost_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents of passives, and recipients, that are dropped."""
    for verb in range(len(reading)):
        for word in labelled(reading, verb, "obl:agent", "obl"):
            span = phrase(reading, word)
            if span is not None and _is_lost_agent(reading, verb, word) and _can_be_cut(reading, span):
                yield deleted("role.agent.lost", *span)
    yield from _lost_partners(reading)


def _lost_partners(reading: Reading) -> Iterator[Change]:
    """Yield the deletion of those to whom, with whom or from whom something is done."""
    for verb, lemma in enumerate(reading.lemmas):
        objects = [word for word in labelled(reading, verb, "obj") if reading.lemmas[word] not in _SET_OBJECTS]
        prepositions = _PARTNERS.get(lemma, frozenset())
        if not objects and lemma not in _TALKING:
            continue
        for word in labelled(reading, verb, "iobj", "obl"):
            span, introduced = phrase(reading, word), marks(reading, word)
            is_recipient = reading.labels[word] == "iobj" and "to" in prepositions and not introduced
            fits = is_recipient or (len(introduced) == 1 and introduced <= prepositions)
            if span is None or not fits or span[0] <= verb or reading.upos[word] == "PRON":
                continue
            ends = span[1] == len(reading) or reading.tokens[span[1]].text != "!"
            if ends and _can_act(reading, word) and _can_be_cut(reading, span):
                yield deleted("role.other.lost", *span)


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


_GENERAL: Final = lemma_set(
    "local foreign national international good bad great famous important private public strange modern "
    "traditional beautiful terrible ordinary"
)
"""Adjectives that modify nouns of any class."""
_NOT_MOVED: Final = lemma_set("other same own such first last only next new whole lead front main sole single back top")
_ALIKE: Final = ({"person", "group"}, {"thing", "place"})
_TIMES: Final = lemma_set(
    "day night morning evening afternoon week weekend month year hour minute moment time end beginning start "
    "middle rest case way fact number amount kind sort deal lot ear extent shape job idea course price hold"
)


@cached_fact
def _bare_nouns(reading: Reading) -> tuple[int, ...]:
    """Return nouns after a determiner without an adjective."""
    return tuple(
        word
        for word, upos in enumerate(reading.upos)
        if upos == "NOUN"
        and word
        and reading.lemmas[word - 1] in _DETERMINERS
        and not labelled(reading, word, "amod", "compound", "nummod", "acl:relcl")
    )


def attachment(reading: Reading) -> Iterator[Change]:
    """Yield adjectives that modify another noun: of the same class (persons, groups, things), or any by some."""
    adjectives = [word for word in range(1, len(reading)) if _can_leave(reading, word)]
    for word in adjectives:
        head = reading.heads[word]
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in _PARTS and _can_be_moved(reading, word, other):
                yield Change("attachment.changed", (*_without(reading, word), *_with(reading, word, other)))
        for other in adjectives:
            noun = reading.heads[other]
            both = {reading.labels[head], reading.labels[noun]} <= _PARTS
            both = both and _can_be_moved(reading, word, noun) and _can_be_moved(reading, other, head)
            if word < other and both and reading.lemmas[word] != reading.lemmas[other]:
                edits = (*_instead(reading, word, other), *_instead(reading, other, word))
                yield Change("attachment.changed", edits)


def _can_leave(reading: Reading, word: int) -> bool:
    """Return whether a word is the only adjective between a determiner and its noun."""
    head = reading.heads[word]
    is_only = reading.labels[word] == "amod" and head == word + 1 and len(labelled(reading, head, "amod")) == 1
    is_plain = reading.tokens[word].xpos == "JJ" and not reading.children[word] and not is_joined(reading, word)
    return is_only and is_plain and reading.lemmas[word - 1] in _DETERMINERS and reading.upos[head] == "NOUN"


def _without(reading: Reading, adjective: int) -> tuple[Edit, ...]:
    """Return the edits that take an adjective away, and fit the article before it to the noun."""
    text = _fitting(reading, adjective, reading.tokens[adjective + 1].text)
    return (Edit(adjective - 1, adjective + 1, text),) if text else (Edit(adjective, adjective + 1, ""),)


def _with(reading: Reading, adjective: int, noun: int) -> tuple[Edit, ...]:
    form = reading.tokens[adjective].text
    text = _fitting(reading, noun, form)
    return (Edit(noun - 1, noun, f"{text} {form}"),) if text else (Edit(noun, noun, form),)


def _instead(reading: Reading, adjective: int, other: int) -> tuple[Edit, ...]:
    form = reading.tokens[other].text
    text = _fitting(reading, adjective, form)
    return (Edit(adjective - 1, adjective + 1, f"{text} {form}"),) if text else (Edit(adjective, adjective + 1, form),)


def _fitting(reading: Reading, word: int, following: str) -> str:
    """Return the indefinite article before a word as it must be before another one; empty if nothing changes."""
    before = reading.tokens[word - 1].text.lower()
    return article(following) if before in {"a", "an"} and before != article(following) else ""


_DETERMINERS: Final = lemma_set("the a an their his her its our my this these those")
_PARTS: Final = frozenset({"nsubj", "nsubj:pass", "obj", "obl", "nmod"})


def _can_be_moved(reading: Reading, adjective: int, noun: int) -> bool:
    """Return whether an adjective can modify another noun than its own."""
    own = reading.heads[adjective]
    kinds = {class_of(reading, own), class_of(reading, noun)}
    is_alike = (
        None not in kinds and (len(kinds) == 1 or kinds in _ALIKE) and reading.lemmas[adjective] not in _NOT_MOVED
    )
    is_general = class_of(reading, noun) is not None and reading.lemmas[adjective] in _GENERAL
    ends = reading.lemmas[own] not in {"one", "thing", "side", *_TIMES}
    return (
        (is_alike or is_general)
        and ends
        and reading.lemmas[noun]
        not in _TIMES
        | {
            reading.lemmas[own],
            reading.lemmas[adjective],
        }
    )
