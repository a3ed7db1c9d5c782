"""The report on the annotators of a small project in every format, against a count by hand."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from openpyxl import load_workbook

from helpers.frames import frame
from helpers.pdf_text import pdf_text
from helpers.reports import contents_of, report_html, sentences, short
from helpers.stores import HandMadeStore
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.escaping import escaped, printable
from meantree.evaluation.compared_systems import RankedSystem, Ranking
from meantree.evaluation.significance import Resampling
from meantree.evaluation.value_table import ValueTable
from meantree.picture.style import approximate_width
from meantree.project.file import Project
from meantree.reporting.annotation_page import annotation_page, trimmed
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Figure, Grid
from meantree.reporting.compared_translations import ShownSegment, shown_segments
from meantree.reporting.contents import Contents
from meantree.reporting.formats.pdf import pdf_parts
from meantree.reporting.formats.workbook import workbook_parts
from meantree.reporting.people import People
from meantree.reporting.request import Kind, ReportRequest
from meantree.reporting.segment_choice import accepted_segments
from meantree.scoring.run import score_corpus
from meantree.work import Work

EVIL = '<script>alert(1)</script>\x1b="&'
TEXT = Text("he read it", tokens=("he", "read", "it"))
SEGMENTS = tuple(Segment(name, "d", references={"r": TEXT}, hypotheses={"s": TEXT, "t": TEXT}) for name in "12")
LINKED = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
ONE = Annotation((frame("1 agent=0 patient=2"),), (frame("1 agent=0"),), LINKED, State.DONE)
OTHER = Annotation((frame("1 agent=0 other=2"),), (frame("1 agent=0"),), FrameAlignment(), State.DONE)
REMARKED = replace(ONE, comment="well", part_comments={("hypothesis", (0, 1)): f"what {EVIL}"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Of two segments by two systems; ana did all of the first, a hostile name one translation of it."""
    path = tmp_path / "small.meantree"
    work = {("1", "s", "ana"): REMARKED, ("1", "t", "ana"): ONE, ("2", "s", "ana"): replace(ONE, state=State.OPEN)}
    work |= {("1", "s", EVIL): OTHER, ("2", "t", EVIL): Annotation(state=State.NOTHING)}
    work |= {("1", "s", "automatic"): OTHER, ("1", "s", "gold"): ONE}
    result = {
        AnnotationKey(f"d/{name}", system, "r", annotator): annotation
        for (name, system, annotator), annotation in work.items()
    }
    with Project(path, new=True) as project:
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)), result)
        project.assign({"ana": ["d/1", "d/2"]})
        project.add_time("d/1", "s", "ana", "2026-01-01T10:00:00.000+00:00", 150)
    return path


def _contents(
    path: Path,
    annotator: str | None = None,
    specs: Sequence[str] = (),
    by_hand: str = "hmeant",
    kind: Kind = "annotation",
    systems: tuple[str, ...] = (),
) -> Contents:
    with Project(path, passing=True) as project:
        corpus, done = project.corpus(), ProjectAnnotations.of(project, annotator, by_hand.split())
    return contents_of(corpus, specs, ReportRequest(kind, systems=systems), annotators=done)


def _people(path: Path, annotator: str | None = None, by_hand: str = "hmeant") -> People:
    people = _contents(path, annotator, by_hand=by_hand).people
    assert people is not None
    return people


def _segments(contents: Contents) -> list[ShownSegment]:
    return list(shown_segments(contents, range(len(contents.corpus.segments)), Work()))


