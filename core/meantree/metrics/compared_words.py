"""The words that metrics of plain texts compare, the analyser's tokens under them, and lengths of texts."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice
from typing import Final, Literal, Protocol

from meantree.analysis.sentences import Analysis
from meantree.corpus.corpus import Corpus, Segment
from meantree.metrics.evidence import Place


def letters(text: str) -> str:
    """The text without white space: what every segmentation of it has in common."""
    return "".join(text.split())


class TokenMap:
    """Maps ranges over the letters (non-blank characters) of a text to token indices of its analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self._token_at: list[int] = []
        for index, token in enumerate(analysis.tokens):
            self._token_at += [index] * len(letters(token.text))
        if len(self._token_at) != len(letters(analysis.text)):
            self._token_at = []  # the analyser changed letters, so nothing can be said

    def place(self, start: int, end: int) -> Place | None:
        """The tokens under letters ``start`` to ``end`` (exclusive); None where the text could not be mapped."""
        tokens = tuple(dict.fromkeys(self._token_at[start:end]))
        return Place(tokens) if tokens else None

    def spans(self, words: Sequence[str]) -> list[tuple[int, int]] | None:
        """Letter ranges of consecutive ``words`` of another segmentation; None if they are other letters."""
        starts = [0]
        for word in words:
            starts.append(starts[-1] + len(letters(word)))
        if starts[-1] != len(self._token_at):
            return None
        return list(itertools.pairwise(starts))


Case = Literal["fold", "keep"]


def folded(word: str, case: Case) -> str:
    """The word as compared: case-folded, or as written with ``case=keep``."""
    return word.casefold() if case == "fold" else word


Tokenize = Literal["13a", "intl", "char", "none", "zh"]
"""sacrebleu's tokenizers: ``13a`` is that of mteval, ``none`` cuts at blanks."""


class _Tokenizer(Protocol):
    def __call__(self, line: str) -> str: ...


@cache
def _tokenizer(name: Tokenize) -> _Tokenizer:
    from sacrebleu.metrics.bleu import BLEU  # late: it takes longer to load than the window to begin

    tokenizer: _Tokenizer = BLEU(tokenize=name).tokenizer
    return tokenizer


@lru_cache(maxsize=4096)
def words_of(text: str, tokenize: Tokenize, case: Case) -> tuple[str, ...]:
    """The words of a text as they are compared."""
    words = _tokenizer(tokenize)(text).split()
    return tuple(word.casefold() for word in words) if case == "fold" else tuple(words)


def word_places(analysis: Analysis, words: Sequence[str]) -> list[tuple[Place, ...]]:
    """For each word the place of the analyser's tokens under it; empty where the two cannot be mapped."""
    tokens = TokenMap(analysis)
    spans = tokens.spans(words)
    if spans is None:
        return [()] * len(words)
    places = [tokens.place(start, end) for start, end in spans]
    return [(place,) if place is not None else () for place in places]


LengthSide = Literal["source", "hypothesis", "reference"]
LengthUnit = Literal["words", "characters"]
LOOKED_AT: Final = 200
"""So many texts tell in which script a side is written."""
# Thai to Tibetan, Burmese, Khmer; kana and Han with their punctuation and wide forms, as sacrebleu's tokenizer zh has.
_UNSPACED = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff9f\U00020000-\U000323af]"
)


def length_of(text: str) -> int:
    """Words as BLEU's tokenizer 13a cuts them, punctuation apart; of scripts without blanks between words, characters.

    A character counts with the vowels and tones that are written on it, as in Thai.
    """
    return len(words_of(_UNSPACED.sub(_apart, text), "13a", "keep"))


def length_unit(texts: Iterable[str]) -> LengthUnit:
    """What is mostly counted in these texts; the first :data:`LOOKED_AT` are looked at."""
    found = list(islice((text for text in texts if text.strip()), LOOKED_AT))
    characters = sum(sum(1 for one in _UNSPACED.findall(text) if _stands_alone(one)) for text in found)
    return "characters" if 2 * characters > sum(map(length_of, found)) else "words"


def unit_of_side(corpus: Corpus, side: LengthSide) -> LengthUnit:
    """What the lengths of one side of a corpus are counted in."""
    return length_unit(text for segment in corpus.segments for text in _texts(segment, side))


def _texts(segment: Segment, side: LengthSide) -> Iterator[str]:
    if side == "source":
        yield segment.source or ""
    else:
        versions = segment.references if side == "reference" else segment.hypotheses
        yield from (text.text for text in versions.values())


def _apart(found: re.Match[str]) -> str:
    return f" {found[0]} " if _stands_alone(found[0]) else ""


def _stands_alone(character: str) -> bool:
    return not unicodedata.category(character).startswith("M")
