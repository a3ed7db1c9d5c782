"""An exported trunk in eight bits: ``quantise.py DATA WHEELS FOLDER EXPORTED`` reads ``trunk.onnx`` of EXPORTED.

Weights of matrix products have seven bits a channel (eight saturate on processors without VNNI); what these products
read has eight bits, with scales fixed by sentences of EWT train, so that no sentence depends on another. All else, and
what they give, stays as it is. Embeddings of pieces have eight bits.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import onnx
from examples import training_examples
from labels import read_labels
from model import pretrained_encoder
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from pretrained import SOURCES
from session import Feed, feeds

EVERY = 100
"""Of the sentences of EWT train, one in so many fixes the scales."""


class Sentences(CalibrationDataReader):
    """Hands out the inputs of one sentence after the other."""

    def __init__(self, found: Iterable[Feed]) -> None:
        self._found = iter(found)

    def get_next(self) -> Feed | None:
        """Return the next sentence's inputs, or None after the last."""
        return next(self._found, None)


def weighted_nodes(path: Path) -> list[str]:
    """Return the products with weights, and the choice of pieces' embeddings; those of attention have no weights."""
    graph = onnx.load(path).graph
    matrices = {one.name for one in graph.initializer if len(one.dims) == 2}
    kinds = {"MatMul", "Gemm", "Gather"}
    return [node.name for node in graph.node if node.op_type in kinds and matrices.intersection(node.input)]


def main() -> None:
    """Write ``trunk.int8.onnx`` beside ``trunk.onnx``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("wheels", type=Path, help="folder of the pretrained encoders, for their vocabulary")
    parser.add_argument("folder", type=Path, help="of the run, for its labels")
    parser.add_argument("exported", type=Path)
    parser.add_argument("--trunk", choices=SOURCES, default="minilm")
    options = parser.parse_args()
    _, reader = pretrained_encoder(options.trunk, options.wheels, read_labels(options.folder))
    examples = [example.words for example in training_examples(options.data) if example.corpus == "ewt"][::EVERY]
    batches = (reader.read([words]) for words in examples)
    path: Path = options.exported / "trunk.onnx"
    quantize_static(
        path,
        path.with_name("trunk.int8.onnx"),
        Sentences(feed for batch in batches for feed in feeds(batch.pieces, batch.lengths.tolist())),
        quant_format=QuantFormat.QDQ,
        nodes_to_quantize=weighted_nodes(path),
        per_channel=True,
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        extra_options={"OpTypesToExcludeOutputQuantization": ["MatMul", "Gemm"]},
    )
    print(f"{path.with_name('trunk.int8.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