HERS = "patient: it · linked with read (correct) · he: correct link"
DIFFERENT = (("read", HERS, "other: it · not linked · he: not linked", HERS),)
PROGRESS = {
    "ana": [4, 2, 2, 0, 0, 1, 0, 2, 2],
    EVIL: [None, None, 1, 1, 0, 0, 0, 0, None],
    "gold ‡": [None, None, 1, 0, 0, 0, 0, 0, None],
}
"""Assigned, left, done, nothing, cannot, open, remarks, minutes."""
SHARED = {
    # ana and the other one, of the one translation of both: 2 predicates, 3 fillers, no link of the other's.
    "translations in common": 1,
    "predicates": 1.0,
    "filler spans, exact": 1.0,
    "filler spans and roles": 2 * 2 / (3 + 3),
    "frame links, either type": 0.0,
}


def test_numbers_are_those_counted_by_hand(path: Path) -> None:
    tables = {table.name: table for table in _people(path).tables}
    assert {row[0]: list(row[1:]) for row in tables["progress"].rows} == PROGRESS
    assert [row[0] for row in trimmed(tables["roles"]).rows] == ["agent", "patient", "other"], "those of a filler"
    agreement = tables["agreement"]
    assert agreement.head[1:3] == (f"ana – {EVIL}", "ana – gold ‡")
    result = {row[0]: row[1] for row in agreement.rows}
    assert {name: result[name] for name in SHARED} == pytest.approx(SHARED)
    # Precision: (1 + 1) / (1 + 2), all words are covered; recall 1: 2 · ⅔ / (⅔ + 1). Nothing of what is not linked.
    assert result["hmeant: mean difference"] == pytest.approx(0.8)
    systems = {row[:2]: row[2:] for row in tables["systems"].rows}
    assert systems["ana", "s"] == pytest.approx((0.8, None, None, None, 1))  # too few segments for an interval
    assert "means" not in tables, "one table, on one basis"


def test_that_a_matrix_of_roles_explains_a_last_row_only_where_it_has_one() -> None:
    note = "How often; the last row and column count others."
    head = ("a ↓ b →", "agent", "patient", "no filler")
    whole = ValueTable("confusion", "", note, head, (("agent", 1, 0, 2), ("patient", 0, 3, 0), ("no filler", 0, 0, "")))
    assert trimmed(whole).note == note
    full = trimmed(replace(whole, rows=(("agent", 1, 0, 0), *whole.rows[1:])))
    assert (full.note, full.head) == ("How often.", head[:3])


def test_the_workbook_has_every_table_and_where_annotators_differ(path: Path) -> None:
    book = load_workbook(io.BytesIO(b"".join(workbook_parts(_contents(path)))))
    tables = {"Progress", "Agreement by layer", "Confusion", "Least agreement", "Systems by annotator"}
    assert tables <= set(book.sheetnames)
    pairs = {row[0] for row in book["Confusion"].iter_rows(min_row=2, values_only=True)}
    assert len(pairs) == 3, "none beside the automatic frames"
    scores = {"ana": pytest.approx(0.8), EVIL: 0.0, "gold": pytest.approx(0.8)}
    assert list(book["Differences"].iter_rows(min_row=2, values_only=True)) == [
        *(("d/1", "s", "hmeant", escaped(name), score) for name, score in scores.items()),
        *(("d/1", "s", "read", escaped(name), said) for name, said in zip(scores, DIFFERENT[0][1:], strict=True)),
    ], "of no other translation"
    comments = list(book["Comments"].iter_rows(min_row=2, values_only=True))
    assert [row[2:] for row in comments] == [
        ("ana", None, "well"),
        ("ana", "“it” of the translation", f"what {printable(EVIL)}"),
    ]


def test_pages_leave_out_columns_of_zeros_and_have_comments(path: Path) -> None:
    page = report_html(_contents(path))
    rows = [re.findall(r"<td[^>]*><bdi>(.*?)</bdi></td>", row) for row in page.split("<tr>")]
    assert ["ana", "4", "2", "2", "0", "1", "2", "2"] in rows
    assert all(["s", *row] in rows for row in DIFFERENT)
    assert "on “it” of the translation" in page


