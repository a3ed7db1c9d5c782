"""Names for the places where texts differ: the most specific fact that explains one, else a word and its class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from meantree.alignment.common_words import compared_form
from meantree.analysis.sentences import Analysis
from meantree.analysis.tree import ROOT
from meantree.phenomena.catalogue import ADDITION, KINDS, OMISSION
from meantree.phenomena.compared import Candidate, Compared
from meantree.phenomena.places import REWORDED, Place, told
from meantree.phenomena.reading import CONTENT, SUBJECT_PLACES, Reading
from meantree.phenomena.roles import roles

Rated = Sequence[tuple[Candidate, float]]
"""Candidates and their probabilities."""
EXPLAINS: Final = 0.1
"""The smallest probability of a candidate that names a place."""
LONG_PHRASE: Final = 3
"""Words with a meaning of a phrase to which no single other word corresponds; of a clause one less."""
_BY_REASON: Final[Mapping[str, str]] = {
    "tense": "tense.different",
    "number": "plural.different",
    "degree": "degree.different",
    "polarity": "opposite.different",
}
"""Names for words in place of others, by what is different between their content words."""
_MODIFIERS: Final = frozenset({"amod", "advmod", "nmod", "obl", "nummod", "compound", "appos", "flat"})
_PARTICIPLES: Final = frozenset({"VBG", "VBN", "NN", "JJ"})
WORD_CLASSES: Final[Mapping[str, str]] = {
    "ADJ": "adjective",
    "ADP": "preposition",
    "ADV": "adverb",
    "AUX": "auxiliary",
    "CCONJ": "conjunction",
    "DET": "determiner",
    "NOUN": "noun",
    "NUM": "number",
    "PART": "particle",
    "PRON": "pronoun",
    "PROPN": "name",
    "SCONJ": "conjunction",
    "VERB": "verb",
}


def named(pair: Compared, place: Place, rated: Rated) -> tuple[Candidate, float]:
    """Return a place as a candidate with the name of the most specific one that explains it.

    Args:
        rated: what finders know of the pair.
    """
    if not place.reference and (said := _repeated(pair.hyp, place.hypothesis)):
        return Candidate("repetition.added", place.hypothesis, (), said), place.probability
    explaining = [(each, sure) for each, sure in rated if sure >= EXPLAINS and _explains(each, place)]
    if not explaining:
        sure = min(REWORDED, place.probability) if _have_numbers(pair, place) else place.probability
        return Candidate(_general_kind(pair, place), place.hypothesis, place.reference), sure
    best, sure = min(explaining, key=lambda each: _specificity(each[0]))
    hyp, ref = (
        tuple(sorted({*own, *words}))
        for own, words in ((best.hypothesis, place.hypothesis), (best.reference, place.reference))
    )
    return replace(best, hypothesis=hyp, reference=ref, core=()), max(place.probability, told(pair, best, sure))


def _specificity(candidate: Candidate) -> tuple[int, int]:
    return KINDS[candidate.kind].rank, -len({*candidate.hypothesis, *candidate.reference})


def as_facts_say(pair: Compared, candidate: Candidate) -> Candidate:
    """Return a candidate that calls words missing or added as one of different words, unless they surely are.

    They are if the other text has no words in their place and no partners, and a copy leaves them out, or facts call
    them so, or they are a clause or a long phrase. Numbers are told by their values.
    """
    kind = KINDS[candidate.kind]
    if kind.mqm not in (OMISSION, ADDITION) or kind.family == "number":
        return candidate
    is_omitted = kind.mqm == OMISSION
    words, others = (candidate.reference, candidate.hypothesis)[:: 1 if is_omitted else -1]
    reading, facts = (pair.ref, pair.facts[1]) if is_omitted else (pair.hyp, pair.facts[0])
    saying = [word for word in words if reading.upos[word] in CONTENT]
    is_sure = len(saying) >= LONG_PHRASE - (kind.family == "event") or pair.common.is_copy
    is_told = bool(saying) and all(facts[word].status in ("missing", "added") for word in saying)
    if not others and all(facts[word].partner is None for word in saying) and (is_sure or is_told):
        return candidate
    different = kind.name.rpartition(".")[0] + ".different"
    return replace(candidate, kind=different if different in KINDS else "word.different")


def _have_numbers(pair: Compared, place: Place) -> bool:
    """Return whether both texts have a number in a place: finders tell those of which the amounts differ."""
    sides = (pair.hyp, place.hypothesis), (pair.ref, place.reference)
    return all(
        any(reading.upos[word] == "NUM" or any(map(str.isdigit, reading.tokens[word].text)) for word in words)
        for reading, words in sides
    )


def _explains(candidate: Candidate, place: Place) -> bool:
    """Return whether a candidate is about words of a place."""
    sides = (candidate.hypothesis, place.hypothesis), (candidate.reference, place.reference)
    return any(not {*words}.isdisjoint(places) for words, places in sides)


def part_of_sentence(reading: Reading, words: Sequence[int]) -> str:
    """Return the part of a sentence that words are, as the names of findings have it.

    ``event``, ``modifier``, ``conjunct``, ``role.agent`` and so on; ``word`` for function words and others.
    """
    content = [word for word in words if reading.upos[word] in CONTENT]
    top = next((word for word in content if reading.heads[word] not in words), None)
    if top is None:
        return "word"
    label = reading.basic_labels[top]
    if label == "conj" and reading.upos[top] != "VERB":
        return "conjunct"
    if top in roles(reading):
        return f"role.{roles(reading)[top]}"
    if top in reading.predicates and reading.upos[top] == "VERB" and not _is_attributive(reading, top):
        return "event"
    return "modifier" if label in _MODIFIERS else "word"


def _is_attributive(reading: Reading, word: int) -> bool:
    """Return whether a word is in the place of an adjective: the eternal and founding mission."""
    is_before_noun = reading.upos[word + 1 : word + 2] in {("NOUN",), ("PROPN",)}
    alone = not reading.labelled(
        word, *SUBJECT_PLACES, "aux", "aux:pass", "cop", "mark", "obj", "obl", "xcomp", "ccomp"
    )
    return is_before_noun and alone and reading.heads[word] != ROOT and reading.tokens[word].xpos in _PARTICIPLES


def _general_kind(pair: Compared, place: Place) -> str:
    """Return the name of a place by what its words are in their sentence, and by what is different."""
    own, other = part_of_sentence(pair.hyp, place.hypothesis), part_of_sentence(pair.ref, place.reference)
    if not place.hypothesis:
        return f"{other}.missing"
    if not place.reference:
        return f"{own}.added"
    if dict(pair.common.moved).items() >= set(zip(place.hypothesis, place.reference, strict=False)):
        return "order.different"
    changes = {pair.facts[0][word].reason for word in place.hypothesis if pair.hyp.upos[word] in CONTENT}
    by_reason = _BY_REASON.get(changes.pop()) if len(changes) == 1 else None
    return by_reason or (f"{own}.different" if own == other != "conjunct" else "word.different")


def _repeated(reading: Reading, words: Sequence[int]) -> tuple[int, ...]:
    """Return the neighbouring words that say just before or after some words the same; none if they do not."""
    forms = [compared_form(token.text) for token in reading.tokens]
    size, said = len(words), [forms[word] for word in words]
    starts = (start for start in (words[0] - size, words[-1] + 1) if start >= 0 and forms[start : start + size] == said)
    return next((tuple(range(start, start + size)) for start in starts), ())


def word_class(text: Analysis, words: Sequence[int]) -> str:
    """Return what words are called in a sentence: the class of a single one, else words; empty without any."""
    if len(words) != 1:
        return "the words" if words else ""
    return f"the {WORD_CLASSES.get(text.tokens[words[0]].upos, 'word')}"
