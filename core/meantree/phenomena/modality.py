"""Modality: what is possible, necessary, certain or within somebody's ability, and whether that is preserved."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups, words
from meantree.phenomena.clauses import governors, is_infinitive, labelled
from meantree.phenomena.feature import SILENT, Features, Firing, linked_predicates, share_of_pairs
from meantree.phenomena.reading import Reading, View, cached_fact


class Modality(StrEnum):
    """A kind of modality."""

    POSSIBLE = "possible"
    NECESSARY = "necessary"
    CERTAIN = "certain"
    ABLE = "able"


_LISTED: Final = "phenomena/modality"


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
    known = {**groups(_LISTED, "embedder"), **groups(_LISTED, "noun")}
    return frozenset(Modality(known[lemma]) for lemma in alone & known.keys())


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
    if lemma != "have" and lemma not in words(_LISTED):
        return ()
    if head != ROOT and label == "aux":
        return _modals("auxiliary", lemma, word, (head,))
    if head != ROOT and label == "advmod":
        return _modals("adverb", lemma, word, (_modified(reading, head),))
    if head != ROOT and label == "amod":
        return _modals("attribute", lemma, word, (head,))
    complements = labelled(reading, word, "ccomp", "xcomp", "csubj", "acl")
    if lemma == "have":
        infinitives = (clause for clause in complements if _is_infinitive_complement(reading, clause))
        return tuple(Modal(word, clause, Modality.NECESSARY) for clause in infinitives)
    return _modals("embedder", lemma, word, complements)


def _modals(construction: str, lemma: str, word: int, targets: tuple[int, ...]) -> tuple[Modal, ...]:
    known = groups(_LISTED, construction).get(lemma)
    return tuple(Modal(word, target, Modality(known)) for target in targets) if known else ()


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
