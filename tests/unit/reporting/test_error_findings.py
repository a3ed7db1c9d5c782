"""What stands out in error spans on page one, and the figure of their categories, against a count by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from helpers.reports import contents_of
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.picture.count_chart import CountChart
from meantree.picture.style import approximate_width
from meantree.project.file import Project
from meantree.reporting.annotation_page import annotation_page
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Block, Figure, Heading, Paragraph, text_of
from meantree.reporting.error_findings import error_figure
from meantree.reporting.error_verdict import Found
from meantree.reporting.request import ReportRequest

HE, READ = Place("hypothesis", 0, 2), Place("hypothesis", 3, 7)
STYLE = MarkedError((HE,), severity="Minor", category="Style")
MEANING = MarkedError((READ,), severity="major", category="Accuracy")
CRITICAL = MarkedError((READ,), severity="critical", category="Accuracy")


def found(errors: Mapping[str, Sequence[MarkedError]]) -> Found:
    """Errors of one person by system, in one segment."""
    return {system: {"1": {"ana": ErrorAnnotation(tuple(own), state=State.DONE)}} for system, own in errors.items()}


def page_of(
    path: Path, work: Mapping[tuple[str, str, str], Sequence[MarkedError]], systems: tuple[str, ...] = ()
) -> list[Block]:
    """Page one of a project with errors by segment, system and person."""
    texts = {"s": Text("he read it"), "t": Text("he reads it")}
    with Project(path, new=True) as project:
        project.fill(Corpus("c", tuple(Segment(name, "d", hypotheses=texts) for name in "12"), ("s", "t"), ()), {})
        for (segment, system, person), errors in work.items():
            key = ErrorKey(f"d/{segment}", system, person)
            project.save_errors(key, ErrorAnnotation(tuple(errors), state=State.DONE), "done")
        annotators, corpus = ProjectAnnotations.of(project), project.corpus()
    contents = contents_of(corpus, (), ReportRequest("annotation", systems=systems), annotators=annotators)
    return list(annotation_page(contents, approximate_width))


def points_of(page: Sequence[Block]) -> list[str]:
    """What stands out on a page."""
    return [text_of(block.line) for block in page if isinstance(block, Paragraph) and block.point]


def test_that_page_one_says_what_stands_out_and_shows_it(tmp_path: Path) -> None:
    work: dict[tuple[str, str, str], list[MarkedError]] = {
        ("1", "s", "ana"): [STYLE],
        ("2", "s", "ana"): [],
        ("1", "t", "ana"): [MEANING, MEANING, STYLE],
        ("1", "t", "bo"): [],
    }
    page = page_of(tmp_path / "c.meantree", work)
    assert points_of(page) == [
        "What is marked most: Style and Accuracy, each 2 of 4 marked errors (50 %); of all, 2 are major.",
        "Where most is marked: t (1.50 errors per annotation); least: s (0.50). "
        "The worst score is that of segment d/1, by t: MQM −5.500, the mean of 2 people.",
        "Where annotators differ on errors: no error was found by bo in 1 of 1 translation and ana in 1 of 3 "
        "translations. Their scores differ most on segment d/1, t: −11.000 (ana) and 0.000 (bo).",
    ]
    assert sum(isinstance(block, Figure) for block in page) == 1
    texts = [text_of(block.line) for block in page if isinstance(block, Paragraph)]
    assert any(text.startswith("2 people annotated translations: ana (3) and bo (1), ") for text in texts)
    of_one = page_of(tmp_path / "s.meantree", work, ("s",))
    assert (
        points_of(of_one)[0]
        == "What is marked most: 1 of 1 marked error (100 %) is Style (1 minor); of all, 0 are major."
    )
    texts = [text_of(block.line) for block in of_one if isinstance(block, Paragraph)]
    assert any(text.startswith("1 person annotated translations: ana (2), ") for text in texts)


def test_that_systems_with_as_many_errors_and_scores_that_tie_are_not_ranked(tmp_path: Path) -> None:
    work: dict[tuple[str, str, str], list[MarkedError]] = {
        ("1", "s", "ana"): [STYLE],
        ("1", "t", "ana"): [MEANING],
        ("2", "s", "bo"): [STYLE],
        ("2", "t", "bo"): [MEANING],
    }
    _, *others = points_of(page_of(tmp_path / "c.meantree", work))
    assert others == ["Where most is marked: One of the worst scores is that of segment d/1, by t: MQM −5.000."]


def test_that_nothing_stands_out_where_nothing_was_marked(tmp_path: Path) -> None:
    page = page_of(tmp_path / "c.meantree", {("1", "s", "ana"): [], ("1", "s", "bo"): []})
    assert points_of(page) == []
    assert not any(isinstance(block, Figure) or (isinstance(block, Heading) and block.level == 2) for block in page)


def test_the_figure_counts_categories_by_severity_and_system() -> None:
    figure = error_figure(found({"A": [STYLE], "B": [MEANING, MEANING, CRITICAL]}))
    assert figure is not None
    (chart,) = figure.drawings
    assert isinstance(chart, CountChart)
    assert [(row.group, row.label, row.text) for row in chart.rows] == [
        ("Accuracy", "A", "0"),
        ("", "B", "1 critical, 2 major"),
        ("Style", "A", "1 minor"),
        ("", "B", "0"),
    ]
    assert chart.rows[1].counts == {"minor": 0, "major": 3}
    assert figure.alternative.startswith("Marked errors of the 2 most frequent categories by system: Accuracy A: 0")


def test_errors_of_esa_have_no_category_in_the_figure() -> None:
    figure = error_figure(found({"A": [MarkedError((HE,), severity="minor")]}))
    assert figure is not None
    (chart,) = figure.drawings
    assert isinstance(chart, CountChart)
    assert [(row.group, row.label, row.text) for row in chart.rows] == [("", "A", "1 minor")]
    assert chart.left < 60


@pytest.mark.parametrize("nothing", [{}, {"A": []}])
def test_that_nothing_marked_has_no_figure(nothing: Mapping[str, Sequence[MarkedError]]) -> None:
    assert error_figure(found(nothing)) is None


def test_many_systems_are_cut_and_that_is_said() -> None:
    figure = error_figure(found({f"s{place:02}": [STYLE] for place in range(20)}))
    assert figure is not None
    (chart,) = figure.drawings
    assert isinstance(chart, CountChart)
    assert len(chart.rows) == 12
    assert "of which the first 12 are shown" in figure.caption
    assert figure.caption.startswith("Marked errors of the most frequent category by system")
