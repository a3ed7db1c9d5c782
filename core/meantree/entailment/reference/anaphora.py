"""Preservation of reference by small words: pronouns, articles, number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.contexts.once import once
from meantree.entailment.feature import Feature, Firing, features
from meantree.entailment.reading import Reading
from meantree.entailment.shares import linked_part
from meantree.entailment.view import View

_PERSONS: Final = {
    "first": "i me my mine myself we us our ours ourselves",
    "second": "you your yours yourself yourselves",
    "he": "he him his himself",
    "she": "she her hers herself",
    "it": "it its itself",
    "they": "they them their theirs themselves",
}
PERSON: Final = {form: person for person, forms in _PERSONS.items() for form in forms.split()}
"""Of each personal pronoun, and each possessive one, whom it means."""
DEFINITE: Final = frozenset({"the", "this", "that", "these", "those"})
INDEFINITE: Final = frozenset({"a", "an", "some", "any", "another"})
SINGULAR: Final = frozenset({"NN", "NNP"})
PLURAL: Final = frozenset({"NNS", "NNPS"})


def pronouns_changed(view: View) -> Firing:
    """A pronoun of the conclusion stands for one of another person or gender; the share of its personal pronouns."""
    mine, theirs = _persons(view.conclusion), _persons(view.premise)
    return _differ(view, mine, lambda word, other: theirs.get(other, mine[word]) != mine[word])


def pronouns_for_nouns(view: View) -> Firing:
    """A pronoun of the conclusion stands for a noun or a name of the premise; the share of its personal pronouns."""
    return _differ(view, _persons(view.conclusion), lambda _, other: view.premise.upos[other] in ("NOUN", "PROPN"))


def persons_added(view: View) -> Firing:
    """Persons are spoken of by a pronoun in the conclusion that the premise does not have; of its personal pronouns."""
    mine, theirs = _persons(view.conclusion), frozenset(_persons(view.premise).values())
    return linked_part(view, [word for word, person in mine.items() if person not in theirs], len(mine))


def definiteness_changed(view: View) -> Firing:
    """What is known in the conclusion is new in the premise, or the other way round; of its nouns with an article."""
    mine, theirs = _definite(view.conclusion), _definite(view.premise)
    return _differ(view, mine, lambda word, other: theirs.get(other, mine[word]) != mine[word])


def grammatical_number_changed(view: View) -> Firing:
    """One thing in the conclusion is several in the premise, or the other way round; the share of its nouns."""
    mine, theirs = _plural(view.conclusion), _plural(view.premise)
    return _differ(view, mine, lambda word, other: theirs.get(other, mine[word]) != mine[word])


def _differ(view: View, words: dict[int, str] | dict[int, bool], differ: Callable[[int, int], bool]) -> Firing:
    found = [word for word in words if (other := view.partner[word]) is not None and differ(word, other)]
    return linked_part(view, found, len(words))


@once
def _persons(reading: Reading) -> dict[int, str]:
    forms = (
        (word, token.text.casefold()) for word, token in enumerate(reading.tokens) if token.upos in ("PRON", "DET")
    )
    return {word: PERSON[form] for word, form in forms if form in PERSON}


@once
def _definite(reading: Reading) -> dict[int, bool]:
    """Nouns with an article or the like: whether it is a definite one."""
    found = {}
    for word, head in enumerate(reading.heads):
        if head != ROOT and reading.labels[word] == "det" and reading.lemmas[word] in DEFINITE | INDEFINITE:
            found[head] = reading.lemmas[word] in DEFINITE
    return found


@once
def _plural(reading: Reading) -> dict[int, bool]:
    tags = ((word, token.xpos) for word, token in enumerate(reading.tokens))
    return {word: tag in PLURAL for word, tag in tags if tag in SINGULAR | PLURAL}


FEATURES: tuple[Feature, ...] = features(
    "preservation of reference",
    pronouns_changed,
    pronouns_for_nouns,
    persons_added,
    definiteness_changed,
    grammatical_number_changed,
)
