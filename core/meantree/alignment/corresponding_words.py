"""Words of one text that stand for those of another one: an earlier translation of the same sentence."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from rapidfuzz.distance import Indel

from meantree.alignment.similarity import SHORTEST, plain_words, similarities

SIMILAR: Final = 0.6
"""Smallest similarity of words that correspond although their forms differ."""


def corresponding_words(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return for words of one text the words of another that stand for them, 0-based.

    Equal words in the same order correspond. Between them, similar words do, else as many as there are in both, by
    their places; what is left over corresponds if it is equal and not short.
    """
    forms = [[word.casefold() for word in text] for text in (old, new)]
    blocks = Indel.opcodes(*forms).as_matching_blocks()
    result = {block.a + place: block.b + place for block in blocks for place in range(block.size)}
    begin = 0, 0
    for block in blocks:
        changed = range(begin[0], block.a), range(begin[1], block.b)
        result |= _changed_words(old, new, *changed)
        begin = block.a + block.size, block.b + block.size
    linked = set(result.values())
    left = {forms[1][word]: word for word in range(len(new)) if word not in linked}
    for word, form in enumerate(forms[0]):
        if word not in result and form in left and len(form) >= SHORTEST:
            result[word] = left.pop(form)
    return result


def _changed_words(old: Sequence[str], new: Sequence[str], before: range, after: range) -> dict[int, int]:
    if not before or not after:
        return {}
    words = plain_words([old[word] for word in before]), plain_words([new[word] for word in after])
    table = similarities(*words, strict=True)
    pairs = sorted(
        (-table[row, column], abs(row - column), row, column)
        for row, column in itertools.product(range(len(before)), range(len(after)))
        if table[row, column] >= SIMILAR
    )
    result: dict[int, int] = {}
    for _, _, row, column in pairs:
        if before[row] not in result and after[column] not in result.values():
            result[before[row]] = after[column]
    if len(before) == len(after):
        free = [word for word in after if word not in result.values()]
        result |= dict(zip((word for word in before if word not in result), free, strict=True))
    return result
