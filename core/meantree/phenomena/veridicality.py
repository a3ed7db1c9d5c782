"""Veridicality: which clauses a text says to be true, false or neither, and whether that is preserved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.inference_signatures import UNKNOWN
from meantree.phenomena.clauses import conditions, governors, labelled, marks, predicates
from meantree.phenomena.embedding import Embedding, embeddings
from meantree.phenomena.feature import Features, Firing, Pair, linked_predicates, share_of_pairs
from meantree.phenomena.modality import Modality, modals
from meantree.phenomena.negation import Kind, negators
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set
from meantree.phenomena.tense import questions

_OPPOSITE: Final = {"+": "-", "-": "+", UNKNOWN: UNKNOWN}
_INHERITING: Final = lemma_set("conj xcomp")


@cached_fact
def truths(reading: Reading) -> Mapping[int, str]:
    """Return for each predicate ``+`` if the text says it is true, ``-`` if false, ``o`` if neither."""
    values: dict[int, str] = {}
    known = predicates(reading)
    open_ends = {modal.target for modal in modals(reading) if modal.modality != Modality.CERTAIN}
    denials = _denials(reading)
    waiting = list(reading.roots)
    while waiting:
        word = waiting.pop()
        if word in known:
            outer = _outer(reading, word, values)
            hypothetical = word in open_ends or _is_open(reading, word)
            inner = _OPPOSITE[outer] if denials.count(word) % 2 else outer
            values[word] = UNKNOWN if hypothetical else inner
        waiting += reading.children[word]
    return values


def _outer(reading: Reading, predicate: int, values: Mapping[int, str]) -> str:
    """Return the truth value that the context of a predicate gives it, before its own negation."""
    head, label = reading.heads[predicate], reading.labels[predicate]
    embedding = embeddings(reading).get(predicate)
    if embedding is not None:
        return _under(embedding.signature, _above(reading, embedding.embedder, values))
    if label in {"advcl", "acl"} and _is_aim(reading, predicate):
        return UNKNOWN
    return _above(reading, head, values) if head != ROOT and label in _INHERITING else "+"


def _above(reading: Reading, word: int, values: Mapping[int, str]) -> str:
    """Return the truth value known so far for the predicate that a word belongs to."""
    return values.get(governors(reading)[word], "+")


def _under(signature: str, truth: str) -> str:
    if truth == UNKNOWN:
        return "+" if signature == "++" else UNKNOWN
    return signature[truth == "-"]


def _is_open(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is a question, a condition, or depends on a condition."""
    known = conditions(reading)
    depends = any(child in known for child in reading.children[predicate])
    return predicate in questions(reading) or predicate in known or depends


def _is_aim(reading: Reading, predicate: int) -> bool:
    return "to" in marks(reading, predicate)


def _denials(reading: Reading) -> list[int]:
    """Return the negated predicates, once per negation, without embedders: their effect is in their signatures."""
    denied = []
    for negator in negators(reading):
        if negator.kind != Kind.EMBEDDER:
            joined = (child for child in labelled(reading, negator.target, "conj") if child in negator.scope)
            denied += [negator.target, *joined]
    return denied


FEATURES = Features("semantic compatibility")


@FEATURES("a fact only claimed or wished", "a claim or wish made a fact")
def fact_made_claim(view: View) -> Firing:
    """A fact of the premise is only claimed or wished in the conclusion; share of aligned predicates."""
    conclusion, premise = embeddings(view.conclusion), embeddings(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda word, partner: (
            _is_neutral(conclusion, word) and partner in truths(view.premise) and partner not in premise
        ),
    )


@FEATURES("true in one text only")
def truth_contradicted(view: View) -> Firing:
    """A predicate is true in one text and false in the other; share of predicates aligned with predicates."""
    return share_of_pairs(
        _judged(view), lambda word, partner: {_mine(view, word), _theirs(view, partner)} == {"+", "-"}
    )


@FEATURES("left open whether it is so", "decided what the reference leaves open")
def truth_left_open(view: View) -> Firing:
    """A predicate is decided in the premise and left open in the conclusion; share of aligned predicates."""
    return share_of_pairs(
        _judged(view), lambda word, partner: _mine(view, word) == UNKNOWN and _theirs(view, partner) != UNKNOWN
    )


def _is_neutral(known: Mapping[int, Embedding], clause: int) -> bool:
    embedding = known.get(clause)
    return embedding is not None and embedding.is_neutral


def _judged(view: View) -> list[Pair]:
    """Return the aligned words that are predicates in both texts."""
    known = truths(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known]


def _mine(view: View, word: int) -> str:
    return truths(view.conclusion)[word]


def _theirs(view: View, word: int) -> str:
    return truths(view.premise)[word]