def test_the_gold_standard_leads_and_no_metric_of_texts_does(path: Path) -> None:
    with Project(path) as project:
        for system, annotation in (("s", OTHER), ("t", ONE)):
            project.save(AnnotationKey("d/1", system, "r", "gold"), annotation, "adjudicated")
    contents = _contents(path, specs=("hwcm",))
    said = sentences(short(contents))
    gold = "By the gold standard, the highest hmeant is that of t"
    best, *_ = [place for place, one in enumerate(said) if one.startswith(gold)]
    assert "0.800, 0.000 for s, n = 1, too few segments to tell" in said[best]
    assert "2 people annotated translations: " in said[best - 1]
    assert not any("By hwcm" in one for one in said)
    figures = [block for block in short(contents) if isinstance(block, Figure)]
    assert "by the work of the gold standard" in figures[0].caption


def test_that_pictures_of_frames_have_the_legend_of_frames(path: Path) -> None:
    with Project(path, passing=True) as project:
        corpus, done = project.corpus("ana"), ProjectAnnotations.of(project, "ana", ["hmeant"])
    blocks = short(contents_of(corpus, ["hmeant"], ReportRequest("annotation", differences=True), annotators=done))
    captions = [block.caption for block in blocks if isinstance(block, Figure)]
    place = next(place for place, caption in enumerate(captions) if "frames · ana" in caption)
    assert captions[place - 1].startswith("Predicates and fillers stand in boxes")
    assert not any("from its head" in caption for caption in captions)


def test_that_the_frames_of_every_system_are_drawn(path: Path) -> None:
    drawn = [block.caption for block in short(_contents(path, "ana")) if isinstance(block, Figure)]
    assert [one.partition(" · reference")[0] for one in drawn if "frames" in one] == [
        "s: frames · ana · done",
        "t: frames · ana · done",
        "s: frames · ana · open",
    ]


def test_one_annotator_alone_has_progress_and_nothing_to_differ_from(path: Path) -> None:
    contents = _contents(path, "ana")
    assert [row[0] for table in _people(path, "ana").tables for row in table.rows] == ["ana"]
    titles = [frames.title for one in _segments(contents) for text in one.translations for frames in text.frames]
    assert [title.partition(" · reference")[0] for title in titles] == ["ana · done", "ana · done", "ana · open"]
    page = report_html(contents)
    assert "1 person annotated translations: ana (2)" in page
    assert "The report is on ana alone, and compares no annotators." in page
    assert "frames · ana · done" in page
    assert "contested" not in page
    said = sentences(short(_contents(path, EVIL, systems=("s",))))
    assert any(one.startswith("1 segment: the one with annotations, the first in the corpus; any") for one in said)


def test_a_report_on_one_system_counts_no_annotations_of_others(path: Path) -> None:
    whole, alone = _people(path), _contents(path, systems=("t",)).people
    assert alone is not None
    assert whole.agreement is not None
    assert alone.agreement is not None
    assert whole.agreement.pairs
    assert not alone.agreement.pairs
    assert {one.system for ranking in alone.agreement.rankings.values() for one in ranking.systems} == {"t"}
    assert alone.finished == {"ana": 1, EVIL: 1}
    assert not alone.table("progress"), "it is that of all systems"


def test_where_nobody_began_the_report_says_so_and_has_no_tables(tmp_path: Path) -> None:
    path = tmp_path / "new.meantree"
    with Project(path, new=True) as project:
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)))

    def names() -> list[str]:
        return [table.name for table in _people(path).tables]

    assert names() == []
    page = report_html(_contents(path))
    assert page.count("Nobody annotated these translations") == 1
    assert "2 segments of “c”, translated by s and t, with the reference r." in page
    assert 'id="segments"' not in page
    with Project(path) as project:
        project.save(AnnotationKey("d/2", "s", "r", "automatic"), ONE, "begun")
    assert names() == []
    with Project(path) as project:
        project.save(AnnotationKey("d/1", "s", "r", "ana"), ONE, "done")
    assert names() == ["progress", "means"]
    with Project(path) as project:
        project.save(AnnotationKey("d/1", "t", "r", "ana"), ONE, "done")
    assert names() == ["progress", "systems"]


