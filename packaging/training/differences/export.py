"""Write the network of differences as it ships: ``export.py DATA WHEELS WEIGHTS OUTPUT`` (needs torch and onnx).

Products have eight bits, as in the encoder's trunk; their ranges are those of some pairs that the network learned from,
without learning. The file is run beside the network.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from measure import probabilities, session_probabilities
from network import SMALL, Batch, DifferenceNetwork, Read, read_pair
from pairs import SEED, TUNING, demetr_pairs, judged_pairs
from teacher import learned_network

from meantree.phenomena.word_errors import FLAGS

sys.path.append(str(Path(__file__).parent.parent / "encoder"))
from eight_bits import calibrate
from trunk import Layer
from trunk_file import Graph, embedded, layer_nodes, mean_of_ends, states_at

INPUTS = {"codes": "pieces", "sides": "pieces", "first": "words", "last": "words", "word_sides": "words"}
PAIRS = 240
"""Pairs that ranges are measured with."""


def in_eight_bits(network: DifferenceNetwork, reads: Sequence[Read]) -> None:
    """Let a network compute with products in eight bits."""
    for place, layer in enumerate(network.layers):
        state = layer.state_dict()
        for kind in ("weight", "bias"):
            parts = state.pop(f"joined.{kind}").split(SMALL.width)
            state |= {f"{name}.{kind}": part for name, part in zip(("query", "key", "value"), parts, strict=True)}
        network.layers[place] = Layer(SMALL, 0.0)
        network.layers[place].load_state_dict(state)
        network.layers[place].quantise()

    def run() -> None:
        for read in reads:
            network(Batch([read], ["judged"]))

    calibrate(network, run)


def model(network: DifferenceNetwork, scales: Sequence[float], shifts: Sequence[float]) -> onnx.ModelProto:
    """Return a network in eight bits for one pair; its log-odds are calibrated, for each side of its own."""
    graph = Graph()
    states = embedded(
        graph, network.pieces.weight, network.positions.weight, "sides", network.sides.weight, network.norm
    )
    flags = graph.add("MatMul", "flags", graph.number("flags.weight", network.flags.weight.T))
    states = graph.add("Add", states, flags)
    for place in range(SMALL.layers):
        states = layer_nodes(graph, f"layer{place}", network.layers[place], states)
    scale = torch.tensor(scales)
    bias = (network.odds.bias + network.odds_by_group.weight[0]) * scale + torch.tensor(shifts)
    of_words = graph.number("odds.weight", (network.odds.weight * scale[:, None]).T)
    of_flags = graph.number("odds.flags", (network.odds_by_flags.weight * scale[:, None]).T)
    odds = graph.add(
        "Add",
        graph.add("MatMul", mean_of_ends(graph, states), of_words),
        graph.add("MatMul", states_at(graph, "flags", "first"), of_flags),
    )
    odds = graph.add("Add", odds, graph.number("odds.bias", bias))
    odds = graph.add("GatherElements", odds, graph.add("Unsqueeze", "word_sides", graph.whole(2)), axis=2)
    return graph.model(INPUTS, {"odds": odds}, 1, {"flags": FLAGS})


def main() -> None:
    """Write the file, and say how far it is from the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "wheels", "weights", "output"):
        parser.add_argument(name, type=Path)
    for name, default in (("scales", (1.0, 1.0)), ("shifts", (0.0, 0.0))):
        parser.add_argument(f"--{name}", type=float, nargs=2, default=default)
    given = parser.parse_args()
    network, pieces = learned_network(given.wheels, given.weights, is_teacher=False)
    known = [pair for pairs in (judged_pairs(given.data), demetr_pairs(given.data)) for pair in pairs]
    learned = random.Random(SEED).sample([pair for pair in known if pair.fold > TUNING], PAIRS)
    tuning = [pair for pair in known if pair.fold == TUNING][::10]
    wanted = probabilities(network, tuning, pieces)
    with torch.no_grad():
        in_eight_bits(network, [read_pair(pair, pieces) for pair in learned])
        onnx.save(model(network, given.scales, given.shifts), given.output)
    found = session_probabilities(given.output, tuning, pieces)
    sides = list(zip(given.scales, given.shifts, strict=True))
    far = np.concatenate(
        [
            np.abs(one - 1 / (1 + (1 / other - 1) ** scale * np.exp(-shift)))
            for place in found
            for one, other, (scale, shift) in zip(found[place], wanted[place], sides, strict=True)
        ]
    )
    print(
        f"{given.output.stat().st_size / 1e6:.1f} MB; probabilities differ by {far.mean():.4f}, at most {far.max():.3f}"
    )


if __name__ == "__main__":
    main()
