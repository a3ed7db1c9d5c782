"""Names of persons, organisations and places: a head of the encoder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from meantree.analysis.encoder.decoding import likely_spans
from meantree.analysis.encoder.networks import Floats, Network, read_labels

WORTH = 0.4
"""Least probability of a name; see :func:`~meantree.analysis.encoder.decoding.likely_spans`."""


class NameFinder:
    """Finds the names in a sentence that the encoder has read.

    Raises:
        OSError, ValueError: if a file is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self._kinds = read_labels(folder / "labels.json", "names")["names"]
        self._network = Network(folder / "head.onnx", {"names": 1 + 2 * len(self._kinds)})

    def names(self, states: Floats) -> Iterator[tuple[int, int, str]]:
        """Yield the names in order: the first word, the one after the last, and ``PER``, ``ORG`` or ``LOC``.

        Args:
            states: vectors of the sentence and its words, as the encoder gives them.
        """
        (scores,) = self._network({"states": states[None]})
        for one in likely_spans(scores[0], WORTH):
            yield one.start, one.end, self._kinds[one.label]
