"""The labeller's networks in NumPy; ``packaging/training/roles`` trains them.

One says of each word whether it is a predicate. The others score every candidate span beside a predicate: one hidden
layer over the encoder's states and hashed features, then attention between the candidates of one predicate (Vaswani et
al. 2017), so that a span knows which others compete with it. What several of these say is averaged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from meantree.analysis.frames import Span
from meantree.analysis.roles.features import Features

Floats = NDArray[np.float32]
Table = NDArray[np.int8]
HEADS = 4
SCALE = ".scale"
"""Ends the name of what the columns of a table of vectors are multiplied with."""


def read_arrays(path: Path) -> dict[str, Floats | Table]:
    """Arrays by name; tables of vectors stay in 8 bits, beside what their columns are multiplied with."""
    with np.load(path, allow_pickle=False) as stored:
        arrays = {name: stored[name] for name in stored.files}
    return {name: one if one.dtype == np.int8 else one.astype(np.float32) for name, one in arrays.items()}


class Network:
    """Trained weights, by the names that the trainer gave them, that begin with a name of the network."""

    def __init__(self, arrays: Mapping[str, Floats | Table], name: str) -> None:
        start = f"{name}."
        self._arrays = {key.removeprefix(start): value for key, value in arrays.items() if key.startswith(start)}

    def _sums(self, name: str, features: Features) -> Floats:
        """The sum of the vectors of each row's features."""
        table = f"{name}.weight"
        sums = self._arrays[table].take(features, axis=0).sum(axis=1, dtype=np.int32)
        result: Floats = sums.astype(np.float32) * self._arrays[table + SCALE]
        return result

    def _linear(self, name: str, values: Floats) -> Floats:
        result: Floats = values @ self._arrays[f"{name}.weight"].T
        bias = self._arrays.get(f"{name}.bias")
        return result if bias is None else result + bias


class Finder(Network):
    """Finds predicates."""

    def scores(self, features: Features, states: Floats) -> Floats:
        """Of every word, above 0 where a predicate is more probable than none.

        Args:
            features: shape (words, features).
            states: the constituency parser's, shape (words, states).
        """
        hidden = self._linear("state", states)
        hidden += self._linear("seen", self._sums("tokens", features))
        return self._linear("out", np.maximum(hidden, 0))[:, 0]


class Labels(Network):
    """Names what candidates are to predicates."""

    def candidates(self, features: Features, states: Floats, spans: Sequence[Span], heads: Sequence[int]) -> Floats:
        """What candidates add to the hidden layer whatever the predicate is, (candidates, hidden).

        Args:
            features: of candidates.
            states: of words.
            spans, heads: of candidates.
        """
        half = states.shape[1] // 2
        weights = self._arrays["inside.weight"]
        nothing = np.zeros((1, len(weights)), dtype=np.float32)
        forward = np.vstack((nothing, states[:, :half] @ weights[:, :half].T))
        backward = np.vstack((states[:, half:] @ weights[:, half:].T, nothing))
        starts, ends = np.array(spans).T
        result = self._linear("seen", self._sums("spans", features))
        result += self._linear("head", states)[list(heads)]
        # Inside of a span: forwards at its end less before its start, backwards the other way.
        result += forward[ends] - forward[starts] + backward[starts] - backward[ends]
        return result

    def predicates(self, features: Features, states: Floats) -> Floats:
        """What predicates add to the hidden layer beside every candidate, (predicates, hidden)."""
        result = self._linear("predicate", states)
        result += self._linear("beside", self._sums("frames", features))
        return result

    def probabilities(self, alike: Floats, own: Floats, features: Features, counts: Sequence[int]) -> Floats:
        """How probable each label is, (pairs, labels).

        Args:
            alike: what :meth:`candidates` says of each candidate of each predicate, one after another.
            own: what :meth:`predicates` says.
            features: of the same pairs.
            counts: candidates of each predicate.
        """
        hidden = alike + self._linear("seen", self._sums("spans", features))
        hidden += np.repeat(own, counts, axis=0)
        np.maximum(hidden, 0, out=hidden)
        looks = self._linear("looks", hidden)
        seen = np.concatenate([_attention(part) for part in np.split(looks, np.cumsum(counts)[:-1])])
        again = self._linear("own", hidden) + self._linear("others", seen)
        scores = self._linear("out", hidden) + self._linear("again", np.maximum(again, 0))
        return _softmax(scores)


def _attention(looks: Floats) -> Floats:
    """What each row sees of all rows, from queries, keys and values side by side."""
    rows = len(looks)
    query, key, value = looks.reshape(rows, 3, HEADS, -1).transpose(1, 2, 0, 3)
    shares = _softmax(query @ key.transpose(0, 2, 1) * np.float32(key.shape[-1] ** -0.5))
    seen: Floats = (shares @ value).transpose(1, 0, 2).reshape(rows, -1)
    return seen


def _softmax(scores: Floats) -> Floats:
    shares: Floats = np.exp(scores - scores.max(axis=-1, keepdims=True, initial=-np.inf))
    shares /= shares.sum(axis=-1, keepdims=True)
    return shares
