"""Words in clusters of those that stand in the same contexts, as the recogniser was trained with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

Clusters = Mapping[str, tuple[int, int]]
"""By normalised word the numbers of a coarse and a fine cluster, from 0."""
NONE = (-1, -1)
"""Of a word that is in none."""


def read_clusters(path: Path) -> Clusters:
    """The clusters in an ``.npz`` file: ``words`` (bytes, a line each) and ``clusters`` (words, two)."""
    with np.load(path, allow_pickle=False) as stored:
        words, numbers = stored["words"].tobytes().decode().split("\n"), stored["clusters"].tolist()
    return {word: (int(coarse), int(fine)) for word, (coarse, fine) in zip(words, numbers, strict=True)}
