"""Comparisons that take time: what is shown is never of other texts, and of many requests the last is made."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.annotating import say_who
from helpers.windows import CTRL, present
from meantree.comparison.comparison import ComparedText, Comparison
from meantree.errors import UsageError
from meantree.metrics.evidence import Evidence
from meantree.metrics.pair import Pair
from meantree.metrics.registry import DISTINCT
from meantree.metrics.tree_precisions import Dstm, Hwcm
from meantree_gui.state.comparer import Request
from meantree_gui.window import MainWindow

Key = Qt.Key


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """As long as it is not set, dstm compares nothing."""
    opened, evidence = threading.Event(), Dstm.evidence

    def held(self: Dstm, pair: Pair) -> Evidence:
        assert opened.wait(20)
        return evidence(self, pair)

    monkeypatch.setattr(Dstm, "evidence", held)
    yield opened
    opened.set()


def is_shown(window: MainWindow) -> bool:
    assert (window.selection.comparison is None) == (window.selection.shown is None)
    return window.selection.shown is not None


def test_while_a_metric_loads_nothing_else_is_shown(sample: MainWindow, qtbot: QtBot, gate: threading.Event) -> None:
    selection = sample.selection
    selection._comparer._ready.clear()  # as before dstm was ever in focus
    selection.choose_focus("dstm")
    assert is_shown(sample), "of the same texts, by another metric"
    selection.select(1)
    assert not is_shown(sample)
    with pytest.raises(UsageError, match="no heads to correct"):
        sample.centre.corrector._key("hypothesis")
    gate.set()
    qtbot.waitUntil(lambda: selection.comparison is not None, timeout=20_000)
    assert present(selection.shown).segment is selection.segment


@pytest.mark.parametrize("offered", [DISTINCT])
def test_of_many_segments_the_last_is_compared(
    sample: MainWindow, qtbot: QtBot, gate: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = Request.compare

    def counted(self: Request, _work: object = None) -> Comparison | ComparedText | str:
        made.append(self.segment.key)
        return make(self)

    monkeypatch.setattr(Request, "compare", counted)
    selection = sample.selection
    selection._comparer._ready.clear()
    selection.choose_focus("dstm")
    for _ in range(12):
        qtbot.keyClick(sample, Key.Key_Down, CTRL)
    gate.set()
    qtbot.waitUntil(lambda: selection.comparison is not None and selection.place == 12, timeout=20_000)
    assert set(made) == {"news/1", present(selection.segment).key}


def test_a_bug_shows_no_other_segment(sample: MainWindow, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_self: Hwcm, _pair: Pair) -> Evidence:
        raise ZeroDivisionError("a bug")

    crashes: list[BaseException] = []
    sample.selection.choose_focus("hwcm")
    monkeypatch.setattr(Hwcm, "evidence", broken)
    sample.background.failed.disconnect()
    sample.background.failed.connect(crashes.append)
    sample.selection.select(1)
    assert sample.selection.comparison is None
    assert [str(one) for one in crashes] == ["a bug"]
    assert not told
    sample.selection.choose_focus("bleu")
    assert sample.selection.comparison is not None


def test_a_parse_that_was_chosen_is_of_one_sort_of_trees(sample: MainWindow) -> None:
    selection = sample.selection
    selection.choose_parse("hypothesis", 0, 40)
    assert selection.comparison is not None, "there are fewer: the last is shown"
    assert selection._ranks["hypothesis"] == {0: 40}
    selection.choose_structure("words")
    assert selection._ranks == {"hypothesis": {}, "reference": {}}
    assert selection.comparison is not None


def test_a_system_is_scored_though_nothing_can_be_shown(window: MainWindow, path: object, qtbot: QtBot) -> None:
    window.opener.open_paths([path])  # type: ignore[list-item]
    say_who(window)
    window.pages.open_titled("Inspect")  # scoring waits while Annotate is shown
    qtbot.waitUntil(lambda: window.scoring.scored("01", "hwcm") and not window.background.busy, timeout=20_000)
    window.selection.choose_focus("hmeant")
    qtbot.waitUntil(lambda: window.selection.comparison is None)  # nobody has finished it
    window.workspace.choose_annotator("bob")
    qtbot.waitUntil(lambda: window.scoring.scored("01", "hwcm"), timeout=20_000)


def test_inspect_shows_at_once_what_was_compared_behind_another_page(
    sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while something, such as the analysis of other texts, delays another comparison."""
    selection = sample.selection
    qtbot.keyClick(sample, Key.Key_F9)
    selection.select(3)
    qtbot.waitUntil(lambda: present(selection.shown).segment is selection.segment, timeout=20_000)
    monkeypatch.setattr(selection._comparer, "is_ready", lambda _request: False)
    monkeypatch.setattr(selection._comparer._later, "request", lambda *_request: None)
    qtbot.keyClick(sample, Key.Key_1, CTRL)
    comparison = present(selection.comparison)
    assert comparison.reference_text.analysis.text in sample.centre.texts["Reference"].text()
