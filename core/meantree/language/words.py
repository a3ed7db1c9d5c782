"""Words of texts in languages that no parser is there for: between blanks, characters where there are none."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Thai to Tibetan, Burmese, Khmer; kana and Han with their punctuation and wide forms, as sacrebleu's tokenizer zh has.
UNSPACED: Final = re.compile(
    "[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff9f\U00020000-\U000323af]"
)
"""A character of a script without blanks between words."""


def stands_alone(character: str) -> bool:
    """Return whether a character is none that is written on the one before it, such as a vowel or tone in Thai."""
    return not unicodedata.category(character).startswith("M")


def words_in(text: str) -> tuple[str, ...]:
    """Return the words and punctuation marks of a text in any language, without white space.

    Marks within a word, as in ``l'eau`` and ``3.5``, are part of it. In scripts without blanks, each character is one.
    """
    words: list[str] = []
    for chunk in text.split():
        begun = False
        for place, character in enumerate(chunk):
            kind = _kind(character)
            inner = kind == "mark" and 0 < place < len(chunk) - 1 and _kind(chunk[place + 1]) == "letter"
            if (kind == "above" and place) or (begun and (kind == "letter" or inner)):
                words[-1] += character
            else:
                words.append(character)
                begun = kind == "letter"
    return tuple(words)


@lru_cache(maxsize=1 << 14)
def _kind(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] == "M" or category == "Cf":
        return "above"
    if UNSPACED.match(character):
        return "alone"
    return "mark" if category[0] in "PSC" else "letter"
