"""How long texts and sentences may be that are analysed; what is longer is left as it is, and told."""

from __future__ import annotations

import re

from meantree.analysis.inputs import RawInput, TokenizedText

LONGEST_TEXT = 10_000
"""Words of a text: time and memory grow with them."""
LONGEST_RUN = 5_000
"""Characters without a blank between them: a tokenizer takes quadratic time to cut them."""
LONGEST_SENTENCE = 1_200
"""Tokens of a sentence that gets lists of dependency parses, and frames: both take quadratic time."""

_WORDS = re.compile(r"\w+|[^\w\s]")


def word_count(text: str) -> int:
    """Words and punctuation marks, about as tokenizers count them, whatever the language."""
    return sum(1 for _ in _WORDS.finditer(text))


def excess(given: RawInput) -> str:
    """Why a text is too long to be analysed, in words; empty if it is not."""
    if isinstance(given, TokenizedText):
        words, run = len(given.tokens), 0
    else:
        words, run = word_count(given), max(map(len, given.split()), default=0)
    if words > LONGEST_TEXT:
        return f"has {words:,} words, expected at most {LONGEST_TEXT:,}"
    return f"has {run:,} characters without a blank, expected at most {LONGEST_RUN:,}" if run > LONGEST_RUN else ""
