"""A trained encoder as ONNX: ``export.py WHEELS FOLDER OUTPUT`` writes the trunk and each head into a file of its own.

Sentences of one length in pieces and in words go through the trunk together, or one alone: there is no mask. The
heads read what the trunk gives. Each file is run once beside the network that it was made of.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from labels import FILE, read_labels
from model import Encoder, pretrained_encoder
from pieces import SHAPES
from pretrained import SOURCES
from torch import Tensor, nn
from trunk import Size

CLOSE = 1e-3
"""Largest difference between a file and its network."""
AXES = {
    "codes": ("sentences", "pieces"),
    "shapes": ("sentences", "pieces"),
    "first": ("sentences", "words"),
    "last": ("sentences", "words"),
    "states": ("sentences", "places"),
    "sentence": ("frames",),
    "predicate": ("frames",),
}
"""The axes of each input whose size is free; ``places`` are the words and, before them, the sentence."""


class Part(nn.Module):
    """What a file computes, with the names of its inputs and outputs."""

    def __init__(self, module: nn.Module, function: Callable[..., Any], inputs: str, outputs: str) -> None:
        super().__init__()
        self.module, self.function = module, function
        self.inputs, self.outputs = inputs.split(), outputs.split()

    def forward(self, *inputs: Tensor) -> Tensor | tuple[Tensor, ...]:
        """Call the function."""
        result: Tensor | tuple[Tensor, ...] = self.function(*inputs)
        return result


def parts(model: Encoder) -> dict[str, Part]:
    """Return what is written, by the names of the files."""
    tags, arcs, spans, frames, names = model.tags, model.arcs, model.spans, model.frames, model.names

    def of_frames(states: Tensor, sentence: Tensor, predicate: Tensor) -> tuple[Tensor, Tensor]:
        words = states[:, 1:]
        senses = frames.sense(words[sentence, predicate].unsqueeze(1)).squeeze(1)
        return senses, frames.roles(words, sentence, predicate)

    return {
        "trunk": Part(model.trunk, model.trunk.encode, "codes shapes first last", "states"),
        "tags": Part(tags, lambda states: tuple(tags(states[:, 1:])), "states", "upos xpos features lemmas"),
        "arcs": Part(arcs, lambda states: arcs(states), "states", "arcs relations"),
        "spans": Part(spans, lambda states: spans(states), "states", "spans"),
        "predicates": Part(frames, lambda states: frames.predicate(states[:, 1:]).squeeze(2), "states", "predicates"),
        "frames": Part(frames, of_frames, "states sentence predicate", "senses roles"),
        "names": Part(names, lambda states: names(states[:, 1:]), "states", "names"),
    }


def example_inputs(size: Size, sentences: int, words: int) -> dict[str, Tensor]:
    """Return inputs by name, of sentences whose words have two pieces each."""
    generator = torch.Generator().manual_seed(1)
    codes = torch.randint(0, size.pieces, (sentences, 2 * words + 2), generator=generator)
    first = torch.arange(1, 2 * words + 1, 2).repeat(sentences, 1)
    frames = torch.arange(sentences + 1)
    return {
        "codes": codes,
        "shapes": codes % len(SHAPES),
        "first": first,
        "last": first + 1,
        "states": torch.randn(sentences, 1 + words, size.width, generator=generator),
        "sentence": frames % sentences,
        "predicate": frames % words,
    }


def write(model: Encoder, output: Path) -> None:
    """Write a file a part, and run each beside its network.

    Raises:
        ValueError: A file does not say what its network says.
    """
    examples = example_inputs(model.trunk.size, 2, 5)
    for name, part in parts(model).items():
        path = output / f"{name}.onnx"
        axes = [{place: torch.export.Dim(axis) for place, axis in enumerate(AXES[one])} for one in part.inputs]
        torch.onnx.export(
            part.eval(),
            tuple(examples[one] for one in part.inputs),
            path,
            dynamo=True,
            verbose=False,
            external_data=False,
            input_names=part.inputs,
            output_names=part.outputs,
            dynamic_shapes=(tuple(axes),),
        )
        for sentences, words in ((2, 5), (1, 1), (3, 40)):
            check(path, part, example_inputs(model.trunk.size, sentences, words))
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB", flush=True)


def check(path: Path, part: Part, inputs: Mapping[str, Tensor]) -> None:
    """Run a file and the network that it was made of on the same inputs."""
    session = onnxruntime.InferenceSession(path)
    found = session.run(None, {name: inputs[name].numpy() for name in part.inputs})
    with torch.no_grad():
        wanted = part(*(inputs[name] for name in part.inputs))
    for one, other in zip(found, (wanted,) if isinstance(wanted, Tensor) else wanted, strict=True):
        if (far := float(np.abs(one - other.numpy()).max())) > CLOSE:
            raise ValueError(f"{path}: differs by {far:.4f} from the network, at most {CLOSE} expected")


def main() -> None:
    """Export a checkpoint, with its labels and the vocabulary of pieces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders, for their vocabulary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--trunk", choices=SOURCES, default="minilm")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    model, reader = pretrained_encoder(options.trunk, options.wheels, read_labels(options.folder))
    model.load_state_dict(torch.load(options.folder / "checkpoint.pt", weights_only=True)["model"])
    write(model, options.output)
    shutil.copy(options.folder / FILE, options.output / FILE)
    (options.output / "pieces.txt").write_text("\n".join(reader.pieces.vocabulary) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
