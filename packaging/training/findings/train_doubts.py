"""Train the network of doubts: ``train_doubts.py DATA NETWORK`` (needs torch and onnx).

The encoder's vectors are frozen, so each text is read once. Words learn by cross-entropy that the other text does not
say them, from planted, corrupted and post-edited texts, and that experts mark them, from WMT 2023. Of translations of
WMT 2021 only one score is known: the sum of the probabilities that their words are marked follows it.

Two processes with one thread each learn from halves of each batch, and add their slopes; products have 16 bits. What
ships is a running average of the weights, which hangs less on the order of batches than the last weights do. The same
data and version of torch give the same network on the same kind of processor.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import torch
from doubt_network import FLAGS, VECTORS, DoubtNetwork, OnePair
from doubt_pairs import Pair, Words, doubt_pairs
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, distributed, multiprocessing, nn
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits

from meantree.analysis.encoder.encoder import load_encoder
from meantree.findings.doubts import flags
from meantree_resources import resource

SEED, EPOCHS, RATE, NEW_RATE = 7, 2.25, 2e-4, 1e-3
"""Rates of the encoder's layers, and of what is new."""
PROCESSES = 2
BATCH_WORDS, SORTED = 4000, 3000
"""Words of a batch with its padding; pairs that are sorted by length together."""
REFERENCE_COUNT, SCORE_COUNT, MARKED_COUNT = 0.7, 0.4, 1.3
"""What the words of references, the scores of rated translations and the marks of experts count."""
LOST_COUNT = 0.3
"""What doubts about the reference add to a translation's expected score."""
WARM_UP = 150
"""Batches until the rate is reached."""
AVERAGED = 0.996
"""The share of the average of weights that a batch leaves."""


class Vectors:
    """The vectors of texts, each read once, in half precision and in memory that processes share."""

    def __init__(self, texts: Sequence[Words]) -> None:
        encoder = load_encoder()
        self._starts: dict[Words, int] = {}
        total = 0
        for text in texts:
            if text not in self._starts:
                self._starts[text] = total
                total += len(text)
        self._rows = torch.empty((total, VECTORS), dtype=torch.float16).share_memory_()
        for text, place in self._starts.items():
            for start, end in encoder.parts(text):
                rows = encoder.states(text[start:end])[1:], encoder.meanings(text[start:end])
                self._rows[place + start : place + end] = torch.from_numpy(np.concatenate(rows, axis=1))

    def __getitem__(self, text: Words) -> Tensor:
        start = self._starts[text]
        return self._rows[start : start + len(text)]


class Batch:
    """Pairs, both texts in a row, padded to the longest pair: what the network reads, and the labels."""

    def __init__(self, pairs: Sequence[Pair], vectors: Vectors) -> None:
        shape = len(pairs), max(map(_size, pairs))
        self.pairs = pairs
        self.vectors, self.flags = torch.zeros(*shape, VECTORS), torch.zeros(*shape, FLAGS)
        self.sides, self.there = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.bool)
        self.labels = torch.zeros(shape)
        for row, pair in enumerate(pairs):
            middle, end = len(pair.hypothesis), _size(pair)
            self.vectors[row, :middle], self.vectors[row, middle:end] = (
                vectors[pair.hypothesis],
                vectors[pair.reference],
            )
            both = flags(pair.hypothesis, pair.reference), flags(pair.reference, pair.hypothesis)
            self.flags[row, :end] = torch.from_numpy(np.concatenate(both))
            self.labels[row, :end] = torch.from_numpy(np.concatenate([pair.labels, pair.reference_labels]))
            self.sides[row, middle:], self.there[row, :end] = 1, True


def batches(pairs: Sequence[Pair], chooser: random.Random) -> list[list[Pair]]:
    """Return the pairs in random batches of about equal length."""
    shuffled = chooser.sample(pairs, len(pairs))
    parts: list[list[Pair]] = []
    for start in range(0, len(shuffled), SORTED):
        parts.append([])
        for pair in sorted(shuffled[start : start + SORTED], key=_size):
            if parts[-1] and _size(pair) * (len(parts[-1]) + 1) > BATCH_WORDS:
                parts.append([])
            parts[-1].append(pair)
    chooser.shuffle(parts)
    return parts


def _size(pair: Pair) -> int:
    return len(pair.hypothesis) + len(pair.reference)


def loss(network: DoubtNetwork, batch: Batch, whole: Sequence[Pair]) -> Tensor:
    """Return what a part of a batch adds to the loss of the ``whole`` batch a word."""
    with torch.autocast("cpu", torch.bfloat16):
        odds = network(batch.vectors, batch.flags, batch.sides, batch.there).float()
    own, other = batch.there & (batch.sides == 0), batch.there & (batch.sides == 1)
    said = torch.tensor([0.0 if pair.group in {"rated", "marked"} else pair.count for pair in batch.pairs])[:, None]
    marked = torch.tensor([MARKED_COUNT if pair.group == "marked" else 0.0 for pair in batch.pairs])[:, None]
    missed = binary_cross_entropy_with_logits(odds, batch.labels[..., None].expand_as(odds), reduction="none")
    total = (missed[..., 0] * said * (own + REFERENCE_COUNT * other) + missed[..., 1] * marked * own).sum()
    total = total / (sum(map(_size, whole)) / 2)
    rated = [place for place, pair in enumerate(batch.pairs) if pair.score is not None]
    if rated:
        score = torch.tensor([-(batch.pairs[place].score or 0.0) for place in rated])
        chances = odds[rated][..., 1].sigmoid()
        sums = (chances * own[rated]).sum(1), (chances * other[rated]).sum(1), own[rated].sum(1)
        total = total + SCORE_COUNT * _score_loss(*sums, score).sum() / len(whole)
    return total


