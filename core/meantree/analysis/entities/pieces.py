"""Words cut into digits, letters and signs: rules need not know how a tokenizer cuts ``$5m`` or ``28-07-1999``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from meantree.analysis.tree import Token

_PIECE = re.compile(
    r"""
    \d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]\d)      # 1,000.50
  | \d{1,3}(?:\.\d{3}){2,}(?!\.?\d)              # 1.000.000
  | (?<!\d[.])\d+\.\d+(?!\.?\d)                  # 1.5, but not what is left of 28.07.1999
  | \d+,\d{1,2}(?![\d,])                         # 1,5
  | \d+
  | [ap]\.m\.? | u\.s\.?
  | o['’]clock
  | [^\W\d_]+
  | \S
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pieces:
    """A sentence in pieces.

    Attributes:
        tokens: its words.
        texts: the pieces in lower case.
        origins: for each piece the 0-based token that it is a part of.
    """

    tokens: Sequence[Token]
    texts: tuple[str, ...]
    origins: tuple[int, ...]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> Pieces:
        """The pieces of words in order."""
        rows = [(text.lower(), place) for place, token in enumerate(tokens) for text in _PIECE.findall(token.text)]
        return cls(tokens, tuple(text for text, _ in rows), tuple(place for _, place in rows))

    def __getitem__(self, place: int) -> str:
        """One piece; empty before the first and after the last."""
        return self.texts[place] if 0 <= place < len(self.texts) else ""

    def token(self, place: int) -> Token:
        """The word that a piece is a part of."""
        return self.tokens[self.origins[place]]

    def is_cut(self, place: int) -> bool:
        """Whether a word begins or ends just before that piece, as it does at both ends of the sentence."""
        return not 0 < place < len(self.texts) or self.origins[place - 1] != self.origins[place]

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """The words from one piece up to another, end exclusive; None if these are not whole words."""
        if not (self.is_cut(start) and self.is_cut(end)):
            return None
        return self.origins[start], self.origins[end - 1] + 1
