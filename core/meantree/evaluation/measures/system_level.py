"""System-level correlation: scores of whole systems with their mean ratings."""

from __future__ import annotations

import numpy as np

from meantree.evaluation.correlations import Correlation, correlation
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.measures.pairs import Floats
from meantree.shown import counted


def system_correlation(human: Floats, scores: Floats, kind: Correlation) -> Measured:
    """In [-1, 1], undefined for fewer than three systems: two points always lie on a line. ``number`` is of systems.

    Args:
        human, scores: shape (systems,), NaN where undefined, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    number = int((~np.isnan(human) & ~np.isnan(scores)).sum())
    if number < 3:
        return undefined(f"{counted(number, 'system')}, expected 3 at least", number)
    found = correlation(human, scores, kind)
    return (
        undefined("scores or ratings of systems never differ", number)
        if found is None
        else Measured(found, number=number)
    )