BY_HAND = "hmeant hmeant:weights=unsupervised"


def test_every_annotators_scores_are_those_of_their_work_alone(path: Path) -> None:
    contents, people = _contents(path, by_hand=BY_HAND), _people(path, by_hand=BY_HAND)
    with Project(path, passing=True) as project:
        alone = {
            name: score_corpus(project.corpus(name), BY_HAND.split(), HandMadeStore()) for name in project.annotators
        }
    for table, spec in zip(people.table("systems"), BY_HAND.split(), strict=True):
        scores = {row[:2]: row[2:] for row in table.rows}
        assert scores["ana", "t"] == (alone["ana"].system_score("t", spec), None, None, None, 1)
    (annotated, *_), (second, _) = (segment.translations for segment in _segments(contents))
    (title,) = (frames.title for frames in annotated.frames if frames.title.startswith("ana"))
    # The patient, which no reference has, weighs nothing.
    assert title == "ana · done · reference r · hmeant 0.800 · hmeant:weights=unsupervised 1.000"
    assert second.frames[0].title.startswith("ana · open")
    assert dict(contents.signatures)["hmeant, ana"].count("frames:ana") == 1
    rows = list(
        load_workbook(io.BytesIO(b"".join(workbook_parts(contents))))["Annotations"].iter_rows(values_only=True)
    )
    assert rows[0] == ("segment", "system", "annotator", *BY_HAND.split())
    assert rows[1][:3] == ("d/1", "s", "ana")
    assert rows[1][3:] == pytest.approx((0.8, 1.0))
    assert ("d/2", "s", "ana") not in [row[:3] for row in rows], "it is open"


def _annotated_twice(folder: Path, work: Mapping[str, tuple[Annotation, Annotation]]) -> Contents:
    """Return the report on segments that two annotators annotated."""
    with Project(folder / "p.meantree", new=True) as project:
        keys = {
            AnnotationKey(f"d/{name}", "s", "r", who): annotation
            for name, both in work.items()
            for who, annotation in zip(("ana", "bo"), both, strict=True)
        }
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)), keys)
    return _contents(folder / "p.meantree")


def test_contested_segments_alone_are_shown_and_who_agrees_how_far_is_told(tmp_path: Path) -> None:
    contents = _annotated_twice(tmp_path, {"2": (ONE, OTHER)})
    assert [contents.corpus.segments[place].key for place in contents.shown] == ["d/2"]
    blocks = short(contents)
    said = "\n".join(sentences(blocks))
    assert "Where annotators differ: of 2 frames that anyone marked, 1 with other fillers or roles" in said
    assert "ana and bo agree least on segment d/2, s (F1 " in said
    assert "\n1 segment: the one on which annotators agree least; any too long" in said
    assert "\nana and bo agree on 1 translation (too few translations to tell) with F1 " in said
    assert " of predicates 1.000, fillers with their roles 0.667" in said
    (table,) = [block.table for block in blocks if isinstance(block, Grid) and block.table.name == "differences"]
    assert table.rows == (("s", "read", HERS, "other: it · not linked · he: not linked"),)


def test_that_frames_on_which_the_gold_standard_alone_differs_are_not_contested(path: Path) -> None:
    with Project(path) as project:
        for name, annotation in ((EVIL, ONE), ("gold", OTHER)):
            project.save(AnnotationKey("d/1", "s", "r", name), annotation, "x")
    assert _people(path).contested == {"": 2}, "ana and the other one agree on both frames"


