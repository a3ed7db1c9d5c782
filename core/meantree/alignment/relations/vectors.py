"""Words with similar vectors, by a pipeline that has some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from meantree.alignment.relations.base import Proposal
from meantree.alignment.similarity import Vectors
from meantree.alignment.text_words import TextWords, Word

ALIKE = 0.5
"""Words with a smaller cosine are not alike."""


@dataclass(frozen=True, slots=True)
class WordVectors:
    """Attributes:
    vectors: of words, of length 1.
    """

    vectors: Vectors
    name: ClassVar[str] = "vectors"

    def find(self, hyp: TextWords, ref: TextWords) -> Iterator[Proposal]:
        """Pairs by the cosine of their vectors."""
        if not len(hyp) or not len(ref):
            return
        mine, theirs = (self.vectors([word.form for word in text.words]) for text in (hyp, ref))
        table = mine @ theirs.T
        for one, two in zip(*map(np.ndarray.tolist, np.nonzero(table >= ALIKE)), strict=True):
            if hyp.words[one].is_content and ref.words[two].is_content:
                yield one, two, min(1.0, float(table[one, two]))

    def detail(self, hyp: Word, ref: Word) -> str:  # noqa: ARG002  # the strength says it
        """Nothing more."""
        return "similar vectors"
