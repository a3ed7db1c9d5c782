"""Faults in how something is said to be: modality, tense, attempts and failures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled, marks
from meantree.entailment.compatibility.modality import modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import Clause, clauses, has_other_clauses, has_time, is_person
from meantree.faults.edits import Change, Edit, deleted, inserted, replaced
from meantree.faults.inflection import past, third_person

_OTHER_MODAL: Final = {
    "can": ("must",),
    "could": ("must",),
    "may": ("must", "will"),
    "might": ("must", "will"),
    "must": ("may", "might"),
    "should": ("might",),
    "will": ("may",),
}
_DOUBTS: Final = lemma_set("probably perhaps maybe allegedly reportedly apparently presumably")
_OTHER_BE: Final = {"is": "was", "are": "were", "was": "is", "were": "are"}
_TRYING: Final = lemma_set("try attempt plan refuse fail want intend decline hope threaten seek")
_FAILING: Final = lemma_set("refuse fail decline")
_POLAR: Final = lemma_set("any anyone anybody anything anywhere ever yet either again but")
_STATES: Final = lemma_set(
    "have know seem appear need want like look contain cost mean belong feel think believe remain be die end happen "
    "occur begin start use fail plan try last become say add tell indicate suggest report consider suffer lose miss "
    "refuse decline continue stop love hate hope hear see sound wish own decide get admire control run "
    "wear enjoy experience"
)
"""Verbs of what nobody fails or plans to do."""


def modality(reading: Reading) -> Iterator[Change]:
    """Yield modal verbs that change, and doubts that are lost or added."""
    for clause in clauses(reading):
        first = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
        text = reading.tokens[first].text
        is_aside = "as" in marks(reading, clause.verb)
        is_aside = is_aside or reading.lemmas[clause.subject] in {"nothing", "nobody", "none"}
        is_aside = is_aside or "have" in {reading.lemmas[word] for word in clause.auxiliaries}
        is_aside = is_aside or (reading.labels[clause.verb] == "ccomp" and "hope" in reading.lemmas)
        if text in _OTHER_MODAL and first != clause.verb and not _is_set(reading, first) and not is_aside:
            yield from (replaced("modality.changed", first, other) for other in _OTHER_MODAL[text])
        yield from (deleted("modality.lost", word, word + 1) for word in _doubts(reading, clause))
        if not modals(reading) and not negators(reading):
            yield from _doubted(reading, clause)


def _is_set(reading: Reading, modal: int) -> bool:
    """Return whether the next word is no verb that another modal verb can stand before: cannot, may as well."""
    following = reading.tokens[modal + 1].text.lower() if modal + 1 < len(reading) else ""
    return following in {"not", "n't", "n’t", "as", "or", "and", "well", "never", "please"}


def _doubts(reading: Reading, clause: Clause) -> Iterator[int]:
    """Yield the adverbs of doubt of a clause that neither commas nor other adverbs touch."""
    for word in labelled(reading, clause.verb, "advmod"):
        near = {reading.upos[place] for place in (word - 1, word + 1) if 0 <= place < len(reading)}
        if reading.lemmas[word] in _DOUBTS and "PUNCT" not in near and "ADV" not in near and word < clause.verb:
            yield word


def _doubted(reading: Reading, clause: Clause) -> Iterator[Change]:
    verb, subject = clause.verb, reading.tokens[clause.subject].text.lower()
    if clause.infinitive is None or clause.adverbs or reading.labels[verb] != "root":
        return
    if subject in {"i", "you", "we", "this", "that"} or clause.infinitive == "say" or labelled(reading, verb, "conj"):
        return
    if reading.tokens[verb].xpos in {"VBP", "VBZ"}:
        yield replaced("modality.added", verb, f"may {clause.infinitive}")
    elif reading.lemmas[verb] not in _STATES or is_person(reading, clause.subject):
        yield inserted("modality.added", verb, "allegedly")


def tense(reading: Reading) -> Iterator[Change]:
    """Yield verbs in another tense, where no time and no other clause contradicts it."""
    if has_time(reading):
        return
    for clause in clauses(reading):
        verb = clause.verb
        if (
            reading.labels[verb] != "root"
            or reading.lemmas[verb] == "look"
            or has_other_clauses(reading, verb)
            or clause.adverbs
        ):
            continue
        texts = [reading.tokens[word].text.lower() for word in clause.auxiliaries]
        if len(texts) == 1 and texts[0] in _OTHER_BE and reading.tokens[verb].xpos != "VBG":
            yield replaced("tense.changed", clause.auxiliaries[0], _OTHER_BE[texts[0]])
        elif texts == ["will"] and reading.tokens[verb].xpos == "VB" and clause.auxiliaries[0] == verb - 1:
            if (form := past(reading.lemmas[verb])) is not None:
                yield Change("tense.changed", (Edit(verb - 1, verb + 1, form),))
        elif clause.infinitive is not None:
            yield replaced("tense.changed", verb, f"will {clause.infinitive}")


def embedding(reading: Reading) -> Iterator[Change]:
    """Yield events that are said to have failed, or attempts that are said to have succeeded."""
    yield from _failed(reading)
    for clause in clauses(reading):
        head = clause.verb
        lemma, form = reading.lemmas[head], reading.tokens[head].xpos
        if lemma not in _TRYING or clause.auxiliaries or clause.adverbs:
            continue
        subject = reading.tokens[clause.subject]
        is_first = form == "VBP" and (subject.text.lower() in {"i", "we", "you"} or subject.xpos in {"NN", "NNP"})
        if is_first or "but" in reading.lemmas:
            continue
        fails = lemma in _FAILING
        if len(negators(reading)) != fails or (fails and not _POLAR.isdisjoint(reading.lemmas)):
            continue
        for goal in labelled(reading, head, "xcomp"):
            if goal != head + 2 or reading.lemmas[head + 1] != "to" or labelled(reading, head, "obj"):
                continue
            done = reading.lemmas[goal]
            text = {"VBD": past(done), "VBZ": third_person(done), "VBP": done}.get(form)
            if text is not None and reading.upos[goal] == "VERB" and not labelled(reading, goal, "aux", "cop", "conj"):
                yield Change("embedding.lost", (Edit(head, goal + 1, text),))


def _failed(reading: Reading) -> Iterator[Change]:
    if negators(reading) or modals(reading):
        return
    for clause in clauses(reading):
        verb = clause.verb
        if clause.infinitive is None or clause.adverbs or reading.labels[verb] not in {"root", "ccomp"}:
            continue
        if reading.tokens[verb].xpos != "VBD" or reading.lemmas[verb] in _STATES:
            continue
        if labelled(reading, verb, "ccomp", "xcomp", "parataxis", "conj", "aux:pass"):
            continue
        yield replaced("embedding.added", verb, f"failed to {clause.infinitive}")
        if is_person(reading, clause.subject) and reading.heads[verb] == ROOT:
            yield replaced("embedding.added", verb, f"planned to {clause.infinitive}")
