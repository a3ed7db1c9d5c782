"""Over how many segments the scores of systems are, as every format says it."""

from __future__ import annotations

from dataclasses import replace

from lxml import html

from helpers.pages import report_html
from helpers.pdf_text import pdf_text
from helpers.reports import TWO, content_of
from meantree.analysis.frames import Frame, FrameAlignment, LinkKind
from meantree.corpus.corpus import Corpus, Text
from meantree.project.annotation import Annotation, AnnotationKey, State
from meantree.project.overlay import annotated
from meantree.report.content import ReportContent
from meantree.report.coverage import coverage
from meantree.report.pdf import pdf_parts
from meantree.report.preview import preview_of
from meantree.report.request import ReportOptions
from meantree.report.tex import tex_parts

ONLY_SYSTEMS = ReportOptions(parts=frozenset({"systems"}))


def _annotated() -> Corpus:
    """Of the first of two segments the frames of one system are annotated."""
    links = FrameAlignment({(0, 0): LinkKind.CORRECT})
    done = Annotation((Frame((0, 1)),), (Frame((0, 1)),), links, State.DONE)
    first, second = TWO.segments
    text = Text("a b c d", tokens=("a", "b", "c", "d"))
    first = replace(first, references={"A": text}, hypotheses={"s": text})
    corpus = replace(TWO, segments=(first, second))
    return replace(annotated(corpus, {AnnotationKey("d/1", "s", "A", "ann"): done}, {}, {}), annotator="ann")


def _written(content: ReportContent) -> dict[str, str]:
    made = {
        "html": "".join(map(str, html.fromstring(report_html(content)).itertext())),
        "preview": "".join(map(str, html.fromstring(preview_of(content, 600).page).itertext())),
        "pdf": pdf_text(b"".join(pdf_parts(content))),
        "tex": "".join(tex_parts(content)),
    }
    return {form: " ".join(text.split()) for form, text in made.items()}


def test_all_segments_are_said_once() -> None:
    content = content_of(TWO, ["edpm", "ter"], ONLY_SYSTEMS, systems=["s"])
    assert coverage(content) == "Over all 2 segments of the corpus."


def test_a_system_without_some_translations_is_named() -> None:
    assert coverage(content_of(TWO, ["edpm", "ter"])) == "edpm, ter: s over 2, t over 1 of 2 segments."
    assert coverage(content_of(TWO, ["edpm"], systems=["t"])) == "edpm: over 1 of 2 segments."


def test_every_format_says_over_how_many_segments_a_mean_is() -> None:
    content = content_of(_annotated(), ["ter", "hmeant"], ONLY_SYSTEMS, systems=["s"])
    assert [content.table.segment_score("s", "hmeant", place) for place in range(2)] == [1.0, None]
    told = "ter: over all 2 segments. hmeant: over 1 of 2 segments."
    assert coverage(content) == told
    for form, text in _written(content).items():
        assert told in text, form
        assert "Over all" not in text, form
