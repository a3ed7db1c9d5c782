"""The parser of Charniak & Johnson (2005), which published EDPM uses: package ``bllipparser``, model brought along.

Only its first stage is used, as in Kahn, Ostendorf & Roark (2009), section 1.3.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

from meantree.analysis.constituency.base import tree_over
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.tree import Token
from meantree.errors import UsageError
from meantree.escaping import shortened

LONGEST = 398
"""The parser refuses sentences of more tokens."""


class ScoredParse(Protocol):
    """What ``bllipparser`` returns: a tree that prints as brackets, and its log probability to the base 2."""

    ptb_parse: object
    parser_score: float


class RerankingParser(Protocol):
    """The parts of ``bllipparser.RerankingParser`` that are used here."""

    def set_parser_options(self, *, nbest: int) -> object:
        """Also sets all other options to their defaults."""
        ...

    def parse(self, sentence: Sequence[str], rerank: bool) -> Sequence[ScoredParse]:
        """An n-best list, empty where the parse failed."""
        ...


class BllipParser:
    """n-best lists with the probabilities of the generative model."""

    def __init__(self, parser: RerankingParser, model: str) -> None:
        self._parser = parser
        self.fingerprint = f"bllip-{model}"

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield up to ``nbest`` trees of each sentence; None where there is none or the sentence is too long."""
        self._parser.set_parser_options(nbest=nbest)
        for sentence in sentences:
            yield self._nbest([token.text for token in sentence]) if len(sentence) <= LONGEST else None

    def _nbest(self, words: Sequence[str]) -> NBestConstituents | None:
        listed = [
            (tree_over(str(one.ptb_parse), len(words)), one.parser_score)
            for one in self._parser.parse(words, rerank=False)
        ]
        found = [(tree, score) for tree, score in listed if tree is not None and math.isfinite(score)]
        if not found:
            return None
        best = max(score for _, score in found)
        return NBestConstituents.of(
            [tree for tree, _ in found], [2.0 ** max(score - best, -1000.0) for _, score in found]
        )


def load_bllip_parser(model: Path) -> BllipParser:
    """Load a unified model: a folder that holds the folder ``parser``.

    Raises:
        UsageError: if the package is not installed or the folder holds no model.
    """
    if not (model / "parser").is_dir():
        raise UsageError(f"{model}: no BLLIP model here, expected a folder that holds the folder 'parser'")
    try:
        from bllipparser import RerankingParser as Parser
    except ImportError as error:
        hint = "pip install swig setuptools wheel, then pip install --no-build-isolation 'meantree[bllip]'"
        raise UsageError(f"the package bllipparser is not installed; install it with: {hint}") from error
    try:
        return BllipParser(Parser.from_unified_model_dir(str(model), parser_only=True), model.name)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{model}: the BLLIP model cannot be loaded: {shortened(str(error))}") from error
