"""Matrices of ratings and scores, systems by segments, for property tests of measures."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from meantree.evaluation.measured import Floats


@st.composite
def matrices(draw: st.DrawFn, *, most_systems: int = 4, most_segments: int = 6) -> tuple[Floats, Floats]:
    """Ratings and scores of few values, so that there are ties, NaN in the same cells of both."""
    systems, segments = draw(st.integers(1, most_systems)), draw(st.integers(2, most_segments))
    size = systems * segments

    def values(of: st.SearchStrategy[int]) -> Floats:
        return np.array(draw(st.lists(of, min_size=size, max_size=size)), dtype=np.float64).reshape(systems, segments)

    human, scores = values(st.integers(-2, 2)), values(st.integers(0, 5)) / 4
    missing = values(st.integers(0, 3)) == 0
    return np.where(missing, np.nan, human), np.where(missing, np.nan, scores)


def groups(human: Floats, scores: Floats, grouping: str) -> list[list[tuple[float, float]]]:
    """Rating and score of each translation, group by group, in plain lists."""
    systems, segments = human.shape
    cells = [
        (row, column, float(human[row, column]), float(scores[row, column]))
        for row in range(systems)
        for column in range(segments)
        if not np.isnan(human[row, column])
    ]
    if grouping == "none":
        return [[cell[2:] for cell in cells]]
    axis, size = (1, segments) if grouping == "item" else (0, systems)
    return [[cell[2:] for cell in cells if cell[axis] == number] for number in range(size)]
