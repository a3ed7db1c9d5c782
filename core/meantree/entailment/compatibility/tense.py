"""Tense, aspect and mood of predicates, from morphology and auxiliaries, and whether they are preserved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from meantree.entailment.clauses import SUBJECT_PLACES, conditions, labelled, predicates
from meantree.entailment.feature import (
    Feature,
    Firing,
    Pair,
    features,
    linked_predicates,
    main_words,
    minor_predicates,
    share_of_pairs,
)
from meantree.entailment.reading import Reading, View, cached_fact, lemma_set

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
        perfect, progressive: its aspect.
        would: whether it is hypothetical.
        finite: whether it can be the verb of a sentence.
        imperative: whether it may be a command.
    """

    tense: str
    perfect: bool
    progressive: bool
    would: bool
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
        would="would" in lemmas,
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


def main_tense_differs(view: View) -> Firing:
    """The main verbs have different tenses; share of aligned main words with a tense in both texts."""
    return share_of_pairs(_tensed(view, main_words(view)), _differ(view, lambda form: form.tense))


def minor_tense_differs(view: View) -> Firing:
    """Verbs of dependent clauses have different tenses; share of aligned ones with a tense in both texts."""
    return share_of_pairs(_tensed(view, minor_predicates(view)), _differ(view, lambda form: form.tense))


def perfect_differs(view: View) -> Firing:
    """An action is completed (has done) in one text only; share of predicates aligned with predicates."""
    return share_of_pairs(_predicates_of_both(view), _differ(view, lambda form: form.perfect))


def progressive_differs(view: View) -> Firing:
    """An action is in progress (is doing) in one text only; share of predicates aligned with predicates."""
    return share_of_pairs(_predicates_of_both(view), _differ(view, lambda form: form.progressive))


def finiteness_differs(view: View) -> Firing:
    """A verb is finite in one text only; share of predicates aligned with predicates."""
    return share_of_pairs(_predicates_of_both(view), _differ(view, lambda form: form.finite))


def main_finiteness_lost(view: View) -> Firing:
    """The main word of the conclusion is not finite, its partner is; share of aligned main words."""
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    return share_of_pairs(
        main_words(view),
        lambda word, partner: not conclusion[word].finite and partner in premise and premise[partner].finite,
    )


def would_differs(view: View) -> Firing:
    """An action is hypothetical (would) in one text only; share of predicates aligned with predicates."""
    return share_of_pairs(_predicates_of_both(view), _differ(view, lambda form: form.would))


def mood_differs(view: View) -> Firing:
    """Sentences differ in mood: question, statement or command; share of main words aligned with main words."""
    roots = set(view.premise.roots)
    return share_of_pairs(
        [pair for pair in main_words(view) if pair[1] in roots], lambda word, partner: _moods(view, word, partner)
    )


def condition_added(view: View) -> Firing:
    """A clause is a condition (if) in the conclusion only; share of predicates aligned with predicates."""
    conclusion, premise = conditions(view.conclusion), conditions(view.premise)
    return share_of_pairs(
        _predicates_of_both(view), lambda word, partner: word in conclusion and partner not in premise
    )


def condition_lost(view: View) -> Firing:
    """A clause is a condition (if) in the premise only; share of predicates aligned with predicates."""
    conclusion, premise = conditions(view.conclusion), conditions(view.premise)
    return share_of_pairs(
        _predicates_of_both(view), lambda word, partner: word not in conclusion and partner in premise
    )


def _predicates_of_both(view: View) -> list[Pair]:
    known = predicates(view.premise)
    return [pair for pair in linked_predicates(view) if pair[1] in known]


def _tensed(view: View, pairs: tuple[Pair, ...]) -> list[Pair]:
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    return [
        (word, partner)
        for word, partner in pairs
        if conclusion[word].tense and partner in premise and premise[partner].tense
    ]


def _differ(view: View, trait: Callable[[Form], object]) -> Callable[[int, int], bool]:
    conclusion, premise = forms(view.conclusion), forms(view.premise)
    return lambda word, partner: trait(conclusion[word]) != trait(premise[partner])


def _moods(view: View, word: int, partner: int) -> bool:
    conclusion = (word in questions(view.conclusion), forms(view.conclusion)[word].imperative)
    return conclusion != (partner in questions(view.premise), forms(view.premise)[partner].imperative)


FEATURES: tuple[Feature, ...] = features(
    "semantic compatibility",
    main_tense_differs,
    minor_tense_differs,
    perfect_differs,
    progressive_differs,
    finiteness_differs,
    main_finiteness_lost,
    would_differs,
    mood_differs,
    condition_added,
    condition_lost,
)
