"""The recogniser of names in NumPy: hashed features, two convolutions over the sentence, the best row of tags."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from meantree.analysis.entities.clusters import read_clusters
from meantree.analysis.entities.decode import Floats, best_tags, names_of
from meantree.analysis.entities.entity import Entity, EntityKind
from meantree.analysis.entities.features import FeatureReader, Features
from meantree.analysis.tree import DependencyTree, Token
from meantree_resources import resource


class NameRecogniser:
    """Names of persons, organisations and places.

    Attributes:
        fingerprint: name and version; the same fingerprint gives the same names.
        tags: what a word can be: ``O``, and ``B-`` and ``I-`` with each kind.
    """

    def __init__(self, folder: Path) -> None:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        self.fingerprint = f"{meta['name']}-{meta['version']}"
        self.tags: tuple[str, ...] = tuple(meta["tags"])
        self._clusters = read_clusters(folder / "clusters.npz")
        with np.load(folder / "weights.npz", allow_pickle=False) as stored:
            self._arrays: dict[str, Floats] = {name: stored[name].astype(np.float32) for name in stored.files}
        self._arrays["embedding"] *= self._arrays.pop("scale")

    def names(self, sentences: Sequence[tuple[Sequence[Token], DependencyTree]]) -> list[list[Entity]]:
        """The names in each sentence in order, with token indices from 0 in that sentence."""
        full = [sentence for sentence in sentences if sentence[0]]
        if not full:
            return [[] for _ in sentences]
        reader = FeatureReader(full, self._clusters)
        scores = self._scores(reader)
        ends = np.cumsum([len(tokens) for tokens, _ in full])
        found = iter(np.split(scores, ends[:-1]))
        return [self._of(next(found)) if tokens else [] for tokens, _ in sentences]

    def _of(self, scores: Floats) -> list[Entity]:
        tags = best_tags(scores, self._arrays["transitions"], self._arrays["starts"])
        return [Entity(start, end, EntityKind(kind)) for start, end, kind in names_of([self.tags[tag] for tag in tags])]

    def _scores(self, reader: FeatureReader) -> Floats:
        """Of every tag for each word, shape (words, tags)."""
        hidden = np.maximum(self._sums(reader.features()) + self._arrays["bias"], 0)
        # Words of different sentences stand apart, with zeros between them.
        spread = np.zeros((reader.size, hidden.shape[1]), dtype=np.float32)
        spread[reader.own] = hidden
        layer = 0
        while f"convolution{layer}" in self._arrays:
            weights = self._arrays[f"convolution{layer}"]
            around = (np.roll(spread, 1, axis=0), spread, np.roll(spread, -1, axis=0))
            added = sum(part @ weights[place] for place, part in enumerate(around)) + self._arrays[f"bias{layer}"]
            spread[reader.own] += np.maximum(added, 0)[reader.own]
            layer += 1
        result: Floats = spread[reader.own] @ self._arrays["out"] + self._arrays["out_bias"]
        return result

    def _sums(self, features: Features) -> Floats:
        """The sum of the vectors of each word's features."""
        from scipy.sparse import csr_matrix  # takes long to load

        words, width = features.shape
        ones = np.ones(words * width, dtype=np.float32)
        embedding = self._arrays["embedding"]
        rows = np.arange(0, words * width + 1, width)
        sums: Floats = csr_matrix((ones, features.ravel(), rows), shape=(words, len(embedding))) @ embedding
        return sums


@cache
def load_name_recogniser() -> NameRecogniser:
    """The recogniser that ships with Meantree, loaded once."""
    return NameRecogniser(resource("models/en_entities"))
