"""The HTML report."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from lxml import html

from helpers.stores import HandMadeStore
from meantree import __version__
from meantree.corpus.model import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.metrics.evidence import Status
from meantree.picture.numbers import fixed
from meantree.picture.style import LIGHT
from meantree.report.html import report_html
from meantree.scoring.provenance import signature
from meantree.scoring.run import score_corpus
from meantree.scoring.table import ScoreTable

MATCHED = Status.MATCHED


def test_names_are_shown_and_texts_stand_apart() -> None:
    system, reference, text = "s\x1b\u202e", "r<b>\u2066", "a \u202eb"
    segment = Segment(
        "1\r\n", "d\u2028", source=text, references={reference: Text(text)}, hypotheses={system: Text(text)}
    )
    store = HandMadeStore()
    table = score_corpus(Corpus("c\t", (segment,), (system,), (reference,)), ["hwcm"], store)
    page = report_html(table, store, focus="hwcm")
    (title,) = re.findall("<title>(.*)</title>", page)
    assert title.startswith(r"c\t")
    for name in (r"<td>s\x1b\u202e</td>", r"<h2>d\u2028/1\r\n</h2>", r"(reference r&lt;b&gt;\u2066)"):
        assert name in page
    # An override that nobody ends reaches no further than the text in which it stands.
    holders = [one for one in html.fromstring(page).iter() if "\u202e" in (one.text or "") and one.tag != "text"]
    assert [(one.tag, one.text) for one in holders] == [("p", text), ("p", text), ("bdi", text)]
    assert all(one.tag == "bdi" or one.get("dir") == "auto" for one in holders)


@pytest.mark.parametrize(
    ("kind", "rule", "arcs"),
    [
        (
            "",
            "words by chains of 1 · arcs by chains of 2",
            {LIGHT.status[MATCHED]},
        ),
        ("chains of 1", "marked is what chains of 1 cover", {LIGHT.line}),
        ("chains of 3", "marked is what chains of 3 cover", {LIGHT.line}),
    ],
)
def test_the_rule_stands_above_the_pictures(kind: str, rule: str, arcs: set[str]) -> None:
    segment = Segment("1", "d", references={"r": Text("a b c")}, hypotheses={"s": Text("a b c")})
    store = HandMadeStore()
    table = score_corpus(Corpus("c", (segment,), ("s",), ("r",)), ["hwcm"], store)
    page = html.fromstring(report_html(table, store, focus="hwcm", kind=kind))
    assert rule in [one.text for one in page.iter("span")]
    drawn = {one.get("stroke") for one in page.iter("path") if one.get("stroke") and "Q" in one.get("d", "")}
    assert drawn == arcs, "every word depends on the first, so there is no chain of 3"


def scored_page(corpus: Corpus, *specs: str, kind: str = "") -> tuple[html.HtmlElement, ScoreTable]:
    """The report of a corpus, marked by the first metric."""
    store = HandMadeStore()
    table = score_corpus(corpus, specs, store)
    return html.fromstring(report_html(table, store, focus=specs[0], kind=kind)), table


def cells(table: html.HtmlElement) -> list[list[str]]:
    return [[cell.text_content() for cell in row] for row in table.iter("tr")]


TWO = Corpus(
    "two",
    (
        Segment("1", "d", "eins", {"A": Text("a b c d")}, {"s": Text("a b c d"), "t": Text("a b")}),
        Segment("2", "d", references={"A": Text("e f"), "B": Text("g h i")}, hypotheses={"s": Text("g h i")}),
    ),
    ("s", "t"),
    ("A", "B"),
)


def test_systems_and_translations_have_their_scores() -> None:
    page, table = scored_page(TWO, "hwcm", "ter")
    systems, *translations = page.iter("table")
    assert cells(systems) == [
        ["system", "hwcm", "ter ↓"],
        *([name, *(f"{table.system_score(name, spec):.3f}" for spec in table.metrics)] for name in ("s", "t")),
    ]
    assert [cells(one)[1] for one in translations] == [
        ["1.000", "0.000"],
        [f"{table.segment_score('t', spec, 0):.3f}" for spec in table.metrics],
        ["1.000", "0.000"],
    ]
    assert cells(translations[1])[1] != ["1.000", "0.000"]


def test_segments_stand_with_their_texts_and_the_reference_that_is_drawn() -> None:
    page, _ = scored_page(TWO, "edpm")  # which compares with the best reference
    first, second, signatures = page.iter("section")
    assert [one.text for one in page.iter("h2")] == ["d/1", "d/2"]
    assert [one.text for one in first.iter("h3")] == ["s", "t"]
    assert first.xpath("p[@class='muted']/text()") == ["eins"]
    assert [one.text_content() for one in first.xpath("p[not(@class)]")] == [
        "a b c d",
        "a b c d (reference A)",
        "a b",
        "a b c d (reference A)",
    ]
    assert [one.text_content() for one in second.xpath("p[not(@class)]")] == ["g h i", "g h i (reference B)"]
    assert len(first.xpath(".//svg")) == 2
    assert len(second.xpath(".//svg")) == 1
    assert not signatures.xpath(".//svg")


def test_what_was_not_scored_is_listed_once_and_drawn_nowhere() -> None:
    page, table = scored_page(TWO, "hwcm")
    (problem,) = table.problems
    assert page.xpath("//p[@class='missed']/text()") == [str(problem)]
    assert [one.text for one in page.iter("h3")] == ["s", "t", "s"]


def test_problems_of_reading_are_listed_too() -> None:
    corpus = replace(TWO, problems=(Problem(None, None, "line 3 <skipped>"),))
    page, _ = scored_page(corpus, "hwcm")
    assert page.xpath("//p[@class='missed']/text()")[0] == "line 3 <skipped>"


def test_systems_that_nothing_scored_are_left_out() -> None:
    store = HandMadeStore()
    table = score_corpus(TWO, ["hwcm"], store, systems=["t"])
    page = html.fromstring(report_html(table, store, focus="hwcm"))
    assert [one.text for one in page.iter("h3")] == ["t"]
    assert [row[0] for row in cells(next(page.iter("table")))] == ["system", "t"]


def test_a_missing_score_is_a_dash() -> None:
    page, _ = scored_page(TWO, "hwcm", "stm")  # nobody makes constituents here
    systems, *translations = page.iter("table")
    assert [row[2] for row in cells(systems)] == ["stm", "–", "–"]
    assert [cells(one)[1][1] for one in translations] == ["–", "–", "–"]


@pytest.mark.parametrize(("kind", "focus"), [("", "hwcm"), ("chains of 2", "hwcm · chains of 2")])
def test_the_head_says_what_marks(kind: str, focus: str) -> None:
    page, _ = scored_page(TWO, "hwcm", "bleu", kind=kind)
    assert f"2 segments. Marked by {focus}:" in page.find(".//p").text_content()


def test_every_metric_has_its_signature() -> None:
    page, table = scored_page(TWO, "hwcm", "bleu")
    provenance = table.provenance(HandMadeStore())
    assert page.xpath("//section[@class='signature']/div/text()") == [
        signature(chosen, provenance) for chosen in table.metrics.values()
    ]
    assert page.xpath("//section[@class='signature']/p/text()") == [f"Meantree {__version__}"]


def test_the_page_loads_nothing() -> None:
    page, _ = scored_page(TWO, "hwcm")
    assert not page.xpath("//script | //link | //img | //iframe | //@src | //@href")
    assert not any("url(" in style.text or "@import" in style.text for style in page.iter("style"))


def test_a_prediction_is_drawn_from_the_usual_to_its_score() -> None:
    page, table = scored_page(TWO, "rte-r", "hwcm")
    assert "words and arcs by the word alignment" in page.find(".//p").text_content()
    tables = list(page.iter("table"))[1:]
    pictures = page.xpath("//div[@class='tree']")
    assert len(pictures) == len(tables) > 0
    for scores, picture in zip(tables, pictures, strict=True):
        texts = [one.text for one in picture.iter("text")]
        assert texts.count("usual translation") == 2, "by group, and by feature"
        assert texts.count(cells(scores)[1][0]) >= 2
    assert "other features" in page.text_content()
    system = next(iter(table.scored_systems))
    assert cells(tables[0])[1][0] == fixed(table.segment_score(system, "rte-r", 0) or 0.0)


def test_metrics_with_units_have_no_waterfall() -> None:
    page, _ = scored_page(TWO, "hwcm", "rte-r")
    assert "usual translation" not in page.text_content()
