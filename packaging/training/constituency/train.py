"""Train the constituency parser on EWT's gold trees, and on silver trees if there are any.

The network that ships reads words alone; teachers may read the English pipeline's vectors too.
"""

from __future__ import annotations

import argparse
import copy
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch
from gold import GoldTree, brackets, read_props
from network import Batch, SpanParser, Vocabulary, loss, make_batch
from pipeline import seen
from torch import nn

from meantree.analysis.constituency.chart import best_tree

Example = tuple[GoldTree, np.ndarray]


def best_spans(scores: np.ndarray, size: int) -> list[tuple[int, int, int]]:
    """The best tree's spans ``(start, end, label code)``, without those of label 0."""
    return [(start, end, code) for start, end, code in best_tree(scores[:size, :size]) if code]


def bracket_f1(model: SpanParser, examples: Sequence[Example], vocabulary: Vocabulary) -> float:
    """Labelled bracket F1 in percent."""
    model.eval()
    right = found = gold = 0
    with torch.no_grad():
        for chunk in batches(examples, 1500, shuffle=False):
            trees = [tree for tree, _ in chunk]
            scores = model(make_batch(trees, [tensor for _, tensor in chunk], vocabulary)).numpy()
            for row, tree in enumerate(trees):
                spans = best_spans(scores[row], len(tree.words))
                mine = brackets(tree, [(start, end, vocabulary.labels[code]) for start, end, code in spans])
                theirs = brackets(tree, tree.spans)
                found, gold = found + len(mine), gold + len(theirs)
                right += sum(min(mine.count(span), theirs.count(span)) for span in set(mine))
    model.train()
    return 200 * right / (found + gold)


def batches(examples: Sequence[Example], words: int, *, shuffle: bool) -> Iterator[list[Example]]:
    """Sentences of similar length together, up to ``words`` padded words."""
    noise = 3.0 if shuffle else 0.0
    ordered = sorted(examples, key=lambda item: len(item[0].words) + random.random() * noise)
    made: list[list[Example]] = [[]]
    for example in ordered:
        if (len(made[-1]) + 1) * len(example[0].words) > words and made[-1]:
            made.append([])
        made[-1].append(example)
    if shuffle:
        random.shuffle(made)
    yield from made


def read(data: Path, split: str, *, vectors: bool) -> list[Example]:
    """Gold trees, with the pipeline's vectors of their words if they are wanted."""
    found = list(seen(read_props(data / f"propbank/ewt-{split}.props")))
    return found if vectors else without_vectors([tree for tree, _ in found])


def train(
    model: SpanParser,
    examples: list[Example],
    silver: list[Example],
    dev: list[Example],
    vocabulary: Vocabulary,
    minutes: float,
    output: Path,
) -> None:
    """Adam with a linear decay over the time given; an average of late weights is what is kept."""
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3, betas=(0.9, 0.95))
    average = copy.deepcopy(model)
    start, step, best = time.monotonic(), 0, 0.0
    epoch = 0
    while (passed := (time.monotonic() - start) / 60 / minutes) < 1:
        epoch += 1
        total = 0.0
        for chunk in batches(epoch_of(examples, silver), 800, shuffle=True):
            passed = (time.monotonic() - start) / 60 / minutes
            for group in optimizer.param_groups:
                group["lr"] = 2e-3 * min(1.0, (step + 1) / 100) * max(0.02, 1 - passed)
            batch: Batch = make_batch([tree for tree, _ in chunk], [tensor for _, tensor in chunk], vocabulary)
            value = loss(model(batch), batch) / batch.lengths.sum()
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 5.0)
            optimizer.step()
            total += value.item() * int(batch.lengths.sum())
            step += 1
            decay = min(0.998, step / (step + 10))
            with torch.no_grad():
                for kept, new in zip(average.parameters(), model.parameters(), strict=True):
                    kept.lerp_(new, 1 - decay)
            if passed >= 1:
                break
        f1 = bracket_f1(average, dev, vocabulary)
        print(f"{passed:5.2f} epoch {epoch:3d} step {step:6d} loss {total:10.0f} dev F1 {f1:.2f}", flush=True)
        if f1 > best:
            best = f1
            torch.save({"state": average.state_dict(), "vocabulary": vars(vocabulary)}, output)


def epoch_of(gold: list[Example], silver: list[Example]) -> list[Example]:
    """All gold trees and half as many silver ones again, drawn anew each time; none is longer than 80 words."""
    drawn = random.sample(silver, min(len(silver), 3 * len(gold) // 2))
    return [item for item in (*gold, *drawn) if len(item[0].words) <= 80]


def without_vectors(trees: list[GoldTree]) -> list[Example]:
    """Examples for a network that reads words alone."""
    return [(tree, np.zeros((len(tree.words), 0), np.float32)) for tree in trees]


def main() -> None:
    """``train.py DATA OUTPUT.pt [--vectors] [--silver FILE…]``: a teacher with vectors, or what ships."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--vectors", action="store_true", help="read the pipeline's vectors too")
    parser.add_argument("--silver", type=Path, nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=15)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    random.seed(options.seed)
    gold, dev = (read(options.data, split, vectors=options.vectors) for split in ("train", "dev"))
    silver = without_vectors(
        [replace(tree, predicted=tree.tags) for path in options.silver for tree in read_props(path)]
    )
    vocabulary = Vocabulary.of([tree for tree, _ in gold], [tree for tree, _ in silver])
    model = SpanParser(vocabulary, gold[0][1].shape[1])
    print(f"{len(gold)} gold and {len(silver)} silver trees, {sum(p.numel() for p in model.parameters())} weights")
    train(model, gold, silver, dev, vocabulary, options.minutes, options.output)


if __name__ == "__main__":
    main()
