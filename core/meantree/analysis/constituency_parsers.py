"""Constituency parsers: the bundled one, and those of other packages, with models that users provide.

BLLIP is the parser of Charniak & Johnson (2005), which published EDPM uses; only its first stage runs, as in Kahn,
Ostendorf & Roark (2009), section 1.3. benepar is the Berkeley neural parser (Kitaev & Klein 2018).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol

from meantree.analysis.brackets import read_tree
from meantree.analysis.bundled_parser import load_bundled_parser
from meantree.analysis.constituents import ConstituencyTree, NBestConstituents
from meantree.analysis.parsers import BUNDLED, LANGUAGE, NONE
from meantree.analysis.tree import Token
from meantree.errors import UsageError
from meantree.escaping import shortened

BLLIP_TOKENS = 398
"""Tokens of a sentence, at most; BLLIP refuses longer ones."""


class ConstituencyParser(Protocol):
    """A loaded parser; equal fingerprints give equal trees."""

    @property
    def fingerprint(self) -> str:
        """Name and version, as in signatures."""
        ...

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield up to ``nbest`` trees over the tokens of each sentence, in order; None if parsing failed."""
        ...


@lru_cache(maxsize=2)
def load_constituency_parser(choice: str, language: str) -> ConstituencyParser | None:
    """Return the parser for texts in ``language``, cached for the next call; None if there is none.

    Args:
        choice: ``bundled`` (English only), ``none``, ``bllip:FOLDER`` or ``benepar:MODEL``.
        language: ISO code of the pipeline's language.

    Raises:
        UsageError: if ``choice`` is invalid, or the parser cannot be loaded.
    """
    if choice == NONE or (choice == BUNDLED and language != LANGUAGE):
        return None
    if choice == BUNDLED:
        return load_bundled_parser()
    kind, _, path = choice.partition(":")
    if kind == "bllip" and path:
        return load_bllip_parser(Path(path))
    if kind == "benepar" and path:
        return load_benepar_parser(Path(path))
    raise UsageError(f"constituency parser {shortened(choice)}: expected bundled, none, bllip:FOLDER or benepar:MODEL")


def tree_over(brackets: str, size: int) -> ConstituencyTree | None:
    """Return the tree that another program wrote in brackets; None if it is not over ``size`` words.

    Raises:
        BracketError: if the text is not a tree.
    """
    tree, words = read_tree(brackets)
    return tree if len(words) == size else None


class ScoredParse(Protocol):
    """A parse of ``bllipparser``: a tree that prints as brackets, and its log probability to the base 2."""

    ptb_parse: object
    parser_score: float


class RerankingParser(Protocol):
    """The used part of ``bllipparser.RerankingParser``."""

    def set_parser_options(self, *, nbest: int) -> object:
        """Set the length of lists, and all other options to their defaults."""
        ...

    def parse(self, sentence: Sequence[str], rerank: bool) -> Sequence[ScoredParse]:
        """Return an n-best list, empty if parsing failed."""
        ...


class BllipParser:
    """n-best lists with the probabilities of the generative model."""

    def __init__(self, parser: RerankingParser, model: str) -> None:
        self._parser = parser
        self.fingerprint = f"bllip-{model}"

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield up to ``nbest`` trees of each sentence; None if there is none or the sentence is too long."""
        self._parser.set_parser_options(nbest=nbest)
        for sentence in sentences:
            yield self._nbest([token.text for token in sentence]) if len(sentence) <= BLLIP_TOKENS else None

    def _nbest(self, words: Sequence[str]) -> NBestConstituents | None:
        listed = [
            (tree_over(str(parse.ptb_parse), len(words)), parse.parser_score)
            for parse in self._parser.parse(words, rerank=False)
        ]
        scored = [(tree, score) for tree, score in listed if tree is not None and math.isfinite(score)]
        if not scored:
            return None
        best = max(score for _, score in scored)
        return NBestConstituents.of(
            [tree for tree, _ in scored], [2.0 ** max(score - best, -1000.0) for _, score in scored]
        )


def load_bllip_parser(model: Path) -> BllipParser:
    """Load a unified BLLIP model: a folder that contains the folder ``parser``.

    Raises:
        UsageError: if the package is not installed or the folder contains no model.
    """
    if not (model / "parser").is_dir():
        raise UsageError(f"{model}: no BLLIP model found, expected a folder that contains the folder 'parser'")
    try:
        from bllipparser import RerankingParser as Parser
    except ImportError as error:
        hint = "pip install swig setuptools wheel, then pip install --no-build-isolation 'meantree[bllip]'"
        raise UsageError(f"the package bllipparser is not installed; install it with: {hint}") from error
    try:
        return BllipParser(Parser.from_unified_model_dir(str(model), parser_only=True), model.name)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{model}: the BLLIP model cannot be loaded: {shortened(str(error))}") from error


class NeuralParser(Protocol):
    """The used part of ``benepar.Parser``."""

    def parse_sents(self, sents: Iterable[Any]) -> Iterable[object]:
        """Return trees that print as brackets."""
        ...


class BeneparParser:
    """Best trees, each with probability 1: the parser has no n-best lists."""

    def __init__(self, parser: NeuralParser, sentence: Callable[..., Any], model: str) -> None:
        self._parser, self._sentence = parser, sentence
        self.fingerprint = f"benepar-{model}"

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield the best tree of each sentence; ``nbest`` is ignored."""
        del nbest
        inputs = [
            self._sentence(words=[token.text for token in tokens], space_after=[token.space_after for token in tokens])
            for tokens in sentences
        ]
        for tokens, parsed in zip(sentences, self._parser.parse_sents(inputs), strict=True):
            tree = tree_over(str(parsed), len(tokens))
            yield None if tree is None else NBestConstituents.of([tree], [1.0])


def load_benepar_parser(model: Path) -> BeneparParser:
    """Load a benepar model, a file or a folder.

    The package reads models with PyTorch, which can run code that they contain: use only models that you trust.

    Raises:
        UsageError: if the package is not installed or there is no model.
    """
    if not model.exists():
        raise UsageError(f"{model}: there is no such file or folder, expected a benepar model")
    try:
        import benepar
    except ImportError as error:
        hint = "pip install 'meantree[benepar]'"
        raise UsageError(f"the package benepar is not installed; install it with: {hint}") from error
    try:
        return BeneparParser(benepar.Parser(str(model)), benepar.InputSentence, model.stem)
    except (OSError, RuntimeError, ValueError, LookupError) as error:
        raise UsageError(f"{model}: the benepar model cannot be loaded: {shortened(str(error))}") from error
