"""Frames as arrays: MEANT and HMEANT as the metrics have them, and many translations at once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import annotated_pairs
from helpers.stores import HandMadeStore
from helpers.studies import rated_corpus
from meantree.analysis.frames import PairFrames
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.metrics.pair import Pair
from meantree.scoring.run import score_corpus
from meantree.training.role_weight_training import WEIGHT_NAMES, StackedFrames, annotated_frames, labelled_frames
from meantree.work import Work

WEIGHTS = st.lists(st.floats(0, 1), min_size=len(WEIGHT_NAMES), max_size=len(WEIGHT_NAMES)).map(np.array)


def _corpus(pairs: list[Pair]) -> Corpus:
    segments = []
    for place, pair in enumerate(pairs):
        hyp, ref = (text.frames for text in pair.sides(0))
        assert hyp is not None
        assert ref is not None
        done = PairFrames("A", hyp.frames, ref.frames, pair.frame_links(0))
        bare = Text(pair.hypothesis.text, tokens=hyp.words)
        text = Text(pair.hypothesis.text, tokens=hyp.words, annotation=done)
        segments.append(Segment(str(place), "", None, {"A": bare}, {"s": text}))
    return Corpus("c", tuple(segments), ("s",), ("A",), annotator="ann")


@given(pairs=st.lists(annotated_pairs(), min_size=1, max_size=4), weights=WEIGHTS)
def test_all_at_once_is_one_by_one(pairs: list[Pair], weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
    frames = list(annotated_frames(_corpus(pairs)))
    np.testing.assert_allclose(
        StackedFrames(frames).scores(weights),
        [StackedFrames([frame]).scores(weights)[0] for frame in frames],
        atol=1e-11,
    )


def test_labelled_frames_are_those_of_meant() -> None:
    """The store finds a frame in every text: the first word, with the others for a patient."""
    corpus = rated_corpus(
        [
            ("sees the red dog", {"s": ("sees a red cat", 1.0), "t": ("hears the dog", 2.0)}),
            ("runs home", {"s": ("runs home", 3.0)}),
        ]
    )
    frames = list(labelled_frames(corpus, HandMadeStore(), Work()))
    assert [(frame.place, frame.system) for frame in frames] == [(0, "s"), (0, "t"), (1, "s")]
    table = score_corpus(corpus, ["meant"], HandMadeStore())
    expected = [table.segment_score(frame.system, "meant", frame.place) for frame in frames]
    assert StackedFrames(frames).scores(np.ones(len(WEIGHT_NAMES))) == pytest.approx(expected)
    assert expected[0] not in (0, 1)
