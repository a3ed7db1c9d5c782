"""Train the encoder and all its heads together: ``train.py DATA WHEELS FOLDER [--epochs N] [--minutes M]``.

FOLDER holds the checkpoint, the log and the labels. A run that is ended, by time or otherwise, goes on from its
checkpoint when the same command is given again; the order of sentences follows from the seed and the epoch. With
``--quantised`` the trunk is trained as what it will be in eight bits, from an epoch on or from where the checkpoint is.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import torch
from eight_bits import calibrate, observe, ranges
from evaluate import report
from examples import Example, dev_examples, training_examples
from labels import FILE, Labels, read_labels, write_labels
from model import Encoder, load_weights, losses, pretrained_encoder
from pretrained import SOURCES
from reading import Reader, batches
from roles.rolesets import rows
from silver import read_silver
from torch import Tensor, nn
from trunk import HAS_BFLOAT16

BATCH_PIECES = 2400
HEAD_RATE, WARM_STEPS = 2e-3, 300
WEIGHTS = {"syntax": 1.0, "spans": 0.7, "frames": 1.0, "names": 1.0}
"""How much the loss of a layer counts, each a mean over the words that have the layer."""
SHARES = {"ewt": 1.0, "gum": 1.0, "propbank": 0.25, "btc": 0.4, "wnut17": 0.4, "silver": 1.0}
"""Of each corpus, the part that an epoch draws; the names of EWT dev are few and come every time."""
CALIBRATING, SETTLED = 8, 0.95
"""Batches that eight-bit ranges are first taken from, and the part of a run after which ranges no longer change."""
SAVE_EVERY, TELL_EVERY = 300, 60
"""Seconds between checkpoints, and between lines of the log."""
SEED = 1


def epoch_examples(examples: Sequence[Example], seed: int) -> list[Example]:
    """Return the sentences of one epoch."""
    chance = random.Random(seed)
    return [example for example in examples if chance.random() < SHARES[example.corpus]]


def weighted(parts: dict[str, tuple[Tensor, int]]) -> Tensor:
    """Return what is minimised."""
    return torch.stack([WEIGHTS[layer] * loss / words for layer, (loss, words) in parts.items()]).sum()


class Training:
    """A run: the model, its optimiser, and how far it is."""

    def __init__(self, model: Encoder, reader: Reader, examples: Sequence[Example], folder: Path, rate: float) -> None:
        self.model, self.reader, self.examples, self.folder = model, reader, examples, folder
        trunk = [weight for weight in model.trunk.parameters() if weight.requires_grad]
        heads = [weight for name, weight in model.named_parameters() if not name.startswith("trunk.")]
        groups = [{"params": trunk, "most": rate}, {"params": heads, "most": HEAD_RATE}]
        self.optimizer = torch.optim.AdamW(groups, lr=0.0, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
        self.epoch = self.batch = self.step = 0

    @property
    def checkpoint(self) -> Path:
        """The file that a run goes on from."""
        return self.folder / "checkpoint.pt"

    def save(self) -> None:
        """Write the checkpoint, whole or not at all."""
        place = {"epoch": self.epoch, "batch": self.batch, "step": self.step}
        state = {"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), **place}
        partial = self.checkpoint.with_suffix(".partial")
        torch.save({**state, "random": torch.get_rng_state()}, partial)
        partial.replace(self.checkpoint)

    def resume(self) -> None:
        """Take up the checkpoint if there is one."""
        if self.checkpoint.exists():
            state = torch.load(self.checkpoint, weights_only=True)
            load_weights(self.model, state["model"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.epoch, self.batch, self.step = state["epoch"], state["batch"], state["step"]
            torch.set_rng_state(state["random"])

    def quantise(self) -> None:
        """Train for eight bits from now on, with ranges that the present network has in some batches."""
        trunk = self.model.eval().trunk
        trunk.quantise()
        chosen = self.epoch_batches()[:CALIBRATING]
        sentences = [self.reader.read([example.words for example in batch]).pieces for batch in chosen]
        calibrate(trunk, lambda: [trunk(pieces) for pieces in sentences])

    def epoch_batches(self) -> list[list[Example]]:
        """Return the batches of the present epoch."""
        seed = 1000 * SEED + self.epoch
        return list(batches(epoch_examples(self.examples, seed), self.reader, BATCH_PIECES, seed))

    def learn(self, batch: Sequence[Example], progress: float) -> dict[str, float]:
        """Take one step; return each layer's loss a word."""
        warm = min(1.0, (self.step + 1) / WARM_STEPS)
        for group in self.optimizer.param_groups:
            group["lr"] = group["most"] * warm * max(0.01, 1 - progress)
        self.model.train()
        # Ranges are those of training sentences: what is evaluated between the steps is not observed.
        observe(self.model, progress < SETTLED)
        with torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16 and not ranges(self.model)):
            parts = losses(self.model, self.reader, batch)
        observe(self.model, False)
        self.optimizer.zero_grad()
        weighted(parts).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimizer.step()
        self.step += 1
        return {layer: loss.item() / words for layer, (loss, words) in parts.items()}

    def run(self, epochs: int, minutes: float, quantised: float = math.inf) -> Iterator[str]:
        """Train until the end or until time is over, for eight bits from the epoch ``quantised`` on.

        Yield lines for the log. A line ends each epoch.
        """
        end, meter, saved = time.monotonic() + 60 * minutes, Meter(), time.monotonic()
        while self.epoch < epochs:
            if self.epoch + 1 >= quantised and not ranges(self.model):
                self.quantise()
            made = self.epoch_batches()
            for batch in made[self.batch :]:
                meter.add(self.learn(batch, (self.epoch + self.batch / len(made)) / epochs), batch)
                self.batch += 1
                if meter.seconds() > TELL_EVERY:
                    yield f"epoch {self.epoch + 1} batch {self.batch}/{len(made)} {meter.read()}"
                if time.monotonic() > min(end, saved + SAVE_EVERY):
                    self.save()
                    saved = time.monotonic()
                if time.monotonic() > end:
                    yield f"stopped after {minutes:.0f} minutes in epoch {self.epoch + 1}"
                    return
            self.epoch, self.batch = self.epoch + 1, 0
            self.save()
            yield f"epoch {self.epoch} of {epochs} ends"