def _score_loss(marked: Tensor, lost: Tensor, words: Tensor, score: Tensor) -> Tensor:
    """Compare the expected number of marked words with the cost of translations, and with their cost a word."""
    whole = (torch.log1p(marked + LOST_COUNT * lost) - torch.log1p(score)).square()
    shares = (marked / words).clamp(1e-4, 1 - 1e-4), (1.2 * score / words).clamp(0, 0.9)
    return whole + 0.3 * binary_cross_entropy(*shares, reduction="none")


def train(process: int, pairs: Sequence[Pair], vectors: Vectors, folder: Path) -> None:
    """Train for :data:`EPOCHS`, at a rate that rises quickly and falls with a cosine; the first process keeps the mean.

    Args:
        process: 0-based, of those that train together.
        pairs, vectors: the same in all processes.
        folder: ``weights.pt`` is written there.
    """
    torch.set_num_threads(1)
    distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=process, world_size=PROCESSES)
    torch.manual_seed(SEED)
    network, chooser = DoubtNetwork(), random.Random(SEED)
    network.start_from(resource("models/en_meantree/encoder") / "trunk.onnx")
    torch.manual_seed(SEED + process)
    pretrained = [each for name, each in network.layers.named_parameters() if "likeness" not in name]
    known = set(map(id, pretrained))
    new = [each for each in network.parameters() if id(each) not in known]
    groups = [{"params": pretrained, "most": RATE}, {"params": new, "most": NEW_RATE}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.02, betas=(0.9, 0.98))
    average = [each.detach().clone() for each in network.parameters()]
    steps, total, losses = 0, int(EPOCHS * len(batches(pairs, random.Random(SEED)))), []
    while steps < total:
        for whole in batches(pairs, chooser)[: total - steps]:
            steps += 1
            falling = 0.01 + 0.99 * (1 + math.cos(math.pi * steps / total)) / 2
            for group in optimizer.param_groups:
                group["lr"] = group["most"] * min(1.0, steps / WARM_UP) * falling
            losses.append(_step(network, optimizer, whole[process::PROCESSES], whole, vectors))
            for mean, each in zip(average, network.parameters(), strict=True):
                mean.lerp_(each.detach(), 1 - AVERAGED)
            if process == 0 and steps % 200 == 0:
                print(f"batch {steps} of {total}: loss {PROCESSES * np.mean(losses[-200:]):.4f}", flush=True)
    if process == 0:
        nn.utils.vector_to_parameters(nn.utils.parameters_to_vector(average), network.parameters())
        torch.save(network.state_dict(), folder / "weights.pt")
    distributed.destroy_process_group()


def _step(
    network: DoubtNetwork,
    optimizer: torch.optim.Optimizer,
    part: Sequence[Pair],
    whole: Sequence[Pair],
    vectors: Vectors,
) -> float:
    """Learn from a batch, of which this process reads a part, and return what that adds to the loss."""
    optimizer.zero_grad()
    value = loss(network, Batch(part, vectors), whole) if part else torch.zeros(())
    if part:
        value.backward()
    weights = list(network.parameters())
    slopes = torch.cat([torch.zeros(each.numel()) if each.grad is None else each.grad.flatten() for each in weights])
    distributed.all_reduce(slopes)
    for each, slope in zip(weights, slopes.split([each.numel() for each in weights]), strict=True):
        each.grad = slope.view_as(each).clone()
    nn.utils.clip_grad_norm_(weights, 1.0)
    optimizer.step()
    return float(value.detach())


def export(network: DoubtNetwork, path: Path, folder: Path) -> None:
    """Write the network as it ships: products by weights of seven bits, whose sums no processor cuts off.

    Args:
        network: trained.
        path: of the file.
        folder: for the network with 32 bits.
    """
    words = torch.randn(7, VECTORS), torch.randn(9, VECTORS), torch.randn(7, FLAGS), torch.randn(9, FLAGS)
    names = ["hypothesis", "reference", "hypothesis_flags", "reference_flags"]
    outputs = ["hypothesis_doubts", "reference_doubts"]
    axes = {name: {0: name.partition("_")[0]} for name in (*names, *outputs)}
    torch.onnx.export(
        OnePair(network).eval(),
        words,
        folder / "whole.onnx",
        input_names=names,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    settings = {"per_channel": True, "reduce_range": True, "op_types_to_quantize": ["MatMul"]}
    quantize_dynamic(folder / "whole.onnx", path, weight_type=QuantType.QInt8, **settings)


def main() -> None:
    """Train on the data of the first argument and write the file of the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("network", type=Path)
    given = parser.parse_args()
    pairs = doubt_pairs(given.data, SEED)
    groups = Counter(pair.group for pair in pairs)
    print(dict(groups), flush=True)
    vectors = Vectors([text for pair in pairs for text in (pair.hypothesis, pair.reference)])
    with TemporaryDirectory() as name:
        folder = Path(name)
        multiprocessing.spawn(train, (pairs, vectors, folder), nprocs=PROCESSES)
        network = DoubtNetwork()
        network.load_state_dict(torch.load(folder / "weights.pt", weights_only=True))
        export(network, given.network, folder)
    path = given.network.with_name("meta.json")
    meta = json.loads(path.read_text(encoding="utf-8"))
    meta |= {"date": dt.datetime.now(tz=dt.UTC).date().isoformat(), "pairs": dict(groups)}
    path.write_text(json.dumps(meta, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
