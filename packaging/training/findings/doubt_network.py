"""The network of doubts: attention within each text and to the other one, over frozen vectors of the encoder."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

VECTORS, FLAGS = 768, 4
"""Numbers that describe a word: its vectors, and its flags (``meantree.findings.doubts``)."""
MEANINGS = 384
"""Where the vectors begin whose cosines are similarities."""
WIDTH, HEADS, INNER, LAYERS = 96, 6, 192, 2
SHARPNESS = 4.0
"""How strongly a word attends to similar ones of the other text before anything is learned."""


class Layer(nn.Module):
    """Attention within a text, attention to the other text, and a feed-forward network."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(3))
        self.own, self.own_out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.query, self.other, self.other_out = (nn.Linear(WIDTH, size * WIDTH) for size in (1, 2, 1))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.likeness = nn.Parameter(torch.ones(HEADS))
        self.dropout = nn.Dropout(dropout)

    def forward(self, words: Tensor, others: Tensor, mask: Tensor, other_mask: Tensor, cosines: Tensor) -> Tensor:
        """Map the words of a text, (pairs, words, width), to the same shape."""
        query, key, value = self.own(self.norms[0](words)).chunk(3, 2)
        words = words + self.dropout(self.own_out(_attend(query, key, value, mask[:, None, None, :])))
        normed = self.norms[1]
        key, value = self.other(normed(others)).chunk(2, 2)
        bias = SHARPNESS * self.likeness[None, :, None, None] * cosines[:, None]
        bias = bias.masked_fill(~other_mask[:, None, None, :], -1e4)
        words = words + self.dropout(self.other_out(_attend(self.query(normed(words)), key, value, bias)))
        return words + self.dropout(self.outer(functional.gelu(self.inner(self.norms[2](words)))))


def _attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor) -> Tensor:
    def split(part: Tensor) -> Tensor:
        return part.unflatten(2, (HEADS, -1)).transpose(1, 2)

    mixed = functional.scaled_dot_product_attention(split(query), split(key), split(value), attn_mask=mask)
    return mixed.transpose(1, 2).flatten(2)


class DoubtNetwork(nn.Module):
    """Log-odds for each word of both texts: that the other text does not say it, and that experts mark it."""

    def __init__(self, dropout: float = 0.25) -> None:
        super().__init__()
        self.vectors, self.flags = nn.Linear(VECTORS, WIDTH), nn.Linear(FLAGS + 2, WIDTH)
        self.sides = nn.Parameter(torch.zeros(2, WIDTH))
        self.norm, self.last_norm = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.odds = nn.Linear(WIDTH, 2)
        self.dropout = nn.Dropout(0.35)

    def forward(
        self, vectors: Sequence[Tensor], flags: Sequence[Tensor], masks: Sequence[Tensor]
    ) -> tuple[Tensor, Tensor]:
        """Return the log-odds of both texts, (pairs, words, 2).

        Args:
            vectors: of the hypothesis and of the reference, (pairs, words, 768).
            flags: (pairs, words, 4).
            masks: true where there is a word.
        """
        cosines = vectors[0][..., MEANINGS:] @ vectors[1][..., MEANINGS:].transpose(1, 2)
        sides = cosines, cosines.transpose(1, 2)
        words = [
            self.norm(
                self.vectors(self.dropout(vectors[side]))
                + self.flags(torch.cat([flags[side], _nearest(sides[side], masks[1 - side])], 2))
                + self.sides[side]
            )
            for side in (0, 1)
        ]
        for layer in self.layers:
            words = [layer(words[side], words[1 - side], masks[side], masks[1 - side], sides[side]) for side in (0, 1)]
        own, other = (self.odds(self.last_norm(side)) for side in words)
        return own, other


def _nearest(cosines: Tensor, mask: Tensor) -> Tensor:
    """Return for each word the cosine of the nearest word of the other text, and its distance to the next."""
    cosines = cosines.masked_fill(~mask[:, None, :], -1)
    first, second = torch.cat([cosines, -torch.ones_like(cosines[..., :1])], 2).topk(2, 2).values.chunk(2, 2)
    return torch.cat([first, first - second], 2)
