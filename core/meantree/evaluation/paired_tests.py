"""Paired tests of many features at once on segments that several systems translated, and corrections of their p."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from meantree.evaluation.measured import Floats

SIGN_FLIPS: Final = 9_999
"""Number of random signs; the smallest possible p is 1 / 10,000."""
TOGETHER: Final = 500
"""Number of rows of signs that are drawn at a time."""
SEED: Final = 1
SLACK: Final = 1e-9
"""Sums that differ by a smaller share of what is summed are equal: the order of additions differs."""
TINY: Final = 1e-300


def exchange_p(fired: NDArray[np.bool_], others: Floats, systems: Floats) -> Floats:
    """Test whether features fire more or less often for one system than for others; two-sided.

    Under the null hypothesis, in each segment the translations for which a feature fires are a random choice of all.
    How often the system is among them is a sum of independent events with known chances, whose exact distribution is
    computed. With one other system this is the exact test of McNemar (1947).

    Args:
        fired: shape (segments, features), where features fired for the system.
        others: same shape, for how many other systems each feature fired.
        systems: shape (segments,), number of other systems.

    Returns:
        Shape (features,), p in [0, 1], exact to about 1e-12; NaN without segments.
    """
    if not len(fired):
        return np.full(fired.shape[1], np.nan)
    chances = (others + fired) / (1 + systems[:, None])
    is_open = (chances > 0) & (chances < 1)  # elsewhere all fired, or none
    counts = (fired & is_open).sum(axis=0)
    levels, level = np.unique(np.where(is_open, chances, 0.0), return_inverse=True)
    size, features = len(levels), fired.shape[1]
    places = level.reshape(chances.shape) * features + np.arange(features)
    number = np.bincount(places.ravel(), minlength=size * features).reshape(size, features)
    lower, upper = _tails(levels, number, counts, int(is_open.sum(axis=0).max(initial=0)))
    doubled: Floats = np.minimum(1.0, 2 * np.minimum(lower, upper))
    return doubled


def _tails(levels: Floats, number: NDArray[np.intp], counts: NDArray[np.intp], most: int) -> tuple[Floats, Floats]:
    """Return the probability of at most and of at least ``counts`` of ``number`` independent events of each chance.

    The distribution is computed from its characteristic function, in which events of equal chance are one power.
    """
    turns = np.exp(-2j * np.pi * np.arange(most + 1) / (most + 1))
    factors = 1 - levels[:, None] + levels[:, None] * turns
    logs = np.log(np.where(np.abs(factors) < TINY, TINY, factors))
    probabilities = np.fft.ifft(np.exp(number.T @ logs)).real.clip(0.0, 1.0)
    below = probabilities.cumsum(axis=1)
    here = np.arange(len(counts)), counts
    lower = below[here]
    return lower, below[:, -1] - lower + probabilities[here]


def sign_flip_p(differences: Floats, *, seed: int = SEED) -> Floats:
    """Test whether the mean of paired differences is 0, by random signs; two-sided.

    Args:
        differences: shape (segments, features).
        seed: of :data:`SIGN_FLIPS` random signs; if all combinations of signs are no more, these are tried instead.

    Returns:
        Shape (features,), p in (0, 1], at least 1 / (SIGN_FLIPS + 1) for random signs; NaN without segments.
    """
    segments, features = differences.shape
    if not segments:
        return np.full(features, np.nan)
    observed = np.abs(differences.sum(axis=0)) - SLACK * np.abs(differences).sum(axis=0)
    hits, tried = np.zeros(features), 0
    for signs in _signs(segments, seed):
        hits += (np.abs(signs @ differences) >= observed).sum(axis=0)
        tried += len(signs)
    p: Floats = hits / tried
    return p


def _signs(segments: int, seed: int) -> Iterator[Floats]:
    """Yield rows of −1 and 1: all combinations, or random ones after a row of 1 that leaves the data unchanged."""
    if 2**segments <= SIGN_FLIPS + 1:
        chosen = (np.arange(2**segments)[:, None] >> np.arange(segments)) & 1
        yield 1.0 - 2.0 * chosen.astype(np.float64)
        return
    random = np.random.default_rng(seed)
    yield np.ones((1, segments))
    for begin in range(0, SIGN_FLIPS, TOGETHER):
        size = min(TOGETHER, SIGN_FLIPS - begin), segments
        yield 2.0 * random.integers(0, 2, size=size, dtype=np.int8).astype(np.float64) - 1.0


def benjamini_hochberg(ps: Floats) -> Floats:
    """Correct p by Benjamini & Hochberg (1995): of those up to .05, 5 % are expected to be chance; NaN stays.

    Args:
        ps: shape (n,).
    """
    known = np.flatnonzero(~np.isnan(ps))
    falling = known[np.argsort(-ps[known], kind="stable")]
    adjusted = ps[falling] * len(known) / np.arange(len(known), 0, -1)
    result = np.full(ps.shape, np.nan)
    result[falling] = np.minimum(1.0, np.minimum.accumulate(adjusted))
    return result


Correction = Literal["none", "holm", "bh"]
CORRECTION_NOTES: Final[dict[Correction, str]] = {
    "none": "not corrected for the number of pairs",
    "holm": "corrected for the number of pairs after Holm (1979)",
    "bh": "corrected for the number of pairs after Benjamini & Hochberg (1995)",
}
"""How a table's p are corrected, for its note."""


def corrected_p_values(ps: Floats, correction: Correction) -> Floats:
    """Correct p in [0, 1] for their number; NaN stays, and is not counted.

    ``holm`` bounds the probability that any p up to .05 is chance by .05; ``bh`` the expected share of these that are
    chance; ``none`` changes nothing.
    """
    if correction == "none":
        return ps
    adjust = holm if correction == "holm" else benjamini_hochberg
    return adjust(ps.ravel()).reshape(ps.shape)


def holm(ps: Floats) -> Floats:
    """Correct p by Holm (1979): the smallest of n times n, the next times n − 1, …, never decreasing; NaN stays.

    Args:
        ps: shape (n,).
    """
    known = np.flatnonzero(~np.isnan(ps))
    rising = known[np.argsort(ps[known], kind="stable")]
    adjusted = ps[rising] * np.arange(len(known), 0, -1)
    result = np.full(ps.shape, np.nan)
    result[rising] = np.minimum(1.0, np.maximum.accumulate(adjusted))
    return result
