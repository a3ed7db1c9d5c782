"""Several words that stand for one: multiword expressions, particle verbs and light verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from meantree.alignment.relations.lexical_relation import Proposal
from meantree.alignment.relations.word_forms import derived, lemmas
from meantree.alignment.relations.word_meanings import synsets
from meantree.alignment.text_words import TextWords, Word
from meantree.lexicon.wordnet import wordnet

LONGEST = 4
"""Words of a multiword expression."""
LIGHT = frozenset({"make", "take", "give", "have", "do", "get", "hold", "reach", "pay", "put", "carry", "conduct"})
"""Verbs that may leave the meaning to their object."""
OBJECTS = frozenset({"obj", "dobj", "nmod", "obl"})

Found = tuple[tuple[int, ...], frozenset[object]]
"""The places of an expression, and the keys of words that mean the same."""


@dataclass(frozen=True, slots=True)
class Expression:
    """Expressions of one text with words, or other expressions, of the other that mean the same.

    Attributes:
        name: of the relation.
        expressions: those of a text.
        keys: of a single word.
        strength: of every pair.
    """

    name: str
    expressions: Callable[[TextWords], Iterator[Found]]
    keys: Callable[[Word], frozenset[object]]
    strength: float

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Each word of an expression with the one word, or with each word of the other expression."""
        mine, theirs = list(self.expressions(hyp)), list(self.expressions(ref))
        for places, keys in mine:
            for two in [*self._single(ref, keys), *_several(theirs, keys)]:
                yield from ((one, two, self.strength) for one in places)
        for places, keys in theirs:
            for one in self._single(hyp, keys):
                yield from ((one, two, self.strength) for two in places)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Nothing of two words alone."""
        return f"“{hyp.form}” and “{ref.form}” are parts of what means the same"

    def _single(self, text: TextWords, keys: frozenset[object]) -> Iterator[int]:
        return (place for place, word in enumerate(text.words) if not keys.isdisjoint(self.keys(word)))


def _several(expressions: list[Found], keys: frozenset[object]) -> Iterator[int]:
    for places, other in expressions:
        if not keys.isdisjoint(other):
            yield from places


def _senses(word: Word) -> frozenset[object]:
    return frozenset(synsets(word))


def _multiwords(text: TextWords) -> Iterator[Found]:
    """Runs of words that WordNet knows as one."""
    words, begins = text.words, wordnet().first_words
    for start, word in enumerate(words):
        if word.form in begins or word.lemma in begins:
            for end in range(start + 2, min(start + LONGEST, len(words)) + 1):
                found = _known(words[start:end])
                if found:
                    yield tuple(range(start, end)), found


@lru_cache(maxsize=1 << 15)
def _known(words: tuple[Word, ...]) -> frozenset[object]:
    """The synsets of several words as one entry; the first or the last may be inflected."""
    forms = [word.form for word in words]
    tried = {"_".join(forms), "_".join([words[0].lemma, *forms[1:]]), "_".join([*forms[:-1], words[-1].lemma])}
    return frozenset(wordnet().synset(sense) for name in tried for sense in wordnet().senses(name))


def _particle_verbs(text: TextWords) -> Iterator[Found]:
    """Verbs with their particle, wherever it stands."""
    for place, (head, label) in enumerate(zip(text.heads, text.labels, strict=True)):
        if head >= 0 and label in ("compound:prt", "prt"):
            name = f"{text.words[head].lemma}_{text.words[place].form}"
            found = wordnet().synsets(name, "v")
            if found:
                yield (head, place), frozenset(found)


def _light_verbs(text: TextWords) -> Iterator[Found]:
    """Light verbs with the object that has their meaning: the verbs that it is derived from."""
    for place, (head, label) in enumerate(zip(text.heads, text.labels, strict=True)):
        if head >= 0 and label in OBJECTS and text.words[head].lemma in LIGHT:
            found = derived(text.words[place])
            if found:
                yield (head, place), frozenset(found)


def _verb(word: Word) -> frozenset[object]:
    return frozenset(lemmas(word)) if word.upos in ("VERB", "") else frozenset()


MULTIWORD = Expression("multiword", _multiwords, _senses, 0.8)
PARTICLE_VERB = Expression("particle verb", _particle_verbs, _senses, 0.85)
LIGHT_VERB = Expression("light verb", _light_verbs, _verb, 0.8)
