"""Stems of English words: Porter (1980), "An algorithm for suffix stripping", with the changes that NLTK made to it.

The results are those of NLTK's stemmer, whose import takes longer than all else that an alignment needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

_IRREGULAR: Final[Mapping[str, str]] = {
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "innings": "inning",
    "outings": "outing",
    "cannings": "canning",
    **{word: word for word in ("sky", "news", "inning", "outing", "canning", "howe", "proceed", "exceed", "succeed")},
}


def _rules(listed: str) -> tuple[tuple[str, str], ...]:
    """Return suffixes with what replaces each, nothing if it is not written; of several the first that fits counts."""
    return tuple((suffix, new) for suffix, _, new in (rule.partition(">") for rule in listed.split()))


_PLURALS: Final = _rules("sses>ss ies>i ss>ss s")
_DOUBLE: Final = _rules(
    "ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize "
    "ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful"
)
_SINGLE: Final = _rules("icate>ic ative alize>al iciti>ic ical>ic ful ness")
_LAST: Final = _rules("al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize")


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    if word in _IRREGULAR or len(word) <= 2:
        return _IRREGULAR.get(word, word)
    word = word[:-1] if len(word) == 4 and word.endswith("ies") else _replaced(word, _PLURALS, more_than=-1)
    word = _without_past(word)
    if word.endswith("y") and len(word) > 2 and _shape(word)[-2] == "c":
        word = f"{word[:-1]}i"
    word = _replaced(_without_double_suffix(word), _SINGLE)
    if not word.endswith("ion") or word.endswith(("sion", "tion")):
        word = _replaced(word, _LAST, more_than=1)
    if word.endswith("e") and _measure(word[:-1]) + (not _ends_short(word[:-1])) > 1:
        word = word[:-1]
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word


def _without_past(word: str) -> str:
    """Return a word without ``ed`` or ``ing``, with the ``e`` that it had before (step 1b)."""
    if word.endswith("ied"):
        return word[: -1 if len(word) == 4 else -2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for suffix in ("ed", "ing"):
        rest = word.removesuffix(suffix)
        if rest != word and "v" in _shape(rest):
            break
    else:
        return word
    if rest.endswith(("at", "bl", "iz")):
        return f"{rest}e"
    if rest[-1] == rest[-2:-1] and _shape(rest)[-1] == "c":
        return rest if rest[-1] in "lsz" else rest[:-1]
    return f"{rest}e" if _measure(rest) == 1 and _ends_short(rest) else rest


def _without_double_suffix(word: str) -> str:
    """Return a word with a suffix made of two replaced by the first of them (step 2)."""
    if word.endswith("alli") and _measure(word[:-4]):
        return _without_double_suffix(word[:-2])
    if word.endswith("logi"):
        return word[:-1] if _measure(word[:-3]) else word
    return _replaced(word, _DOUBLE)


def _replaced(word: str, rules: Iterable[tuple[str, str]], more_than: int = 0) -> str:
    """Return a word with its suffix replaced, if what stands before it has a larger measure."""
    for suffix, new in rules:
        if word.endswith(suffix):
            rest = word.removesuffix(suffix)
            return rest + new if _measure(rest) > more_than else word
    return word


def _measure(word: str) -> int:
    """Return how often vowels are followed by consonants."""
    return _shape(word).count("vc")


def _ends_short(word: str) -> bool:
    """Return whether a word ends with consonant, vowel, consonant other than w, x or y; or is vowel and consonant."""
    shape = _shape(word)
    return shape == "vc" or (shape.endswith("cvc") and word[-1] not in "wxy")


def _shape(word: str) -> str:
    """Return ``v`` for each vowel and ``c`` for each consonant; ``y`` is a vowel after a consonant."""
    shape = ""
    for letter in word:
        shape += "v" if letter in "aeiou" or (letter == "y" and shape.endswith("c")) else "c"
    return shape
