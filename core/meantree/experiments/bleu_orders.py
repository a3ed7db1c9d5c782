"""BLEU with n-grams of up to a length, from the statistics of the metric: nothing is counted again."""

from __future__ import annotations

from typing import Final

import numpy as np

from meantree.experiments.rated import Floats, Rated
from meantree.metrics.lexical.bleu import ORDER
from meantree.metrics.syntax.precisions import EPS
from meantree.scoring.table import ScoreTable

SPEC: Final = "bleu"


def bleu_of_segments(rated: Rated, longest: int) -> Floats:
    """Shape (systems, segments), in [0, 1], NaN where not rated.

    The geometric mean of the precisions of 1- to ``longest``-grams times the brevity penalty; a precision of 0 counts
    as .001 and lengths that the hypothesis has no n-gram of are left out (Liu & Gildea 2005, section 3.1).

    Args:
        rated: scored by ``bleu``.
        longest: 1 to 4, as long as the metric counts.
    """
    found = np.stack(
        [_scores(_statistics(rated.table, system)[rated.places], longest, EPS) for system in rated.systems]
    )
    return np.where(rated.known, found, np.nan)


def bleu_of_systems(rated: Rated, longest: int) -> Floats:
    """Shape (systems,), of the summed statistics, without a floor: 0 where one length has no match."""
    sums = [
        _statistics(rated.table, system)[rated.places[known]].sum(axis=0)
        for system, known in zip(rated.systems, rated.known, strict=True)
    ]
    return _scores(np.stack(sums), longest, 0.0)


def _statistics(table: ScoreTable, system: str) -> Floats:
    return table.columns[system, SPEC].statistics


def _scores(statistics: Floats, longest: int, floor: float) -> Floats:
    """Shape (rows,), of statistics of shape (rows, 10) as :class:`~meantree.metrics.lexical.bleu.Bleu` has them."""
    mine, theirs = statistics[:, 0], statistics[:, 1]
    matched, total = statistics[:, 2 : 2 + longest], statistics[:, 2 + ORDER : 2 + ORDER + longest]
    there = total > 0
    precisions = np.maximum(matched / np.where(there, total, 1.0), floor)
    positive = np.where(there & (precisions > 0), precisions, 1.0)
    means = np.exp(np.log(positive).sum(axis=1) / np.maximum(there.sum(axis=1), 1))
    means = np.where((there & (precisions == 0)).any(axis=1) | ~there.any(axis=1), 0.0, means)
    brevity = np.exp(np.minimum(0.0, 1.0 - theirs / np.where(mine > 0, mine, 1.0)))
    scores: Floats = np.where(mine > 0, means * brevity, 0.0)
    return scores
