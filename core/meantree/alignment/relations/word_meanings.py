"""Words related by meaning: synonyms, antonyms, hypernyms and similar senses (WordNet), paraphrases, word vectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Literal

import numpy as np

from meantree.alignment.relations.lexical_relation import KnownPartner, Proposal, SharedKey, pairs_with_shared_key
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, Word
from meantree.lexicon.ppdb import paraphrases_of
from meantree.lexicon.word_lists import both_ways
from meantree.lexicon.wordnet import information_content, wordnet

OPPOSITES = (
    "never/always never/ever never/forever never/often rarely/often seldom/often more/less more/fewer most/least "
    "most/fewest before/after beforehand/afterwards previously/subsequently earlier/later above/below over/under "
    "inside/outside with/without up/down upward/downward upwards/downwards forward/backward forwards/backwards yes/no "
    "all/none everything/nothing everybody/nobody everyone/nobody"
)
"""Opposites that WordNet lacks, mostly adverbs and prepositions."""
SENSES = 5
"""Only so many senses of a word, the most frequent ones, are compared."""
STEPS = 5
"""A hypernym is at most so many steps above a hyponym."""
NEAREST = 0.9
"""Largest strength of words with similar senses; a shared sense is worth more."""
INFORMATIVE = 3.0
"""Smallest information content in nats of a synset above two words: everything is an entity."""
SIMILAR_VECTORS = 0.5
"""Smallest cosine of the vectors of similar words."""


def _opposites_table() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for pair in OPPOSITES.split():
        first, second = pair.split("/")
        table[first] = table.get(first, frozenset()) | {second}
        table[second] = table.get(second, frozenset()) | {first}
    return table


_OPPOSITES = _opposites_table()


def opposites_of(word: Word) -> frozenset[str]:
    """Return the forms with the opposite meaning, of those that WordNet lacks."""
    return _OPPOSITES.get(word.form, frozenset())


@lru_cache(maxsize=1 << 15)
def synsets(word: Word) -> tuple[int, ...]:
    """Return all senses of a word in its part of speech."""
    return tuple(dict.fromkeys(synset for pos in word.wordnet_pos for synset in wordnet().synsets(word.lemma, pos)))


@lru_cache(maxsize=1 << 15)
def _similar_senses(word: Word) -> frozenset[int]:
    """Return the senses of a word, and for adjectives the senses similar to them."""
    lexicon = wordnet()
    return frozenset(similar for synset in synsets(word) for similar in (synset, *lexicon.similar(synset)))


@lru_cache(maxsize=1 << 15)
def antonyms_of(word: Word) -> frozenset[str]:
    """Return the lemmas with a meaning opposite to one of the word's senses."""
    lexicon = wordnet()
    senses = (sense for pos in word.wordnet_pos for sense in lexicon.senses(word.lemma, pos))
    return opposites_of(word) | {lexicon.lemma(one).lower() for sense in senses for one in lexicon.antonyms(sense)}


@lru_cache(maxsize=1 << 15)
def all_opposites_of(word: Word) -> frozenset[str]:
    """Return the antonyms of a word, and what the lists of findings oppose to it."""
    lists = map(both_ways, ("phenomena/opposites", "phenomena/reversed_relations"))
    return antonyms_of(word).union(*(one.get(word.lemma, ()) for one in lists))


@lru_cache(maxsize=1 << 14)
def _hypernyms(synset: int) -> dict[int, int]:
    """Return the informative synsets above one with the steps to them, the synset itself at 0."""
    content = information_content()
    return {up: steps for up, steps in wordnet().above(synset).items() if not steps or content[up] >= INFORMATIVE}


@lru_cache(maxsize=1 << 15)
def _hypernyms_of_word(word: Word) -> dict[int, int]:
    """Return the synsets above the word's most frequent senses with the fewest steps to them."""
    fewest: dict[int, int] = {}
    for synset in synsets(word)[:SENSES]:
        for up, steps in _hypernyms(synset).items():
            fewest[up] = min(steps, fewest.get(up, steps))
    return fewest


@lru_cache(maxsize=1 << 15)
def _least_content_below(word: Word) -> dict[int, float]:
    """Return for each synset above the word's most frequent senses the smallest information content of these senses."""
    content = information_content()
    least: dict[int, float] = {}
    for synset in synsets(word)[:SENSES]:
        own = float(content[synset])
        for up in _hypernyms(synset):
            least[up] = min(own, least.get(up, own))
    return least


