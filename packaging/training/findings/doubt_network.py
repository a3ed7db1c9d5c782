"""The network of doubts: the upper layers of the encoder, continued over the words of two texts at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional

WIDTH, HEADS, INNER = 384, 12, 1536
LAYERS = (4, 5, 6)
"""The encoder's layers that are continued; its third one gives the vectors of words, ``meanings``."""
VECTORS, FLAGS = 2 * WIDTH, 4
"""Numbers that describe a word: its vectors, and its flags (``meantree.findings.doubts``)."""
LENGTH = 8.0
"""The length of vectors that the layers read, before it is learned; those of the encoder have length 1."""
SHARPNESS = 4.0
"""What the learned weight of similarity in attention is multiplied by, so that it learns fast."""
DROPPED, RARE = 0.1, -2.0
"""The share of numbers dropped in training; log-odds before anything is learned."""


class Layer(nn.Module):
    """Attention among the words of both texts, and a feed-forward network, each followed by normalisation."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.output = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.outer_norm = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))
        self.likeness = nn.Parameter(torch.zeros(HEADS))

    def forward(self, words: Tensor, bias: Tensor, cosines: Tensor) -> Tensor:
        """Map (pairs, words, width) to the same shape."""
        bias = bias[:, None] + SHARPNESS * self.likeness[None, :, None, None] * cosines[:, None]
        query, key, value = (
            part(words).unflatten(2, (HEADS, -1)).transpose(1, 2) for part in (self.query, self.key, self.value)
        )
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias.to(query.dtype))
        words = self.norm(words + self._dropped(self.output(mixed.transpose(1, 2).flatten(2))))
        return self.outer_norm(words + self._dropped(self.outer(functional.gelu(self.inner(words)))))

    def _dropped(self, words: Tensor) -> Tensor:
        return dropped(words) if self.training else words


def dropped(words: Tensor) -> Tensor:
    """Return words of which some numbers are dropped, the same ones for all words of a pair, which is fast."""
    kept = torch.rand(words.shape[0], 1, words.shape[2]) > DROPPED
    return words * kept.to(words.dtype) / (1 - DROPPED)


class DoubtNetwork(nn.Module):
    """Log-odds for each word of both texts: that the other text does not say it, and that experts mark it."""

    def __init__(self) -> None:
        super().__init__()
        self.length = nn.Parameter(torch.tensor(LENGTH))
        self.states, self.flags = nn.Linear(WIDTH, WIDTH), nn.Linear(FLAGS + 2, WIDTH)
        self.sides = nn.Parameter(torch.zeros(2, WIDTH))
        self.layers = nn.ModuleList(Layer() for _ in LAYERS)
        self.odds = nn.Linear(WIDTH, 2)
        nn.init.zeros_(self.states.weight)
        for part in (self.flags, self.odds):
            nn.init.normal_(part.weight, std=0.02)
        for part in (self.states, self.flags):
            nn.init.zeros_(part.bias)
        nn.init.constant_(self.odds.bias, RARE)

    def forward(self, vectors: Tensor, flags: Tensor, sides: Tensor, there: Tensor) -> Tensor:
        """Return the log-odds of the words, (pairs, words, 2).

        Args:
            vectors: of the hypothesis, followed by the reference, (pairs, words, 768).
            flags: (pairs, words, 4).
            sides: 0 for words of the hypothesis, 1 for those of the reference, (pairs, words).
            there: true where there is a word, (pairs, words).
        """
        states, meanings = vectors[..., :WIDTH], vectors[..., WIDTH:]
        opposite = (sides[:, :, None] != sides[:, None, :]) & there[:, None, :]
        cosines = meanings @ meanings.transpose(1, 2)
        nearest, second = cosines.masked_fill(~opposite, -1.0).topk(2, 2).values.chunk(2, 2)
        cosines = cosines * opposite
        if self.training:
            states = dropped(states)
        features = torch.cat([flags, nearest, nearest - second], 2)
        words = self.length * meanings + self.states(states) + self.flags(features) + self.sides[sides]
        words = dropped(words) if self.training else words
        bias = torch.zeros_like(cosines[:, :1]).masked_fill(~there[:, None, :], -1e4)
        for layer in self.layers:
            words = layer(words, bias, cosines)
        odds: Tensor = self.odds(words)
        return odds

    def start_from(self, trunk: Path) -> None:
        """Copy layers of the encoder, whose file has weights in eight bits (``encoder/trunk_file.py``)."""
        stored = {each.name: numpy_helper.to_array(each) for each in onnx.load(trunk).graph.initializer}
        numbers = {name: torch.from_numpy(array.astype(np.float32)) for name, array in stored.items()}

        def product(name: str) -> dict[str, Tensor]:
            codes = numbers[f"{name}.weight"] * numbers[f"{name}.columns"][:, None]
            return {"weight": (codes * numbers[f"{name}.scales"]).T, "bias": numbers[f"{name}.bias"]}

        for layer, place in zip(self.layers, LAYERS, strict=True):
            name = f"layer{place}"
            joined = product(f"{name}.attention")
            parts = {part: product(f"{name}.{part}") for part in ("output", "inner", "outer")}
            for row, part in enumerate(("query", "key", "value")):
                parts[part] = {key: value[row * WIDTH : (row + 1) * WIDTH] for key, value in joined.items()}
            for part in ("norm", "outer_norm"):
                parts[part] = {key: numbers[f"{name}.{part}.{key}"] for key in ("weight", "bias")}
            layer.load_state_dict(
                {f"{part}.{key}": value for part, both in parts.items() for key, value in both.items()}, strict=False
            )


class OnePair(nn.Module):
    """The network for one pair without padding, as it ships."""

    def __init__(self, network: DoubtNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, hypothesis: Tensor, reference: Tensor, own: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
        """Map vectors and flags, (words, …), to log-odds, (words, 2), of both texts."""
        vectors, flags = torch.cat([hypothesis, reference]), torch.cat([own, other])
        sides = torch.cat([torch.zeros_like(own[:, 0]), torch.ones_like(other[:, 0])]).long()
        odds = self.network(vectors[None], flags[None], sides[None], torch.ones_like(sides[None]).bool())[0]
        return odds[: hypothesis.shape[0]], odds[hypothesis.shape[0] :]
