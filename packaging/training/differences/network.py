"""The network of differences: a small BERT that reads two texts together, with flags of each word."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from pairs import Pair, words_of
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.encoder.words import PieceReader
from meantree.phenomena.word_errors import FLAGS, network_inputs, word_flags

sys.path.append(str(Path(__file__).parent.parent / "encoder"))
from trunk import Size

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

    def __init__(self, size: Size) -> None:
        super().__init__()
        self.heads, width = size.heads, size.width
        self.joined, self.output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner, self.outer = nn.Linear(width, size.inner), nn.Linear(size.inner, width)
        self.norm, self.outer_norm = (nn.LayerNorm(width, eps=size.epsilon) for _ in range(2))

    def forward(self, pieces: Tensor, bias: Tensor) -> Tensor:
        """Map (pairs, pieces, width) to the same shape."""
        parts = self.joined(pieces).chunk(3, 2)
        query, key, value = (part.unflatten(2, (self.heads, -1)).transpose(1, 2) for part in parts)
        scores = (query @ key.transpose(2, 3)) * query.shape[3] ** -0.5 + bias.to(query.dtype)
        mixed = scores.softmax(3, dtype=query.dtype) @ value  # on processors faster than the built-in attention
        pieces = self.norm(pieces + self._dropped(self.output(mixed.transpose(1, 2).flatten(2))))
        return self.outer_norm(pieces + self._dropped(self.outer(functional.gelu(self.inner(pieces)))))

    def _dropped(self, pieces: Tensor) -> Tensor:
        return dropped(pieces) if self.training else pieces


def dropped(pieces: Tensor) -> Tensor:
    """Return pieces of which some numbers are dropped, the same ones for all pieces of a pair, which is fast."""
    kept = torch.rand(pieces.shape[0], 1, pieces.shape[2]) > DROPPED
    return pieces * kept.to(pieces.dtype) / (1 - DROPPED)


SMALL = Size()
"""That of MiniLM."""


class DifferenceNetwork(nn.Module):
    """Log-odds that a word of the translation is wrong, and that a word of the reference is missing.

    Attributes:
        mask: the code of the piece that hides others.
        new: what the names of parts that are not pretrained begin with.
    """

    mask = 103
    new: tuple[str, ...] = ("flags.", "odds.", "odds_by_flags.", "odds_by_group.")

    def __init__(self, size: Size = SMALL) -> None:
        super().__init__()
        width = size.width
        self.pieces, self.positions = nn.Embedding(size.pieces, width), nn.Embedding(size.positions, width)
        self.pieces.weight.requires_grad_(False)
        self.sides, self.norm = nn.Embedding(2, width), nn.LayerNorm(width, eps=size.epsilon)
        self.layers = nn.ModuleList(Layer(size) for _ in range(size.layers))
        self.flags = nn.Linear(FLAGS, width, bias=False)
        self.odds, self.odds_by_flags = nn.Linear(width, 2), nn.Linear(FLAGS, 2, bias=False)
        self.odds_by_group = nn.Embedding(len(set(GROUPS.values())), 2)
        for part in (self.flags, self.odds):
            nn.init.normal_(part.weight, std=0.02)
        nn.init.zeros_(self.odds_by_flags.weight)
        nn.init.zeros_(self.odds_by_group.weight)
        nn.init.constant_(self.odds.bias, RARE)

    def forward(self, batch: Batch) -> Tensor:
        """Return log-odds, (pairs, words of both texts)."""
        bias = torch.zeros(batch.there.shape).masked_fill(~batch.there, -1e4)[:, None, None, :]
        states = self.states(batch, bias)
        words = (_at(states, batch.first) + _at(states, batch.last)) / 2
        odds = self.odds(words) + self.odds_by_flags(_at(batch.flags, batch.first))
        odds = odds + self.odds_by_group(batch.groups)[:, None]
        return odds.gather(2, batch.word_sides[..., None])[..., 0]

    def states(self, batch: Batch, bias: Tensor) -> Tensor:
        """Return the vectors of pieces, (pairs, pieces, width); ``bias`` hides what is no piece."""
        places = torch.arange(batch.codes.shape[1])
        states = self.pieces(batch.codes) + self.positions(places) + self.sides(batch.sides)
        states = self.norm(states) + self.flags(batch.flags)
        for layer in self.layers:
            states = layer(states, bias)
        return states

    def start_from(self, weights: Mapping[str, Tensor], names: Mapping[str, str]) -> None:
        """Copy the weights of a pretrained encoder, as far as it has them (``encoder/pretrained.py`` reads them).

        Args:
            weights: by name.
            names: the parts of its layers (``Source.names``).
        """
        own = {"pieces.weight": weights["embeddings.word_embeddings.weight"]}
        if "embeddings.token_type_embeddings.weight" in weights:
            own["sides.weight"] = weights["embeddings.token_type_embeddings.weight"]
        positions = weights["embeddings.position_embeddings.weight"]
        own["positions.weight"] = positions[len(positions) - len(self.positions.weight) :]
        theirs = {ours: name for name, ours in names.items()}
        for kind in ("weight", "bias"):
            own[f"norm.{kind}"] = weights[f"embeddings.LayerNorm.{kind}"]
            for place in range(len(self.layers)):
                layer = f"encoder.layer.{place}"
                joined = [weights[f"{layer}.{theirs[part]}.{kind}"] for part in ("query", "key", "value")]
                own[f"layers.{place}.joined.{kind}"] = torch.cat(joined)
                for part in ("output", "norm", "inner", "outer", "outer_norm"):
                    own[f"layers.{place}.{part}.{kind}"] = weights[f"{layer}.{theirs[part]}.{kind}"]
        self.load_state_dict(own, strict=False)


def _at(states: Tensor, places: Tensor) -> Tensor:
    return states.gather(1, places[..., None].expand(-1, -1, states.shape[2]))
