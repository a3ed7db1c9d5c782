"""Texts as they are read, in NFC and without characters that have no width, and their words where there is no parser.

The texts themselves stay as they are: places in what is read are mapped to places in the text.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import regex


OPTION: Final = "MEANTREE_NORMALISE"
"""The environment variable that is ``no`` if texts are read as they are written; other processes inherit it."""
AS_WRITTEN: Final = "normalise:no"
"""What signatures say then."""
# Joiners shape letters from Arabic to Mongolian, and make one emoji of several: there they are kept.
_JOINED = "\u0600-\u18af\u2190-\u2bff\ufb50-\ufefc\U0001f000-\U0001faff"
NO_WIDTH: Final = (
    "[\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]"
    f"|(?<![{_JOINED}])[\u200c\u200d]"
)
_MODIFIERS = "[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_PICTURE = f"[\u2190-\u2bff\u3030-\u303d\u3297-\u3299\U0001f000-\U0001faff]{_MODIFIERS}*"
EMOJI: Final = rf"[\U0001f1e6-\U0001f1ff]{{2}}|{_PICTURE}(?:\u200d{_PICTURE})*|[0-9#*]\ufe0f?\u20e3"
"""Flags, and emoji of one or several code points: each is one word."""


def is_normalised() -> bool:
    """Return whether texts are read so, which :data:`OPTION` switches off."""
    return os.environ.get(OPTION) != "no"


def reading() -> str:
    """Return the end of the fingerprint of an analyser that reads texts as they are written; empty for others."""
    return "" if is_normalised() else f"-{AS_WRITTEN}"


def as_read(text: str) -> str:
    """Return a text as it is read."""
    if text.isascii() or not is_normalised():
        return text
    return unicodedata.normalize("NFC", re.sub(NO_WIDTH, "", text))


def origins(text: str) -> Sequence[int]:
    """Return the 0-based place in a text of each character of :func:`as_read`, and of the end."""
    if as_read(text) == text:
        return range(len(text) + 1)
    hidden = {match.start() for match in re.finditer(NO_WIDTH, text)}
    seen = [place for place in range(len(text)) if place not in hidden]
    starts = [at for at, place in enumerate(seen) if not at or not _continues(text[place])]
    places: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(seen)], strict=False):
        composed = unicodedata.normalize("NFC", "".join(text[place] for place in seen[start:end]))
        places += (seen[min(start + number, end - 1)] for number in range(len(composed)))
    return [*places, len(text)]


def _continues(character: str) -> bool:
    """Whether a character may be composed with the one before it: a mark, or a vowel or final of Hangul."""
    return unicodedata.category(character).startswith("M") or "\u1160" <= character <= "\u11ff"


# Thai to Tibetan, Burmese, Khmer; kana and Han with their punctuation and wide forms, as sacrebleu's tokenizer zh has.
_UNSPACED: Final = (
    "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u2e80-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"
    "\uff01-\uff9f\U00020000-\U000323af"
)
UNSPACED: Final = f"[{_UNSPACED}]"
"""A character of a script without blanks between words; like all patterns here, it is compiled when it is needed."""


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
