"""Faults in what is claimed: negation, embedding, modality, tense, question or statement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import SUBJECT_PLACES, labelled
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.edits import Change, Edit, deleted, inserted, phrase, replaced, text_of
from meantree.faults.inflection import past, third_person

_NOT: Final = lemma_set("not n't n’t")
_FULL: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_BESIDE: Final = lemma_set("only just yet even")
_OTHER_MODAL: Final = {
    "can": ("must",),
    "could": ("must",),
    "may": ("must", "will"),
    "might": ("must", "will"),
    "must": ("may", "can"),
    "should": ("might", "can"),
    "will": ("may",),
}
_DOUBTS: Final = lemma_set("probably possibly perhaps maybe allegedly reportedly apparently presumably likely")
_OTHER_BE: Final = {"is": "was", "are": "were", "was": "is", "were": "are"}
_TRYING: Final = lemma_set("try attempt plan refuse fail want intend decline")


def negation(reading: Reading) -> Iterator[Change]:
    """Yield verbs that lose or get a negation."""
    yield from _negation_lost(reading)
    has_negator = bool(negators(reading))
    for verb in _finite(reading):
        if has_negator or reading.labels[verb] not in {"root", "ccomp", "conj"}:
            continue
        first = next((word for word in labelled(reading, verb, "aux", "aux:pass", "cop") if word < verb), None)
        if first is not None:
            if reading.tokens[first].text[:1] not in "'’" and reading.lemmas[first] != "to":
                yield inserted("negation.added", first + 1, "not")
        elif reading.upos[verb] == "VERB" and reading.lemmas[verb] != "be":
            auxiliary = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(reading.tokens[verb].xpos)
            if auxiliary is not None:
                yield replaced("negation.added", verb, f"{auxiliary} not {reading.lemmas[verb]}")


def _negation_lost(reading: Reading) -> Iterator[Change]:
    for word, lemma in enumerate(reading.lemmas):
        before = word - 1
        if lemma in _NOT and before >= 0 and reading.upos[before] == "AUX":
            if word + 1 < len(reading) and reading.lemmas[word + 1] in _BESIDE:
                continue
            if reading.lemmas[before] == "do":
                yield from _without_do(reading, before, word)
            else:
                text = reading.tokens[before].text
                yield Change("negation.lost", (Edit(before, word + 1, _FULL.get(text.lower(), text)),))
        elif reading.tokens[word].text.lower() == "cannot":
            yield replaced("negation.lost", word, "can")
        elif lemma == "never" and reading.labels[word] == "advmod":
            yield deleted("negation.lost", word, word + 1)
        elif lemma == "no" and reading.labels[word] == "det" and reading.tokens[reading.heads[word]].xpos == "NNS":
            yield replaced("negation.lost", word, "some")


def _without_do(reading: Reading, auxiliary: int, negator: int) -> Iterator[Change]:
    verb = reading.heads[auxiliary]
    if verb != negator + 1 or reading.tokens[verb].xpos != "VB":
        return
    form, lemma = reading.tokens[auxiliary].text.lower(), reading.lemmas[verb]
    text = {"did": past(lemma), "does": third_person(lemma), "do": lemma}.get(form)
    if text is not None:
        yield Change("negation.lost", (Edit(auxiliary, verb + 1, text),))


def modality(reading: Reading) -> Iterator[Change]:
    """Yield modal verbs that change, and doubts that are lost or added."""
    for word, lemma in enumerate(reading.lemmas):
        if reading.labels[word] == "aux" and reading.tokens[word].text.lower() in _OTHER_MODAL:
            for other in _OTHER_MODAL[reading.tokens[word].text.lower()]:
                yield replaced("modality.changed", word, other)
        elif lemma in _DOUBTS and reading.labels[word] == "advmod" and reading.upos[word] == "ADV":
            yield deleted("modality.lost", word, word + 1)
    for verb in _finite(reading):
        plain = not labelled(reading, verb, "aux", "aux:pass", "cop", "advmod")
        if plain and reading.tokens[verb].xpos in {"VBP", "VBZ"} and reading.upos[verb] == "VERB":
            yield replaced("modality.added", verb, f"may {reading.lemmas[verb]}")
        elif plain and reading.tokens[verb].xpos == "VBD" and reading.upos[verb] == "VERB":
            yield inserted("modality.added", verb, "allegedly")


def tense(reading: Reading) -> Iterator[Change]:
    """Yield verbs in another tense."""
    for verb in _finite(reading):
        if reading.labels[verb] not in {"root", "ccomp", "conj"}:
            continue
        auxiliaries = labelled(reading, verb, "aux", "aux:pass", "cop")
        texts = [reading.tokens[word].text.lower() for word in auxiliaries]
        if len(texts) == 1 and texts[0] in _OTHER_BE:
            yield replaced("tense.changed", auxiliaries[0], _OTHER_BE[texts[0]])
        elif texts == ["will"] and reading.tokens[verb].xpos == "VB" and auxiliaries[0] == verb - 1:
            if (form := past(reading.lemmas[verb])) is not None:
                yield Change("tense.changed", (Edit(verb - 1, verb + 1, form),))
        elif not texts and reading.upos[verb] == "VERB" and reading.tokens[verb].xpos in {"VBD", "VBZ", "VBP"}:
            yield replaced("tense.changed", verb, f"will {reading.lemmas[verb]}")


def embedding(reading: Reading) -> Iterator[Change]:
    """Yield events that are said to have failed, or attempts that are said to have succeeded."""
    for verb in _finite(reading):
        plain = not labelled(reading, verb, "aux", "aux:pass", "cop", "advmod")
        if not plain or reading.labels[verb] not in {"root", "ccomp"} or reading.upos[verb] != "VERB":
            continue
        if reading.tokens[verb].xpos == "VBD" and not labelled(reading, verb, "ccomp", "parataxis", "conj"):
            for embedder in ("failed to", "planned to"):
                yield replaced("embedding.added", verb, f"{embedder} {reading.lemmas[verb]}")
    for clause, label in enumerate(reading.labels):
        head = reading.heads[clause]
        if label != "xcomp" or head == ROOT or reading.lemmas[head] not in _TRYING or clause != head + 2:
            continue
        form = past(reading.lemmas[clause])
        if reading.lemmas[head + 1] == "to" and reading.tokens[head].xpos == "VBD" and form is not None:
            yield Change("embedding.lost", (Edit(head, clause + 1, form),))


def mood(reading: Reading) -> Iterator[Change]:
    """Yield statements with a subject and an auxiliary as questions."""
    for root in reading.roots:
        subjects = labelled(reading, root, *SUBJECT_PLACES)
        verbs = [word for word in labelled(reading, root, "aux", "aux:pass", "cop") if word < root or not subjects]
        stop = max(reading.below(root))
        if len(subjects) != 1 or not verbs or reading.tokens[stop].text != ".":
            continue
        span, first = phrase(reading, subjects[0]), verbs[0]
        starts = span is not None and span[0] == min(reading.below(root)) and first == span[1]
        if span is None or not starts or reading.tokens[first].text[:1] in "'’" or span[1] - span[0] > 6:
            continue
        following = first + 1 < len(reading) and reading.lemmas[first + 1] in _NOT
        if not following:
            verb = reading.tokens[first].text
            moved = Edit(span[0], first + 1, f"{verb[:1].upper()}{verb[1:]} {text_of(reading, span)}")
            yield Change("clause.changed", (moved, Edit(stop, stop + 1, "?")))


def _finite(reading: Reading) -> Iterator[int]:
    """Yield the predicates with a subject that are verbs or have an auxiliary or copula."""
    for word in range(len(reading)):
        subjects = labelled(reading, word, "nsubj", "nsubj:pass")
        if subjects and subjects[0] < word and reading.labels[word] != "acl:relcl":
            yield word
