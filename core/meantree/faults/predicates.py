"""Faults in how something is said to be: modality and tense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from meantree.entailment.clauses import SUBJECT_PLACES, labelled, marks
from meantree.entailment.compatibility.modality import Modality, modals
from meantree.entailment.compatibility.negation import negators
from meantree.entailment.reading import Reading, lemma_set
from meantree.faults.contexts import (
    LONG_AGO,
    NOT_DONE,
    POLAR,
    WILLED,
    Clause,
    clauses,
    has_other_clauses,
    has_time,
    is_person,
    is_plural,
    is_reported,
)
from meantree.faults.edits import Change, Edit, deleted, inserted, replaced
from meantree.faults.inflection import participle, past, third_person

_OTHER_MODAL: Final = {
    "can": ("must",),
    "could": ("must",),
    "may": ("must", "will"),
    "might": ("must", "will"),
    "must": ("may", "might"),
    "should": ("might",),
    "will": ("may",),
}
_LOST: Final = lemma_set("may might could must should")
_UNCERTAIN: Final = lemma_set(
    "sometimes often usually occasionally rarely seldom generally frequently typically mostly always possible possibly "
    "perhaps maybe likely probably apparently seem appear think believe suspect claim rumor accord tend"
)
"""Words beside which "may" adds little."""
_DOUBTING: Final = lemma_set("perhaps maybe possibly probably potentially")
"""Adverbs beside which modal verbs of doubt add little."""
_PERCEIVED: Final = lemma_set("see hear find feel notice smell observe recognize understand imagine reach")
_WITNESSES: Final = lemma_set("i me my we us our")
"""Pronouns of those who need no report of what happened."""
_FORECAST: Final = lemma_set("forecast predict prediction expect expectation future coming")
_LASTING: Final = lemma_set("be have need mean contain include require involve affect depend remain represent explain")
"""Verbs of what is in the present as it may be in the future."""
_HYPOTHETICAL: Final = lemma_set("if unless whether would until once before when otherwise")
_PURPOSES: Final = lemma_set("so lest order")
_UNREAL: Final = lemma_set("if unless provided whether doubt wonder unsure unclear")
_SPEAKERS: Final = lemma_set("i you we there who which that nobody nothing none")
_OTHER_BE: Final = {"is": "was", "are": "were", "was": "is", "were": "are"}
_SPEECH: Final = lemma_set("say report state write note show explain add read tell refer denote")
"""Verbs of what somebody has said already, and of definitions."""
_SHOWING: Final = lemma_set("look show mean want hope wonder")
"""Verbs of pictures, and of polite wishes, for which the tense makes a difference of style alone."""
_CALLING: Final = lemma_set("say call know suppose believe think name")


def modality(reading: Reading) -> Iterator[Change]:
    """Yield modal verbs that change, and doubts that are lost or added."""
    for clause in clauses(reading):
        first = clause.auxiliaries[0] if clause.auxiliaries else clause.verb
        text = reading.tokens[first].text
        is_aside = _is_aside(reading, clause, first)
        if text in _OTHER_MODAL and first != clause.verb and not _is_set(reading, first) and not is_aside:
            others = [other for other in _OTHER_MODAL[text] if _fits_modal(reading, clause, text, other)]
            yield from (replaced("modality.changed", first, other) for other in others)
        yield from (deleted("modality.lost", word, word + 1) for word in _doubts(reading, clause))
        if text in _LOST and clause.auxiliaries and not is_aside:
            yield from _stated(reading, clause, first)
        if not modals(reading) and not negators(reading):
            yield from _doubted(reading, clause)


def _is_aside(reading: Reading, clause: Clause, first: int) -> bool:
    """Return whether another modal verb would say much the same, or not fit; ``first`` is the first verb."""
    label = reading.labels[clause.verb]
    return (
        "as" in marks(reading, clause.verb)
        or reading.lemmas[clause.subject] in {"nothing", "nobody", "none"}
        or "have" in {reading.lemmas[word] for word in clause.auxiliaries}
        or (label == "ccomp" and "hope" in reading.lemmas)
        or label == "advcl"
        or (label == "conj" and not _has_subject(reading, clause.verb))
        or "why" in reading.lemmas
        or reading.lemmas.count(reading.lemmas[first]) > 1  # he will play and will win
        or any(not words.isdisjoint(reading.lemmas) for words in (_UNREAL, _DOUBTING, POLAR))
        or _is_weighed(reading, clause)
        or _is_purpose(reading, clause)
    )


def _is_weighed(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause is, or is below, a word that says how likely it is: it is possible that I may."""
    said = {modal.token for modal in modals(reading)} - set(clause.auxiliaries)
    above = {clause.verb, *reading.ancestors(clause.verb)}
    return not said.isdisjoint(above) or not _PREDICTING.isdisjoint(reading.lemmas[word] for word in above)


