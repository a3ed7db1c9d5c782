"""Resampling: scores of many samples of the segments, from sums of statistics, without counting anything again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from meantree.metrics.base import Metric, OverDocuments
from meantree.scoring.column import Column
from meantree.scoring.table import ScoreTable
from meantree.search.filters import Places
from meantree.work import single_threaded

Floats = NDArray[np.float64]
CELLS: Final = 4_000_000
"""Of a matrix of draws, which takes eight bytes a cell."""


class Sums:
    """The statistics of one system on chosen segments, summed and scored under any weights of the segments.

    A metric whose system score is made of document scores (:class:`~meantree.metrics.base.OverDocuments`) gets the sums
    of each document; what is drawn are segments, whatever the metric.
    """

    def __init__(self, metric: Metric, column: Column, rows: Places, documents: Sequence[Places]) -> None:
        """Take the rows out of a column; ``documents`` are 0-based places in ``rows``."""
        self._metric = metric
        self._statistics = column.statistics[rows]
        self._groups = documents if isinstance(metric, OverDocuments) and documents else [np.arange(len(rows))]

    def of(self, weights: Floats) -> Floats:
        """Sums of the statistics, shape (samples, groups, k), for weights of shape (samples, segments)."""
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


def sums_of(table: ScoreTable, spec: str, systems: Sequence[str], rows: Places) -> list[Sums]:
    """The statistics of each system on these segments."""
    metric = table.metrics[spec]
    documents: list[Places] = []
    if isinstance(metric, OverDocuments):
        found = (np.flatnonzero(np.isin(rows, part)) for part in table.corpus.documents.values())
        documents = [part for part in found if len(part)]
    return [Sums(metric, table.columns[system, spec], rows, documents) for system in systems]


def draws(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """How often each segment stands in each bootstrap sample, shape (some, segments): so many with replacement.

    Together ``resamples`` rows; the same seed gives the same.
    """
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        chosen = random.integers(0, segments, size=(size, segments)) + segments * np.arange(size)[:, None]
        yield np.bincount(chosen.ravel(), minlength=size * segments).reshape(size, segments).astype(np.float64)


def swaps(segments: int, resamples: int, seed: int) -> Iterator[Floats]:
    """Which segments two systems exchange in each trial, as 0 and 1; of the shape of :func:`draws`."""
    random = np.random.default_rng(seed)
    for size in _sizes(segments, resamples):
        yield random.integers(0, 2, size=(size, segments), dtype=np.int8).astype(np.float64)


def _sizes(segments: int, resamples: int) -> Iterator[int]:
    most = max(1, CELLS // max(1, segments))
    for begin in range(0, resamples, most):
        yield min(most, resamples - begin)


def known(value: float) -> float | None:
    """None for NaN."""
    return None if np.isnan(value) else float(value)
