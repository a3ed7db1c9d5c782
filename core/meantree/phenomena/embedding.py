"""Embedded clauses: which predicate embeds a clause, and what follows about the clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.inference_signatures import inference_signature
from meantree.lexicon.word_lists import groups, words
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.clauses import labelled, marks, predicates
from meantree.phenomena.reading import Reading, cached_fact, lemma_set

_LISTED: Final = "phenomena/embedding"
_COMPLEMENTS: Final = lemma_set("ccomp xcomp csubj csubj:pass acl")


@dataclass(frozen=True, slots=True)
class Embedding:
    """A clause embedded by another predicate.

    Attributes:
        embedder: the word that embeds it.
        signature: what follows about the clause if the embedder is affirmed, then if it is negated.
    """

    clause: int
    embedder: int
    signature: str

    @property
    def is_neutral(self) -> bool:
        """Whether nothing follows about the clause either way."""
        return self.signature == "oo"


def saying() -> frozenset[str]:
    """Return the lemmas that report what somebody says or thinks."""
    return words("phenomena/verbs", "saying")


@cached_fact
def embeddings(reading: Reading) -> Mapping[int, Embedding]:
    """Return the embeddings by embedded predicate; clauses under unknown words are omitted."""
    by_clause = {}
    for clause in sorted(predicates(reading)):
        embedder = _embedder(reading, clause)
        if embedder is not None and (known := _signature(reading, embedder, clause)) is not None:
            by_clause[clause] = Embedding(clause, embedder, known)
    return by_clause


def _embedder(reading: Reading, clause: int) -> int | None:
    """Return the word whose complement a clause is, or a verb of saying in parataxis: it rains, he said."""
    if reading.labels[clause] in _COMPLEMENTS and reading.heads[clause] != ROOT:
        return reading.heads[clause]
    beside = (child for child in labelled(reading, clause, "parataxis") if reading.lemmas[child] in saying())
    return next(beside, None)


def _signature(reading: Reading, embedder: int, clause: int) -> str | None:
    lemma = reading.lemmas[embedder]
    if reading.upos[embedder] not in {"VERB", "AUX"}:
        return _of_adjective_or_noun(reading, embedder, clause)
    frame = _frame(reading, embedder, clause)
    if frame is None:
        return groups(_LISTED, "ending").get(lemma)  # stop avoiding
    particles = (f"{lemma}_{reading.lemmas[child]}" for child in labelled(reading, embedder, "compound:prt"))
    passive, stative = is_passive(reading, embedder), is_stative(reading, clause)
    by_list = groups(_LISTED, "verb").get(lemma)  # where the judgements behind the signatures say too little
    if frame == "that_S" and by_list:
        return by_list
    known = (inference_signature(verb, frame, passive=passive, stative=stative) for verb in (*particles, lemma))
    return next((value for value in known if value is not None), by_list or "oo")


def _of_adjective_or_noun(reading: Reading, embedder: int, clause: int) -> str | None:
    lemma = reading.lemmas[embedder]
    listed_signature = groups(_LISTED, "noun").get(lemma)
    if listed_signature is None and reading.upos[embedder] == "ADJ" and reading.labels[clause] in {"ccomp", "xcomp"}:
        frame = "to_VP" if _has_to(reading, clause) else "that_S"
        bases = wordnet().base_forms(lemma, "v")
        return next((value for base in bases if (value := inference_signature(base, frame, passive=True))), None)
    return listed_signature


def _frame(reading: Reading, embedder: int, clause: int) -> str | None:
    """Return the frame of the embedder in the signatures; None for participles, small clauses and bare infinitives."""
    has_to = _has_to(reading, clause)
    if reading.labels[clause] == "xcomp":
        has_object = bool(labelled(reading, embedder, "obj", "iobj"))
        return None if not has_to else "NP_to_VP" if has_object else "to_VP"
    if not has_to:
        return "that_S"
    return "for_NP_to_VP" if "for" in marks(reading, clause) else "NP_to_VP"


def _has_to(reading: Reading, clause: int) -> bool:
    return any(reading.lemmas[child] == "to" for child in labelled(reading, clause, "mark", "aux"))


def is_passive(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is in the passive voice."""
    return bool(labelled(reading, predicate, "aux:pass", "nsubj:pass"))


def is_stative(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate describes a state."""
    return reading.lemmas[predicate] in words("phenomena/verbs", "state") or bool(labelled(reading, predicate, "cop"))
