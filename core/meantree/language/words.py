"""Words of texts in languages that no parser is there for: between blanks, characters where there are none."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import regex

# Thai to Tibetan, Burmese, Khmer; kana and Han with their punctuation and wide forms, as sacrebleu's tokenizer zh has.
_UNSPACED: Final = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff9f\U00020000-\U000323af"
)
UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
"""A character of a script without blanks between words."""


def stands_alone(character: str) -> bool:
    """Return whether a character is none that is written on the one before it, such as a vowel or tone in Thai."""
    return not unicodedata.category(character).startswith("M")


def words_in(text: str) -> tuple[str, ...]:
    """Return the words and punctuation marks of a text in any language, without white space.

    Marks within a word, as in ``l'eau`` and ``3.5``, are part of it. In scripts without blanks, each character is one.
    """
    return tuple(found[0] for chunk in text.split() for found in _words().finditer(chunk))


@cache
def _words() -> regex.Pattern[str]:
    import regex  # late: most texts are parsed

    letters = rf"[^\p{{P}}\p{{S}}{_UNSPACED}]+"
    return regex.compile(rf"[{_UNSPACED}]\p{{M}}*|{letters}(?:[\p{{P}}\p{{S}}]{letters})*|.\p{{M}}*", regex.DOTALL)
