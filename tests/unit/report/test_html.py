"""The HTML report."""

from __future__ import annotations

import re

import pytest
from lxml import html

from helpers.stores import HandMadeStore
from meantree.corpus.model import Corpus, Segment, Text
from meantree.metrics.evidence import Status
from meantree.picture.style import LIGHT
from meantree.report.html import report_html
from meantree.scoring.run import score_corpus

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
