"""The marks in the annotation editor are those that HMEANT counts."""

from __future__ import annotations

import pytest
from hypothesis import given

from helpers.frames import LINKED, annotated_pairs, frame
from meantree.analysis.frames import Part
from meantree.annotation.annotation_scores import marks_of, score_of
from meantree.annotation.frame_annotation import Annotation, State
from meantree.comparison.marks import pair_marks
from meantree.corpus.corpus import Side
from meantree.metrics.evidence import Status
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.pair import Pair

WORDS: dict[Side, tuple[str, ...]] = {"hypothesis": tuple("abcdefgh"), "reference": tuple("abcdefgh")}


@pytest.mark.parametrize(
    ("part", "hypothesis", "reference"),
    [
        ((1, None), Status.MATCHED, Status.MISSED),
        ((2, None), Status.MATCHED, Status.MATCHED),  # a partly aligned predicate counts whole
        ((0, None), Status.EXTRA, Status.MATCHED),
        ((1, 0), Status.MATCHED, None),
        ((2, 1), None, Status.MATCHED),
        ((2, 0), None, Status.MISSED),
        ((1, 1), Status.EXTRA, None),
    ],
)
def test_parts_fare_as_they_count(part: Part, hypothesis: Status | None, reference: Status | None) -> None:
    marks = marks_of(LINKED, WORDS)
    assert [_status(marks[side].get(part)) for side in WORDS] == [hypothesis, reference]


def _status(mark: object) -> Status | None:
    return getattr(mark, "status", None)


@given(pair=annotated_pairs())
def test_marks_and_score_are_those_of_the_metric(pair: Pair) -> None:
    mine, theirs = (text.frames for text in pair.sides(0))
    assert mine is not None
    assert theirs is not None
    annotation = Annotation(mine.frames, theirs.frames, pair.frame_links(0))
    words: dict[Side, tuple[str, ...]] = {"hypothesis": mine.words, "reference": theirs.words}
    metric = Hmeant()
    marks = pair_marks(metric.evidence(pair).units, pair.sides(0), 0)
    assert marks_of(annotation, words) == {"hypothesis": marks[0].parts, "reference": marks[1].parts}
    assert score_of(annotation, words) == metric.score(metric.statistics(pair), level="segment")


def test_nothing_is_marked_where_nothing_is_counted() -> None:
    alone = Annotation(hypothesis=(frame("1 agent=0"),))
    assert marks_of(alone, WORDS) == {"hypothesis": {}, "reference": {}}
    assert score_of(alone, WORDS) is None
    assert score_of(Annotation(LINKED.hypothesis, LINKED.reference, state=State.CANNOT), WORDS) is None
