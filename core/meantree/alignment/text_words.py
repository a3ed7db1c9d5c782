"""The words of one text as the aligner sees them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.entities.entity import Entity, entities_of
from meantree.analysis.sentences import Analysis
from meantree.lexicon.wordnet import POS_OF_UPOS, PartOfSpeech

K = TypeVar("K", bound=Hashable)
CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "INTJ", "X", "SYM", ""})
"""Parts of speech of content words, which lexicons cover; others are function words and punctuation."""
WORD_CLASSES = ("content", "function", "punctuation")
"""Classes of words."""


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """One word apart from its text; made by :func:`word_of`, and compared as an object, which is fast.

    Attributes:
        form, lemma: case-folded; the lemma is the form if none is known.
        upos: the universal part of speech, empty if unknown.
        word_class: an index into :data:`WORD_CLASSES`: a word without letters or digits is punctuation.
    """

    text: str
    form: str
    lemma: str
    upos: str
    word_class: int

    @property
    def is_punctuation(self) -> bool:
        """Whether it has neither letters nor digits."""
        return self.word_class == 2

    @property
    def is_content(self) -> bool:
        """Whether it is a content word."""
        return self.word_class == 0

    @property
    def wordnet_pos(self) -> tuple[PartOfSpeech | None, ...]:
        """The parts of speech to look up in WordNet: its own, any (None) if unknown, none for function words."""
        if not self.is_content and self.upos != "AUX":
            return ()
        return (POS_OF_UPOS.get(self.upos),) if self.upos in POS_OF_UPOS or not self.upos else ()


@lru_cache(maxsize=1 << 16)
def word_of(text: str, lemma: str, upos: str) -> Word:
    """Return the word with these properties, always the same object."""
    form = text.casefold()
    word_class = 2 if not any(map(str.isalnum, text)) else 0 if upos in CONTENT else 1
    return Word(text, form, lemma.casefold() or form, upos, word_class)


@dataclass(frozen=True)
class TextWords:
    """The words of a text with its structure; positions are 0-based over the whole text.

    Attributes:
        heads, labels: of each word, by the analyser's own trees; the root of a sentence has head -1.
        entities: in order; empty if they were not analysed.
        meanings: contextual vectors of the words, (words, width), each of length 1; None unless the encoder read the
            text.
    """

    words: tuple[Word, ...]
    heads: tuple[int, ...]
    labels: tuple[str, ...]
    entities: tuple[Entity, ...]
    meanings: NDArray[np.float32] | None = None

    @cached_property
    def positions(self) -> Mapping[str, list[int]]:
        """The positions of each form and lemma."""
        return positions_by({word.form, word.lemma} for word in self.words)

    def __len__(self) -> int:
        return len(self.words)


def text_words(analysis: Analysis) -> TextWords:
    """Return the words of an analysed text."""
    tree = analysis.tree()
    words = tuple(word_of(token.text, token.lemma, token.upos) for token in analysis.tokens)
    return TextWords(words, tree.heads, tree.labels, entities_of(analysis), meanings(analysis))


def distinct_words(text: TextWords) -> tuple[TextWords, list[int]]:
    """Return the words of a text once each, without structure, and for each word of the text its place among them."""
    places: dict[Word, int] = {}
    of_words = [places.setdefault(word, len(places)) for word in text.words]
    return TextWords(tuple(places), (), (), ()), of_words


def meanings(analysis: Analysis) -> NDArray[np.float32] | None:
    """Return the contextual vectors of a text's words, (words, width); None unless the encoder read it."""
    if not analysis.encoded or not analysis.sentences:
        return None
    encoder = load_encoder()
    return np.concatenate([encoder.meanings(part) for part in encoded_parts(encoder, analysis)])


def encoded_parts(encoder: Encoder, analysis: Analysis) -> Iterator[list[str]]:
    """Yield the words of a text in the parts that the encoder reads at once."""
    for sentence in analysis.sentences:
        words = [token.text for token in sentence.tokens]
        yield from (words[start:end] for start, end in encoder.parts(words))


def positions_by(keys: Iterable[Iterable[K]]) -> Mapping[K, list[int]]:
    """Return for each key the positions of the words that have it."""
    positions: dict[K, list[int]] = {}
    for position, own_keys in enumerate(keys):
        for key in own_keys:
            positions.setdefault(key, []).append(position)
    return positions
