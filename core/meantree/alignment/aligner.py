"""Aligns the words of two texts: scores of words and of the arcs that join them (Padó et al. 2009, section 3.1)."""

from __future__ import annotations

import numpy as np

from meantree.alignment.similarity import RELATED, similarities, words_of
from meantree.alignment.word_alignment import HAND, Link, Reason, WordAlignment
from meantree.analysis.fixed_links import NOTHING_FIXED, Fixed
from meantree.analysis.sentences import Analysis

DISTANCE = 0.2
"""What a word far from where it would stand loses."""


def align(hyp: Analysis, ref: Analysis, fixed: Fixed = NOTHING_FIXED) -> WordAlignment:
    """Link each word of either text with the word of the other that is most like it, or with none.

    Args:
        hyp, ref: the texts.
        fixed: what a person said of their links, which holds whatever else is found.
    """
    table = similarities(words_of(hyp.tokens), words_of(ref.tokens))
    if not table.size:
        return WordAlignment((None,) * len(hyp.tokens), (None,) * len(ref.tokens))
    rows, columns = (np.arange(size) / size for size in table.shape)
    scored = table - DISTANCE * np.abs(rows[:, None] - columns[None, :])

    for pairs, value in ((fixed.unlinked, -np.inf), (fixed.linked, np.inf)):
        for pair in pairs:
            scored[pair] = value

    def link(one: int, two: int) -> Link | None:
        if (one, two) in fixed.pairs:
            return Link(one, two, HAND) if (one, two) in fixed.linked else None
        value = float(table[one, two])
        return Link(one, two, Reason("similarity", value)) if value >= RELATED else None

    forward = tuple(link(one, int(two)) for one, two in enumerate(scored.argmax(axis=1)))
    backward = tuple(link(int(one), two) for two, one in enumerate(scored.argmax(axis=0)))
    return WordAlignment(forward, backward)
