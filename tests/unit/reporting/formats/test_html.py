"""The HTML report and its preview."""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from hashlib import sha256
from typing import Any

import pytest
from lxml import html

from helpers.reports import ATTACKS, TWO, attacked, contents_of, many, report_html
from helpers.stores import HandMadeStore
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Cancelled
from meantree.escaping import escaped
from meantree.picture.style import LIGHT
from meantree.reporting.formats.html import SCRIPT, WIDTH, Preview, report_preview
from meantree.reporting.request import ReportRequest, ReportSource
from meantree.scoring.run import score_corpus
from meantree.work import Work


def page_of(corpus: Corpus, *specs: str, request: ReportRequest | None = None) -> html.HtmlElement:
    """The report of a corpus; the first metric is in focus."""
    return html.fromstring(report_html(contents_of(corpus, specs, request or ReportRequest())))


def at(element: html.HtmlElement, path: str) -> Any:
    """What an expression of XPath finds."""
    return element.xpath(path)


def words(element: html.HtmlElement) -> str:
    """What is read, without the white space of the source."""
    return " ".join(element.text_content().split())


def preview_of(corpus: Corpus, width: float = 600) -> Preview:
    store = HandMadeStore()
    return report_preview(ReportSource(score_corpus(corpus, ["hwcm"], store), store), ReportRequest(), width)


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_in_a_name_or_text_is_markup(attack: str) -> None:
    page, preview = report_html(contents_of(attacked(attack), ["edpm"])), preview_of(attacked(attack))
    assert not at(html.fromstring(preview.page), "//script | //iframe | //form | //input | //@style | //@onerror")
    assert at(html.fromstring(preview.page), "//@src") == list(preview.pictures)
    root = html.fromstring(page)
    assert not list(root.iter("img", "iframe", "link", "object", "embed", "base", "form"))
    assert [script.text for script in root.iter("script")] == [SCRIPT]
    attributes = [(str(name), value) for element in root.iter() for name, value in element.attrib.items()]
    assert not [name for name, _ in attributes if name.startswith("on") or name in ("src", "style", "srcdoc")]
    assert all(str(value).startswith("#") for name, value in attributes if name == "href")
    assert Counter(one.tag for one in root.iter("head", "body", "main", "nav", "style", "title")) == Counter(
        ("head", "body", "main", "nav", "style", "title")
    )
    (heading,) = (element.text or "" for element in root.iter("h1"))
    assert heading.startswith(escaped(attack.strip()))
    assert all(ord(letter) > 31 or letter == "\n" for letter in page.replace("\t", "\n").replace("\r", "\n"))


def test_overrides_reach_no_further_than_their_text() -> None:
    text = "a \u202eb"
    segment = Segment("1", "d", source=text, references={"r": Text(text)}, hypotheses={"s": Text(text)})
    root = page_of(Corpus("c", (segment,), ("s",), ("r",)), "hwcm")
    holders = [one for one in root.iter() if "\u202e" in (one.text or "") and one.tag != "text"]
    assert holders
    assert {(holder.tag, holder.get("dir")) for holder in holders} == {("dd", "auto")}


def test_words_from_right_to_left_do_not_turn_a_line_of_words_from_left_to_right() -> None:
    segment = Segment("1", "", None, {"r": Text("a")}, {"ספר": Text("b"), "t": Text("a")})
    page = report_html(contents_of(Corpus("c", (segment,), ("ספר", "t"), ("r",)), ["ter"]))
    assert "<bdi>ספר</bdi> and t are compared" in page


def test_the_page_loads_nothing_runs_one_script_and_has_two_appearances() -> None:
    page = page_of(many([4, 0, 1, 2, 3, 3, 3]), "hwcm")
    assert not at(page, "//link | //img | //iframe | //@src")
    (policy,) = at(page, "//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'")
    assert f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'" in policy
    (style,) = page.iter("style")
    assert "url(" not in style.text
    assert "@import" not in style.text
    dark = style.text.split("prefers-color-scheme: dark")[1]
    for colour in (*LIGHT.status.values(), *LIGHT.errors.values()):
        assert f'="{colour}"]' in dark
    assert {*"abcd"} <= {*at(page, "//*[local-name()='svg']//*[local-name()='text']/text()")}, "words of pictures"
    targets = at(page, "//nav//a/@href")
    assert targets[:2] == ["#result", "#systems"]
    assert targets[-2:] == ["#made", "#more"]
    assert all(at(page, f"//*[@id='{target[1:]}']") for target in targets)


def test_all_segments_are_there_the_short_report_open_and_alone_on_paper() -> None:
    page = page_of(many([4, 0, 1, 2, 3, 3, 3]), "hwcm")
    (rest,) = at(page, "//section[@class='rest'][.//input]")
    shown = at(page, "//h3[starts-with(@id, 'segment-')]/@id")
    folded = at(rest, "./details/summary/text()")
    assert len(shown) == 5
    assert [title.partition(" · ")[0] for title in folded] == ["Segment 1", "Segment 7"], "the best ones"
    assert not at(page, "//details/@open")
    assert ".rest { display: none; }" in page.findtext(".//style").split("@media print")[1]
    assert at(rest, ".//details/details/summary/text()") == ["Units"] * len(folded)


def test_it_can_be_stopped_between_segments() -> None:
    steps = list[str]()
    work = Work(report=lambda stage, _done, _total: steps.append(stage), cancelled=lambda: len(steps) > 1)
    with pytest.raises(Cancelled):
        report_html(contents_of(), work)
    assert set(steps) <= {"Writing the report"}


def test_the_preview_is_the_short_report_in_the_room_there_is() -> None:
    preview = preview_of(TWO, 300)
    page = html.fromstring(preview.page)
    assert (preview.shown, preview.total) == (2, 2)
    assert at(page, "//@src") == list(preview.pictures)
    assert not at(page, "//details | //dl | //script"), "which Qt does not know"
    assert 0 < max(map(float, at(page, "//@width"))) <= 300 < WIDTH
    for printed in ("s and t are compared with the references A and B", "Segment d/1", "How this report was made"):
        assert printed in words(page)
