"""Findings in the window: above the units, lit in the trees, in the table and the filter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.copied_windows import prepared
from helpers.corpora import corpus_of
from helpers.windows import present, type_keys
from meantree.metrics.evidence import Place
from meantree.phenomena.catalogue import KINDS
from meantree.phenomena.search import Finding
from meantree.work import Work
from meantree_gui import theme
from meantree_gui.state.filtering import KnownFindings
from meantree_gui.window import MainWindow

LOST = Finding(
    kind=KINDS["modifier.missing"],
    sentence="A modifier is missing: reference “old”",
    probability=0.91,
    hypothesis=(0,),
    reference=(1,),
    hypothesis_place=(0,),
    reference_place=(0, 1),
    reference_arcs=((0, 1),),
    shown=True,
)
UNSURE = replace(LOST, kind=KINDS["tense.different"], probability=0.3, shown=False)


@prepared
def window(window: MainWindow, _folder: Path) -> None:
    """The window on two short texts."""
    window.workspace.open_corpus(corpus_of([("a b", "a b c")] * 2, "s"))
    wait_for(lambda: window.selection.comparison is not None and not window.background.busy)


def show(window: MainWindow, *findings: Finding, found: bool = True, reason: str = "") -> None:
    shown = replace(present(window.selection.comparison), findings=findings if found else None, without_findings=reason)
    window.evidence.findings.show_comparison(shown)


def test_shown_findings_are_listed_and_lit(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    lit: list[tuple[Place, ...]] = []
    monkeypatch.setattr(window.centre.trees, "highlight", lambda *sides: lit.append(sides[1]))
    listed = window.evidence.findings
    show(window, LOST, UNSURE)
    assert [listed.list.item(row).text() for row in range(listed.list.count())] == [
        "○ A modifier is missing: reference “old” · 91\N{NO-BREAK SPACE}%"
    ]
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert lit[-1][:2] == (Place((0,)), Place((1,)))
    assert Place((0, 1), ((0, 1),)) in lit[-1], "its own arc, whether or not the tree has it"


def test_that_less_probable_findings_are_listed_on_request(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    show(window, UNSURE)
    assert panel.note.text() == "No finding is probable."
    assert (panel.list.count(), panel.more.text()) == (0, "1 less probable")
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ControlModifier)
    assert panel.list.item(0).text().endswith("· 30\N{NO-BREAK SPACE}%")
    assert panel.list.item(0).foreground().color().name() == theme.current().muted
    show(window, LOST, UNSURE)
    assert (panel.title.text(), panel.list.count()) == ("Findings · 1", 2), "it is still the same pair"
    panel.list.setCurrentRow(0)
    qtbot.mouseClick(panel.more, Qt.MouseButton.LeftButton)
    assert (panel.list.count(), panel.list.currentRow()) == (1, 0)
    panel.more.toggle()
    show(window)
    comparison = present(window.selection.comparison)
    other = replace(comparison, hypothesis=comparison.reference_text, findings=(LOST, UNSURE))
    panel.show_comparison(other)
    assert panel.list.count() == 1, "another pair begins with the shown ones"


def test_that_a_line_says_what_the_selected_finding_is(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.evidence.findings
    show(window, LOST, replace(LOST, kind=KINDS["event.missing"]))
    assert (panel.detail.text(), panel.legend.text()) == ("", "● major  ○ minor")
    qtbot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    kind, meaning = panel.detail.text().split("\n")
    assert kind == "modifier.missing · Accuracy/Omission · ○\N{NO-BREAK SPACE}minor"
    assert meaning.startswith("91 % is the probability that it is an error")


def test_that_return_on_a_finding_goes_to_its_words(window: MainWindow) -> None:
    show(window, LOST)
    type_keys(window, "Shift+F8 Return")
    views = [pane.view for pane in window.centre.trees.panes]
    assert (views[0].hasFocus(), views[0].word) == (True, 0)
    assert [item.highlighted for item in views[1].words.values()] == [True, True, False]


def test_that_the_list_says_why_there_are_none(window: MainWindow) -> None:
    show(window)
    assert window.evidence.findings.note.text() == "Nothing that was checked differs."
    show(window, reason="a reference is not in English and is left out")
    assert window.evidence.findings.note.text().endswith("differs. A reference is not in English and is left out.")
    show(window, found=False, reason="a text is not analysed")
    assert window.evidence.findings.note.text() == "A text is not analysed."
    assert not window.evidence.findings.list.isVisibleTo(window.evidence)


def test_a_filter_of_findings_can_be_stopped(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    def search(work: Work) -> dict[str, object]:
        for done in range(1_000):
            work.step("Searching for findings", min(done, 999), 1_000)
            sleep(0.01)
        return {"s": {}}

    monkeypatch.setattr(KnownFindings, "search", lambda *_: search)
    window.filtering.set_line("finding:negation")
    qtbot.waitUntil(lambda: "Searching for findings" in window.status.progress.text.text(), timeout=20_000)
    with qtbot.waitSignal(window.filtering.changed, timeout=20_000):
        window.background.cancel()
    assert window.filtering.why_not == "Stopped."


def test_that_the_filter_completes_kinds(window: MainWindow) -> None:
    line = window.segments.filter
    kinds = present(line.completer.popup())
    type_keys(window, "Ctrl+F -finding:nega")
    assert kinds.isVisible()
    assert kinds.viewport().width() >= kinds.sizeHintForColumn(0), "no name is cut"
    assert line.completer.currentCompletion() == "negation"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(kinds, key)
    assert line.text() == "-finding:negation.missing"
    assert not kinds.isVisible()
    line.setText("global { ")
    QTest.keyClicks(line, 'finding="tens')
    QTest.keyClick(kinds, Qt.Key.Key_Escape)
    assert (kinds.isVisible(), line.text()) == (False, 'global { finding="tens'), "Escape closes the list alone"
    line.setText("")
    QTest.keyClicks(line, "finding:tens")
    QTest.keyClick(kinds, Qt.Key.Key_Return)
    assert window.filtering.line == "finding:tens", "without a chosen kind, Return filters"
