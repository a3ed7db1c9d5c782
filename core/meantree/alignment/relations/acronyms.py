"""Names cut down to their first letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from meantree.alignment.relations.base import Proposal
from meantree.alignment.text_words import TextWords, Word

LONGEST = 7
"""Letters of an acronym."""


class Acronym:
    """A word made of the first letters of words of the other text, which may have function words between them."""

    name: ClassVar[str] = "acronym"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """The acronym with each of the words."""
        for one, places in _spelt_out(hyp, ref):
            yield from ((one, two, 0.9) for two in places)
        for two, places in _spelt_out(ref, hyp):
            yield from ((one, two, 0.9) for one in places)

    def detail(self, hyp: Word, ref: Word) -> str:
        """Which is short for which."""
        short, long = sorted((hyp.text, ref.text), key=lambda text: (not text.isupper(), len(text)))
        return f"“{long}” is a word of “{short}”"


def _spelt_out(text: TextWords, other: TextWords) -> Iterator[tuple[int, list[int]]]:
    places = [place for place, word in enumerate(other.words) if word.is_content and word.form[0].isalpha()]
    initials = "".join(other.words[place].form[0] for place in places)
    for place, word in enumerate(text.words):
        letters = _letters(word)
        start = initials.find(letters) if letters else -1
        while start >= 0:
            found = places[start : start + len(letters)]
            if found[-1] - found[0] <= 2 * len(letters):
                yield place, found
            start = initials.find(letters, start + 1)


def _letters(word: Word) -> str:
    """Of a word that may be an acronym: in capitals, with dots, or a name of few letters."""
    letters = word.form.replace(".", "")
    short = 2 <= len(letters) <= LONGEST and letters.isalpha()
    marked = word.text.isupper() or "." in word.form[:-1] or (word.upos in ("PROPN", "") and len(letters) > 2)
    return letters if short and marked else ""
