"""The bundled English constituency parser: a head of the encoder and a chart, n-best trees with probabilities out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from meantree.analysis.chart import NBest, Node, SpanModel, best_tree
from meantree.analysis.constituents import TOP, ConstituencyTree, LabelledSpan, NBestConstituents, joined
from meantree.analysis.encoder.encoder import Encoder, load_encoder
from meantree.analysis.encoder.networks import Network, loading, read_labels
from meantree.analysis.sentences import Analysis, SplitSentence
from meantree.analysis.tree import Token
from meantree.work import chunks
from meantree_resources import resource

CHAIN = "+"
"""Between the labels of a unary chain, from the top."""
LONGEST = 200
"""Tokens that are parsed together: time and memory grow with the square of this."""
DECIMALS = 4
"""Of probabilities, so that they are the same where trees and frames were stored."""
RECENT = 64
"""Sentences whose scores are kept: frames are looked for after trees."""


class BundledParser:
    """A head that scores spans of words.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same trees.
        spans: the scores of labelled spans, and how probable they are, from the words of a sentence; those of the last
            sentences are kept.
    """

    def __init__(self, folder: Path, encoder: Encoder) -> None:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        self.fingerprint = f"{meta['name']}-{meta['version']}"
        labels = read_labels(folder / "labels.json", "constituents")["constituents"]
        self._encoder, self._network = encoder, Network(folder / "head.onnx", {"spans": len(labels)})
        self.spans = lru_cache(maxsize=RECENT)(self._spans)
        self._chains = [tuple(label.split(CHAIN)) if label else () for label in labels]
        names = {name for chain in self._chains for name in chain}
        self._codes = {name: [code for code, chain in enumerate(self._chains) if name in chain] for name in names}

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents]:
        """Yield the ``nbest`` most probable trees of each sentence, in order.

        Language-specific parts of speech stand above the words in the trees. Probabilities are those of a conditional
        random field over all trees, normalised over the list. A sentence of more than :data:`LONGEST` tokens, or one
        too long for the encoder, is cut into pieces, whose best trees stand side by side.
        """
        for tokens in sentences:
            pieces = list(self.pieces(tokens))
            if len(pieces) == 1:
                yield self._nbest(tokens, nbest)
            else:
                yield NBestConstituents.of([joined([self._nbest(piece, 1).tree(0) for piece in pieces])], [1.0])

    def pieces(self, tokens: Sequence[Token]) -> Iterator[Sequence[Token]]:
        """Yield what is parsed together: a sentence, or parts of one that is too long."""
        for start, end in self._encoder.parts([token.text for token in tokens]):
            yield from chunks(tokens[start:end], LONGEST)

    def split(self, analysis: Analysis) -> Iterator[SplitSentence]:
        """Yield the sentences that are too long for the encoder."""
        for offset, sentence in zip(analysis.offsets, analysis.sentences, strict=True):
            split = self._encoder.split([token.text for token in sentence.tokens], offset)
            if split is not None:
                yield split

    def _spans(self, words: tuple[str, ...]) -> SpanModel:
        return SpanModel.of(self._network({"states": self._encoder.states(words)[None]})[0][0])

    def _nbest(self, tokens: Sequence[Token], nbest: int) -> NBestConstituents:
        spans = self.spans(tuple(token.text for token in tokens))
        scores = spans.scores
        listed = NBest(scores).trees(nbest) if nbest > 1 else [(0.0, _named(best_tree(scores)))]
        best, tags = listed[0][0], [token.xpos or token.upos for token in tokens]
        found = dict.fromkeys(node for _, nodes in listed for node in nodes)
        return NBestConstituents.of(
            [constituency_tree(nodes, tags, self._chains) for _, nodes in listed],
            # Far down a long list probabilities could underflow to 0.
            [float(np.exp(max(score - best, -700.0))) for score, _ in listed],
            self._probabilities(spans, found),
        )

    def _probabilities(self, spans: SpanModel, nodes: Iterable[Node]) -> dict[LabelledSpan, float]:
        """Return how probable each label of these nodes is over their span, whatever chain it is in."""
        return {
            (start, end, name): round(spans.probability(start, end - 1, self._codes[name]), DECIMALS)
            for start, end, chain in nodes
            for name in self._chains[chain]
        }


def _named(nodes: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if node[2])


def constituency_tree(nodes: Sequence[Node], tags: Sequence[str], chains: Sequence[Sequence[str]]) -> ConstituencyTree:
    """The tree over ``tags`` with the constituents ``nodes`` in preorder, each label a chain of labels from the top."""
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
    """The parser that ships with Meantree, loaded once.

    Raises:
        UsageError: if a file is missing or damaged.
    """
    with loading("the constituency parser"):
        return BundledParser(resource("models/en_constituency"), load_encoder())
