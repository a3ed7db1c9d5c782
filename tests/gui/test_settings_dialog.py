"""The settings: appearance, analysers, metrics, keys, the start."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from helpers.windows import CTRL
from meantree import bundled
from meantree.metrics.registry import DISTINCT
from meantree_gui import theme
from meantree_gui.actions import Command, default_keys
from meantree_gui.settings import LAST, NOTHING, Settings, UserChoices, read_choices, store_choices
from meantree_gui.settings_dialog import GeneralTab, OwnPackages, SettingsDialog
from meantree_gui.window import MainWindow


def _answer(monkeypatch: pytest.MonkeyPatch, act: object) -> None:
    """Do something in the dialog instead of waiting for it."""

    def run(dialog: SettingsDialog) -> SettingsDialog.DialogCode:
        dialog.show()
        act(dialog)  # type: ignore[operator]
        dialog.accept()
        assert dialog.result(), dialog.fault.text() or dialog.metrics.explanation.text()
        return SettingsDialog.DialogCode(dialog.result())

    monkeypatch.setattr(SettingsDialog, "exec", run)


def test_what_is_kept_comes_back_if_it_can_be_read(settings: Settings) -> None:
    assert read_choices(settings) == UserChoices()
    specs = ("edpm:nbest=1", "bleu")
    chosen = UserChoices("dark", NOTHING, "/some/pipeline", "none", specs, scores_all=False, command="de: udpipe m")
    store_choices(settings, chosen)
    assert read_choices(settings) == chosen
    settings["start"] = "nonsense"
    for kept in ("{", "3", "[1]"):
        settings["metrics"] = kept
        assert read_choices(settings) == replace(chosen, specs=(), start=LAST)


def test_metrics_are_chosen_with_options(sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    sample.selection.select(4)

    def choose(dialog: SettingsDialog) -> None:
        metrics = dialog.metrics
        for row in range(metrics.list.count()):
            wanted = metrics.list.item(row).text() in ("bleu", "hwcm")
            metrics.list.item(row).setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)
        qtbot.keyClicks(metrics.line, "blue")
        assert not metrics.add()
        assert "no metric 'blue'" in metrics.explanation.text()
        metrics.line.clear()
        chosen = metrics.list.findItems("hwcm", Qt.MatchFlag.MatchExactly)[0]
        metrics.list.setCurrentItem(chosen)
        longest = metrics.options.editors["n"]
        assert "maximum length of headword chains" in longest.accessibleName()
        longest.setFocus()
        for _ in range(2):
            qtbot.keyClick(longest, Qt.Key.Key_Down)
        assert metrics.line.text() == "hwcm:n=2", "options are chosen in words"

    _answer(monkeypatch, choose)
    qtbot.keyClick(sample, Qt.Key.Key_Comma, CTRL)
    qtbot.waitUntil(lambda: set(sample.scoring.specs) == {"hwcm", "bleu", "hwcm:n=2"}, timeout=10_000)
    assert sample.selection.place == 4, "one goes on where one was"
    qtbot.waitUntil(lambda: sample.scoring.scored(sample.selection.system, "hwcm:n=2"), timeout=60_000)
    assert read_choices(sample.settings).specs == sample.scoring.specs


@pytest.mark.parametrize("missing", [UserChoices(pipeline="xx_nobody_has"), UserChoices(command="no-program --tag")])
def test_a_parser_that_is_not_there_is_told(
    sample: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, told: list[str], missing: UserChoices
) -> None:
    before = sample.workspace.store

    def choose(dialog: SettingsDialog) -> None:
        dialog.general.pipeline.setEditText(missing.pipeline)
        qtbot.keyClicks(dialog.general.command, missing.command)

    _answer(monkeypatch, choose)
    qtbot.keyClick(sample, Qt.Key.Key_Comma, CTRL)
    qtbot.waitUntil(lambda: bool(told), timeout=60_000)
    assert (missing.pipeline or missing.command.split()[0]) in told[0]
    assert sample.workspace.store is before
    assert read_choices(sample.settings) == UserChoices(), "the next start is not to fail"


def test_appearance_and_keys_change_at_once(
    window: MainWindow, qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(dialog: SettingsDialog) -> None:
        dialog.general.appearance.setCurrentText("dark")
        dialog.keys.edits["go_to_table"].setKeySequence(QKeySequence("F5"))
        dialog.accept()
        assert dialog.result() == 0, "F5 stands twice"
        dialog.keys.edits["go_to_table"].setKeySequence(QKeySequence("Ctrl+Alt+Shift+F11"))

    _answer(monkeypatch, choose)
    qtbot.keyClick(window, Qt.Key.Key_Comma, CTRL)
    assert theme.is_dark()
    (action,) = (one.actions["go_to_table"] for one in window.command_lists if "go_to_table" in one.actions)
    assert action.shortcut() == QKeySequence("Ctrl+Alt+Shift+F11")
    theme.apply_theme(qapp, "light")


def test_the_start_is_as_the_user_likes_it(window: MainWindow, qtbot: QtBot) -> None:
    store_choices(window.settings, UserChoices(start=NOTHING))
    window.begin()
    assert not window.background.busy
    store_choices(window.settings, UserChoices())
    window.begin()
    qtbot.waitUntil(lambda: "sample" in window.workspace.name, timeout=10_000)
    assert set(window.scoring.specs) <= set(DISTINCT)


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[SettingsDialog]:
    """The dialog with three commands, shown."""
    commands = (
        Command("one", "Next segment", "Go", lambda: None, ("F5",)),
        Command("two", "Go to the segments", "Go", lambda: None, ("F6",)),
        Command("three", "Undo", "Edit", lambda: None),
    )
    made = SettingsDialog(UserChoices(), default_keys(commands), commands, window)
    made.show()
    made.tabs.setCurrentIndex(2)
    yield made
    made.deleteLater()


def test_a_key_of_two_commands_is_told_at_once_and_only_as_long(dialog: SettingsDialog, qtbot: QtBot) -> None:
    edit = dialog.keys.edits["one"]
    qtbot.keyClick(edit, Qt.Key.Key_F6)
    assert dialog.fault.text() == ("F6 is assigned to “Next segment” and “Go to the segments”. Assign each key once.")
    qtbot.keyClick(edit, Qt.Key.Key_F7)
    assert dialog.fault.text() == ""


def test_commands_are_found_by_words_and_keys(dialog: SettingsDialog, qtbot: QtBot) -> None:
    for typed, rows in (("segment", [0, 1]), ("segm next", [0]), ("f6", [1]), ("nothing", []), ("", [0, 1, 2])):
        dialog.search.clear()
        qtbot.keyClicks(dialog.search, typed)
        assert [row for row in range(3) if not dialog.keys.isRowHidden(row)] == rows


def test_the_program_without_python_shows_the_folder_of_own_packages(
    dialog: SettingsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(bundled, "user_data_path", lambda *_, **__: tmp_path)
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    assert not dialog.findChildren(OwnPackages), "with pip there is no need for it"
    monkeypatch.setattr(bundled, "inside", lambda: tmp_path)
    (tmp_path / "packages").mkdir()
    (tmp_path / "packages" / "damaged.whl").touch()
    tab = GeneralTab(UserChoices())
    qtbot.addWidget(tab)
    (own,) = tab.findChildren(OwnPackages)
    labels = "\n".join(label.text() for label in own.findChildren(QLabel))
    assert str(tmp_path / "packages") in labels
    assert "damaged.whl cannot be unpacked" in labels
    qtbot.mouseClick(own.findChildren(QPushButton)[0], Qt.MouseButton.LeftButton)
    assert opened == [str(tmp_path / "packages")]
