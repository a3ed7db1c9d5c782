"""Do scores of systems differ beyond chance? Paired bootstrap and approximate randomisation over summed statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

import numpy as np

from meantree.errors import UsageError
from meantree.evaluation.resampling import Floats, Sums, draws, swaps
from meantree.work import Work

Test = Literal["bootstrap", "randomisation"]
SIGNIFICANT: Final = 0.05
"""Below this p a difference between two systems is not put down to chance."""
SLACK: Final = 1e-12
"""Differences that differ by less, as a share of the scores, are the same: sums were added in another order."""
TAIL: Final = 40
"""Of the sorted scores of samples one in so many lies below an interval of 95 %, as in sacrebleu."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """How chance is asked; equal ones give equal numbers.

    Attributes:
        test: ``bootstrap`` draws segments with replacement, the same for all systems (Koehn 2004); ``randomisation``
            lets two systems exchange segments (Riezler & Maxwell 2005), which takes two scores of each pair and trial.
        resamples: samples, or trials.
        seed: of the random numbers.

    Raises:
        UsageError: if there is no sample.
    """

    test: Test = "bootstrap"
    resamples: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise UsageError(f"found {self.resamples} resamples, expected 1 at least")


def bootstrap_scores(summed: Sequence[Sums], segments: int, how: Resampling, work: Work) -> Floats:
    """Scores of every system in the same bootstrap samples, shape (systems, resamples); NaN where undefined."""
    if not segments:
        return np.full((len(summed), how.resamples), np.nan)
    parts: list[Floats] = []
    done = 0
    for weights in draws(segments, how.resamples, how.seed):
        work.step("Drawing samples", done, how.resamples)
        parts.append(np.reshape([one.scores_of(weights) for one in summed], (len(summed), len(weights))))
        done += len(weights)
    work.report("Drawing samples", done, how.resamples)
    return np.concatenate(parts, axis=1)


def exchanged_differences(summed: Sequence[Sums], segments: int, how: Resampling, work: Work) -> Floats:
    """Differences of each two systems that exchanged segments, shape (systems, systems, resamples); NaN elsewhere.

    Of two systems only the first is filled in, that with the smaller place.
    """
    size = len(summed)
    found = np.full((size, size, how.resamples), np.nan)
    if not segments:
        return found
    everything = np.ones((1, segments))
    whole = [one.of(everything) for one in summed]
    pairs = list(combinations(range(size), 2))
    begin = 0
    for weights in swaps(segments, how.resamples, how.seed):
        end = begin + len(weights)
        kept = [one.of(weights) for one in summed]
        for number, (one, two) in enumerate(pairs):
            work.step("Exchanging segments", begin * len(pairs) + number * len(weights), how.resamples * len(pairs))
            numbers = np.repeat(summed[one].numbers(everything), len(weights), axis=0)
            mixed = kept[one] + whole[two] - kept[two], kept[two] + whole[one] - kept[one]
            first, second = (summed[one].scores(sums, numbers) for sums in mixed)
            found[one, two, begin:end] = first - second
        begin = end
    work.report("Exchanging segments", how.resamples * len(pairs), how.resamples * len(pairs))
    return found


def p_values(
    summed: Sequence[Sums], scores: Floats, samples: Floats, segments: int, how: Resampling, work: Work
) -> Floats:
    """p of the difference of each two systems, shape (systems, systems), symmetric; NaN on the diagonal.

    Args:
        summed: the systems.
        scores: theirs on all segments, shape (systems,), NaN where undefined.
        samples: :func:`bootstrap_scores`.
        segments: how many are compared.
        how: test, number and seed.
        work: progress and cancel.
    """
    size = len(summed)
    ps = np.full((size, size), np.nan)
    exchanged = exchanged_differences(summed, segments, how, work) if how.test == "randomisation" else None
    for one, two in combinations(range(size), 2):
        found = scores[one] - scores[two]
        if exchanged is None:
            ps[one, two] = bootstrap_p(samples[one] - samples[two], found)
        else:
            ps[one, two] = randomisation_p(exchanged[one, two], found)
        ps[two, one] = ps[one, two]
    return ps


def bootstrap_p(differences: Floats, found: float) -> float:
    """p of a difference of scores from those in bootstrap samples, shape (resamples,).

    As sacrebleu and Moses have it: the share of samples in which the absolute difference, less its mean, is no smaller
    than the one that was found, with one added to both counts. It comes near a one-sided test: at p < .05 the better
    system is better in 95 % of samples. NaN where nothing is defined.
    """
    sizes = np.abs(differences[~np.isnan(differences)])
    return _share(sizes - sizes.mean(), abs(found)) if len(sizes) else np.nan


def randomisation_p(differences: Floats, found: float) -> float:
    """p of a difference of scores from those of systems that exchanged segments, shape (resamples,); two-sided.

    The share of trials that differ no less than was found, with one added to both counts. NaN where nothing is defined.
    """
    sizes = np.abs(differences[~np.isnan(differences)])
    return _share(sizes, abs(found)) if len(sizes) else np.nan


def _share(sizes: Floats, least: float) -> float:
    if np.isnan(least):
        return np.nan
    hits = int((sizes >= least - SLACK * max(1.0, least)).sum())
    return (hits + 1) / (len(sizes) + 1)


def interval(scores: Floats) -> tuple[float | None, float | None]:
    """Between which bounds 95 % of the scores of samples lie, without undefined ones; None if there are no others."""
    ordered = np.sort(scores[~np.isnan(scores)])
    if not len(ordered):
        return None, None
    cut = len(ordered) // TAIL
    return float(ordered[cut]), float(ordered[-1 - cut])
