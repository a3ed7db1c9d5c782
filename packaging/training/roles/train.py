"""Train the labeller: one network that finds predicates, one that names what fills their roles.

``train.py WORK [--epochs N] [--seed N] [--split SPLIT] [--name NAME]`` reads what ``prepare.py`` wrote. Of examples,
which annotate one predicate each, only roles are learned. The running average of the weights is kept, of the best epoch
by F1 on EWT dev.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from network import Finder, Labeller, Split, blocks
from torch import Tensor, nn
from torch.nn import functional

from meantree.analysis.roles.decode import best_fillers

BIASES = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
RARE = 15
"""Labels with fewer examples are not learned."""
AT_ONCE, AVERAGE, RATE = 96, 0.997, 1.5e-3


def scored(model: Labeller, split: Split) -> np.ndarray:
    """Log probabilities of all candidates."""
    model.eval()
    with torch.no_grad():
        found = [functional.log_softmax(model(split, one), dim=1) for one in blocks(len(split.word), 64, shuffle=False)]
    return torch.cat(found).numpy()


def span_f1(scores: np.ndarray, split: Split, names: list[str], *, verbal: bool, less: float = 0.0) -> float:
    """F1 of labelled spans in percent, of all frames or of verbal ones alone; ``less`` makes "no role" less likely."""
    right = found = 0
    wanted = split.verbal[split.word.numpy()] if verbal else np.ones(len(split.word), bool)
    scores = scores - less * np.eye(1, scores.shape[1], dtype=np.float32)
    for frame in np.flatnonzero(wanted):
        rows = slice(split.firsts[frame], split.firsts[frame + 1])
        spans = list(zip(split.start[rows].tolist(), split.end[rows].tolist(), strict=True))
        if not spans:
            continue
        for place, label in best_fillers(spans, scores[rows], names):
            found += 1
            right += split.gold.get((int(frame), *spans[place])) == names[label]
    gold = sum(bool(wanted[frame]) for frame, _, _ in split.gold)
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
    """Train both networks, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--split", choices=("train", "noisy"), default="train", help="what to learn from with examples")
    parser.add_argument("--name", default="roles-1", help="of the file that is written")
    parser.add_argument("--finder", action="store_true", help="train the finder of predicates alone")
    parser.add_argument("--rate", type=float, default=0.3, help="of what is dropped")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    train, dev = Split(options.work, "train"), Split(options.work, "dev")
    if options.finder:
        torch.save(train_finder(train, dev, options.epochs), options.work / "finder.pt")
        return
    parts = [Split(options.work, options.split), Split(options.work, "examples")]
    counts = dict(zip(*np.unique(train.labels, return_counts=True), strict=True))
    names = ["", *sorted(str(label) for label, count in counts.items() if label and count >= RARE)]
    for weights in train_labeller(parts, dev, names, options.epochs, options.rate):
        torch.save({"labeller": weights, "labels": names}, options.work / f"{options.name}.pt")


def train_finder(train: Split, dev: Split, epochs: int) -> dict[str, Tensor]:
    """The weights of the best epoch."""
    model = Finder(train.states.shape[1])
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, fused=True)
    average, best, kept, step = copy.deepcopy(model), 0.0, {}, 0
    for epoch in range(epochs):
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - epoch / epochs)
        for rows in blocks(len(train.states), 512, shuffle=True):
            loss = functional.binary_cross_entropy_with_logits(model(train, rows), train.predicate[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            averaged(average, model, min(0.995, step / (step + 10)))
        f1 = predicate_f1(average, dev, verbal=False)
        print(
            f"predicates: epoch {epoch + 1} dev F1 {f1:.2f}, verbal {predicate_f1(average, dev, verbal=True):.2f}",
            flush=True,
        )
        if f1 > best:
            best, kept = f1, {name: value.clone() for name, value in average.state_dict().items()}
    return kept


@torch.no_grad()
def averaged(average: nn.Module, model: nn.Module, decay: float) -> None:
    """Move the running average a step towards the weights."""
    kept, current = list(average.parameters()), list(model.parameters())
    torch._foreach_lerp_(kept, current, 1 - decay)


def shuffled(parts: list[Split]) -> list[tuple[int, np.ndarray]]:
    """Blocks of frames of all parts, mixed."""
    found = [(part, one) for part, split in enumerate(parts) for one in blocks(len(split.word), AT_ONCE, shuffle=True)]
    return [found[place] for place in np.random.permutation(len(found))]


def train_labeller(
    parts: list[Split], dev: Split, names: list[str], epochs: int, rate: float
) -> Iterator[dict[str, Tensor]]:
    """The weights of each epoch that is better than those before."""
    codes = {name: code for code, name in enumerate(names)}
    targets = [torch.tensor([codes.get(label, 0) for label in part.labels.tolist()]) for part in parts]
    model = Labeller(parts[0].states.shape[1], len(names), rate)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATE, betas=(0.9, 0.98), fused=True)
    average, best, step, start = copy.deepcopy(model), 0.0, 0, time.monotonic()
    for epoch in range(epochs):
        total = 0.0
        order = shuffled(parts)
        for number, (part, frames) in enumerate(order):
            progress = (epoch + number / len(order)) / epochs
            warm = min(1.0, (step + 1) / 150)
            optimizer.param_groups[0]["lr"] = RATE * warm * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress)))
            model.train()
            split = parts[part]
            rows = slice(int(split.firsts[frames[0]]), int(split.firsts[frames[-1] + 1]))
            if rows.start == rows.stop:
                continue
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = model(split, frames)
            loss = functional.cross_entropy(scores.float(), targets[part][rows], reduction="sum") / len(frames)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            step += 1
            averaged(average, model, min(AVERAGE, step / (step + 10)))
            total += loss.item()
        scores = scored(average, dev)
        less = max(BIASES, key=lambda bias: span_f1(scores, dev, names, verbal=True, less=bias))
        f1 = span_f1(scores, dev, names, verbal=True, less=less)
        print(
            f"roles: epoch {epoch + 1} {time.monotonic() - start:.0f} s loss {total / len(order):.3f} dev F1 verbal "
            f"{f1:.2f}, all {span_f1(scores, dev, names, verbal=False, less=less):.2f}, with {less} less for no role",
            flush=True,
        )
        if f1 > best:
            best = f1
            weights = {name: value.clone() for name, value in average.state_dict().items()}
            weights["out.bias"][0] -= less
            yield weights


if __name__ == "__main__":
    main()
