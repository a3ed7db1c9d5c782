"""A trunk that was trained for eight bits, as an ONNX file that computes with eight bits what training computed.

The file uses operators of ONNX Runtime, those that it would itself put in place of the standard's: so nothing has to be
rewritten when the file is opened. A product is a sum of whole numbers, which has no rounding; all else has 32 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import onnx
from eight_bits import Range, row_codes
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from trunk import Layer, Trunk

OPSET, RUNTIME = 20, "com.microsoft"
INPUTS = {"codes": "pieces", "shapes": "pieces", "first": "words", "last": "words"}
"""Names, and what the second axis is; the first is the sentence."""

MEANING = 3
"""The layer whose vectors tell best which words of two texts mean the same; later ones tell more of their syntax."""


class Graph:
    """Nodes, in the order in which they are computed, and numbers that they share."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._numbers: dict[str, onnx.TensorProto] = {}

    def number(self, name: str, value: Tensor | np.ndarray) -> str:
        """Store numbers, and return their name."""
        array = value.detach().numpy() if isinstance(value, Tensor) else value
        self._numbers[name] = numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)
        return name

    def whole(self, *values: int) -> str:
        """Store a row of whole numbers, and return its name."""
        return self.number("_".join(("whole", *map(str, values))), np.array(values, dtype=np.int64))

    def add(self, operator: str, *inputs: str, outputs: int = 1, domain: str = "", **settings: Any) -> str:
        """Add a node, and return the name of its output, or of the first where it has several."""
        name = f"{operator}_{len(self._nodes)}"
        names = [name, *(f"{name}_{place}" for place in range(1, outputs))]
        self._nodes.append(helper.make_node(operator, inputs, names, name=name, domain=domain, **settings))
        return name

    def model(
        self, inputs: dict[str, str], outputs: dict[str, str], width: int, floats: Mapping[str, int] | None = None
    ) -> onnx.ModelProto:
        """Return all as a model whose outputs get new names; ``floats`` are inputs of so many numbers a piece."""
        for name, output in outputs.items():
            self._nodes.append(helper.make_node("Identity", [output], [name], name=name))
        info = helper.make_tensor_value_info
        graph = helper.make_graph(
            self._nodes,
            "trunk",
            [
                *(info(one, TensorProto.INT64, ["sentences", axis]) for one, axis in inputs.items()),
                *(info(one, TensorProto.FLOAT, ["sentences", "pieces", size]) for one, size in (floats or {}).items()),
            ],
            [info(name, TensorProto.FLOAT, ["sentences", f"{name} places", width]) for name in outputs],
            list(self._numbers.values()),
        )
        opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIME, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=10, producer_name="meantree")


def trunk_model(trunk: Trunk) -> onnx.ModelProto:
    """Return a trunk that has ranges, for sentences of one length, or one alone: there is no mask.

    Raises:
        ValueError: It was not trained for eight bits, or attends to distances.
    """
    if trunk.relative is not None or any(layer.ranges is None for layer in trunk.layers):
        raise ValueError("only a trunk of BERT that was trained with --quantised can be written")
    graph = Graph()
    states = embedded(graph, trunk.pieces.weight, trunk.positions.weight, "shapes", trunk.shapes.weight, trunk.norm)
    for place, layer in enumerate(trunk.layers, start=1):
        assert isinstance(layer, Layer)
        states = layer_nodes(graph, f"layer{place}", layer, states)
        if place == min(MEANING, len(trunk.layers)):
            meanings = mean_of_ends(graph, states)
    sentence = graph.add("Slice", states, graph.whole(0), graph.whole(1), graph.whole(1))
    outputs = {"states": graph.add("Concat", sentence, mean_of_ends(graph, states), axis=1), "meanings": meanings}
    return graph.model(INPUTS, outputs, trunk.size.width)


def mean_of_ends(graph: Graph, states: str) -> str:
    """Add the mean of each word's first and last piece."""
    sums = graph.add("Add", states_at(graph, states, "first"), states_at(graph, states, "last"))
    return graph.add("Mul", sums, graph.number("half", np.array(0.5, dtype=np.float32)))


