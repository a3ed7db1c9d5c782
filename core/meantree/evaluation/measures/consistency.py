"""Pairwise consistency: the share of people's preferences that scores order the same way.

Callison-Burch, Fordyce, Koehn, Monz & Schroeder 2008, Further Meta-Evaluation of Machine Translation;
Padó et al. 2009, section 6, who count the best and the worst hypotheses of each source apart. Pairs that people tie are
left out; pairs that the metric ties are wrong.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measures.measured import ONE_SYSTEM, Measured, undefined
from meantree.evaluation.measures.pairs import Floats, pairs_of

Part = Literal["all", "best", "worst"]
"""All pairs; those of which one is rated best of its source; those of which one is rated worst."""


def consistency(human: Floats, scores: Floats, part: Part = "all") -> Measured:
    """In [0, 1], over pairs of translations of one source; ``number`` is of pairs.

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        part: which pairs.
    """
    known = ~np.isnan(human)
    pairs = pairs_of(known, "item")
    if not len(pairs):
        return undefined(ONE_SYSTEM)
    rated, scored = pairs.differences(human), pairs.differences(scores)
    kept = rated != 0
    if part != "all":
        among = extreme(human, part).ravel()
        kept &= among[pairs.first] | among[pairs.second]
    if not kept.any():
        return undefined("people prefer no translation of a source")
    return preference_consistency(scored[kept] * np.sign(rated[kept]))


def preference_consistency(margins: Floats) -> Measured:
    """The share of preferences with a margin above 0; ``number`` is of preferences.

    Args:
        margins: shape (p,), the score of the preferred translation less that of the other one; NaN is left out.
    """
    known = margins[~np.isnan(margins)]
    if not len(known):
        return undefined("no preference can be compared")
    return Measured(float((known > 0).mean()), number=len(known))


def extreme(human: Floats, part: Part) -> NDArray[np.bool_]:
    """Which translations are rated best of their source, or worst for the part ``worst``; shape (systems, segments)."""
    values = -human if part == "worst" else human
    best = np.where(np.isnan(values), -np.inf, values).max(axis=0)
    found: NDArray[np.bool_] = values == best
    return found
