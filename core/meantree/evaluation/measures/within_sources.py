"""The mean correlation within sources, of all sources at once: what learning asks for thousands of times."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.correlations import Correlation
from meantree.evaluation.measures.pairs import Floats, Places

LEAST = 1e-12
"""Of a spread, as a share of what is summed: what is below is rounding."""


def mean_within_sources(human: Floats, scores: Floats, kind: Correlation) -> float | None:
    """In [-1, 1]: the mean over the sources whose translations people rated differently; None if there is none.

    Where all scores of a source are equal, they say nothing and count 0 (Lo & Wu 2011 rank systems within sentences).

    Args:
        human, scores: shape (systems, segments), NaN in the same cells, higher is better.
        kind: see :func:`meantree.evaluation.correlations.correlation`.
    """
    known = ~np.isnan(human)
    one, two = np.triu_indices(len(human), 1)
    both = known[one] & known[two]
    signs = [np.where(both, np.sign(values[one] - values[two]), 0.0) for values in (human, scores)]
    told = (signs[0] != 0).any(axis=0)
    if not told.any():
        return None
    if kind == "kendall":
        found = _cosines(signs[0], signs[1])
    elif kind == "spearman":
        found = _cosines(*(_rank_differences(values, one, two, len(human)) for values in signs))
    else:
        found = _cosines(*(_centred(values, known) for values in (human, scores)))
    return float(found[told].mean())


def _cosines(first: Floats, second: Floats) -> Floats:
    """Of each column, shape (segments,); 0 where one of the two is nothing."""
    products = [(a * b).sum(axis=0) for a, b in ((first, second), (first, first), (second, second))]
    spread = np.sqrt(products[1] * products[2])
    cosines: Floats = np.divide(products[0], spread, out=np.zeros(len(spread)), where=spread > 0)
    return cosines


def _rank_differences(signs: Floats, one: Places, two: Places, size: int) -> Floats:
    """Twice what the average rank of each translation differs from the middle one, shape (systems, segments)."""
    ranks = np.zeros((size, signs.shape[1]))
    np.add.at(ranks, one, signs)
    np.add.at(ranks, two, -signs)
    return ranks


def _centred(values: Floats, known: NDArray[np.bool_]) -> Floats:
    """Less the mean of the source; nothing where that is all there is."""
    filled = np.where(known, values, 0.0)
    centred = np.where(known, filled - filled.sum(axis=0) / np.maximum(1, known.sum(axis=0)), 0.0)
    spread = np.square(centred).sum(axis=0) > LEAST * np.square(filled).sum(axis=0)
    varies: Floats = np.where(spread, centred, 0.0)
    return varies
