"""From a metric's own segmentation of a text back to the analyser's tokens."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from meantree.analysis.sentences import Analysis
from meantree.metrics.evidence import Place


def letters(text: str) -> str:
    """The text without white space: what every segmentation of it has in common."""
    return "".join(text.split())


class TokenMap:
    """Maps ranges over the letters (non-blank characters) of a text to token indices of its analysis."""

    def __init__(self, analysis: Analysis) -> None:
        self._token_at: list[int] = []
        for index, token in enumerate(analysis.tokens):
            self._token_at += [index] * len(letters(token.text))
        if len(self._token_at) != len(letters(analysis.text)):
            self._token_at = []  # the analyser changed letters, so nothing can be said

    def place(self, start: int, end: int) -> Place | None:
        """The tokens under letters ``start`` to ``end`` (exclusive); None where the text could not be mapped."""
        tokens = tuple(dict.fromkeys(self._token_at[start:end]))
        return Place(tokens) if tokens else None

    def spans(self, words: Sequence[str]) -> list[tuple[int, int]] | None:
        """Letter ranges of consecutive ``words`` of another segmentation; None if they are other letters."""
        starts = [0]
        for word in words:
            starts.append(starts[-1] + len(letters(word)))
        if starts[-1] != len(self._token_at):
            return None
        return list(itertools.pairwise(starts))
