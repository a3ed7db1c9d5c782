"""The HTML report and its preview."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from lxml import etree, html

from helpers.reports import ATTACKS, PRESETS, TWO, attacked, content_of, parse_parts, report_html
from helpers.stores import HandMadeStore
from meantree import __version__
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, Problem
from meantree.escaping import escaped
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture.style import LIGHT
from meantree.reporting import lost_elements
from meantree.reporting.formats.html import MOST_SEGMENTS, WIDTH, content_preview
from meantree.reporting.report_options import PARTS, ReportOptions
from meantree.scoring.provenance import signature
from meantree.scoring.table import ScoreTable
from meantree.work import Work

MATCHED = Status.MATCHED


def scored_page(
    corpus: Corpus, *specs: str, kind: str = "", options: ReportOptions | None = None
) -> tuple[html.HtmlElement, ScoreTable]:
    """The report of a corpus, marked by the first metric."""
    content = content_of(corpus, specs, options or ReportOptions(kind=kind))
    return html.fromstring(report_html(content)), content.table


def at(element: html.HtmlElement, path: str) -> Any:
    """What an expression of XPath finds."""
    return element.xpath(path)


def cells(table: html.HtmlElement) -> list[list[str]]:
    return [[cell.text_content() for cell in row] for row in table.iter("tr")]


def words(element: html.HtmlElement) -> str:
    """What is read, without the white space of the source."""
    return " ".join(element.text_content().split())


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_in_a_name_or_text_is_markup(attack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost_elements, "FEWEST", 1000)  # long attacks would have a table of what is lost
    page = report_html(content_of(attacked(attack), ["edpm"]))
    quiet = html.fromstring(report_html(content_of(attacked("x"), ["edpm"])))
    root = html.fromstring(page)
    assert not list(root.iter("script", "img", "iframe", "link", "object", "embed", "base", "form"))
    attributes = [(str(name), value) for element in root.iter() for name, value in element.attrib.items()]
    assert not [name for name, _ in attributes if name.startswith("on") or name in ("src", "style", "srcdoc")]
    assert all(str(value).startswith("#") for name, value in attributes if name == "href")
    tags = ("section", "svg", "h1", "h2", "h3", "h4", "dl", "table", "figure", "nav", "details")
    structure = Counter(element.tag for element in root.iter(*tags))
    assert structure == Counter(element.tag for element in quiet.iter(*tags))
    assert [element.text for element in root.iter("h1")] == [escaped(attack.strip())]
    assert all(ord(letter) > 31 or letter == "\n" for letter in page.replace("\t", "\n").replace("\r", "\n"))


def test_overrides_reach_no_further_than_their_text() -> None:
    text = "a \u202eb"
    segment = Segment("1", "d", source=text, references={"r": Text(text)}, hypotheses={"s": Text(text)})
    page = report_html(content_of(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"]))
    holders = [
        element
        for element in html.fromstring(page).iter()
        if "\u202e" in (element.text or "") and element.tag != "text"
    ]
    assert [(holder.tag, holder.get("dir")) for holder in holders] == [("dd", "auto")] * 2, "source and reference"


def test_page_one_says_what_was_compared_who_is_ahead_and_that_it_may_be_chance() -> None:
    page, _ = scored_page(TWO, "ter")
    summary = words(page.find(".//main")).split("Systems")[0]
    assert "s and t are compared with the references A and B on 2 segments of “two”." in summary
    assert "By ter (edits (shifts of blocks, substitutions, insertions, deletions) by the mean reference" in summary
    assert "lower is better), s is ahead of t, but 1 segment is too few to tell." in summary
    assert at(page, "//p[@class='point']//a/@href") == ["#segment-1"] * 3, "differences of two units and of a finding"
    assert at(page, "//*[@id='segment-1']")


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("", "Words compared by form, arcs by head and dependent"),
        ("chains of 1", "Only units of the kind “chains of 1” are marked"),
        ("chains of 3", "Only units of the kind “chains of 3” are marked"),
    ],
)
def test_the_first_picture_says_by_which_rule_it_is_marked(kind: str, rule: str) -> None:
    segment = Segment("1", "d", references={"r": Text("a b c")}, hypotheses={"s": Text("a b d")})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "hwcm", kind=kind)
    captions = [text for text in at(page, "//figcaption/text()") if "From left" in text]
    assert captions == [f"From left to right: translation by s; reference r, compared with s. {rule}."]


@pytest.mark.parametrize(("translation", "reference"), [("", "a b c"), (" \u3000", "a b c"), ("a b c", "")])
def test_an_empty_text_has_no_tree_and_no_caption(translation: str, reference: str) -> None:
    segment = Segment("1", "d", references={"r": Text(reference)}, hypotheses={"s": Text(translation)})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "hwcm")
    captions = "".join(at(page, "//figcaption/text()"))
    assert "From left to right" not in captions
    assert ("Reference r, compared with s." in captions) == (not translation.strip())


def test_three_systems_have_the_tree_of_their_reference_once() -> None:
    words = {"s": "a b d", "t": "a c", "u": "e b c"}
    segment = Segment("1", "d", None, {"r": Text("a b c")}, {name: Text(text) for name, text in words.items()})
    page, _ = scored_page(Corpus("c", (segment,), tuple(words), ("r",)), "hwcm")
    captions = " ".join(at(page, "//figcaption/text()"))
    assert captions.count("reference r") == 1
    assert "reference r, compared with all" in captions
    assert "partial is what only some translations match" in captions


def test_three_systems_have_a_row_each_and_none_is_bold_that_may_be_best_by_chance() -> None:
    first, second = TWO.segments
    third = replace(TWO, segments=(replace(first, hypotheses={**first.hypotheses, "u": Text("x")}), second))
    page, table = scored_page(replace(third, systems=("s", "t", "u")), "edpm", "ter")
    systems = at(page, "//table")[0]
    scores = [
        [name, *(fixed(table.system_score(name, spec) or 0.0) for spec in table.metrics)] for name in ("s", "t", "u")
    ]
    assert cells(systems) == [["system", "edpm", "ter ↓"], *scores]
    assert "edpm, ter: s over 2, t and u over 1 of 2 segments." in words(page)
    assert "Fewer than 10 segments are too few to tell which differences are chance." in words(page)
    assert not list(systems.iter("b"))


def test_segments_stand_with_their_texts_and_the_reference_that_is_drawn() -> None:
    page, table = scored_page(TWO, "edpm")  # which compares with the best reference
    segments = [words(element) for element in at(page, "//h3[starts-with(@id, 'segment')]")]
    assert segments == ["Segment d/1", "Segment d/2"]
    scores = [fixed(table.segment_score(name, "edpm", 0) or 0.0) for name in ("s", "t")]
    assert [words(element) for element in page.iter("h4")][:2] == [f"s edpm {scores[0]}", f"t edpm {scores[1]}"]
    texts = [words(element) for element in page.iter("dd")]
    assert texts == ["eins", "a b c d", "a b", "g h i"], "the reference once, and no translation that is the same"
    assert "Same as reference B." in words(page)


def test_differing_words_are_marked_and_one_line_says_what_was_lost() -> None:
    page, _ = scored_page(TWO, "hwcm", options=ReportOptions(parts=PRESETS["linguist"]))
    assert [words(element) for element in at(page, "//dd/span[@class='missed']")] == ["e f"], (
        "c d are missed by t alone"
    )
    assert "1 of 3 arcs matched (1 in the translation), 2 of 4 words; missed: “c”, “d”." in words(page)


@pytest.mark.parametrize("spec", ["hwcm", "edpm", "bleu", "ter", "meant", "rte-r"])
def test_each_picture_holds_the_words_as_text(spec: str) -> None:
    page, _ = scored_page(TWO, spec)
    drawn = {element.text for element in at(page, "//figure//*[local-name()='text']")}
    assert set("abcd") <= drawn
    assert all(at(page, "//figure//*[local-name()='svg']/@aria-label")), "every picture can be read aloud"


def test_a_long_sentence_is_wrapped() -> None:
    text = " ".join(f"word{place}" for place in range(40))
    segment = Segment("1", "", None, {"r": Text(text)}, {"s": Text(text)})
    page, _ = scored_page(
        Corpus("c", (segment,), ("s",), ("r",)), "hwcm", options=ReportOptions(parts=parse_parts("trees"))
    )
    _, *trees = at(page, "//figure//svg")
    for picture in trees:
        assert float(picture.get("width")) <= 1.3 * WIDTH
        assert [element.text for element in picture.iter("text")].count("word39") == 1


def test_what_was_not_scored_is_listed_once_and_drawn_nowhere() -> None:
    page, table = scored_page(replace(TWO, problems=(Problem(None, None, "line 3 <skipped>"),)), "hwcm")
    (problem,) = table.problems
    listed = [words(element) for element in page.iter("p")]
    assert listed.count(str(problem)) == 1
    assert "Caution: line 3 <skipped>." in listed, "on page one, and not again"
    assert len(at(page, "//h4[span]")) == 3


def test_a_filter_that_accepts_nothing_is_said_with_what_the_scores_are_of() -> None:
    page, _ = scored_page(TWO, "hwcm", options=ReportOptions(parts=PRESETS["linguist"], filter="id:nothing"))
    assert "accepts 0 of 2 segments, so that none is shown; scores are of all 2." in words(page)
    assert "Segments" not in [words(heading) for heading in page.iter("h2")]


def test_words_from_right_to_left_do_not_turn_a_line_of_words_from_left_to_right() -> None:
    segment = Segment("1", "d", references={"r": Text("קראה את הספר")}, hypotheses={"s": Text("היא")})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "hwcm")
    isolated = {words(element) for element in at(page, "//p/bdi")}
    assert isolated >= {"קראה", "את", "הספר", "היא"}


def test_nothing_scored_and_no_segment_are_said() -> None:
    page, _ = scored_page(Corpus("none", (), ("s",), ("r",)), "ter")
    assert "There are no segments, so there is no result." in words(page)
    assert "on 0 segments of “none”" in words(page)


def test_systems_that_nothing_scored_are_left_out() -> None:
    page = html.fromstring(report_html(content_of(TWO, ["hwcm"], systems=["t"])))
    assert [words(element)[0] for element in at(page, "//h4[span]")] == ["t"]
    assert cells(next(page.iter("table")))[0][1] == "t"
    assert "No translation of it is in the report." in words(page)


def test_a_report_of_annotations_without_any_shows_no_segments() -> None:
    page, _ = scored_page(TWO, "hwcm", options=ReportOptions(parts=PRESETS["annotation"]))
    assert "Segments" not in words(page)
    assert "Left out" not in words(page), "page one says why"
    assert "How lines are drawn" not in words(page)


def test_a_translation_that_the_focus_cannot_score_is_named_at_the_end() -> None:
    page, _ = scored_page(TWO, "stm", "hwcm")
    assert "No segment has anything to show in this style; the appendix says why." in words(page)
    assert (
        "Left out: 2 translations (d/1 s, d/1 t); not scored by stm: its hypothesis and its reference A have no "
        "constituency tree."
    ) in words(page)
    assert "have no constituency tree" not in words(page).split("Problems and notes")[-1], "said once"
    assert not at(page, "//h4[span]")


@pytest.mark.parametrize("parts", ["systems", "systems,segments", "trees"])
def test_every_metric_has_its_signature_in_full(parts: str) -> None:
    page, table = scored_page(TWO, "hwcm", "bleu", options=ReportOptions(parts=parse_parts(parts)))
    provenance = table.provenance(HandMadeStore())
    assert at(page, "//span[@class='code']/text()") == [
        signature(chosen, provenance) for chosen in table.metrics.values()
    ]
    assert f"Meantree {__version__}" in words(page.find(".//header"))


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ("summary", "//*[@id='summary']"),
        ("systems", "//*[@id='systems']"),
        ("segments", "//*[@id='segments']"),
        ("trees", "//figcaption[starts-with(text(), 'From left to right')]"),
        ("frames", "//figcaption[starts-with(text(), 'Frames · ')]"),
        ("evidence", "//summary[text() = 'Units']"),
        ("derivation", "//summary[contains(text(), 'comes about')]"),
    ],
)
def test_a_part_that_is_not_wanted_is_left_out(part: str, path: str) -> None:
    page, _ = scored_page(TWO, "hwcm")
    assert at(page, path)
    wanted = frozenset(PARTS) - {part, "structure"}
    page, _ = scored_page(TWO, "hwcm", options=ReportOptions(parts=wanted))
    assert not at(page, path)


def test_steps_are_those_of_the_score_and_fold_away() -> None:
    content = content_of(TWO, ["hwcm"])
    message = next(content.segments()).translations[1]
    assert message.derivation is not None
    page = html.fromstring(report_html(content))
    steps = cells(at(page, "//details//table[@class='prose']")[1])[1:]
    assert [row[0] for row in steps] == [step.name for step in message.derivation.steps]
    assert float(steps[-1][2]) == pytest.approx(content.table.segment_score("t", "hwcm", 0), rel=1e-3)


def test_of_many_units_the_first_are_named() -> None:
    letters = [chr(97 + place) for place in range(26)]
    segment = Segment("1", "", None, {"r": Text("z")}, {"s": Text(" ".join(letters[:25]))})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "per")
    assert re.search(r"extra \d\d", words(page))
    assert "… and " in words(page)


def test_the_page_loads_nothing_and_has_contents_and_two_appearances() -> None:
    page, _ = scored_page(TWO, "hwcm")
    assert not at(page, "//script | //link | //img | //iframe | //@src")
    (style,) = page.iter("style")
    assert "url(" not in style.text
    assert "@import" not in style.text
    assert f'svg [stroke="{LIGHT.status[MATCHED]}"]' in style.text.split("prefers-color-scheme: dark")[1]
    dark = style.text.split("prefers-color-scheme: dark")[1]
    assert all(f'svg [fill="{LIGHT.errors[severity]}"]' in dark for severity in LIGHT.errors), "words on it are light"
    targets = at(page, "//nav//a/@href")
    assert targets == ["#summary", "#systems", "#segments", "#segment-1", "#segment-2", "#appendix"]
    assert all(at(page, f"//*[@id='{target[1:]}']") for target in targets)


def test_a_prediction_is_drawn_from_identical_texts_to_its_score() -> None:
    page, table = scored_page(TWO, "rte-r", "hwcm")
    pictures = at(page, "//figure[figcaption[starts-with(text(), 'How rte-r')]]//svg")
    assert len(pictures) == 3
    for picture in pictures:
        assert [element.text for element in picture.iter("text")].count("identical texts") == 2
    assert f"rte-r {fixed(table.segment_score('s', 'rte-r', 0) or 0.0)}" in words(page)


def test_a_learned_metric_beside_the_focus_says_what_it_is_made_of() -> None:
    page, _ = scored_page(TWO, "hwcm", "rte-r")
    assert page.text_content().count("How rte-r comes about") == 3
    page, _ = scored_page(TWO, "hwcm", "rte-r", options=ReportOptions(parts=frozenset(PARTS) - {"features"}))
    assert "identical texts" not in page.text_content()


def test_it_can_be_stopped_between_segments() -> None:
    steps = list[str]()
    work = Work(report=lambda stage, _done, _total: steps.append(stage), cancelled=lambda: len(steps) > 5)
    with pytest.raises(Cancelled):
        report_html(content_of(), work)
    assert set(steps) <= {"Summing up", "Searching for findings", "Writing the report"}


class _Page(HTMLParser):
    """Counts elements and keeps what they name, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements = Counter[str]()
        self.named: list[str] = []
        self.widths: list[float] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements[tag] += 1
        self.named += [value or "" for name, value in attrs if name in ("src", "style", "onerror")]

        self.widths += [float(value or 0) for name, value in attrs if name == "width"]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_preview_says_what_the_report_says() -> None:
    content = content_of()
    preview = content_preview(content, 600)
    page = _Page(preview.page)
    assert (preview.shown, preview.total) == (2, 2)
    for expected in ("Summary", "Segment d/1", "translation", "a b ", "reference A", "Systems", *content.signatures):
        assert expected in page.text
    assert page.named == list(preview.pictures)


