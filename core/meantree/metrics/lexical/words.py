"""The words that metrics of plain texts compare, and where the analyser has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Literal, Protocol

from meantree.analysis.sentences import Analysis
from meantree.metrics.case import Case
from meantree.metrics.evidence import Place
from meantree.metrics.lexical.places import TokenMap

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
