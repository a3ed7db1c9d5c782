"""The constituency parser as it is trained: a bidirectional LSTM that scores every labelled span (PyTorch).

A tree's score is the sum of its spans' scores, its probability that of a conditional random field over all binary
trees (Zhang, Zhou & Li 2020). :mod:`meantree.analysis.constituency` runs the same network in NumPy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from gold import GoldTree, binarised
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.constituency.features import FEATURES, features

UNKNOWN = 0
WORDS, FEATURE, LAYERS, HIDDEN, SPAN, LABEL = 100, 60, 2, 250, 250, 80


@dataclass(frozen=True)
class Vocabulary:
    """Codes of words and features (0 is unknown), and the labels in order; label 0 is "no constituent"."""

    words: dict[str, int]
    features: dict[str, int]
    labels: list[str]

    @classmethod
    def of(cls, gold: Sequence[GoldTree], silver: Sequence[GoldTree]) -> Vocabulary:
        """What occurs often enough: in gold trees twice (features thrice), in silver trees six times."""
        words = Counter(word.lower() for tree in gold for word in tree.words)
        others = Counter(feature for tree in gold for row in features_of(tree) for feature in row)
        more = Counter(word.lower() for tree in silver for word in tree.words)
        labels = Counter(label for tree in gold for _, _, label in tree.spans)
        known = {word for word, count in words.items() if count >= 2} | {
            word for word, count in more.items() if count >= 6
        }
        return cls(
            words=_codes(known),
            features=_codes(feature for feature, count in others.items() if count >= 3),
            labels=["", *sorted(label for label, count in labels.items() if count >= 3)],
        )


def features_of(tree: GoldTree) -> list[tuple[str, ...]]:
    """The features of each word, with the part of speech that the pipeline gave it."""
    return [features(word, tag) for word, tag in zip(tree.words, tree.predicted, strict=True)]


def _codes(keys: Iterable[str]) -> dict[str, int]:
    return {key: code for code, key in enumerate(sorted(keys), start=1)}


@dataclass
class Batch:
    """Padded sentences.

    ``words`` (B, L), ``features`` (B, L, F), ``tensor`` (B, L, T), ``lengths`` (B,), ``spans`` (B, L, L): gold labels,
    -1 where no node of the gold tree is.
    """

    words: Tensor
    features: Tensor
    tensor: Tensor
    lengths: Tensor
    spans: Tensor


def make_batch(trees: Sequence[GoldTree], tensors: Sequence[np.ndarray], vocabulary: Vocabulary) -> Batch:
    """Pad to the longest sentence."""
    size, length = len(trees), max(len(tree.words) for tree in trees)
    words = np.zeros((size, length), np.int64)
    others = np.zeros((size, length, FEATURES), np.int64)
    tensor = np.zeros((size, length, tensors[0].shape[1]), np.float32)
    spans = np.full((size, length, length), -1, np.int64)
    codes = {label: code for code, label in enumerate(vocabulary.labels)}
    for row, tree in enumerate(trees):
        for place, word in enumerate(tree.words):
            words[row, place] = vocabulary.words.get(word.lower(), UNKNOWN)
        for place, found in enumerate(features_of(tree)):
            others[row, place] = [vocabulary.features.get(feature, UNKNOWN) for feature in found]
        tensor[row, : len(tree.words)] = tensors[row]
        for start, end, label in binarised(len(tree.words), tree.spans):
            spans[row, start, end - 1] = codes.get(label, codes.get(label.split("+")[-1], 0))
    lengths = torch.tensor([len(tree.words) for tree in trees])
    return Batch(*(torch.from_numpy(array) for array in (words, others, tensor)), lengths, torch.from_numpy(spans))


class SpanParser(nn.Module):
    """Scores (B, L, L, labels): ``[b, i, j]`` is the span from token i to token j, both included."""

    def __init__(self, vocabulary: Vocabulary, tensor_width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(len(vocabulary.words) + 1, WORDS)
        self.features = nn.Embedding(len(vocabulary.features) + 1, FEATURE)
        self.tensor_width = tensor_width
        width = WORDS + FEATURE + tensor_width
        self.lstm = nn.LSTM(width, HIDDEN, LAYERS, bidirectional=True, batch_first=True, dropout=0.33)
        self.left = nn.Linear(2 * HIDDEN, SPAN + LABEL)
        self.right = nn.Linear(2 * HIDDEN, SPAN + LABEL)
        self.bracket = nn.Parameter(torch.zeros(SPAN + 1, SPAN + 1))
        self.label = nn.Parameter(torch.zeros(len(vocabulary.labels), LABEL + 1, LABEL + 1))
        nn.init.normal_(self.words.weight, std=0.3)
        nn.init.normal_(self.features.weight, std=0.3)

    def forward(self, batch: Batch) -> Tensor:
        words, others = self.words(batch.words), self.features(batch.features)
        if self.training:  # whole embeddings, so that the network learns to do without a word or a feature
            words = words * (torch.rand(words.shape[:2]) > 0.2).unsqueeze(-1)
            others = others * (torch.rand(others.shape[:3]) > 0.1).unsqueeze(-1)
        parts = [words, others.sum(dim=2)]
        if self.tensor_width:
            parts.append(functional.dropout(batch.tensor, 0.4, self.training))
        mask = (torch.arange(batch.words.shape[1]) < batch.lengths.unsqueeze(1)).unsqueeze(-1)
        inputs = shared_dropout(torch.cat(parts, dim=-1), 0.2, self.training) * mask
        packed = nn.utils.rnn.pack_padded_sequence(inputs, batch.lengths, batch_first=True, enforce_sorted=False)
        states, _ = nn.utils.rnn.pad_packed_sequence(self.lstm(packed)[0], batch_first=True)
        return self.spans(shared_dropout(states, 0.33, self.training))

    def spans(self, states: Tensor) -> Tensor:
        """Boundaries stand between words: forward state before it, backward state after it."""
        forward, backward = states[..., :HIDDEN], states[..., HIDDEN:]
        forward = functional.pad(forward, (0, 0, 1, 0))
        backward = functional.pad(backward, (0, 0, 0, 1))
        boundaries = torch.cat([forward, backward], dim=-1)
        left = shared_dropout(functional.leaky_relu(self.left(boundaries[:, :-1]), 0.1), 0.33, self.training)
        right = shared_dropout(functional.leaky_relu(self.right(boundaries[:, 1:]), 0.1), 0.33, self.training)
        bracket = torch.einsum("bix,xy,bjy->bij", one(left[..., :SPAN]), self.bracket, one(right[..., :SPAN]))
        label = torch.einsum("bix,lxy,bjy->bijl", one(left[..., SPAN:]), self.label, one(right[..., SPAN:]))
        return label + bracket.unsqueeze(-1)


def one(tensor: Tensor) -> Tensor:
    """Append a constant 1 to the last dimension."""
    return functional.pad(tensor, (0, 1), value=1.0)


def shared_dropout(tensor: Tensor, rate: float, training: bool) -> Tensor:
    """Dropout with one mask for all positions of a sentence."""
    if not training:
        return tensor
    mask = torch.bernoulli(torch.full((tensor.shape[0], 1, tensor.shape[2]), 1 - rate)) / (1 - rate)
    return tensor * mask


def log_partition(scores: Tensor, lengths: Tensor) -> Tensor:
    """Log of the summed exponentiated scores of all trees; ``scores`` (B, L, L, labels) -> (B,).

    Trees are binary and left-branching within a constituent: a right child is a word or has a label, so that each
    tree with any number of children is counted once.
    """
    length = scores.shape[1]
    named = torch.logsumexp(scores[..., 1:], dim=-1)
    nameless = scores[..., 0]
    words = torch.logaddexp(torch.diagonal(named, dim1=1, dim2=2), torch.diagonal(nameless, dim1=1, dim2=2))
    right, every = [words], [words]  # by width - 1: (B, starts)
    for width in range(1, length):
        count = length - width
        totals = torch.stack(
            [every[part][:, :count] + right[width - 1 - part][:, part + 1 : part + 1 + count] for part in range(width)]
        )
        split = torch.logsumexp(totals, dim=0)
        right.append(split + torch.diagonal(named, offset=width, dim1=1, dim2=2))
        every.append(torch.logaddexp(right[-1], split + torch.diagonal(nameless, offset=width, dim1=1, dim2=2)))
    return torch.stack([every[int(end) - 1][row, 0] for row, end in enumerate(lengths)])


def loss(scores: Tensor, batch: Batch) -> Tensor:
    """Negative log probability of the gold trees, summed over the batch."""
    gold = batch.spans >= 0
    chosen = torch.gather(scores, 3, batch.spans.clamp(min=0).unsqueeze(-1)).squeeze(-1)
    return log_partition(scores, batch.lengths).sum() - chosen[gold].sum()
