"""Faults in who does what to whom, and in what modifies what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.entities.entity import EntityKind
from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.embedding import is_passive
from meantree.entailment.reading import Reading, cached_fact
from meantree.faults.edits import Change, Edit, deleted, phrase, replaced, text_of
from meantree.lexicon.wordnet import wordnet

_ACTORS: Final = ("person", "organization", "government", "team", "country")
_PERSONS: Final = ("minister", "teacher", "doctor", "lawyer", "farmer", "journalist")
_GIVING: Final = frozenset(["give", "offer", "show", "send", "teach", "pay", "bring", "sell", "hand", "lend"])
"""Verbs that need no recipient."""
_NAMED: Final = frozenset({EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.LOCATION})


def swapped(reading: Reading) -> Iterator[Change]:
    """Yield clauses whose agent and patient are exchanged, if both can act."""
    for verb in range(len(reading)):
        if reading.upos[verb] != "VERB":
            continue
        passive = is_passive(reading, verb)
        subjects = labelled(reading, verb, "nsubj:pass" if passive else "nsubj")
        others = labelled(reading, verb, "obl:agent", "obl") if passive else labelled(reading, verb, "obj")
        if passive:
            others = tuple(word for word in others if _by(reading, word))
        if len(subjects) != 1 or len(others) != 1 or _is_person_part(reading, subjects[0], others[0]):
            continue
        first, second = phrase(reading, subjects[0]), _without_by(reading, others[0], passive=passive)
        if first is None or second is None or not first[1] <= verb < second[0]:
            continue
        if not (_can_act(reading, subjects[0]) and _can_act(reading, others[0])):
            continue
        if not _agrees(reading, verb, subjects[0], others[0]):
            continue
        yield Change(
            "role.swapped",
            (Edit(*first, text_of(reading, second)), Edit(*second, text_of(reading, first))),
        )


def _by(reading: Reading, word: int) -> bool:
    return any(reading.lemmas[child] == "by" for child in labelled(reading, word, "case"))


def _without_by(reading: Reading, word: int, *, passive: bool) -> tuple[int, int] | None:
    span = phrase(reading, word)
    return (span[0] + 1, span[1]) if passive and span is not None else span


def _is_person_part(reading: Reading, subject: int, other: int) -> bool:
    """Return whether one is a pronoun, which has another form as an object."""
    return "PRON" in (reading.upos[subject], reading.upos[other])


def _can_act(reading: Reading, word: int) -> bool:
    if any(entity.start <= word < entity.end and entity.kind in _NAMED for entity in reading.entities):
        return True
    return reading.upos[word] == "NOUN" and _is_actor(reading.lemmas[word])


def _is_actor(lemma: str) -> bool:
    lexicon = wordnet()
    actors = {synset for name in _ACTORS for synset in lexicon.synsets(name, "n")[:1]}
    return any(not actors.isdisjoint(lexicon.above(synset)) for synset in lexicon.synsets(lemma, "n")[:1])


def _agrees(reading: Reading, verb: int, subject: int, other: int) -> bool:
    """Return whether the verb fits the other noun: both have the same number, or the verb shows none."""
    same = _is_plural(reading, subject) == _is_plural(reading, other)
    auxiliaries = labelled(reading, verb, "aux", "aux:pass")
    first = reading.tokens[auxiliaries[0] if auxiliaries else verb]
    return same or first.xpos == "MD" or (first.xpos == "VBD" and first.lemma != "be")


def _is_plural(reading: Reading, word: int) -> bool:
    return reading.tokens[word].xpos in {"NNS", "NNPS"} or bool(labelled(reading, word, "conj"))


def replaced_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents and patients that are replaced by somebody else."""
    for word, label in enumerate(reading.labels):
        lemma = reading.lemmas[word]
        if label not in {"nsubj", "obj"} or reading.tokens[word].xpos != "NN" or not _is_actor(lemma):
            continue
        if lemma in _PERSONS or labelled(reading, word, "nmod", "compound", "acl:relcl", "flat", "appos"):
            continue
        role = "agent" if label == "nsubj" else "patient"
        before = reading.tokens[word - 1].text.lower() if word else ""
        if before in {"a", "an"} or reading.upos[reading.heads[word]] != "VERB":
            continue
        chosen = _PERSONS[len(reading) % len(_PERSONS)]
        yield replaced(f"role.{role}.changed", word, chosen)


def lost_argument(reading: Reading) -> Iterator[Change]:
    """Yield agents of passives, and recipients, that are dropped."""
    for word, label in enumerate(reading.labels):
        span = phrase(reading, word)
        if span is None or reading.heads[word] < 0:
            continue
        follows = reading.upos[span[1]] if span[1] < len(reading) else "PUNCT"
        is_agent = label in {"obl:agent", "obl"} and _by(reading, word) and is_passive(reading, reading.heads[word])
        if is_agent and follows != "PROPN" and not labelled(reading, word, "nummod"):
            yield deleted("role.agent.lost", *span)
        elif label == "iobj" and reading.lemmas[reading.heads[word]] in _GIVING:
            yield deleted("role.other.lost", *span)


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
    """Yield adjectives that modify another noun of the sentence."""
    for word, label in enumerate(reading.labels):
        head = reading.heads[word]
        if label != "amod" or head != word + 1 or reading.tokens[word].xpos != "JJ" or not word:
            continue
        if reading.lemmas[word - 1] not in {"the", "their", "his", "her", "its"} or reading.children[word]:
            continue
        for other in _bare_nouns(reading):
            if other != head and reading.labels[other] in {"nsubj", "nsubj:pass", "obj", "obl", "nmod"}:
                adjective = reading.tokens[word].text
                edits = (Edit(word, word + 1, ""), Edit(other, other, adjective))
                yield Change("attachment.changed", edits)
