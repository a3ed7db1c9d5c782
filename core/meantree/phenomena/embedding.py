"""Embedded clauses: what follows about a clause from what embeds it, and which clauses a text says to be true.

What follows from a predicate is its signature (MegaVeridicality 2, White et al. 2018). ``manage to`` has ``+-``:
whoever managed to come came, whoever did not manage to did not. ``know that`` has ``++``, ``think that`` has ``oo``.
``packaging/training/lexicon`` builds the file: verbs separated by blanks, by frame, voice and signature.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups, words
from meantree.lexicon.wordnet import wordnet
from meantree.phenomena.feature import Features, Firing, linked_predicates, share_of_facts, share_of_pairs
from meantree.phenomena.inflection import inflected
from meantree.phenomena.modality import modals
from meantree.phenomena.moods import questions
from meantree.phenomena.negation import negators
from meantree.phenomena.operations import Clause, Edit, Edits, count_of, of_clauses, planter, put
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set, reporting, saying
from meantree.shipped import shipped

UNKNOWN: Final = "o"
"""Nothing follows; ``+`` means that the clause is true, ``-`` that it is false."""
_LISTED: Final = "phenomena/embedding"
_COMPLEMENTS: Final = lemma_set("ccomp xcomp csubj csubj:pass acl")
_OPPOSITE: Final = {"+": "-", "-": "+", UNKNOWN: UNKNOWN}
_INHERITING: Final = lemma_set("conj xcomp")
_WOULD, _WISHED = lemma_set("would 'd ’d"), lemma_set("like love")
"""With one of the first, the others are a wish."""
FEATURES: Final = Features("semantic compatibility")


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


@cached_fact
def embeddings(reading: Reading) -> Mapping[int, Embedding]:
    """Return the embeddings by embedded predicate; clauses under unknown words are omitted."""
    by_clause = {}
    for clause in sorted(reading.predicates):
        embedder = _embedder(reading, clause)
        if embedder is not None and (known := _signature(reading, embedder, clause)) is not None:
            by_clause[clause] = Embedding(clause, embedder, known)
    return by_clause


def _embedder(reading: Reading, clause: int) -> int | None:
    """Return the word whose complement a clause is, or a verb of saying in parataxis: it rains, he said."""
    if reading.labels[clause] in _COMPLEMENTS and reading.heads[clause] != ROOT:
        return reading.heads[clause]
    beside = (child for child in reading.labelled(clause, "parataxis") if reading.lemmas[child] in saying())
    return next(beside, None)


def _signature(reading: Reading, embedder: int, clause: int) -> str | None:
    lemma = reading.lemmas[embedder]
    if reading.upos[embedder] not in {"VERB", "AUX"}:
        return _of_adjective_or_noun(reading, embedder, clause)
    frame = _frame(reading, embedder, clause)
    if frame is None:
        return groups(_LISTED, "ending").get(lemma)  # stop avoiding
    particles = (f"{lemma}_{reading.lemmas[child]}" for child in reading.labelled(embedder, "compound:prt"))
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
        has_object = bool(reading.labelled(embedder, "obj", "iobj"))
        return None if not has_to else "NP_to_VP" if has_object else "to_VP"
    if not has_to:
        return "that_S"
    return "for_NP_to_VP" if "for" in reading.marks(clause) else "NP_to_VP"


def _has_to(reading: Reading, clause: int) -> bool:
    return any(reading.lemmas[child] == "to" for child in reading.labelled(clause, "mark", "aux"))


def is_passive(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is in the passive voice."""
    return bool(reading.labelled(predicate, "aux:pass", "nsubj:pass"))


