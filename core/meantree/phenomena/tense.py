"""Tense, aspect and mood of predicates, from morphology and auxiliaries, and whether they are preserved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.phenomena.clauses import SUBJECT_PLACES, conditions, labelled, predicates
from meantree.phenomena.feature import (
    SILENT,
    Features,
    Firing,
    Pair,
    is_kept,
    linked_predicates,
    main_words,
    share_of_pairs,
)
from meantree.phenomena.reading import Reading, View, cached_fact, lemma_set

_TENSES: Final = {"VBD": "past", "VBZ": "present", "VBP": "present"}
_FEATURES: Final = {"Past": "past", "Pres": "present"}
_FUTURE: Final = lemma_set("will shall 'll wo")
_MODALS: Final = lemma_set("would could should may might must can ought need ca cannot 'd ’d")
_CONTRACTED: Final = lemma_set("'d ’d")
""""had" before a past participle, else "would"."""

_ALONE: Final = lemma_set("root conj parataxis")


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a predicate with its auxiliaries.

    Attributes:
        tense: ``past``, ``present``, ``future``; empty if there is none, as with "may" and in infinitives.
        finite: whether it can be the verb of a sentence.
        imperative: whether it may be a command.
    """

    tense: str
    perfect: bool
    progressive: bool
    finite: bool
    imperative: bool


@cached_fact
def forms(reading: Reading) -> Mapping[int, Form]:
    """Return the forms of all predicates."""
    return {word: _form(reading, word) for word in sorted(predicates(reading))}


@cached_fact
def questions(reading: Reading) -> frozenset[int]:
    """Return the main words of sentences that end in a question mark."""
    marked = (word for word, token in enumerate(reading.tokens) if token.text.startswith("?"))
    return frozenset((word, *reading.ancestors(word))[-1] for word in marked)


def morphological_feature(reading: Reading, word: int, name: str) -> str:
    """Return the value of a morphological feature; empty if the analyser gives none."""
    start = f"{name}="
    return next((part[len(start) :] for part in reading.tokens[word].feats.split("|") if part.startswith(start)), "")


def _form(reading: Reading, predicate: int) -> Form:
    auxiliaries = labelled(reading, predicate, "aux", "aux:pass", "cop")
    verbs = (*auxiliaries, predicate)
    lemmas = [_lemma(reading, word, following) for word, following in pairwise(verbs)]
    texts = [reading.tokens[word].text.casefold() for word in auxiliaries]
    first_tense = next(filter(None, (_tense(reading, word) for word in verbs)), "")
    tense = "future" if _FUTURE & {*lemmas, *texts} else first_tense
    modal = not _MODALS.isdisjoint(lemmas)
    imperative = not auxiliaries and _may_command(reading, predicate)
    return Form(
        tense="" if modal and tense != "future" else tense,
        perfect="have" in lemmas,
        progressive=_is_progressive(reading, predicate) and "be" in lemmas,
        finite=bool(tense) or modal or imperative,
        imperative=imperative,
    )


def _lemma(reading: Reading, auxiliary: int, following: int) -> str:
    """Return the lemma of an auxiliary; the verb after it disambiguates a contracted one."""
    if reading.tokens[auxiliary].text.casefold() not in _CONTRACTED:
        return reading.lemmas[auxiliary]
    return "have" if _is_past_participle(reading, following) else "would"


def _is_past_participle(reading: Reading, word: int) -> bool:
    if reading.tokens[word].feats:
        return (
            morphological_feature(reading, word, "VerbForm") == "Part"
            and morphological_feature(reading, word, "Tense") == "Past"
        )
    return reading.tokens[word].xpos == "VBN"


def _tense(reading: Reading, word: int) -> str:
    if reading.tokens[word].text.casefold() in _CONTRACTED:
        return "past"
    if reading.tokens[word].feats:
        return _FEATURES.get(morphological_feature(reading, word, "Tense"), "") if _is_finite(reading, word) else ""
    return _TENSES.get(reading.tokens[word].xpos, "")


def _is_finite(reading: Reading, word: int) -> bool:
    return morphological_feature(reading, word, "VerbForm") == "Fin"


def _may_command(reading: Reading, predicate: int) -> bool:
    """Return whether a predicate is a bare verb in a main clause without a subject."""
    alone = reading.labels[predicate] in _ALONE and not labelled(reading, predicate, *SUBJECT_PLACES, "mark")
    token = reading.tokens[predicate]
    bare = (
        token.xpos == "VB"
        or morphological_feature(reading, predicate, "VerbForm") == "Inf"
        or "Mood=Imp" in token.feats
    )
    return alone and bare and token.upos == "VERB"


def _is_progressive(reading: Reading, word: int) -> bool:
    return reading.tokens[word].xpos == "VBG" or reading.tokens[word].text.casefold().endswith("ing")


FEATURES = Features("semantic compatibility")


@FEATURES("tense changed")
def tense_differs(view: View) -> Firing:
    """Verbs of the same meaning have different tenses; share of such verbs with a tense in both texts."""
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    pairs = [pair for pair in _verbs_of_both(view) if conclusion[pair[0]].tense and premise[pair[1]].tense]
    return share_of_pairs(pairs, lambda word, partner: _time(conclusion[word]) != _time(premise[partner]))


@FEATURES("progressive in one text only")
def progressive_differs(view: View) -> Firing:
    """An action is in progress (is doing) in one text only; share of finite verbs of the same meaning."""
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    verbs, others = view.conclusion.upos, view.premise.upos
    pairs = [pair for pair in _verbs_of_both(view) if verbs[pair[0]] == others[pair[1]] == "VERB"]
    pairs = [pair for pair in pairs if conclusion[pair[0]].finite and premise[pair[1]].finite]
    return share_of_pairs(pairs, lambda word, partner: conclusion[word].progressive != premise[partner].progressive)


@FEATURES("question, statement or command changed")
def mood_differs(view: View) -> Firing:
    """Sentences differ in mood: question, statement or command; share of main words aligned with main words."""
    roots = set(view.premise.roots)
    return share_of_pairs(
        [pair for pair in main_words(view) if pair[1] in roots], lambda word, partner: _moods(view, word, partner)
    )


@FEATURES("condition added", "condition missing")
def condition_added(view: View) -> Firing:
    """A clause is a condition (if) in the conclusion only; share of predicates aligned with predicates."""
    conclusion, premise = conditions(view.conclusion), conditions(view.premise)
    if len(conclusion) <= len(premise):
        return SILENT
    return share_of_pairs(linked_predicates(view), lambda word, partner: word in conclusion and partner not in premise)


def _verbs_of_both(view: View) -> list[Pair]:
    """Return the predicates that are aligned with predicates of the same meaning."""
    known = predicates(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known and is_kept(view, pair[0])]


def _time(form: Form) -> str:
    """Return the tense of a verb; what has been done is past."""
    return "past" if form.perfect and form.tense == "present" else form.tense


def _moods(view: View, word: int, partner: int) -> bool:
    conclusion = (word in questions(view.conclusion), forms(view.conclusion)[word].imperative)
    return conclusion != (partner in questions(view.premise), forms(view.premise)[partner].imperative)
