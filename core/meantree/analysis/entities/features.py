"""What the recogniser sees of words: numbers of hashed features, made at once for all words of many sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.entities.clusters import NONE, Clusters
from meantree.analysis.entities.gazetteer import name_marks, noun_class
from meantree.analysis.roles.hashing import Codes, codes, mixed
from meantree.analysis.tree import DependencyTree, Token

Features = NDArray[np.int64]
"""Shape (words, features): buckets, from 0."""
Places = NDArray[np.int64]
"""Of words in the row of all sentences."""

BUCKETS = 1 << 16
LEXICAL = 9
"""So many features are of the word's letters; training leaves them out now and then."""
PAD = 2
"""Words that there are not, between two sentences, so that neighbours never are those of another."""
EDGE = "<>"
AFFIXES = (2, 3, 4)
_RUNS = re.compile(r"(.)\1+")


@lru_cache(maxsize=1 << 16)
def shape(word: str) -> str:
    """Capitals as X, small letters as x, digits as 0, each row of the same cut to two."""
    kinds = "".join("X" if c.isupper() else "x" if c.isalpha() else "0" if c.isdigit() else c for c in word[:30])
    return _RUNS.sub(r"\1\1", kinds)


@lru_cache(maxsize=1 << 16)
def normal(word: str) -> str:
    """In lower case, digits as 0."""
    return re.sub(r"\d", "0", word.lower())


def letters(words: Sequence[str]) -> str:
    """How a sentence writes its words: in small letters, in capitals, each with a capital, or as usual."""
    alphabetic = [word for word in words if word[0].isalpha()]
    upper = sum(word[0].isupper() for word in alphabetic)
    if not upper:
        return "small"
    if all(word.isupper() for word in alphabetic):
        return "capitals"
    return "title" if upper > 0.7 * len(alphabetic) and len(alphabetic) > 3 else "usual"