UNDECIDED = replace(ONE, alignment=replace(LINKED, frames={(0, 0): LinkKind.UNDECIDED}))
ALONE = replace(ONE, hypothesis=(*ONE.hypothesis, frame("0")), reference=(*ONE.reference, frame("2")))
SHARED_ALONE = replace(ALONE, hypothesis=ONE.hypothesis)


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        (
            ONE,
            UNDECIDED,
            (
                "of 2 frames that anyone marked, 1 with other links alone.",
                "1 link between frames and 0 between fillers are",
            ),
        ),
        (ONE, ALONE, ("of 4 frames that anyone marked, 2 not marked by all.",)),
        (ALONE, replace(SHARED_ALONE, alignment=FrameAlignment()), ("1 not marked", "1 with other links")),
    ],
)
def test_frames_are_counted_by_how_annotators_differ(
    first: Annotation, second: Annotation, said: Sequence[str], tmp_path: Path
) -> None:
    sentence = " ".join(sentences(short(_annotated_twice(tmp_path, {"1": (first, second)}))))
    for part in said:
        assert part in sentence


@pytest.mark.parametrize(("is_changed", "number"), [(False, 3), (True, 4)])
def test_frames_of_a_reference_count_again_where_an_annotator_changed_them(is_changed: bool, number: int) -> None:
    other = replace(ONE, own_reference=is_changed)
    work = [(AnnotationKey("d/1", "s", "r", who), ONE) for who in ("ana", "bo")]
    work += [(AnnotationKey("d/1", "t", "r", who), one) for who, one in (("ana", other), ("bo", ONE))]
    assert ProjectAnnotations({"d/1": work}).contested(SEGMENTS[:1], ("s", "t")) == {"": number}


@pytest.mark.parametrize(
    ("clear", "said"),
    [
        ("", "not significantly better than any other."),
        ("u", "significantly better only than u (p = 0.010)."),
        ("tu", "significantly better than t (p = 0.010) and u (p = 0.010)."),
    ],
)
def test_the_best_system_is_said_with_those_that_it_is_significantly_better_than(
    path: Path, clear: str, said: str
) -> None:
    contents = _contents(path)
    people = contents.people
    assert people is not None
    assert people.agreement is not None
    systems = tuple(RankedSystem(*row, None, None, None, 1) for row in (("s", 0.9), ("t", 0.8), ("u", 0.7)))
    differs = np.array([[other in clear and one == "s" for other in "stu"] for one in "stu"])
    ranking = Ranking("hmeant", systems, np.full((3, 3), 0.01), differs, np.zeros((3, 0)), 20, 0, Resampling())
    agreement = replace(people.agreement, rankings={"ana": ranking})
    page = annotation_page(replace(contents, people=replace(people, agreement=agreement)), approximate_width)
    by = "By the work of ana, the highest hmeant is that of s ("
    (leader,) = (one for one in sentences(list(page)) if one.startswith(by))
    assert leader.endswith(f": 0.900, 0.800 for t, n = 20, {said}")


def test_segments_are_filtered_by_whose_they_are(path: Path) -> None:
    with Project(path) as project:
        project.assign({"ana": ["d/2"], "ben": ["d/1"]})
    contents = _contents(path)
    for who, place in (("ana", 1), ("ben", 0)):
        assert accepted_segments(contents.source, f"annotator:{who}", ["s"]) == {place}


def test_guidelines_and_comments_are_printed(path: Path) -> None:
    with Project(path) as project:
        project.set_rules(replace(project.rules, guidelines="# Rules\nMark **verbs**.\n\n- Mark <b>them</b> all."))
    text = pdf_text(b"".join(pdf_parts(_contents(path))))
    for printed in ("Guidelines of the annotation", "Rules", "Mark verbs.", "Mark <b>them</b> all.", "well"):
        assert printed in text
    assert [sign for sign in ("# Rules", "**verbs**", "- Mark") if sign in text] == []
    assert "well" in report_html(_contents(path, specs=("bleu",), kind="analysis")), "comments are in each kind"
