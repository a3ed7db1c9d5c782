"""The best fillers that do not overlap, against enumeration."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.roles.decode import best_fillers

LABELS = ("", "ARG0", "ARG1", "ARGM-TMP")
SPANS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 4)).map(lambda s: (s[0], s[0] + s[1])), unique=True, max_size=7
)


@given(spans=SPANS, data=st.data())
def test_against_enumeration(spans: list[tuple[int, int]], data: st.DataObject) -> None:
    """With a modifier as the only label, so that the rule for numbered arguments does not count."""
    gains = [data.draw(st.floats(-2, 2, width=16)) for _ in spans]
    scores = np.array([[0.0, -9.0, -9.0, gain] for gain in gains], dtype=np.float32).reshape(-1, 4)
    found = best_fillers(spans, scores, LABELS) if spans else []
    best = 0.0
    for size in range(len(spans) + 1):
        for chosen in itertools.combinations(range(len(spans)), size):
            ordered = sorted(spans[place] for place in chosen)
            if all(one[1] <= two[0] for one, two in itertools.pairwise(ordered)):
                best = max(best, sum(gains[place] for place in chosen))
    assert sum(gains[place] for place, _ in found) == pytest.approx(best, abs=1e-3)
    assert all(LABELS[label] == "ARGM-TMP" for _, label in found)


def test_a_frame_has_one_filler_of_each_numbered_argument() -> None:
    scores = np.log(
        np.array([[0.1, 0.8, 0.05, 0.05], [0.2, 0.6, 0.1, 0.1], [0.1, 0.1, 0.1, 0.7], [0.1, 0.1, 0.1, 0.7]])
    )
    spans = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert best_fillers(spans, scores.astype(np.float32), LABELS) == [(0, 1), (2, 3), (3, 3)]
