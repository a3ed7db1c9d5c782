"""The HTML report."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from lxml import etree, html

from helpers.reports import ATTACKS, TWO, attacked, content_of, report_html
from helpers.stores import HandMadeStore
from meantree import __version__
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled, Problem
from meantree.escaping import escaped
from meantree.metrics.evidence import Status
from meantree.numbers import fixed
from meantree.picture.style import LIGHT
from meantree.reporting.html_report import MOST_SEGMENTS, report_preview
from meantree.reporting.pictures import WIDTH
from meantree.reporting.report_options import PARTS, ReportOptions, parse_parts
from meantree.reporting.score_rows import printable
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
def test_nothing_in_a_name_or_text_is_markup(attack: str) -> None:
    page = report_html(content_of(attacked(attack), ["edpm"]))
    root = html.fromstring(page)
    assert not list(root.iter("script", "img", "iframe", "link", "object", "embed", "base", "form"))
    attributes = [(str(name), value) for element in root.iter() for name, value in element.attrib.items()]
    assert not [name for name, _ in attributes if name.startswith("on") or name in ("src", "href", "style", "srcdoc")]
    tags = [element.tag for element in root.iter() if element.tag in ("section", "article", "svg", "h1", "h2", "h3")]
    assert tags == ["h1", "section", "h2", "svg", "section", "h2", *(["article", "h3", "svg", "svg", "svg"] * 2)]
    assert [element.text for element in root.iter("h1")] == [escaped(attack.strip())]
    assert printable(f"{attack} a b").split() == at(root, "//dd")[1].text_content().split()
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
    assert [(holder.tag, holder.get("dir")) for holder in holders] == [("dd", "auto")] * 3


@pytest.mark.parametrize(
    ("kind", "rule", "arcs"),
    [
        ("", "words by chains of 1 · arcs by chains of 2", {LIGHT.status[MATCHED]}),
        ("chains of 1", "marks show what chains of 1 cover", {LIGHT.line}),
        ("chains of 3", "marks show what chains of 3 cover", {LIGHT.line}),
    ],
)
def test_a_caption_says_what_is_drawn_and_by_which_rule(kind: str, rule: str, arcs: set[str]) -> None:
    segment = Segment("1", "d", references={"r": Text("a b c")}, hypotheses={"s": Text("a b c")})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "hwcm", kind=kind)
    (caption,) = at(page, "//article//figcaption/text()")
    marked = f"hwcm (1.000) · {kind}" if kind else "hwcm (1.000)"
    assert caption == f"Segment d/1, s compared with reference r, marked by {marked}: {rule}."
    drawn = {
        element.get("stroke") for element in page.iter("path") if element.get("stroke") and "Q" in element.get("d", "")
    }
    assert drawn == arcs, "every word depends on the first, so there is no chain of 3"


def test_systems_have_their_scores_and_the_best_is_bold() -> None:
    page, table = scored_page(TWO, "edpm", "ter")
    (systems,) = at(page, "//section[@id='systems']//table")
    assert cells(systems) == [
        ["system", "edpm", "ter ↓"],
        *([name, *(fixed(table.system_score(name, spec) or 0.0) for spec in table.metrics)] for name in ("s", "t")),
    ]
    assert [element.getparent().getparent()[0].text_content() for element in systems.iter("b")] == ["s", "s"]
    assert "edpm, ter: s over 2, t over 1 of 2 segments. The best of each column is bold" in words(page)


def test_segments_stand_with_their_texts_and_the_reference_that_is_drawn() -> None:
    page, table = scored_page(TWO, "edpm")  # which compares with the best reference
    first, second = at(page, "//section[@class='segment']")
    assert [words(element) for element in at(page, "//section[@class='segment']/h2")] == ["Segment d/1", "Segment d/2"]
    scores = [fixed(table.segment_score(name, "edpm", 0) or 0.0) for name in ("s", "t")]
    assert [words(element) for element in first.iter("h3")] == [f"s edpm {scores[0]}", f"t edpm {scores[1]}"]
    assert [words(element) for element in first.iter("dd")] == ["eins", "a b c d", "a b c d", "a b", "a b c d"]
    assert [words(element) for element in second.iter("dt")] == ["hypothesis", "reference B"]
    assert [words(element) for element in second.iter("dd")] == ["g h i", "g h i"]


@pytest.mark.parametrize("spec", ["hwcm", "edpm", "bleu", "ter", "meant", "rte-r"])
def test_each_picture_holds_the_words_as_text(spec: str) -> None:
    page, _ = scored_page(TWO, spec)
    drawn = [
        [element.text for element in at(article, ".//svg//*[local-name()='text']")] for article in at(page, "//article")
    ]
    assert len(drawn) == 3
    for texts, expected in zip(drawn, (("a b c d", "a b c d"), ("a b", "a b c d"), ("g h i",)), strict=True):
        for word in " ".join(expected).split():
            assert word in texts


def test_a_long_sentence_is_wrapped() -> None:
    text = " ".join(f"word{place}" for place in range(40))
    segment = Segment("1", "", None, {"r": Text(text)}, {"s": Text(text)})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "hwcm")
    *trees, frames = at(page, "//article//svg")
    assert float(frames.get("width")) <= WIDTH
    for picture in trees:
        assert float(picture.get("width")) <= WIDTH
        assert [element.text for element in picture.iter("text")].count("word39") == 1


def test_what_was_not_scored_is_listed_once_and_drawn_nowhere() -> None:
    page, table = scored_page(TWO, "hwcm")
    (problem,) = table.problems
    assert at(page, "//section[@id='problems']/p/text()") == [str(problem)]
    assert len(at(page, "//article")) == 3


def test_problems_of_reading_are_listed_too() -> None:
    corpus = replace(TWO, problems=(Problem(None, None, "line 3 <skipped>"),))
    page, _ = scored_page(corpus, "hwcm")
    assert at(page, "//section[@id='problems']/p/text()")[0] == "line 3 <skipped>"


def test_systems_that_nothing_scored_are_left_out() -> None:
    page = html.fromstring(report_html(content_of(TWO, ["hwcm"], systems=["t"])))
    assert [words(element)[0] for element in page.iter("h3")] == ["t"]
    assert [row[0] for row in cells(next(page.iter("table")))] == ["system", "t"]
    assert "No translation of it is in the report." in words(page)


def test_a_missing_score_is_a_dash() -> None:
    page, _ = scored_page(TWO, "hwcm", "stm")  # nobody makes constituents here
    assert [row[2] for row in cells(next(page.iter("table")))] == ["stm", "–", "–"]
    assert all(words(element).endswith("stm –") for element in page.iter("h3"))


def test_a_translation_that_the_focus_cannot_score_says_why() -> None:
    page, _ = scored_page(TWO, "stm", "hwcm")
    message = at(page, "//article/p[@class='missed-out']/text()")
    assert message == ["not scored by stm: its hypothesis and its reference A have no constituency tree"] * 2 + [
        "not scored by stm: its hypothesis and its reference A and its reference B have no constituency tree"
    ]


@pytest.mark.parametrize("parts", ["systems", "systems,segments", "trees"])
def test_every_metric_has_its_signature_in_full(parts: str) -> None:
    page, table = scored_page(TWO, "hwcm", "bleu", options=ReportOptions(parts=parse_parts(parts)))
    provenance = table.provenance(HandMadeStore())
    assert at(page, "//div[@class='signature']/text()") == [
        signature(chosen, provenance) for chosen in table.metrics.values()
    ]
    assert f"Meantree {__version__}" in words(page.find(".//header"))


@pytest.mark.parametrize(
    ("part", "path"),
    [
        ("systems", "//section[@id='systems']"),
        ("segments", "//section[@class='segment']"),
        ("trees", "//article//svg//path[contains(@d, 'Q')]"),
        ("frames", "//article//svg//*[starts-with(text(), 'Frames · ')]"),
        ("evidence", "//table[@class='units']"),
        ("derivation", "//table[@class='steps']"),
    ],
)
def test_a_part_that_is_not_wanted_is_left_out(part: str, path: str) -> None:
    page, _ = scored_page(TWO, "hwcm")
    assert at(page, path)
    wanted = frozenset(PARTS) - {part}
    page, _ = scored_page(TWO, "hwcm", options=ReportOptions(parts=wanted))
    assert not at(page, path)


def test_units_and_steps_are_those_of_the_score() -> None:
    content = content_of(TWO, ["hwcm"])
    message = next(content.segments()).translations[1]
    assert message.comparison is not None
    assert message.derivation is not None
    page = html.fromstring(report_html(content))
    article = at(page, "//article")[1]
    (units,) = at(article, ".//table[@class='units']")
    result = {row[0]: row[1].split(" · ") for row in cells(units)}
    for status in Status:
        labels = [unit.label for unit in message.comparison.units if unit.status is status]
        assert len(result.get(f"{status} {len(labels)}", [])) == len(labels)
    steps = cells(at(article, ".//table[@class='steps']")[0])
    assert [row[0] for row in steps] == [step.name for step in message.derivation.steps]
    assert float(steps[-1][2]) == pytest.approx(content.table.segment_score("t", "hwcm", 0), rel=1e-3)


def test_of_many_units_the_first_are_named() -> None:
    letters = [chr(97 + place) for place in range(26)]
    segment = Segment("1", "", None, {"r": Text("z")}, {"s": Text(" ".join(letters[:25]))})
    page, _ = scored_page(Corpus("c", (segment,), ("s",), ("r",)), "per")
    assert re.search(r"extra \d\d", words(page))
    assert "… and " in words(page)


def test_the_page_loads_nothing() -> None:
    page, _ = scored_page(TWO, "hwcm")
    assert not at(page, "//script | //link | //img | //iframe | //@src | //@href")
    assert not any("url(" in style.text or "@import" in style.text for style in page.iter("style"))


def test_a_prediction_is_drawn_from_the_usual_to_its_score() -> None:
    page, table = scored_page(TWO, "rte-r", "hwcm")
    assert "words and arcs by the word alignment" in page.find(".//article//figcaption").text
    pictures = [at(article, ".//svg")[-1] for article in at(page, "//article")]
    heads = list(page.iter("h3"))
    assert len(pictures) == len(heads) > 0
    for head, picture in zip(heads, pictures, strict=True):
        texts = [element.text for element in picture.iter("text")]
        assert texts.count("identical texts") == 2, "by group, and by feature"
        score = words(head).split("rte-r ")[1].split(",")[0]
        assert texts.count(score) >= 2
    assert "other features" in page.text_content()
    assert f"rte-r {fixed(table.segment_score('s', 'rte-r', 0) or 0.0)}" in words(heads[0])


def test_a_learned_metric_beside_the_focus_says_what_it_is_made_of() -> None:
    page, _ = scored_page(TWO, "hwcm", "rte-r")
    assert page.text_content().count("How rte-r comes about") == 3
    page, _ = scored_page(TWO, "hwcm", "rte-r", options=ReportOptions(parts=frozenset(PARTS) - {"features"}))
    assert "identical texts" not in page.text_content()


def test_the_same_report_is_the_same_text() -> None:
    assert report_html(content_of()) == report_html(content_of())


def test_it_can_be_stopped_between_segments() -> None:
    steps = list[int]()
    work = Work(report=lambda _stage, done, _total: steps.append(done), cancelled=lambda: len(steps) > 1)
    with pytest.raises(Cancelled):
        report_html(content_of(), work)
    assert steps == [0, 1]


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
        self.named += [value or "" for name, value in attrs if name in ("src", "href", "style", "onerror")]

        self.widths += [float(value or 0) for name, value in attrs if name == "width"]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_it_says_what_the_report_says() -> None:
    content = content_of()
    preview = report_preview(content, 600)
    page = _Page(preview.page)
    assert (preview.shown, preview.total, preview.description) == (2, 2, "all 2 segments")
    for expected in ("Segment d/1", "hypothesis", "a b c d", "reference A", "Systems", *content.signatures):
        assert expected in page.text
    assert page.named == list(preview.pictures)


def test_pictures_are_no_wider_than_the_room() -> None:
    text = Text(" ".join(f"word{number}" for number in range(60)))
    corpus = Corpus("long", (Segment("1", "", references={"A": text}, hypotheses={"s": text}),), ("s",), ("A",))
    preview = report_preview(content_of(corpus), 500)
    assert 400 < max(_Page(preview.page).widths) <= 500
    heights = [float(etree.fromstring(svg.encode()).get("height") or 0) for svg in preview.pictures.values()]
    assert max(heights) > 300, "in several rows"


def test_only_the_first_segments_are_shown_and_it_says_so() -> None:
    text = Text("a b")
    segments = tuple(
        Segment(str(number), "", references={"A": text}, hypotheses={"s": text, "t": text}) for number in range(12)
    )
    corpus = Corpus("many", segments, ("s", "t"), ("A",))
    preview = report_preview(content_of(corpus, ("ter",)), 600)
    assert (preview.shown, preview.total) == (MOST_SEGMENTS, 12)
    assert _Page(preview.page).elements["h2"] == 1 + MOST_SEGMENTS


def test_parts_that_are_left_out() -> None:
    preview = report_preview(content_of(options=ReportOptions(parts=frozenset({"systems"}))), 600)
    assert (preview.shown, preview.total, preview.pictures) == (0, 0, {})
    assert "Segment" not in preview.page


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_texts_stay_texts(attack: str) -> None:
    quiet, hostile = (_Page(report_preview(content_of(attacked(element)), 600).page) for element in ("x", attack))
    assert hostile.elements.keys() == quiet.elements.keys()
    assert all(name.startswith("picture:") for name in hostile.named)
