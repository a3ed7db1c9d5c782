"""Texts above the trees: whole where there is room, in any script."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from meantree.corpus.corpus import ErrorSpan
from meantree_gui.widgets.labels import FewLines

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


def test_a_text_that_fits_is_whole_and_another_room_shows_more_of_a_long_one(qtbot: QtBot) -> None:
    page, label = _shown(qtbot, "One line.", 2)
    assert label.text() == "One line."
    label.show_text(ENGLISH)
    before = len(label.text())
    label.allow(4)
    assert len(label.text()) > before + 60
    page.resize(4000, 400)
    qtbot.waitUntil(lambda: label.text() == ENGLISH)


def test_errors_stay_marked_where_a_text_is_cut(qtbot: QtBot) -> None:
    error = ErrorSpan("s", "hypothesis", 4, 12, "major", "accuracy", "r")
    _page, label = _shown(qtbot, ENGLISH, 2, (error,))
    assert "underline" in label.text()
    document = QTextDocument()
    document.setHtml(label.text())
    assert document.toPlainText().endswith("…")
    label.show_text("The <b>minister", (error,))
    assert "&lt;b&gt;" in label.text()
