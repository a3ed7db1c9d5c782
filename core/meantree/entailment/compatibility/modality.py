"""Modality: what is possible, necessary, certain or within somebody's ability, and whether that is preserved."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import governors, labelled
from meantree.entailment.feature import (
    Feature,
    Firing,
    features,
    linked_predicates,
    main_words,
    minor_predicates,
    share,
    share_of_pairs,
)
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
        "possibility probability likelihood chance"
    ),
    Modality.CERTAIN: lemma_set("certain sure clear obvious evident undeniable certainty"),
    Modality.NECESSARY: lemma_set(
        "necessary essential vital imperative obligatory mandatory require oblige need obligation necessity"
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
        token: the word itself.
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
        infinitives = (clause for clause in complements if _is_infinitive(reading, clause))
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


def _is_infinitive(reading: Reading, clause: int) -> bool:
    return reading.labels[clause] == "xcomp" and any(
        reading.lemmas[child] == "to" for child in labelled(reading, clause, "mark")
    )


def main_verb_modality_differs(view: View) -> Firing:
    """The main word of the conclusion has another modality than its partner; share of aligned main words."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(main_words(view), lambda word, partner: not compatible(conclusion[word], premise[partner]))


def minor_verb_modality_differs(view: View) -> Firing:
    """Predicates of dependent clauses have another modality than their partners; share of aligned ones."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(
        minor_predicates(view), lambda word, partner: not compatible(conclusion[word], premise[partner])
    )


def possibility_made_certain(view: View) -> Firing:
    """A possibility of the premise is a fact, or certain, in the conclusion; share of aligned predicates."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda word, partner: premise[partner] == Modality.POSSIBLE and conclusion[word] in {None, Modality.CERTAIN},
    )


def certainty_made_possible(view: View) -> Firing:
    """A fact or certainty of the premise is only possible in the conclusion; share of aligned predicates."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda word, partner: conclusion[word] == Modality.POSSIBLE and premise[partner] in {None, Modality.CERTAIN},
    )


def necessity_added(view: View) -> Firing:
    """A necessity of the conclusion is not one in the premise; share of aligned predicates."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda word, partner: conclusion[word] == Modality.NECESSARY and premise[partner] != Modality.NECESSARY,
    )


def necessity_lost(view: View) -> Firing:
    """A necessity of the premise is not one in the conclusion; share of aligned predicates."""
    conclusion, premise = modalities(view.conclusion), modalities(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda word, partner: premise[partner] == Modality.NECESSARY and conclusion[word] != Modality.NECESSARY,
    )


def modal_word_unlinked(view: View) -> Firing:
    """A modal word is unaligned, and the word that it modifies has another modality in the premise.

    The share of the conclusion's modal words; a word whose target is unaligned counts too.
    """
    premise = modalities(view.premise)
    modal_words = modals(view.conclusion)
    unaligned = [
        modal.token
        for modal in modal_words
        if view.partner[modal.token] is None
        and not ((partner := view.partner[modal.target]) is not None and compatible(modal.modality, premise[partner]))
    ]
    return share(sorted(set(unaligned)), len({modal.token for modal in modal_words}))


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    main_verb_modality_differs,
    minor_verb_modality_differs,
    possibility_made_certain,
    certainty_made_possible,
    necessity_added,
    necessity_lost,
    modal_word_unlinked,
)