class Meter:
    """Averages of the losses a word, late ones counting more, and how fast they are learned from."""

    def __init__(self) -> None:
        self._losses: dict[str, float] = {}
        self._words, self._start = 0, time.monotonic()

    def add(self, losses: Mapping[str, float], batch: Sequence[Example]) -> None:
        """Count a batch."""
        for layer, value in losses.items():
            self._losses[layer] = 0.98 * self._losses.get(layer, value) + 0.02 * value
        self._words += sum(len(example.words) for example in batch)

    def seconds(self) -> float:
        """Return how long ago the meter was read."""
        return time.monotonic() - self._start

    def read(self) -> str:
        """Return the averages, and the words a second since the meter was last read."""
        parts = " ".join(f"{layer} {self._losses[layer]:.3f}" for layer in WEIGHTS if layer in self._losses)
        text = f"loss {parts} · {self._words / self.seconds():.0f} words a second"
        self._words, self._start = 0, time.monotonic()
        return text


def main() -> None:
    """Train, or go on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--trunk", choices=SOURCES, default="minilm")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=math.inf)
    parser.add_argument("--silver", type=Path, nargs="*", default=[], help="files of analysed raw sentences")
    parser.add_argument(
        "--quantised",
        metavar="EPOCH",
        type=float,
        nargs="?",
        default=math.inf,
        const=1,
        help="train the trunk for eight bits from this epoch on, if none is given from now on",
    )
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(SEED)
    options.folder.mkdir(parents=True, exist_ok=True)
    examples, dev = training_examples(options.data), dev_examples(options.data)
    if not (options.folder / FILE).exists():
        write_labels(Labels.of(examples, rows(options.data / "propbank/frames.tsv")), options.folder)
    labels = read_labels(options.folder)
    examples += [example for path in options.silver for example in read_silver(path)]
    model, reader = pretrained_encoder(options.trunk, options.wheels, labels)
    training = Training(model, reader, examples, options.folder, SOURCES[options.trunk].rate)
    training.resume()
    with (options.folder / "log.txt").open("a", encoding="utf-8") as log:
        for line in training.run(options.epochs, options.minutes, options.quantised):
            text = f"{time.strftime('%H:%M:%S')} {line}\n"
            if line.endswith("ends"):
                text += report(model, reader, labels, dev, options.data) + "\n"
            log.write(text)
            log.flush()
            print(text, end="", flush=True)


if __name__ == "__main__":
    main()
