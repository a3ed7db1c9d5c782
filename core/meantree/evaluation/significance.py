"""Significance of differences between systems: paired bootstrap and approximate randomisation of summed statistics."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

import numpy as np

from meantree.errors import UsageError
from meantree.evaluation.measured import Floats, Places
from meantree.metrics.metric import Metric, OverDocuments
from meantree.scoring.table import Column, ScoreTable
from meantree.work import Work, single_threaded

CELLS: Final = 4_000_000
"""Number of cells of a matrix of draws, at eight bytes each."""


class SummedStatistics:
    """The statistics of one system on chosen segments, to be summed and scored under any weights of the segments.

    A metric whose system score is made of document scores (:class:`~meantree.metrics.metric.OverDocuments`) gets the
    sums of each document; what is drawn are segments, whatever the metric.
    """

    def __init__(self, metric: Metric, column: Column, rows: Places, documents: Sequence[Places]) -> None:
        """Take ``rows`` of a column; ``documents`` are 0-based places in ``rows``."""
        self._metric = metric
        self._over_documents = metric if isinstance(metric, OverDocuments) else None  # examined once, as it is slow
        self._statistics = column.statistics[rows]
        self._groups = documents if self._over_documents is not None and documents else [np.arange(len(rows))]

    def of(self, weights: Floats) -> Floats:
        """Return sums of the statistics, shape (samples, groups, k), for weights of shape (samples, segments)."""
        with single_threaded():
            parts = [self._chosen(weights, group) @ self._statistics[group] for group in self._groups]
        return np.stack(parts, axis=1)

    def numbers(self, weights: Floats) -> Floats:
        """Return the number of segments in each sum, shape (samples, groups)."""
        return np.stack([self._chosen(weights, group).sum(axis=1) for group in self._groups], axis=1)

    def scores(self, sums: Floats, numbers: Floats) -> Floats:
        """Return system scores, shape (samples,), NaN where undefined."""
        return np.array([self._score(*row) for row in zip(sums, numbers, strict=True)], dtype=np.float64)

    def scores_of(self, weights: Floats) -> Floats:
        """Return system scores of weighted segments, shape (samples,), NaN where undefined."""
        return self.scores(self.of(weights), self.numbers(weights))

    @property
    def score(self) -> float | None:
        """The system score of the chosen segments, each once, as in the table of scores; None if undefined."""
        sums = np.stack([self._statistics[group].sum(axis=0) for group in self._groups])
        return self._score(sums, np.array([len(group) for group in self._groups], dtype=np.float64))

    def _chosen(self, weights: Floats, group: Places) -> Floats:
        return weights if len(self._groups) == 1 else weights[:, group]

    def _score(self, sums: Floats, numbers: Floats) -> float | None:
        if not numbers.any():
            return None
        if self._over_documents is not None:
            rows = zip(numbers.tolist(), sums, strict=True)
            return self._over_documents.system_score([(int(number), row) for number, row in rows if number])
        return self._metric.score(sums[0], level="system")


def common_rows(
    table: ScoreTable, spec: str, systems: Sequence[str], places: Places | None = None
) -> tuple[Places, int]:
    """Return the segments, of ``places`` or of all, on which every system was scored, and how many others there are."""
    requested = np.arange(len(table.corpus.segments)) if places is None else np.asarray(places, dtype=np.intp)
    scored = np.ones(len(requested), dtype=bool)
    for system in systems:
        scored &= table.columns[system, spec].scored[requested]
    return requested[scored], int((~scored).sum())


def summed_statistics(table: ScoreTable, spec: str, systems: Sequence[str], rows: Places) -> list[SummedStatistics]:
    """Return the statistics of each system on these segments."""
    metric = table.metrics[spec]
    documents: list[Places] = []
    if isinstance(metric, OverDocuments):
        in_documents = (np.flatnonzero(np.isin(rows, part)) for part in table.corpus.documents.values())
        documents = [part for part in in_documents if len(part)]
    return [SummedStatistics(metric, table.columns[system, spec], rows, documents) for system in systems]


def bootstrap_draws(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield counts of segments in bootstrap samples, in blocks of shape (samples, segments): drawn with replacement.

    The blocks have ``resamples`` rows in all; the same seed gives the same counts.
    """
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        chosen = random.integers(0, segments, size=(size, segments)) + segments * np.arange(size)[:, None]
        yield np.bincount(chosen.ravel(), minlength=size * segments).reshape(size, segments).astype(np.float64)