def is_stative(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate describes a state."""
    return reading.lemmas[predicate] in words("phenomena/verbs", "state") or bool(reading.labelled(predicate, "cop"))


@cached_fact
def truths(reading: Reading) -> Mapping[int, str]:
    """Return for each predicate ``+`` if the text says it is true, ``-`` if false, ``o`` if neither."""
    values: dict[int, str] = {}
    known = reading.predicates
    open_ends = {modal.target for modal in modals(reading) if modal.modality != "certain"}
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
    if label in {"advcl", "acl"} and "to" in reading.marks(predicate):
        return UNKNOWN
    return _above(reading, head, values) if head != ROOT and label in _INHERITING else "+"


def _above(reading: Reading, word: int, values: Mapping[int, str]) -> str:
    """Return the truth value known so far for the predicate that a word belongs to."""
    return values.get(reading.governors[word], "+")


def _under(signature: str, truth: str) -> str:
    if truth == UNKNOWN:
        return "+" if signature == "++" else UNKNOWN
    return signature[truth == "-"]


def _is_open(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is a question, a condition, or depends on a condition."""
    known = reading.conditions
    depends = any(child in known for child in reading.children[predicate])
    return predicate in questions(reading) or predicate in known or depends


def _denials(reading: Reading) -> list[int]:
    """Return the negated predicates, once per negation, without embedders: their effect is in their signatures."""
    denied = []
    for negator in negators(reading):
        if negator.kind != "embedder":
            joined = (child for child in reading.labelled(negator.target, "conj") if child in negator.scope)
            denied += [negator.target, *joined]
    return denied


@FEATURES("a fact only claimed or wished", "a claim or wish made a fact")
def fact_made_claim(view: View) -> Firing:
    """A fact of the premise is only claimed or wished in the conclusion; share of aligned predicates."""
    facts = truths(view.premise).keys() - embeddings(view.premise).keys()
    claims = {each.clause for each in embeddings(view.conclusion).values() if each.is_neutral}
    return share_of_pairs(linked_predicates(view), lambda word, partner: word in claims and partner in facts)


@FEATURES("true in one text only")
def truth_contradicted(view: View) -> Firing:
    """A predicate is true in one text and false in the other; share of predicates aligned with predicates."""
    return share_of_facts(view, truths, lambda own, other: {own, other} == {"+", "-"})


@FEATURES("left open whether it is so", "decided what the reference leaves open")
def truth_left_open(view: View) -> Firing:
    """A predicate is decided in the premise and left open in the conclusion; share of aligned predicates."""
    return share_of_facts(view, truths, lambda own, other: own == UNKNOWN != other)


@cached_fact
def said_claims(reading: Reading) -> Mapping[int, str]:
    """Return what follows of a clause for words that do not say it is true: fail, try, would like; not report, must."""
    idle = reporting() | words("phenomena/verbs", "idle")
    found = {
        each.embedder: "oo" if _is_wish(reading, each) else each.signature for each in embeddings(reading).values()
    }
    return {word: said for word, said in found.items() if said[0] != "+" and reading.lemmas[word] not in idle}


def _is_wish(reading: Reading, embedding: Embedding) -> bool:
    """Whether a word says what somebody would like to do: not what they like to do, and did."""
    auxiliaries = {reading.lemmas[child] for child in reading.labelled(embedding.embedder, "aux")}
    return reading.lemmas[embedding.embedder] in _WISHED and not _WOULD.isdisjoint(auxiliaries)


def fail(reading: Reading, clause: Clause) -> Iterator[Edits]:
    """Yield what was done as what somebody failed to do."""
    verb, tag = clause.verb, reading.tokens[clause.verb].xpos
    has_done = tag == "VBN" and verb == clause.first + 1 and reading.lemmas[clause.first] == "have"
    if clause.infinitive and (verb == clause.first or has_done):
        yield (Edit(verb, verb + 1, f"{inflected('fail', tag)} to {clause.infinitive}"),)


def succeed(reading: Reading) -> Iterator[Edits]:
    """Yield what somebody tried to do, or would do, as what was done."""
    for verb, lemma in enumerate(reading.lemmas):
        goal = verb + 2
        is_listed = lemma in words("planting/embedding_verbs") and goal in reading.labelled(verb, "xcomp")
        if is_listed and reading.lemmas[verb + 1] == "to" and reading.tokens[goal].xpos == "VB":
            form = inflected(reading.lemmas[goal], reading.tokens[verb].xpos)
            yield from put(verb, goal + 1, form)


ADDED: Final = planter(of_clauses(fail), fact=count_of(lambda reading: reading.predicates))
REMOVED: Final = planter(succeed, fact=count_of(lambda reading: reading.predicates))


def inference_signature(verb: str, frame: str, *, passive: bool = False, stative: bool = False) -> str | None:
    """Return what follows about the clause if ``verb`` is affirmed, then if it is negated; None for unknown verbs.

    Args:
        verb: its lemma, with a particle after an underscore (``find_out``).
        frame: ``that_S``, ``to_VP``, ``NP_to_VP`` or ``for_NP_to_VP``.
        passive: whether the verb is in the passive voice.
        stative: whether the clause describes a state; if only the other reading is known, that one is used.
    """
    known, voice = _signatures(), "passive" if passive else "active"
    kinds = ("", "stative", "eventive") if stative else ("", "eventive", "stative")
    return next((known[key] for kind in kinds if (key := (verb, frame + kind, voice)) in known), None)


@cache
def _signatures() -> dict[tuple[str, str, str], str]:
    """Return the signatures by verb, frame and voice."""
    stored = json.loads((shipped("lexicon/signatures") / "signatures.json").read_text(encoding="utf-8"))
    return {
        (verb, frame, voice): value
        for (frame, voice, value), verbs in ((key.split(), verbs) for key, verbs in stored.items())
        for verb in verbs.split()
    }
