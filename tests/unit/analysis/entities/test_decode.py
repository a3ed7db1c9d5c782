"""The best row of tags, and the names in it."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from meantree.analysis.entities.decode import best_tags, names_of


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ("O B-PER I-PER O", [(1, 3, "PER")]),
        ("B-PER B-PER I-PER", [(0, 1, "PER"), (1, 3, "PER")]),
        ("B-LOC I-ORG", [(0, 1, "LOC"), (1, 2, "ORG")]),
        ("I-LOC O O", [(0, 1, "LOC")]),
        ("O", []),
        ("", []),
    ],
)
def test_names(tags: str, names: list[tuple[int, int, str]]) -> None:
    assert list(names_of(tags.split())) == names


@given(st.integers(0, 2**32), st.integers(1, 5))
def test_no_row_is_better(seed: int, words: int) -> None:
    random = np.random.default_rng(seed)
    scores, transitions, starts = (random.normal(size=size) for size in ((words, 3), (3, 3), (3,)))

    def total(tags: tuple[int, ...]) -> float:
        steps = sum(transitions[one, two] for one, two in pairwise(tags))
        return float(starts[tags[0]] + steps + sum(scores[place, tag] for place, tag in enumerate(tags)))

    best = best_tags(scores.astype(np.float32), transitions.astype(np.float32), starts.astype(np.float32))
    assert total(tuple(best)) == pytest.approx(max(map(total, product(range(3), repeat=words))), abs=1e-4)