def test_pictures_are_no_wider_than_the_room() -> None:
    text = Text(" ".join(f"word{number}" for number in range(60)))
    corpus = Corpus(
        "long", (Segment("1", "", references={"A": text}, hypotheses={"s": Text(f"{text.text} x")}),), ("s",), ("A",)
    )
    preview = content_preview(content_of(corpus), 500)
    assert 400 < max(_Page(preview.page).widths) <= 500
    heights = [float(etree.fromstring(svg.encode()).get("height") or 0) for svg in preview.pictures.values()]
    assert max(heights) > 300, "in several rows"


def test_only_the_first_segments_are_shown() -> None:
    text = Text("a b")
    segments = tuple(
        Segment(str(number), "", references={"A": text}, hypotheses={"s": text, "t": text}) for number in range(12)
    )
    corpus = Corpus("many", segments, ("s", "t"), ("A",))
    preview = content_preview(content_of(corpus, ("ter",)), 600)
    assert (preview.shown, preview.total) == (MOST_SEGMENTS, 12)


def test_parts_that_are_left_out() -> None:
    preview = content_preview(content_of(options=ReportOptions(parts=frozenset({"systems"}))), 600)
    assert (preview.shown, preview.total, preview.pictures) == (0, 0, {})
    assert "Segment" not in preview.page


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_texts_stay_texts(attack: str) -> None:
    quiet, hostile = (_Page(content_preview(content_of(attacked(element)), 600).page) for element in ("x", attack))
    assert hostile.elements.keys() == quiet.elements.keys()
    assert all(name.startswith("picture:") for name in hostile.named)


def test_a_report_on_annotators_of_texts_that_nobody_annotated_says_so() -> None:
    page = report_html(content_of(options=ReportOptions(parts=PRESETS["annotation"])))
    assert "Nobody annotated these translations" in page
    assert "Annotate them on the page Annotate" in page
    assert page.index("Nobody annotated") < page.index("By hwcm"), "it is what the report is about"
    assert set(re.findall('href="#(.*?)"', page)) <= set(re.findall('id="(.*?)"', page))
    assert "(share of the hypothesis&#39; chains of heads and dependents that a reference has too; higher is " in page


def test_names_are_escaped_once() -> None:
    segment = Segment("1", "", references={"r": Text("a")}, hypotheses={"\u202es": Text("a")})
    html = report_html(content_of(Corpus("c", (segment,), ("\u202es",), ("r",)), ["ter"]))
    assert "\\u202es" in html
    assert "\\\\u202es" not in html


def test_page_one_says_that_a_metric_is_not_made_for_these_texts() -> None:
    content = content_of()
    content.table.problems.append(Problem(None, None, "the texts do not look English"))
    assert "<b>Caution: </b>the texts do not look English." in report_html(content).partition("What stands out")[0]
