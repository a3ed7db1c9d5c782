"""Ratings and scores as matrices: what is kept, turned and told."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from helpers.corpora import corpus_of
from helpers.messages import tell
from helpers.tables import Rows, score_table
from meantree.corpus.corpus import Corpus, Rating
from meantree.errors import UsageError
from meantree.experiments.rated import RatedCorpus, rated_corpus, rated_part
from meantree.scoring.table import ScoreTable

ERRORS: dict[str, Rows] = {"a": [(1.0, 4.0), (2.0, 4.0), (0.0, 4.0)], "b": [(2.0, 4.0), None, (4.0, 4.0)]}
"""Edits and words for ``wer``."""


def with_ratings(table: ScoreTable, values: dict[str, list[float | None]], kind: str = "da") -> ScoreTable:
    segments = tuple(
        replace(
            segment,
            ratings=tuple(
                Rating(system, kind, value) for system, column in values.items() if (value := column[place]) is not None
            ),
        )
        for place, segment in enumerate(table.corpus.segments)
    )
    return replace(table, corpus=replace(table.corpus, segments=segments))


def rated(values: dict[str, list[float | None]], kind: str = "da") -> RatedCorpus:
    return rated_corpus(with_ratings(score_table("wer", ERRORS), values, kind), kind)


def test_keeps_what_is_rated_and_scored_and_turns_error_rates() -> None:
    result = rated({"a": [1.0, 2.0, None], "b": [3.0, 4.0, 5.0]})
    np.testing.assert_array_equal(result.human, [[1, 2, np.nan], [3, np.nan, 5]])
    np.testing.assert_array_equal(result.scores["wer"], [[-0.25, -0.5, np.nan], [-0.5, np.nan, -1]])
    np.testing.assert_array_equal(result.system_scores["wer"], [-3 / 8, -6 / 8])
    np.testing.assert_array_equal(result.human_systems, [1.5, 4.0])
    assert tell(result.notes, "wer … undefined in 1 rated", "1 rated … of 5 excluded", "wer: sign changed")
    assert not result.turned


@pytest.mark.parametrize(
    ("kind", "values", "turned"),
    [
        ("hter", [0.1, 0.2, 0.3], True),
        ("mqm", [0.0, 5.0, 1.0], True),
        ("mqm", [0.0, -5.0, -1.0], False),
        ("da", [0.0, 5.0, 1.0], False),
    ],
)
def test_counted_errors_are_turned_and_it_is_said(kind: str, values: list[float | None], turned: bool) -> None:
    result = rated({"a": values}, kind)
    assert result.turned == turned
    expected = [-value if turned else value for value in values if value is not None]
    np.testing.assert_array_equal(result.human[0], expected)
    assert any("counts errors" in note for note in result.notes) == turned


def test_several_raters_are_averaged() -> None:
    table = with_ratings(score_table("wer", ERRORS), {"a": [1.0, 2.0, 3.0]})
    first, *others = table.corpus.segments
    first = replace(first, ratings=(*first.ratings, Rating("a", "da", 2.0, "other")))
    table = replace(table, corpus=replace(table.corpus, segments=(first, *others)))
    assert rated_corpus(table, "da").human[0, 0] == 1.5


def corpus(ratings: dict[str, list[float | None]], *systems: str) -> Corpus:
    size = max(map(len, ratings.values()), default=2)
    rated = [
        [Rating(name, "da", value) for name, column in ratings.items() if (value := column[place]) is not None]
        for place in range(size)
    ]
    return corpus_of([(*(f"{name} says" for name in systems), "x")] * size, systems, "r", ratings=rated)


def test_only_what_is_rated_is_scored() -> None:
    part, notes = rated_part(corpus({"a": [1, None, 2], "b": [None, None, 3]}, "a", "b", "c"), "da")
    assert part.systems == ("a", "b")
    assert [(segment.id, tuple(segment.hypotheses)) for segment in part.segments] == [("0", ("a",)), ("2", ("a", "b"))]
    assert notes == ()


def test_what_is_no_system_under_test_is_set_aside() -> None:
    result = corpus(
        {"a": [1, 2], "ref-B": [1, 2], "refA": [3, 4], "metricsystem1": [5, 6]}, "a", "ref-B", "refA", "metricsystem1"
    )
    part, notes = rated_part(result, "da")
    assert part.systems == ("a",)
    assert tell(notes, "ref-B, refA, metricsystem1: excluded")


@pytest.mark.parametrize(
    ("ratings", "message"),
    [
        ({}, "c: no ratings 'da', found no ratings of any kind"),
        ({"a": [1, None]}, "c: 1 segment with ratings 'da', expected at least 2"),
        ({"a": [1, 1], "b": [1, None]}, "c: all ratings 'da' are equal"),
        ({"a": [1, -1e200], "b": [1, None]}, "c: a rating 'da' of -1e+200, expected none beyond ±1e+100"),
        ({"ref-A": [1, 2]}, "c: 0 segments with ratings 'da' without those of ref-A, which are not systems under test"),
    ],
)
def test_too_little_is_told(ratings: dict[str, list[float | None]], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        rated_part(corpus(ratings, "a", "b", "ref-A"), "da")


def test_too_little_after_scoring_is_told_with_its_cause() -> None:
    with pytest.raises(UsageError, match=r"1 segment .* wer is undefined in 1 rated translation"):
        rated({"b": [1.0, 2.0, None]})


def test_lengths_know_nothing_of_quality() -> None:
    result = rated({"a": [1.0, 2.0, None], "b": [3.0, 4.0, 5.0]}).lengths()
    np.testing.assert_array_equal(result["length of hypothesis"], [[1, 1, np.nan], [1, np.nan, 1]])
    np.testing.assert_array_equal(result["length of reference"], [[1, 1, np.nan], [1, np.nan, 1]])