def random_swaps(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Yield which segments two systems exchange in each trial, as 0 and 1, in blocks of the shape of :func:`draws`."""
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        yield random.integers(0, 2, size=(size, segments), dtype=np.int8).astype(np.float64)


def _sizes(segments: int, resamples: int) -> Iterator[int]:
    most = max(1, CELLS // max(1, segments))
    for begin in range(0, resamples, most):
        yield min(most, resamples - begin)


Test = Literal["bootstrap", "randomisation"]
SIGNIFICANT: Final = 0.05
"""A difference with a smaller p is significant, if its interval excludes 0, too (:func:`is_significant`)."""
SLACK: Final = 1e-12
"""Differences that differ by a smaller share of the scores are equal: the order of additions differs."""
TAIL: Final = 40
"""One in so many sorted sample scores lies below the 95 % interval, as in sacrebleu."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """Settings of a significance test; the same settings give the same numbers.

    Attributes:
        test: ``bootstrap`` draws segments with replacement, the same for all systems (Koehn 2004); ``randomisation``
            has two systems exchange segments (Riezler & Maxwell 2005), which scores both anew for each pair and trial.
        resamples: number of samples or trials.

    Raises:
        UsageError: if ``resamples`` is below 1.
    """

    test: Test = "bootstrap"
    resamples: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        if self.resamples < 1:
            raise UsageError(f"found {self.resamples} resamples, expected at least 1")


def bootstrap_scores(summed: Sequence[SummedStatistics], segments: int, how: Resampling, work: Work) -> Floats:
    """Score all systems in the same bootstrap samples, shape (systems, resamples); NaN where undefined."""
    if not segments:
        return np.full((len(summed), how.resamples), np.nan)
    parts: list[Floats] = []
    done = 0
    for weights in bootstrap_draws(segments, how.resamples, how.seed):
        work.step("Drawing samples", done, how.resamples)
        parts.append(np.reshape([statistics.scores_of(weights) for statistics in summed], (len(summed), len(weights))))
        done += len(weights)
    work.report("Drawing samples", done, how.resamples)
    return np.concatenate(parts, axis=1)


def exchanged_differences(summed: Sequence[SummedStatistics], segments: int, how: Resampling, work: Work) -> Floats:
    """Return differences of each two systems after exchanging segments, shape (systems, systems, resamples).

    Only the cells of the system with the smaller place are filled in; the others are NaN.
    """
    size = len(summed)
    differences = np.full((size, size, how.resamples), np.nan)
    if not segments:
        return differences
    everything = np.ones((1, segments))
    whole = [statistics.of(everything) for statistics in summed]
    pairs = list(combinations(range(size), 2))
    start = 0
    for weights in random_swaps(segments, how.resamples, how.seed):
        end = start + len(weights)
        drawn = [statistics.of(weights) for statistics in summed]
        for pair_number, (first, second) in enumerate(pairs):
            work.step(
                "Exchanging segments", start * len(pairs) + pair_number * len(weights), how.resamples * len(pairs)
            )
            numbers = np.repeat(summed[first].numbers(everything), len(weights), axis=0)
            mixed = drawn[first] + whole[second] - drawn[second], drawn[second] + whole[first] - drawn[first]
            first_scores, second_scores = (summed[first].scores(sums, numbers) for sums in mixed)
            differences[first, second, start:end] = first_scores - second_scores
        start = end
    work.report("Exchanging segments", how.resamples * len(pairs), how.resamples * len(pairs))
    return differences


def p_values(
    summed: Sequence[SummedStatistics], scores: Floats, samples: Floats, segments: int, how: Resampling, work: Work
) -> Floats:
    """Return p of the difference of each two systems, shape (systems, systems), symmetric; NaN on the diagonal.

    Args:
        scores: of each system on all segments, shape (systems,), NaN where undefined.
        samples: :func:`bootstrap_scores`.
    """
    size = len(summed)
    ps = np.full((size, size), np.nan)
    exchanged = exchanged_differences(summed, segments, how, work) if how.test == "randomisation" else None
    for first, second in combinations(range(size), 2):
        observed = scores[first] - scores[second]
        if exchanged is None:
            ps[first, second] = bootstrap_p(samples[first] - samples[second], observed)
        else:
            ps[first, second] = randomisation_p(exchanged[first, second], observed)
        ps[second, first] = ps[first, second]
    return ps


def bootstrap_p(differences: Floats, observed: float) -> float:
    """Return p of an observed difference, given the differences in bootstrap samples, shape (resamples,).

    Two-sided: the share of samples whose difference, less the mean of these, is no smaller in size than the observed
    one, with one added to both counts (Efron & Tibshirani 1993, algorithm 16.2). Sacrebleu and Moses take the mean of
    the sizes, which makes their test nearly one-sided. NaN if undefined.
    """
    known = differences[~np.isnan(differences)]
    return randomisation_p(known - known.mean(), observed) if len(known) else np.nan


def randomisation_p(differences: Floats, observed: float) -> float:
    """Return p of an observed difference, given those after exchanging segments, shape (resamples,); two-sided.

    The share of trials whose difference is no smaller than the observed one, with one added to both counts; NaN if
    undefined.
    """
    sizes, least = np.abs(differences[~np.isnan(differences)]), abs(observed)
    if not len(sizes) or np.isnan(least):
        return np.nan
    hits = int((sizes >= least - SLACK * max(1.0, least)).sum())
    return (hits + 1) / (len(sizes) + 1)


def is_significant(p: float | None, low: float | None, high: float | None) -> bool:
    """Return whether a difference is significant: its two-sided p is below .05, and its 95 % interval excludes 0."""
    return p is not None and p < SIGNIFICANT and excludes_equality(low, high)


def excludes_equality(low: float | None, high: float | None) -> bool:
    """Return whether 0 is outside of the interval of a difference."""
    return low is not None and high is not None and not low <= 0 <= high


def interval(scores: Floats) -> tuple[float | None, float | None]:
    """Return the bounds of 95 % of the defined scores of samples; None if all are undefined."""
    ordered = np.sort(scores[~np.isnan(scores)])
    if not len(ordered):
        return None, None
    cut = len(ordered) // TAIL
    return float(ordered[cut]), float(ordered[-1 - cut])
