"""Sheets to read: keys, metrics, roles."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from pytestqt.qtbot import QtBot

from helpers.windows import CTRL, SHIFT, type_keys
from meantree.analysis.roles import role_guides
from meantree.metrics.registry import METRICS
from meantree_gui.help_window import HelpWindow, key_sections
from meantree_gui.window import MainWindow
from meantree_resources import resource


def _opened(window: MainWindow, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier) -> HelpWindow:
    qtbot.keyClick(window, key, modifier)
    return window.findChildren(HelpWindow)[-1]


def _titles(sheet: HelpWindow) -> list[str]:
    return [sheet.list.item(row).text() for row in range(sheet.list.count()) if not sheet.list.item(row).isHidden()]


def test_every_command_with_a_key_stands_in_the_sheet_of_keys_and_in_the_manual(
    window: MainWindow, qtbot: QtBot
) -> None:
    sheet = _opened(window, qtbot, Qt.Key.Key_F1, CTRL | SHIFT)
    text = sheet.text.toPlainText()
    assert all(command.title in text for one in window.command_lists for command, _ in one)
    assert sheet.isModal() is False, "one reads it beside the work"
    sheet.close()
    page = resource("manual/reference/keys.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| `")]
    shown = [(keys, text) for rows in key_sections(window.command_lists).values() for keys, text in rows if keys]
    found = [line.startswith(f"| `{keys}` | {text[:10]}") for line, (keys, text) in zip(lines, shown, strict=False)]
    assert found == [True] * len(lines) == [True] * len(shown), "packaging/manual/build.py reference makes it again"


def test_the_manual_is_searched_and_its_links_lead_to_its_pages(window: MainWindow, qtbot: QtBot) -> None:
    sheet = _opened(window, qtbot, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier)
    assert "Meantree: the manual" in sheet.text.toPlainText()
    first = sheet.text.document().begin().next()
    assert first.begin().fragment().charFormat().isImageFormat(), "a picture of the window comes before all lists"
    assert _titles(sheet)[-1] == "Keyboard shortcuts"
    sheet.text.anchorClicked.emit(QUrl("reference/requests.md"))
    assert sheet.text.toPlainText().startswith("Requests")
    assert "Mood=Ind|Imp" in sheet.text.toPlainText(), "as it is typed"
    assert "\\" not in sheet.text.toPlainText()
    sheet.text.anchorClicked.emit(QUrl("metrics.md#hwcm"))
    assert sheet.text.textCursor().selectedText() == "hwcm"
    qtbot.keyClicks(sheet.line, "is_projective")
    assert _titles(sheet) == ["Requests"]
    assert sheet.text.textCursor().selectedText() == "is_projective"
    sheet.close()


def test_metrics_are_searched_and_roles_have_questions(window: MainWindow, qtbot: QtBot) -> None:
    sheet = _opened(window, qtbot, Qt.Key.Key_F1, SHIFT)
    assert set(_titles(sheet)) == set(METRICS)
    qtbot.keyClicks(sheet.line, "headword chain")
    assert "hwcm" in _titles(sheet)
    assert len(_titles(sheet)) < len(METRICS)
    assert "Liu & Gildea" in sheet.text.toPlainText()
    assert "The maximum length of headword chains, in words" in sheet.text.toPlainText(), "what options mean"
    sheet.line.clear()
    before = sheet.list.currentRow()
    qtbot.keyClick(sheet.line, Qt.Key.Key_Down)
    assert sheet.list.currentRow() == before + 1
    sheet.close()
    sheet = _opened(window, qtbot, Qt.Key.Key_F1, CTRL)
    assert _titles(sheet) == [guide.role for guide in role_guides()]
    assert role_guides()[0].question in sheet.text.toPlainText()
    sheet.close()


def test_the_guide_lies_on_the_sample_until_it_is_dismissed(window: MainWindow, qtbot: QtBot) -> None:
    window.opener.open_sample()
    qtbot.waitUntil(window.guide.isVisible, timeout=10_000)
    assert window.centre.rect().contains(window.guide.geometry())
    assert "drop the files" in window.guide.text.text()
    window.activateWindow()
    window.segments.table.setFocus()
    qtbot.keyClick(window.segments.table, Qt.Key.Key_Escape)
    assert not window.guide.isVisible()
    with qtbot.waitSignal(window.opener.sample_opened, timeout=10_000):
        window.opener.open_sample()
    assert not window.guide.isVisible()
    window.guide.open()
    assert window.guide.isVisible(), "asked for in the menu"
    window.guide.done.setFocus()
    type_keys(window, "Space")
    assert not window.guide.isVisible()
    assert window.segments.table.hasFocus(), "no field is next, whose choice keys change"
