"""The operations that plant errors: words are replaced, removed, added, repeated, moved or exchanged.

Each takes the :class:`Words` that it is about and returns an :data:`Editor`: what a row of the table of kinds has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from meantree.analysis.tree import ROOT
from meantree.lexicon.noun_classes import noun_class
from meantree.lexicon.word_lists import partners, rows, words
from meantree.phenomena.clauses import labelled, marks
from meantree.phenomena.planting.edits import Edit, Edits, Span, phrase, text_of
from meantree.phenomena.planting.inflection import inflected
from meantree.phenomena.reading import Reading

Editor = Callable[[Reading], Iterable[Edits]]
"""Yields the errors of one kind that a text allows."""
Forms = Callable[[Reading, int], Iterable[str]]
"""Returns what may stand in place of a word, or beside it."""
LONGEST_REMOVED = 12
"""Words that are left out together, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words that an operation is about; what is not given may be anything.

    Attributes:
        upos, tag, label: allowed ones, separated by blanks; the label is that of Universal Dependencies.
        lemma: allowed ones, separated by blanks.
        listed: a word list, whose first cells have the lemma or the text.
        head: parts of speech of the head.
        case: prepositions, one of which introduces the word.
        has, lacks: labels of dependents of which it has one, or has none.
    """

    upos: str = ""
    tag: str = ""
    label: str = ""
    lemma: str = ""
    listed: str = ""
    head: str = ""
    case: str = ""
    has: str = ""
    lacks: str = ""

    def __call__(self, reading: Reading) -> Iterator[int]:
        """Yield the words of a text that fit."""
        return (word for word in range(len(reading)) if self._fits(reading, word))

    def _fits(self, reading: Reading, word: int) -> bool:
        token, lemma, head = reading.tokens[word], reading.lemmas[word], reading.heads[word]
        of_head = "" if head == ROOT else reading.upos[head]
        values = (token.upos, token.xpos, reading.labels[word], lemma, of_head)
        allowed = (self.upos, self.tag, self.label, self.lemma, self.head)
        if any(given and value not in given.split() for given, value in zip(allowed, values, strict=True)):
            return False
        if self.listed and words(f"planting/{self.listed}").isdisjoint({lemma, token.text, token.text.lower()}):
            return False
        if self.case and marks(reading, word).isdisjoint(self.case.split()):
            return False
        if self.has and not labelled(reading, word, *self.has.split()):
            return False
        return not (self.lacks and labelled(reading, word, *self.lacks.split()))


def listed(name: str) -> Forms:
    """Return forms by a list of words as they are written and what may stand for each."""

    def forms(reading: Reading, word: int) -> Iterable[str]:
        text, known = reading.tokens[word].text, partners(f"planting/{name}")
        return known.get(text) or known.get(text.lower(), ())

    return forms


def inflected_as(name: str) -> Forms:
    """Return forms by a list of lemmas and others that may stand for each, inflected as the word is."""

    def forms(reading: Reading, word: int) -> Iterator[str]:
        others = partners(f"planting/{name}").get(reading.lemmas[word], ())
        found = (inflected(other, reading.tokens[word].xpos) for other in others)
        yield from (form for form in found if form)

    return forms


def suiting(name: str) -> Forms:
    """Return words by a list of what nouns name (person, group …) and what suits it."""
    return lambda reading, word: partners(f"planting/{name}").get(noun_class(reading.lemmas[word]) or "", ())


def replace(where: Words, forms: Forms) -> Editor:
    """Return an operation that replaces a word by one that the text does not have yet."""

    def edits(reading: Reading) -> Iterator[Edits]:
        here = {token.text.lower() for token in reading.tokens}
        for word in where(reading):
            found = dict.fromkeys(forms(reading, word))
            yield from ((Edit(word, word + 1, form),) for form in found if form.lower() not in here)

    return edits


def remove(where: Words, *, alone: bool = False) -> Editor:
    """Return an operation that leaves out the phrase of a word, or the word ``alone``."""

    def edits(reading: Reading) -> Iterator[Edits]:
        for word in where(reading):
            span = (word, word + 1) if alone else phrase(reading, word)
            if span is not None and span[1] - span[0] <= LONGEST_REMOVED:
                yield (Edit(*_with_comma(reading, span), ""),)

    return edits


def _with_comma(reading: Reading, span: Span) -> Span:
    """Return a span with the comma before it, if punctuation follows."""
    start, end = span
    follows = reading.upos[end] == "PUNCT" if end < len(reading) else True
    return (start - 1 if follows and start > 1 and reading.tokens[start - 1].text == "," else start), end


def add(where: Words, forms: Forms) -> Editor:
    """Return an operation that puts a word before another one."""

    def edits(reading: Reading) -> Iterator[Edits]:
        for word in where(reading):
            found = (form for form in forms(reading, word) if form not in reading.lemmas)
            yield from ((Edit(word, word, form),) for form in found)

    return edits


def repeat(where: Words, size: int) -> Editor:
    """Return an operation that writes some words twice, the last of which fits."""

    def edits(reading: Reading) -> Iterator[Edits]:
        for word in where(reading):
            span = (word + 1 - size, word + 1)
            if span[0] >= 0 and all(reading.tokens[each].text.isalpha() for each in range(*span)):
                yield (Edit(word + 1, word + 1, text_of(reading, span)),)

    return edits


def move(where: Words, to: Words, *, behind: bool) -> Editor:
    """Return an operation that puts the phrase of a word ``behind`` another noun than its own, or before it."""

    def edits(reading: Reading) -> Iterator[Edits]:
        for word in where(reading):
            span, head = phrase(reading, word), reading.heads[word]
            targets = [each for each in to(reading) if each != head]
            if span is None or any(each in range(*span) for each in targets):
                continue
            for other in targets:
                place = other + 1 if behind else other
                yield Edit(*span, ""), Edit(place, place, text_of(reading, span))

    return edits


def exchange(pairs: Callable[[Reading], Iterable[tuple[Span, Span]]]) -> Editor:
    """Return an operation that exchanges two phrases of a text; pronouns change their case: he praised her."""

    def edits(reading: Reading) -> Iterator[Edits]:
        for first, second in pairs(reading):
            other, one = (text_of(reading, span) for span in (second, first))
            if other.lower() != one.lower():
                yield Edit(*first, _in_other_case(other)), Edit(*second, _in_other_case(one))

    return edits


def _in_other_case(text: str) -> str:
    forms = {form: other for row in rows("planting/case_forms") for form, other in (row, row[::-1])}
    return forms.get(text.lower(), text)
