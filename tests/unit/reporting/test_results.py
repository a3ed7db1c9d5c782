"""What reports say in sentences: verdicts, how a score comes about, and the figure of systems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.reports import compared, contents_of, pairs
from helpers.stores import HandMadeStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.phenomena.catalogue import KINDS
from meantree.picture.display_list import Disc, Drawing, Line
from meantree.picture.row_charts import IntervalRow, interval_chart
from meantree.picture.style import LIGHT, approximate_width
from meantree.reporting.compared_translations import shown_segments
from meantree.reporting.results import results, verdict
from meantree.reporting.score_line import quote, score_line
from meantree.scoring.run import score_corpus
from meantree.work import Work


def _verdict(first: Sequence[str], second: Sequence[str], spec: str = "per") -> tuple[str, str]:
    """What is said of two systems whose reference is always ``a b c d``."""
    table = score_corpus(pairs(first, second), [spec], HandMadeStore())
    return verdict(results(table, (spec,), ("s", "t"), Work())[0], len(first))


def test_few_segments_do_not_tell_which_system_is_better() -> None:
    main, numbers = _verdict(["a b c d"] * 9, ["a b x y"] * 9)
    assert main == "By per, s is ahead of t, but 9 segments are too few to tell."
    assert numbers == "0.000 against 0.500, lower is better."


def test_a_clear_difference_is_said_with_its_interval_n_and_p() -> None:
    main, numbers = _verdict(["a b c d"] * 6 + ["a b c x"] * 6, ["a b x y"] * 12)
    assert main == "By per, s is significantly better than t."
    assert numbers.startswith("0.125 against 0.500, lower is better; difference −0.375, 95 % interval −0.")
    assert numbers.endswith("; better in 12 segments, worse in 0; p < .001.")
    _, turned = _verdict(["a b x y"] * 12, ["a b c d"] * 6 + ["a b c x"] * 6)
    assert turned == numbers, "the difference is that of the system in the lead"


def test_a_printed_difference_that_printed_scores_contradict_says_why() -> None:
    _, numbers = _verdict(["a b c x"] * 5 + ["a b c d"] * 8, ["a b c d"] * 6 + ["a b c x"] * 7)
    first, second, less = re.findall(r"[−+]?\d\.\d+", numbers)[:3]
    assert float(first) - float(second) != pytest.approx(float(less.replace("−", "-")), abs=1e-9)
    assert f"{less} before rounding, 95 % interval" in numbers


def test_a_difference_that_may_be_chance_is_called_so() -> None:
    main, _ = _verdict(["a b c d", "a b x y"] * 6, ["a b x y", "a b c d"] * 5 + ["a x y z"] * 2)
    assert main == "By per, s is ahead of t, but not significantly."
    assert _verdict(["a b"] * 12, ["a b"] * 12)[0] == "By per, s and t have the same score."


@pytest.mark.parametrize(
    ("excludes", "p", "why"),
    [
        (True, 0.052, "but not significantly, as p is not below .05, though the interval excludes 0."),
        (False, 0.049, "but not significantly, as the interval includes 0, though p is below .05."),
        (False, 0.3, "but not significantly."),
    ],
)
def test_an_interval_and_a_test_that_disagree_are_explained(excludes: bool, p: float, why: str) -> None:
    table = score_corpus(pairs(["a b c d"] * 12, ["a b c x"] * 12), ["per"], HandMadeStore())
    (found,) = results(table, ("per",), ("s", "t"), Work())
    assert found.two is not None
    two = replace(found.two, low=-0.4 if excludes else -0.5, high=-0.1 if excludes else 0.1, p=p)
    main, _ = verdict(replace(found, two=two), 12)
    assert main.endswith(why)


def test_that_an_interval_has_0_in_it_is_seen() -> None:
    table = score_corpus(pairs(["a b c d"] * 12, ["a b c x"] * 12), ["per"], HandMadeStore())
    (found,) = results(table, ("per",), ("s", "t"), Work())
    assert found.two is not None
    _, numbers = verdict(replace(found, two=replace(found.two, low=-0.25, high=0.0004)), 12)
    assert "95 % interval −0.250 to +0.0004; " in numbers


def test_every_kind_of_findings_has_a_title_of_its_own() -> None:
    assert len({kind.title for kind in KINDS.values()}) == len(KINDS)
    assert KINDS["role.swapped"].title == "Roles are swapped"


def test_examples_end_with_words() -> None:
    assert quote("Commentary :") == "“Commentary”"
    assert quote("( by 50 %") == "“by 50 %”"
    assert quote(",") == "“,”"


def test_one_line_says_what_was_lost_and_added() -> None:
    segment = Segment("1", "", None, {"r": Text("he did not go")}, {"s": Text("he did certainly go")})
    comparison = compared(contents_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"]))
    assert score_line(comparison) == "2 of 3 arcs matched, 3 of 4 words; missed: “not”; extra: “certainly”"


def test_one_line_says_of_which_shares_a_score_is_the_mean() -> None:
    texts = {"s": Text("he did"), "t": Text("she did")}
    segment = Segment("1", "", None, {"A": Text("he did not go"), "B": Text("he went")}, texts)
    contents = contents_of(Corpus("c", (segment,), ("s", "t"), ("A", "B")), ["hwcm"])
    (shown,) = shown_segments(contents, [0], Work())
    lines = [score_line(one.comparison, contents.metric) for one in shown.translations if one.comparison is not None]
    assert lines[0].startswith("the mean of 2 of 2 words and marks and 1 of 1 pairs of a head and a dependent ")
    assert lines[0].endswith("; missed of reference A: “not”, “go”")
    assert "1 of 2 words and marks and 0 of 1 pairs" in lines[1]
    assert "a share of 0 counting 0.001; missed of reference A: “not”, “he”, “go”; extra: “she”" in lines[1]
    contents = contents_of(Corpus("c", (segment,), ("s",), ("A", "B")), ["dstm:d=3"])
    said = score_line(compared(contents), contents.metric)
    assert re.match(r"the mean of \d of \d subtrees of depth 1 and \d of \d subtrees of depth 2 that ", said)


@given(st.lists(st.tuples(*[st.floats(-1e3, 1e3)] * 3), min_size=1, max_size=4))
def test_every_value_lies_on_the_axis(rows: list[tuple[float, float, float]]) -> None:
    chart = interval_chart([IntervalRow("a", *row) for row in rows], 600, approximate_width)
    left, right = _axis(chart)
    assert all(left <= part.x <= right for part in chart.parts if isinstance(part, Disc))
    assert all(left <= x <= right for part in chart.parts if isinstance(part, Line) for x, _ in part.points)


def _axis(chart: Drawing) -> tuple[float, float]:
    """The ends of the axis, which is drawn first."""
    axis = next(iter(chart.groups(LIGHT))).parts[0]
    assert isinstance(axis, Line)
    (left, _), (right, _) = axis.points
    return left, right
