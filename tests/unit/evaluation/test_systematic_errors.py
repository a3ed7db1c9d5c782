"""How often features fire and what they cost, counted by hand, and what is said of a trained feature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.findings import found
from helpers.tables import ADDED, CHANGED, LOST, FeatureRows, feature_table
from helpers.trees import parsed
from meantree.cli.error_output import blocks_of, tables_text
from meantree.comparison.pair_findings import OTHER_LANGUAGE, SegmentFindings
from meantree.errors import UsageError
from meantree.evaluation.feature_values import FeatureValues, TrainedFeature, features_of
from meantree.evaluation.systematic_errors import (
    Against,
    Baseline,
    CountedKind,
    FeatureErrors,
    FindingValues,
    Occurrence,
    common_segments,
    costliest_first,
    default_against,
    feature_errors,
    finding_values,
    most_frequent_first,
    occurrences,
)
from meantree.metrics.pair import Pair
from meantree.metrics.registry import metric
from meantree.metrics.regression_metrics import Regression
from meantree.scoring.table import ScoreTable
from meantree.work import Work

NORTH: FeatureRows = [(0.0, 0.0, 0.0), (0.4, 0.5, 1.0), (0.1, 0.0, 0.5), (0.35, 0.25, 0.0), None]
SOUTH: FeatureRows = [(0.1, 0.5, 0.0), (0.2, 0.0, 1.0), (0.1, 0.0, 0.0), None, (0.9, 1.0, 1.0)]
EAST: FeatureRows = [(0.5, 0.5, 1.0), None, (0.4, 0.2, 0.0), None, (0.1, 0.0, 0.0)]
DOCUMENTS = ("news", "news", "talk", "talk", "talk")


@pytest.fixture
def values() -> FeatureValues:
    return FeatureValues(feature_table({"north": NORTH, "south": SOUTH, "east": EAST}, DOCUMENTS), "rte-r")


def _by_name(values: FeatureValues, *asked: Any) -> dict[str, FeatureErrors]:
    return {error.feature.name: error for error in feature_errors(values, *asked)}


def test_a_system_alone_beside_the_training_data(values: FeatureValues) -> None:
    result = _by_name(values, "north", Baseline.TRAINING)
    lost, added, changed = (result[name] for name in (LOST, ADDED, CHANGED))
    assert (lost.first.segments, lost.first.fired, lost.first.share) == (4, 2, 0.5)
    assert (added.first.fired, changed.first.fired) == (2, 2)  # changed: above 0.2 + 0.1 in the second and the fourth
    assert lost.first.mean == pytest.approx(0.375)
    assert lost.first.contribution == pytest.approx(-1.0 * 0.375)
    assert changed.shift == pytest.approx((0.2125 - 0.2) / 0.1)
    assert (lost.second.share, lost.share_p, lost.difference) == (None, None, None)
    assert (lost.second.mean, lost.second.contribution) == (0.02, -0.02)
    assert lost.mean_p is not None


def test_two_systems_on_the_segments_that_both_have(values: FeatureValues) -> None:
    name = _by_name(values, "north", "south")
    lost = name[LOST]
    assert (lost.first.segments, lost.second.segments) == (3, 3)
    assert (lost.first.fired, lost.second.fired) == (2, 1)
    assert lost.difference == pytest.approx(1 / 3)
    assert lost.added == pytest.approx(-0.5 / 3)
    assert lost.share_p == 1.0
    assert name[CHANGED].second.fired == 0


def test_one_system_beside_all_others(values: FeatureValues) -> None:
    lost = _by_name(values, "north", Baseline.OTHERS)[LOST]
    assert lost.first.segments == lost.second.segments == 3
    assert lost.second.fired == 0.5 + 1  # one of two in the first segment, the only other in the second
    assert lost.second.mean == pytest.approx((0.5 + 1 + 0) / 3)


def test_one_document_alone(values: FeatureValues) -> None:
    lost = _by_name(values, "north", "south", (0, 1))[LOST]
    assert (lost.first.segments, lost.first.fired, lost.second.fired) == (2, 1, 1)
    nothing = _by_name(values, "north", "south", (3,))[LOST]
    assert (nothing.first.segments, nothing.first.share, nothing.first.mean, nothing.mean_q) == (0, None, None, None)
    assert (nothing.added, nothing.shift) == (None, None)


def test_what_costs_most_comes_first(values: FeatureValues) -> None:
    order = costliest_first(feature_errors(values, "north", Baseline.TRAINING))
    assert [one.feature.name for one in order] == [LOST, CHANGED, ADDED]


def test_the_segments_behind_a_feature(values: FeatureValues) -> None:
    names = [feature.name for feature in values.features]
    assert occurrences(values, names.index(LOST), "north", "south") == [
        Occurrence(1, 1.0, 1.0, "both", "south"),
        Occurrence(2, 0.5, 0.0, "first"),
    ]
    assert [
        (occurrence.place, occurrence.whose) for occurrence in occurrences(values, names.index(ADDED), "north", "south")
    ] == [(0, "second"), (1, "first")]
    beside_all = occurrences(values, names.index(LOST), "north", Baseline.OTHERS)
    assert Occurrence(0, 0.0, 0.5, "second", "east") in beside_all
    alone = occurrences(values, names.index(CHANGED), "north", Baseline.TRAINING)
    assert alone == [Occurrence(1, 0.4, None, "first"), Occurrence(3, 0.35, None, "first")]
    assert occurrences(values, names.index(LOST), "north", "south", (2,)) == [Occurrence(2, 0.5, 0.0, "first")]


def test_features_in_words(values: FeatureValues) -> None:
    changed, added, lost = values.features
    assert [feature.is_in_most_translations for feature in values.features] == [True, False, False]
    assert changed.words == "word order changed: high"
    assert (lost.words, added.words) == ("negation missing", "nouns added")
    assert changed.group == "alignment"
    assert lost.claim.endswith(".")


def test_features_are_found_among_those_of_overlap() -> None:
    for spec in ("rte-r", "mt+rte-r"):
        chosen = metric(spec)
        assert isinstance(chosen, Regression)
        places, known = features_of(chosen)
        assert [chosen.model.weights[place - 1].name for place in places] == [one.name for one in known]
        assert all(one.title for one in known)


def test_a_metric_without_features_is_told() -> None:
    table = feature_table({"north": NORTH})
    table.metrics = {**table.metrics, "bleu": metric("bleu"), "mt-r": metric("mt-r")}
    for spec in ("bleu", "mt-r"):
        with pytest.raises(UsageError, match=f"{spec} has no entailment features; there are rte-r"):
            FeatureValues(table, spec)


def test_nothing_could_be_scored() -> None:
    values = FeatureValues(feature_table({"north": [None, None]}), "rte-r")
    assert all(
        error.first.mean is None and error.mean_p is None
        for error in feature_errors(values, "north", Baseline.TRAINING)
    )


def test_with_whom_a_system_is_compared() -> None:
    assert default_against(["a"], "a") is Baseline.TRAINING
    assert default_against(["a", "b"], "b") == "a"
    assert default_against(["a", "b", "c"], "b") is Baseline.OTHERS


VALUE = st.sampled_from((0.0, 0.25, 0.5, 1.0))
ROWS = st.lists(st.none() | st.tuples(VALUE, VALUE, VALUE), min_size=6, max_size=6)


@given(ROWS, ROWS)
def test_counts_add_up_over_documents(north: FeatureRows, south: FeatureRows) -> None:
    table = feature_table({"north": north, "south": south}, ("a", "b", "a", "c", "b", "a"))
    values = FeatureValues(table, "rte-r")
    for against in ("south", Baseline.OTHERS, Baseline.TRAINING):
        whole = feature_errors(values, "north", against)
        parts = [feature_errors(values, "north", against, places) for places in table.corpus.documents.values()]
        for one, *several in zip(whole, *parts, strict=True):
            assert one.first.segments == sum(part.first.segments for part in several)
            assert one.first.fired == sum(part.first.fired or 0 for part in several)


def _ps(one: FeatureErrors) -> tuple[float | None, ...]:
    return one.share_p, one.share_q, one.mean_p, one.mean_q


@given(ROWS, ROWS)
def test_either_of_two_systems_may_be_the_first(north: FeatureRows, south: FeatureRows) -> None:
    values = FeatureValues(feature_table({"north": north, "south": south}), "rte-r")
    there = feature_errors(values, "north", "south")
    back = feature_errors(values, "south", "north")
    others = feature_errors(values, "north", Baseline.OTHERS)
    for first, second, three in zip(there, back, others, strict=True):
        assert (first.first, first.second) == (second.second, second.first)
        assert _ps(first) == pytest.approx(_ps(second))
        assert first == three


@given(ROWS)
def test_what_features_add_is_the_score(north: FeatureRows) -> None:
    table: ScoreTable = feature_table({"north": north})
    against: Against = Baseline.TRAINING
    errors = feature_errors(FeatureValues(table, "rte-r"), "north", against)
    score = table.system_score("north", "rte-r")
    added = [error.first.contribution for error in errors]
    if score is None:
        assert added == [None, None, None]
    else:
        assert 0.25 + sum(filter(None, added)) == pytest.approx(score)


def test_findings_are_counted_as_features_are_but_cost_nothing() -> None:
    corpus = feature_table({"north": NORTH, "south": SOUTH}).corpus
    north = ["negation.missing name.missing", "negation.missing", "", ""]
    kinds = {"north": north, "south": ["", "negation.missing", "", "", ""]}
    values = FindingValues(corpus, found(corpus, kinds))
    negation, name = feature_errors(values, "north", "south")
    assert (negation.feature.name, negation.feature.group) == ("negation.missing", "negation")
    assert (negation.first.segments, negation.first.fired, negation.second.fired) == (4, 2, 1)
    assert (negation.first.contribution, negation.mean_p, negation.share_p) == (None, None, 1.0)
    assert (name.difference, name.second.fired) == (0.25, 0)
    assert most_frequent_first([name, negation]) == [negation, name]
    assert [(one.place, one.whose) for one in occurrences(values, 0, "north", "south")] == [(0, "first"), (1, "both")]
    (alone,) = feature_errors(values, "south", Baseline.NOTHING)[:1]
    assert (alone.first.segments, alone.first.fired, alone.second.fired, alone.difference) == (5, 1, None, None)


def test_no_finding_is_no_error() -> None:
    corpus = feature_table({"north": NORTH, "south": SOUTH}).corpus
    values = FindingValues(corpus, found(corpus, {"north": ["", ""], "south": [""]}))
    assert feature_errors(values, "north", "south") == []
    assert common_segments(values, "north", "south") == 1


def test_kinds_have_the_shares_of_right_answers_of_the_whole_corpus() -> None:
    corpus = feature_table({"north": NORTH, "south": SOUTH}).corpus
    answers: dict[str, dict[str, tuple[str, ...]]] = {
        "north": {"name.missing: “a”": ("wrong", "right"), "name.missing: “b”": ("free",)},
        "south": {"name.missing: “a”": ("right",)},
    }
    answered, *others = corpus.segments
    corpus = replace(corpus, segments=(replace(answered, answers=answers), *others))
    values = FindingValues(corpus, found(corpus, {"north": ["negation.missing"], "south": [""]}))
    negation, name = feature_errors(values, "north", "south")
    shares = [(kind.right, kind.answered) for kind in (negation.feature, name.feature) if isinstance(kind, CountedKind)]
    assert shares == [(0, 0), (2, 4)]
    assert (name.first.fired, name.is_silent) == (0, False), "answered kinds are listed though none is shown"


def test_answered_kinds_have_no_count_where_nothing_was_searched() -> None:
    corpus = feature_table({"north": NORTH}).corpus
    segment = replace(corpus.segments[0], answers={"north": {"name.missing: “a”": ("right",)}})
    corpus = replace(corpus, segments=(segment, *corpus.segments[1:]))
    text = parsed("a:0:root")
    for reason, segments in (("", 1), (OTHER_LANGUAGE, 0)):
        searched = SegmentFindings(segment, "north", Pair(text, [text]), 0, (), reason)
        values = finding_values(corpus, ["north"], [searched])
        (name,) = feature_errors(values, "north", Baseline.NOTHING)
        assert (name.first.segments, name.first.share) == (segments, 0 if segments else None)
        (block,) = blocks_of(values, corpus, [("north", Baseline.NOTHING)], "system", Work())
        assert ("0 · 0.0 %" in tables_text([block])) == bool(segments)


@pytest.mark.parametrize(
    ("mean", "scale", "weight", "usual"),
    [
        (0.9, 0.3, -0.5, True),
        (0.5, 0.5, -0.5, True),
        (0.1, 0.3, -0.5, False),
        (0.0, 0.0, -0.5, False),
        (1.0, 0.0, -0.5, False),
        (0.8, 0.2, 0.0, True),
    ],
)
def test_what_translations_mostly_have_is_high_if_it_weighs(
    mean: float, scale: float, weight: float, usual: bool
) -> None:
    feature = TrainedFeature("ref>hyp.words_changed", "words changed", "alignment", "", mean, scale, weight)
    assert feature.is_in_most_translations == usual
    assert feature.words == ("words changed: high" if usual and weight else "words changed")
