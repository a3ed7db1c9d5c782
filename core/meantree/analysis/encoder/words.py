"""Words as the encoder and its tagger need them: cut into pieces, with their shapes, and rules for lemmas.

Pieces are those of an uncased WordPiece vocabulary; shapes tell what lower-casing hides. A rule makes a lemma of a
word: ``l3:y`` makes "study" of "Studies".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from meantree.analysis.sentences import MAX_PIECES
from meantree.lexicon.wordnet import POS_OF_UPOS, wordnet

MAX_PART_LENGTH = 100
"""Characters of a part of a word, at most; longer parts are unknown."""
MARKS = ("[CLS]", "[SEP]", "[UNK]")
"""The pieces before and after a sentence, and the piece for unknown parts."""
_IDEOGRAPHS = re.compile("([㐀-䶿一-鿿豈-﫿\U00020000-\U0002fa1f])")

SHAPES = ("none", "lower", "title", "letter", "upper", "mixed")
"""Shapes of words by the case of their letters; ``letter`` is a single capital."""


class PieceReader:
    """Splits words into at least one piece each.

    Args:
        vocabulary: the pieces in the order of their codes.
        marks: the pieces of :data:`MARKS` in this vocabulary.
    """

    def __init__(self, vocabulary: Sequence[str], marks: Sequence[str] = MARKS) -> None:
        self.vocabulary = tuple(vocabulary)
        self._codes = {piece: code for code, piece in enumerate(vocabulary)}
        self.first, self.last, self.unknown = (self._codes[mark] for mark in marks)
        self.word = lru_cache(maxsize=1 << 16)(self._word)

    def _word(self, word: str) -> tuple[int, ...]:
        """Return the codes of a word's pieces."""
        codes = [code for part in parts(word) for code in self._part(part)]
        return tuple(codes[:MAX_PIECES]) or (self.unknown,)

    def _part(self, part: str) -> list[int]:
        codes: list[int] = []
        start = 0
        while start < len(part) and len(part) <= MAX_PART_LENGTH:
            mark = "##" if start else ""
            ends = range(len(part), start, -1)
            end = next((end for end in ends if mark + part[start:end] in self._codes), None)
            if end is None:
                return [self.unknown]
            codes.append(self._codes[mark + part[start:end]])
            start = end
        return codes or [self.unknown]


def parts(word: str) -> list[str]:
    """Return a word in lower case without accents, split at punctuation and ideographs."""
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
    """Return the index of a word's shape in :data:`SHAPES`."""
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


def lemma_rule(word: str, lemma: str) -> str:
    """Return the rule that makes a lemma of its word, as ``l3:y``: case, number of letters to remove, new ending.

    The case is ``l`` (lower case), ``k`` (unchanged) or ``t`` (title case). For a lemma that does not begin like its
    word, the rule is ``=`` and the lemma.
    """
    from rapidfuzz.distance import Prefix

    shared = {case: Prefix.similarity(_cased(word, case), lemma) for case in "lkt"}
    case = max(shared, key=shared.__getitem__)
    if not shared[case]:
        return f"={lemma}"
    return f"{case}{len(_cased(word, case)) - shared[case]}:{lemma[shared[case] :]}"


def lemma_of(word: str, rule: str) -> str:
    """Return the lemma that a rule makes of a word; the word in lower case if it is too short for the rule."""
    if rule.startswith("="):
        return rule[1:]
    edit, _, ending = rule.partition(":")
    base, removed = _cased(word, edit[0]), int(edit[1:])
    return base[: len(base) - removed] + ending if removed < len(base) else word.lower()


@lru_cache(maxsize=1 << 16)
def best_lemma(word: str, rule: str, upos: str) -> str:
    """Return the :func:`known_lemma` of a word by its rule."""
    return known_lemma(word, lemma_of(word, rule), upos)


def known_lemma(word: str, lemma: str, upos: str) -> str:
    """Return a lemma that WordNet contains, or the base form of ``word`` in WordNet, or else the lemma itself.

    That of a verb must be one of its base forms, if it has any: "steal", not "stol", and "fly", not "flow" of "flew".
    """
    pos = POS_OF_UPOS.get(upos)
    if pos is None or upos == "PROPN" or (upos != "VERB" and wordnet().senses(lemma.lower())):
        return lemma
    # "wan" is the first word of "wanna", not WordNet's verb.
    forms = wordnet().base_forms(word.lower(), pos) if word.lower() != "wan" else ()
    return forms[0] if forms and lemma.lower() not in forms else lemma


def _cased(word: str, case: str) -> str:
    return {"l": word.lower(), "t": word[:1].upper() + word[1:].lower(), "k": word}[case]
