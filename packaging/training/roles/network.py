"""The labeller's two networks in PyTorch; the program has them in NumPy (``meantree.analysis.roles.network``)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.roles.features import BUCKETS

HIDDEN, SPARSE = 256, 64
HEADS, WIDTH = 4, 32
"""Of the attention between the candidates of one frame."""


class Split:
    """The arrays of one split as tensors."""

    def __init__(self, work: Path, name: str) -> None:
        arrays = np.load(work / f"{name}.npz")
        self.states = torch.from_numpy(np.load(work / f"{name}.states.npy"))
        for key in ("sentence", "word", "frame", "start", "end", "head"):
            setattr(self, key, torch.from_numpy(arrays[key].astype(np.int64)))
        self.features = {key: arrays[key] for key in ("token_features", "frame_features", "features")}
        self.labels, self.predicate = arrays["label"], torch.from_numpy(arrays["predicate"].astype(np.float32))
        self.verbal = arrays["verbal"]
        self.gold = {
            (int(frame), int(start), int(end)): str(label)
            for (frame, start, end), label in zip(arrays["gold"], arrays["gold_label"], strict=True)
        }
        self.firsts = np.searchsorted(arrays["frame"], np.arange(len(arrays["word"]) + 1))
        self.sentences = np.searchsorted(arrays["sentence"], np.arange(int(arrays["sentence"][-1]) + 2))
        self.foreign = name == "examples"

    def read(self, kind: str, rows: slice) -> Tensor:
        """Hashed features of some rows."""
        return torch.from_numpy(self.features[kind][rows].astype(np.int64))


def without_some(features: Tensor, rate: float) -> Tensor:
    """Some features replaced by the empty one."""
    return torch.where(torch.rand(features.shape) < rate, torch.zeros_like(features), features)


class Labeller(nn.Module):
    """Scores (candidates, labels); label 0 is "no role".

    What is known of a candidate beside its predicate becomes one hidden layer; then the candidates of a frame look at
    each other, and what each sees is added to its scores.
    """

    def __init__(self, states: int, labels: int, rate: float = 0.3) -> None:
        super().__init__()
        self.rate = rate
        self.spans = nn.EmbeddingBag(BUCKETS, SPARSE, mode="sum", padding_idx=0)
        self.frames = nn.EmbeddingBag(BUCKETS, SPARSE, mode="sum", padding_idx=0)
        self.predicate = nn.Linear(states, HIDDEN)
        self.head = nn.Linear(states, HIDDEN, bias=False)
        self.inside = nn.Linear(states, HIDDEN, bias=False)
        self.seen = nn.Linear(SPARSE, HIDDEN, bias=False)
        self.beside = nn.Linear(SPARSE, HIDDEN, bias=False)
        self.foreign = nn.Parameter(torch.zeros(HIDDEN))
        self.looks = nn.Linear(HIDDEN, 3 * HEADS * WIDTH)
        self.own = nn.Linear(HIDDEN, HIDDEN)
        self.others = nn.Linear(HEADS * WIDTH, HIDDEN, bias=False)
        self.out = nn.Linear(HIDDEN, labels)
        self.again = nn.Linear(HIDDEN, labels, bias=False)
        for bag in (self.spans, self.frames):
            nn.init.normal_(bag.weight, std=0.05)

    def forward(self, split: Split, frames: np.ndarray) -> Tensor:
        drop = lambda tensor, rate: functional.dropout(tensor, rate, self.training)  # noqa: E731
        first, last = int(split.firsts[frames[0]]), int(split.firsts[frames[-1] + 1])
        rows = slice(first, last)
        hidden = functional.relu(self._candidates(split, frames, rows, drop))
        hidden = drop(hidden, self.rate)
        counts = torch.from_numpy(np.diff(split.firsts[frames[0] : frames[-1] + 2]))
        seen = self.others(self._attention(hidden, counts, split.frame[rows] - int(frames[0])))
        again = functional.relu(self.own(hidden) + seen)
        return self.out(hidden) + self.again(drop(again, self.rate))

    def _candidates(self, split: Split, frames: np.ndarray, rows: slice, drop) -> Tensor:
        begin = int(split.sentences[split.sentence[split.word[frames[0]]]])
        stop = int(split.sentences[split.sentence[split.word[frames[-1]]] + 1])
        states = drop(split.states[begin:stop].float(), 0.4)
        beside = self.predicate(states)[split.word[frames] - begin]
        frame_features = split.read("frame_features", slice(int(frames[0]), int(frames[-1]) + 1))
        beside = beside + self.beside(drop(self.frames(self._dropped(frame_features)), self.rate))
        if split.foreign:
            beside = beside + self.foreign
        spans = self.seen(drop(self.spans(self._dropped(split.read("features", rows))), self.rate))
        spans = spans + self.head(states)[split.head[rows] - begin]
        spans = spans + self._inside(split, states, begin, rows)
        return spans + beside[split.frame[rows] - int(frames[0])]

    def _inside(self, split: Split, states: Tensor, begin: int, rows: slice) -> Tensor:
        """What the encoder read inside of spans: forwards at the end less before the start, backwards the other way."""
        half, weight = states.shape[1] // 2, self.inside.weight
        forward = functional.linear(states[:, :half], weight[:, :half])
        backward = functional.linear(states[:, half:], weight[:, half:])
        start, end, sentence = split.start[rows], split.end[rows], split.sentence
        size = len(sentence)
        before, after = (start - 1).clamp(min=0), end.clamp(max=size - 1)
        first = ((start > 0) & (sentence[before] == sentence[start])).unsqueeze(1)
        last = ((end < size) & (sentence[after] == sentence[start])).unsqueeze(1)
        before, after = (before - begin).clamp(min=0), (after - begin).clamp(max=len(states) - 1)
        return forward[end - 1 - begin] - forward[before] * first + backward[start - begin] - backward[after] * last

    def _attention(self, hidden: Tensor, counts: Tensor, frame: Tensor) -> Tensor:
        most = max(int(counts.max()), 1)
        place = torch.arange(len(hidden)) - (counts.cumsum(0) - counts)[frame]
        looks = self.looks(hidden)
        padded = looks.new_zeros(len(counts), most, looks.shape[1]).index_put((frame, place), looks)
        query, key, value = padded.view(len(counts), most, 3, HEADS, WIDTH).permute(2, 0, 3, 1, 4)
        mask = torch.arange(most)[None, :] >= counts[:, None].clamp(min=1)
        logits = (query @ key.transpose(2, 3)) * WIDTH**-0.5
        shares = logits.masked_fill(mask[:, None, None, :], -1e4).softmax(dim=3).to(value.dtype)
        return (shares @ value).transpose(1, 2).reshape(len(counts), most, HEADS * WIDTH)[frame, place]

    def _dropped(self, features: Tensor) -> Tensor:
        return without_some(features, self.rate) if self.training else features


class Finder(nn.Module):
    """One logit a token: whether it is a predicate."""

    def __init__(self, states: int) -> None:
        super().__init__()
        self.tokens = nn.EmbeddingBag(BUCKETS, SPARSE, mode="sum", padding_idx=0)
        self.state = nn.Linear(states, 100)
        self.seen = nn.Linear(SPARSE, 100, bias=False)
        self.out = nn.Linear(100, 1)
        nn.init.normal_(self.tokens.weight, std=0.05)

    def forward(self, split: Split, rows: np.ndarray) -> Tensor:
        inside = slice(int(rows[0]), int(rows[-1]) + 1)
        features = split.read("token_features", inside)
        if self.training:
            features = without_some(features, 0.2)
        return self.scores(features, functional.dropout(split.states[inside].float(), 0.3, self.training))

    def scores(self, features: Tensor, states: Tensor) -> Tensor:
        """Logits, from hashed features and the constituency encoder's states of tokens."""
        hidden = functional.relu(self.state(states) + self.seen(self.tokens(features)))
        return self.out(functional.dropout(hidden, 0.3, self.training)).squeeze(1)


def blocks(count: int, size: int, *, shuffle: bool) -> Iterator[np.ndarray]:
    """Runs of neighbouring numbers."""
    starts = np.arange(0, count, size)
    for start in np.random.permutation(starts) if shuffle else starts:
        yield np.arange(start, min(count, start + size))
