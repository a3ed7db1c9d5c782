"""Constituency trees out: a segment a line, or Charniak's n-best lists."""

from __future__ import annotations

import math
from collections.abc import Iterator

from meantree.analysis.brackets import write_tree
from meantree.analysis.constituents import NBestConstituents
from meantree.analysis.sentences import Analysis, Sentence
from meantree.corpus.formats.brackets_reader import SENTENCE_MARK

EMPTY = "(ROOT)"


def brackets(analysis: Analysis) -> str:
    """The best tree of each sentence of one segment, in one line.

    Raises:
        ValueError: if a sentence has no constituency tree.
    """
    trees = [write_tree(_nbest(sentence).tree(0), _words(sentence)) for sentence in analysis.sentences]
    return (" ".join(trees) or EMPTY) + "\n"


def nbest_brackets(analysis: Analysis, *, segment: str) -> str:
    """The n-best list of each sentence: ``N id``, then a line with the log probability and one with the tree, N times.

    Further sentences of a segment have the id ``segment::2`` and so on.

    Raises:
        ValueError: if a sentence has no constituency tree.
    """
    return "".join(_lines(analysis, segment))


def _lines(analysis: Analysis, segment: str) -> Iterator[str]:
    if not analysis.sentences:
        yield f"1 {segment}\n0\n{EMPTY}\n\n"
    for place, sentence in enumerate(analysis.sentences, start=1):
        nbest = _nbest(sentence)
        name = segment if place == 1 else f"{segment}{SENTENCE_MARK}{place}"
        yield f"{len(nbest)} {name}\n"
        for rank, probability in enumerate(nbest.probabilities):
            yield f"{math.log(probability):.6f}\n{write_tree(nbest.tree(rank), _words(sentence))}\n"
        yield "\n"


def _nbest(sentence: Sentence) -> NBestConstituents:
    if sentence.constituents is None:
        raise ValueError("a sentence without constituency tree cannot be written in brackets")
    return sentence.constituents


def _words(sentence: Sentence) -> list[str]:
    return [token.text for token in sentence.tokens]
