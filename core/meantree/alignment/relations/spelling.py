"""Words that are written nearly alike: names above all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import numpy as np
from rapidfuzz.distance import JaroWinkler
from rapidfuzz.process import cdist

from meantree.alignment.relations.base import Proposal
from meantree.alignment.text_words import TextWords, Word, places_by

ALIKE = 0.8
"""Words that are less alike (Winkler 1990) are not alike by their spelling."""
SHORTEST = 4
"""Letters of a word of which the spelling says something."""
GLUED = frozenset('"“”„‟«»`()[]{}<>')
"""What stands between words: where it is inside one, that is two that were not parted, and the first says little."""


class Spelling:
    """Forms that have most of their letters in common."""

    name: ClassVar[str] = "spelling"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Pairs of longer words that are not written the same."""
        mine, theirs = (places_by(map(_written, text.words)) for text in (hyp, ref))
        if not mine or not theirs:
            return
        forms, others = list(mine), list(theirs)
        table = cdist(forms, others, scorer=JaroWinkler.normalized_similarity, score_cutoff=ALIKE)
        for row, column in zip(*map(np.ndarray.tolist, np.nonzero(table)), strict=True):
            if forms[row] != others[column]:
                strength = float(table[row, column])
                yield from ((one, two, strength) for one in mine[forms[row]] for two in theirs[others[column]])

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the forms stand beside it
        """Nothing more."""
        return "written nearly alike"


def _written(word: Word) -> tuple[str, ...]:
    told = len(word.form) >= SHORTEST and word.form[0].isalpha() and GLUED.isdisjoint(word.form)
    return (word.form,) if told else ()
