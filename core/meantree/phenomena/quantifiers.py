"""Quantifiers: how many things a statement is about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from meantree.analysis.tree import ROOT
from meantree.analysis.values import bound_before
from meantree.lexicon.word_lists import groups
from meantree.phenomena.clauses import labelled
from meantree.phenomena.negation import has_article
from meantree.phenomena.reading import Reading, cached_fact, lemma_set


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


_BEFORE_NOUNS: Final = lemma_set("det det:predet amod nummod nummod:gov advmod")
_NUMERALS: Final = lemma_set("nummod nummod:gov")
"""Relations of numerals that count; others may be years."""
_KINDS: Final = lemma_set("DET PRON ADJ NOUN")
_ELSEWHERE: Final = lemma_set("discourse fixed advmod case")
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
        number = Quantity(bound_before(reading.tokens, word) or Quantity.NUMBER)
        return number if number != Quantity.NUMBER or reading.labels[word] in _NUMERALS else None
    known = groups("phenomena/quantifiers").get(lemma)
    if known is None or upos not in _KINDS or reading.labels[word] in _ELSEWHERE:
        return None
    if reading.tokens[word].text.casefold() in {"more", "fewer"}:
        return None  # these compare
    quantity = Quantity(known)
    if quantity in {Quantity.ALL, Quantity.MANY} and word and reading.lemmas[word - 1] in {"not", "n't"}:
        return Quantity.NOT_ALL if quantity == Quantity.ALL else Quantity.NOT_MANY
    if quantity == Quantity.FEW and has_article(reading, _counted(reading, word)):
        return Quantity.SOME
    return quantity


def _counted(reading: Reading, word: int) -> int:
    head = reading.heads[word]
    alone = head == ROOT or reading.labels[word] not in _BEFORE_NOUNS or bool(labelled(reading, word, "nmod"))
    return word if alone else head
