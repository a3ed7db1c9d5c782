"""Preferences beside translations: what is kept, what is left out and told."""

from __future__ import annotations

import numpy as np
import pytest

from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.corpus.formats.pairwise_judgements import PairwiseJudgement
from meantree.errors import UsageError
from meantree.evaluation.joined_preferences import joined

CORPUS = Corpus(
    "cs-en",
    tuple(
        Segment(name, "", None, {"A": Text("ref")}, {system: Text(system) for system in systems})
        for name, systems in (("1", "abc"), ("2", "ab"), ("3", "abc"))
    ),
    ("a", "b", "c"),
    ("A",),
)


def of(*judged: str) -> list[PairwiseJudgement]:
    """As in ``1ab``: of segment 1, a is better than b."""
    return [PairwiseJudgement(one[0], one[1], one[2], line) for line, one in enumerate(judged, start=1)]


def test_only_what_was_compared_is_kept() -> None:
    found = joined(CORPUS, of("3ab", "1bc", "3ab"))
    assert [one.id for one in found.corpus.segments] == ["1", "3"]
    assert [sorted(one.hypotheses) for one in found.corpus.segments] == [["b", "c"], ["a", "b"]]
    assert found.segments.tolist() == [1, 0, 1]
    assert [found.corpus.systems[place] for place in found.better] == ["a", "b", "a"]
    assert not found.notes


def test_margins_and_shares_of_wins() -> None:
    found = joined(CORPUS, of("1ab", "1ac", "1bc", "1cb", "3ba"))
    scores = np.array([[0.9, 0.2], [0.4, 0.3], [0.6, np.nan]])
    assert found.margins(scores).tolist() == pytest.approx([0.5, 0.3, -0.2, 0.2, 0.1])
    np.testing.assert_array_equal(found.shares(), [[1, 0], [1 / 3, 1], [1 / 3, np.nan]])


def test_what_is_left_out_is_told() -> None:
    found = joined(CORPUS, of("1ab", "9ab", "9ba", "1az", "2ac"))
    assert len(found) == 1
    assert found.notes == (
        "2 preferences left out: 1 id not in the corpus, such as '9'; ids there begin with 1, 2, 3.",
        "1 preference left out: no translations by z, found those by a, b, c.",
        "1 preference left out: a translation is not there.",
    )


def test_nothing_in_common() -> None:
    with pytest.raises(UsageError, match=r"cs-en: none of 2 preferences is of its translations.*ids not in the corpus"):
        joined(CORPUS, of("8ab", "9ba"))
    with pytest.raises(UsageError, match="no translations by x, y, found those by a, b, c"):
        joined(CORPUS, of("1xy", "2yx"))
