"""Labelled spans from scores of tags, compared with an enumeration of all choices."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from meantree.analysis.encoder.decoding import _scored, _upper_bound, likely_spans

LABELS = 2
Spans = tuple[tuple[int, int, int], ...]
"""First word, last word and label of each."""


def choices(size: int, start: int = 0) -> Iterator[Spans]:
    """All choices of labelled spans that do not overlap."""
    if start >= size:
        yield ()
        return
    yield from choices(size, start + 1)
    for last, label in itertools.product(range(start, size), range(LABELS)):
        for rest in choices(size, last + 1):
            yield ((start, last, label), *rest)


def total(spans: Spans, scores: NDArray[np.float32], prior: NDArray[np.float64]) -> float:
    """The score of a tagging, word by word, and what the prior adds."""
    tags = [0] * len(scores)
    for first, last, label in spans:
        tags[first : last + 1] = [1 + label] + [1 + LABELS + label] * (last - first)
    return float(sum(scores[place, tag] for place, tag in enumerate(tags)) + sum(prior[f, e] for f, e, _ in spans))


def span_probabilities(scores: NDArray[np.float32], prior: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return how probable each labelled span is: (first word, last word, label)."""
    spans = _scored(scores, prior)
    table = np.zeros((len(scores), len(scores), LABELS))
    table[spans.starts, spans.lasts] = np.exp(spans.labelled + spans.around[:, None])
    return table


@given(st.integers(1, 5), st.integers(0, 2**32 - 1), st.booleans())
def test_probabilities_are_those_of_all_choices(size: int, seed: int, has_prior: bool) -> None:
    chance = np.random.default_rng(seed)
    scores = chance.normal(scale=2, size=(size, 1 + 2 * LABELS)).astype(np.float32)
    prior = chance.normal(size=(size, size)) if has_prior else np.zeros((size, size))
    every = list(choices(size))
    weights = np.exp([total(spans, scores, prior) for spans in every])
    expected = np.zeros((size, size, LABELS))
    for spans, weight in zip(every, weights / weights.sum(), strict=True):
        for span in spans:
            expected[span] += weight
    assert span_probabilities(scores, prior if has_prior else None) == pytest.approx(expected, abs=1e-5)


@given(st.integers(1, 5), st.integers(0, 2**32 - 1), st.floats(0, 0.9))
def test_the_choice_has_the_largest_sum(size: int, seed: int, worth: float) -> None:
    scores = np.random.default_rng(seed).normal(scale=2, size=(size, 1 + 2 * LABELS)).astype(np.float32)
    found, probabilities = likely_spans(scores, worth), span_probabilities(scores)
    assert [(one.start, one.end) for one in found] == sorted((one.start, one.end) for one in found)
    assert all(one.probability == probabilities[one.start, one.end - 1, one.label] for one in found)
    gain = sum(one.probability - worth for one in found)
    assert gain == pytest.approx(
        max(sum(probabilities[span] - worth for span in spans) for spans in choices(size)), abs=1e-9
    )


@given(st.integers(1, 5), st.integers(0, 2**32 - 1), st.floats(-6, 6), st.booleans())
def test_no_span_is_more_probable_than_the_bound(size: int, seed: int, shift: float, has_prior: bool) -> None:
    chance = np.random.default_rng(seed)
    scores = chance.normal(scale=2, size=(size, 1 + 2 * LABELS)).astype(np.float32)
    scores[:, 0] += shift
    prior = chance.normal(size=(size, size)) if has_prior else None
    bound = _upper_bound(scores, prior)
    assert span_probabilities(scores, prior).max() <= bound + 1e-6
    if bound < 0.4:
        assert not likely_spans(scores, 0.4, prior)


@pytest.mark.parametrize(("score", "count"), [(-0.41, 0), (-0.40, 1)])
def test_a_name_above_the_minimal_probability_is_found(score: float, count: int) -> None:
    """The only span of one word with one label has the logistic function of its score: .3989 and .4013."""
    assert len(likely_spans(np.array([[0, score, 0]], dtype=np.float32), 0.4)) == count


def test_a_certain_span_has_its_probability() -> None:
    scores = np.full((4, 1 + 2 * LABELS), -9.0, dtype=np.float32)
    scores[[0, 3], 0] = scores[1, 2] = scores[2, 4] = 9.0  # O B-1 I-1 O
    (span,) = likely_spans(scores, 0.4)
    assert (span.start, span.end, span.label) == (1, 3, 1)
    assert span.probability == pytest.approx(1)
