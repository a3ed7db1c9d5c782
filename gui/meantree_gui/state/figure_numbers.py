"""What a figure of the page is drawn from: rows of a frame, their columns, and what is told of them. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from meantree.evaluation.correlations import CORRELATIONS, Correlation, correlation, correlation_matrix, disagreement
from meantree.evaluation.data_frames import segment_frame
from meantree.evaluation.measured import Floats
from meantree.numbers import fixed
from meantree.work import Work

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pandas import DataFrame

    from meantree.evaluation.missed_units import Fault
    from meantree.scoring.table import ScoreTable
    from meantree.search.filters import Places


NAMES = ("system", "document", "id", "place")
"""Columns that every figure needs."""


class Kind(Enum):
    """Of a figure."""

    SCATTER = "Scatter"
    DISTRIBUTION = "Distribution"
    CORRELATIONS = "Correlations"
    DOCUMENTS = "Documents"
    UNITS = "Missed, extra"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be drawn.

    Attributes:
        kind: of the figure.
        x, y: columns; a distribution and documents have the first alone.
        columns: those that are correlated.
        correlation: by which they are.
        systems: whose translations.
        unit, fault: what is missed or extra, for a figure of units.
    """

    kind: Kind = Kind.SCATTER
    x: str = ""
    y: str = ""
    columns: tuple[str, ...] = ()
    correlation: Correlation = "spearman"
    systems: tuple[str, ...] = ()
    unit: str = "words"
    fault: Fault = "missed"

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that it takes, each once."""
        if self.kind is Kind.CORRELATIONS:
            return self.columns
        return tuple(dict.fromkeys((self.x, self.y) if self.kind is Kind.SCATTER else (self.x,)))


@dataclass(frozen=True, slots=True)
class Numbers:
    """Rows that the filter accepts, and what they say.

    Attributes:
        asked: what they are for.
        frame: a row for each translation, as :func:`segment_frame` has it.
        rows: of the frame, 0-based, in which all columns are defined, in the order of the list: those first that are
            ranked most differently, or, of one column, the worst.
        ranks: of these rows, shape (m, k), 1 is best.
        apart: of these rows, how far their ranks lie apart.
        matrix: of correlations, shape (k, k); empty if none were asked for.
        told: correlations, in words.
    """

    asked: Asked
    frame: DataFrame
    rows: NDArray[np.intp]
    ranks: Floats
    apart: Floats
    matrix: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    told: str = ""

    def values(self, column: str) -> Floats:
        """A column of the frame; NaN where undefined."""
        found: Floats = self.frame[column].to_numpy(np.float64)
        return found

    @property
    def undefined(self) -> int:
        """How many rows fault a value."""
        return len(self.frame) - len(self.rows)


def numbers_of(frame: DataFrame, asked: Asked, upwards: dict[str, bool], work: Work) -> Numbers:
    """What is asked for, of these rows; ``upwards`` says of each column whether more is better.

    Raises:
        Cancelled: if the user asked to stop.
    """
    columns = [frame[column].to_numpy(np.float64) for column in asked.used]
    found = disagreement(columns, [upwards[column] for column in asked.used])
    made = Numbers(asked, frame, found.rows, found.ranks, found.spread)
    if asked.kind is Kind.SCATTER:
        one, two = (made.values(column) for column in (asked.x, asked.y))
        told = [(letter, correlation(one, two, kind)) for kind, letter in CORRELATIONS.items()]
        words = [f"{letter} {'–' if value is None else fixed(value)}" for letter, value in told]
        return replace(made, told=", ".join(words))
    if asked.kind is Kind.CORRELATIONS:
        matrix = correlation_matrix(frame, asked.columns, asked.correlation, work)
        return replace(made, matrix=matrix, told=f"{asked.correlation.title()}'s {CORRELATIONS[asked.correlation]}")
    worst_first = np.argsort(found.ranks[:, 0], kind="stable")
    return replace(made, rows=found.rows[worst_first], ranks=found.ranks[worst_first], apart=found.spread[worst_first])


class Frames:
    """The frame of all segments, made once for each state of the scores; to be asked in one thread at a time."""

    def __init__(self) -> None:
        self._known: tuple[object, DataFrame] | None = None

    def accepted(self, state: object, table: ScoreTable, asked: Asked, places: Places) -> DataFrame:
        """The rows of these segments, with what is asked for; equal states have the same frame."""
        if self._known is None or self._known[0] != (state, asked.systems):
            self._known = (state, asked.systems), segment_frame(table, systems=asked.systems)
        whole = self._known[1]
        is_accepted = np.zeros(len(table.corpus.segments), dtype=bool)
        is_accepted[places] = True
        rows = np.flatnonzero(is_accepted[whole["place"].to_numpy()])
        accepted: DataFrame = whole[[*NAMES, *asked.used]].iloc[rows].reset_index(drop=True)
        return accepted
