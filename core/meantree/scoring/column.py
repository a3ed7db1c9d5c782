"""What one metric says of one system: an array with a row for each segment, and a mask of those that were scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

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
        done: shape (segments,), which rows somebody tried to score.
        left: how many rows nobody tried to score yet.
    """

    def __init__(self, metric: Metric, rows: Sequence[Statistics | None]) -> None:
        """Take the statistics of every segment, None for those that could not be scored."""
        self._make(metric, len(rows), max((len(row) for row in rows if row is not None), default=0))
        for place, row in enumerate(rows):
            self.put(place, row)

    @classmethod
    def empty(cls, metric: Metric, segments: int) -> Self:
        """A column of so many segments, to be filled part by part."""
        made = cls.__new__(cls)
        made._make(metric, segments, 0)
        return made

    def _make(self, metric: Metric, segments: int, size: int) -> None:
        self._metric = metric
        self.statistics: NDArray[np.float64] = np.zeros((segments, size))
        self.scored, self.defined, self.done = (np.zeros(segments, dtype=bool) for _ in range(3))
        self.scores: NDArray[np.float64] = np.zeros(segments)
        self.left = segments

    def put(self, place: int, row: Statistics | None) -> None:
        """Set the statistics of the segment at 0-based ``place``; its score follows.

        Raises:
            ValueError: if there are others of another length.
        """
        if row is not None:
            self._make_room(len(row))
        score = None if row is None else self._metric.score(row, level="segment")
        self.scored[place], self.defined[place] = row is not None, score is not None
        self.statistics[place] = 0.0 if row is None else row
        self.scores[place] = 0.0 if score is None else score
        self.left -= not self.done[place]
        self.done[place] = True

    def fill(self, places: Sequence[int], part: Column) -> None:
        """Take in the rows of another column of the same metric, for the segments at these 0-based places.

        Raises:
            ValueError: if there are statistics of another length.
        """
        if part.scored.any():
            self._make_room(part.statistics.shape[1])
            self.statistics[places] = part.statistics
        self.scored[places], self.defined[places] = part.scored, part.defined
        self.scores[places] = part.scores
        self.left -= len(places) - int(self.done[places].sum())
        self.done[places] = True

    def part(self, places: Sequence[int]) -> Column:
        """The column of the segments at these 0-based places alone."""
        chosen, part = list(places), Column.empty(self._metric, len(places))
        part.statistics = self.statistics[chosen]
        part.scored, part.defined, part.done = self.scored[chosen], self.defined[chosen], self.done[chosen]
        part.scores, part.left = self.scores[chosen], int((~self.done[chosen]).sum())
        return part

    def _make_room(self, size: int) -> None:
        if size != self.statistics.shape[1]:
            if self.scored.any():
                raise ValueError(f"statistics of {size} numbers among those of {self.statistics.shape[1]}")
            self.statistics = np.zeros((len(self.scored), size))  # the first that could be scored

    def row(self, place: int) -> Statistics | None:
        """The statistics of one segment; None if it could not be scored."""
        return self.statistics[place] if self.scored[place] else None

    def score(self, place: int) -> float | None:
        """The score of one segment; None where undefined or not scored."""
        return float(self.scores[place]) if self.defined[place] else None

    def segment_scores(self) -> list[float | None]:
        """One score for each segment, in order; None where undefined or not scored."""
        pairs = zip(self.scores.tolist(), self.defined.tolist(), strict=True)
        return [score if is_defined else None for score, is_defined in pairs]

    def total(self, places: Sequence[int] | None = None) -> tuple[int, Statistics]:
        """How many of these segments (by default of all) were scored, and the sum of their statistics."""
        chosen = slice(None) if places is None else list(places)
        scored, statistics = self.scored[chosen], self.statistics[chosen]
        count = int(scored.sum())
        return count, (statistics if count == len(scored) else statistics[scored]).sum(axis=0)

    def __len__(self) -> int:
        return len(self.scored)
