"""Whether two words may be spellings of one name, in one language or in two."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import takewhile
from typing import Final

from rapidfuzz.distance import Indel

from meantree.lexicon.word_lists import partners
from meantree.lexicon.wordnet import wordnet

_SOUNDS: Final = (
    (re.compile(r"(.)\1"), r"\1"),
    (re.compile(r"(?<=.)x"), "ks"),
    (re.compile(r"tsch|tch|sch|sh|cz|tz|ts|z|x|c(?=[eiy])|ti(?=[aou])"), "s"),
    (re.compile(r"kh|gh|ch|ck|c|q|g"), "k"),
    (re.compile(r"ph|w|v"), "f"),
    (re.compile(r"dt|th|d"), "t"),
)
"""Letters that languages write for about the same sound, in this order."""
_UNSOUNDED: Final = re.compile(r"[aeiouyhj'’-]")
SPELLED_ALIKE: Final = 0.7
"""Smallest share of common letters of two spellings of one name."""
_CLOSE, _HALF = 0.8, 0.5
"""Smallest share of common sounds, and of common letters, of two spellings of one name."""
_FEWEST: Final = 3
"""Fewest consonants of names that may differ in one."""


@lru_cache(maxsize=1 << 14)
def plain(word: str) -> str:
    """Return a word in lower case, without accents and full stops."""
    letters = unicodedata.normalize("NFKD", word.casefold()).replace(".", "")
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def begin_alike(first: str, second: str) -> bool:
    """Return whether two words share their beginning of four letters or more, most of the shorter one."""
    first, second = plain(first), plain(second)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
    return common >= max(4, 0.7 * min(len(first), len(second))) and not _are_two_places(first, second)


@lru_cache(maxsize=1 << 14)
def sound_alike(first: str, second: str) -> bool:
    """Return whether two words may be one name as two languages write it: Netanjahu, Netanyahu; Mailand, Milan.

    Names of the same consonants, such as Hunan and Henan, are not, nor places that the lexicon tells apart.
    """
    first, second = plain(first), plain(second)
    consonants = [_UNSOUNDED.sub("", word) for word in (first, second)]
    if consonants[0] == consonants[1] and not set("hjy") & (set(first) ^ set(second)):
        return False
    sounds = _sounds(first), _sounds(second)
    fewest = min(map(len, sounds))
    is_close = Indel.normalized_similarity(*sounds) >= _CLOSE if fewest >= _FEWEST else sounds[0] == sounds[1]
    is_close = is_close and fewest > 1 and sounds[0][0] == sounds[1][0]
    likeness = Indel.normalized_similarity(_as_sounded(first), _as_sounded(second))
    return is_close and likeness >= _HALF and not _are_two_places(first, second)


@lru_cache(maxsize=1 << 14)
def are_spelled_alike(first: str, second: str) -> bool:
    """Return whether most letters of two words are the same, or they sound alike."""
    return Indel.normalized_similarity(plain(first), plain(second)) >= SPELLED_ALIKE or sound_alike(first, second)


def are_of_one_name(text: str, other: str) -> bool:
    """Return whether two words begin or sound alike, one is the other's initial, or both are forms of a first name."""
    first, second = plain(text), plain(other)
    if 1 in (len(first), len(second)) and first[:1] == second[:1]:
        return True
    names = [{word, *partners("phenomena/first_names").get(word, ())} for word in (first, second)]
    return begin_alike(text, other) or sound_alike(text, other) or not names[0].isdisjoint(names[1])


def _as_sounded(word: str) -> str:
    """Return a name in lower case with one letter for those that sound alike."""
    for letters, sound in _SOUNDS:
        word = letters.sub(sound, word)
    return word


def _sounds(word: str) -> str:
    """Return the consonants of a name."""
    return _UNSOUNDED.sub("", _as_sounded(word))


def _are_two_places(first: str, second: str) -> bool:
    """Return whether the lexicon knows two words as names of different places: Austria, Australia."""
    places = [_places(word) for word in (first, second)]
    return all(places) and places[0].isdisjoint(places[1])


@lru_cache(maxsize=1 << 12)
def _places(word: str) -> frozenset[int]:
    lexicon = wordnet()
    (top, *_) = lexicon.synsets("location", "n")
    return frozenset(
        synset
        for synset in lexicon.synsets(word, "n")
        if top in lexicon.above(synset) and lexicon.lemma(lexicon.members(synset)[0])[:1].isupper()
    )
