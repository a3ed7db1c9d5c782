"""Semantic compatibility: does the same follow of what is told under another predicate?"""

from __future__ import annotations

from collections.abc import Mapping

from meantree.entailment.compatibility.compare import Pair, among, linked_predicates
from meantree.entailment.contexts.embedding import Embedding, embeddings
from meantree.entailment.contexts.veridicality import truths
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.view import View
from meantree.lexicon.signatures import UNKNOWN


def embedding_differs(view: View) -> Firing:
    """Clauses are told under predicates from which different things follow; the share of those embedded in both."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    both = [pair for pair in _embedded(view, mine) if pair[1] in theirs]
    return among(both, lambda one, two: not _alike(mine[one], theirs[two]))


def claim_made_fact(view: View) -> Firing:
    """What somebody says or wants in the premise is told as such in the conclusion; the share of linked predicates."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    return among(linked_predicates(view), lambda one, two: one not in mine and _is_neutral(theirs, two))


def fact_made_claim(view: View) -> Firing:
    """What the premise tells as such somebody says or wants in the conclusion; the share of linked predicates."""
    mine, theirs = embeddings(view.conclusion), embeddings(view.premise)
    return among(
        linked_predicates(view),
        lambda one, two: _is_neutral(mine, one) and two in truths(view.premise) and two not in theirs,
    )


def truth_contradicted(view: View) -> Firing:
    """What is true in one text is false in the other; the share of predicates linked with predicates."""
    return among(_judged(view), lambda one, two: {_mine(view, one), _theirs(view, two)} == {"+", "-"})


def truth_unsupported(view: View) -> Firing:
    """What the premise leaves open is true or false in the conclusion; of predicates linked with predicates."""
    return among(_judged(view), lambda one, two: _theirs(view, two) == UNKNOWN and _mine(view, one) != UNKNOWN)


def truth_left_open(view: View) -> Firing:
    """What is true or false in the premise is left open in the conclusion; of predicates linked with predicates."""
    return among(_judged(view), lambda one, two: _mine(view, one) == UNKNOWN and _theirs(view, two) != UNKNOWN)


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
