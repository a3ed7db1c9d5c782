"""Do systems differ beyond chance on segments that both translated? Asked of many features at once, and corrected."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Floats
from meantree.work import single_threaded

SIGN_FLIPS: Final = 9_999
"""Of signs; the smallest p that can come of them is 1 / 10,000."""
TOGETHER: Final = 500
"""Rows of signs that are drawn at a time."""
SEED: Final = 1
SLACK: Final = 1e-9
"""Sums that differ by less, as a share of all that is summed, are the same: they were added in another order."""
TINY: Final = 1e-300


def exchange_p(fired: NDArray[np.bool_], others: Floats, systems: Floats) -> Floats:
    """Does one system's feature fire more or less often than that of others, by whom it fires being mere chance?

    In each segment the same number of translations may fire, whosever they are. How often it then is the one system's
    is a sum of chances that are known, and its distribution is computed, not drawn. With one other system this is the
    exact test of McNemar (1947): the segments in which one of the two fired, each as likely the one's as the other's.

    Args:
        fired: shape (segments, features), where the system's features fired.
        others: the same shape, in how many of the other systems' translations each fired.
        systems: shape (segments,), how many others there are.

    Returns:
        Shape (features,), p in [0, 1]; NaN where there is no segment. Below 1e-12 it is not exact.
    """
    if not len(fired):
        return np.full(fired.shape[1], np.nan)
    chances = (others + fired) / (1 + systems[:, None])
    open_ = (chances > 0) & (chances < 1)  # elsewhere nothing is left to chance
    counts = (fired & open_).sum(axis=0)
    levels, which = np.unique(np.where(open_, chances, 0.0), return_inverse=True)
    size, features = len(levels), fired.shape[1]
    places = which.reshape(chances.shape) * features + np.arange(features)
    number = np.bincount(places.ravel(), minlength=size * features).reshape(size, features)
    lower, upper = _tails(levels, number, counts, int(open_.sum(axis=0).max(initial=0)))
    doubled: Floats = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return doubled


def _tails(levels: Floats, number: NDArray[np.intp], counts: NDArray[np.intp], most: int) -> tuple[Floats, Floats]:
    """The chances of so many at most, and of so many at least, of ``number`` independent events of these chances.

    The distribution comes of its characteristic function, in which equal chances are one power.
    """
    turns = np.exp(-2j * np.pi * np.arange(most + 1) / (most + 1))
    factors = 1 - levels[:, None] + levels[:, None] * turns
    logs = np.log(np.where(np.abs(factors) < TINY, TINY, factors))
    probabilities = np.fft.ifft(np.exp(number.T @ logs)).real.clip(0.0, 1.0)
    below = probabilities.cumsum(axis=1)
    here = np.arange(len(counts)), counts
    lower = below[here]
    return lower, below[:, -1] - lower + probabilities[here]


def sign_flip_p(differences: Floats, *, flips: int = SIGN_FLIPS, seed: int = SEED) -> Floats:
    """Is the mean of paired differences not 0, beyond what signs that are mere chance make of it?

    Args:
        differences: shape (segments, features).
        flips: how often signs are drawn; of few segments all signs are tried instead, if these are no more.
        seed: the same gives the same p.

    Returns:
        Shape (features,), p in (0, 1], no smaller than 1 / (flips + 1); NaN where there is no segment.
    """
    segments, features = differences.shape
    if not segments:
        return np.full(features, np.nan)
    found = np.abs(differences.sum(axis=0)) - SLACK * np.abs(differences).sum(axis=0)
    hits, tried = np.zeros(features), 0
    with single_threaded():
        for signs in _signs(segments, flips, seed):
            hits += (np.abs(signs @ differences) >= found).sum(axis=0)
            tried += len(signs)
    p: Floats = hits / tried
    return p


def _signs(segments: int, flips: int, seed: int) -> Iterator[Floats]:
    """Rows of −1 and 1: all that there are, or random ones after the one that leaves everything as it was found."""
    if 2**segments <= flips + 1:
        chosen = (np.arange(2**segments)[:, None] >> np.arange(segments)) & 1
        yield 1.0 - 2.0 * chosen.astype(np.float64)
        return
    random = np.random.default_rng(seed)
    yield np.ones((1, segments))
    for begin in range(0, flips, TOGETHER):
        size = min(TOGETHER, flips - begin), segments
        yield 2.0 * random.integers(0, 2, size=size, dtype=np.int8).astype(np.float64) - 1.0


def benjamini_hochberg(ps: Floats) -> Floats:
    """By Benjamini & Hochberg (1995): of those at most 0.05, one in twenty is expected to be chance; NaN stays."""
    from scipy.stats import false_discovery_control

    result = ps.copy()
    known = ~np.isnan(ps)
    result[known] = false_discovery_control(ps[known])
    return result


Correction = Literal["none", "holm", "bh"]
CORRECTION_NOTES: Final[dict[Correction, str]] = {
    "none": "not corrected for the number of pairs",
    "holm": "corrected for the number of pairs after Holm (1979)",
    "bh": "corrected for the number of pairs after Benjamini & Hochberg (1995)",
}
"""How p stand in a table, for its note."""


def corrected_p_values(ps: Floats, correction: Correction) -> Floats:
    """p in [0, 1] of the same shape, NaN where there is none, corrected for how many there are.

    ``holm``: of those at most .05, the chance that any is mere chance is .05 at most. ``bh``: of those at most .05, one
    in twenty is expected to be chance. ``none``: as they are.
    """
    if correction == "none":
        return ps
    adjust = holm if correction == "holm" else benjamini_hochberg
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
