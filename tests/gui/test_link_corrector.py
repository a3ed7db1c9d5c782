"""Links between words corrected by keys and mouse; the scores follow, undo takes it back."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, say_who
from helpers.shared_words import SharedWords
from helpers.windows import CTRL, SHIFT, choose_entry, present, press, right_click
from meantree import lazy
from meantree.alignment.word_status import DIFFERENCES
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey
from meantree.comparison.comparison import Comparison
from meantree.picture.comparison_pictures import tree_drawings
from meantree.picture.style import approximate_width
from meantree.picture.svg import picture_svg
from meantree.project.file import Project
from meantree_gui.trees.links_view import LinksView
from meantree_gui.window import MainWindow

Key = Qt.Key
OFFERED = None
"""Each test makes its window when a plug-in adds its metric."""
LINKS = LinksKey("00/01", "01", "00", ANNOTATOR)
FIRST_TO_SECOND = "Home k Down Right k"
"""Keys that link or unlink the first word of the hypothesis and the second of the reference."""


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """A metric that counts by the alignment is offered, as if a plug-in added it."""
    added = EntryPoint("shared", f"{SharedWords.__module__}:{SharedWords.__qualname__}", "meantree.metrics")
    monkeypatch.setattr(lazy, "plugins", lambda group: {"shared": added} if group == added.group else {})
    return ("shared", "hwcm", "bleu")


@pytest.fixture
def words(window: MainWindow, path: Path, qtbot: QtBot) -> MainWindow:
    """The window on a project, scored, with the keys between the words of its second segment."""
    window.opener.open_paths([path])
    say_who(window)
    window.pages.open_titled("Inspect")  # scoring waits while Annotate is shown
    qtbot.waitUntil(lambda: window.scoring.scored("01", "bleu") and not window.background.busy, timeout=20_000)
    window.selection.choose_focus("shared")
    window.segments.table.selectRow(1)
    qtbot.waitUntil(lambda: window.selection.comparison is not None and window.selection.place == 1)
    qtbot.keyClick(window, Key.Key_F7)
    assert view(window).hasFocus()
    return window


def view(window: MainWindow) -> LinksView:
    return window.centre.trees.links


def shown(window: MainWindow) -> Comparison:
    return present(window.selection.comparison)


def told(window: MainWindow) -> str:
    return window.statusBar().currentMessage()


def drawn(window: MainWindow) -> Sequence[tuple[int, int, bool]]:
    """The links as they are drawn, and whether they are by hand."""
    return [(link.hypothesis, link.reference, link.by_hand) for link in shown(window).word_links if not link.is_removed]


def score(window: MainWindow, spec: str = "shared") -> float:
    table = present(window.scoring.table)
    return present(table.segment_score("01", spec, 1))


def kept(path: Path) -> FixedLinks:
    with Project(path, passing=True) as project:
        return project.links().get(LINKS, FixedLinks())


def test_words_are_linked_and_the_score_follows(words: MainWindow, path: Path, qtbot: QtBot) -> None:
    before = score(words)
    press(words, "Home k")
    assert told(words).startswith("“first1” is selected. Go to a word of the other text and press")
    assert words.centre.trees.notice.text().endswith(told(words)), "beside the picture, too"
    assert view(words).words["token", "hypothesis", 0].selected
    press(words, "Down Right")
    assert told(words).startswith("“first1” is selected · alpha → alpha: ")
    press(words, "k")
    assert told(words).startswith("“first1” and “alpha” are linked · shared 1.000 → ")
    assert told(words).endswith(f" · corrected as {ANNOTATOR}")
    assert view(words).selected is None
    assert (0, 1, True) in drawn(words)
    assert kept(path) == FixedLinks(frozenset({(0, 1)}))
    by_hand = next(link for link in view(words).links if link.sign is not None and link.sign.plain)
    assert by_hand.tip == "first1 → alpha: linked by hand"
    qtbot.keyClick(words, Key.Key_Z, CTRL)
    assert (score(words), kept(path)) == (before, FixedLinks())
    assert not any(link[2] for link in drawn(words))
    qtbot.keyClick(words, Key.Key_Z, CTRL | SHIFT)
    assert (0, 1, True) in drawn(words)


def test_what_the_aligner_linked_is_unlinked_and_restored(words: MainWindow, path: Path) -> None:
    before = score(words), drawn(words)
    press(words, "Home k Down k")
    assert "“first1” and “first1” are unlinked" in told(words)
    assert kept(path) == FixedLinks(unlinked=frozenset({(0, 0)}))
    assert (0, 0, False) not in drawn(words)
    assert score(words) < before[0]
    assert score(words, "bleu") == 1.0
    crossed = next(link for link in view(words).links if not link.joins)
    assert present(crossed.sign).plain == "✕"
    assert crossed.tip == f"first1 → first1: removed by {ANNOTATOR}"
    assert f"removed by {ANNOTATOR}" in view(words).links[crossed].toolTip()
    assert "✕ removed by hand" in words.centre.trees.rule.text()
    assert "✕" in picture_svg(list(tree_drawings(shown(words), approximate_width)))
    press(words, "Up Home")
    assert crossed.tip in told(words), "keys say it, too"
    press(words, "Delete")
    assert all(link.joins for link in view(words).links)
    assert "✕" not in words.centre.trees.rule.text()
    assert "“first1” has its automatic links again" in told(words)
    assert (score(words), drawn(words)) == before
    assert kept(path) == FixedLinks()
    press(words, "Delete")
    assert told(words) == "this word has no corrected links"


def test_another_word_is_picked_or_none(words: MainWindow) -> None:
    press(words, "Escape k")
    assert told(words) == words.centre.trees.notice.text() == "first choose a word with the arrow keys or the mouse"
    words.segments.table.setFocus()  # as when the command is chosen from a menu
    words.centre.link_corrector.select_or_link()
    press(words, "Home k Right k")
    assert view(words).selected == ("token", "hypothesis", 1)
    press(words, "k")
    assert "no longer selected" in told(words)
    assert view(words).selected is None
    press(words, "k Escape")
    assert view(words).selected is None
    assert view(words).word == ("token", "hypothesis", 1), "the cursor stays"
    words.centre.trees.show_notice("“الوزير” is selected.")
    directions = map(unicodedata.bidirectional, words.centre.trees.notice.text())
    assert next(each for each in directions if each in ("L", "R", "AL")) == "L", "an Arabic word turns no sentence"
    press(words, "Home k")
    words.selection.select(3)
    assert view(words).selected is None


def test_why_a_word_is_linked_is_told_and_read_aloud(words: MainWindow) -> None:
    press(words, "Home Right")
    assert told(words).startswith("alpha → alpha: ")
    assert view(words).accessibleDescription() == told(words)
    link = next(link for link in view(words).links if ("token", "hypothesis", 1) in link.ends)
    assert link.tip == told(words)
    assert link.tip.partition(":")[0].replace("→", "") in view(words).links[link].toolTip().replace("→", "")
    press(words, "Home k Down")
    assert told(words).startswith("“first1” is selected · first1 → first1: ")


def test_by_mouse(words: MainWindow, path: Path) -> None:
    for side, index in (("hypothesis", 2), ("reference", 3)):
        item = next(word for key, word in view(words).words.items() if key[1:] == (side, index))
        point = view(words).mapFromScene(item.sceneBoundingRect().center())
        right_click(view(words), point)
        choose_entry(QApplication.activePopupWidget(), "Select word, then link or unlink it")
    assert kept(path) == FixedLinks(frozenset({(2, 3)}))
    for side, index in (("hypothesis", 4), ("reference", 5)):
        item = next(word for key, word in view(words).words.items() if key[1:] == (side, index))
        point = view(words).mapFromScene(item.sceneBoundingRect().center())
        QTest.mouseClick(view(words).viewport(), Qt.MouseButton.LeftButton, pos=point)
        if side == "hypothesis":
            assert view(words).selected is None, "a click alone selects nothing"
            press(words, "k")
    assert kept(path) == FixedLinks(frozenset({(2, 3), (4, 5)}))


def test_links_are_drawn_and_removed_in_every_view(words: MainWindow, path: Path, qtbot: QtBot) -> None:
    frames = words.centre.trees.frames
    frames.show()
    frames.set_open(True)
    frames.view.setFocus()
    press(words, "k")
    assert "not in the frames" in told(words)
    view(words).setFocus()
    words.selection.choose_focus("bleu")
    press(words, FIRST_TO_SECOND)
    assert (0, 1, True) in drawn(words)
    assert "which this metric does not count" in words.centre.trees.rule.text()
    for at in ("hwcm", DIFFERENCES):
        words.selection.choose_focus(at)
        hypothesis, reference = (pane.view for pane in words.centre.trees.panes)
        before = kept(path)
        hypothesis.setFocus()
        press(words, "Home k")
        assert hypothesis.words[0].selected
        press(words, "Escape k")
        qtbot.keyClick(words, Key.Key_F7)
        assert reference.hasFocus()
        press(words, "Home k")
        assert "“first1” and “first1” are" in told(words)
        assert kept(path) != before
        assert not hypothesis.words[0].selected


def test_a_mistranslation_keeps_its_link(words: MainWindow, path: Path, qtbot: QtBot) -> None:
    before, links = score(words), present(words.selection.comparison).links
    words.workspace.state_language("en")  # which the words of the project do not tell
    words.segments.table.selectRow(1)
    words.selection.choose_focus(DIFFERENCES)
    qtbot.waitUntil(lambda: words.selection.view == DIFFERENCES and not words.background.busy)
    words.centre.trees.hypothesis.view.setFocus()
    press(words, "Home m")
    assert "“first1” and “first1” are a mistranslation" in told(words)
    assert kept(path) == FixedLinks(mistranslated=frozenset({(0, 0)}))
    comparison = present(words.selection.comparison)
    assert [text.marks.tokens[0].status for text in comparison.texts] == ["different", "different"]
    assert ("different: mistranslation", "first1") in [(unit.kind, unit.label) for unit in comparison.units]
    assert (score(words), comparison.links) == (before, links)
    qtbot.keyClick(words, Key.Key_Z, CTRL)
    assert present(words.selection.comparison).hypothesis.marks.tokens[0].status == "same"
    qtbot.keyClick(words, Key.Key_Z, CTRL | SHIFT)
    press(words, "m")
    assert kept(path) == FixedLinks()
    press(words, "k")
    qtbot.keyClick(words, Key.Key_F7)
    press(words, "Home Right m")
    assert kept(path) == FixedLinks(frozenset({(0, 1)}), mistranslated=frozenset({(0, 1)})), "they are linked, too"
