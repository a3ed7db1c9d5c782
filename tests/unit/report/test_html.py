"""The HTML report."""

from __future__ import annotations

import re

from lxml import html

from helpers.stores import HandMadeStore
from meantree.corpus.model import Corpus, Segment, Text
from meantree.metrics.scoring import score_corpus
from meantree.report.html import report_html


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
