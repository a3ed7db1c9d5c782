"""Errors that people marked, in the texts above the trees."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from meantree.corpus.corpus import ErrorSpan
from meantree_gui.widgets.labels import PLACE, error_tip, marked
from meantree_gui.window import MainWindow

TEXTS = st.text(st.sampled_from("a <b>&\"'é\u202e"), max_size=12)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["major", "minor"]))))
def test_every_character_is_marked_as_often_as_errors_say(text: str, ends: list[tuple[int, int, str]]) -> None:
    errors = [
        ErrorSpan("s", "hypothesis", min(one, two, len(text)), min(max(one, two), len(text)), "<i>c", severity)
        for one, two, severity in ends
    ]
    html = marked(text, errors)
    document = QTextDocument()
    document.setHtml(html)
    assert document.toPlainText().replace(PLACE, "") == text
    parts = html.removeprefix('<div style="white-space: pre-wrap">').removesuffix("</div>").split("<span")
    under = "".join(unescape(part.split(">", 1)[1].split("</span>")[0]) for part in parts[1:]).replace(PLACE, "")
    expected = [letter for at, letter in enumerate(text) if any(one.start <= at < one.end for one in errors)]
    assert under == "".join(expected)
    assert "<i>" not in error_tip(text, errors)


def test_errors_stand_in_the_texts_and_as_a_number(sample: MainWindow, qtbot: QtBot) -> None:
    corpus = sample.workspace.corpus
    assert corpus is not None
    first = corpus.segments[0]
    errors = (
        ErrorSpan("north", "hypothesis", 0, 3, "Accuracy/<b>", "major", "r1"),
        ErrorSpan("north", "source", 0, 3, "Style", "minor"),
        ErrorSpan("south", "hypothesis", 0, 3, "Style", "minor"),
    )
    sample.workspace.open_corpus(replace(corpus, segments=(replace(first, errors=errors), *corpus.segments[1:])))
    line, model = sample.centre.texts["Hypothesis"], sample.segments.model
    qtbot.waitUntil(lambda: "underline" in line.text(), timeout=10_000)
    assert line.textFormat() == Qt.TextFormat.RichText
    assert "Accuracy/&lt;b&gt;" in line.toolTip()
    assert "r1" in line.toolTip()
    assert "underline" in sample.centre.texts["Source"].text()
    assert model.index(model.row_of(0), model.column_of("errors")).data() == "2"
    assert model.index(model.row_of(1), model.column_of("errors")).data() == "–", "nobody looked"
    sample.selection.select(1)
    assert line.textFormat() == Qt.TextFormat.PlainText
