"""How often English words are used, and so how much each of them tells."""

from __future__ import annotations

from functools import cache
from math import log2

from meantree_resources import resource


@cache
def frequencies() -> dict[str, int]:
    """By case-folded word, how often it stands in the texts that were counted."""
    lines = (resource("lexicon/frequencies") / "counts.tsv").read_text(encoding="utf-8").split("\n")
    return {word: int(count) for word, _, count in (line.partition("\t") for line in lines if line)}


@cache
def _tokens() -> int:
    return sum(frequencies().values())


def information(word: str) -> float:
    """Bits that a case-folded word tells: the negative logarithm of its share of all words, unseen ones counted once.

    About 4 for ``the``, 18 for a word that is not among those counted.
    """
    return log2((_tokens() + 1) / (frequencies().get(word, 0) + 1))
