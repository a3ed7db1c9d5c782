"""The operations that plant errors: words are replaced, removed, added, repeated, moved or exchanged.

Each takes the :class:`Words` that it is about and returns an :data:`Editor`; a :class:`Planter` has some of these,
and the fact that the parser must read differently afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from typing import Final

from meantree.analysis.tree import ROOT, Token
from meantree.lexicon.word_lists import partners, rows, words
from meantree.lexicon.wordnet import noun_class
from meantree.phenomena.inflection import infinitive, inflected
from meantree.phenomena.reading import Reading, lemma_set

Span = tuple[int, int]
"""First token and end (exclusive), from 0."""
Fact = Callable[[Reading], Hashable]
"""What a text says in some respect."""
Forms = Callable[[Reading, int], Iterable[str]]
"""Returns what may stand in place of a word, or beside it."""
LONGEST_REMOVED = 12
"""Words that are left out together, at most."""
_FINITE: Final = frozenset({"VBD", "VBZ", "VBP", "MD"})
_MANY: Final = lemma_set("i you we they these those")
"""Subjects with the verb forms of the plural."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Tokens from ``start`` to ``end`` (exclusive, 0-based) are replaced by ``text``.

    Without tokens the text is inserted before ``start``; without text the tokens are deleted.
    """

    start: int
    end: int
    text: str


Edits = tuple[Edit, ...]
"""Of one error; they do not overlap."""


def written(tokens: Sequence[Token]) -> str:
    """Return the text of tokens."""
    return spaced(tokens).rstrip()


def phrase(reading: Reading, word: int) -> Span | None:
    """Return the first token and the end of the subtree of a word; None if it is not contiguous."""
    below = reading.subtrees[word]
    return (below[0], below[-1] + 1) if below[-1] - below[0] + 1 == len(below) else None


def first_words(reading: Reading) -> frozenset[int]:
    """Return the first words of sentences; punctuation may precede them."""
    words = [[word for word in reading.subtrees[root] if reading.upos[word] != "PUNCT"] for root in reading.roots]
    return frozenset(found[0] for found in words if found)


def text_of(reading: Reading, span: Span) -> str:
    """Return the text of a span for use inside a sentence: the first word is lower-case unless it is a name."""
    text, first = written(reading.tokens[slice(*span)]), reading.tokens[span[0]]
    is_name = first.upos == "PROPN" or first.text == "I" or first.text[1:].lower() != first.text[1:]
    is_name = is_name or any(entity.start <= span[0] < entity.end for entity in reading.entities)
    return text if span[0] not in first_words(reading) or is_name else text[:1].lower() + text[1:]


def spaced(tokens: Sequence[Token]) -> str:
    """Return the text of tokens with the blank after the last one, if there is one."""
    return "".join(token.text + " " * token.space_after for token in tokens)


Editor = Callable[[Reading], Iterable[Edits]]
"""Yields the errors of one kind that a text allows."""


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
        if self.case and reading.marks(word).isdisjoint(self.case.split()):
            return False
        if self.has and not reading.labelled(word, *self.has.split()):
            return False
        return not (self.lacks and reading.labelled(word, *self.lacks.split()))


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


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause whose subject precedes its finite verb.

    Attributes:
        verb: the predicate.
        first: its finite verb: an auxiliary, the copula or the predicate.
        tag: of the finite verb.
        infinitive: of the predicate; None if it is unknown, or no verb.
    """

    verb: int
    subject: int
    first: int
    tag: str
    infinitive: str | None


def clauses_in(reading: Reading) -> Iterator[Clause]:
    """Yield the clauses of a text in order; none of questions."""
    if "?" in reading.forms:
        return
    for verb, token in enumerate(reading.tokens):
        subjects = reading.labelled(verb, "nsubj", "nsubj:pass")
        first = min((verb, *reading.labelled(verb, "aux", "aux:pass", "cop")))
        tag = reading.tokens[first].xpos
        if len(subjects) == 1 and subjects[0] < first and tag in _FINITE:
            is_verb = token.upos == "VERB"
            base = infinitive(reading.lemmas[verb], token.text, token.xpos) if is_verb else None
            yield Clause(verb, subjects[0], first, tag, base)


def of_clauses(edits: Callable[[Reading, Clause], Iterator[Edits]]) -> Editor:
    """Return an operation that does something in each clause."""
    return lambda reading: (each for clause in clauses_in(reading) for each in edits(reading, clause))


def put(start: int, end: int, text: str | None) -> Iterator[Edits]:
    """Yield the replacement of some words, if there is a text for them."""
    if text:
        yield (Edit(start, end, text),)


def finite(reading: Reading, clause: Clause, lemma: str, tag: str) -> str | None:
    """Return a verb in a finite form that agrees with the subject of a clause."""
    subject = reading.tokens[clause.subject]
    is_many = subject.xpos in {"NNS", "NNPS"} or subject.text.lower() in _MANY
    is_many = is_many or bool(reading.labelled(clause.subject, "conj"))
    if lemma == "be":
        form = ("were", "was") if tag == "VBD" else ("are", "is")
        return form[not is_many] if subject.text != "I" else {"VBD": "was"}.get(tag, "am")
    return inflected(lemma, "VBD" if tag == "VBD" else "VBP" if is_many else "VBZ")


def tags(listed: str) -> Fact:
    """Return a fact: the words with one of these tags of the Penn Treebank, separated by blanks, as their tags."""
    wanted = frozenset(listed.split())
    return lambda reading: tuple(token.xpos for token in reading.tokens if token.xpos in wanted)


def count_of(found: Callable[[Reading], Sized]) -> Fact:
    """Return a fact: how many of something a text has."""
    return lambda reading: len(found(reading))


BARE_NOUN: Final = Words(
    upos="NOUN",
    label="nsubj nsubj:pass obj obl nmod obl:agent",
    has="det nmod:poss",
    lacks="amod nmod compound nummod acl acl:relcl",
)
"""Nouns beside whose articles and possessors a modifier may stand."""


@dataclass(frozen=True, slots=True)
class Planter:
    """How errors of a kind, or harmless changes, are planted.

    Attributes:
        plants: the operations that yield the changes that a text allows.
        fact: what the parser must read differently, or alike after a harmless change; None if it is enough that all
            other words are read as before.
    """

    plants: tuple[Editor, ...]
    fact: Fact | None = None


def planter(*plants: Editor, fact: Fact | None = None) -> Planter:
    """Return a planter with these operations."""
    return Planter(plants, fact)
