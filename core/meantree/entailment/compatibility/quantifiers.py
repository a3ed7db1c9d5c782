"""Quantifiers: how many things a statement is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.entailment.clauses import labelled
from meantree.entailment.compatibility.negation import has_article
from meantree.entailment.reading import Reading, cached_fact, lemma_set


class Quantity(StrEnum):
    """A kind of quantifier."""

    ALL = "all"
    NOT_ALL = "not all"
    ANY = "any"
    SOME = "some"
    NONE = "none"
    MOST = "most"
    MANY = "many"
    NOT_MANY = "not many"
    FEW = "few"
    NUMBER = "number"
    AT_LEAST = "at least"
    AT_MOST = "at most"
    EXACTLY = "exactly"
    ABOUT = "about"


_WORDS: Final = {
    Quantity.ALL: lemma_set("all every each both everyone everybody everything"),
    Quantity.ANY: lemma_set("any anyone anybody anything"),
    Quantity.SOME: lemma_set("some several someone somebody something certain"),
    Quantity.NONE: lemma_set("no none nobody nothing noone no-one neither"),
    Quantity.MOST: lemma_set("most majority"),
    Quantity.MANY: lemma_set("many much multiple numerous lot plenty lots"),
    Quantity.FEW: lemma_set("few"),
}
_QUANTITIES: Final = {word: quantity for quantity, listed in _WORDS.items() for word in listed}
_BOUNDS: Final = {
    ("at", "least"): Quantity.AT_LEAST,
    ("more", "than"): Quantity.AT_LEAST,
    ("over",): Quantity.AT_LEAST,
    ("at", "most"): Quantity.AT_MOST,
    ("less", "than"): Quantity.AT_MOST,
    ("fewer", "than"): Quantity.AT_MOST,
    ("up", "to"): Quantity.AT_MOST,
    ("under",): Quantity.AT_MOST,
    ("exactly",): Quantity.EXACTLY,
    ("only",): Quantity.EXACTLY,
    ("just",): Quantity.EXACTLY,
    ("about",): Quantity.ABOUT,
    ("around",): Quantity.ABOUT,
    ("approximately",): Quantity.ABOUT,
    ("nearly",): Quantity.ABOUT,
    ("almost",): Quantity.ABOUT,
    ("some",): Quantity.ABOUT,
}
"""The quantity of a numeral after these words."""
_DENIED: Final = {Quantity.AT_LEAST: Quantity.AT_MOST, Quantity.AT_MOST: Quantity.AT_LEAST}
"""What "no" and "not" make of a bound: no fewer than ten are at least ten."""
_BEFORE_NOUNS: Final = lemma_set("det det:predet amod nummod nummod:gov advmod")
_NUMERALS: Final = lemma_set("nummod nummod:gov")
"""Relations of numerals that count; others may be years."""
_KINDS: Final = lemma_set("DET PRON ADJ NOUN")
_ELSEWHERE: Final = lemma_set("discourse fixed advmod case")
_COMPARATIVES: Final = lemma_set("more fewer")
"""Forms of "many" and "few" that compare instead of quantifying."""
NUMERIC: Final = frozenset({Quantity.NUMBER, Quantity.AT_LEAST, Quantity.AT_MOST, Quantity.EXACTLY, Quantity.ABOUT})


@dataclass(frozen=True, slots=True)
class Quantifier:
    """A word that quantifies.

    Attributes:
        noun: the noun that it quantifies; the word itself if it is alone (everyone, most of the dogs).
    """

    token: int
    noun: int
    quantity: Quantity


@cached_fact
def quantifiers(reading: Reading) -> tuple[Quantifier, ...]:
    """Return all quantifiers, in order."""
    quantities = ((word, _quantity(reading, word)) for word in range(len(reading)))
    return tuple(
        Quantifier(word, _counted(reading, word), quantity) for word, quantity in quantities if quantity is not None
    )


def _quantity(reading: Reading, word: int) -> Quantity | None:
    lemma, upos = reading.lemmas[word], reading.upos[word]
    if upos == "NUM":
        number = _number(reading, word)
        return number if number != Quantity.NUMBER or reading.labels[word] in _NUMERALS else None
    quantity = _QUANTITIES.get(lemma)
    if quantity is None or upos not in _KINDS or reading.labels[word] in _ELSEWHERE:
        return None
    if reading.tokens[word].text.casefold() in _COMPARATIVES:
        return None
    if quantity in {Quantity.ALL, Quantity.MANY} and word and reading.lemmas[word - 1] in {"not", "n't"}:
        return Quantity.NOT_ALL if quantity == Quantity.ALL else Quantity.NOT_MANY
    if quantity == Quantity.FEW and has_article(reading, _counted(reading, word)):
        return Quantity.SOME
    return quantity


def _number(reading: Reading, word: int) -> Quantity:
    before = tuple(token.text.casefold() for token in reading.tokens[max(0, word - 3) : word])
    bound = _BOUNDS.get(before[-2:]) or _BOUNDS.get(before[-1:]) or Quantity.NUMBER
    return _DENIED.get(bound, bound) if before[:-2] in {("no",), ("not",)} else bound


def _counted(reading: Reading, word: int) -> int:
    head = reading.heads[word]
    alone = head == ROOT or reading.labels[word] not in _BEFORE_NOUNS or bool(labelled(reading, word, "nmod"))
    return word if alone else head
