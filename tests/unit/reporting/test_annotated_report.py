"""The annotated report of a small project in every format, against a count by hand."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from helpers.frames import frame
from helpers.pdf_text import pdf_text
from helpers.reports import PRESETS, parse_parts, report_html
from helpers.stores import HandMadeStore
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.escaping import escaped
from meantree.metrics.metric import Metric
from meantree.picture.style import approximate_width
from meantree.project.file import Project
from meantree.reporting import lost_elements
from meantree.reporting.annotation_pages import trimmed
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.blocks import Grid, Paragraph, text_of
from meantree.reporting.chosen_content import report_content
from meantree.reporting.content import ReportContent
from meantree.reporting.estimate import estimate_size
from meantree.reporting.formats.html import content_preview
from meantree.reporting.formats.pdf import pdf_parts
from meantree.reporting.formats.workbook import workbook_parts
from meantree.reporting.front_page import front_page
from meantree.reporting.outline import report_blocks
from meantree.reporting.report_options import ReportOptions, accepted_segments, select_segments
from meantree.reporting.segment_pictures import Canvas
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


def _content(
    path: Path, annotator: str | None = None, parts: str = "", specs: Sequence[str] = ("bleu",), by_hand: str = ""
) -> ReportContent:
    store = HandMadeStore()
    with Project(path, passing=True) as project:
        corpus, done = project.corpus(), ProjectAnnotations.of(project, annotator, by_hand.split())
    options = ReportOptions(parts=parse_parts(parts)) if parts else ReportOptions()
    return report_content(score_corpus(corpus, specs or dict[str, Metric](), store), store, options, annotators=done)


HERS = "patient: it; linked with read (correct)"
DIFFERENT = (("read", HERS, "other: it; not linked", HERS),)
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
    tables = {table.name: table for table in _content(path).annotator_tables()}
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


def test_differences_stand_with_the_translation(path: Path) -> None:
    first, second = _content(path).segments()
    annotated, other = first.translations
    (table,) = annotated.differences
    assert table.head == ("what", "ana", EVIL, "gold")
    assert table.rows[0][0] == "hmeant"
    assert list(table.rows[0][1:]) == pytest.approx([0.8, 0.0, 0.8])
    assert table.rows[1:] == DIFFERENT
    assert not other.differences
    assert not any(translation.differences for translation in second.translations)
    assert [(comment.heading, comment.text) for comment in annotated.comments] == [
        ("ana", "well"),
        ("ana, on “it” of the translation", f"what {EVIL}"),
    ]


def test_every_format_says_so(path: Path) -> None:
    content = _content(path)
    page = report_html(content)
    assert "<script" not in page
    rows = [re.findall(r"<td[^>]*><bdi>(.*?)</bdi></td>", row) for row in page.split("<tr>")]
    assert ["ana", "4", "2", "2", "0", "1", "2", "2"] in rows, "columns of zeros are left out"
    assert all(list(row) in rows for row in DIFFERENT)
    assert "on “it” of the translation" in page
    text = pdf_text(b"".join(pdf_parts(content)))
    for told in ("Progress", "Agreement beyond chance", "patient: it", "on “it” of the"):
        assert told in text
    book = load_workbook(io.BytesIO(b"".join(workbook_parts(content))))
    cells = {row[0]: row[1:] for row in book["Progress"].iter_rows(values_only=True)}
    assert cells["ana"] == (4, 2, 2, 0, 0, 1, 0, 2, 2)
    shares = {row[0]: row[1] for row in book["Agreement by layer"].iter_rows(values_only=True)}
    assert shares["filler spans and roles"] == pytest.approx(2 / 3, abs=1e-15)
    assert {"Confusion", "Least agreement", "Systems by annotator"} <= set(book.sheetnames)
    confusions = list(book["Confusion"].iter_rows(values_only=True))
    tables = [table for table in content.annotator_tables() if table.name == "confusion"]
    assert len(tables) == 3, "none beside the automatic frames"
    assert confusions[0] == ("table", "row", *tables[0].head[1:])
    assert confusions[1:] == [
        tuple(escaped(value) or None if isinstance(value, str) else value for value in (table.title, *row))
        for table in tables
        for row in table.rows
    ]
    message = list(book["Differences"].iter_rows(min_row=2, values_only=True))
    assert message[0][:4] == ("d/1", "s", "hmeant", "ana")
    assert ("d/1", "s", *DIFFERENT[0][:1], "ana", HERS) in message


def test_what_goes_wrong_in_annotated_work_and_the_scores_of_systems_are_said(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lost_elements, "FEWEST", 1)
    content = _content(path, parts="summary,systems", specs=(), by_hand="hmeant")
    tables = {block.table.name: block.table for block in front_page(content, Work()) if isinstance(block, Grid)}
    assert tables["lost"].head == ("kind", "in references", "missed", "by s", "by t", "extra", "other role", "example")
    # Two annotations by ana and one by the other, who links nothing: the predicate and the agent are lost.
    assert tables["lost"].rows == (
        ("agent", 3, 1, 1, 0, 1, 0, "“he” of “read” (d/1, s)"),
        ("predicate", 3, 1, 1, 0, 1, 0, "“read” (d/1, s)"),
    )
    assert tables["systems"].head == ("annotator", "system", "score", "segments"), "no columns without a value"


def test_one_annotator_alone_has_progress_and_nothing_to_differ_from(path: Path) -> None:
    content = _content(path, "ana")
    (table,) = content.annotator_tables()
    assert [row[0] for row in table.rows] == ["ana"]
    assert not next(content.segments()).translations[0].differences
    content = _content(path, "ana", parts=",".join(PRESETS["annotation"]), specs=(), by_hand="hmeant")
    titles = [frames.title for one in content.segments() for text in one.translations for frames in text.frames]
    assert [title.partition(" · reference")[0] for title in titles] == ["ana · done", "ana · done", "ana · open"]
    page = report_html(content)
    assert "1 person annotated translations: ana (2)" in page
    assert "The report is on ana alone, and compares no annotators." in page
    assert "Pictures show the frames of ana" in page
    assert "contested" not in page
    assert "Left out: 1 translation (d/2 t); nobody annotated them" in page


def test_a_report_on_one_system_counts_no_annotations_of_others(path: Path) -> None:
    content = _content(path, specs=(), by_hand="hmeant")
    one = report_content(
        content.table, HandMadeStore(), replace(content.options, systems=("t",)), annotators=content.annotators
    )
    whole, alone = content.agreement(), one.agreement()
    assert whole is not None
    assert alone is not None
    assert whole.pairs
    assert not alone.pairs
    assert {system.system for ranking in alone.rankings.values() for system in ranking.systems} == {"t"}
    assert one.annotators.finished_by_people(one.corpus.places.keys())[0] == {"ana": 1, EVIL: 1}
    assert "progress" not in {table.name for table in one.annotator_tables()}, "it is that of all systems"


def test_where_nobody_began_the_report_says_so_and_has_no_tables(tmp_path: Path) -> None:
    with Project(tmp_path / "new.meantree", new=True) as project:
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)))
    path = tmp_path / "new.meantree"

    def names() -> list[str]:
        return [table.name for table in _content(path).annotator_tables()]

    assert names() == []
    nothing = _content(path, parts="summary,annotators,segments", specs=(), by_hand="hmeant")
    assert "Appendix" not in report_html(nothing), "there are no signatures"
    assert "Nobody" not in content_preview(_content(path), 600).page, "translations are scored"
    of_annotators = report_html(_content(path, parts="summary,annotators,segments"))
    assert "Nobody annotated these translations" in of_annotators
    assert "Nobody has" not in of_annotators, "once"
    with Project(path) as project:
        project.save(AnnotationKey("d/2", "s", "r", "automatic"), ONE, "begun")
    assert names() == []
    with Project(path) as project:
        project.save(AnnotationKey("d/1", "s", "r", "ana"), ONE, "done")
    assert names() == ["progress", "means"]
    with Project(path) as project:
        project.save(AnnotationKey("d/1", "t", "r", "ana"), ONE, "done")
    assert names() == ["progress", "systems"]


@pytest.mark.parametrize("style", PRESETS)
def test_where_frames_alone_are_scored_and_nobody_began_page_one_says_so(style: str, tmp_path: Path) -> None:
    with Project(tmp_path / "new.meantree", new=True) as project:
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)))
    page = report_html(_content(tmp_path / "new.meantree", parts=",".join(PRESETS[style]), specs=(), by_hand="hmeant"))
    assert page.count("Nobody annotated these translations") == 1
    assert "2 segments of “c”, translated by s and t, with the reference r." in page
    assert "Annotate them on the page Annotate" in page
    assert "Left out" not in page, "page one says it"
    assert 'id="segments"' not in page
    with_bleu = _content(tmp_path / "new.meantree", parts="summary,segments,structure", by_hand="hmeant")
    assert "Nobody annotated these translations, so there is no score by hmeant." in report_html(with_bleu)


def test_what_is_not_wanted_is_left_out(path: Path) -> None:
    content = _content(path, parts="systems")
    assert content.annotator_tables() == []
    assert "Annotators" not in report_html(content)
    alone = report_html(_content(path, parts="annotators"))
    assert "Progress" in alone
    assert "Segment" not in alone
    assert "Differences" not in report_html(_content(path, parts="remarks"))


BY_HAND = "hmeant hmeant:weights=unsupervised"


@pytest.mark.parametrize("specs", [("bleu",), ()])
def test_every_annotators_scores_are_those_of_their_work_alone(path: Path, specs: Sequence[str]) -> None:
    content = _content(path, specs=specs, by_hand=BY_HAND)
    with Project(path, passing=True) as project:
        alone = {
            name: score_corpus(project.corpus(name), BY_HAND.split(), HandMadeStore()) for name in project.annotators
        }
    tables = [table for table in content.annotator_tables() if table.name == "systems"]
    for table, spec in zip(tables, BY_HAND.split(), strict=True):
        scores = {row[:2]: row[2:] for row in table.rows}
        assert scores["ana", "t"] == (alone["ana"].system_score("t", spec), None, None, None, 1)
    result = {
        (segment, system, who): scores
        for segment, system, who, scores in content.annotators.scores(content.selection.selected, content.systems)
    }
    assert result["d/1", "s", "ana"] == tuple(alone["ana"].segment_score("s", spec, 0) for spec in BY_HAND.split())
    assert ("d/2", "s", "ana") not in result  # is open
    (annotated, *_), (second, _) = (segment.translations for segment in content.segments())
    (title,) = (frames.title for frames in annotated.frames if frames.title.startswith("ana"))
    assert (
        title == "ana · done · reference r · hmeant 0.800 · hmeant:weights=unsupervised 1.000"
    )  # the patient, which no reference has, weighs nothing
    assert result["d/1", "s", "ana"] == pytest.approx((0.8, 1.0))
    assert second.frames[0].title.startswith("ana · open")
    assert dict(content.signed)["hmeant, ana"].count("frames:ana") == 1


def test_frames_alone_are_set_in_every_format(path: Path) -> None:
    content = _content(path, specs=(), by_hand="hmeant")
    page = report_html(content)
    assert "hmeant 0.800" in page
    assert "<h2>Systems</h2>" not in page
    text = pdf_text(b"".join(pdf_parts(content)))
    assert "hmeant 0.800" in text
    assert "Frames · ana · done" in text
    book = load_workbook(io.BytesIO(b"".join(workbook_parts(content))))
    rows = list(book["Annotations"].iter_rows(values_only=True))
    assert rows[0] == ("segment", "system", "annotator", "hmeant")
    assert rows[1][:3] == ("d/1", "s", "ana")
    assert rows[1][3] == pytest.approx(0.8)
    assert not {"Systems", "Units", "Steps"} & set(book.sheetnames)
    assert content_preview(content, 600).size.pages > 0
    worst = select_segments(content.table, ReportOptions(most=1), content.systems, "", content.annotators)
    assert worst.shown == (0,)
    assert worst.description == "the 1 worst of 2 segments by hmeant, worst first"


def _annotated_twice(
    folder: Path, work: Mapping[str, tuple[Annotation, Annotation]]
) -> tuple[Corpus, ProjectAnnotations]:
    """Return a corpus with the annotations of segments by two annotators."""
    with Project(folder / "p.meantree", new=True) as project:
        keys = {
            AnnotationKey(f"d/{name}", "s", "r", who): annotation
            for name, both in work.items()
            for who, annotation in zip(("ana", "bo"), both, strict=True)
        }
        project.fill(Corpus("c", SEGMENTS, ("s", "t"), ("r",)), keys)
        return project.corpus(), ProjectAnnotations.of(project, None, ["hmeant"])


@pytest.mark.parametrize("style", ["annotation", "comparison"])
def test_segments_on_which_annotators_agree_least_come_first(tmp_path: Path, style: str) -> None:
    unlinked = replace(ONE, alignment=FrameAlignment())
    corpus, done = _annotated_twice(tmp_path, {"1": (ONE, unlinked), "2": (ONE, OTHER)})
    store = HandMadeStore()
    options = ReportOptions(parts=PRESETS[style])
    table = score_corpus(corpus, dict[str, Metric](), store)
    selection = report_content(table, store, options, annotators=done).selection
    assert selection.shown == (1, 0)
    assert selection.description == "all 2 segments, least agreement first"
    selection = report_content(table, store, replace(options, most=1), annotators=done).selection
    assert (selection.shown, selection.description) == ((1,), "the 1 of 2 segments on which annotators agree least")


def test_contested_frames_stand_side_by_side_and_those_that_agree_are_counted(tmp_path: Path) -> None:
    words = ("he", "read", "all", "of", "what", "they", "had", "once", "sent", "him", "there")
    long = Text(" ".join(words), tokens=words)
    texts = {"s": long, "t": long}
    segments = tuple(Segment(name, "", references={"r": TEXT}, hypotheses=texts) for name in "12")
    reference = (frame("1 agent=0"),)
    one = Annotation((frame("1 agent=0 patient=2-10"), frame("8 agent=5")), reference, state=State.DONE)
    other = replace(one, hypothesis=(frame("1 agent=0 patient=2-9"), frame("8 agent=5")), reference=())
    both = {"ana": one, "bo": other}
    keys = {AnnotationKey("1", system, "r", who): work for system in "st" for who, work in both.items()}
    keys |= {AnnotationKey("2", "s", "r", who): one for who in both}
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(Corpus("c", segments, ("s", "t"), ("r",)), keys)
        corpus, done = project.corpus(), ProjectAnnotations.of(project, None, ["hmeant"])
    table = score_corpus(corpus, dict[str, Metric](), HandMadeStore())
    content = report_content(table, HandMadeStore(), ReportOptions(parts=PRESETS["annotation"]), annotators=done)
    blocks = list(report_blocks(content, Canvas(approximate_width), Work()))
    (rows,) = [block.table.rows for block in blocks if isinstance(block, Grid) and block.table.name == "differences"]
    assert rows == (
        ("s, t", "read", "patient: all of what they … sent him there", "patient: all of what they had once sent him"),
        ("reference", "read", "agent: he", "–"),
    )
    said = [text_of(block.line) for block in blocks if isinstance(block, Paragraph)]
    # “read” of both translations and of the reference; “sent” of all three, “read” of the second segment's two texts
    assert any(
        "3 frames on which annotators differ stand side by side; 5 on which they agree are left out" in one
        for one in said
    )
    assert any("they differ on 3 of 8 frames (side by side)" in one for one in said)
    assert content.selection.shown == (0,), "nothing differs in the other one"


def test_segments_that_two_people_did_not_annotate_are_neither_shown_nor_counted(tmp_path: Path) -> None:
    _, done = _annotated_twice(tmp_path, {"1": (ONE, OTHER), "2": (ONE, OTHER)})
    path = tmp_path / "p.meantree"
    with Project(path) as project:
        project.save(AnnotationKey("d/1", "s", "r", "bo"), replace(OTHER, state=State.OPEN), "opened again")
        corpus, done = project.corpus(), ProjectAnnotations.of(project, None, ["hmeant"])
    store = HandMadeStore()
    table = score_corpus(corpus, dict[str, Metric](), store)
    content = report_content(table, store, ReportOptions(parts=PRESETS["annotation"]), annotators=done)
    assert content.selection.shown == (1,)
    assert content.selection.description == "the 1 of 2 segments that have something to show, least agreement first"
    named = report_content(table, store, replace(content.options, segments=("d/1", "d/2")), annotators=done)
    assert "Left out: 1 translation (d/1 s); fewer than two people annotated them" in report_html(named)


def test_that_page_one_names_the_first_of_the_translations_with_least_agreement(tmp_path: Path) -> None:
    corpus, done = _annotated_twice(tmp_path, {"2": (ONE, OTHER), "1": (ONE, OTHER)})
    store = HandMadeStore()
    table = score_corpus(corpus, dict[str, Metric](), store)
    content = report_content(table, store, ReportOptions(parts=PRESETS["annotation"]), annotators=done)
    said = " ".join(text_of(block.line) for block in front_page(content, Work()) if isinstance(block, Paragraph))
    assert re.search(r"ana and bo agree least on segment d/1, s \(F1 0\.\d+; 1 other translation is as low\)", said)


def test_agreement_of_one_pair_stands_in_a_sentence_alone(tmp_path: Path) -> None:
    corpus, done = _annotated_twice(tmp_path, {"1": (ONE, OTHER)})
    table = score_corpus(corpus, dict[str, Metric](), HandMadeStore())
    parts = PRESETS["annotation"] - {"segments"}
    page = report_html(report_content(table, HandMadeStore(), ReportOptions(parts=parts), annotators=done))
    # 2 predicates of 2; of the 3 fillers of each, 2 are the same; one frame link, of ana's alone
    assert "with F1 of predicates 1.000, fillers with their roles 0.667 and frame links 0.000; α of words is" in page
    assert page.count("F1 of frame links: between the same predicates") == 1
    assert "Agreement in short" not in page
    assert "<figure" not in page
    without = report_content(table, HandMadeStore(), ReportOptions(parts=frozenset({"annotators"})), annotators=done)
    assert "Agreement in short" in report_html(without), "no page one says it"


def test_matrices_of_people_come_first(path: Path) -> None:
    page = report_html(_content(path, parts="summary,annotators", specs=(), by_hand="hmeant"))
    titles = re.findall("Roles of ([^<]*)", page)
    assert len(titles) == 3
    assert page.count("Fillers of predicates that both marked: how often") == 2, "once among the details"
    assert page.index(f"Roles of {titles[0]}") < page.index("Appendix") < page.index(f"Roles of {titles[1]}")
    assert "gold" not in titles[0]


def test_segments_are_filtered_by_whose_they_are(path: Path) -> None:
    with Project(path) as project:
        project.assign({"ana": ["d/2"], "ben": ["d/1"]})
    content = _content(path)
    for who, place in (("ana", 1), ("ben", 0)):
        assert accepted_segments(content.table, f"annotator:{who}", ["s"], content.annotators) == {place}


def test_the_estimate_counts_the_tables_of_many_annotators(path: Path) -> None:
    with Project(path) as project:
        for name in ("a", "b", "c", "d"):
            for segment in ("d/1", "d/2"):
                project.save(AnnotationKey(segment, "s", "r", name), ONE, "done")
    content = _content(path, parts="annotators", specs=(), by_hand="hmeant")
    pages = b"".join(pdf_parts(content)).count(b"/Type/Page/")
    assert pages > 5
    assert estimate_size(content).pages == pytest.approx(pages, rel=1 / 6)


def test_that_automatic_frames_are_not_called_done(path: Path) -> None:
    content = _content(path)
    titles = [
        frames.title
        for segment in content.segments()
        for translation in segment.translations
        for frames in translation.frames
    ]
    assert "automatic · reference r · hmeant 0.000" in titles
    assert "ana · done · reference r · hmeant 0.800" in titles
    states, _ = _content(path, "automatic").annotators.states_and_comments(content.corpus, "s")
    assert states["d/1"] == ""
    states, _ = content.annotators.states_and_comments(content.corpus, "s")
    assert states["d/1"] == "done"


def test_a_preview_begins_with_progress(path: Path) -> None:
    page = content_preview(_content(path), 600).page
    assert "Progress" in page
    assert "Only what differs of it is printed" in page
    assert "<script" not in page


def test_frames_to_review_say_that_links_do_not_count(path: Path) -> None:
    with Project(path) as project:
        key = AnnotationKey("d/1", "t", "r", "ana")
        project.save(key, replace(ONE, reference=(), alignment=FrameAlignment()), "deleted")
    content = _content(path, "ana", parts="frames")
    titles = [
        frames.title
        for segment in content.segments()
        for translation in segment.translations
        for frames in translation.frames
    ]
    message = "ana · to review, links to deleted frames or fillers do not count · reference r"
    assert any(message in title for title in titles)


def test_a_comparison_of_annotated_texts_does_not_deny_their_annotations(path: Path) -> None:
    options = ReportOptions(parts=PRESETS["comparison"])
    page = report_html(replace(_content(path, parts="summary", specs=(), by_hand="hmeant"), options=options))
    assert "fewer than two people annotated them" in page
    assert set(re.findall('href="#(.*?)"', page)) <= set(re.findall('id="(.*?)"', page))
    assert "1 filler)" in page, "roles are confused of fillers, not of words"
