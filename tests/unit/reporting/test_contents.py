"""What a report is made of: its metrics, systems and segments, and that nothing else is computed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helpers.reports import TWO, compared, contents_of, many
from helpers.stores import HandMadeStore
from meantree.analysis.parsers import Parsers
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment, Text
from meantree.errors import UsageError
from meantree.reporting import contents as contents_module
from meantree.reporting.request import Kind, ReportRequest
from meantree.reporting.segment_choice import WORDS, fitting, worst_first

THREE = Corpus(
    "three",
    tuple(
        Segment(
            str(place),
            "",
            None,
            {"r": Text("a b c d")},
            {"s": Text("a b c d"), "t": Text("a b c x" if place else "x y z v"), "u": Text("x y z")},
        )
        for place in range(12)
    ),
    ("s", "t", "u"),
    ("r",),
)


def keys(contents: contents_module.Contents) -> list[str]:
    """The segments that are shown."""
    return [contents.corpus.segments[place].key for place in contents.shown]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (ReportRequest(metrics=("bleu",)), "no metric 'bleu' was scored; there are hwcm, ter"),
        (ReportRequest(systems=("x",)), "no system 'x' was scored; there are s, t"),
        (ReportRequest(segments=("d/9",)), "no segment 'd/9'"),
        (ReportRequest(filter="hwcm <"), "hwcm"),
        (ReportRequest("comparison", systems=("s",)), "a comparison is of two systems by a metric; found the system s"),
    ],
)
def test_what_cannot_be_reported_is_told(request_: ReportRequest, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        contents_of(TWO, request=request_)


def test_the_first_metric_is_in_focus_and_page_one_names_others_beside_it() -> None:
    contents = contents_of(TWO, ["hwcm", "ter", "chrf"], ReportRequest(metrics=("ter", "hwcm")))
    assert contents.focus == "ter"
    assert contents.headline == ("ter", "chrf")
    assert contents.specs == ("ter", "hwcm", "chrf"), "what page one names is in the table"
    assert [result.spec for result in contents.results] == ["ter", "chrf", "hwcm"]
    assert [spec for spec, _ in contents.signatures] == ["ter", "hwcm", "chrf"]


def test_that_texts_in_another_language_are_judged_by_metrics_without_analyses() -> None:
    corpus, store = replace(many([1] * 3), target_language="ar"), HandMadeStore()
    store.parsers = Parsers("en_hand_made")
    contents = contents_of(corpus, ["hwcm", "per", "chrf", "ter"], store=store)
    assert contents.focus == "per"
    assert contents.headline == ("per", "chrf", "ter")
    assert contents_of(replace(corpus, target_language="en"), ["hwcm", "per"], store=store).focus == "hwcm"


def test_a_comparison_is_of_the_best_two_systems() -> None:
    assert contents_of(THREE, ["per"], ReportRequest("comparison")).systems == ("s", "t")
    named = ReportRequest("comparison", systems=("t", "u"))
    assert contents_of(THREE, ["per"], named).systems == ("t", "u")


def test_the_writers_segments_are_shown_in_their_order_and_scores_are_of_all() -> None:
    contents = contents_of(THREE, ["per"], ReportRequest(segments=("5", "2")))
    assert keys(contents) == ["5", "2"]
    assert contents.results[0].segments == 12


def test_a_filter_chooses_what_is_shown_and_scores_are_of_all() -> None:
    corpus = many([4, 0, 1, 4])
    contents = contents_of(corpus, ["ter"], ReportRequest(filter="ter > 0"))
    assert keys(contents) == ["2", "3"]
    assert contents.results[0].segments == 4
    assert keys(contents_of(corpus, ["ter"], ReportRequest(filter="ter > 0", accepted=(3,)))) == ["4"]


def test_the_most_telling_segments_are_the_worst_and_have_room() -> None:
    long = tuple(Segment(str(n), "", None, {"r": Text("a " * 60)}, {"s": Text("b " * 60)}) for n in range(9))
    contents = contents_of(Corpus("c", long, ("s",), ("r",)), ["ter"])
    assert 0 < len(contents.shown) <= WORDS // 120
    assert fitting(contents.corpus, ["s"], [7, 8, 0, 1]) == (7, 8)
    sizes = (400, 300, 150, 20)
    texts = (Segment(str(n), "", None, {}, {"s": Text("a " * size)}) for n, size in enumerate(sizes))
    corpus = Corpus("c", tuple(texts), ("s",), ())
    assert fitting(corpus, ["s"], [0, 2, 3]) == (2, 3), "a long one is passed over though it is first"
    assert fitting(corpus, ["s"], [0, 1]) == (1,), "the shortest if none has room"
    assert fitting(corpus, ["s"], []) == ()
    assert worst_first(contents_of(THREE, ["per"]).table, "per", ["t"], [3, 0]) == [0, 3]


@pytest.mark.parametrize("kind", ["analysis", "comparison"])
def test_that_annotators_are_not_compared_where_they_are_not_reported(kind: Kind) -> None:
    assert contents_of(TWO, request=ReportRequest(kind)).people is None


def test_that_an_annotation_report_searches_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents_module, "search", lambda *_args, **_more: pytest.fail("searched"))
    assert contents_of(TWO, request=ReportRequest("annotation")).differences is None


def test_errors_have_their_ground_in_trees() -> None:
    errors = (ErrorSpan("s", "hypothesis", 0, 1, "Other", "major", "ana"),)
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text("a c")}, errors=errors)
    comparison = compared(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"]))
    assert comparison.hypothesis.marks.errors == {0: errors}


@pytest.mark.parametrize(("kind", "expected"), [("analysis", "annotator: me"), ("annotation", "Meantree ")])
def test_a_report_names_the_annotator_as_the_app_does(kind: Kind, expected: str) -> None:
    (first, *_) = contents_of(replace(TWO, annotator="me"), request=ReportRequest(kind)).about
    assert first.startswith(expected)
