"""p values of many tests, corrected for their number."""

from __future__ import annotations

from typing import Final, Literal

import numpy as np

from meantree.evaluation.paired_tests import Floats, corrected

Correction = Literal["none", "holm", "bh"]
TOLD: Final[dict[Correction, str]] = {
    "none": "not corrected for the number of pairs",
    "holm": "corrected for the number of pairs after Holm (1979)",
    "bh": "corrected for the number of pairs after Benjamini & Hochberg (1995)",
}
"""How p stand in a table, for its note."""


def corrected_by(ps: Floats, correction: Correction) -> Floats:
    """p in [0, 1] of the same shape, NaN where there is none, corrected for how many there are.

    ``holm``: of those at most .05, the chance that any is mere chance is .05 at most. ``bh``: of those at most .05, one
    in twenty is expected to be chance. ``none``: as they are.
    """
    if correction == "none":
        return ps
    adjust = holm if correction == "holm" else corrected
    return adjust(ps.ravel()).reshape(ps.shape)


def holm(ps: Floats) -> Floats:
    """By Holm (1979): the smallest of n times n, the next one times n − 1, and so on, never falling; NaN stays.

    Args:
        ps: shape (n,).
    """
    known = np.flatnonzero(~np.isnan(ps))
    rising = known[np.argsort(ps[known], kind="stable")]
    adjusted = ps[rising] * np.arange(len(known), 0, -1)
    result = np.full(ps.shape, np.nan)
    result[rising] = np.minimum(1.0, np.maximum.accumulate(adjusted))
    return result
