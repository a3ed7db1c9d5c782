"""Train the labeller: one network that finds predicates, one that names what fills their roles.

``train.py WORK [--epochs N]`` reads what ``prepare.py`` wrote and keeps the best epoch by F1 on EWT dev.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.roles.decode import best_fillers
from meantree.analysis.roles.features import BUCKETS

HIDDEN, SPARSE = 250, 64
BIASES = (0.0, 0.2, 0.4, 0.6, 0.8)
RARE = 15
"""Labels with fewer examples are not learned."""


class Split:
    """The arrays of one split as tensors."""

    def __init__(self, path: Path) -> None:
        arrays = np.load(path)
        self.states = torch.from_numpy(arrays["states"].astype(np.float32))
        self.width = self.states.shape[1] // 2
        ints = ("sentence", "word", "frame", "start", "end", "head")
        for name in ints:
            setattr(self, name, torch.from_numpy(arrays[name].astype(np.int64)))
        self.features = {
            name: torch.from_numpy(arrays[name]) for name in ("token_features", "frame_features", "features")
        }
        self.labels, self.predicate = arrays["label"], torch.from_numpy(arrays["predicate"].astype(np.float32))
        self.verbal = arrays["verbal"]
        self.gold = {
            (int(frame), int(start), int(end)): str(label)
            for (frame, start, end), label in zip(arrays["gold"], arrays["gold_label"], strict=True)
        }
        self.firsts = np.searchsorted(arrays["frame"], np.arange(len(arrays["word"]) + 1))

    def around(self, start: Tensor, end: Tensor) -> Tensor:
        """What the encoder read inside of spans: forwards at the end less before the start, backwards the other way."""
        size = len(self.states)
        forward, backward = self.states[:, : self.width], self.states[:, self.width :]
        before, after = (start - 1).clamp(min=0), end.clamp(max=size - 1)
        first = (start > 0) & (self.sentence[before] == self.sentence[start])
        last = (end < size) & (self.sentence[after] == self.sentence[start])
        return torch.cat(
            [
                forward[end - 1] - forward[before] * first.unsqueeze(1),
                backward[start] - backward[after] * last.unsqueeze(1),
            ],
            dim=1,
        )


class Labeller(nn.Module):
    """Scores (candidates, labels); label 0 is "no role"."""

    def __init__(self, states: int, labels: int) -> None:
        super().__init__()
        self.spans = nn.EmbeddingBag(BUCKETS, SPARSE, mode="sum", padding_idx=0)
        self.frames = nn.EmbeddingBag(BUCKETS, SPARSE, mode="sum", padding_idx=0)
        self.predicate = nn.Linear(states, HIDDEN)
        self.head = nn.Linear(states, HIDDEN, bias=False)
        self.inside = nn.Linear(states, HIDDEN, bias=False)
        self.seen = nn.Linear(SPARSE, HIDDEN, bias=False)
        self.beside = nn.Linear(SPARSE, HIDDEN, bias=False)
        self.out = nn.Linear(HIDDEN, labels)
        for bag in (self.spans, self.frames):
            nn.init.normal_(bag.weight, std=0.05)

    def forward(self, split: Split, frames: np.ndarray) -> Tensor:
        rows = slice(int(split.firsts[frames[0]]), int(split.firsts[frames[-1] + 1]))
        drop = lambda tensor, rate: functional.dropout(tensor, rate, self.training)  # noqa: E731
        beside = self.predicate(drop(split.states[split.word[frames]], 0.5))
        beside = beside + self.beside(drop(self.frames(self._dropped(split.features["frame_features"][frames])), 0.3))
        spans = self.seen(drop(self.spans(self._dropped(split.features["features"][rows])), 0.3))
        spans = spans + self.head(drop(split.states[split.head[rows]], 0.5))
        spans = spans + self.inside(drop(split.around(split.start[rows], split.end[rows]), 0.5))
        hidden = functional.relu(spans + beside[split.frame[rows] - int(frames[0])])
        return self.out(drop(hidden, 0.5))

    def _dropped(self, features: Tensor) -> Tensor:
        return without_some(features, 0.3) if self.training else features


def without_some(features: Tensor, rate: float) -> Tensor:
    """Some features replaced by the empty one."""
    return torch.where(torch.rand(features.shape) < rate, torch.zeros_like(features), features)


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
        features = split.features["token_features"][rows[0] : rows[-1] + 1]
        if self.training:
            features = without_some(features, 0.2)
        state = functional.dropout(split.states[rows[0] : rows[-1] + 1], 0.3, self.training)
        hidden = functional.relu(self.state(state) + self.seen(self.tokens(features)))
        return self.out(functional.dropout(hidden, 0.3, self.training)).squeeze(1)


def blocks(count: int, size: int, *, shuffle: bool) -> Iterator[np.ndarray]:
    """Runs of neighbouring numbers."""
    starts = np.arange(0, count, size)
    for start in np.random.permutation(starts) if shuffle else starts:
        yield np.arange(start, min(count, start + size))


def span_f1(model: Labeller, split: Split, names: list[str], *, verbal: bool, less: float = 0.0) -> float:
    """F1 of labelled spans in percent, of all frames or of verbal ones alone; ``less`` makes "no role" less likely."""
    model.eval()
    right = found = 0
    wanted = split.verbal[split.word.numpy()] if verbal else np.ones(len(split.word), bool)
    with torch.no_grad():
        for frames in blocks(len(split.word), 256, shuffle=False):
            scores = functional.log_softmax(model(split, frames), dim=1).numpy()
            scores[:, 0] -= less
            for frame in frames[wanted[frames]]:
                first, last = split.firsts[frame], split.firsts[frame + 1]
                offset = split.firsts[frames[0]]
                spans = list(zip(split.start[first:last].tolist(), split.end[first:last].tolist(), strict=True))
                for place, label in best_fillers(spans, scores[first - offset : last - offset], names):
                    found += 1
                    right += split.gold.get((int(frame), *spans[place])) == names[label]
    gold = sum(bool(wanted[frame]) for frame, _, _ in split.gold)
    model.train()
    return 200 * right / (found + gold)


def predicate_f1(model: Finder, split: Split, *, verbal: bool) -> float:
    """F1 of predicates in percent."""
    model.eval()
    with torch.no_grad():
        found = torch.cat([model(split, rows) > 0 for rows in blocks(len(split.states), 8192, shuffle=False)]).numpy()
    model.train()
    gold = split.predicate.numpy() > 0
    if verbal:
        found, gold = found[split.verbal], gold[split.verbal]
    return 200 * float((found & gold).sum()) / float(found.sum() + gold.sum())


def main() -> None:
    """Train both networks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--epochs", type=int, default=12)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(1)
    np.random.seed(1)
    train, dev = Split(options.work / "train.npz"), Split(options.work / "dev.npz")
    counts = dict(zip(*np.unique(train.labels, return_counts=True), strict=True))
    names = ["", *sorted(str(label) for label, count in counts.items() if label and count >= RARE)]
    finder = train_finder(train, dev, options.epochs)
    for labeller in train_labeller(train, dev, names, options.epochs):
        torch.save({"finder": finder, "labeller": labeller, "labels": names}, options.work / "roles.pt")


