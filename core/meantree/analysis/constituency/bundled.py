"""The bundled English constituency parser: words and parts of speech in, n-best trees with probabilities out."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituency.chart import NBest, Node, Scores, best_tree
from meantree.analysis.constituency.near_best import near_best_spans
from meantree.analysis.constituency.network import TaggedWord, Weights, span_scores, word_states
from meantree.analysis.constituents import TOP, ConstituencyTree, NBestConstituents, joined
from meantree.analysis.frames import Span
from meantree.analysis.tree import Token
from meantree.work import chunks
from meantree_resources import resource

Words = tuple[TaggedWord, ...]
CHAIN = "+"
"""Between the labels of a unary chain, from the top."""
LONGEST = 200
"""Tokens that are parsed together: time and memory grow with the square of this."""


class BundledParser:
    """A trained network with its chart.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same trees.
    """

    def __init__(self, folder: Path) -> None:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        self.fingerprint = f"{meta['name']}-{meta['version']}"
        self._weights = Weights.load(folder)
        self._recent: dict[Words, NDArray[np.float32]] = {}
        self._recent_scores: dict[Words, Scores] = {}
        self._chains = [tuple(label.split(CHAIN)) if label else () for label in self._weights.labels]

    def parse(self, sentences: Sequence[Sequence[Token]], *, nbest: int = 1) -> Iterator[NBestConstituents]:
        """Yield the ``nbest`` most probable trees of each sentence, in order.

        The network reads words and language-specific parts of speech, which stand above the words in the trees.
        Probabilities are those of a conditional random field over all trees, normalised over the list. A sentence of
        more than :data:`LONGEST` tokens is cut into pieces of that length, whose best trees stand side by side.
        """
        pieces = [list(chunks(_tagged(tokens), LONGEST)) for tokens in sentences]
        words = [tuple(piece) for parts in pieces for piece in parts]
        self._recent_scores = {}
        scored = (self._scores(*each) for each in zip(words, self._encoded(words), strict=True))
        for parts in pieces:
            if len(parts) == 1:
                yield self._nbest(parts[0], next(scored), nbest)
            else:
                trees = [self._nbest(piece, next(scored), 1).tree(0) for piece in parts]
                yield NBestConstituents.of([joined(trees)], [1.0])

    def states(self, sentences: Sequence[Sequence[Token]]) -> Iterator[NDArray[np.float32]]:
        """What the network's encoder makes of the words of each sentence, shape (tokens, states), in order."""
        yield from self._encoded([_tagged(tokens) for tokens in sentences])

    def near_best(self, sentences: Sequence[Sequence[Token]], *, slack: float) -> Iterator[Mapping[Span, float]]:
        """Yield the constituents of each sentence's trees that are nearly as good as its best, in order.

        As :func:`~meantree.analysis.constituency.near_best.near_best_spans`; nothing for a sentence of more than
        :data:`LONGEST` tokens. After :meth:`parse` of the same sentences they cost little.
        """
        words = [_tagged(tokens) for tokens in sentences]
        for one, states in zip(words, self._encoded(words), strict=True):
            if len(one) > LONGEST:
                yield {}
                continue
            if one not in self._recent_scores:
                self._scores(one, states)
            yield near_best_spans(self._recent_scores[one], slack)

    def _scores(self, words: Words, states: NDArray[np.float32]) -> Scores:
        """The scores of all labelled spans; of the last sentences those of the best label and of none are kept."""
        scores = span_scores(self._weights, states)
        self._recent_scores[words] = np.stack((scores[..., 0], scores[..., 1:].max(axis=-1)), axis=-1)
        return scores

    def _encoded(self, sentences: Sequence[Words]) -> list[NDArray[np.float32]]:
        """The encoder's states; those of the last call are kept, as trees and roles are asked for one after another."""
        missing = [words for words in dict.fromkeys(sentences) if words not in self._recent]
        known = self._recent | dict(zip(missing, word_states(self._weights, missing), strict=True))
        self._recent = {words: known[words] for words in sentences}
        self._recent_scores = {words: kept for words, kept in self._recent_scores.items() if words in self._recent}
        return [known[words] for words in sentences]

    def _nbest(self, tokens: Sequence[TaggedWord], scores: Scores, nbest: int) -> NBestConstituents:
        listed = NBest(scores).trees(nbest) if nbest > 1 else [(0.0, _named(best_tree(scores)))]
        best, tags = listed[0][0], [tag for _, tag in tokens]
        return NBestConstituents.of(
            [constituency_tree(nodes, tags, self._chains) for _, nodes in listed],
            # Far down a long list probabilities could underflow to 0.
            [float(np.exp(max(score - best, -700.0))) for score, _ in listed],
        )


def _tagged(tokens: Sequence[Token]) -> Words:
    return tuple((token.text, token.xpos or token.upos) for token in tokens)


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
    """The parser that ships with Meantree, loaded once."""
    return BundledParser(resource("models/en_constituency"))
