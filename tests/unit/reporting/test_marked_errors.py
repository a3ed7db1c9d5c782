"""Error spans in reports: what was marked in each translation, and how far people agree."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import load_workbook

from helpers.command import meantree
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import MQM, Rules
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment, Text
from meantree.project.file import Project
from meantree.reporting.marked_errors import (
    clean_by,
    marked_errors,
    numbered,
    places_of_errors,
    scores_by,
    text_with_marks,
)

SEGMENT = Segment("1", "", "er sah", {"r": Text("he saw it")}, {"A": Text("she saw it"), "B": Text("he saw it")})
SHE = MarkedError((Place("hypothesis", 0, 3),), "major", "Accuracy/Mistranslation")
LOST = MarkedError((Place("source", 3, 6),), "minor", "Accuracy/Omission", "=what", missing=True)


def _by(*errors: MarkedError, comment: str = "", score: float | None = None) -> ErrorAnnotation:
    return ErrorAnnotation(errors, score, State.DONE if errors else State.NOTHING, comment)


def test_equal_errors_are_one_row_and_comments_and_scores_are_there() -> None:
    marked = [
        (ErrorKey("1", "A", "ana"), _by(SHE, LOST)),
        (ErrorKey("1", "A", "ben"), _by(SHE, score=60, comment="hm")),
        (ErrorKey("1", "A", "eva"), _by()),
    ]
    table = marked_errors(SEGMENT, "A", marked)
    assert table is not None
    assert table.rows == (
        ("ana, ben", "major", "Accuracy/Mistranslation", "“she”", ""),
        ("ana", "minor", "Accuracy/Omission", "[missing] “sah”", "=what"),
        ("ben", "", "", "ESA 60", "hm"),
        ("eva", "", "", "no error", ""),
    )
    assert marked_errors(SEGMENT, "A", marked[2:]) is None
    assert (clean_by(marked), clean_by(marked[2:])) == ("", "eva")


def test_errors_have_their_ground_and_number_in_the_text() -> None:
    nested = MarkedError((Place("hypothesis", 1, 7),), "minor", "Style")
    marked = [(ErrorKey("1", "A", "ana"), _by(SHE, LOST, nested))]
    runs = text_with_marks("she saw it", places_of_errors(SEGMENT, "A", marked))
    assert [(run.text, run.ground) for run in runs] == [
        ("s", "major"),
        ("he", "major"),
        ("¹", None),
        (" saw", "minor"),
        ("³", None),
        (" it", None),
    ]
    table = marked_errors(SEGMENT, "A", marked)
    assert table is not None
    assert [row[0] for row in numbered(table).rows] == [1, 2, 3]
    assert numbered(table).head == ("", "annotator", "severity", "category", "words", "comment")


def test_errors_of_a_corpus_without_project_are_shown() -> None:
    errors = (ErrorSpan("A", "hypothesis", 0, 3, "Other", "Major", "rater1"),)
    segment = Segment("1", "", "er sah", {}, SEGMENT.hypotheses, errors=errors)
    table = marked_errors(segment, "A", [])
    assert table is not None
    assert table.rows == (("rater1", "Major", "Other", "“she”", ""),)
    assert marked_errors(segment, "B", []) is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "p.meantree"
    with Project(made, new=True) as project:
        project.fill(Corpus("p", (SEGMENT,), ("A", "B"), ("r",)))
        project.set_rules(Rules(protocol=MQM))
        for name in ("ana", "ben"):
            project.save_errors(ErrorKey("1", "A", name), _by(SHE, LOST), "x")
            project.save_errors(ErrorKey("1", "B", name), _by(), "x")
    return made


@pytest.mark.pipeline
def test_reports_of_spans_say_who_marked_what_and_how_far_people_agree(path: Path, tmp_path: Path) -> None:
    options = ("--kind", "annotation", "--metric", "bleu")
    meantree("report", path, *options[:2], "-o", tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert (
        "ana and ben marked errors in 2 translations with F1 (1: the same everywhere, 0: nowhere) of characters" in text
    )
    assert "“she”" in text
    assert '<span class="major" title="major">she</span>' in text
    assert "No error marked: </b>B (ana, ben)." in text
    assert "of these without an error" in text
    assert "Nobody annotated" not in text
    meantree("report", path, *options, "-o", tmp_path / "r.xlsx")
    sheet = load_workbook(tmp_path / "r.xlsx")["Marked errors"]
    rows = list(sheet.iter_rows())
    assert [cell.value for cell in rows[1]][1:6] == ["A", "ana, ben", "major", "Accuracy/Mistranslation", "“she”"]
    assert (rows[2][-1].value, rows[2][-1].data_type) == ("=what", "s"), "no formula"


def test_that_scores_of_esa_stand_with_who_gave_them() -> None:
    marked = [(ErrorKey("1", "A", "ben"), _by(score=60)), (ErrorKey("1", "A", "eva"), _by())]
    assert clean_by(marked) == "ben ESA 60, eva"
    assert scores_by(marked) == "ESA 60 (ben)"
    assert scores_by(marked[1:]) == ""
