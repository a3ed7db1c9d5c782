"""The best fillers that do not overlap, against enumeration."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.roles.decode import WORTH, best_fillers

LABELS = ("", "ARG0", "ARG1", "ARGM-TMP")
SPANS = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 4)).map(lambda s: (s[0], s[0] + s[1])), unique=True, max_size=5
)


@given(spans=SPANS, data=st.data())
def test_against_enumeration(spans: list[tuple[int, int]], data: st.DataObject) -> None:
    share = st.floats(0, 1, width=16)
    probable = np.array([[data.draw(share) for _ in LABELS] for _ in spans], np.float32).reshape(-1, 4)
    found = best_fillers(spans, probable, LABELS) if spans else []
    scores = np.hstack((np.zeros((len(spans), 1)), probable[:, 1:] - WORTH))
    best = max(
        sum(scores[choice] for choice in enumerate(labels))
        for labels in itertools.product(range(len(LABELS)), repeat=len(spans))
        if _is_frame(spans, labels)
    )
    assert _is_frame(spans, [dict(found).get(place, 0) for place in range(len(spans))])
    assert sum(scores[choice] for choice in found) == pytest.approx(best, abs=1e-3)


def _is_frame(spans: Sequence[tuple[int, int]], labels: Sequence[int]) -> bool:
    """Whether no two spans overlap, and no numbered label is there twice."""
    taken = sorted(span for span, label in zip(spans, labels, strict=True) if label)
    core = [label for label in labels if LABELS[label].startswith("ARG") and "M" not in LABELS[label]]
    return all(one[1] <= two[0] for one, two in itertools.pairwise(taken)) and len(core) == len(set(core))


def test_a_frame_has_one_filler_of_each_numbered_argument() -> None:
    probable = np.array([[0.1, 0.8, 0.05, 0.05], [0.2, 0.6, 0.1, 0.1], [0.1, 0.1, 0.1, 0.7], [0.1, 0.1, 0.1, 0.7]])
    spans = [(0, 1), (2, 3), (4, 5), (6, 7)]
    assert best_fillers(spans, probable.astype(np.float32), LABELS) == [(0, 1), (2, 3), (3, 3)]


def test_probable_enough_beside_no_role() -> None:
    """Labels count by their own probability: one below half is taken, two uncertain ones are not."""
    probable = np.array([[0.52, 0.45, 0.02, 0.01], [0.3, 0.0, 0.35, 0.35]], np.float32)
    assert best_fillers([(0, 1), (2, 3)], probable, LABELS) == [(0, 1)]