def train_finder(train: Split, dev: Split, epochs: int) -> dict[str, Tensor]:
    """The weights of the best epoch."""
    model = Finder(train.states.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    best, kept = 0.0, {}
    for epoch in range(epochs):
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - epoch / epochs)
        for rows in blocks(len(train.states), 512, shuffle=True):
            loss = functional.binary_cross_entropy_with_logits(model(train, rows), train.predicate[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        f1 = predicate_f1(model, dev, verbal=False)
        print(
            f"predicates: epoch {epoch + 1} dev F1 {f1:.2f}, verbal {predicate_f1(model, dev, verbal=True):.2f}",
            flush=True,
        )
        if f1 > best:
            best, kept = f1, {name: value.clone() for name, value in model.state_dict().items()}
    return kept


def train_labeller(train: Split, dev: Split, names: list[str], epochs: int) -> Iterator[dict[str, Tensor]]:
    """The weights of each epoch that is better than those before."""
    codes = {name: code for code, name in enumerate(names)}
    target = torch.tensor([codes.get(label, 0) for label in train.labels])
    model = Labeller(train.states.shape[1], len(names))
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    best = 0.0
    for epoch in range(epochs):
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - epoch / epochs)
        total = 0.0
        for frames in blocks(len(train.word), 32, shuffle=True):
            rows = slice(int(train.firsts[frames[0]]), int(train.firsts[frames[-1] + 1]))
            loss = functional.cross_entropy(model(train, frames), target[rows], reduction="sum") / len(frames)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            total += loss.item()
        f1 = span_f1(model, dev, names, verbal=True)
        print(
            f"roles: epoch {epoch + 1} loss {total:.0f} dev F1 verbal {f1:.2f}, "
            f"all {span_f1(model, dev, names, verbal=False):.2f}",
            flush=True,
        )
        if f1 > best:
            best = f1
            less = max(BIASES, key=lambda bias: span_f1(model, dev, names, verbal=False, less=bias))
            print(
                f"best with {less} less for no role: {span_f1(model, dev, names, verbal=True, less=less):.2f}",
                flush=True,
            )
            weights = {name: value.clone() for name, value in model.state_dict().items()}
            weights["out.bias"][0] -= less
            yield weights


if __name__ == "__main__":
    main()
