"""Train the labeller: one network that finds predicates, others that name what fills their roles.

``train.py WORK --finder`` reads what ``prepare.py`` wrote and trains the finder on EWT.
``train.py WORK --parts noisy examples --seed N --name NAME`` trains a labeller on gold frames; with ``--soft --start
TEACHER`` a student, on what ``teach.py`` wrote, from the weights of a teacher. Of examples, which annotate one
predicate each, only roles are learned. The running average of the weights is kept, of the best epoch by F1 on EWT dev;
of the last one where EWT dev itself is among the parts.
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

RARE = 15
"""Labels with fewer examples are not learned."""
AT_ONCE, AVERAGE, RATE = 96, 0.997, 1.5e-3


def probabilities(model: Labeller, split: Split) -> np.ndarray:
    """How probable each label of each candidate is, (candidates, labels)."""
    model.eval()
    with torch.no_grad():
        found = [functional.softmax(model(split, one), dim=1) for one in blocks(len(split.word), 64, shuffle=False)]
    return torch.cat(found).numpy()


def span_f1(probable: np.ndarray, split: Split, names: list[str], *, verbal: bool) -> float:
    """F1 of labelled spans in percent, of all frames or of verbal ones alone."""
    right = found = 0
    wanted = split.verbal[split.word.numpy()] if verbal else np.ones(len(split.word), bool)
    for frame in np.flatnonzero(wanted):
        rows = slice(split.firsts[frame], split.firsts[frame + 1])
        spans = list(zip(split.start[rows].tolist(), split.end[rows].tolist(), strict=True))
        if not spans:
            continue
        for place, label in best_fillers(spans, probable[rows], names):
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
    parser.add_argument("--parts", nargs="+", default=["train", "examples"], help="splits to learn from")
    parser.add_argument("--soft", action="store_true", help="learn what the teachers say")
    parser.add_argument("--start", help="name of the network whose weights it has at first")
    parser.add_argument("--name", default="teacher-1", help="of the file that is written")
    parser.add_argument("--finder", action="store_true", help="train the finder of predicates alone")
    parser.add_argument("--rate", type=float, default=0.3, help="of what is dropped")
    parser.add_argument("--most", type=float, default=RATE, help="the highest learning rate")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    np.random.seed(options.seed)
    dev = Split(options.work, "dev")
    if options.finder:
        torch.save(train_finder(Split(options.work, "train"), dev, options.epochs), options.work / "finder.pt")
        return
    parts = [Split(options.work, name) for name in options.parts]
    if options.start:
        model, names = load(options.work / f"{options.start}.pt")
        model.rate = options.rate
    else:
        names = frequent(Split(options.work, "train"))
        model = Labeller(dev.states.shape[1], len(names), options.rate)
    targets = [
        torch.from_numpy(np.load(options.work / f"{name}.soft.npy") if options.soft else coded(part, names))
        for name, part in zip(options.parts, parts, strict=True)
    ]
    best = 0.0
    for f1, weights in train_labeller(model, parts, targets, dev, names, options.epochs, options.most):
        if f1 > best or "dev" in options.parts:
            torch.save({"labeller": weights, "labels": names}, options.work / f"{options.name}.pt")
        best = max(best, f1)


def load(path: Path) -> tuple[Labeller, list[str]]:
    """A trained labeller, and its labels."""
    stored = torch.load(path, weights_only=True)
    weights, names = stored["labeller"], stored["labels"]
    model = Labeller(weights["head.weight"].shape[1], len(names))
    model.load_state_dict(weights)
    return model, names


def frequent(split: Split) -> list[str]:
    """The labels that are learned, "no role" first."""
    counts = dict(zip(*np.unique(split.labels, return_counts=True), strict=True))
    return ["", *sorted(str(label) for label, count in counts.items() if label and count >= RARE)]


def coded(split: Split, names: list[str]) -> np.ndarray:
    """The number of the gold label of each candidate; 0 is no role, and what is not learned."""
    codes = {name: code for code, name in enumerate(names)}
    return np.array([codes.get(label, 0) for label in split.labels.tolist()])


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
    model: Labeller, parts: list[Split], targets: list[Tensor], dev: Split, names: list[str], epochs: int, most: float
) -> Iterator[tuple[float, dict[str, Tensor]]]:
    """F1 on EWT dev (of verbs), and the weights, after each epoch.

    Args:
        model: where it starts.
        parts: what it learns from.
        targets: of each part's candidates, the numbers of labels, or how probable each label is.
        dev: what F1 is measured on.
        names: the labels.
        epochs: how often each frame is seen.
        most: the learning rate at its highest.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=most, betas=(0.9, 0.98), fused=True)
    average, step, start = copy.deepcopy(model), 0, time.monotonic()
    for epoch in range(epochs):
        total = 0.0
        order = shuffled(parts)
        for number, (part, frames) in enumerate(order):
            progress = (epoch + number / len(order)) / epochs
            warm = min(1.0, (step + 1) / 150)
            optimizer.param_groups[0]["lr"] = most * warm * (0.02 + 0.98 * (0.5 + 0.5 * math.cos(math.pi * progress)))
            model.train()
            split = parts[part]
            rows = slice(int(split.firsts[frames[0]]), int(split.firsts[frames[-1] + 1]))
            if rows.start == rows.stop:
                continue
            with torch.autocast("cpu", dtype=torch.bfloat16):
                scores = model(split, frames).float()
            wanted = targets[part][rows]
            wanted = wanted.to(scores.dtype) if wanted.is_floating_point() else wanted
            loss = functional.cross_entropy(scores, wanted, reduction="sum") / len(frames)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            step += 1
            averaged(average, model, min(AVERAGE, step / (step + 10)))
            total += loss.item()
        probable = probabilities(average, dev)
        f1 = span_f1(probable, dev, names, verbal=True)
        print(
            f"roles: epoch {epoch + 1} {time.monotonic() - start:.0f} s loss {total / len(order):.3f} dev F1 verbal "
            f"{f1:.2f}, all {span_f1(probable, dev, names, verbal=False):.2f}",
            flush=True,
        )
        yield f1, {name: value.clone() for name, value in average.state_dict().items()}


if __name__ == "__main__":
    main()
