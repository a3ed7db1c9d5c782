"""System-level correlation: scores of whole systems with their mean ratings."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.escaping import counted
from meantree.evaluation.correlations import Correlation, correlation
from meantree.evaluation.measures.many import row_correlations
from meantree.evaluation.measures.measured import Measured, undefined
from meantree.evaluation.measures.pairs import Floats
from meantree.evaluation.significance import interval

LEAST: Final = 3
"""Systems: two points always lie on a line."""


def system_correlation(human: Floats, scores: Floats, kind: Correlation) -> Measured:
    """In [-1, 1], undefined for fewer than :data:`LEAST` systems. ``number`` is of systems.

    Args:
        human, scores: shape (systems,), NaN where undefined, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    number = int((~np.isnan(human) & ~np.isnan(scores)).sum())
    if number < LEAST:
        return undefined(f"{counted(number, 'system')}, expected {LEAST} at least", number)
    found = correlation(human, scores, kind)
    return (
        undefined("scores or ratings of systems never differ", number)
        if found is None
        else Measured(found, number=number)
    )


def system_bounds(human: Floats, scores: Floats, kind: Correlation) -> tuple[float | None, float | None]:
    """Between which bounds 95 % of the correlations in bootstrap samples lie; None where none is defined.

    Args:
        human, scores: shape (samples, systems), NaN where undefined.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    numbers = (~np.isnan(human) & ~np.isnan(scores)).sum(axis=1)
    return interval(np.where(numbers < LEAST, np.nan, row_correlations(human, scores, kind)))
