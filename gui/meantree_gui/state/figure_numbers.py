"""The data of a figure of the Figures tab: the rows of a data frame, their columns and statistics. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from meantree.evaluation.correlations import CORRELATIONS, Correlation, correlation, correlation_matrix, disagreement
from meantree.evaluation.data_frames import segment_frame
from meantree.evaluation.measured import Floats
from meantree.numbers import score_text
from meantree.work import Work

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pandas import DataFrame

    from meantree.evaluation.unit_differences import Fault
    from meantree.queries.filters import Places
    from meantree.scoring.table import ScoreTable


NAMES = ("system", "document", "id", "place")
"""Columns that every figure needs."""


class FigureKind(Enum):
    """A kind of figure."""

    SCATTER = "Scatter"
    DISTRIBUTION = "Distribution"
    CORRELATIONS = "Correlations"
    DOCUMENTS = "Documents"
    UNITS = "Missed, extra"


@dataclass(frozen=True, slots=True)
class FigureRequest:
    """A requested figure.

    Attributes:
        first, second: columns, on the vertical and the horizontal axis of a scatter; a distribution and a figure of
            documents use the first only.
        correlation: the coefficient for several columns.
        all_systems: whether all scored systems are wanted, not only the selected one.
        unit, fault: which units are counted, and whether the missed or the extra ones, for a figure of units.
    """

    kind: FigureKind = FigureKind.SCATTER
    first: str = ""
    second: str = ""
    columns: tuple[str, ...] = ()
    correlation: Correlation = "spearman"
    systems: tuple[str, ...] = ()
    unit: str = "words"
    fault: Fault = "missed"
    all_systems: bool = False

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that are used, each once."""
        if self.kind is FigureKind.CORRELATIONS:
            return self.columns
        return tuple(dict.fromkeys((self.first, self.second) if self.kind is FigureKind.SCATTER else (self.first,)))


@dataclass(frozen=True, slots=True)
class Numbers:
    """The data of the rows that the filter accepts.

    Attributes:
        frame: one row per translation, as returned by :func:`segment_frame`.
        rows: 0-based rows of the frame in which all columns are defined, in the order of the list: the most
            differently ranked ones first, or the worst ones if there is one column.
        ranks: of these rows, shape (m, k); 1 is best.
        rank_spread: of these rows, the largest difference between their ranks.
        matrix: of correlations, shape (k, k); empty if none were requested.
        summary: the correlations in words.
    """

    request: FigureRequest
    frame: DataFrame
    rows: NDArray[np.intp]
    ranks: Floats
    rank_spread: Floats
    matrix: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    summary: str = ""

    def values(self, column: str) -> Floats:
        """Return a column of the frame, NaN where undefined."""
        values: Floats = self.frame[column].to_numpy(np.float64)
        return values

    @property
    def undefined(self) -> int:
        """The number of rows in which a value is undefined."""
        return len(self.frame) - len(self.rows)


def numbers_of(frame: DataFrame, request: FigureRequest, higher_is_better: dict[str, bool], work: Work) -> Numbers:
    """Return the data of a figure from these rows; ``higher_is_better`` holds for each column."""
    columns = [frame[column].to_numpy(np.float64) for column in request.used]
    ranking = disagreement(columns, [higher_is_better[column] for column in request.used])
    numbers = Numbers(request, frame, ranking.rows, ranking.ranks, ranking.spread)
    if request.kind is FigureKind.SCATTER:
        first, second = (numbers.values(column) for column in (request.first, request.second))
        coefficients = [(letter, correlation(first, second, kind)) for kind, letter in CORRELATIONS.items()]
        parts = [f"{letter} {score_text(value)}" for letter, value in coefficients]
        return replace(numbers, summary=", ".join(parts))
    if request.kind is FigureKind.CORRELATIONS:
        matrix = correlation_matrix(frame, request.columns, request.correlation, work)
        name = f"{request.correlation.title()}'s {CORRELATIONS[request.correlation]}"
        return replace(numbers, matrix=matrix, summary=name)
    order = np.argsort(ranking.ranks[:, 0], kind="stable")  # the worst first
    return replace(numbers, rows=ranking.rows[order], ranks=ranking.ranks[order], rank_spread=ranking.spread[order])


class Frames:
    """The data frame of all segments, built once for each state of the scores. Not safe for several threads."""

    def __init__(self) -> None:
        self._cached: tuple[object, DataFrame] | None = None

    def accepted(self, state: object, table: ScoreTable, request: FigureRequest, places: Places) -> DataFrame:
        """Return the rows of these segments with the requested columns; equal states share a frame."""
        if self._cached is None or self._cached[0] != (state, request.systems):
            self._cached = (state, request.systems), segment_frame(table, systems=request.systems)
        whole = self._cached[1]
        is_accepted = np.zeros(len(table.corpus.segments), dtype=bool)
        is_accepted[places] = True
        rows = np.flatnonzero(is_accepted[whole["place"].to_numpy()])
        accepted: DataFrame = whole[[*NAMES, *request.used]].iloc[rows].reset_index(drop=True)
        return accepted
