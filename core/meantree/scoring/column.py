"""What one metric says of one system: an array with a row for each segment, and a mask of those that were scored."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from meantree.metrics.base import Metric, Statistics


class Column:
    """Statistics and scores of the segments of a corpus, in order.

    Attributes:
        statistics: shape (segments, k); what stands in rows that were not scored means nothing.
        scored: shape (segments,), which rows were.
        scores: shape (segments,), the segment scores.
        defined: shape (segments,), where there is one.
    """

    def __init__(self, metric: Metric, rows: Sequence[Statistics | None]) -> None:
        """Take the statistics of every segment, None for those that could not be scored."""
        self._metric = metric
        size = max((len(row) for row in rows if row is not None), default=0)
        self.statistics: NDArray[np.float64] = np.zeros((len(rows), size))
        self.scored, self.defined = np.zeros(len(rows), dtype=bool), np.zeros(len(rows), dtype=bool)
        self.scores: NDArray[np.float64] = np.zeros(len(rows))
        for place, row in enumerate(rows):
            self.put(place, row)

    def put(self, place: int, row: Statistics | None) -> None:
        """Set the statistics of the segment at 0-based ``place``; its score follows.

        Raises:
            ValueError: if there are others of another length.
        """
        if row is not None and len(row) != self.statistics.shape[1]:
            if self.scored.any():
                raise ValueError(f"statistics of {len(row)} numbers among those of {self.statistics.shape[1]}")
            self.statistics = np.zeros((len(self.scored), len(row)))  # the first that could be scored
        score = None if row is None else self._metric.score(row, level="segment")
        self.scored[place], self.defined[place] = row is not None, score is not None
        self.statistics[place] = 0.0 if row is None else row
        self.scores[place] = 0.0 if score is None else score

    def row(self, place: int) -> Statistics | None:
        """The statistics of one segment; None if it could not be scored."""
        return self.statistics[place] if self.scored[place] else None

    def score(self, place: int) -> float | None:
        """The score of one segment; None where undefined or not scored."""
        return float(self.scores[place]) if self.defined[place] else None

    def total(self, places: Sequence[int] | None = None) -> tuple[int, Statistics]:
        """How many of these segments (by default of all) were scored, and the sum of their statistics."""
        chosen = slice(None) if places is None else list(places)
        scored = self.scored[chosen]
        return int(scored.sum()), self.statistics[chosen][scored].sum(axis=0)

    def __len__(self) -> int:
        return len(self.scored)
