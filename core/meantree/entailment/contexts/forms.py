"""Forms of verbs: tense, aspect and mood of each predicate, from its morphology and its auxiliaries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.entailment.contexts.clauses import SUBJECT_PLACES, labelled, predicates
from meantree.entailment.contexts.once import once
from meantree.entailment.contexts.vocabulary import words
from meantree.entailment.reading import Reading

_TENSES: Final = {"VBD": "past", "VBZ": "present", "VBP": "present"}
_FEATURES: Final = {"Past": "past", "Pres": "present"}
_FUTURE: Final = words("will shall 'll wo")
_MODALS: Final = words("would could should may might must can ought need ca cannot 'd ’d")
_CONTRACTED: Final = words("'d ’d")
"""Had before a past participle, else would."""

_ALONE: Final = words("root conj parataxis")


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a predicate with its auxiliaries.

    Attributes:
        tense: ``past``, ``present``, ``future``; empty where there is none, as with "may" and in infinitives.
        perfect, progressive: its aspect.
        would: whether it is told as it would be.
        finite: whether it has a form that may stand alone in a sentence.
        imperative: whether it may be a command.
    """

    tense: str
    perfect: bool
    progressive: bool
    would: bool
    finite: bool
    imperative: bool


@once
def forms(reading: Reading) -> Mapping[int, Form]:
    """Of all predicates."""
    return {word: _form(reading, word) for word in sorted(predicates(reading))}


@once
def questions(reading: Reading) -> frozenset[int]:
    """The main words of sentences that end in a question mark."""
    marked = (word for word, token in enumerate(reading.tokens) if token.text.startswith("?"))
    return frozenset((word, *reading.ancestors(word))[-1] for word in marked)


def feature(reading: Reading, word: int, name: str) -> str:
    """The value of a morphological feature, empty if the analyser gives none."""
    start = f"{name}="
    return next((part[len(start) :] for part in reading.tokens[word].feats.split("|") if part.startswith(start)), "")


def _form(reading: Reading, predicate: int) -> Form:
    auxiliaries = labelled(reading, predicate, "aux", "aux:pass", "cop")
    verbs = (*auxiliaries, predicate)
    lemmas = [_lemma(reading, word, following) for word, following in pairwise(verbs)]
    texts = [reading.tokens[word].text.casefold() for word in auxiliaries]
    told = next(filter(None, (_tense(reading, word) for word in verbs)), "")
    tense = "future" if _FUTURE & {*lemmas, *texts} else told
    modal = not _MODALS.isdisjoint(lemmas)
    commanded = not auxiliaries and _may_command(reading, predicate)
    return Form(
        tense="" if modal and tense != "future" else tense,
        perfect="have" in lemmas,
        progressive=_is_progressive(reading, predicate) and "be" in lemmas,
        would="would" in lemmas,
        finite=bool(tense) or modal or commanded,
        imperative=commanded,
    )


def _lemma(reading: Reading, auxiliary: int, following: int) -> str:
    """Of an auxiliary; that of a contracted one is told by the verb that comes next."""
    if reading.tokens[auxiliary].text.casefold() not in _CONTRACTED:
        return reading.lemmas[auxiliary]
    return "have" if _is_past_participle(reading, following) else "would"


def _is_past_participle(reading: Reading, word: int) -> bool:
    if reading.tokens[word].feats:
        return feature(reading, word, "VerbForm") == "Part" and feature(reading, word, "Tense") == "Past"
    return reading.tokens[word].xpos == "VBN"


def _tense(reading: Reading, word: int) -> str:
    if reading.tokens[word].text.casefold() in _CONTRACTED:
        return "past"
    if reading.tokens[word].feats:
        return _FEATURES.get(feature(reading, word, "Tense"), "") if _is_finite(reading, word) else ""
    return _TENSES.get(reading.tokens[word].xpos, "")


def _is_finite(reading: Reading, word: int) -> bool:
    return feature(reading, word, "VerbForm") == "Fin"


def _may_command(reading: Reading, predicate: int) -> bool:
    """Whether a predicate is a bare verb that stands alone, without a subject."""
    alone = reading.labels[predicate] in _ALONE and not labelled(reading, predicate, *SUBJECT_PLACES, "mark")
    token = reading.tokens[predicate]
    bare = token.xpos == "VB" or feature(reading, predicate, "VerbForm") == "Inf" or "Mood=Imp" in token.feats
    return alone and bare and token.upos == "VERB"


def _is_progressive(reading: Reading, word: int) -> bool:
    return reading.tokens[word].xpos == "VBG" or reading.tokens[word].text.casefold().endswith("ing")
