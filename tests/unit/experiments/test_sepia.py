"""SEPIA's sub-scores against numbers by hand."""

from __future__ import annotations

import pytest

from helpers.studies import cells, rated_corpus, small_study
from meantree.corpus.corpus import Corpus
from meantree.experiments.sepia import SPECS, sepia_tables
from meantree.work import Work

REFERENCE = "a b c d"
GRADED = ["a b c d", "a b c x", "a b y x", "a z y x"]
"""4, 3, 2 and 1 words of the reference."""


def _one_system() -> Corpus:
    return rated_corpus([(REFERENCE, {"s": (text, rating)}) for text, rating in zip(GRADED, [4, 3, 1, 2], strict=True)])


def _three_systems() -> Corpus:
    """Of two segments each: 1-gram precisions of .75, .5 and .25 in the mean, ratings of 3, 1 and 2."""
    first = {"s": (GRADED[0], 4.0), "t": (GRADED[1], 1.0), "u": (GRADED[3], 2.0)}
    second = {"s": (GRADED[2], 2.0), "t": (GRADED[3], 1.0), "u": (GRADED[3], 2.0)}
    return rated_corpus([(REFERENCE, first), (REFERENCE, second)], name="three")


def test_each_sub_score_has_its_correlation() -> None:
    """Precisions 4/4 … 1/4 with ratings 4, 3, 1, 2: r = .8; pairs 3/3, 2/3, 1/3, 0, all from the first word: r = .8."""
    segments, systems = sepia_tables(study := small_study(_one_system()), study.options, Work())
    assert cells(segments, "g1")["c"] == pytest.approx(0.8)
    assert cells(segments, "sn0")["c"] == pytest.approx(0.8)
    # Spans 1, 2, 3 weigh as much: 6/6, 3/6, 1/6, 0.
    assert cells(segments, "sn1")["c"] == pytest.approx(9 / (21 * 5) ** 0.5)
    assert [row[0] for row in segments.rows] == [label for label, _ in SPECS.values()]
    assert systems.rows == ()
    assert "c: r is undefined: 1 system, expected at least 3" in systems.note


def test_systems_are_scored_whole() -> None:
    """.75, .5, .25 with 3, 1, 2: r = .5."""
    study = small_study(_three_systems())
    _, systems = sepia_tables(study, study.options, Work())
    assert cells(systems, "g1")["three"] == pytest.approx(0.5)
