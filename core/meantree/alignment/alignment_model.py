"""The log-linear alignment model: scores of words and edges, with weights from ``packaging/training/alignment``.

An edge joins two choices: of adjacent words, of a head and its dependent, of both directions.
"""

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
from meantree.alignment.text_words import WORD_CLASSES
from meantree.shipped import files_digest, shipped

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
"""How far apart the partners of two adjacent words are. Each text is framed by a first and a last word, aligned with
each other."""
ARCS = ("both none", "dependent none", "head none", "same", "arc", "arc and label", "reversed", "two steps", "far")
"""How the partners of a head and its dependent are joined."""
AGREEMENT = ("none", "mutual", "other")
"""What the partner of a word is aligned with in the other direction."""
FEW = 4
"""Most words between partners that are still close to each other."""


def step_codes(size: int) -> Codes:
    """Return indices into :data:`STEPS` for the choices of adjacent words, shape (size + 3, size + 3).

    A choice is a word of the other text, ``size`` for none, ``size + 1`` before the text, ``size + 2`` after it.
    """
    positions = np.array([*range(size), 0, -1, size])
    ahead = positions[None, :] - positions[:, None]
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
    """Return indices into :data:`ARCS` for the choices of a head (row) and its dependent (column).

    Args:
        heads: of the words of the other text, -1 for none. A choice is one of these words, or ``len(heads)`` for none.

    Returns:
        Shape (words + 1, words + 1).
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
    """The weights of all features.

    Attributes:
        kinds: of cells, shape (kinds, features).
        relations: of the lexical relations, in the order of their names.
        no_partner: of unaligned words.
        steps: of adjacent words, shape (word classes of the left word, steps).
        arcs: of heads and dependents, shape (word classes of the dependent, arcs).
    """

    kinds: Floats
    relations: Floats
    no_partner: Floats
    steps: Floats
    arcs: Floats
    agreement: Floats

    def by_name(self) -> dict[str, Any]:
        """Return the weights by name, as in a file; see :meth:`from_names`."""
        return {
            "kinds": {kind: _named(FEATURES, row) for kind, row in zip(KINDS, self.kinds, strict=True)},
            "relations": _named(NAMES, self.relations),
            "no partner": _named(NO_PARTNER, self.no_partner),
            "steps": {sort: _named(STEPS, row) for sort, row in zip(WORD_CLASSES, self.steps, strict=True)},
            "arcs": {sort: _named(ARCS, row) for sort, row in zip(WORD_CLASSES, self.arcs, strict=True)},
            "agreement": _named(AGREEMENT, self.agreement),
        }

    @staticmethod
    def from_names(stored: Mapping[str, Any]) -> Weights:
        """Return weights given by name; missing ones are 0."""
        return Weights(
            np.stack([_read(FEATURES, stored["kinds"].get(kind, {})) for kind in KINDS]),
            _read(NAMES, stored["relations"]),
            _read(NO_PARTNER, stored["no partner"]),
            np.stack([_read(STEPS, stored["steps"][sort]) for sort in WORD_CLASSES]),
            np.stack([_read(ARCS, stored["arcs"][sort]) for sort in WORD_CLASSES]),
            _read(AGREEMENT, stored["agreement"]),
        )


def _named(names: Sequence[str], values: Floats) -> dict[str, float]:
    return {name: round(float(value), 3) for name, value in zip(names, values, strict=True) if round(float(value), 3)}


def _read(names: Sequence[str], stored: Mapping[str, float]) -> Floats:
    return np.array([stored.get(name, 0.0) for name in names], np.float32)


def read_weights(path: Path) -> Weights:
    """Return the weights in a file."""
    return Weights.from_names(json.loads(path.read_text(encoding="utf-8")))


@cache
def shipped_weights(*, in_context: bool = False) -> Weights:
    """Return the shipped weights, for texts that the encoder read or for others."""
    return read_weights(shipped("alignment") / f"weights{'-in-context' if in_context else ''}.json")


def fingerprint() -> str:
    """Return a digest of the shipped weights, lexicons and vectors from which links are made, for signatures."""
    return files_digest("alignment", "lexicon/wordnet", "lexicon/ppdb", "models/en_meantree")


def local_scores(cells: Cells, weights: Weights) -> tuple[Floats, tuple[Floats, Floats]]:
    """Return the score of every pair of words, shape (hypothesis, reference), and of unaligned words of either text."""
    scores = np.zeros_like(cells.strength)
    for feature, values in enumerate(cells.features):
        scores += weights.kinds[:, feature][cells.kind] * values
    known = cells.known
    np.add.at(scores.reshape(-1), known.cells, weights.relations[known.relations] * known.strengths)
    hyp, ref = (features @ weights.no_partner for features in cells.no_partner)
    return scores, (hyp, ref)
