"""The scores of words and edges between two texts, with weights learned by ``packaging/training/alignment``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from meantree.alignment.cells import FEATURES, KINDS, NO_PARTNER, Cells, Floats
from meantree.alignment.edges import AGREEMENT, ARCS, STEPS
from meantree.alignment.relations.registry import NAMES
from meantree.alignment.text_words import SORTS
from meantree.digest import digest
from meantree_resources import resource


@dataclass(frozen=True, slots=True)
class Weights:
    """What each thing that a model looks at is worth.

    Attributes:
        kinds: of cells, shape (kinds, features).
        relations: of the lexical resources, in the order of their names.
        alone: of a word without a partner.
        steps: of neighbours, shape (sorts of the left word, steps).
        arcs: of heads and dependents, shape (sorts of the dependent, arcs).
        agreement: of both directions.
    """

    kinds: Floats
    relations: Floats
    alone: Floats
    steps: Floats
    arcs: Floats
    agreement: Floats

    def written(self) -> dict[str, Any]:
        """As they stand in a file, by their names; see :meth:`read`."""
        return {
            "kinds": {kind: _named(FEATURES, row) for kind, row in zip(KINDS, self.kinds, strict=True)},
            "relations": _named(NAMES, self.relations),
            "no partner": _named(NO_PARTNER, self.alone),
            "steps": {sort: _named(STEPS, row) for sort, row in zip(SORTS, self.steps, strict=True)},
            "arcs": {sort: _named(ARCS, row) for sort, row in zip(SORTS, self.arcs, strict=True)},
            "agreement": _named(AGREEMENT, self.agreement),
        }

    @staticmethod
    def read(stored: Mapping[str, Any]) -> Weights:
        """Weights by their names; those that are not there are 0."""
        return Weights(
            np.stack([_read(FEATURES, stored["kinds"].get(kind, {})) for kind in KINDS]),
            _read(NAMES, stored["relations"]),
            _read(NO_PARTNER, stored["no partner"]),
            np.stack([_read(STEPS, stored["steps"][sort]) for sort in SORTS]),
            np.stack([_read(ARCS, stored["arcs"][sort]) for sort in SORTS]),
            _read(AGREEMENT, stored["agreement"]),
        )


def _named(names: Sequence[str], values: Floats) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(names, values, strict=True) if round(float(value), 3)}


def _read(names: Sequence[str], stored: Mapping[str, float]) -> Floats:
    return np.array([stored.get(name, 0.0) for name in names], np.float32)


def read_weights(path: Path) -> Weights:
    """The weights of a file."""
    return Weights.read(json.loads(path.read_text(encoding="utf-8")))


FILES = {False: "alignment/weights.json", True: "alignment/weights-in-context.json"}
"""By whether the encoder read both texts."""


@cache
def shipped_weights(*, in_context: bool = False) -> Weights:
    """Those that ship with Meantree, for texts that the encoder read or for others."""
    return read_weights(resource(FILES[in_context]))


@cache
def fingerprint() -> str:
    """Of the weights that ship, as they are written."""
    return digest([resource(name).read_text(encoding="utf-8") for name in FILES.values()])


def local_scores(cells: Cells, weights: Weights) -> tuple[Floats, tuple[Floats, Floats]]:
    """The score of every pair of words, shape (hypothesis, reference), and of words without partners, a side each."""
    scores = np.zeros_like(cells.strength)
    for feature, values in enumerate(cells.features):
        scores += weights.kinds[:, feature][cells.kind] * values
    found = cells.found
    np.add.at(scores.reshape(-1), found.cells, weights.relations[found.relations] * found.strengths)
    one, two = (alone @ weights.alone for alone in cells.alone)
    return scores, (one, two)
