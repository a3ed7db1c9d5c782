"""Which segments a report shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.reports import TWO, content_of, many
from helpers.stores import HandMadeStore
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import UsageError
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.chosen_content import report_content
from meantree.reporting.report_options import (
    ReportOptions,
    named_segments,
    parse_parts,
    select_segments,
    today,
    worst_first,
)
from meantree.reporting.styles import PRESETS
from meantree.reporting.system_scores import coverage
from meantree.scoring.run import score_corpus

NAMES = Corpus(
    "c", tuple(Segment(*name) for name in [("1", "a"), ("2", "a"), ("x-3", "a"), ("1", "b-c"), ("9", "b-c")]), (), ()
)


@pytest.mark.parametrize(
    ("line", "places"),
    [
        ("2", (1,)),
        ("a/1", (0,)),
        ("b-c/1", (3,)),
        ("x-3", (2,)),
        ("2-x-3", (1, 2)),
        ("a/1-b-c/1", (0, 1, 2, 3)),
        ("9, 2 ,9", (1, 4)),
        ("2-9,a/1", (0, 1, 2, 3, 4)),
    ],
)
def test_names_and_ranges_in_the_order_of_the_corpus(line: str, places: tuple[int, ...]) -> None:
    assert named_segments(NAMES, line) == places


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("7", "there is no such segment; ids are like a/1, a/2, a/x-3"),
        ("2-7", "there is no such segment"),
        ("1", "2 documents have it; name one as a/1, b-c/1"),
        ("9-2", "runs backwards; 2 comes first"),
        (",", "expected ids as in"),
    ],
)
def test_what_cannot_be_found_is_told(line: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        named_segments(NAMES, line)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.integers(1, 8), st.sampled_from(["ter", "chrf"]))
def test_of_too_many_the_worst_stand_first(scores: list[int], most: int, spec: str) -> None:
    content = content_of(many(scores), [spec], ReportOptions(most=most))
    column = content.table.segment_scores("s", spec)
    sign = 1 if spec == "chrf" else -1
    ranked = sorted(range(len(scores)), key=lambda place: (sign * (column[place] or 0.0), place))
    if len(scores) <= most:
        assert content.selection.shown == tuple(range(len(scores)))
        assert "worst" not in content.selection.description
    else:
        assert content.selection.shown == tuple(ranked[:most])
        assert content.selection.description == f"the {most} worst of {len(scores)} segments by {spec}, worst first"


def test_the_worst_have_the_lowest_mean_of_all_systems_and_no_score_is_last() -> None:
    content = content_of(TWO, ["hwcm"])
    assert worst_first([(content.table, "hwcm")], ["s", "t"], [0, 1]) == [0, 1], "t is bad at the first"
    assert worst_first([(content.table, "hwcm")], ["t"], [1, 0]) == [0, 1], "t lacks the second"


def test_named_segments_are_never_cut() -> None:
    content = content_of(many([0, 1, 2, 3, 4]), ["ter"], ReportOptions(segments="2-5", most=2))
    assert [content.corpus.segments[place].key for place in content.selection.shown] == ["2", "3", "4", "5"]
    assert content.selection.description == "4 of 5 segments"


@pytest.mark.parametrize("options", [ReportOptions(segments="2-3"), ReportOptions(places=(1, 2))])
def test_a_report_speaks_of_the_named_segments_alone(options: ReportOptions) -> None:
    lacking = many([0, 1, 4, 2])
    first, *others = lacking.segments
    corpus = replace(lacking, segments=(replace(first, hypotheses={}), *others))
    whole, content = content_of(corpus, ["wer"]), content_of(corpus, ["wer"], options)
    assert whole.system_scores("s") == pytest.approx((5 / 12,))
    assert content.system_scores("s") == pytest.approx((3 / 8,)), "3 of 4 words are wrong in one, none in the other"
    assert content.table.document_scores("s", "wer") == {"": pytest.approx(3 / 8)}
    assert coverage(content) == "Over all 2 segments of the report."
    assert (len(whole.problems), content.problems) == (1, ()), "what is wrong with others is not said"
    assert content.signatures == whole.signatures
    assert [segment.key for segment in content.segments()] == ["2", "3"]
    assert "scoring and showing only 2 of 4 segments" in content.about


def test_a_filter_holds_with_any_of_the_systems() -> None:
    table = content_of(TWO, ["edpm"]).table
    selection = select_segments(table, ReportOptions(filter="edpm < 0.9"), ["s", "t"], "edpm")
    assert selection.shown == (0,)
    assert selection.description == "1 of 2 segments (filter: edpm < 0.9 in any of the systems)"
    assert (
        select_segments(table, ReportOptions(filter="edpm < 0.9"), ["s"], "edpm").description
        == "0 of 2 segments (filter: edpm < 0.9)"
    )
    with pytest.raises(UsageError, match="nothing"):
        select_segments(table, ReportOptions(filter="nothing < 3"), ["s"], "edpm")


def test_a_filter_holds_with_one_of_the_systems() -> None:
    table = content_of(TWO, ["edpm"]).table
    of_one = ReportOptions(filter="edpm < 0.9", filtered_by="s")
    selection = select_segments(table, of_one, ["s", "t"], "edpm")
    assert selection.shown == ()
    assert selection.description == "0 of 2 segments (filter: edpm < 0.9 for s)"
    assert select_segments(table, replace(of_one, accepted=(1,)), ["s", "t"], "edpm").shown == (1,), (
        "they are known already"
    )


def test_of_too_many_that_pass_the_filter_the_worst_are_shown() -> None:
    content = content_of(many([4, 0, 1, 2, 4]), ["ter"], ReportOptions(filter="ter > 0", most=2))
    assert content.selection.selected == (1, 2, 3)
    assert content.selection.shown == (1, 2)
    description = content.selection.description
    assert description == "the 2 worst of 3 segments by ter, worst first (filter: ter > 0, of 5 segments)"


def test_parts_by_name() -> None:
    assert parse_parts("systems") == {"systems"}
    assert parse_parts("annotators") == {"annotators"}
    assert parse_parts("differences") == {"segments", "differences"}
    assert parse_parts("trees, remarks") == {"segments", "trees", "comments"}
    with pytest.raises(UsageError, match="found 'tree', expected some of summary, systems, annotators, segments"):
        parse_parts("tree")


def test_a_style_has_parts_added_and_taken_away() -> None:
    style = PRESETS["linguist"]
    assert parse_parts("+features, -comments", style) == style - {"comments"} | {"features"}
    assert parse_parts("-segments", frozenset({"summary", "segments", "trees"})) == {"summary", "trees"}
    with pytest.raises(UsageError, match="expected \\+ or - before every name"):
        parse_parts("+features,trees", style)
    with pytest.raises(UsageError, match="trees is a part of segments"):
        parse_parts("-segments,+trees", style)


def test_of_two_systems_compared_the_segments_that_differ_most_are_shown() -> None:
    texts = ("a b c d", "a b c x", "a x x x")
    segments = tuple(
        Segment(str(place), "", references={"r": Text("a b c d")}, hypotheses={"s": Text("a b c d"), "t": Text(text)})
        for place, text in enumerate(texts)
    )
    options = ReportOptions(parts=PRESETS["comparison"], most=2)
    selection = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["per"], options).selection
    assert selection.shown == (2, 1)
    assert selection.description == "the 2 of 3 segments in which s and t differ most by per"
    few = content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["per"], replace(options, most=9)).selection
    assert (few.shown, few.description) == ((2, 1, 0), "all 3 segments, largest difference first")
    named = replace(options, segments="0-2")
    assert content_of(Corpus("c", segments, ("s", "t"), ("r",)), ["per"], named).selection.shown == (0, 1, 2)


def test_of_more_systems_the_pair_of_the_summary_is_compared() -> None:
    texts = ("a x x x", "a b c x", "a b c d")
    segments = tuple(
        Segment(
            str(place),
            "",
            references={"r": Text("a b c d")},
            hypotheses={"bad": Text("x"), "u": Text(text), "t": Text("a b c d")},
        )
        for place, text in enumerate(texts[::-1])
    )
    options = ReportOptions(parts=PRESETS["comparison"], most=2)
    content = content_of(Corpus("c", segments, ("bad", "u", "t"), ("r",)), ["hwcm"], options)
    assert content.results()[0].ranking.names[:2] == ("t", "u")
    assert content.selection.shown == (2, 1)
    assert content.selection.description == "the 2 of 3 segments in which u and t differ most by hwcm"
    compared = [segment.both.systems for segment in content.segments() if segment.both is not None]
    assert compared == [("u", "t")] * 2
    few = report_content(content.table, HandMadeStore(), replace(options, most=9))
    assert few.selection.description == "all 3 segments, largest difference of u and t first"


def test_the_heading_says_which_segments_are_scored() -> None:
    corpus = many([4, 2, 0])
    assert (
        "scoring and showing only 2 of 3 segments" in content_of(corpus, ["per"], ReportOptions(segments="1-2")).about
    )
    options = ReportOptions(filter="per > 0.3", parts=frozenset({"segments"}))
    filtered = content_of(corpus, ["per"], options).about
    assert "showing 2 of 3 segments (filter: per > 0.3), scores of all" in filtered
    assert not any("showing" in part for part in content_of(corpus, ["per"]).about), "the section says that"


def test_the_day_can_be_set() -> None:
    assert today({"SOURCE_DATE_EPOCH": "86400"}).isoformat() == "1970-01-02"
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        today({"SOURCE_DATE_EPOCH": "soon"})


def test_many_segments_without_scores_are_those_with_the_most_errors() -> None:
    corpus = many([1, 1, 1])
    keys = [segment.key for segment in corpus.segments]
    system = corpus.systems[0]
    errors = {
        key: ((ErrorKey(key, system, "ana"), ErrorAnnotation((MarkedError(severity="major"),) * number)),)
        for key, number in zip(keys, (0, 2, 1), strict=True)
    }
    table = score_corpus(corpus, {}, HandMadeStore())
    annotators = ProjectAnnotations(errors=errors)
    selection = select_segments(table, ReportOptions(most=2), corpus.systems, "", annotators)
    assert selection.shown == (1, 2)
    assert selection.description == "the 2 of 3 segments with the most marked errors"
