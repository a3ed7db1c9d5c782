"""Labels: elided lines, texts of a few lines, and marked error spans."""

from __future__ import annotations

from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from helpers.windows import present
from meantree.corpus.corpus import ErrorSpan
from meantree_gui.widgets.labels import PLACE, ElidedLabel, FewLines, error_tip, marked
from meantree_gui.window import MainWindow

LONG = "Scoring north · trees (2 of 2): 24 of 30 · less than a minute left"


def test_it_is_cut_where_there_is_little_room_and_its_tip_has_all(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText(LONG)
    label.resize(label.sizeHint())
    label.show()
    assert label.shown_text == LONG
    assert label.toolTip() == ""
    label.resize(120, 20)
    assert label.shown_text.endswith("…")
    assert LONG.startswith(label.shown_text[:-1])
    assert label.toolTip() == f"<p>{LONG}</p>"
    label.setText(f"<img src='x'> {LONG}")
    assert label.toolTip() == f"<p>&lt;img src=&#x27;x&#x27;&gt; {LONG}</p>"
    label.setText("north")
    assert label.toolTip() == ""


CHINESE = "部长迄今尚未证实这些指控，但他表示将在下周的会议上作出说明。" * 12
ENGLISH = "The minister has not yet confirmed the allegations. " * 12


def _shown(qtbot: QtBot, text: str, lines: int, errors: tuple[ErrorSpan, ...] = ()) -> tuple[QWidget, FewLines]:
    """As in the window: whatever else is in a column, texts have the height that they need."""
    page, label, rest = QWidget(), FewLines(), QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    column.addWidget(label)
    column.addWidget(rest, 1)
    label.allow(lines)
    label.show_text(text, errors)
    page.resize(420, 400)
    page.show()
    qtbot.waitUntil(lambda: label.width() > 350)
    return page, label


@pytest.mark.parametrize("text", [CHINESE, ENGLISH, CHINESE + ENGLISH])
@pytest.mark.parametrize("lines", [1, 2, 4])
def test_lines_are_seen_whole_and_what_does_not_fit_ends_in_an_ellipsis(qtbot: QtBot, text: str, lines: int) -> None:
    _page, label = _shown(qtbot, text, lines)
    assert label.text().endswith("…")
    assert text.startswith(label.text()[:-1])
    assert label.toolTip() == f"<p>{text}</p>"
    document = QTextDocument(label.text())
    document.setDocumentMargin(0)
    document.setDefaultFont(label.font())
    document.setTextWidth(label.width())
    qtbot.waitUntil(lambda: label.height() >= document.size().height())
    block = document.firstBlock().layout()
    assert block.lineCount() == lines, "as many lines as are allowed"


def test_errors_stay_marked_where_a_text_is_cut(qtbot: QtBot) -> None:
    error = ErrorSpan("s", "hypothesis", 4, 12, "major", "accuracy", "r")
    _page, label = _shown(qtbot, ENGLISH, 2, (error,))
    assert "underline" in label.text()
    document = QTextDocument()
    document.setHtml(label.text())
    assert document.toPlainText().endswith("…")
    label.show_text("The <b>minister", (error,))
    assert "&lt;b&gt;" in label.text()


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
    corpus = present(sample.workspace.corpus)
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