@dataclass(frozen=True, slots=True)
class KindOf:
    """A word of one text is a hyponym of a word of the other.

    Attributes:
        name: ``hypernym`` if the hypothesis has the more specific word, ``hyponym`` if it has the more general one.
    """

    name: Literal["hypernym", "hyponym"]
    of_words: ClassVar[bool] = True

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield pairs up to some steps from each other; the strength falls with the steps."""
        special, general = (hyp, ref) if self.name == "hypernym" else (ref, hyp)
        positions: dict[int, list[int]] = {}
        for position, word in enumerate(general.words):
            for synset in synsets(word)[:SENSES]:
                positions.setdefault(synset, []).append(position)
        for index, word in enumerate(special.words):
            for up, steps in _hypernyms_of_word(word).items():
                if 0 < steps <= STEPS:
                    for other in positions.get(up, ()):
                        strength = 0.9 - 0.1 * steps
                        yield (index, other, strength) if special is hyp else (other, index, strength)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Explain which word is a kind of which, and how many steps lie between them."""
        special, general = (hyp, ref) if self.name == "hypernym" else (ref, hyp)
        hypernyms = _hypernyms_of_word(special)
        steps = min(hypernyms[synset] for synset in synsets(general)[:SENSES] if hypernyms.get(synset))
        return f"“{special.lemma}” is a kind of “{general.lemma}”, {steps} step{'s' * (steps > 1)} up"


@dataclass(frozen=True, slots=True)
class SimilarSenses:
    """Words whose senses have a common hypernym.

    Attributes:
        name: ``path``: 1/(1 + steps from one to the other); ``lin``: the information content of the hypernym as a
            share of that of both senses (Lin 1998).
    """

    name: Literal["path", "lin"]
    of_words: ClassVar[bool] = True

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield all pairs with an informative common hypernym."""
        for hyp_index, ref_index, up in pairs_with_shared_key(hyp, ref, _hypernyms_of_word):
            yield hyp_index, ref_index, min(NEAREST, self._strength(hyp.words[hyp_index], ref.words[ref_index], up))

    def _strength(self, hyp: Word, ref: Word, up: int) -> float:
        if self.name == "path":
            return 1.0 / (1 + _hypernyms_of_word(hyp)[up] + _hypernyms_of_word(ref)[up])
        both = _least_content_below(hyp)[up] + _least_content_below(ref)[up]
        return min(1.0, 2 * float(information_content()[up]) / both) if both else 0.0

    def detail(self, hyp: Word, ref: Word) -> str:
        """Name the best common hypernym."""
        lexicon = wordnet()
        common = _hypernyms_of_word(hyp).keys() & _hypernyms_of_word(ref).keys()
        best = max(sorted(common), key=lambda up: self._strength(hyp, ref, up))
        return f"both are a kind of “{lexicon.lemma(lexicon.members(best)[0]).replace('_', ' ')}”"


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Content words with similar vectors.

    Attributes:
        vectors: the vectors of words, of length 1.
    """

    vectors: Vectors
    name: ClassVar[str] = "vectors"
    of_words: ClassVar[bool] = True

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Yield pairs with the cosine of their vectors."""
        if not len(hyp) or not len(ref):
            return
        hyp_vectors, ref_vectors = (self.vectors([word.form for word in text.words]) for text in (hyp, ref))
        cosines = hyp_vectors @ ref_vectors.T
        for hyp_index, ref_index in zip(*map(np.ndarray.tolist, np.nonzero(cosines >= SIMILAR_VECTORS)), strict=True):
            if hyp.words[hyp_index].is_content and ref.words[ref_index].is_content:
                yield hyp_index, ref_index, min(1.0, float(cosines[hyp_index, ref_index]))

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the strength is the cosine
        """Return the same explanation for all pairs."""
        return "similar vectors"


@lru_cache(maxsize=1 << 15)
def _paraphrases(word: Word) -> frozenset[str]:
    return frozenset() if word.is_punctuation else paraphrases_of(word.form) | paraphrases_of(word.lemma)


SYNONYM = SharedKey("synonym", _similar_senses, 0.9, lambda hyp, ref: f"“{hyp.lemma}” and “{ref.lemma}” share a sense")
ANTONYM = KnownPartner("antonym", antonyms_of, 0.4, lambda hyp, ref: f"“{hyp.lemma}” is the opposite of “{ref.lemma}”")
PPDB = KnownPartner("ppdb", _paraphrases, 0.8, lambda hyp, ref: f"“{hyp.form}” and “{ref.form}” are paraphrases")
HYPERNYM, HYPONYM = KindOf("hypernym"), KindOf("hyponym")
PATH, LIN = SimilarSenses("path"), SimilarSenses("lin")
