"""Preservation of reference by pronouns, articles and grammatical number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.lexicon.word_lists import groups
from meantree.phenomena.feature import Features, Firing, linked_share
from meantree.phenomena.reading import Reading, View, cached_fact

DEFINITE: Final = frozenset({"the", "this", "that", "these", "those"})
INDEFINITE: Final = frozenset({"a", "an", "some", "any", "another"})
SINGULAR: Final = frozenset({"NN", "NNP"})
PLURAL: Final = frozenset({"NNS", "NNPS"})


FEATURES = Features("preservation of reference")


@FEATURES("pronouns of another person or gender")
def pronouns_changed(view: View) -> Firing:
    """Pronouns of the conclusion have another person or gender in the premise; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), persons(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("a pronoun for a noun")
def pronouns_for_nouns(view: View) -> Firing:
    """Pronouns of the conclusion are aligned with nouns or names of the premise; share of its personal pronouns."""
    return _differ(view, persons(view.conclusion), lambda _, other: view.premise.upos[other] in ("NOUN", "PROPN"))


@FEATURES("pronouns of a person not referred to", "pronouns of a person lost")
def persons_added(view: View) -> Firing:
    """Pronouns of the conclusion have a person or gender that the premise lacks; share of its personal pronouns."""
    conclusion, premise = persons(view.conclusion), frozenset(persons(view.premise).values())
    return linked_share(view, [word for word, person in conclusion.items() if person not in premise], len(conclusion))


@FEATURES("articles changed")
def definiteness_changed(view: View) -> Firing:
    """Definiteness (the, a) differs between conclusion and premise; share of nouns with an article."""
    conclusion, premise = _definite(view.conclusion), _definite(view.premise)
    return _differ(view, conclusion, lambda word, other: premise.get(other, conclusion[word]) != conclusion[word])


@FEATURES("singular and plural changed")
def grammatical_number_changed(view: View) -> Firing:
    """The same noun is in the singular in one text and in the plural in the other; share of the conclusion's nouns."""
    conclusion, premise = plurals(view.conclusion), plurals(view.premise)

    def differ(word: int, other: int) -> bool:
        return (
            view.conclusion.lemmas[word] == view.premise.lemmas[other]
            and view.conclusion.tokens[word].text.casefold() != view.premise.tokens[other].text.casefold()
            and premise.get(other, conclusion[word]) != conclusion[word]
        )

    return _differ(view, conclusion, differ)


def _differ(view: View, words: dict[int, str] | dict[int, bool], differ: Callable[[int, int], bool]) -> Firing:
    differing = [word for word in words if (other := view.partner[word]) is not None and differ(word, other)]
    return linked_share(view, differing, len(words))


@cached_fact
def persons(reading: Reading) -> dict[int, str]:
    """Return the person, and gender, of each personal and possessive pronoun."""
    forms = (
        (word, token.text.casefold()) for word, token in enumerate(reading.tokens) if token.upos in ("PRON", "DET")
    )
    known = groups("phenomena/pronouns")
    return {word: known[form] for word, form in forms if form in known}


@cached_fact
def _definite(reading: Reading) -> dict[int, bool]:
    """Return for nouns with an article or demonstrative whether it is definite."""
    definite = {}
    for word, head in enumerate(reading.heads):
        if head != ROOT and reading.labels[word] == "det" and reading.lemmas[word] in DEFINITE | INDEFINITE:
            definite[head] = reading.lemmas[word] in DEFINITE
    return definite


@cached_fact
def plurals(reading: Reading) -> dict[int, bool]:
    """Return for each noun whether it is in the plural."""
    tags = ((word, token.xpos) for word, token in enumerate(reading.tokens))
    return {word: tag in PLURAL for word, tag in tags if tag in SINGULAR | PLURAL}