_PREDICTING: Final = lemma_set(
    "prediction predict forecast expectation expect estimate fear risk concern worry hope stipulate "
    "require demand order ensure remind swear promise vow pledge guarantee"
)
"""Words above clauses of what is uncertain, or demanded, anyway."""


def _fits_modal(reading: Reading, clause: Clause, modal: str, other: str) -> bool:
    """Return whether another modal verb fits: no "will" after a past verb, no "must" for what things can do."""
    if other in {"may", "might"} and not _UNCERTAIN.isdisjoint(reading.lemmas):
        return False  # sometimes it may
    is_said = modal == "must" or reading.lemmas[clause.verb] in _SPEECH
    if is_said and reading.tokens[clause.subject].text == "I":  # I must congratulate you, I will say
        return False
    if other == "must" and negators(reading):  # they do not rule out that it may
        return False
    if other == "will":
        return all(token.xpos != "VBD" for token in reading.tokens)
    acts = is_person(reading, clause.subject) or bool(labelled(reading, clause.verb, "aux:pass"))
    acts = acts and reading.labels[clause.verb] != "acl:relcl"  # the best thing you can do
    acts = acts or (modal in {"may", "might"} and bool(labelled(reading, clause.verb, "cop")))
    return other != "must" or (acts and reading.lemmas[clause.verb] not in _PERCEIVED)


def _is_purpose(reading: Reading, clause: Clause) -> bool:
    """Return whether a clause says what something is for: so that they can live."""
    first = min(reading.below(clause.verb))
    opening = {token.text.lower() for token in reading.tokens[max(first - 2, 0) : clause.subject + 1]}
    return not _PURPOSES.isdisjoint(opening)


def _has_subject(reading: Reading, conjunct: int) -> bool:
    """Return whether what a clause is coordinated with has a subject; imperatives have none."""
    return bool(labelled(reading, reading.heads[conjunct], *SUBJECT_PLACES))


def _stated(reading: Reading, clause: Clause, modal: int) -> Iterator[Change]:
    """Yield what may or must be as what is, in the present tense."""
    verb, subject = clause.verb, reading.tokens[clause.subject]
    text, following = reading.tokens[modal].text, reading.lemmas[modal + 1]
    is_main = reading.labels[verb] == "root" and not labelled(reading, verb, "conj", "expl")
    is_main = is_main and len(modals(reading)) == 1 and not negators(reading)
    if has_time(reading) or not _FORECAST.isdisjoint(reading.lemmas):
        return
    if not is_main or "VBD" in {token.xpos for token in reading.tokens}:
        return
    if not _HYPOTHETICAL.isdisjoint(reading.lemmas) or reading.tokens[modal + 1].xpos != "VB":
        return
    is_other = modal + 1 != verb and (following != "be" or reading.labels[modal + 1] not in {"cop", "aux:pass"})
    if is_other or (following not in _LASTING and text not in {"must", "should"}) or subject.text.lower() in _SPEAKERS:
        return
    is_many = is_plural(reading, clause.subject) or subject.text.lower() in {"they", "these", "those"}
    form = ("are" if is_many else "is") if following == "be" else following if is_many else third_person(following)
    if form is not None:
        yield Change("modality.lost", (Edit(modal, modal + 2, form),))


_NOT_AFTER_MODALS: Final = lemma_set("never please find want like wish")
"""Verbs of set phrases with modal verbs, or that these make polite: you may want to."""


