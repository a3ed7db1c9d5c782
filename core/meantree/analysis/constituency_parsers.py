"""Constituency parsers: the bundled one, and those of other packages, with models that users provide.

BLLIP is the parser of Charniak & Johnson (2005), which published EDPM uses; only its first stage runs, as in Kahn,
Ostendorf & Roark (2009), section 1.3. benepar is the Berkeley neural parser (Kitaev & Klein 2018).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from meantree.analysis.chart import NBest, Scores, SpanModel
from meantree.analysis.constituents import ConstituencyTree, LabelledSpan, Later, NBestConstituents, joined
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Network, read_labels
from meantree.analysis.parsers import BUNDLED, CONSTITUENCY, LANGUAGE, MADE_WITH, NONE
from meantree.analysis.sentences import Analysis, SplitSentence
from meantree.analysis.tree import Token
from meantree.errors import UsageError
from meantree.escaping import shortened
from meantree.shipped import fingerprint, shipped
from meantree.work import chunks

CHAIN = "+"
"""Separates the labels of a unary chain, from the top."""
LONGEST = 200
"""Tokens that are parsed together; time and memory grow with the square of this."""
DECIMALS = 4
"""Decimals of probabilities, so that stored trees and frames equal new ones."""
CACHED_RESULTS = 256
"""Sentences whose trees, probabilities of spans and frames are cached, a few KB each: translations and references have
some in common, and the labeller of roles needs the probabilities of the sentences just parsed."""


class BundledParser:
    """A chart parser over a head of the encoder that scores spans of words.

    Attributes:
        fingerprint: name, version and digest; equal fingerprints give equal trees.
        spans: the probabilities of labelled spans, from the words of a sentence; those of the last sentences are
            cached, as are the trees of equal sentences.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self.fingerprint = fingerprint(*MADE_WITH)
        labels = read_labels(folder / "labels.json", "constituents")["constituents"]
        self._encoder, self._network = encoder, Network(folder / "head.onnx", {"spans": len(labels)})
        self._scores = lru_cache(maxsize=1)(self._score)  # which are large
        self.spans = lru_cache(maxsize=CACHED_RESULTS)(self._spans)
        self._trees = lru_cache(maxsize=CACHED_RESULTS)(self._nbest)
        chains = [label.split(CHAIN) if label else [] for label in labels]
        names = dict.fromkeys(name for chain in chains for name in chain)
        self._with = {name: [code for code, chain in enumerate(chains) if name in chain] for name in names}
        self._codes = {name: code for code, name in enumerate(self._with)}
        self._chains = [tuple(self._codes[name] for name in chain) for chain in chains]

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents]:
        """Yield the ``nbest`` most probable trees of each sentence, in order.

        Trees have language-specific parts of speech above the words. Probabilities are those of a conditional random
        field over all trees, normalised over the list. A sentence of more than :data:`LONGEST` tokens, or one too long
        for the encoder, is split into parts, whose best trees are put next to each other.
        """
        for tokens in sentences:
            parts = [
                (tuple(token.text for token in part), tuple(token.xpos or token.upos for token in part))
                for part in self.parts(tokens)
            ]
            if len(parts) == 1:
                yield self._trees(*parts[0], nbest)
            else:
                yield NBestConstituents.of([joined([self._trees(*part, 1).tree(0) for part in parts])], [1.0])

    def parts(self, tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
        """Yield the tokens that are parsed together: a sentence, or parts of one that is too long."""
        for start, end in self._encoder.parts([token.text for token in tokens]):
            yield from chunks(tokens[start:end], LONGEST)

    def split(self, analysis: Analysis) -> Iterator[SplitSentence]:
        """Yield the sentences that are too long for the encoder, with their parts."""
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            split = self._encoder.split([token.text for token in sentence.tokens], offset)
            if split is not None:
                yield split

    def _score(self, words: tuple[str, ...]) -> Scores:
        scores: Scores = self._network({"states": self._encoder.states(words)[None]})[0][0]
        return scores

    def _spans(self, words: tuple[str, ...]) -> SpanModel:
        return SpanModel.of(self._scores(words))

    def _nbest(self, words: tuple[str, ...], tags: tuple[str, ...], nbest: int) -> NBestConstituents:
        codes = self._codes.copy()
        leaves = [codes.setdefault(tag, len(codes)) for tag in tags]
        listed = NBest(self._scores(words), self._chains, leaves).trees(nbest)
        best = listed[0][0]
        # At the end of a long list, probabilities could underflow to 0.
        weights = np.exp(np.maximum([score - best for score, _ in listed], -700.0)).tolist()
        trees = NBestConstituents.of_preorders([tree for _, tree in listed], weights, tuple(codes))
        self.spans(words)  # as long as the scores are there
        return replace(trees, spans=Later(partial(self._probabilities, words, trees)))

    def _probabilities(self, words: tuple[str, ...], trees: NBestConstituents) -> dict[LabelledSpan, float]:
        """Return the probability of each label of these trees over its span, in any chain of labels."""
        spans, scores = self.spans(words), self._scores(words)
        found = dict.fromkeys(span for rank in range(len(trees)) for span in trees.tree(rank).constituents())
        return {
            (start, end, label): round(
                spans.probability(start, end, scores[start, end - 1, self._with[label]]), DECIMALS
            )
            for start, end, label in found
        }


@cache
def load_bundled_parser() -> BundledParser:
    """Return the parser that ships with Meantree, loaded once; raise UsageError if a file is missing or damaged."""
    return BundledParser(shipped(CONSTITUENCY), load_encoder())


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
    from meantree.analysis.brackets import read_tree

    tree, words = read_tree(brackets)
    return tree if len(words) == size else None


class BllipParser:
    """n-best lists with the probabilities of the generative model."""

    def __init__(self, parser: Any, model: str) -> None:
        """Take a ``bllipparser.RerankingParser``, and the name of its model."""
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
        from bllipparser import RerankingParser
    except ImportError as error:
        hint = "pip install swig setuptools wheel, then pip install --no-build-isolation 'meantree[bllip]'"
        raise UsageError(f"the package bllipparser is not installed; install it with: {hint}") from error
    try:
        return BllipParser(RerankingParser.from_unified_model_dir(str(model), parser_only=True), model.name)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"{model}: the BLLIP model cannot be loaded: {shortened(str(error))}") from error


class BeneparParser:
    """Best trees, each with probability 1: the parser has no n-best lists."""

    def __init__(self, parser: Any, sentence: Callable[..., Any], model: str) -> None:
        """Take a ``benepar.Parser``, what makes its sentences, and the name of its model."""
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
