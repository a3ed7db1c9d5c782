"""What a report is requested to hold."""

from __future__ import annotations

import pytest

from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, Segment
from meantree.errors import UsageError
from meantree.reporting.request import default_kind, default_metrics, named_segments, today

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
    assert named_segments(NAMES, line) == tuple(NAMES.segments[place].key for place in places)


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


def test_the_day_can_be_set() -> None:
    assert today({"SOURCE_DATE_EPOCH": "86400"}).isoformat() == "1970-01-02"
    with pytest.raises(UsageError, match="SOURCE_DATE_EPOCH"):
        today({"SOURCE_DATE_EPOCH": "soon"})


def test_that_no_name_leaves_the_choice_to_the_report() -> None:
    assert named_segments(NAMES, " ") is None


OFFERED = ("hmeant", "hwcm", "bleu", "chrf:beta=1")


def test_that_annotators_are_reported_where_there_are_some_unless_a_metric_of_texts_is_named() -> None:
    assert default_kind(Rules(), names_metric=False) == "annotation"
    assert default_kind(Rules(), names_metric=True) == "analysis"
    assert default_kind(None, names_metric=False) == "analysis"


@pytest.mark.parametrize(
    ("kind", "rules", "is_of_one", "specs"),
    [
        ("annotation", Rules(), False, ("hmeant",)),
        ("annotation", Rules(protocol=MQM), False, ()),
        ("annotation", None, False, ("hwcm", "bleu")),
        ("analysis", Rules(), False, ("hwcm", "bleu")),
        ("comparison", Rules(), True, ("hwcm", "bleu", "hmeant")),
    ],
)
def test_default_metrics_fit_the_kind(kind: str, rules: Rules | None, is_of_one: bool, specs: tuple[str, ...]) -> None:
    found = default_metrics(kind, OFFERED, ["hmeant"], rules, is_of_one=is_of_one)  # type: ignore[arg-type]
    assert found == specs
