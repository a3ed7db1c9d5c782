"""Modality: what is possible, necessary, certain, or within somebody's power."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.contexts.clauses import governors, labelled
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.reading import Reading


class Modality(StrEnum):
    """In which way something is said to be so."""

    POSSIBLE = "possible"
    NECESSARY = "necessary"
    CERTAIN = "certain"
    ABLE = "able"


_AUXILIARIES: Final = {
    Modality.POSSIBLE: words("may might"),
    Modality.ABLE: words("can could ca cannot"),
    Modality.NECESSARY: words("must should ought need"),
}
_ADVERBS: Final = {
    Modality.POSSIBLE: words(
        "possibly perhaps maybe probably likely presumably apparently seemingly potentially conceivably supposedly "
        "allegedly reportedly"
    ),
    Modality.CERTAIN: words(
        "certainly definitely surely undoubtedly doubtlessly clearly obviously evidently undeniably unquestionably"
    ),
    Modality.NECESSARY: words("necessarily inevitably"),
}
_EMBEDDERS: Final = {
    Modality.POSSIBLE: words(
        "possible probable likely unlikely plausible conceivable impossible seem appear suspect guess suppose "
        "possibility probability likelihood chance"
    ),
    Modality.CERTAIN: words("certain sure clear obvious evident undeniable certainty"),
    Modality.NECESSARY: words(
        "necessary essential vital imperative obligatory mandatory require oblige need obligation necessity"
    ),
    Modality.ABLE: words("able unable capable incapable ability capability capacity"),
}
_ATTRIBUTES: Final = {
    Modality.POSSIBLE: words("possible probable likely potential alleged supposed presumed"),
    Modality.NECESSARY: words("necessary essential obligatory mandatory"),
}
_LISTED: Final = words("have").union(
    *(listed for table in (_AUXILIARIES, _ADVERBS, _EMBEDDERS, _ATTRIBUTES) for listed in table.values())
)


@dataclass(frozen=True, slots=True)
class Modal:
    """A word that says in which way something is so.

    Attributes:
        token: the word itself.
        target: the predicate, or the noun, that it is said of.
    """

    token: int
    target: int
    modality: Modality


@once
def modals(reading: Reading) -> tuple[Modal, ...]:
    """All of them, in order."""
    return tuple(modal for word in range(len(reading)) for modal in _said_by(reading, word))


@once
def modalities(reading: Reading) -> tuple[Modality | None, ...]:
    """For each word how it is said to be so: by what is said of itself, or of the predicate that it belongs to."""
    first: dict[int, Modality] = {}
    for modal in modals(reading):
        first.setdefault(modal.target, modal.modality)
    above = governors(reading)
    return tuple(first.get(word, first.get(above[word])) for word in range(len(reading)))


def compatible(one: Modality | None, two: Modality | None) -> bool:
    """Whether two modalities may translate each other; "can" is used for both power and possibility."""
    return one == two or {one, two} == {Modality.POSSIBLE, Modality.ABLE}


def _said_by(reading: Reading, word: int) -> tuple[Modal, ...]:
    lemma, label, head = reading.lemmas[word], reading.labels[word], reading.heads[word]
    if lemma not in _LISTED:
        return ()
    if head != ROOT and label == "aux":
        return _modals(_AUXILIARIES, lemma, word, (head,))
    if head != ROOT and label == "advmod":
        return _modals(_ADVERBS, lemma, word, (_modified(reading, head),))
    if head != ROOT and label == "amod":
        return _modals(_ATTRIBUTES, lemma, word, (head,))
    complements = labelled(reading, word, "ccomp", "xcomp", "csubj", "acl")
    if lemma == "have":
        complements = tuple(one for one in complements if _is_infinitive(reading, one))
        return tuple(Modal(word, one, Modality.NECESSARY) for one in complements)
    return _modals(_EMBEDDERS, lemma, word, complements)


def _modals(
    listed: dict[Modality, frozenset[str]], lemma: str, word: int, targets: tuple[int, ...]
) -> tuple[Modal, ...]:
    said = next((modality for modality, lemmas in listed.items() if lemma in lemmas), None)
    return tuple(Modal(word, target, said) for target in targets) if said else ()


def _modified(reading: Reading, head: int) -> int:
    """What an adverb is said of: a word that carries it, or the predicate of an auxiliary."""
    return governors(reading)[head] if reading.upos[head] in {"AUX", "PART"} else head


def _is_infinitive(reading: Reading, clause: int) -> bool:
    return reading.labels[clause] == "xcomp" and any(
        reading.lemmas[child] == "to" for child in labelled(reading, clause, "mark")
    )
