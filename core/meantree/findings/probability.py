"""How probable a candidate is a difference of meaning: a logistic model for each kind, over readable cues."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import exp, isfinite
from pathlib import Path
from typing import Final

from meantree.analysis.encoder.networks import loading
from meantree.findings.compared import Candidate
from meantree_resources import resource

INTERCEPT: Final = "intercept"
Weights = Mapping[str, Mapping[str, float]]
"""By kind: the weights of the cues, and the intercept."""


def probability(candidate: Candidate, weights: Weights | None = None) -> float:
    """Return the probability of a candidate, by default with the shipped weights; 0 for kinds without weights."""
    known = (weights or shipped_weights(encoded="doubt" in candidate.cues)).get(candidate.kind)
    if known is None:
        return 0.0
    total = known[INTERCEPT] + sum(known.get(name, 0.0) * value for name, value in candidate.cues.items())
    return 1 / (1 + exp(-max(-30.0, min(30.0, total))))


@cache
def shipped_weights(*, encoded: bool = True) -> Weights:
    """Return the weights that ``packaging/training/findings`` made.

    Args:
        encoded: those for texts that the encoder read; otherwise those that were trained without its cues.

    Raises:
        UsageError: if the file is missing or damaged.
    """
    with loading("the weights of findings"):
        path = resource("findings") / "weights.json"
        return read_weights(path, "kinds" if encoded else "kinds_without_encoder")


def read_weights(path: Path, part: str) -> Weights:
    """Return the weights of a part of a file.

    Raises:
        OSError, ValueError: if it is missing or damaged.
    """
    kinds = json.loads(path.read_text(encoding="utf-8"))[part]
    weights = {kind: {name: float(weight) for name, weight in dict(row).items()} for kind, row in dict(kinds).items()}
    if not weights or not all(INTERCEPT in row for row in weights.values()):
        raise ValueError(f"{path}: a kind without {INTERCEPT}, or no kind")
    if not all(isfinite(weight) for row in weights.values() for weight in row.values()):
        raise ValueError(f"{path}: a weight that is no number")
    return weights
