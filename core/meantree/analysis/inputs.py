"""Where an analyser begins: with a bare text, with settled tokens, or with the analysis that the input brought."""

from __future__ import annotations

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
