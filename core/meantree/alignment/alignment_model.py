"""The scores of words and edges between two texts, with weights learned by ``packaging/training/alignment``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from meantree.alignment.cell_features import FEATURES, KINDS, NO_PARTNER, Cells, Floats
from meantree.alignment.relations.all_relations import NAMES
from meantree.alignment.text_words import SORTS
from meantree.digest import digest
from meantree_resources import resource

Codes = NDArray[np.int8]

STEPS = (
    "both none",
    "left none",
    "right none",
    "same",
    "next",
    "one left out",
    "few left out",
    "far ahead",
    "one back",
    "few back",
    "far back",
)
"""Where the partners of two words stand that are beside each other. The text is between a first and a last word that
have each other for partners."""
ARCS = ("both none", "dependent none", "head none", "same", "arc", "arc and label", "reversed", "two steps", "far")
"""How the partners of two words are joined that an arc joins."""
AGREEMENT = ("none", "mutual", "other")
"""What the partner of a word has for its own partner."""
FEW = 4
"""Words that may lie between partners that are still near each other."""


def step_codes(size: int) -> Codes:
    """Places in :data:`STEPS` for two neighbours' choices, shape (size + 3, size + 3).

    A choice is a word of the other text, ``size`` for none, ``size + 1`` before the text, ``size + 2`` after it.
    """
    places = np.array([*range(size), 0, -1, size])
    ahead = places[None, :] - places[:, None]
    codes = np.select(
        [ahead == 0, ahead == 1, ahead == 2, ahead > 1 + FEW, ahead > 2, ahead == -1, ahead < -FEW],
        [
            STEPS.index(name)
            for name in ("same", "next", "one left out", "far ahead", "few left out", "one back", "far back")
        ],
        STEPS.index("few back"),
    ).astype(np.int8)
    codes[size, :], codes[:, size] = STEPS.index("left none"), STEPS.index("right none")
    codes[size, size] = STEPS.index("both none")
    return codes


def arc_codes(heads: Sequence[int]) -> Codes:
    """Places in :data:`ARCS` for the choices of a head (row) and its dependent (column), shape (size + 1, size + 1).

    Args:
        heads: of the words of the other text, -1 for none. A choice is one of them, or their number for none.
    """
    size = len(heads)
    codes = np.full((size + 1, size + 1), ARCS.index("far"), np.int8)
    above = np.array([*heads, -1])
    words = np.arange(size)
    joined = np.flatnonzero(above[:size] >= 0)
    siblings = (above[:size, None] == above[None, :size]) & (above[:size, None] >= 0)
    codes[:size, :size][siblings] = ARCS.index("two steps")
    higher = above[above[joined]]
    codes[higher[higher >= 0], joined[higher >= 0]] = ARCS.index("two steps")
    codes[above[joined], joined] = ARCS.index("arc")
    codes[joined, above[joined]] = ARCS.index("reversed")
    codes[words, words] = ARCS.index("same")
    codes[:, size], codes[size, :] = ARCS.index("dependent none"), ARCS.index("head none")
    codes[size, size] = ARCS.index("both none")
    return codes


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