class FeatureReader:
    """The features of analysed sentences, none of them empty, laid out in one row with :data:`PAD` blanks around each.

    Attributes:
        size: places of that row.
        own: the places of the words, in order.
    """

    def __init__(self, sentences: Sequence[tuple[Sequence[Token], DependencyTree]], clusters: Clusters) -> None:
        self._clusters = clusters
        self._sentences = sentences
        sizes = [len(tokens) for tokens, _ in sentences]
        firsts = np.cumsum([PAD, *(size + PAD for size in sizes[:-1])])
        self.size = int(firsts[-1]) + sizes[-1] + PAD
        self.own: Places = np.concatenate([np.arange(size) + at for size, at in zip(sizes, firsts, strict=True)])

    def features(self) -> Features:
        """Of all words in order."""
        rows = [*self._words(), *self._beside(), *self._above(), *self._row(), *self._alike()]
        return (np.stack([row[self.own] for row in rows], axis=1) % np.uint32(BUCKETS)).astype(np.int64)

    def _of_texts(self, texts: Sequence[str]) -> Codes:
        values = np.full(self.size, codes([EDGE])[0], dtype=np.uint32)
        values[self.own] = codes(texts)
        return values

    def _of_tokens(self, text: Callable[[Token], str]) -> Codes:
        return self._of_texts([text(token) for token in self._tokens])

    @cached_property
    def _tokens(self) -> list[Token]:
        return [token for tokens, _ in self._sentences for token in tokens]

    @cached_property
    def _normal(self) -> list[str]:
        return [normal(token.text) for token in self._tokens]

    @cached_property
    def _word(self) -> Codes:
        return self._of_texts(self._normal)

    @cached_property
    def _tag(self) -> Codes:
        return self._of_tokens(lambda token: token.xpos)

    @cached_property
    def _shape(self) -> Codes:
        return self._of_tokens(lambda token: shape(token.text))

    @cached_property
    def _class(self) -> Codes:
        return self._of_tokens(lambda token: noun_class(token.text.lower()))

    @cached_property
    def _mark(self) -> Codes:
        named = (name_marks([token.text for token in tokens]) for tokens, _ in self._sentences)
        return self._of_texts([mark for marks in named for mark in marks])

    @cached_property
    def _style(self) -> Codes:
        styles = (letters([token.text for token in tokens]) for tokens, _ in self._sentences)
        sizes = (len(tokens) for tokens, _ in self._sentences)
        return self._of_texts([one for style, size in zip(styles, sizes, strict=True) for one in [style] * size])

    @cached_property
    def _endings(self) -> list[Codes]:
        return [self._of_texts([word[-size:] for word in self._normal]) for size in AFFIXES]

    @cached_property
    def _heads(self) -> Places:
        """The place of what each word depends on, of roots and blanks a blank."""
        heads = np.arange(self.size)
        offsets = self.own - np.concatenate([np.arange(len(tokens)) for tokens, _ in self._sentences])
        own = np.array([head for _, tree in self._sentences for head in tree.heads])
        heads[self.own] = np.where(own < 0, 0, own + offsets)
        return heads

    @cached_property
    def _ends(self) -> tuple[Places, Places]:
        """The first and the last word of the row of proper nouns around each word; itself if it is none."""
        proper, places = np.zeros(self.size, dtype=bool), np.arange(self.size)
        proper[self.own] = [token.xpos.startswith("NNP") for token in self._tokens]
        begins, ends = ~(proper & np.roll(proper, 1)), ~(proper & np.roll(proper, -1))
        first = np.maximum.accumulate(np.where(begins, places, 0))
        last = np.minimum.accumulate(np.where(ends, places, self.size)[::-1])[::-1]
        return first, last

    def _words(self) -> list[Codes]:
        """Of the word itself; the first :data:`LEXICAL` know its letters."""
        word, tag, form, mark, noun = self._word, self._tag, self._shape, self._mark, self._class
        prefixes = [self._of_texts([one[:size] for one in self._normal]) for size in AFFIXES]
        rows = [mixed(1, word), mixed(2, word, form), mixed(3, word, tag)]
        rows += [mixed(4 + number, part) for number, part in enumerate((*prefixes, *self._endings))]
        rows += [mixed(10, tag), mixed(11, form), mixed(12, mark), mixed(13, noun), mixed(14, self._style, form)]
        rows += [mixed(15, self._style, tag), mixed(16, mark, form), mixed(17, mark, noun, form), mixed(18, tag, form)]
        return rows

    def _beside(self) -> list[Codes]:
        """Of the words beside it, with it or alone."""
        values = (self._word, self._tag, self._shape, self._mark, self._class)
        rows = []
        for number, step in enumerate((-2, -1, 1, 2)):
            word, tag, form, mark, noun = (np.roll(one, -step) for one in values)
            base = 30 + 20 * number
            rows += [mixed(base, word), mixed(base + 1, tag), mixed(base + 2, form), mixed(base + 3, noun)]
            if abs(step) == 1:
                ending = np.roll(self._endings[1], -step)
                rows += [mixed(base + 4, word, self._word), mixed(base + 5, tag, self._tag), mixed(base + 6, mark)]
                rows += [mixed(base + 7, form, self._shape), mixed(base + 8, word, self._shape)]
                rows += [mixed(base + 9, ending), mixed(base + 10, word, self._tag)]
        rows += [
            mixed(template, np.roll(one, 1), one, np.roll(one, -1))
            for template, one in ((110, self._shape), (111, self._tag))
        ]
        return rows

    def _above(self) -> list[Codes]:
        """Of what it depends on."""
        arcs = self._of_texts([label for _, tree in self._sentences for label in tree.labels])
        word, noun, tag = (values[self._heads] for values in (self._word, self._class, self._tag))
        rows = [mixed(120, arcs), mixed(121, arcs, word), mixed(122, arcs, noun), mixed(123, arcs, tag)]
        return [*rows, mixed(124, arcs, self._shape)]

    def _row(self) -> list[Codes]:
        """Of the row of proper nouns that it is in: its ends, what stands around it, and how long it is."""
        (first, last), places = self._ends, np.arange(self.size)
        before, after = self._around
        size = np.minimum(last - first, 6).astype(np.uint32)
        place = ((places == first) * 2 + (places == last)).astype(np.uint32)
        word, noun, tag, heads = self._word, self._class, self._tag, self._heads[last]
        rows = [mixed(130, word[last], tag), mixed(131, word[first], tag), mixed(132, size, place, tag)]
        rows += [mixed(133, word[before], tag), mixed(134, word[after], tag), mixed(135, noun[last], place)]
        rows += [mixed(136, self._endings[1][last], tag), mixed(137, noun[before], tag), mixed(138, noun[after], tag)]
        rows += [mixed(139, self._mark[first], self._mark[last], tag), mixed(140, word[before], size, tag)]
        return [*rows, mixed(141, word[after], size, tag), mixed(142, word[heads], tag), mixed(143, noun[heads], tag)]

    @property
    def _around(self) -> tuple[Places, Places]:
        """The places before and after the row of proper nouns."""
        first, last = self._ends
        return np.maximum(first - 1, 0), np.minimum(last + 1, self.size - 1)

    def _alike(self) -> list[Codes]:
        """Of the words that are used like it and those around it."""
        found = [self._clusters.get(word, NONE) for word in self._normal]
        coarse, fine = (self._of_texts([str(pair[number]) for pair in found]) for number in (0, 1))
        (first, last), (before, after), tag = self._ends, self._around, self._tag
        rows = [mixed(150, coarse), mixed(151, fine), mixed(152, fine, self._shape)]
        rows += [mixed(153 + number, np.roll(fine, -step)) for number, step in enumerate((-2, -1, 1, 2))]
        rows += [mixed(157, np.roll(coarse, 1), coarse), mixed(158, coarse, np.roll(coarse, -1))]
        around = [fine[places] for places in (first, last, before, after, self._heads)]
        return [*rows, *(mixed(159 + number, one, tag) for number, one in enumerate(around))]
