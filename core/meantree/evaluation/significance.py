"""Do scores of systems differ beyond chance? Paired bootstrap and approximate randomisation over summed statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

import numpy as np

from meantree.errors import UsageError
from meantree.evaluation.measured import Floats
from meantree.metrics.metric import Metric, OverDocuments
from meantree.scoring.table import Column, ScoreTable
from meantree.search.filters import Places
from meantree.work import Work, single_threaded

CELLS: Final = 4_000_000
"""Of a matrix of draws, which takes eight bytes a cell."""


class SummedStatistics:
    """The statistics of one system on chosen segments, summed and scored under any weights of the segments.

    A metric whose system score is made of document scores (:class:`~meantree.metrics.metric.OverDocuments`) gets the
    sums of each document; what is drawn are segments, whatever the metric.
    """

    def __init__(self, metric: Metric, column: Column, rows: Places, documents: Sequence[Places]) -> None:
        """Take the rows out of a column; ``documents`` are 0-based places in ``rows``."""
        self._metric = metric
        self._statistics = column.statistics[rows]
        self._groups = documents if isinstance(metric, OverDocuments) and documents else [np.arange(len(rows))]

    def of(self, weights: Floats) -> Floats:
        """SummedStatistics of the statistics, shape (samples, groups, k), for weights of shape (samples, segments)."""
        with single_threaded():
            parts = [self._chosen(weights, group) @ self._statistics[group] for group in self._groups]
        return np.stack(parts, axis=1)

    def numbers(self, weights: Floats) -> Floats:
        """How many segments each sum is of, shape (samples, groups)."""
        return np.stack([self._chosen(weights, group).sum(axis=1) for group in self._groups], axis=1)

    def scores(self, sums: Floats, numbers: Floats) -> Floats:
        """System scores, shape (samples,), NaN where undefined."""
        found = [self._score(*row) for row in zip(sums, numbers, strict=True)]
        return np.array([np.nan if one is None else one for one in found], dtype=np.float64)

    def scores_of(self, weights: Floats) -> Floats:
        """System scores of weighted segments, shape (samples,), NaN where undefined."""
        return self.scores(self.of(weights), self.numbers(weights))

    @property
    def score(self) -> float | None:
        """The system score of the chosen segments, each once, as a table of scores has it."""
        sums = np.stack([self._statistics[group].sum(axis=0) for group in self._groups])
        return self._score(sums, np.array([len(group) for group in self._groups], dtype=np.float64))

    def _chosen(self, weights: Floats, group: Places) -> Floats:
        return weights if len(self._groups) == 1 else weights[:, group]

    def _score(self, sums: Floats, numbers: Floats) -> float | None:
        if not numbers.any():
            return None
        if isinstance(self._metric, OverDocuments):
            rows = zip(numbers.tolist(), sums, strict=True)
            return self._metric.system_score([(int(number), row) for number, row in rows if number])
        return self._metric.score(sums[0], level="system")


def common_rows(
    table: ScoreTable, spec: str, systems: Sequence[str], places: Places | None = None
) -> tuple[Places, int]:
    """The segments, of ``places`` or of all, that every system was scored on, and how many are left out."""
    asked = np.arange(len(table.corpus.segments)) if places is None else np.asarray(places, dtype=np.intp)
    scored = np.ones(len(asked), dtype=bool)
    for system in systems:
        scored &= table.columns[system, spec].scored[asked]
    return asked[scored], int((~scored).sum())


def summed_statistics(table: ScoreTable, spec: str, systems: Sequence[str], rows: Places) -> list[SummedStatistics]:
    """The statistics of each system on these segments."""
    metric = table.metrics[spec]
    documents: list[Places] = []
    if isinstance(metric, OverDocuments):
        found = (np.flatnonzero(np.isin(rows, part)) for part in table.corpus.documents.values())
        documents = [part for part in found if len(part)]
    return [SummedStatistics(metric, table.columns[system, spec], rows, documents) for system in systems]


def bootstrap_draws(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each segment stands in each bootstrap sample, shape (some, segments): so many with replacement.

    Together ``resamples`` rows; the same seed gives the same.
    """
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        chosen = random.integers(0, segments, size=(size, segments)) + segments * np.arange(size)[:, None]
        yield np.bincount(chosen.ravel(), minlength=size * segments).reshape(size, segments).astype(np.float64)


def random_swaps(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Which segments two systems exchange in each trial, as 0 and 1; of the shape of :func:`draws`."""
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        yield random.integers(0, 2, size=(size, segments), dtype=np.int8).astype(np.float64)


def _sizes(segments: int, resamples: int) -> Iterator[int]:
    most = max(1, CELLS // max(1, segments))
    for begin in range(0, resamples, most):
        yield min(most, resamples - begin)


def none_if_nan(value: float) -> float | None:
    """None for NaN."""
    return None if np.isnan(value) else float(value)


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


def bootstrap_scores(summed: Sequence[SummedStatistics], segments: int, how: Resampling, work: Work) -> Floats:
    """Scores of every system in the same bootstrap samples, shape (systems, resamples); NaN where undefined."""
    if not segments:
        return np.full((len(summed), how.resamples), np.nan)
    parts: list[Floats] = []
    done = 0
    for weights in bootstrap_draws(segments, how.resamples, how.seed):
        work.step("Drawing samples", done, how.resamples)
        parts.append(np.reshape([one.scores_of(weights) for one in summed], (len(summed), len(weights))))
        done += len(weights)
    work.report("Drawing samples", done, how.resamples)
    return np.concatenate(parts, axis=1)


def exchanged_differences(summed: Sequence[SummedStatistics], segments: int, how: Resampling, work: Work) -> Floats:
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
    for weights in random_swaps(segments, how.resamples, how.seed):
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
    summed: Sequence[SummedStatistics], scores: Floats, samples: Floats, segments: int, how: Resampling, work: Work
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
