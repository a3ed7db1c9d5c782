"""Train the network on gold names, then on these and on what it finds itself in EWT train.

``train.py WORK`` reads what ``prepare.py`` wrote and writes ``names.pt``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from corpora import TAGS
from network import Network, padded
from silver import consistent_names

from meantree.analysis.entities.decode import best_tags

SEED = 1
BATCH, LONGEST = 32, 120
"""Sentences of a step; words of a sentence that is trained on."""
RATE, WARM = 2e-3, 200
WEIGHTS = {"ewt-dev": 3.0, "btc": 0.7, "wnut17": 0.7, "gum": 1.0}
SILVER_WEIGHT, SURE = 0.5, 0.5
"""Of a sentence of EWT train, and the least probability of its tags."""

Example = tuple[np.ndarray, np.ndarray]
"""Features and tags of one sentence."""


def read(path: Path) -> list[Example]:
    """The sentences of one corpus."""
    with np.load(path, allow_pickle=False) as stored:
        ends = np.flatnonzero(np.diff(stored["sentence"])) + 1
        return list(zip(np.split(stored["features"], ends), np.split(stored["tags"], ends), strict=True))


class Trainer:
    """A network and the sentences that it is trained on, each with its corpus and weight."""

    def __init__(self, work: Path) -> None:
        torch.manual_seed(SEED)
        self.work, self.random = work, np.random.default_rng(SEED)
        self.network = Network(len(WEIGHTS))
        self.examples: list[tuple[Example, int, float]] = []
        for number, (name, weight) in enumerate(WEIGHTS.items()):
            self.add(read(work / f"{name}.npz"), number, weight)

    def add(self, sentences: list[Example], corpus: int, weight: float) -> None:
        """Train on these too."""
        self.examples += ((one, corpus, weight) for one in sentences if len(one[1]) <= LONGEST)

    def train(self, epochs: int, rate: float) -> None:
        """So many times over all sentences, the rate falling to nothing."""
        every = [value for name, value in self.network.named_parameters() if not name.startswith("embedding")]
        groups = [{"params": self.network.embedding.parameters(), "weight_decay": 0}, {"params": every}]
        optimiser, step, start = torch.optim.AdamW(groups, lr=rate, weight_decay=1e-2), 0, time.time()
        self.network.train()
        steps = epochs * len(list(self._batches()))
        for epoch in range(epochs):
            losses = []
            for batch in self._batches():
                step += 1
                for group in optimiser.param_groups:
                    group["lr"] = rate * min(1, step / WARM) * max(0.02, 1 - step / steps)
                losses.append(self._step(batch, optimiser))
            print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}, {time.time() - start:.0f} s", flush=True)

    def _batches(self) -> Iterator[list[tuple[Example, int, float]]]:
        """Yield sentences of about the same length together, in random order."""
        order = self.random.permutation(len(self.examples))
        near = [sorted(order[at : at + 64 * BATCH], key=self._length) for at in range(0, len(order), 64 * BATCH)]
        batches = [part[at : at + BATCH] for part in near for at in range(0, len(part), BATCH)]
        for place in self.random.permutation(len(batches)):
            yield [self.examples[one] for one in batches[place]]

    def _length(self, place: int) -> int:
        return len(self.examples[place][0][1])

    def _step(self, batch: list[tuple[Example, int, float]], optimiser: torch.optim.Optimizer) -> float:
        features, tags, mask = padded([example for example, _, _ in batch])
        corpus, weights = torch.tensor([row[1] for row in batch]), torch.tensor([row[2] for row in batch])
        loss = (self.network.loss(self.network(features, mask, corpus), tags, mask) * weights).sum() / BATCH
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        optimiser.step()
        return loss.item()

    @torch.no_grad()
    def found(self, sentences: list[Example]) -> list[tuple[list[int], float]]:
        """The best tags of each sentence, as in EWT, and their probability."""
        self.network.eval()
        transitions, result = (self.network.transitions + self.network.follows).numpy(), []
        for features, tags in sentences:
            own, _, mask = padded([(features, tags)])
            scores = self.network(own, mask, torch.tensor([0]))
            best = best_tags(scores[0].numpy(), transitions, self.network.begins.numpy())
            loss = self.network.loss(scores, torch.tensor([best]), mask)
            result.append((best, float(torch.exp(-loss))))
        return result


def main() -> None:
    """Train in two rounds."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("work", type=Path)
    arguments.add_argument("--epochs", type=int, nargs=2, default=(5, 2))
    options = arguments.parse_args()
    torch.set_num_threads(1)
    trainer = Trainer(options.work)
    trainer.train(options.epochs[0], RATE)
    torch.save(trainer.network.state_dict(), options.work / "first.pt")
    raw = read(options.work / "ewt-train.npz")
    with np.load(options.work / "ewt-train.npz", allow_pickle=False) as stored:
        words = np.split(stored["words"], np.cumsum([len(tags) for _, tags in raw])[:-1])
    found = trainer.found(raw)
    tags = consistent_names(words, [[TAGS[tag] for tag in best] for best, _ in found])
    silver = [
        (features, np.array([TAGS.index(tag) for tag in own]))
        for (features, _), own, (_, probability) in zip(raw, tags, found, strict=True)
        if probability >= SURE
    ]
    print(f"{len(silver)} sentences of EWT train", flush=True)
    trainer.add(silver, 0, SILVER_WEIGHT)
    trainer.train(options.epochs[1], RATE / 2)
    torch.save(trainer.network.state_dict(), options.work / "names.pt")


if __name__ == "__main__":
    main()
