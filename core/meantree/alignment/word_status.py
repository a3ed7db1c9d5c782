"""The statuses of words: what the other text has of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

WordStatus = Literal["same", "different", "attached elsewhere", "missing", "added", "unaligned"]
WORD_STATUSES: Final[Mapping[WordStatus, str]] = {
    "same": "the other text has the word, on the same head if either head has a partner; punctuation on any head",
    "different": "the word's partner has another form, number, tense or meaning, or another relation to the same head",
    "attached elsewhere": "both texts have the word, but not the arc from its head",
    "missing": "only the reference has the word",
    "added": "only the translation has the word",
    "unaligned": "the word has no partner, but need not be missing or added",
}
"""What each says of a word."""
DIFFERENCES: Final = "differences"
"""The name of the view that marks words by their statuses, among the names of metrics."""
