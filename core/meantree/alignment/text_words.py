"""The words of one text as an aligner looks at them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.lexicon.wordnet import POS_OF_UPOS, PartOfSpeech

K = TypeVar("K", bound=Hashable)
CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "INTJ", "X", "SYM", ""})
"""The parts of speech of words that are looked up in lexicons; others are function words and punctuation."""
SORTS = ("content", "function", "punctuation")
"""Sorts of words."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """One word apart from its text; made by :func:`word_of`, and told from others as an object, which is fast.

    Attributes:
        text: as it is written.
        form, lemma: folded; the form where there is no lemma.
        upos: the universal part of speech, empty where nobody told it.
        sort: a place in :data:`SORTS`: a word without letters or digits is punctuation.
    """

    text: str
    form: str
    lemma: str
    upos: str
    sort: int

    @property
    def is_punctuation(self) -> bool:
        """Whether no letter or digit is in it."""
        return self.sort == 2

    @property
    def is_content(self) -> bool:
        """Whether it has a meaning of its own."""
        return self.sort == 0

    @property
    def parts(self) -> tuple[PartOfSpeech | None, ...]:
        """The parts of speech by which WordNet is asked for it: its own, any (None) if that is unknown, or none."""
        if not self.is_content and self.upos != "AUX":
            return ()
        return (POS_OF_UPOS.get(self.upos),) if self.upos in POS_OF_UPOS or not self.upos else ()


@lru_cache(maxsize=1 << 16)
def word_of(text: str, lemma: str, upos: str) -> Word:
    """A word; asked for again, the same object."""
    form = text.casefold()
    sort = 2 if not any(map(str.isalnum, text)) else 0 if upos in CONTENT else 1
    return Word(text, form, lemma.casefold() or form, upos, sort)


@dataclass(frozen=True, slots=True)
class TextWords:
    """The words of a text with what holds between them; places count from 0 over the whole text.

    Attributes:
        words: in order.
        heads, labels: of each word, by the analyser's own trees; the root of a sentence has head -1.
        entities: in order; empty where nothing looked for them.
        meanings: vectors of the words in their context, (words, width), each of length 1; None where the encoder did
            not read the text.
        places: of each form and lemma.
    """

    words: tuple[Word, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]
    entities: tuple[Entity, ...]
    meanings: NDArray[np.float32] | None = None
    places: Mapping[str, list[int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "places", places_by({word.form, word.lemma} for word in self.words))

    def __len__(self) -> int:
        return len(self.words)


def text_words(analysis: Analysis) -> TextWords:
    """The words of an analysed text."""
    tree = analysis.tree()
    words = tuple(word_of(token.text, token.lemma, token.upos) for token in analysis.tokens)
    return TextWords(words, tree.heads, tree.labels, entities_of(analysis), meanings(analysis))


def meanings(analysis: Analysis) -> NDArray[np.float32] | None:
    """The vectors of a text's words in their contexts, (words, width); None where the encoder did not read it."""
    if not analysis.encoded or not analysis.sentences:
        return None
    encoder = load_encoder()
    sentences = [[token.text for token in sentence.tokens] for sentence in analysis.sentences]
    parts = (words[start:end] for words in sentences for start, end in encoder.parts(words))
    return np.concatenate([encoder.meanings(part) for part in parts])


def places_by(keys: Iterable[Iterable[K]]) -> Mapping[K, list[int]]:
    """For each key the places of the words that have it."""
    found: dict[K, list[int]] = {}
    for place, own in enumerate(keys):
        for key in own:
            found.setdefault(key, []).append(place)
    return found
