"""What an analyser accepts: a text, a text with its tokens, or an analysis from a file; and how long it may be."""

from __future__ import annotations

import re
from dataclasses import dataclass

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text with its tokens; the analyser cuts no others.

    Attributes:
        text: as it was written.
        tokens: none of them empty.
    """

    text: str
    tokens: tuple[str, ...]

    @property
    def spaces(self) -> tuple[bool, ...]:
        """Whether a blank stands after each token; after all of them where they do not make up the text."""
        place, found = 0, []
        for token in self.tokens:
            place += len(self.text[place:]) - len(self.text[place:].lstrip())
            if not self.text.startswith(token, place):
                return (True,) * len(self.tokens)
            place += len(token)
            found.append(self.text[place : place + 1].isspace())
        return tuple(found)


RawInput = str | TokenizedText


AnalysisInput = RawInput | Analysis


def initial_analysis(start: AnalysisInput) -> Analysis:
    """The analysis to which layers are added; of what is not analysed yet, one of no depth.

    That has no sentence, or one without arcs where the tokens are settled.
    """
    if isinstance(start, Analysis):
        return start
    if isinstance(start, str):
        return Analysis(start, (), Layers())
    return Analysis(start.text, (_settled(start),), Layers())


def _settled(given: TokenizedText) -> Sentence:
    pairs = zip(given.tokens, given.spaces, strict=True)
    tokens = tuple(Token(text, space_after=space) for text, space in pairs)
    return Sentence(tokens, DependencyTree((ROOT,) * len(tokens), ("root",) * len(tokens)))


LONGEST_TEXT = 10_000
"""Words of a text: time and memory grow with them."""
LONGEST_RUN = 5_000
"""Characters without a blank between them: a tokenizer takes quadratic time to cut them."""
LONGEST_SENTENCE = 1_200
"""Tokens of a sentence that gets lists of dependency parses, and frames: both take quadratic time."""

_WORDS = re.compile(r"\w+|[^\w\s]")


def word_count(text: str) -> int:
    """Words and punctuation marks, about as tokenizers count them, whatever the language."""
    return sum(1 for _ in _WORDS.finditer(text))


def excess(given: RawInput) -> str:
    """Why a text is too long to be analysed, in words; empty if it is not."""
    if isinstance(given, TokenizedText):
        words, run = len(given.tokens), 0
    else:
        words, run = word_count(given), max(map(len, given.split()), default=0)
    if words > LONGEST_TEXT:
        return f"has {words:,} words, expected at most {LONGEST_TEXT:,}"
    return f"has {run:,} characters without a blank, expected at most {LONGEST_RUN:,}" if run > LONGEST_RUN else ""
