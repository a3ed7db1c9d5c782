"""The network of differences: a small BERT that reads two texts together, with facts about each word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from pairs import Pair, words_of
from torch import Tensor, nn
from torch.nn import functional
from word_facts import FACTS, word_facts

from meantree.analysis.encoder.words import PieceReader

PIECES, POSITIONS, WIDTH, HEADS, INNER, LAYERS = 30_522, 512, 384, 12, 1536, 6
GROUPS = {"judged": 0, "intact": 0, "spoiled": 1, "near copy": 2}
"""Groups of pairs with a share of errors of their own, which is learned apart; what ships takes the first."""
DROPPED, RARE = 0.1, -2.0
"""The share of numbers dropped in training; log-odds before anything is learned."""


@dataclass(frozen=True, slots=True)
class Read:
    """A pair in pieces: the start, the translation, a mark, the reference, a mark.

    Attributes:
        codes, sides: of pieces; sides are 0 for the translation and 1 for the reference.
        facts: of the word of each piece.
        first, last, word_sides: of words.
    """

    codes: list[int]
    sides: list[int]
    facts: np.ndarray
    first: list[int]
    last: list[int]
    word_sides: list[int]


def read_pair(pair: Pair, pieces: PieceReader) -> Read:
    """Return a pair as the network reads it."""
    texts = words_of(pair.text), words_of(pair.reference_text)
    none = np.zeros((1, FACTS), np.uint8)
    read, facts = Read([pieces.first], [0], none, [], [], []), [none]
    for side, (own, other) in enumerate((texts, texts[::-1])):
        for word, row in zip(own, word_facts(own, other), strict=True):
            codes = pieces.word(word)
            read.first.append(len(read.codes))
            read.codes.extend(codes)
            read.last.append(len(read.codes) - 1)
            read.sides.extend([side] * len(codes))
            read.word_sides.append(side)
            facts.append(np.repeat(row[None], len(codes), 0))
        read.codes.append(pieces.last)
        read.sides.append(side)
        facts.append(none)
    return Read(read.codes, read.sides, np.concatenate(facts), read.first, read.last, read.word_sides)


class Batch:
    """Pairs, padded to the longest: what the network reads."""

    def __init__(self, reads: Sequence[Read], groups: Sequence[str]) -> None:
        pieces, words = max(len(read.codes) for read in reads), max(len(read.first) for read in reads)
        self.codes, self.sides = (torch.zeros(len(reads), pieces, dtype=torch.long) for _ in range(2))
        self.first, self.last, self.word_sides = (torch.zeros(len(reads), words, dtype=torch.long) for _ in range(3))
        self.facts, self.there = (
            torch.zeros(len(reads), pieces, FACTS),
            torch.zeros(len(reads), pieces, dtype=torch.bool),
        )
        self.groups = torch.tensor([GROUPS[group] for group in groups])
        for row, read in enumerate(reads):
            self.there[row, : len(read.codes)] = True
            self.facts[row, : len(read.codes)] = torch.from_numpy(read.facts.astype(np.float32))
            for name in ("codes", "sides", "first", "last", "word_sides"):
                values = getattr(read, name)
                getattr(self, name)[row, : len(values)] = torch.tensor(values)


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
        self.facts = nn.Linear(FACTS, WIDTH, bias=False)
        self.odds, self.odds_by_facts = nn.Linear(WIDTH, 2), nn.Linear(FACTS, 2, bias=False)
        self.odds_by_group = nn.Embedding(len(set(GROUPS.values())), 2)
        for part in (self.facts, self.odds):
            nn.init.normal_(part.weight, std=0.02)
        nn.init.zeros_(self.odds_by_facts.weight)
        nn.init.zeros_(self.odds_by_group.weight)
        nn.init.constant_(self.odds.bias, RARE)

    def forward(self, batch: Batch) -> Tensor:
        """Return log-odds, (pairs, words of both texts)."""
        places = torch.arange(batch.codes.shape[1])
        states = self.pieces(batch.codes) + self.positions(places) + self.sides(batch.sides)
        states = self.norm(states) + self.facts(batch.facts)
        bias = torch.zeros(batch.there.shape).masked_fill(~batch.there, -1e4)[:, None, None, :]
        for layer in self.layers:
            states = layer(states, bias)
        words = (_at(states, batch.first) + _at(states, batch.last)) / 2
        odds = self.odds(words) + self.odds_by_facts(_at(batch.facts, batch.first))
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
