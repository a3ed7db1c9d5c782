"""The preview of a report."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

import pytest
from lxml import etree

from helpers.reports import ATTACKS, attacked, content_of
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.report.preview import MOST_SEGMENTS, preview_of
from meantree.report.request import ReportOptions


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
    preview = preview_of(content, 600)
    page = _Page(preview.page)
    assert (preview.shown, preview.total, preview.told) == (2, 2, "all 2 segments")
    for said in ("Segment d/1", "hypothesis", "a b c d", "reference A", "Systems", *content.signatures):
        assert said in page.text
    assert page.named == list(preview.pictures)


def test_pictures_are_no_wider_than_the_room() -> None:
    text = Text(" ".join(f"word{number}" for number in range(60)))
    corpus = Corpus("long", (Segment("1", "", references={"A": text}, hypotheses={"s": text}),), ("s",), ("A",))
    preview = preview_of(content_of(corpus), 500)
    assert 400 < max(_Page(preview.page).widths) <= 500
    heights = [float(etree.fromstring(svg.encode()).get("height") or 0) for svg in preview.pictures.values()]
    assert max(heights) > 300, "in several rows"


def test_only_the_first_segments_are_shown_and_it_says_so() -> None:
    text = Text("a b")
    segments = tuple(
        Segment(str(number), "", references={"A": text}, hypotheses={"s": text, "t": text}) for number in range(12)
    )
    corpus = Corpus("many", segments, ("s", "t"), ("A",))
    preview = preview_of(content_of(corpus, ("ter",)), 600)
    assert (preview.shown, preview.total) == (MOST_SEGMENTS, 12)
    assert _Page(preview.page).elements["h2"] == 1 + MOST_SEGMENTS


def test_parts_that_are_left_out() -> None:
    preview = preview_of(content_of(options=ReportOptions(parts=frozenset({"systems"}))), 600)
    assert (preview.shown, preview.total, preview.pictures) == (0, 0, {})
    assert "Segment" not in preview.page


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_texts_stay_texts(attack: str) -> None:
    quiet, hostile = (_Page(preview_of(content_of(attacked(one)), 600).page) for one in ("x", attack))
    assert hostile.elements.keys() == quiet.elements.keys()
    assert all(name.startswith("picture:") for name in hostile.named)
