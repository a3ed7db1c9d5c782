"""What a report says: annotators' frames and remarks, and what is made when."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from helpers.pdf_text import pdf_text
from helpers.reports import TWO, content_of, parse_parts, report_html
from helpers.stores import HandMadeStore
from meantree.analysis.corrections import FixedLinks
from meantree.analysis.frames import Filler, Frame, FrameAlignment, LinkKind, PairFrames, Role
from meantree.analysis.layers.required import Layers
from meantree.annotation.annotated_corpus import annotated_corpus
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.analyses import is_analysed
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem, UsageError
from meantree.project.file import Project
from meantree.reporting.annotators import ProjectAnnotations
from meantree.reporting.chosen_content import report_content
from meantree.reporting.content import ReportContent
from meantree.reporting.formats.html import content_preview
from meantree.reporting.formats.pdf import pdf_parts
from meantree.reporting.report_options import PARTS as EVERY_PART
from meantree.reporting.report_options import ReportOptions
from meantree.reporting.system_scores import coverage, systems_grid
from meantree.scoring.run import score_corpus

FRAMES = Annotation(
    (Frame((0, 1), (Filler((1, 3), Role.PATIENT),)),),
    (Frame((0, 1), (Filler((1, 2), Role.AGENT),)),),
    FrameAlignment({(0, 0): LinkKind.CORRECT}),
    State.DONE,
    " not <so> good ",
)
KEY = AnnotationKey("d/1", "s", "A", "ann")
PARTS = ProjectAnnotations({"d/1": [(KEY, FRAMES), (replace(KEY, annotator="eve"), replace(FRAMES, state=State.OPEN))]})


def test_the_frames_and_remarks_of_each_annotator_stand_with_the_translation() -> None:
    first, second = content_of(TWO, ["hwcm"], annotators=PARTS).segments()
    annotated, other = first.translations
    assert [(comment.annotator, comment.text) for comment in annotated.comments] == [
        ("ann", "not <so> good"),
        ("eve", "not <so> good"),
    ]
    assert [frame.title for frame in annotated.frames if frame.frames.by_hand] == [
        "ann · done · reference A · hmeant 0.500",
        "eve · open · reference A · hmeant 0.500",
    ]
    assert annotated.frames[0].frames.by_hand
    assert not other.comments
    assert not any(frame.frames.by_hand for frame in other.frames)
    assert not second.translations[0].comments


def test_a_span_beyond_the_words_is_left_out() -> None:
    wrong = replace(FRAMES, hypothesis=(Frame((0, 9)),), alignment=FrameAlignment())
    first, _ = content_of(TWO, ["hwcm"], annotators=ProjectAnnotations({"d/1": [(KEY, wrong)]})).segments()
    assert not any(frame.frames.by_hand for frame in first.translations[0].frames)
    assert first.translations[0].comments


@pytest.mark.parametrize("part", ["frames", "comments"])
def test_parts_of_annotators_can_be_left_out(part: str) -> None:
    others = {"frames": "comments", "comments": "frames"}[part]
    options = ReportOptions(parts=parse_parts(others))
    translation = next(content_of(TWO, ["hwcm"], options, annotators=PARTS).segments()).translations[0]
    values = {"frames": translation.frames, "comments": translation.comments}
    assert not values[part]
    assert values[others]


def test_remarks_and_states_can_be_asked_for() -> None:
    content = content_of(TWO, ["hwcm"], ReportOptions(filter="remark:good state:done"), annotators=PARTS)
    assert content.selection.shown == (0,)
    assert content_of(TWO, ["hwcm"], ReportOptions(filter="remark:bad"), annotators=PARTS).selection.shown == ()


def test_automatic_frames_are_drawn_where_nobody_annotated() -> None:
    first, _ = content_of(TWO, ["hwcm", "meant"], annotators=PARTS).segments()
    assert [len(translation.frames) for translation in first.translations] == [3, 1]
    assert first.translations[1].frames[0].title == "automatic · meant 0.750"


@pytest.mark.parametrize("spec", ["hwcm", "bleu"])
def test_automatic_frames_are_drawn_whatever_is_scored(spec: str) -> None:
    first, second = content_of(TWO, [spec]).segments()
    titles = [
        [frame.title for frame in translation.frames] for translation in (*first.translations, *second.translations)
    ]
    scored = ["automatic · meant 1.000", "automatic · meant 0.750", "automatic · reference A · meant 0.000"]
    assert titles == [[title] for title in scored]


def test_frames_that_are_not_wanted_are_not_looked_for() -> None:
    store = HandMadeStore()
    table = score_corpus(TWO, ["bleu"], store)
    parts = frozenset(EVERY_PART) - {"frames", "structure"}
    message = next(report_content(table, store, ReportOptions(parts=parts)).segments()).translations[0]
    assert message.comparison is not None
    assert message.comparison.frames is None
    assert not message.comparison.pair.hypothesis.layers.roles


def test_what_is_lost_is_counted_without_the_layers_of_pictures() -> None:
    store = HandMadeStore()
    content = report_content(score_corpus(TWO, ["hwcm"], store), store, ReportOptions())
    texts = [text for segment in TWO.segments for text in (*segment.references.values(), *segment.hypotheses.values())]
    assert content.lost_elements().translations == 3
    assert not any(is_analysed(text, store, Layers(1, roles=True)) for text in texts)
    assert len(list(content.segments())) == 2
    assert all(is_analysed(text, store, Layers(1, roles=True)) for text in texts)


def test_frames_of_the_annotator_who_was_scored_come_before_automatic_ones() -> None:
    pair = PairFrames("A", FRAMES.hypothesis, FRAMES.reference, FRAMES.alignment)
    first, second = TWO.segments
    annotated = replace(first, hypotheses={**first.hypotheses, "s": replace(first.hypotheses["s"], annotation=pair)})
    corpus = replace(TWO, segments=(annotated, second), annotator="ann")
    done = ProjectAnnotations({"d/1": [(KEY, FRAMES)]}, annotator="ann")
    first_content, other = content_of(corpus, ["hwcm"], annotators=done).segments()
    whose = [
        [frames.title.split(" · ")[0] for frames in translation.frames]
        for translation in (*first_content.translations, *other.translations)
    ]
    assert whose == [["ann"], ["automatic"], ["automatic"]]


def test_corrections_are_drawn_and_say_whose_they_are() -> None:
    first, second = TWO.segments
    links = {"A": FixedLinks(frozenset({(0, 0), (1, 1)}), frozenset({(2, 2)}))}
    annotated = replace(first.hypotheses["s"], arcs={2: (1, "obj")}, links=links)
    changed = replace(first, hypotheses={**first.hypotheses, "s": annotated})
    corpus = replace(TWO, segments=(changed, second), annotator="ann")
    content = content_of(corpus, ["rte-r", "hwcm"])
    message = next(content.segments()).translations[0]
    assert message.comparison is not None
    assert message.links is not None
    assert message.comparison.hypothesis.tree.heads[2] == 1
    assert [link.label for link in message.links.word_links if link.by_hand] == ["a → a", "b → b"]
    assert [(link.label, link.removed_by) for link in message.links.word_links if link.is_removed] == [("c → c", "ann")]
    assert next(content_of(corpus, ["hwcm"]).segments()).translations[0].links is None
    automatic = next(content_of(TWO, ["rte-r"]).segments()).translations[0]
    assert automatic.links is None
    assert message.scores[0] != automatic.scores[0]
    assert message.derivation is not None
    assert message.derivation.steps[-1].value == pytest.approx(message.scores[0])


def test_what_one_metric_cannot_follow_is_not_in_the_way_of_another() -> None:
    first, second = TWO.segments
    unfit = replace(first.hypotheses["s"], arcs={1: (9, "obj")})
    changed = replace(first, hypotheses={**first.hypotheses, "s": unfit})
    corpus = replace(TWO, segments=(changed, second), annotator="ann")
    content = content_of(corpus, ["bleu", "hwcm"])
    message = next(content.segments()).translations[0]
    assert message.scores == (1.0, None)
    assert not message.reason
    assert message.comparison is not None
    by_tree = next(content_of(corpus, ["bleu", "hwcm"], ReportOptions(focus="hwcm")).segments()).translations[0]
    assert "the corrected heads do not fit" in by_tree.reason


def test_frames_alone_are_shown_beside_the_words() -> None:
    message = next(content_of(TWO, ["meant"]).segments()).translations[0]
    assert message.comparison is not None
    assert message.comparison.structure == "dependencies"
    assert message.frames


def test_what_annotators_did_is_read_from_a_project(tmp_path: Path) -> None:
    path = tmp_path / "p.meantree"
    with Project(path, new=True) as project:
        project.fill(Corpus("p", TWO.segments, TWO.systems, TWO.references), {KEY: FRAMES})
        assert ProjectAnnotations.of(project).by_segment == {"d/1": [(KEY, FRAMES)]}
        assert ProjectAnnotations.of(project, "ann").by_segment == {"d/1": [(KEY, FRAMES)]}
        with pytest.raises(UsageError, match="there is no annotator 'eve'"):
            ProjectAnnotations.of(project, "eve")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ReportOptions(specs=("bleu",)), "no metric 'bleu' was scored; there are hwcm"),
        (ReportOptions(focus="ter"), "no metric 'ter' was scored; there are hwcm"),
        (ReportOptions(systems=("x",)), "no system 'x' was scored; there are s, t"),
    ],
)
def test_what_was_not_scored_cannot_be_told(options: ReportOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        content_of(TWO, ["hwcm"], options)


def test_segments_are_made_when_they_are_asked_for() -> None:
    store = HandMadeStore()
    table = score_corpus(TWO, ["hwcm"], store)
    segments = report_content(table, store).segments()
    assert next(segments).key == "d/1"
    assert next(segments).key == "d/2"
    assert next(segments, None) is None
    assert list(report_content(table, store, ReportOptions(parts=parse_parts("systems"))).segments()) == []


def test_a_part_of_the_metrics_and_systems() -> None:
    options = ReportOptions(specs=("ter",), systems=("t",))
    content = content_of(TWO, ["hwcm", "ter"], options)
    assert (content.focus, content.specs, content.systems) == ("ter", ("ter",), ("t",))
    assert [[translation.system for translation in segment.translations] for segment in content.segments()] == [
        ["t"],
        [],
    ]
    assert len(content.signatures) == 1


def test_what_other_metrics_lack_is_not_told() -> None:
    store, specs = HandMadeStore(), ("hwcm", "ter")
    table = score_corpus(TWO, specs, store)
    lacking = Problem(None, None, "has no tree, needed by hwcm", "d/1", "s", ("hwcm",))
    table.problems.append(lacking)
    both, ter = (report_content(table, store, ReportOptions(specs=chosen)) for chosen in (specs, ("ter",)))
    assert set(both.problems) - set(ter.problems) == {lacking}


ONLY_SYSTEMS = ReportOptions(parts=frozenset({"systems"}))


def _annotated() -> Corpus:
    """Of the first of two segments the frames of one system are annotated."""
    links = FrameAlignment({(0, 0): LinkKind.CORRECT})
    done = Annotation((Frame((0, 1)),), (Frame((0, 1)),), links, State.DONE)
    first, second = TWO.segments
    text = Text("a b c d", tokens=("a", "b", "c", "d"))
    first = replace(first, references={"A": text}, hypotheses={"s": text})
    corpus = replace(TWO, segments=(first, second))
    return replace(annotated_corpus(corpus, {AnnotationKey("d/1", "s", "A", "ann"): done}, {}, {}), annotator="ann")


def _written(content: ReportContent) -> dict[str, str]:
    made = {
        "html": "".join(map(str, html.fromstring(report_html(content)).itertext())),
        "preview": "".join(map(str, html.fromstring(content_preview(content, 600).page).itertext())),
        "pdf": pdf_text(b"".join(pdf_parts(content))),
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
    message = "ter: over all 2 segments. hmeant: over 1 of 2 segments."
    assert coverage(content) == message
    for form, text in _written(content).items():
        assert message in text, form
        assert "Over all" not in text, form


def test_a_metric_that_scored_nothing_has_a_reason_and_no_empty_cells() -> None:
    segment = Segment("1", "", None, {"r": Text("a b")}, {"s": Text("a " * 1_501)})
    why = "ter is left out, as it scored nothing: segment 1: its hypothesis has 1,501 tokens, expected at most 1,500"
    for systems in (("s",), ("s", "t", "u")):
        each = replace(segment, hypotheses=dict.fromkeys(systems, segment.hypotheses["s"]))
        content = content_of(Corpus("c", (each,), systems, ("r",)), ["per", "ter"], ONLY_SYSTEMS)
        table = systems_grid(content, [result for result in content.results() if result.segments]).table
        assert "ter" not in (*table.head, *(row[0] for row in table.rows))
        assert why in table.note


def test_the_appendix_explains_the_metrics_that_page_one_does_not() -> None:
    page = report_html(content_of(TWO, ["hwcm", "edpm", "ter"]))
    explained = page[page.index("Metrics and signatures") : page.index("hwcm|")]
    assert "hwcm:" not in explained
    assert "edpm: " in explained
    assert "Its signature names it dpm." in explained
    assert "lower is better" in explained
