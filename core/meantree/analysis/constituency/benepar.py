"""The Berkeley neural parser (Kitaev & Klein 2018): package ``benepar``, model brought along; one tree a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from meantree.analysis.constituency.base import tree_over
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.tree import Token
from meantree.errors import UsageError
from meantree.escaping import shortened


class NeuralParser(Protocol):
    """The part of ``benepar.Parser`` that is used here."""

    def parse_sents(self, sents: Iterable[Any]) -> Iterable[object]:
        """Trees that print as brackets."""
        ...


class BeneparParser:
    """Best trees, each with probability 1: the parser has no n-best lists."""

    def __init__(self, parser: NeuralParser, sentence: Callable[..., Any], model: str) -> None:
        self._parser, self._sentence = parser, sentence
        self.fingerprint = f"benepar-{model}"

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents | None]:
        """Yield the best tree of each sentence, whatever ``nbest`` is."""
        del nbest
        inputs = [
            self._sentence(words=[token.text for token in tokens], space_after=[token.space_after for token in tokens])
            for tokens in sentences
        ]
        for tokens, found in zip(sentences, self._parser.parse_sents(inputs), strict=True):
            tree = tree_over(str(found), len(tokens))
            yield None if tree is None else NBestConstituents.of([tree], [1.0])


def load_benepar_parser(model: Path) -> BeneparParser:
    """Load a model file or folder.

    The package reads its models with PyTorch, which can run code that is in them: use only models that you trust.

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
