"""Several words that stand for one: multiword expressions, particle verbs and light verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from meantree.alignment.relations.lexical_relation import Proposal
from meantree.alignment.relations.word_forms import derived, lemmas
from meantree.alignment.relations.word_meanings import synsets
from meantree.alignment.text_words import TextWords, Word
from meantree.lexicon.wordnet import wordnet

LONGEST = 4
"""Most words of a multiword expression."""
LIGHT = frozenset({"make", "take", "give", "have", "do", "get", "hold", "reach", "pay", "put", "carry", "conduct"})
"""Light verbs: their object carries the meaning."""
OBJECTS = frozenset({"obj", "dobj", "nmod", "obl"})

Occurrence = tuple[tuple[int, ...], frozenset[object]]
"""The positions of an expression in a text, and the keys of words with the same meaning."""


@dataclass(frozen=True, slots=True)
class ExpressionRelation:
    """Expressions related to words, or other expressions, with the same meaning.

    Attributes:
        expressions: yields the expressions of a text.
        keys: returns the keys of a single word.
    """

    name: str
    expressions: Callable[[TextWords], Iterator[Occurrence]]
    keys: Callable[[Word], Iterable[object]]
    strength: float
    of_words: ClassVar[bool] = False

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield each word of an expression with the single word, or each word of an expression, of the same meaning."""
        in_hyp, in_ref = list(self.expressions(hyp)), list(self.expressions(ref))
        for positions, keys in in_hyp:
            for ref_index in [*self._single_words(ref, keys), *_words_of_expressions(in_ref, keys)]:
                yield from ((hyp_index, ref_index, self.strength) for hyp_index in positions)
        for positions, keys in in_ref:
            for hyp_index in self._single_words(hyp, keys):
                yield from ((hyp_index, ref_index, self.strength) for ref_index in positions)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Return the same explanation for all pairs: the expressions are unknown here."""
        return f"“{hyp.form}” and “{ref.form}” belong to expressions with the same meaning"

    def _single_words(self, text: TextWords, keys: frozenset[object]) -> Iterator[int]:
        return (position for position, word in enumerate(text.words) if not keys.isdisjoint(self.keys(word)))


def _words_of_expressions(expressions: list[Occurrence], keys: frozenset[object]) -> Iterator[int]:
    for positions, other in expressions:
        if not keys.isdisjoint(other):
            yield from positions


def _multiwords(text: TextWords) -> Iterator[Occurrence]:
    """Yield runs of words that WordNet has as one entry."""
    words, first_words = text.words, wordnet().first_words
    for start, word in enumerate(words):
        if word.form in first_words or word.lemma in first_words:
            for end in range(start + 2, min(start + LONGEST, len(words)) + 1):
                if senses := _senses_of_expression(words[start:end]):
                    yield tuple(range(start, end)), senses


@lru_cache(maxsize=1 << 13)
def _senses_of_expression(words: tuple[Word, ...]) -> frozenset[object]:
    """Return the synsets of several words as one entry; the first or the last may be inflected."""
    forms = [word.form for word in words]
    names = {"_".join(forms), "_".join([words[0].lemma, *forms[1:]]), "_".join([*forms[:-1], words[-1].lemma])}
    return frozenset(wordnet().synset(sense) for name in names for sense in wordnet().senses(name))


def _particle_verbs(text: TextWords) -> Iterator[Occurrence]:
    """Yield verbs with their particle, adjacent or not."""
    for position, (head, label) in enumerate(zip(text.heads, text.labels, strict=True)):
        if head >= 0 and label in ("compound:prt", "prt"):
            name = f"{text.words[head].lemma}_{text.words[position].form}"
            if senses := wordnet().synsets(name, "v"):
                yield (head, position), frozenset(senses)


def _light_verbs(text: TextWords) -> Iterator[Occurrence]:
    """Yield light verbs with their object; they mean the verbs that the object is derived from."""
    for position, (head, label) in enumerate(zip(text.heads, text.labels, strict=True)):
        is_light = head >= 0 and label in OBJECTS and text.words[head].lemma in LIGHT
        if is_light and (verbs := derived(text.words[position])):
            yield (head, position), frozenset(verbs)


def _verb_lemmas(word: Word) -> tuple[str, ...]:
    return lemmas(word) if word.upos in ("VERB", "") else ()


MULTIWORD = ExpressionRelation("multiword", _multiwords, synsets, 0.8)
PARTICLE_VERB = ExpressionRelation("particle verb", _particle_verbs, synsets, 0.85)
LIGHT_VERB = ExpressionRelation("light verb", _light_verbs, _verb_lemmas, 0.8)
