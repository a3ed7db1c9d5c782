"""The network of the constituency parser: scores of all labelled spans, in NumPy.

Two bidirectional LSTM layers read words and their features; a span's score is bilinear in what stands before and
after its two boundaries (Zhang, Zhou & Li 2020). ``packaging/training/constituency`` trains it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.constituency.chart import Scores
from meantree.analysis.constituency.features import features

Floats = NDArray[np.float32]
TaggedWord = tuple[str, str]
UNKNOWN = 0
LEAK = 0.1
BATCH_SENTENCES = 128
BY_LEFT = "label by left"
"""The name of the labels' weights, once they are put in the order in which they are used: (left, labels · right)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """One trained network.

    Attributes:
        words, features: codes, from 1; 0 stands for all others.
        labels: chains of constituent labels joined by ``+`` from the top; the first is empty, "no constituent".
        arrays: by the names that the trainer gave them.
    """

    words: dict[str, int]
    features: dict[str, int]
    labels: tuple[str, ...]
    arrays: dict[str, Floats]

    @classmethod
    def load(cls, folder: Path) -> Weights:
        """Read ``vocabulary.json`` and ``weights.npz``."""
        vocabulary = json.loads((folder / "vocabulary.json").read_text(encoding="utf-8"))
        with np.load(folder / "weights.npz", allow_pickle=False) as stored:
            arrays = {name: stored[name].astype(np.float32) for name in stored.files}
        # In the order in which they are multiplied; one product then serves all labels.
        for side in ("left.weight", "right.weight"):
            arrays[side] = np.ascontiguousarray(arrays[side].T)
        by_left = arrays.pop("label").transpose(1, 0, 2)
        arrays[BY_LEFT] = np.ascontiguousarray(by_left).reshape(len(by_left), -1)
        words, others = (
            {key: code for code, key in enumerate(vocabulary[name], start=1)} for name in ("words", "features")
        )
        return cls(words, others, tuple(vocabulary["labels"]), arrays)


def word_states(weights: Weights, sentences: Sequence[Sequence[TaggedWord]]) -> Iterator[Floats]:
    """What the encoder makes of each word, (tokens, states): first what it read up to there, then from the end on.

    To the last bit it is the same whichever sentences are read together: scores can be computed again.

    Yields an array for each sentence, in order; a sentence has at least one word with its tag.
    """
    for start in range(0, len(sentences), BATCH_SENTENCES):
        batch = sentences[start : start + BATCH_SENTENCES]
        order = sorted(range(len(batch)), key=lambda index: -len(batch[index]))
        states = _states(weights.arrays, _inputs(weights, [batch[index] for index in order]))
        places = {index: place for place, index in enumerate(order)}
        for index, tokens in enumerate(batch):
            yield states[places[index]][: len(tokens)]


def _inputs(weights: Weights, sentences: Sequence[Sequence[TaggedWord]]) -> list[Floats]:
    """The sum of a word's feature vectors beside the word's own vector."""
    inputs = []
    for tokens in sentences:
        known = [weights.words.get(word.lower(), UNKNOWN) for word, _ in tokens]
        others = [[weights.features.get(feature, UNKNOWN) for feature in features(*token)] for token in tokens]
        parts = weights.arrays["words.weight"][known], weights.arrays["features.weight"][others].sum(axis=1)
        inputs.append(np.hstack(parts))
    return inputs


def _states(arrays: dict[str, Floats], sequences: list[Floats]) -> list[Floats]:
    """The last layer's states; ``sequences`` come longest first."""
    layer = 0
    while f"lstm.weight_ih_l{layer}" in arrays:
        forward = _lstm(arrays, f"l{layer}", sequences)
        backward = _lstm(arrays, f"l{layer}_reverse", [sequence[::-1] for sequence in sequences])
        sequences = [np.hstack((one, two[::-1])) for one, two in zip(forward, backward, strict=True)]
        layer += 1
    return sequences


def _lstm(arrays: dict[str, Floats], layer: str, sequences: list[Floats]) -> list[Floats]:
    """One direction over sequences of falling length; each step computes only those that are not over."""
    lengths = np.array([len(sequence) for sequence in sequences])
    recurrent = arrays[f"lstm.weight_hh_{layer}"].T
    bias = arrays[f"lstm.bias_ih_{layer}"] + arrays[f"lstm.bias_hh_{layer}"]
    inputs = arrays[f"lstm.weight_ih_{layer}"].T
    flat = np.concatenate([sequence @ inputs for sequence in sequences]) + bias
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    size = recurrent.shape[0]
    hidden = np.zeros((len(sequences), size), dtype=np.float32)
    cell = np.zeros_like(hidden)
    states = np.empty((len(flat), size), dtype=np.float32)
    for step in range(int(lengths[0])):
        running = int(np.count_nonzero(lengths > step))
        rows = starts[:running] + step
        # Row by row: in a product of several rows, the last bits of one depend on how many others there are.
        gates = flat[rows] + np.matmul(hidden[:running, None], recurrent)[:, 0]
        gate_in, forget, gate_out = (_sigmoid(gates[:, at * size : (at + 1) * size]) for at in (0, 1, 3))
        cell[:running] = forget * cell[:running] + gate_in * np.tanh(gates[:, 2 * size : 3 * size])
        hidden[:running] = gate_out * np.tanh(cell[:running])
        states[rows] = hidden[:running]
    return np.split(states, starts[1:])


def _sigmoid(values: Floats) -> Floats:
    half = np.float32(0.5)
    result: Floats = half * (np.tanh(half * values) + np.float32(1.0))
    return result


def span_scores(weights: Weights, states: Floats) -> Scores:
    """Scores (tokens, tokens, labels) of one sentence from the states of its words."""
    arrays = weights.arrays
    size = states.shape[1] // 2
    nothing = np.zeros((1, size), dtype=np.float32)
    boundaries = np.hstack((np.vstack((nothing, states[:, :size])), np.vstack((states[:, size:], nothing))))
    left = _leaky(boundaries[:-1] @ arrays["left.weight"] + arrays["left.bias"])
    right = _leaky(boundaries[1:] @ arrays["right.weight"] + arrays["right.bias"])
    width = arrays["bracket"].shape[0] - 1
    half: Floats = _one(left[:, :width]) @ arrays["bracket"]
    bracket: Floats = half @ _one(right[:, :width]).T
    before, after = _one(left[:, width:]), _one(right[:, width:])
    by_left = arrays[BY_LEFT]  # (left, labels · right)
    tokens, right_size = len(states), after.shape[1]
    projected: Floats = before @ by_left
    labels: Floats = projected.reshape(-1, right_size) @ after.T
    labels = labels.reshape(tokens, -1, tokens).transpose(0, 2, 1)
    scores: Scores = np.ascontiguousarray(labels) + bracket[:, :, None]
    return scores


def _leaky(values: Floats) -> Floats:
    result: Floats = np.maximum(values, np.float32(LEAK) * values)
    return result


def _one(values: Floats) -> Floats:
    result: Floats = np.hstack((values, np.ones((len(values), 1), dtype=np.float32)))
    return result
