"""What an analyser accepts: a text, a text with its tokens, or an analysis from a file; and how long it may be."""

from __future__ import annotations

import re
from dataclasses import dataclass

from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token
from meantree.errors import UsageError

LONGEST_TEXT = 10_000
"""Words of a text, at most: time and memory grow with them."""
LONGEST_RUN = 5_000
"""Characters without white space, at most: tokenizers take quadratic time for them."""
LONGEST_SENTENCE = 1_200
"""Tokens of a sentence with n-best lists and frames, at most: both take quadratic time."""

_NONE = Layers()
_WORDS = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """A text with given tokens, which the analyser keeps.

    Attributes:
        tokens: its tokens; none is empty.
    """

    text: str
    tokens: tuple[str, ...]

    @property
    def spaces(self) -> tuple[bool, ...]:
        """Whether a space follows each token; after all of them if the tokens do not make up the text."""
        place, spaces = 0, []
        for token in self.tokens:
            place += len(self.text[place:]) - len(self.text[place:].lstrip())
            if not self.text.startswith(token, place):
                return (True,) * len(self.tokens)
            place += len(token)
            spaces.append(self.text[place : place + 1].isspace())
        return tuple(spaces)


RawInput = str | TokenizedText
AnalysisInput = RawInput | Analysis


class AnalysisNotStored(UsageError):
    """A text has no stored analysis, or not all required layers, and its analyser is not installed."""


def initial_analysis(analysis_input: AnalysisInput) -> Analysis:
    """Return the analysis to which layers are added; for a text, one without layers.

    It has no sentence, or a single one without arcs if the tokens are given.
    """
    if isinstance(analysis_input, Analysis):
        return analysis_input
    if isinstance(analysis_input, str):
        return Analysis(analysis_input, (), _NONE)
    pairs = zip(analysis_input.tokens, analysis_input.spaces, strict=True)
    tokens = tuple(Token(text, space_after=space) for text, space in pairs)
    tree = DependencyTree((ROOT,) * len(tokens), ("root",) * len(tokens))
    return Analysis(analysis_input.text, (Sentence(tokens, tree),), _NONE)


def word_count(text: str) -> int:
    """Return the number of words and punctuation marks, about as tokenizers of any language count them."""
    return sum(1 for _ in _WORDS.finditer(text))


def excess(text: RawInput) -> str:
    """Return why a text is too long to be analysed; empty if it is not."""
    if isinstance(text, TokenizedText):
        words, run = len(text.tokens), 0
    else:
        words, run = word_count(text), max(map(len, text.split()), default=0)
    if words > LONGEST_TEXT:
        return f"has {words:,} words, expected at most {LONGEST_TEXT:,}"
    return f"has {run:,} characters without a blank, expected at most {LONGEST_RUN:,}" if run > LONGEST_RUN else ""
