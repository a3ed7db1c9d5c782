"""Words cut into the pieces of an uncased WordPiece vocabulary, and the shapes that lower-casing hides."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

MOST_PIECES = 510
"""Pieces of one sentence, without the two that mark its ends."""
LONGEST_PART = 100
"""Characters; a longer part of a word is unknown."""
MARKS = ("[CLS]", "[SEP]", "[UNK]")
"""The pieces before and after a sentence, and the one for what is unknown."""
_IDEOGRAPHS = re.compile("([㐀-䶿一-鿿豈-﫿\U00020000-\U0002fa1f])")

SHAPES = ("none", "lower", "title", "letter", "upper", "mixed")
"""How the letters of a word are written; ``letter`` is a single capital."""


class PieceReader:
    """Cuts words; each has at least one piece."""

    def __init__(self, vocabulary: Sequence[str], marks: Sequence[str] = MARKS) -> None:
        """Take the pieces in the order of their codes."""
        self.vocabulary = tuple(vocabulary)
        self._codes = {piece: code for code, piece in enumerate(vocabulary)}
        self.first, self.last, self.unknown = (self._codes[mark] for mark in marks)
        self.word = lru_cache(maxsize=1 << 16)(self._word)

    def _word(self, word: str) -> tuple[int, ...]:
        """Return the codes of a word's pieces."""
        codes = [code for part in parts(word) for code in self._part(part)]
        return tuple(codes[:MOST_PIECES]) or (self.unknown,)

    def _part(self, part: str) -> list[int]:
        codes: list[int] = []
        start = 0
        while start < len(part) and len(part) <= LONGEST_PART:
            mark = "##" if start else ""
            ends = range(len(part), start, -1)
            end = next((end for end in ends if mark + part[start:end] in self._codes), None)
            if end is None:
                return [self.unknown]
            codes.append(self._codes[mark + part[start:end]])
            start = end
        return codes or [self.unknown]


def parts(word: str) -> list[str]:
    """Return a word in small letters without accents, cut at punctuation and ideographs."""
    plain = "".join(
        character
        for character in unicodedata.normalize("NFD", word.lower())
        if unicodedata.category(character) not in ("Mn", "Cc", "Cf")
    )
    spaced = "".join(f" {character} " if _is_punctuation(character) else character for character in plain)
    return _IDEOGRAPHS.sub(r" \1 ", spaced).split()


def _is_punctuation(character: str) -> bool:
    is_ascii_symbol = "!" <= character <= "~" and not character.isalnum()
    return is_ascii_symbol or unicodedata.category(character).startswith("P")


@lru_cache(maxsize=1 << 16)
def shape(word: str) -> int:
    """Return the place of a word's shape in :data:`SHAPES`."""
    letters = [character for character in word if character.isalpha()]
    if not letters:
        name = "none"
    elif not any(character.isupper() for character in letters):
        name = "lower"
    elif all(character.isupper() for character in letters):
        name = "upper" if len(letters) > 1 else "letter"
    elif letters[0].isupper() and not any(character.isupper() for character in letters[1:]):
        name = "title"
    else:
        name = "mixed"
    return SHAPES.index(name)
