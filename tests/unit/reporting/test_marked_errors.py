"""Error spans in reports: what was marked in each translation, and how far people agree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.reports import contents_of, sentences, short
from meantree.annotation.error_annotation import ErrorAnnotation, ErrorKey, MarkedError, Place
from meantree.annotation.frame_annotation import State
from meantree.annotation.rules import ESA, MQM, Rules
from meantree.corpus.corpus import Corpus, ErrorSpan, Segment, Text
from meantree.project.file import Project
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Block, Grid
from meantree.reporting.marked_errors import (
    clean_by,
    marked_errors,
    numbered,
    places_of_errors,
    scores_by,
    text_with_marks,
)
from meantree.reporting.request import ReportRequest

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
        (" ", None),
        ("[missing]", "minor"),
        ("²", None),
    ]
    table = marked_errors(SEGMENT, "A", marked)
    assert table is not None
    assert [row[0] for row in numbered(table).rows] == [1, 2, 3]
    assert numbered(table).head == ("", "annotator", "severity", "category", "words", "comment")


@pytest.mark.parametrize(
    ("places", "missing", "shown"),
    [
        ((), True, "she saw it [missing]¹"),
        ((Place("hypothesis", 0, 3), Place("source", 0, 2)), True, "she¹ saw it"),
        ((Place("hypothesis", 4, 4),), False, "she [missing]¹saw it"),
        ((Place("hypothesis", 0, 0),), True, "[missing]¹she saw it"),
        ((Place("source", 0, 2),), False, "she saw it"),
        ((), False, "she saw it"),
    ],
)
def test_what_is_missing_has_its_number_where_it_stands(places: tuple[Place, ...], missing: bool, shown: str) -> None:
    marked = [(ErrorKey("1", "A", "ana"), _by(MarkedError(places, "minor", "Accuracy/Omission", missing=missing)))]
    runs = text_with_marks("she saw it", places_of_errors(SEGMENT, "A", marked))
    assert "".join(run.text for run in runs) == shown


def test_errors_of_a_corpus_without_project_are_shown() -> None:
    errors = (ErrorSpan("A", "hypothesis", 0, 3, "Other", "Major", "rater1"),)
    segment = Segment("1", "", "er sah", {}, SEGMENT.hypotheses, errors=errors)
    table = marked_errors(segment, "A", [])
    assert table is not None
    assert table.rows == (("rater1", "Major", "Other", "“she”", ""),)
    assert marked_errors(segment, "B", []) is None


def test_that_a_marked_blank_can_be_seen() -> None:
    segment = replace(SEGMENT, errors=(ErrorSpan("A", "hypothesis", 3, 4, "Fluency/Punctuation", "Minor", "eva"),))
    table = marked_errors(segment, "A", [])
    assert table is not None
    assert table.rows[0][3] == "[blank]"


def reported(
    folder: Path,
    marked: Mapping[tuple[str, str], ErrorAnnotation],
    protocol: str = MQM,
    annotator: str | None = None,
) -> list[Block]:
    """The report on these errors, by system and annotator; on those of one annotator alone, if any."""
    with Project(folder / "p.meantree", new=True) as project:
        project.fill(Corpus("p", (SEGMENT,), ("A", "B"), ("r",)))
        project.set_rules(Rules(protocol=protocol))
        for (system, name), annotation in marked.items():
            project.save_errors(ErrorKey("1", system, name), annotation, "x")
        annotators, corpus = ProjectAnnotations.of(project, annotator), project.corpus()
    return short(contents_of(corpus, (), ReportRequest("annotation"), annotators=annotators))


def test_the_end_has_the_signature_of_scores_by_people(tmp_path: Path) -> None:
    said = sentences(reported(tmp_path, {("A", "ana"): _by(replace(SHE, category=""), score=60)}, ESA))
    assert any(one.startswith("ESA|best:100|version:meantree-") for one in said)
    assert not any(one.startswith("MQM|") for one in said)


def test_reports_say_how_far_people_agree_and_who_found_no_error(tmp_path: Path) -> None:
    said = sentences(
        reported(tmp_path, {(s, who): _by(*[SHE, LOST] * (s == "A")) for s in "AB" for who in ("ana", "ben")})
    )
    agree = "ana and ben agree on the errors in 2 translations (too few translations to tell) with F1 "
    assert f"{agree}(1: the same everywhere, 0: nowhere) of characters 1.000 and errors 1.000." in said
    assert "No error marked: B (ana, ben)." in said


@pytest.mark.parametrize("annotator", [None, "gold"])
def test_reports_name_who_finalized_the_gold_standard(tmp_path: Path, annotator: str | None) -> None:
    gold = {("A", "gold"): replace(_by(SHE), finalized_by="lea"), ("B", "gold"): replace(_by(), finalized_by="max")}
    made = reported(tmp_path, {("A", "ana"): _by(SHE)} | gold, annotator=annotator)
    (said,) = [one for one in sentences(made) if "finalized" in one]
    assert said.endswith("The gold standard was finalized by lea and max.")


def test_tables_of_errors_have_their_translation_as_title(tmp_path: Path) -> None:
    """A title never stands at the end of a page without its table."""
    blocks = reported(tmp_path, {(system, "ana"): _by(SHE) for system in "AB"})
    titles = [block.table.title for block in blocks if isinstance(block, Grid) and block.table.name == "marked-errors"]
    assert titles == ["Errors in A", "Errors in B"]


def test_a_comment_on_a_translation_without_an_error_is_shown(tmp_path: Path) -> None:
    blocks = reported(tmp_path, {("A", "ana"): _by(), ("B", "ana"): _by(comment="too literal")})
    (table,) = [block.table for block in blocks if isinstance(block, Grid) and block.table.name == "marked-errors"]
    assert table.rows == (("ana", "no error", "too literal"),)
    assert "No error marked: A (ana)." in sentences(blocks), "and B stands in the table"


def test_that_scores_of_esa_stand_with_who_gave_them() -> None:
    marked = [(ErrorKey("1", "A", "ben"), _by(score=60)), (ErrorKey("1", "A", "eva"), _by())]
    assert clean_by(marked) == "ben ESA 60, eva"
    assert scores_by(marked) == "ESA 60 (ben)"
    assert scores_by(marked[1:]) == ""
