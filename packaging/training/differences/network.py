"""The network of differences: a small BERT that reads two texts together, with flags of each word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from pairs import Pair, words_of
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.encoder.words import PieceReader
from meantree.phenomena.word_errors import FLAGS, network_inputs, word_flags

PIECES, POSITIONS, WIDTH, HEADS, INNER, LAYERS = 30_522, 512, 384, 12, 1536, 6
GROUPS = {"judged": 0, "intact": 0, "spoiled": 1, "near copy": 2, "post-edited": 3, "marked": 4}
"""Groups of pairs with a share of errors of their own, which is learned apart; what ships takes the first."""
DROPPED, RARE = 0.1, -2.0
"""The share of numbers dropped in training; log-odds before anything is learned."""


Read = Mapping[str, np.ndarray]
"""What the network reads of a pair (``network_inputs``)."""


def read_pair(pair: Pair, pieces: PieceReader) -> Read:
    """Return a pair as the network reads it."""
    texts = words_of(pair.text), words_of(pair.reference_text)
    read = network_inputs(texts, [word_flags(*texts), word_flags(*texts[::-1])], pieces)
    return {name: values[0].astype(np.int16 if values.dtype == np.int64 else np.uint8) for name, values in read.items()}


class Batch:
    """Pairs, padded to the longest: what the network reads."""

    def __init__(self, reads: Sequence[Read], groups: Sequence[str]) -> None:
        pieces, words = (max(len(read[name]) for read in reads) for name in ("codes", "first"))
        self.codes, self.sides = (torch.zeros(len(reads), pieces, dtype=torch.long) for _ in range(2))
        self.first, self.last, self.word_sides = (torch.zeros(len(reads), words, dtype=torch.long) for _ in range(3))
        self.flags = torch.zeros(len(reads), pieces, FLAGS)
        self.there = torch.zeros(len(reads), pieces, dtype=torch.bool)
        self.groups = torch.tensor([GROUPS[group] for group in groups])
        for row, read in enumerate(reads):
            self.there[row, : len(read["codes"])] = True
            for name, values in read.items():
                getattr(self, name)[row, : len(values)] = torch.from_numpy(values)


class Layer(nn.Module):
    """Attention among the pieces of both texts, and a feed-forward network, each followed by normalisation."""

    def __init__(self) -> None:
        super().__init__()
        self.joined, self.output = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.inner, self.outer = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm, self.outer_norm = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))

    def forward(self, pieces: Tensor, bias: Tensor) -> Tensor:
        """Map (pairs, pieces, width) to the same shape."""
        query, key, value = (part.unflatten(2, (HEADS, -1)).transpose(1, 2) for part in self.joined(pieces).chunk(3, 2))
        scores = (query @ key.transpose(2, 3)) * (WIDTH // HEADS) ** -0.5 + bias.to(query.dtype)
        mixed = scores.softmax(3, dtype=query.dtype) @ value  # on processors faster than the built-in attention
        pieces = self.norm(pieces + self._dropped(self.output(mixed.transpose(1, 2).flatten(2))))
        return self.outer_norm(pieces + self._dropped(self.outer(functional.gelu(self.inner(pieces)))))

    def _dropped(self, pieces: Tensor) -> Tensor:
        return dropped(pieces) if self.training else pieces


def dropped(pieces: Tensor) -> Tensor:
    """Return pieces of which some numbers are dropped, the same ones for all pieces of a pair, which is fast."""
    kept = torch.rand(pieces.shape[0], 1, pieces.shape[2]) > DROPPED
    return pieces * kept.to(pieces.dtype) / (1 - DROPPED)


class DifferenceNetwork(nn.Module):
    """Log-odds that a word of the translation is wrong, and that a word of the reference is missing."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces, self.positions = nn.Embedding(PIECES, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.sides, self.norm = nn.Embedding(2, WIDTH), nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.flags = nn.Linear(FLAGS, WIDTH, bias=False)
        self.odds, self.odds_by_flags = nn.Linear(WIDTH, 2), nn.Linear(FLAGS, 2, bias=False)
        self.odds_by_group = nn.Embedding(len(set(GROUPS.values())), 2)
        for part in (self.flags, self.odds):
            nn.init.normal_(part.weight, std=0.02)
        nn.init.zeros_(self.odds_by_flags.weight)
        nn.init.zeros_(self.odds_by_group.weight)
        nn.init.constant_(self.odds.bias, RARE)

    def forward(self, batch: Batch) -> Tensor:
        """Return log-odds, (pairs, words of both texts)."""
        places = torch.arange(batch.codes.shape[1])
        states = self.pieces(batch.codes) + self.positions(places) + self.sides(batch.sides)
        states = self.norm(states) + self.flags(batch.flags)
        bias = torch.zeros(batch.there.shape).masked_fill(~batch.there, -1e4)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, bias)
        words = (_at(states, batch.first) + _at(states, batch.last)) / 2
        odds = self.odds(words) + self.odds_by_flags(_at(batch.flags, batch.first))
        odds = odds + self.odds_by_group(batch.groups)[:, None]
        return odds.gather(2, batch.word_sides[..., None])[..., 0]

    def start_from(self, weights: Mapping[str, Tensor]) -> None:
        """Copy the weights of MiniLM (``encoder/pretrained.py`` reads them)."""
        names = {"pieces": "word_embeddings", "positions": "position_embeddings", "sides": "token_type_embeddings"}
        own = {f"{ours}.weight": weights[f"embeddings.{theirs}.weight"] for ours, theirs in names.items()}
        parts = {
            "output": "attention.output.dense",
            "norm": "attention.output.LayerNorm",
            "inner": "intermediate.dense",
            "outer": "output.dense",
            "outer_norm": "output.LayerNorm",
        }
        for kind in ("weight", "bias"):
            own[f"norm.{kind}"] = weights[f"embeddings.LayerNorm.{kind}"]
            for place in range(LAYERS):
                layer = f"encoder.layer.{place}"
                joined = [weights[f"{layer}.attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
                own[f"layers.{place}.joined.{kind}"] = torch.cat(joined)
                for ours, theirs in parts.items():
                    own[f"layers.{place}.{ours}.{kind}"] = weights[f"{layer}.{theirs}.{kind}"]
        self.load_state_dict(own, strict=False)


def _at(states: Tensor, places: Tensor) -> Tensor:
    return states.gather(1, places[..., None].expand(-1, -1, states.shape[2]))
