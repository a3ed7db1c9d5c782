"""Where an analyser begins: with a bare text, with settled tokens, or with the analysis that the input brought."""

from __future__ import annotations

from meantree.analysis.depth import Depth
from meantree.analysis.given import Given, Tokenised
from meantree.analysis.sentences import Analysis, Sentence
from meantree.analysis.tree import ROOT, DependencyTree, Token

Start = Given | Analysis


def begun(start: Start) -> Analysis:
    """The analysis to which layers are added; of what is not analysed yet, one of no depth.

    That has no sentence, or one without arcs where the tokens are settled.
    """
    if isinstance(start, Analysis):
        return start
    if isinstance(start, str):
        return Analysis(start, (), Depth())
    return Analysis(start.text, (_settled(start),), Depth())


def _settled(given: Tokenised) -> Sentence:
    pairs = zip(given.tokens, given.spaces, strict=True)
    tokens = tuple(Token(text, space_after=space) for text, space in pairs)
    return Sentence(tokens, DependencyTree((ROOT,) * len(tokens), ("root",) * len(tokens)))
