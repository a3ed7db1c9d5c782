"""Modality: what is possible, necessary, certain or within somebody's ability, and whether that is preserved."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal, cast

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups, words
from meantree.phenomena.compared import Compared
from meantree.phenomena.feature import SILENT, Features, Firing, linked_predicates, share_of_pairs
from meantree.phenomena.negation import negated
from meantree.phenomena.operations import Clause, Edit, Edits, Words, finite, listed, of_clauses, planter, put, replace
from meantree.phenomena.reading import Reading, View, cached_fact

Modality = Literal["possible", "necessary", "certain", "able"]
"""A kind of modality."""
_LISTED: Final = "phenomena/modality"
_MEANT: Final[Mapping[str, str]] = {"able": "possible"}
_DUTY: Final = frozenset({"need", "have"})
"""Lemmas that say no duty if they are denied, unlike must not."""
FEATURES: Final = Features("semantic compatibility")


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
def modalities(reading: Reading) -> tuple[Modality | None, ...]:
    """Return the modality of each word: its own, or that of the predicate that it belongs to."""
    first: dict[int, Modality] = {}
    for modal in modals(reading):
        first.setdefault(modal.target, modal.modality)
    above = reading.governors
    return tuple(first.get(word, first.get(above[word])) for word in range(len(reading)))


def _said_by(reading: Reading, word: int) -> tuple[Modal, ...]:
    lemma, label, head = reading.lemmas[word], reading.labels[word], reading.heads[word]
    if lemma != "have" and lemma not in words(_LISTED):
        return ()
    if head != ROOT and label == "aux":
        return _modals("auxiliary", lemma, word, (head,))
    if head != ROOT and label == "advmod":
        return _modals(
            "adverb", lemma, word, (reading.governors[head] if reading.upos[head] in {"AUX", "PART"} else head,)
        )
    if head != ROOT and label == "amod":
        return _modals("attribute", lemma, word, (head,))
    complements = reading.labelled(word, "ccomp", "xcomp", "csubj", "acl")
    if lemma == "have":
        infinitives = (
            clause for clause in complements if reading.labels[clause] == "xcomp" and reading.is_infinitive(clause)
        )
        return tuple(Modal(word, clause, "necessary") for clause in infinitives)
    return _modals("embedder", lemma, word, complements)


def _modals(construction: str, lemma: str, word: int, targets: tuple[int, ...]) -> tuple[Modal, ...]:
    known = groups(_LISTED, construction).get(lemma)
    return tuple(Modal(word, target, cast("Modality", known)) for target in targets) if known else ()


@FEATURES("only possible in the translation", "possibility missing")
def possibility_added(view: View) -> Firing:
    """A fact or certainty of the premise is only possible in the conclusion; share of aligned predicates."""
    return _more_of(view, "possible", {"possible", "able"})


@FEATURES("ability added", "ability missing")
def ability_added(view: View) -> Firing:
    """Somebody is able to do in the conclusion what the premise states otherwise; share of aligned predicates."""
    return _more_of(view, "able", {"possible", "able"})


@FEATURES("necessity added", "necessity missing")
def necessity_added(view: View) -> Firing:
    """A necessity of the conclusion is not one in the premise; share of aligned predicates."""
    return _more_of(view, "necessary", {"necessary"})


def _more_of(view: View, modality: Modality, kept: Set[Modality]) -> Firing:
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


def predicates_of_both(pair: Compared) -> Iterator[tuple[int, int]]:
    """Yield linked words, and unlinked predicates whose auxiliaries or copulas are linked: are a part, were among."""
    view = pair.of_hyp
    yield from view.linked
    own, theirs = pair.hyp.governors, pair.ref.governors
    for word, partner in sorted(
        (own[word], theirs[partner])
        for word, partner in view.linked
        if pair.hyp.upos[word] == pair.ref.upos[partner] == "AUX"
    ):
        if view.partner[word] is None and pair.of_ref.partner[partner] is None:
            yield word, partner


@cached_fact
def said_modality(reading: Reading) -> Mapping[int, str]:
    """Return what modal words say: "can" possibility, "need not" no duty, "would have" what is unreal."""
    said: dict[int, str] = {}
    for modal in modals(reading):
        is_denied = negated(reading)[modal.target] and reading.lemmas[modal.token] in _DUTY
        if modal.modality != "certain":
            said[modal.token] = "no duty" if is_denied else _MEANT.get(modal.modality, modal.modality)
    for word, following in pairwise(reading.words):
        if (reading.lemmas[word], reading.lemmas[following]) == ("would", "have"):
            said[word] = "unreal"
    return said


def state(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what may, must or can be as what is."""
    following = clause.first + 1
    if clause.tag == "MD" and following <= clause.verb and reading.tokens[following].xpos == "VB":
        form = finite(reading, clause, reading.lemmas[following], "VBZ")
        yield from put(clause.first, following + 1, form)


def doubt(_reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what is as what may be, and what was as what allegedly was."""
    if clause.first == clause.verb and clause.infinitive:
        if clause.tag == "VBD":
            yield (Edit(clause.verb, clause.verb, "allegedly"),)
        else:
            yield (Edit(clause.verb, clause.verb + 1, f"may {clause.infinitive}"),)


def said_modalities(reading: Reading) -> Hashable:
    """Return what modal words say, in order."""
    return tuple(modal.modality for modal in modals(reading))


OTHER: Final = planter(replace(Words(tag="MD", listed="modals"), listed("modals")), fact=said_modalities)
REMOVED: Final = planter(of_clauses(state), fact=said_modalities)
ADDED: Final = planter(of_clauses(doubt), fact=said_modalities)
