"""One paired test of counts and values on segments that two systems translated, and corrections of p."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final, Literal

import numpy as np

from meantree.evaluation.measured import Floats, random_signs
from meantree.numbers import NEGLIGIBLE
from meantree.work import chunks

SIGN_FLIPS: Final = 9_999
"""Number of random signs; the smallest possible p is 1 / 10,000."""
TOGETHER: Final = 500
"""Number of rows of signs that are drawn at a time."""
SEED: Final = 1
SLACK: Final = 1e-9
"""Sums that differ by a smaller share of what is summed are equal: the order of additions differs."""
FEWEST: Final = 6
"""Minimum number of segments with a difference for p ≤ .05: 2 · 0.5⁶ is .031, 2 · 0.5⁵ .063."""
TESTED: Final = "sign flips over segments, two-sided"
CORRECTED: Final = f"after Benjamini & Hochberg over those that differ in at least {FEWEST} segments, 1 for others"
"""How p and q of counts come about, for notes."""
SHORT: Final = 13
"""Number of differences of which all combinations of signs are no more than random ones."""
UNITS: Final = 256
"""Number of units whose signs are flipped together."""
MOST_EXACT: Final = 5_000_000
"""Additions for an exact p, which take as long as random signs."""


def compare_counts(differences: Iterable[Iterable[float]]) -> tuple[Floats, Floats]:
    """Test for each unit whether two systems have it equally often: sign flips over segments, two-sided, corrected.

    Under the null hypothesis, the difference in each segment could as well have the other sign: p is the share of all
    combinations of signs that leave the sum of the differences as far from 0, or farther. Between counts of 0 and 1,
    this is the sign test (McNemar's). p is exact for whole numbers and for few segments, else from random signs.

    Most n-grams differ in one segment or two, and cannot be significant: units that differ in fewer segments than
    :data:`FEWEST` have q 1 and do not count in the correction of the others (Tarone 1990).

    Args:
        differences: of each unit, by segment; segments without a difference may be left out.

    Returns:
        p in (0, 1], and q: p corrected by Benjamini & Hochberg; each of shape (units,).
    """
    exact: list[float | None] = []
    can: list[bool] = []
    others: list[tuple[int, list[float]]] = []
    for place, by_segment in enumerate(differences):
        row = [value for value in by_segment if abs(value) > NEGLIGIBLE]
        exact.append(_exact_p(row))
        can.append(len(row) >= FEWEST)
        if exact[-1] is None:
            others.append((place, row))
    ps, qs = np.array(exact, dtype=np.float64), np.ones(len(exact))
    others.sort(key=lambda item: len(item[1]))
    short = bisect_right(others, SHORT, key=lambda item: len(item[1]))
    for some in (*chunks(others[:short], UNITS), *chunks(others[short:], UNITS)):
        padded = np.array(list(zip_longest(*(row for _, row in some), fillvalue=0.0)))
        ps[[place for place, _ in some]] = sign_flip_p(padded)
    qs[can] = corrected_p_values(ps[can], "bh")
    return ps, qs


def _exact_p(differences: Sequence[float]) -> float | None:
    """Return p if differences are whole numbers, and not too many of different sizes; else None."""
    whole = [round(value) for value in differences]
    if any(abs(value - number) > NEGLIGIBLE for value, number in zip(differences, whole, strict=True)):
        return None
    return _whole_p(tuple(sorted(Counter(map(abs, whole)).items())), abs(sum(whole)))


@lru_cache(maxsize=4096)
def _whole_p(sizes: tuple[tuple[int, int], ...], total: int) -> float | None:
    """Return the chance of a sum of at least ``total`` or at most ``-total``, of each size so many, with random signs.

    The most frequent size has a binomial distribution, which is summed over all sums of the other sizes.
    """
    from scipy.special import bdtr

    if not sizes:
        return 1.0
    size, number = max(sizes, key=lambda item: item[1])
    others = [other for other, times in sizes if other != size for _ in range(times)]
    if len(others) * sum(others) > MOST_EXACT:
        return None
    chances = np.ones(1)  # of sums from -sum(others), in steps of 2
    for other in others:
        nothing = np.zeros(other)
        chances = (np.concatenate([chances, nothing]) + np.concatenate([nothing, chances])) / 2
    sums = 2 * np.arange(len(chances)) - sum(others)
    most = np.minimum((size * number - total - sums) // (2 * size), number)  # plus signs that leave at most -total
    tails = np.where(most < 0, 0.0, bdtr(np.maximum(most, 0), number, 0.5))
    return min(1.0, 2 * float(chances @ tails))


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
        yield random_signs(random, min(TOGETHER, SIGN_FLIPS - begin), segments)


Correction = Literal["none", "holm", "bh"]
CORRECTION_NOTES: Final[dict[Correction, str]] = {
    "none": "not corrected for the number of pairs",
    "holm": "corrected for the number of pairs after Holm (1979)",
    "bh": "corrected for the number of pairs after Benjamini & Hochberg (1995)",
}
"""How a table's p are corrected, for its note."""


def corrected_p_values(ps: Floats, correction: Correction) -> Floats:
    """Correct p in [0, 1] for their number; NaN stays, and is not counted.

    ``holm`` (Holm 1979) bounds the probability that any p up to .05 is chance by .05; ``bh`` (Benjamini & Hochberg
    1995) the expected share of these that are chance; ``none`` changes nothing.
    """
    if correction == "none":
        return ps
    flat = ps.ravel()
    known = np.flatnonzero(~np.isnan(flat))
    rising = known[np.argsort(flat[known], kind="stable")]
    ranks = np.arange(1, len(known) + 1)
    if correction == "holm":
        adjusted = np.maximum.accumulate(flat[rising] * ranks[::-1])
    else:
        adjusted = np.minimum.accumulate((flat[rising] * len(known) / ranks)[::-1])[::-1]
    result = np.full(flat.shape, np.nan)
    result[rising] = np.minimum(1.0, adjusted)
    return result.reshape(ps.shape)
