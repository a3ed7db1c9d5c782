"""Agreement on error spans equals brute force, and knows its limits."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers import brute_force
from helpers.command import meantree
from meantree.agreement.compared_errors import error_agreement
from meantree.agreement.error_agreement import (
    ErrorCredit,
    UnitizedAlpha,
    character_agreement,
    error_credit,
    severity_of,
    units_of,
)
from meantree.agreement.frame_agreement import summed_agreement
from meantree.agreement.pooled_annotations import read_pooled
from meantree.annotation.contested_errors import contested_errors
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Origin, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, Rules
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.project.file import Project
from meantree.project.gold_standard import compared_errors
from meantree.reporting.error_agreement_tables import error_agreement_tables, error_pair_values
from meantree.reporting.error_scores import error_system_table

LENGTH = 9
OF_SCORES = {"scored", "r", "mean difference"}
PLACES = st.tuples(
    st.sampled_from(["hypothesis", "hypothesis", "source"]), st.integers(0, LENGTH), st.integers(0, LENGTH)
)
ERRORS = st.builds(
    MarkedError,
    st.lists(
        PLACES.map(lambda p: Place("source" if p[0] == "source" else "hypothesis", min(p[1:]), max(p[1:]))), max_size=2
    ).map(tuple),
    st.sampled_from(["minor", "major"]),
    st.just("Other"),
    missing=st.booleans(),
)
ANNOTATORS = st.lists(ERRORS, max_size=3)
PAIRS = st.lists(st.tuples(ANNOTATORS, ANNOTATORS), max_size=3)
TEXTS = st.lists(st.lists(ANNOTATORS, min_size=1, max_size=3), min_size=1, max_size=2)


@given(PAIRS)
def test_characters_equal_brute_force(pairs: list[tuple[list[MarkedError], list[MarkedError]]]) -> None:
    found = summed_agreement("", [character_agreement(first, second) for first, second in pairs]).f
    assert found == pytest.approx(brute_force.character_f(pairs, LENGTH))


@given(ANNOTATORS, ANNOTATORS)
def test_errors_are_matched_as_well_as_they_can_be(first: list[MarkedError], second: list[MarkedError]) -> None:
    credit = error_credit(first, second)
    assert credit.f == (None if (best := brute_force.best_error_f(first, second)) is None else pytest.approx(best))
    assert (credit.first, credit.second) == (len(first), len(second))
    assert credit.f is None or 0 <= credit.f <= 1 + 1e-9
    assert error_credit(first, first).f in (None, pytest.approx(1.0))


def test_matching_maximizes_f1_not_the_sum_of_credits() -> None:
    short, long = _marked(15, 16), _marked(10, 22)
    credit = error_credit([short, long], [_marked(2, 17)])
    assert (credit.first_credit, credit.second_credit) == pytest.approx((7 / 12, 7 / 15)), "1 + 1/15 is more, F1 less"


def test_many_errors_on_the_same_words_end_in_time() -> None:
    errors = [_marked(0, 20 + number) for number in range(60)]
    assert error_credit(errors, errors).f == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("first", "second", "is_same"),
    [
        ({"missing": True}, {"places": (Place("hypothesis", 5, 5),)}, True),
        ({"missing": True}, {"missing": True, "places": (Place("source", 2, 6),)}, True),
        ({"places": (Place("hypothesis", 5, 5),)}, {"missing": True, "places": (Place("source", 2, 6),)}, True),
        ({"places": (Place("hypothesis", 5, 5),)}, {"places": (Place("hypothesis", 9, 9),)}, False),
        ({"missing": True}, {}, False),
        ({"missing": True}, {"places": (Place("source", 2, 6),)}, True),
        ({"places": (Place("hypothesis", 5, 5),)}, {"places": (Place("source", 2, 6),)}, True),
        ({"missing": True}, {"places": (Place("source", 2, 6),), "category": "Source error"}, False),
        ({"missing": True}, {"places": (Place("hypothesis", 2, 6),)}, False),
    ],
)
def test_omissions_match_unless_both_say_where(first: dict[str, Any], second: dict[str, Any], *, is_same: bool) -> None:
    assert error_credit([MarkedError(**first)], [MarkedError(**second)]).f == float(is_same)


@given(TEXTS)
def test_unitized_alpha_equals_pairs_of_characters(texts: list[list[list[MarkedError]]]) -> None:
    alpha = UnitizedAlpha()
    units = [(LENGTH, [units_of(errors, severity_of) for errors in annotators]) for annotators in texts]
    for length, annotators in units:
        alpha.add(length, annotators)
    expected = brute_force.unitized_alpha(units)
    assert alpha.value == (None if expected is None else pytest.approx(expected))


def _marked(start: int, end: int, severity: str = "major", **more: object) -> MarkedError:
    return MarkedError((Place("hypothesis", start, end),), severity, "Accuracy/Addition", **more)  # type: ignore[arg-type]


def test_units_do_not_overlap_and_those_that_touch_stay_two() -> None:
    errors = [_marked(0, 4, "minor"), _marked(2, 6), _marked(6, 8)]
    assert units_of(errors) == [(0, 6, "error"), (6, 8, "error")]
    assert units_of(errors, severity_of) == [(0, 2, "minor"), (2, 6, "major"), (6, 8, "major")]


def test_credit_is_the_share_of_ones_own_characters() -> None:
    credit = error_credit([_marked(0, 4)], [_marked(2, 4), _marked(6, 8)])
    assert credit == ErrorCredit(0.5, 1, 1.0, 2)
    assert credit.f == pytest.approx(0.5)
    assert error_credit([_marked(0, 4)], [_marked(0, 4, "minor")], "severity").f == 0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    path = tmp_path / "p.meantree"
    texts = {"A": Text("a house of"), "B": Text("an house ..")}
    segments = tuple(Segment(str(n), f"d{n}", "ein Haus", {}, texts) for n in range(2))
    with Project(path, new=True) as project:
        project.fill(Corpus("p", segments, ("A", "B"), ()))
        for name, score in (("ana", 80.0), ("ben", 60.0)):
            for place, segment in enumerate(segments):
                for system in ("A", "B"):
                    errors = (_marked(0, 4 + place),) if name == "ana" or system == "A" else ()
                    rejected = _marked(5, 6, origin=Origin.REJECTED, by="x")
                    state = State.DONE if errors else State.NOTHING
                    annotation = ErrorAnnotation((*errors, rejected), score + place * 5 + len(system), state)
                    project.save_errors(ErrorKey(segment.key, system, name), annotation, "x")
        project.save_errors(ErrorKey("d0/0", "A", "eva"), ErrorAnnotation(), "begun")
    return path


def test_agreement_of_a_project(project: Path) -> None:
    found = error_agreement(read_pooled([project]))
    (pair,) = found.pairs.values()
    assert (pair.name, pair.translations) == ("ana – ben", 4)
    assert pair.characters[""].f == pytest.approx(2 * 9 / (18 + 9))
    assert pair.errors["both"].f == pytest.approx(2 * 0.5 * 1 / 1.5)
    assert pair.has_error.observed == 0.5
    assert pair.scores.mean_difference == pytest.approx(20)
    by_system = found.by(lambda item: [item.translation[1]])
    assert [(part.name, part.characters[""].f) for part in by_system] == [("A", 1.0), ("B", 0.0)]
    assert [part.translations for part in found.by(lambda item: [item.translation[0]])] == [2, 2]
    assert [(item.name, item.count) for item in found.categories] == [("Accuracy/Addition", 6)]
    assert found.origins["ana"] == {Origin.OWN: 4, Origin.REJECTED: 4}
    pool = read_pooled([project])
    pool.corpus = replace(pool.corpus, why_unscored="hidden")
    hidden = error_agreement(pool)
    for whole in (False, True):
        for table in error_agreement_tables(hidden, whole=whole):
            assert OF_SCORES.isdisjoint((*table.head, *(row[0] for row in table.rows))), table.name
            assert "scored:" not in table.note
    assert next(error_agreement_tables(hidden)).note.endswith("Hidden.")
    (values,) = error_pair_values(hidden)
    assert {name: values["errors"][name] for name in OF_SCORES} == dict.fromkeys(OF_SCORES)
    shown = read_pooled([project])
    assert (error_system_table(shown) is None, error_system_table(pool)) == (False, None)
    assert (shown.corpus.rating_kinds, pool.corpus.rating_kinds) == (("esa", "mqm"), ())


@pytest.mark.parametrize(
    ("categories", "first", "second", "names"),
    [
        ("", "Accuracy/Addition", "addition", ["Accuracy/Addition"]),
        ("Addition\nAccuracy/Addition", "Addition", "Accuracy/Addition", ["Addition"]),
        ("Addition", "Addition", "Accuracy/Addition", ["Addition"]),
        ("Addition\nA/Addition\nB/Addition", "Addition", "A/Addition", ["A/Addition", "Addition"]),
        ("A/Addition", "B/Addition", "A/Addition", ["A/Addition", "B/Addition"]),
        ("", "Accuracy/Untranslated", "Accuracy/Untranslated text", ["Accuracy/Untranslated text"]),
        ("", "Linguistic_conventions/Grammar", "Fluency/Grammar", ["Fluency/Grammar"]),
        ("", "Accuracy/Omission (Translation)", "Accuracy/Omission (Translation 2)", ["Accuracy/Omission"]),
        ("", "Source", "Source issue", ["Source error"]),
        ("Style/Unnatural or awkward", "Style/Awkward", "Awkward", ["Style/Unnatural or awkward"]),
    ],
)
def test_two_names_of_one_category_count_as_one(
    project: Path, categories: str, first: str, second: str, names: list[str]
) -> None:
    with Project(project) as opened:
        opened.set_rules(replace(opened.rules, categories=categories))
        keys = [ErrorKey("d0/0", "A", name) for name in ("ana", "ben")]
        for key, category in zip(keys, (first, second), strict=True):
            errors = (replace(_marked(0, 4), category=category),)
            known = opened.error_annotation(key)
            opened.save_errors(key, ErrorAnnotation(errors, state=State.DONE), "x", known=known)
        pool = read_pooled([project]).part({"d0/0"}).of_systems({"A"})
        assert sorted(one.name for one in error_agreement(pool).categories) == names
        for corpus in (opened.corpus(), opened.corpus_of("ana"), opened.corpus_of("ben")):
            found = {error.category for error in corpus.segments[0].errors if error.system == "A"}
            assert found <= {*names}
        here = opened.annotated_segment(corpus.segments[0], "ana")
        assert {error.category for error in here.errors if error.system == "A"} <= {*names}
        assert len(contested_errors(compared_errors(opened, keys[0]))) == len(names) - 1
        assert [opened.error_annotations()[key].errors[0].category for key in keys] == [first, second], "as stored"


def test_tables_on_pages_have_signs_after_the_gold_standard_and_tools(project: Path) -> None:
    with Project(project) as opened:
        for name in ("gold", "findings 1.0.0"):
            kept = ErrorAnnotation((_marked(0, 4, origin=Origin.KEPT, by="ana"),), state=State.DONE)
            opened.save_errors(ErrorKey("d0/0", "A", name), kept, "x")
    found = error_agreement(read_pooled([project]))
    for whole, expected in ((False, ["gold ‡", "findings 1.0.0 †"]), (True, ["gold", "findings 1.0.0"])):
        pairs, *_, origins = error_agreement_tables(found, whole=whole)
        assert [row[0] for row in origins.rows] == ["ana", "ben", *expected]
        assert pairs.head[1:5] == ("ana – ben", *(f"ana – {name}" for name in expected), f"ben – {expected[0]}")
        for table in (pairs, origins):
            assert [sign in table.note for sign in "‡†"] == [not whole] * 2
            assert "frames" not in table.note


def test_a_name_may_have_the_dash_between_two_names(project: Path) -> None:
    with Project(project) as opened:
        one = ErrorAnnotation((_marked(0, 4),), state=State.DONE)
        opened.save_errors(ErrorKey("d0/0", "A", "c – d"), one, "x")
    found = error_agreement(read_pooled([project]))
    assert next(error_agreement_tables(found)).head[1:] == ("ana – ben", "ana – c – d", "ben – c – d")
    assert [values["annotators"] for values in error_pair_values(found)][1] == ["ana", "c – d"]


def test_scores_of_one_scale_are_compared_and_esa_has_no_categories(project: Path) -> None:
    with Project(project) as opened:
        opened.set_rules(Rules(protocol=ESA, suggestions=("comet",)))
        for name in ("ana", "ben"):
            key = ErrorKey("d1/1", "B", name)
            opened.save_errors(key, ErrorAnnotation((), None if name == "ben" else 99.0, State.NOTHING), "x")
        opened.save_errors(ErrorKey("d0/0", "A", "comet"), ErrorAnnotation((_marked(0, 4),), state=State.DONE), "x")
    found = error_agreement(read_pooled([project]))
    pair, *of_tool = found.pairs.values()
    assert (pair.name, pair.translations, pair.scores.translations) == ("ana – ben", 4, 3)
    assert pair.scores.mean_difference == pytest.approx(20)
    assert {(one.translations, one.scores.translations) for one in of_tool} == {(1, 0)}
    printed = meantree("agreement", project).stdout
    assert "scored" in printed
    assert "category" not in printed
    assert "both" not in printed.replace("both marked", "").replace("by both", "")


def test_the_command_prints_agreement_on_errors(project: Path) -> None:
    assert "Error spans: agreement by category" in meantree("agreement", project).stdout
    (row,) = json.loads(meantree("agreement", project, "--format", "json").stdout)
    assert row["annotators"] == ["ana", "ben"]
    assert row["errors"]["translations"] == 4


def test_divisions_fit_on_a_page_and_files_have_all_figures(project: Path, tmp_path: Path) -> None:
    printed = meantree("agreement", project).stdout
    by_system = printed[printed.index("Error spans: agreement by system") :].splitlines()
    assert max(len(line) for line in by_system if line.startswith(("  system", "  A", "  B"))) <= 120
    meantree("agreement", project, "--output", tmp_path / "a.tsv")
    rows = [line.split("\t") for line in (tmp_path / "a.tsv").read_text().splitlines()]
    assert len({row[2] for row in rows if row[0] == "error-systems"}) == 14
