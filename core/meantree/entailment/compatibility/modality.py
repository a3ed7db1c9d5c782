"""Modality: what is possible, necessary, certain or within somebody's ability, and whether that is preserved."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import governors, is_infinitive, labelled
from meantree.entailment.feature import SILENT, Features, Firing, linked_predicates, share_of_pairs
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set


class Modality(StrEnum):
    """A kind of modality."""

    POSSIBLE = "possible"
    NECESSARY = "necessary"
    CERTAIN = "certain"
    ABLE = "able"


_AUXILIARIES: Final = {
    Modality.POSSIBLE: lemma_set("may might"),
    Modality.ABLE: lemma_set("can could ca cannot"),
    Modality.NECESSARY: lemma_set("must should ought need"),
}
_ADVERBS: Final = {
    Modality.POSSIBLE: lemma_set(
        "possibly perhaps maybe probably likely presumably apparently seemingly potentially conceivably supposedly "
        "allegedly reportedly"
    ),
    Modality.CERTAIN: lemma_set(
        "certainly definitely surely undoubtedly doubtlessly clearly obviously evidently undeniably unquestionably"
    ),
    Modality.NECESSARY: lemma_set("necessarily inevitably"),
}
_EMBEDDERS: Final = {
    Modality.POSSIBLE: lemma_set(
        "possible probable likely unlikely plausible conceivable impossible seem appear suspect guess suppose "
        "possibility probability likelihood chance potential"
    ),
    Modality.CERTAIN: lemma_set("certain sure clear obvious evident undeniable certainty"),
    Modality.NECESSARY: lemma_set(
        "necessary essential vital imperative obligatory mandatory require oblige need ought obligation necessity"
    ),
    Modality.ABLE: lemma_set("able unable capable incapable ability capability capacity"),
}
_ATTRIBUTES: Final = {
    Modality.POSSIBLE: lemma_set("possible probable likely potential alleged supposed presumed"),
    Modality.NECESSARY: lemma_set("necessary essential obligatory mandatory"),
}
_LISTED: Final = lemma_set("have").union(
    *(listed for table in (_AUXILIARIES, _ADVERBS, _EMBEDDERS, _ATTRIBUTES) for listed in table.values())
)


@dataclass(frozen=True, slots=True)
class Modal:
    """A word that expresses modality.

    Attributes:
        target: the predicate or noun that it modifies.
    """

    token: int
    target: int
    modality: Modality


@cached_fact
def modals(reading: Reading) -> tuple[Modal, ...]:
    """Return all modal words, in order."""
    return tuple(modal for word in range(len(reading)) for modal in _said_by(reading, word))


@cached_fact
def said_alone(reading: Reading) -> frozenset[Modality]:
    """Return the modalities of nouns and adjectives without a clause: there is a possibility."""
    with_clause = {modal.token for modal in modals(reading)}
    words = set(range(len(reading))) - with_clause
    alone = {reading.lemmas[word] for word in words if reading.upos[word] in {"NOUN", "ADJ"}}
    return frozenset(modality for modality, lemmas in _EMBEDDERS.items() if not lemmas.isdisjoint(alone))


@cached_fact
def modalities(reading: Reading) -> tuple[Modality | None, ...]:
    """Return the modality of each word: its own, or that of the predicate that it belongs to."""
    first: dict[int, Modality] = {}
    for modal in modals(reading):
        first.setdefault(modal.target, modal.modality)
    above = governors(reading)
    return tuple(first.get(word, first.get(above[word])) for word in range(len(reading)))


def compatible(first: Modality | None, second: Modality | None) -> bool:
    """Return whether two modalities may translate each other; "can" expresses both ability and possibility."""
    return first == second or {first, second} == {Modality.POSSIBLE, Modality.ABLE}


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
        infinitives = (clause for clause in complements if _is_infinitive_complement(reading, clause))
        return tuple(Modal(word, clause, Modality.NECESSARY) for clause in infinitives)
    return _modals(_EMBEDDERS, lemma, word, complements)


def _modals(
    listed: dict[Modality, frozenset[str]], lemma: str, word: int, targets: tuple[int, ...]
) -> tuple[Modal, ...]:
    modality_of_word = next((modality for modality, lemmas in listed.items() if lemma in lemmas), None)
    return tuple(Modal(word, target, modality_of_word) for target in targets) if modality_of_word else ()


def _modified(reading: Reading, head: int) -> int:
    """Return what an adverb modifies: its head, or the predicate of an auxiliary."""
    return governors(reading)[head] if reading.upos[head] in {"AUX", "PART"} else head


def _is_infinitive_complement(reading: Reading, clause: int) -> bool:
    return reading.labels[clause] == "xcomp" and is_infinitive(reading, clause)


FEATURES = Features("semantic compatibility")


@FEATURES("only possible in the translation", "possibility missing")
def possibility_added(view: View) -> Firing:
    """A fact or certainty of the premise is only possible in the conclusion; share of aligned predicates."""
    return _added(view, Modality.POSSIBLE, {Modality.POSSIBLE, Modality.ABLE})


@FEATURES("ability added", "ability missing")
def ability_added(view: View) -> Firing:
    """Somebody is able to do in the conclusion what the premise states otherwise; share of aligned predicates."""
    return _added(view, Modality.ABLE, {Modality.POSSIBLE, Modality.ABLE})


@FEATURES("necessity added", "necessity missing")
def necessity_added(view: View) -> Firing:
    """A necessity of the conclusion is not one in the premise; share of aligned predicates."""
    return _added(view, Modality.NECESSARY, {Modality.NECESSARY})


def _added(view: View, modality: Modality, kept: Set[Modality]) -> Firing:
    """Return a firing on the predicates of a modality whose partners have none of those that keep it.

    It is silent if the premise has as many predicates of them: then another word expresses it.
    """
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    said, known = (
        {modal.target for modal in modals(text) if modal.modality in kept} for text in (view.conclusion, view.premise)
    )
    if len(said) <= len(known):
        return SILENT
    return share_of_pairs(
        linked_predicates(view), lambda word, partner: conclusion[word] == modality and premise[partner] not in kept
    )
