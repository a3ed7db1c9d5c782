"""Veridicality: which clauses a text says to be true, which to be false, and which neither."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import conditions, governors, labelled, marks, predicates
from meantree.entailment.compatibility.embedding import Embedding, embeddings
from meantree.entailment.compatibility.modality import Modality, modals
from meantree.entailment.compatibility.negation import Kind, negators
from meantree.entailment.compatibility.tense import questions
from meantree.entailment.feature import Feature, Firing, Pair, features, linked_predicates, share_of_pairs
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set
from meantree.lexicon.inference_signatures import UNKNOWN

_OPPOSITE: Final = {"+": "-", "-": "+", UNKNOWN: UNKNOWN}
_INHERITING: Final = lemma_set("conj xcomp")


@cached_fact
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


def embedding_differs(view: View) -> Firing:
    """Clauses are told under predicates from which different things follow; the share of those embedded in both."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    both = [pair for pair in _embedded(view, mine) if pair[1] in theirs]
    return share_of_pairs(both, lambda one, two: not _alike(mine[one], theirs[two]))


def claim_made_fact(view: View) -> Firing:
    """What somebody says or wants in the premise is told as such in the conclusion; the share of linked predicates."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    return share_of_pairs(linked_predicates(view), lambda one, two: one not in mine and _is_neutral(theirs, two))


def fact_made_claim(view: View) -> Firing:
    """What the premise tells as such somebody says or wants in the conclusion; the share of linked predicates."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    return share_of_pairs(
        linked_predicates(view),
        lambda one, two: _is_neutral(mine, one) and two in truths(view.premise) and two not in theirs,
    )


def truth_contradicted(view: View) -> Firing:
    """What is true in one text is false in the other; the share of predicates linked with predicates."""
    return share_of_pairs(_judged(view), lambda one, two: {_mine(view, one), _theirs(view, two)} == {"+", "-"})


def truth_unsupported(view: View) -> Firing:
    """What the premise leaves open is true or false in the conclusion; of predicates linked with predicates."""
    return share_of_pairs(_judged(view), lambda one, two: _theirs(view, two) == UNKNOWN and _mine(view, one) != UNKNOWN)


def truth_left_open(view: View) -> Firing:
    """What is true or false in the premise is left open in the conclusion; of predicates linked with predicates."""
    return share_of_pairs(_judged(view), lambda one, two: _mine(view, one) == UNKNOWN and _theirs(view, two) != UNKNOWN)


def _embedded(view: View, mine: Mapping[int, Embedding]) -> list[Pair]:
    return [pair for pair in linked_predicates(view) if pair[0] in mine]


def _alike(one: Embedding, two: Embedding | None) -> bool:
    return two is not None and one.signature == two.signature


def _is_neutral(known: Mapping[int, Embedding], clause: int) -> bool:
    found = known.get(clause)
    return found is not None and found.is_neutral


def _judged(view: View) -> list[Pair]:
    """Linked words that are predicates in both texts."""
    known = truths(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known]


def _mine(view: View, word: int) -> str:
    return truths(view.conclusion)[word]


def _theirs(view: View, word: int) -> str:
    return truths(view.premise)[word]


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    embedding_differs,
    claim_made_fact,
    fact_made_claim,
    truth_contradicted,
    truth_unsupported,
    truth_left_open,
)
