"""Sentences as the network reads them: words in pieces, gold layers in codes, sentences of similar length together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import torch
from bio import padded
from constituents import SpanCodes
from examples import Example
from frames import FrameCodes, NameCodes
from labels import Labels
from syntax import SyntaxCodes
from torch import Tensor
from trunk import Pieces

from meantree.analysis.encoder.words import PieceReader, shape
from meantree.analysis.sentences import MAX_PIECES

LONGEST = MAX_PIECES // 4
"""Pieces of a sentence that is trained on."""


@dataclass(frozen=True, slots=True)
class Sentences:
    """A batch of sentences in pieces, with their numbers of words."""

    pieces: Pieces
    lengths: Tensor


class Reader:
    """Turns words into pieces, and gold layers into codes."""

    def __init__(self, pieces: PieceReader, labels: Labels) -> None:
        self.pieces = pieces
        self.syntax, self.spans = SyntaxCodes(labels), SpanCodes(labels)
        self.frames, self.names = FrameCodes(labels), NameCodes(labels)

    def size(self, words: Sequence[str]) -> int:
        """Return how many pieces a sentence has, with those that mark its ends."""
        return 2 + sum(len(self.pieces.word(word)) for word in words)

    def read(self, sentences: Sequence[Sequence[str]]) -> Sentences:
        """Return a batch of sentences; none may be longer than the trunk reads."""
        codes, shapes, first, last = [], [], [], []
        for words in sentences:
            row, kinds, starts = [self.pieces.first], [0], []
            for word in words:
                starts.append(len(row))
                row += self.pieces.word(word)
                kinds += [shape(word)] * (len(row) - starts[-1])
            codes.append([*row, self.pieces.last])
            shapes.append([*kinds, 0])
            first.append(starts)
            last.append([place - 1 for place in (*starts[1:], len(row))])
        rows = padded(codes)
        pieces = Pieces(rows.clamp(min=0), padded(shapes, 0), rows >= 0, padded(first, 0), padded(last, 0))
        return Sentences(pieces, torch.tensor([len(words) for words in sentences]))


def batches(examples: Sequence[Example], reader: Reader, pieces: int, seed: int | None) -> Iterator[list[Example]]:
    """Yield sentences of similar length together, up to ``pieces`` with padding; in a random order if there is a seed.

    Very long sentences are left out where there is a seed.
    """
    chance = random.Random(seed)
    sized = [(reader.size(example.words), example) for example in examples]
    if seed is not None:
        sized = [(size, example) for size, example in sized if size <= LONGEST]
    noise = [chance.random() if seed is not None else 0.0 for _ in sized]
    order = sorted(range(len(sized)), key=lambda place: sized[place][0] * (1 + 0.2 * noise[place]))
    made: list[list[Example]] = [[]]
    longest = 0
    for place in order:
        size, example = sized[place]
        if made[-1] and (len(made[-1]) + 1) * max(longest, size) > pieces:
            made.append([])
            longest = 0
        longest = max(longest, size)
        made[-1].append(example)
    if seed is not None:
        chance.shuffle(made)
    yield from made
