"""The bundled English constituency parser: n-best trees with probabilities, by a head of the encoder and a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from meantree.analysis.chart import NBest, Node, SpanModel, best_tree
from meantree.analysis.constituents import TOP, ConstituencyTree, LabelledSpan, NBestConstituents, joined
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Network, read_labels
from meantree.analysis.parsers import CONSTITUENCY, MADE_WITH
from meantree.analysis.sentences import Analysis, SplitSentence
from meantree.analysis.tree import Token
from meantree.shipped import fingerprint, shipped
from meantree.work import chunks

CHAIN = "+"
"""Separates the labels of a unary chain, from the top."""
LONGEST = 200
"""Tokens that are parsed together; time and memory grow with the square of this."""
DECIMALS = 4
"""Decimals of probabilities, so that stored trees and frames equal new ones."""
CACHED_SENTENCES = 64
"""Sentences whose scores are cached: the labeller of roles needs those of the trees just made."""


class BundledParser:
    """A chart parser over a head of the encoder that scores spans of words.

    Attributes:
        fingerprint: name, version and digest; equal fingerprints give equal trees.
        spans: the scores and probabilities of labelled spans, from the words of a sentence; those of the last sentences
            are cached.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        self.fingerprint = fingerprint(*MADE_WITH)
        labels = read_labels(folder / "labels.json", "constituents")["constituents"]
        self._encoder, self._network = encoder, Network(folder / "head.onnx", {"spans": len(labels)})
        self.spans = lru_cache(maxsize=CACHED_SENTENCES)(self._spans)
        self._chains = [tuple(label.split(CHAIN)) if label else () for label in labels]
        names = {name for chain in self._chains for name in chain}
        self._codes = {name: [code for code, chain in enumerate(self._chains) if name in chain] for name in names}

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents]:
        """Yield the ``nbest`` most probable trees of each sentence, in order.

        Trees have language-specific parts of speech above the words. Probabilities are those of a conditional random
        field over all trees, normalised over the list. A sentence of more than :data:`LONGEST` tokens, or one too long
        for the encoder, is split into parts, whose best trees are put next to each other.
        """
        for tokens in sentences:
            parts = list(self.parts(tokens))
            if len(parts) == 1:
                yield self._nbest(tokens, nbest)
            else:
                yield NBestConstituents.of([joined([self._nbest(part, 1).tree(0) for part in parts])], [1.0])

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

    def _spans(self, words: tuple[str, ...]) -> SpanModel:
        return SpanModel.of(self._network({"states": self._encoder.states(words)[None]})[0][0])

    def _nbest(self, tokens: Sequence[Token], nbest: int) -> NBestConstituents:
        spans = self.spans(tuple(token.text for token in tokens))
        scores = spans.scores
        listed = NBest(scores).trees(nbest) if nbest > 1 else [(0.0, _labelled(best_tree(scores)))]
        best, tags = listed[0][0], [token.xpos or token.upos for token in tokens]
        constituents = dict.fromkeys(node for _, nodes in listed for node in nodes)
        return NBestConstituents.of(
            [constituency_tree(nodes, tags, self._chains) for _, nodes in listed],
            # At the end of a long list, probabilities could underflow to 0.
            [float(np.exp(max(score - best, -700.0))) for score, _ in listed],
            self._probabilities(spans, constituents),
        )

    def _probabilities(self, spans: SpanModel, nodes: Iterable[Node]) -> dict[LabelledSpan, float]:
        """Return the probability of each label of these nodes over their span, in any chain of labels."""
        return {
            (start, end, name): round(spans.probability(start, end - 1, self._codes[name]), DECIMALS)
            for start, end, chain in nodes
            for name in self._chains[chain]
        }


def _labelled(nodes: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if node[2])


def constituency_tree(nodes: Sequence[Node], tags: Sequence[str], chains: Sequence[Sequence[str]]) -> ConstituencyTree:
    """Return the tree over ``tags`` with the constituents ``nodes``, in preorder.

    Args:
        nodes: their labels are indices into ``chains``.
        tags: the part of speech of each token.
        chains: the labels of unary chains, from the top.
    """
    labels: list[str] = []
    parents: list[int] = []
    open_nodes: list[tuple[int, int]] = []  # node and its end
    queue = iter((*nodes, (len(tags), 0, 0)))
    start, end, chain = next(queue)
    for token, tag in enumerate(tags):
        while open_nodes and open_nodes[-1][1] <= token:
            open_nodes.pop()
        while start == token:
            for label in chains[chain]:
                parents.append(open_nodes[-1][0] if open_nodes else TOP)
                open_nodes.append((len(labels), end))
                labels.append(label)
            start, end, chain = next(queue)
        parents.append(open_nodes[-1][0] if open_nodes else TOP)
        labels.append(tag)
    return ConstituencyTree(tuple(labels), tuple(parents))


@cache
def load_bundled_parser() -> BundledParser:
    """Return the parser that ships with Meantree, loaded once; raise UsageError if a file is missing or damaged."""
    return BundledParser(shipped(CONSTITUENCY), load_encoder())
