"""What an annotator did, laid over the corpus, and marked as HMEANT counts it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from helpers.frames import LINKED, annotated_pairs, frame
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import Part
from meantree.annotation.annotated_corpus import annotated_corpus, annotated_segment
from meantree.annotation.annotation_scores import marks_of, score_of
from meantree.annotation.corrections import LinksKey, TreeKey
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.comparison.marks import pair_marks
from meantree.corpus.corpus import Corpus, Segment, Side, Text
from meantree.metrics.evidence import Status
from meantree.metrics.hmeant import Hmeant
from meantree.metrics.pair import Pair

SEGMENT = Segment("1", "d", references={"A": Text("x y")}, hypotheses={"s": Text("x y"), "t": Text("y x")})


CORPUS = Corpus("c", (SEGMENT,), ("s", "t"), ("A",))


def _key(system: str, reference: str) -> AnnotationKey:
    return AnnotationKey("d/1", system, reference, "ann")


def _tree(side: Side, name: str) -> TreeKey:
    return TreeKey("d/1", side, name, "ann")


def test_finished_frames_lie_over_their_translation() -> None:
    done = Annotation((frame("0"),), (frame("1"),), state=State.DONE)
    found = annotated_corpus(CORPUS, {_key("s", "A"): done, _key("t", "A"): Annotation()}, {}, {}).segments[0]
    pair = found.hypotheses["s"].annotation
    assert pair is not None
    assert (pair.name, pair.hypothesis, pair.reference) == ("A", done.hypothesis, done.reference)
    assert found.hypotheses["t"].annotation is None


def test_arcs_lie_over_their_text() -> None:
    trees = {_tree("hypothesis", "s"): {1: (0, "a")}, _tree("reference", "A"): {0: (1, "b")}}
    found = annotated_segment(SEGMENT, {}, trees, {})
    assert found.hypotheses["s"].arcs == {1: (0, "a")}
    assert found.references["A"].arcs == {0: (1, "b")}
    assert found.hypotheses["t"].arcs == {}
    assert annotated_segment(found, {}, {}, {}) == SEGMENT
    assert annotated_corpus(CORPUS, {}, trees, {}).segments == (found,)


def test_links_lie_over_their_translation_by_reference() -> None:
    one, two = FixedLinks(frozenset({(0, 1)})), FixedLinks(unlinked=frozenset({(1, 1)}))
    links = {LinksKey("d/1", "s", "A", "ann"): one, LinksKey("d/1", "s", "B", "ann"): two}
    found = annotated_segment(SEGMENT, {}, {}, links)
    assert found.hypotheses["s"].links == {"A": one, "B": two}
    assert found.hypotheses["t"].links == {}
    assert annotated_segment(found, {}, {}, {}) == SEGMENT
    assert annotated_corpus(CORPUS, {}, {}, links).segments == (found,)


def test_what_nobody_touched_is_the_same_segment() -> None:
    assert annotated_segment(SEGMENT, {}, {}, {}) is SEGMENT


def test_of_several_references_the_first_of_the_segment_counts() -> None:
    several = replace(SEGMENT, references={"Z": Text("x y"), "A": Text("x y")})
    done = {
        _key("s", name): Annotation((frame("0"),), (frame("1"),), state=State.DONE, comment=name) for name in ("A", "Z")
    }
    for order in (done, dict(reversed(done.items()))):
        pair = annotated_segment(several, order, {}, {}).hypotheses["s"].annotation
        assert pair is not None
        assert pair.name == "Z"


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