def _is_set(reading: Reading, modal: int) -> bool:
    """Return whether the next word is no verb that another modal verb can stand before: cannot, can at best be."""
    following = reading.tokens[modal + 1] if modal + 1 < len(reading) else None
    return following is None or following.upos not in {"VERB", "AUX"} or following.text.lower() in _NOT_AFTER_MODALS


def _doubts(reading: Reading, clause: Clause) -> Iterator[int]:
    """Yield the adverbs of doubt of a clause that neither commas nor other adverbs touch."""
    found = modals(reading)
    if reading.labels[clause.verb] == "ccomp" and "think" in reading.lemmas:  # I think maybe
        return
    doubts = {each.token for each in found if each.modality == Modality.POSSIBLE and len(found) == 1}
    for word in labelled(reading, clause.verb, "advmod"):
        near = {reading.upos[place] for place in (word - 1, word + 1) if 0 <= place < len(reading)}
        if word in doubts and word < clause.verb and near.isdisjoint({"PUNCT", "ADV"}):
            yield word


def _doubted(reading: Reading, clause: Clause) -> Iterator[Change]:
    verb, subject = clause.verb, reading.tokens[clause.subject].text.lower()
    if clause.infinitive is None or clause.adverbs or reading.labels[verb] != "root":
        return
    if not _UNCERTAIN.isdisjoint(reading.lemmas):
        return
    if (
        subject in {"i", "you", "we", "this", "that"}
        or clause.infinitive in _SPEECH
        or labelled(reading, verb, "conj", "ccomp")
        or "mind" in reading.lemmas
        or reading.lemmas.count(reading.lemmas[verb]) > 1
    ):
        return
    if reading.tokens[verb].xpos in {"VBP", "VBZ"}:
        yield replaced("modality.added", verb, f"may {clause.infinitive}")
    elif (
        is_reported(reading, clause.subject)
        and _WITNESSES.isdisjoint(reading.lemmas)
        and (reading.lemmas[verb] not in NOT_DONE or is_person(reading, clause.subject))
    ):
        yield inserted("modality.added", verb, "allegedly")


def tense(reading: Reading) -> Iterator[Change]:
    """Yield verbs in another tense, where no time and no other clause contradicts it."""
    if has_time(reading) or len(reading.roots) > 1 or not LONG_AGO.isdisjoint(reading.lemmas):
        return
    for clause in clauses(reading):
        verb = clause.verb
        is_main = reading.labels[verb] == "root" and not marks(reading, verb) and not has_other_clauses(reading, verb)
        described = any(reading.labels[word] in {"acl:relcl", "advcl", "ccomp"} for word in reading.below(verb))
        if (
            not is_main
            or described
            or reading.lemmas[verb] in _SHOWING
            or clause.adverbs
            or reading.lemmas[clause.subject - 1] == "there"
        ):
            continue
        is_participle = clause.infinitive in WILLED and participle(clause.infinitive) == reading.tokens[verb].text
        if is_participle and "ADP" in reading.upos[verb + 1 : verb + 2] and not labelled(reading, verb, "obj"):
            continue  # flowers arranged on tables are
        form = _in_other_tense(reading, clause)
        if form is not None:
            first = clause.auxiliaries[0] if clause.auxiliaries else verb
            end = verb + 1 if reading.tokens[first].text == "will" else first + 1
            yield Change("tense.changed", (Edit(first, end, form),))


def _in_other_tense(reading: Reading, clause: Clause) -> str | None:
    """Return what replaces the finite verb of a clause, and what "will" goes with; None if no tense is certain."""
    verb, form = clause.verb, reading.tokens[clause.verb].xpos
    texts = [reading.tokens[word].text.lower() for word in clause.auxiliaries]
    if texts == ["will"]:
        return past(reading.lemmas[verb]) if form == "VB" and clause.auxiliaries[0] == verb - 1 else None
    if len(texts) == 1 and texts[0] in _OTHER_BE:
        if form == "VBN":  # what was made is made
            return "will be" if reading.lemmas[verb] not in _CALLING else None
        return _OTHER_BE[texts[0]] if reading.upos[verb] != "VERB" else None
    if clause.infinitive is None:
        return None
    return f"will {clause.infinitive}" if form == "VBD" else past(clause.infinitive)
