"""Train the network of doubts: ``train_doubts.py DATA NETWORK [--held-out]`` (needs torch and onnx).

The encoder's vectors are frozen, so each text is read once. Words learn by cross-entropy that the other text does not
say them, from planted, corrupted and post-edited texts, and that experts mark them, from WMT 2023. Of translations of
WMT 2021 only one score is known: the sum of the probabilities that their words are marked follows it.
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

import numpy as np
import torch
from doubt_network import FLAGS, VECTORS, DoubtNetwork
from doubt_pairs import Pair, Words, doubt_pairs
from numpy.typing import NDArray
from texts import faultless
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy, binary_cross_entropy_with_logits

from meantree.analysis.encoder.encoder import load_encoder
from meantree.analysis.store import AnalysisStore
from meantree.evaluation.planted_faults import planted_corpus
from meantree.findings.doubts import flags

SEED, MOST, EPOCHS, RATE = 7, 200, 2, 1.2e-3
BATCH_WORDS, SORTED = 2400, 2000
"""Words of a batch with its padding; pairs that are sorted by length together."""
REFERENCE_COUNT, SCORE_COUNT, MARKED_COUNT = 0.7, 0.3, 0.7
"""What the words of references, the scores of rated translations and the marks of experts count."""
LOST_COUNT = 0.3
"""What doubts about the reference add to a translation's expected score."""
WARM_UP = 200
"""Batches until the rate is reached."""


class Vectors:
    """The vectors of texts, each read once, in half precision."""

    def __init__(self, texts: Sequence[Words]) -> None:
        encoder = load_encoder()
        self._starts: dict[Words, int] = {}
        total = 0
        for text in texts:
            if text not in self._starts:
                self._starts[text] = total
                total += len(text)
        self._rows = np.empty((total, VECTORS), np.float16)
        for text, place in self._starts.items():
            for start, end in encoder.parts(text):
                rows = encoder.states(text[start:end])[1:], encoder.meanings(text[start:end])
                self._rows[place + start : place + end] = np.concatenate(rows, axis=1)

    def __getitem__(self, text: Words) -> NDArray[np.float16]:
        start = self._starts[text]
        return self._rows[start : start + len(text)]


class Batch:
    """Pairs, padded to the longest texts; each attribute holds both sides."""

    def __init__(self, pairs: Sequence[Pair], vectors: Vectors) -> None:
        texts = [[pair.hypothesis for pair in pairs], [pair.reference for pair in pairs]]
        labels = [[pair.labels for pair in pairs], [pair.reference_labels for pair in pairs]]
        self.vectors = [_padded([vectors[text] for text in side], (VECTORS,)) for side in texts]
        self.flags = [
            _padded([flags(own, other) for own, other in zip(texts[side], texts[1 - side], strict=True)], (FLAGS,))
            for side in (0, 1)
        ]
        self.masks = [_padded([np.ones(len(text)) for text in side], ()) > 0 for side in texts]
        self.labels = [_padded(side, ()) for side in labels]
        self.pairs = pairs


def _padded(rows: Sequence[NDArray[np.floating]], last: tuple[int, ...]) -> Tensor:
    filled = np.zeros((len(rows), max(map(len, rows)), *last), np.float32)
    for place, row in enumerate(rows):
        filled[place, : len(row)] = row
    return torch.from_numpy(filled)


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
    return max(len(pair.hypothesis), len(pair.reference))


def loss(network: DoubtNetwork, batch: Batch) -> Tensor:
    """Return the loss of a batch a word."""
    own, other = network(batch.vectors, batch.flags, batch.masks)
    total = torch.zeros(())
    words = (batch.masks[0].sum() + batch.masks[1].sum()) / 2
    said = torch.tensor([0.0 if pair.group in {"rated", "marked"} else pair.count for pair in batch.pairs])[:, None]
    marked = torch.tensor([MARKED_COUNT if pair.group == "marked" else 0.0 for pair in batch.pairs])[:, None]
    for odds, side, counts in (
        (own[..., 0], 0, said),
        (other[..., 0], 1, REFERENCE_COUNT * said),
        (own[..., 1], 0, marked),
    ):
        each = binary_cross_entropy_with_logits(odds, batch.labels[side], reduction="none")
        total = total + (each * batch.masks[side] * counts).sum() / words
    rated = [place for place, pair in enumerate(batch.pairs) if pair.score is not None]
    if rated:
        score = torch.tensor([-(batch.pairs[place].score or 0.0) for place in rated])
        chances, lost = (
            odds[rated][..., 1].sigmoid() * mask[rated] for odds, mask in zip((own, other), batch.masks, strict=True)
        )
        total = total + SCORE_COUNT * len(rated) / len(batch.pairs) * _score_loss(
            chances.sum(1), lost.sum(1), batch.masks[0][rated].sum(1), score
        )
    return total


