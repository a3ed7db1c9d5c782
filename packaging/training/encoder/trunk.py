"""The trunk: a Transformer over pieces, from which words get their vectors.

It is BERT (Devlin et al. 2019), or MPNet (Song et al. 2020), which adds a bias for the distance of two pieces.

Padding is masked: a sentence has the same vectors in any company, up to rounding.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from eight_bits import Range, row_codes
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.encoder.words import SHAPES

HAS_BFLOAT16 = any(torch.cpu.get_capabilities().get(name) for name in ("avx512_bf16", "amx_bf16"))
"""Whether the processor computes with numbers of 16 bits; where they are emulated they are slower than those of 32."""


@dataclass(frozen=True, slots=True)
class Size:
    """The measures of a trunk; without ``buckets`` the distance of pieces has no bias."""

    pieces: int = 30522
    positions: int = 512
    width: int = 384
    inner: int = 1536
    heads: int = 12
    layers: int = 6
    epsilon: float = 1e-12
    buckets: int = 0


@dataclass(frozen=True, slots=True)
class Pieces:
    """A batch of sentences in pieces, padded to (sentences, pieces); places are (sentences, words).

    Attributes:
        codes: of pieces, with those that mark the ends.
        shapes: of the words the pieces belong to; that of the marks is 0.
        mask: true where there is a piece.
        first: the place of each word's first piece; 0, the mark of the start, where there is no word.
        last: the place of its last piece.
    """

    codes: Tensor
    shapes: Tensor
    mask: Tensor
    first: Tensor
    last: Tensor


class Layer(nn.Module):
    """Self-attention and a feed-forward network, each followed by normalisation.

    With ``ranges``, of what its products read, it computes as one does whose products have eight bits.
    """

    def __init__(self, size: Size, dropout: float) -> None:
        super().__init__()
        self.heads, self.dropout = size.heads, dropout
        self.query, self.key, self.value, self.output = (nn.Linear(size.width, size.width) for _ in range(4))
        self.inner, self.outer = nn.Linear(size.width, size.inner), nn.Linear(size.inner, size.width)
        self.norm, self.outer_norm = (nn.LayerNorm(size.width, eps=size.epsilon) for _ in range(2))
        self.ranges: nn.ModuleDict | None = None

    def quantise(self) -> None:
        """Compute with products in eight bits from now on."""
        first = {"states": self.query, "mixed": self.output, "normed": self.inner, "inner": self.outer}
        self.ranges = nn.ModuleDict({name: Range(part.in_features) for name, part in first.items()})

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        """Map (sentences, pieces, width) to the same shape."""
        query, key, value = map(self._split, self._products("states", states, self.query, self.key, self.value))
        rate = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask, dropout_p=rate)
        (mixed,) = self._products("mixed", mixed.transpose(1, 2).flatten(2), self.output)
        states = self.norm(states + functional.dropout(mixed, self.dropout, self.training))
        (inner,) = self._products("normed", states, self.inner)
        (inner,) = self._products("inner", functional.gelu(inner), self.outer)
        return self.outer_norm(states + functional.dropout(inner, self.dropout, self.training))

    def _products(self, name: str, states: Tensor, *parts: nn.Linear) -> list[Tensor]:
        """Return what some parts make of the same states."""
        if self.ranges is None:
            return [part(states) for part in parts]
        read = self.ranges[name]
        states = read(states)
        return [functional.linear(states, read.rounded_weight(part.weight), part.bias) for part in parts]

    def _split(self, states: Tensor) -> Tensor:
        return states.unflatten(2, (self.heads, -1)).transpose(1, 2)


class Trunk(nn.Module):
    """Embeddings and layers; the embeddings of pieces are frozen."""

    def __init__(self, size: Size, dropout: float = 0.1) -> None:
        super().__init__()
        self.size, self.dropout = size, dropout
        self.pieces = nn.Embedding(size.pieces, size.width)
        self.pieces.weight.requires_grad_(False)
        self.positions = nn.Embedding(size.positions, size.width)
        self.shapes = nn.Embedding(len(SHAPES), size.width)
        self.relative = nn.Embedding(size.buckets, size.heads) if size.buckets else None
        self.norm = nn.LayerNorm(size.width, eps=size.epsilon)
        self.layers = nn.ModuleList(Layer(size, dropout) for _ in range(size.layers))

    @torch.no_grad()
    def quantise(self) -> None:
        """Compute as in eight bits from now on: products, with ranges yet unknown, and pieces' embeddings."""
        for layer in self.layers:
            layer.quantise()
        codes, scales = row_codes(self.pieces.weight)
        self.pieces.weight.copy_(codes * scales.unsqueeze(1))

    def forward(self, pieces: Pieces) -> Tensor:
        """Return the vectors of words, before them that of the sentence: (sentences, 1 + words, width)."""
        return self.encode(pieces.codes, pieces.shapes, pieces.first, pieces.last, self._mask(pieces))

    def encode(self, codes: Tensor, shapes: Tensor, first: Tensor, last: Tensor, mask: Tensor | None = None) -> Tensor:
        """Return the same, with what is added to the attention as ``mask``."""
        states = self.pieces(codes) + self.positions.weight[: codes.shape[1]] + self.shapes(shapes)
        states = functional.dropout(self.norm(states), self.dropout, self.training)
        for layer in self.layers:
            states = layer(states, mask)
        words = (at(states, first) + at(states, last)) / 2
        return torch.cat([states[:, :1], words], dim=1)

    def _mask(self, pieces: Pieces) -> Tensor | None:
        """Return what is added to the attention, or which pieces there are; None if nothing is padded."""
        there = pieces.mask[:, None, None, :]
        if self.relative is None:
            return None if bool(pieces.mask.all()) else there
        bias = self.relative(buckets(pieces.codes.shape[1], self.size.buckets)).permute(2, 0, 1)
        return bias.masked_fill(~there, -torch.inf)


def at(states: Tensor, places: Tensor) -> Tensor:
    """Return the states at some places of each sentence."""
    return torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, states.shape[2]))


def buckets(pieces: int, count: int, farthest: int = 128) -> Tensor:
    """Return the bucket of the distance from each piece to each other one.

    Half of the buckets are for pieces that follow; a quarter of all are for single distances, the others for ranges
    that grow with the distance, up to ``farthest``.
    """
    places = torch.arange(pieces)
    distance = places - places.unsqueeze(1)
    half, single = count // 2, count // 4
    size = distance.abs().clamp(min=1)
    ranges = (size / single).log() / math.log(farthest / single) * (half - single)
    far = (single + ranges.long()).clamp(max=half - 1)
    return half * (distance > 0) + torch.where(distance.abs() < single, distance.abs(), far)
