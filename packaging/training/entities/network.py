"""The network that is trained: sums of hashed features, convolutions, a conditional random field (PyTorch)."""

from __future__ import annotations

import numpy as np
import torch
from corpora import TAGS
from torch import Tensor, nn

from meantree.analysis.entities.features import BUCKETS, LEXICAL

DIMENSIONS, LAYERS = 64, 2
FEATURE_DROPOUT, WORD_DROPOUT, DROPOUT = 0.4, 0.3, 0.3
NEVER = -1e4


def grammar() -> tuple[Tensor, Tensor]:
    """0 where a tag may follow another, or begin a sentence, and a large negative number where it may not."""
    size = len(TAGS)
    follows, begins = torch.zeros(size, size), torch.zeros(size)
    for place, tag in enumerate(TAGS):
        if tag[0] == "I":
            begins[place] = NEVER
            follows[[other for other in range(size) if TAGS[other][2:] != tag[2:]], place] = NEVER
    return follows, begins


class Network(nn.Module):
    """One network for all corpora, with an own last layer for each, as they differ in what they call a name."""

    def __init__(self, corpora: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(BUCKETS, DIMENSIONS)
        nn.init.normal_(self.embedding.weight, std=0.05)
        self.bias = nn.Parameter(torch.zeros(DIMENSIONS))
        self.layers = nn.ModuleList(nn.Conv1d(DIMENSIONS, DIMENSIONS, 3, padding=1) for _ in range(LAYERS))
        self.out = nn.Linear(DIMENSIONS, len(TAGS))
        self.own = nn.Parameter(torch.zeros(corpora, len(TAGS), DIMENSIONS))
        self.own_bias = nn.Parameter(torch.zeros(corpora, len(TAGS)))
        self.transitions = nn.Parameter(torch.zeros(len(TAGS), len(TAGS)))
        self.dropout = nn.Dropout(DROPOUT)
        follows, begins = grammar()
        self.register_buffer("follows", follows)
        self.register_buffer("begins", begins)

    def forward(self, features: Tensor, mask: Tensor, corpus: Tensor) -> Tensor:
        """Scores of tags, (sentences, words, tags), from features (sentences, words, features)."""
        rows, words, width = features.shape
        flat = features.reshape(rows * words, width)
        weights = self._kept(flat.shape) if self.training else None
        sums = nn.functional.embedding_bag(flat, self.embedding.weight, mode="sum", per_sample_weights=weights)
        hidden = self.dropout(torch.relu(sums + self.bias).reshape(rows, words, -1) * mask[..., None])
        for layer in self.layers:
            added = torch.relu(layer(hidden.transpose(1, 2)).transpose(1, 2))
            hidden = hidden + self.dropout(added) * mask[..., None]
        own = torch.einsum("bwd,btd->bwt", hidden, self.own[corpus]) + self.own_bias[corpus][:, None]
        return self.out(hidden) + own

    def _kept(self, shape: torch.Size) -> Tensor:
        """0 for features that are left out, all that know the word's letters at once for some words."""
        weights = (torch.rand(shape) > FEATURE_DROPOUT).float() / (1 - FEATURE_DROPOUT)
        weights[:, :LEXICAL] *= (torch.rand(shape[0], 1) > WORD_DROPOUT).float()
        return weights

    def loss(self, scores: Tensor, tags: Tensor, mask: Tensor) -> Tensor:
        """Minus the log probability of each sentence's tags."""
        right = (scores.gather(2, tags[..., None]).squeeze(2) * mask).sum(1)
        right = right + (self.transitions[tags[:, :-1], tags[:, 1:]] * mask[:, 1:]).sum(1)
        allowed = self.transitions + self.follows
        totals = scores[:, 0] + self.begins
        for place in range(1, scores.shape[1]):
            later = torch.logsumexp(totals[:, :, None] + allowed, 1) + scores[:, place]
            totals = torch.where(mask[:, place : place + 1] > 0, later, totals)
        return torch.logsumexp(totals, 1) - right

    def arrays(self, corpus: int) -> dict[str, np.ndarray]:
        """What the program's recogniser reads, for texts such as those of one corpus."""
        weights = {name: value.detach().numpy() for name, value in self.state_dict().items()}
        limits = np.abs(weights["embedding.weight"]).max(axis=1, keepdims=True) / 127
        made = {
            "embedding": np.round(weights["embedding.weight"] / limits).astype(np.int8),
            "scale": limits,
            "bias": weights["bias"],
            "out": (weights["out.weight"] + weights["own"][corpus]).T,
            "out_bias": weights["out.bias"] + weights["own_bias"][corpus],
            "transitions": weights["transitions"] + weights["follows"],
            "starts": weights["begins"],
        }
        for number in range(LAYERS):
            made[f"convolution{number}"] = weights[f"layers.{number}.weight"].transpose(2, 1, 0)
            made[f"bias{number}"] = weights[f"layers.{number}.bias"]
        return {name: value if value.dtype == np.int8 else value.astype(np.float16) for name, value in made.items()}


def padded(sentences: list[tuple[np.ndarray, np.ndarray]]) -> tuple[Tensor, Tensor, Tensor]:
    """Features, tags and a mask of sentences of different lengths."""
    longest = max(len(tags) for _, tags in sentences)
    features = np.zeros((len(sentences), longest, sentences[0][0].shape[1]), np.int64)
    tags, mask = np.zeros(features.shape[:2], np.int64), np.zeros(features.shape[:2], np.float32)
    for row, (own, gold) in enumerate(sentences):
        features[row, : len(gold)], tags[row, : len(gold)], mask[row, : len(gold)] = own, gold, 1
    return torch.from_numpy(features), torch.from_numpy(tags), torch.from_numpy(mask)
