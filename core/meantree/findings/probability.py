"""How probable a candidate is a difference of meaning: a logistic model for each kind, over readable cues."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from math import exp
from typing import Final

from meantree.findings.compared import Candidate
from meantree.shipped import shipped

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
    stored = json.loads((shipped("findings") / "weights.json").read_text(encoding="utf-8"))
    weights: Weights = stored["kinds" if encoded else "kinds_without_encoder"]
    return weights
