"""Veridicality: which clauses a text says to be true, which to be false, and which neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.contexts.clauses import governors, labelled, marks, predicates
from meantree.entailment.contexts.embedding import embeddings
from meantree.entailment.contexts.forms import questions
from meantree.entailment.contexts.modality import Modality, modals
from meantree.entailment.contexts.negation import Kind, negators
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.reading import Reading
from meantree.lexicon.signatures import UNKNOWN

_CONDITIONS: Final = words("if unless whether provided lest")
_OPPOSITE: Final = {"+": "-", "-": "+", UNKNOWN: UNKNOWN}
_INHERITING: Final = words("conj xcomp")


@once
def truths(reading: Reading) -> Mapping[int, str]:
    """For each predicate ``+`` if it is said to be so, ``-`` if not to be so, ``o`` if neither."""
    found: dict[int, str] = {}
    known = predicates(reading)
    open_ends = {modal.target for modal in modals(reading) if modal.modality != Modality.CERTAIN}
    denials = _denials(reading)
    waiting = list(reading.roots)
    while waiting:
        word = waiting.pop()
        if word in known:
            outer = _outer(reading, word, found)
            hypothetical = word in open_ends or _is_open(reading, word)
            inner = _OPPOSITE[outer] if denials.count(word) % 2 else outer
            found[word] = UNKNOWN if hypothetical else inner
        waiting += reading.children[word]
    return found


@once
def conditions(reading: Reading) -> frozenset[int]:
    """Clauses that are conditions: if it rains."""
    return frozenset(
        word
        for word in predicates(reading)
        if reading.labels[word] == "advcl" and not marks(reading, word).isdisjoint(_CONDITIONS)
    )


def _outer(reading: Reading, predicate: int, found: Mapping[int, str]) -> str:
    """What the surroundings of a predicate make of it."""
    head, label = reading.heads[predicate], reading.labels[predicate]
    embedding = embeddings(reading).get(predicate)
    if embedding is not None:
        return _under(embedding.signature, _above(reading, embedding.embedder, found))
    if label in {"advcl", "acl"} and _is_aim(reading, predicate):
        return UNKNOWN
    return _above(reading, head, found) if head != ROOT and label in _INHERITING else "+"


def _above(reading: Reading, word: int, found: Mapping[int, str]) -> str:
    """What is known so far of the predicate that a word belongs to."""
    return found.get(governors(reading)[word], "+")


def _under(signature: str, truth: str) -> str:
    if truth == UNKNOWN:
        return "+" if signature == "++" else UNKNOWN
    return signature[truth == "-"]


def _is_open(reading: Reading, predicate: int) -> bool:
    """Whether a predicate is a question, a condition, or depends on one."""
    known = conditions(reading)
    depends = any(child in known for child in reading.children[predicate])
    return predicate in questions(reading) or predicate in known or depends


def _is_aim(reading: Reading, predicate: int) -> bool:
    return "to" in marks(reading, predicate)


def _denials(reading: Reading) -> list[int]:
    """The predicates that something negates, once for each; what an embedder denies follows from its signature."""
    denied = []
    for negator in negators(reading):
        if negator.kind != Kind.EMBEDDER:
            joined = (child for child in labelled(reading, negator.target, "conj") if child in negator.scope)
            denied += [negator.target, *joined]
    return denied