def embedded(graph: Graph, pieces: Tensor, positions: Tensor, kind: str, kinds: Tensor, norm: nn.LayerNorm) -> str:
    """Add the vectors of pieces, of the codes, of their positions, and of a third input."""
    codes, scales = row_codes(pieces)
    rows = graph.add("Gather", graph.number("pieces", codes), "codes")
    factors = graph.add("Gather", graph.number("pieces.scales", scales.unsqueeze(1)), "codes")
    vectors = graph.add("Mul", graph.add("Cast", rows, to=TensorProto.FLOAT), factors)
    size = graph.add("Shape", "codes", start=1, end=2)
    places = graph.add("Slice", graph.number("positions", positions), graph.whole(0), size, graph.whole(0))
    added = graph.add("Gather", graph.number(f"{kind}.weight", kinds), kind)
    sums = graph.add("Add", graph.add("Add", vectors, places), added)
    numbers = graph.number("norm.weight", norm.weight), graph.number("norm.bias", norm.bias)
    return graph.add("LayerNormalization", sums, *numbers, axis=-1, epsilon=norm.eps)


def layer_nodes(graph: Graph, name: str, layer: Layer, states: str) -> str:
    """Add a layer that has ranges, and return the name of what it gives."""
    parts = layer.query, layer.key, layer.value
    joined = _product(graph, f"{name}.attention", layer, "states", states, *parts)
    query = graph.add("Split", joined, outputs=3, axis=2, num_outputs=3)
    three = query, f"{query}_1", f"{query}_2"
    mixed = graph.add("MultiHeadAttention", *three, domain=RUNTIME, num_heads=layer.heads)
    mixed = _product(graph, f"{name}.output", layer, "mixed", mixed, layer.output)
    states = _normed(graph, f"{name}.norm", layer.norm, states, mixed)
    inner = graph.add("Gelu", _product(graph, f"{name}.inner", layer, "normed", states, layer.inner))
    outer = _product(graph, f"{name}.outer", layer, "inner", inner, layer.outer)
    return _normed(graph, f"{name}.outer_norm", layer.outer_norm, states, outer)


def _product(graph: Graph, name: str, layer: Layer, read: str, states: str, *parts: nn.Linear) -> str:
    """Add what parts make of the same states, side by side."""
    assert layer.ranges is not None
    limits = layer.ranges[read]
    assert isinstance(limits, Range)
    columns, nothing = limits.steps()
    one = graph.number("one", np.array(1, dtype=np.float32))
    zero = graph.number(f"{name}.zero", nothing.numpy().astype(np.uint8))
    multiplied = graph.add("Mul", states, graph.number(f"{name}.columns", columns))
    rows = [limits.weight_codes(part.weight) for part in parts]
    return graph.add(
        "MatMulIntegerToFloat",
        graph.add("QuantizeLinear", multiplied, one, zero),
        graph.number(f"{name}.weight", np.concatenate([codes.numpy() for codes, _ in rows]).T),
        one,
        graph.number(f"{name}.scales", np.concatenate([scales.numpy() for _, scales in rows])),
        zero,
        "",
        graph.number(f"{name}.bias", np.concatenate([part.bias.detach().numpy() for part in parts])),
        domain=RUNTIME,
    )


def _normed(graph: Graph, name: str, norm: nn.LayerNorm, states: str, change: str) -> str:
    numbers = graph.number(f"{name}.weight", norm.weight), graph.number(f"{name}.bias", norm.bias)
    # ONNX Runtime's operator for both takes several times as long as these two.
    return graph.add("LayerNormalization", graph.add("Add", states, change), *numbers, axis=-1, epsilon=norm.eps)


def states_at(graph: Graph, states: str, places: str) -> str:
    """Add the choice of the states at some places."""
    return graph.add("GatherND", states, graph.add("Unsqueeze", places, graph.whole(2)), batch_dims=1)
