"""Errors in what nouns, names and numbers say that are more than another word of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from meantree.lexicon.articles import article
from meantree.lexicon.exclusive_words import others_of
from meantree.lexicon.word_lists import partners, rows
from meantree.phenomena.clauses import labelled
from meantree.phenomena.planting.edits import Edit, Edits, Span, phrase
from meantree.phenomena.planting.inflection import inflected
from meantree.phenomena.reading import Reading

_LAST_DIGIT: Final = re.compile(r"[1-9](?=[^1-9]*$)")
_SUBJECTS: Final = ("nsubj", "nsubj:pass")


def other_number(reading: Reading, word: int) -> Iterator[str]:
    """Yield digits with another value: a possible day or hour if they may be one, else as long a number."""
    text = reading.tokens[word].text
    if text.isdecimal() and len(text) < 3 and 1 < int(text) < 32:
        yield str(int(text) + (3 if int(text) <= 12 else -3)).zfill(len(text))
    elif not text.isdecimal() or len(text) > 1:
        changed = _LAST_DIGIT.sub(lambda digit: str(int(digit[0]) + (2 if int(digit[0]) < 3 else -2)), text)
        yield from (changed,) if changed != text else ()


def other_name(reading: Reading, word: int) -> Iterator[str]:
    """Yield names of the same kind for the last word of a name, one of them for each length of text."""
    for entity in reading.entities:
        if entity.end - 1 == word:
            names = partners("planting/names").get(entity.kind, ())
            yield from names[len(reading) % len(names) :][:1] if names else ()


def other_class(reading: Reading, word: int) -> Iterator[str]:
    """Yield another colour or nationality."""
    text = reading.tokens[word].text
    others = others_of(text)
    if others:
        other = others[len(reading) % len(others)]
        yield other if text.islower() else other.capitalize()


def lower_degree(reading: Reading, word: int) -> Iterator[str]:
    """Yield "less" or "least" and an adjective for its comparative or superlative."""
    lemma, is_most = reading.lemmas[word], reading.tokens[word].xpos.endswith("S")
    if lemma != reading.tokens[word].text.lower():
        yield f"{'least' if is_most else 'less'} {lemma}"


def other_grammatical_number(reading: Reading, word: int) -> Iterator[str]:
    """Yield a noun without another determiner than "the" in the plural for the singular, and the reverse."""
    form, determiners = inflected(reading.lemmas[word], "NNS"), labelled(reading, word, "det")
    if form and form != reading.lemmas[word] and {reading.lemmas[each] for each in determiners} <= {"the"}:
        yield form if reading.tokens[word].xpos == "NN" else reading.lemmas[word]


def other_article(reading: Reading, word: int) -> Iterator[str]:
    """Yield the indefinite article that does not go with the next word."""
    text = reading.tokens[word].text.lower()
    if text in {"a", "an"}:
        yield "an" if article(reading.tokens[word + 1].text) == "a" else "a"


def arguments(reading: Reading) -> Iterator[tuple[Span, Span]]:
    """Yield the phrases of subject and object, or of subject and agent, of a verb that shows no number of them."""
    for verb, upos in enumerate(reading.upos):
        subjects, others = labelled(reading, verb, *_SUBJECTS), labelled(reading, verb, "obj", "obl:agent")
        if upos != "VERB" or len(subjects) != 1 or len(others) != 1:
            continue
        first, second = phrase(reading, subjects[0]), phrase(reading, others[0])
        are_around = first and second and first[1] <= verb < second[0]
        if first and second and are_around and _are_alike(reading, subjects[0], others[0]):
            yield first, (second[0] + (reading.labels[others[0]] == "obl:agent"), second[1])


def _are_alike(reading: Reading, word: int, other: int) -> bool:
    """Return whether two words are pronouns of persons, names or nouns of the same number."""
    kinds = {reading.upos[word], reading.upos[other]} <= {"NOUN", "PROPN", "PRON"}
    tags = [reading.tokens[each].xpos for each in (word, other)]
    return kinds and (tags[0][-1] == "S") == (tags[1][-1] == "S") and not any(tag.startswith("W") for tag in tags)


def counts(reading: Reading) -> Iterator[tuple[Span, Span]]:
    """Yield pairs of numbers that count different things."""
    found = [word for word, label in enumerate(reading.labels) if label == "nummod" and reading.upos[word] == "NUM"]
    for one, other in combinations(found, 2):
        if reading.lemmas[reading.heads[one]] != reading.lemmas[reading.heads[other]]:
            yield (one, one + 1), (other, other + 1)


def lose_conjunct(reading: Reading) -> Iterator[Edits]:
    """Yield enumerations without the last of two parts, or without one that no conjunction precedes."""
    for word, label in enumerate(reading.labels):
        span = phrase(reading, word)
        if label != "conj" or span is None or reading.upos[word] == "VERB":
            continue
        has_conjunction = bool(labelled(reading, word, "cc"))
        is_only = len(labelled(reading, reading.heads[word], "conj")) == 1
        if has_conjunction == is_only:
            yield (Edit(*span, ""),)


def add_event(reading: Reading) -> Iterator[Edits]:
    """Yield a sentence that ends in a full stop with a clause added, one of them for each length of text."""
    texts = [row[0] for row in rows("planting/events")]
    if reading.tokens[-1].text == "." and len(reading.roots) == 1:
        end = len(reading) - 1
        yield (Edit(end, end, texts[end % len(texts)]),)


def other_pronoun(reading: Reading, word: int) -> Iterator[str]:
    """Yield a pronoun of another person, gender or number in the same case."""
    own = reading.tokens[word].text.lower(), reading.tokens[word].xpos
    yield from (other for form, tag, other in rows("planting/pronouns") if (form, tag) == own)
