"""The statuses of words: what the other text has of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

WordStatus = Literal["same", "different", "attached elsewhere", "missing", "added", "unaligned"]
WORD_STATUSES: Final[Mapping[WordStatus, str]] = {
    "same": "the other text has it, on the same head if either head has a partner; punctuation on any",
    "different": "its partner has another form, number, tense or meaning, or another relation to the same head",
    "attached elsewhere": "both texts have the word, but not the arc from its head",
    "missing": "only the reference has it",
    "added": "only the translation has it",
    "unaligned": "it has no partner, and nothing is claimed",
}
"""What each says of a word."""
DIFFERENCES: Final = "differences"
"""The name of the view that marks words by their statuses, among the names of metrics."""