def _score_loss(marked: Tensor, lost: Tensor, words: Tensor, score: Tensor) -> Tensor:
    """Compare the expected number of marked words with the cost of a translation, and with its cost a word."""
    whole = (torch.log1p(marked + LOST_COUNT * lost) - torch.log1p(score)).square().mean()
    share = binary_cross_entropy((marked / words).clamp(1e-4, 1 - 1e-4), (1.2 * score / words).clamp(0, 0.9))
    return whole + 0.3 * share


def trained(pairs: Sequence[Pair], vectors: Vectors) -> DoubtNetwork:
    """Return a network trained for :data:`EPOCHS`, at a rate that rises quickly and falls with a cosine."""
    torch.manual_seed(SEED)
    chooser = random.Random(SEED)
    network = DoubtNetwork()
    optimizer = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=0.02)
    steps, total = 0, EPOCHS * len(batches(pairs, random.Random(SEED)))
    for epoch in range(EPOCHS):
        losses = []
        for part in batches(pairs, chooser):
            steps += 1
            falling = (1 + math.cos(math.pi * min(1.0, steps / total))) / 2
            for group in optimizer.param_groups:
                group["lr"] = RATE * min(1.0, steps / WARM_UP) * (0.02 + 0.98 * falling)
            value = loss(network, Batch(part, vectors))
            optimizer.zero_grad()
            value.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            losses.append(value.item())
        print(f"epoch {epoch + 1} of {EPOCHS}: loss {np.mean(losses):.4f}", flush=True)
    return network.eval()


class OnePair(nn.Module):
    """The network for one pair without padding, as it ships."""

    def __init__(self, network: DoubtNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, hypothesis: Tensor, reference: Tensor, own: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
        """Map vectors and flags, (words, …), to log-odds, (words, 2), of both texts."""
        masks = [torch.ones(text.shape[0], dtype=torch.bool)[None] for text in (hypothesis, reference)]
        odds = self.network([hypothesis[None], reference[None]], [own[None], other[None]], masks)
        return odds[0][0], odds[1][0]


def export(network: DoubtNetwork, path: Path) -> None:
    """Write the network as it ships."""
    words = torch.randn(7, VECTORS), torch.randn(9, VECTORS), torch.randn(7, FLAGS), torch.randn(9, FLAGS)
    names = ["hypothesis", "reference", "hypothesis_flags", "reference_flags"]
    outputs = ["hypothesis_doubts", "reference_doubts"]
    axes = {name: {0: name.partition("_")[0]} for name in (*names, *outputs)}
    torch.onnx.export(
        OnePair(network).eval(),
        words,
        path,
        input_names=names,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def main() -> None:
    """Train on the data of the first argument and write the file of the second."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("network", type=Path)
    given = parser.parse_args()
    texts, references = zip(*faultless(given.data), strict=True)
    corpus = planted_corpus(texts, references, AnalysisStore(), most=MOST, seed=SEED)
    pairs = doubt_pairs(given.data, corpus, SEED)
    groups = Counter(pair.group for pair in pairs)
    print(dict(groups), flush=True)
    vectors = Vectors([text for pair in pairs for text in (pair.hypothesis, pair.reference)])
    network = trained(pairs, vectors)
    export(network, given.network)
    meta = {
        "name": "doubts",
        "source": "WMT 2021 zh-en: translations rated by expert MQM, and errors planted in them; WMT 2023 zh-en: "
        "errors marked by three experts; MLQE-PE train: post-edited translations; vectors of en_meantree",
        "licence": "Apache-2.0 as Meantree; the texts (research use; MLQE-PE CC0) do not ship",
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "pairs": dict(groups),
    }
    given.network.with_name("meta.json").write_text(json.dumps(meta, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
