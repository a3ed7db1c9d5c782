"""Versions that a merge of two copies kept: listed, told apart in words, and decided by keys."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from helpers.annotating import ANNOTATOR, key_of
from helpers.frames import frame
from helpers.project_rows import change_rows
from helpers.windows import present, see, type_keys
from meantree.analysis.corrections import FixedLinks
from meantree.annotation.corrections import LinksKey
from meantree.annotation.frame_annotation import Annotation, State
from meantree.project.file import Project
from meantree.project.merging import merge
from meantree_gui.palette import command_entries
from meantree_gui.team_dialog import TeamDialog
from meantree_gui.versions_dialog import VersionsDialog
from meantree_gui.window import MainWindow

ONE = Annotation((frame("1 agent=0"),), (), state=State.DONE)
TWO = replace(ONE, hypothesis=(frame("1 patient=0"),))
LINKS = LinksKey("00/02", "01", "00", ANNOTATOR)


@pytest.fixture
def merged(path: Path, tmp_path: Path) -> Path:
    """A project of which two copies say different things of two annotations."""
    copies = [Path(shutil.copy(path, tmp_path / f"{name}.meantree")) for name in "ab"]
    for copy, annotation, link in zip(copies, (ONE, TWO), ((0, 0), (1, 1)), strict=True):
        with Project(copy) as project:
            project.save(key_of(1), annotation, "edited")
            project.save_links(LINKS, FixedLinks(frozenset({link})), "linked")
    merge(copies, tmp_path / "merged.meantree")
    return tmp_path / "merged.meantree"


def _is_offered(window: MainWindow) -> bool:
    window.menus["View"].aboutToShow.emit()
    return any(action.isVisible() and "Versions" in action.text() for action in window.menus["View"].actions())


def test_nothing_is_offered_where_there_is_nothing_to_choose(window: MainWindow, path: Path) -> None:
    assert not _is_offered(window)
    window.opener.open_paths([path])
    assert not _is_offered(window)
    assert not any("Versions" in entry.title for entry in command_entries(window.command_lists))
    assert window.annotation_pages.show_versions() is not None
    window.workspace.closing.emit()


def test_versions_are_decided_one_by_one(window: MainWindow, merged: Path, qtbot: QtBot) -> None:
    window.opener.open_paths([merged])
    present(window.findChild(TeamDialog)).close()  # for the lead
    qtbot.waitUntil(lambda: window.findChild(TeamDialog) is None)
    window.workspace.choose_annotator(ANNOTATOR)
    assert _is_offered(window)
    dialog = window.annotation_pages.show_versions()
    assert isinstance(dialog, VersionsDialog)
    project = present(window.workspace.project)
    before = project.annotation(key_of(1))
    assert [dialog.keys.item(row).text() for row in range(2)] == [
        f"00/01 · 01 · 00 · {ANNOTATOR}\nframes and links, 2 versions",
        f"00/02 · 01 · 00 · {ANNOTATOR}\ncorrected word links, 2 versions",
    ]
    mine, theirs = ("patient", "agent") if before == ONE else ("agent", "patient")
    times = [datetime.fromisoformat(time).astimezone() for time, _ in project.version_origins(key_of(1))]
    first, second = (f"{time:%d %b %Y, %H:%M:%S}" for time in times)
    current, other = ("a", "b") if before == ONE else ("b", "a")
    assert dialog.versions.item(0).text() == f"Current version, {first}, from {current}.meantree"
    assert dialog.windowTitle() == f"Versions of other copies – {merged.name}"
    assert dialog.versions.item(1).text() == (
        f"Version 2, {second}, from {other}.meantree\n"
        f"   “alpha” of the hypothesis: {mine}: first1 (shown: {theirs}: first1)"
    )
    dialog.keys.setFocus()
    qtbot.keyClick(dialog.keys, Qt.Key.Key_Return)
    qtbot.keyClick(dialog.versions, Qt.Key.Key_Down)
    assert dialog.take.text() == "Take this version (Return)"
    qtbot.keyClick(dialog.versions, Qt.Key.Key_Return)
    assert project.annotation(key_of(1)) == (TWO if before == ONE else ONE)
    assert dialog.message.text() == "1 annotation with several versions"
    kept = project.links()[LINKS]
    assert dialog.take.text() == "Keep the current version (Return)"
    qtbot.keyClick(dialog.versions, Qt.Key.Key_Return)
    assert project.links()[LINKS] == kept
    assert project.alternatives() == {}
    assert dialog.message.text() == "No annotation has several versions."
    dialog.close()
    assert not _is_offered(window)
    project.take_step(ANNOTATOR, "undo")
    assert project.annotation(key_of(1)) == before


def test_the_palette_finds_versions_before_their_menu_opens(window: MainWindow, merged: Path, qtbot: QtBot) -> None:
    window.opener.open_paths([merged])
    present(window.findChild(TeamDialog)).close()
    qtbot.waitUntil(lambda: window.findChild(TeamDialog) is None)
    window.workspace.choose_annotator(ANNOTATOR)
    see(window)
    type_keys(window, "Ctrl+K versions Return")
    present(window.findChild(VersionsDialog)).close()


def test_versions_keep_their_files_in_later_merges_and_old_projects_have_none(merged: Path, tmp_path: Path) -> None:
    both = [shutil.copy(merged, tmp_path / f"{name}.meantree") for name in ("again", "old")]
    merge([merged, *map(Path, both)], tmp_path / "later.meantree")
    change_rows(Path(both[1]), "UPDATE settings SET value = 'yes' WHERE name = 'merged'")
    for path, files in ((tmp_path / "later.meantree", {"a.meantree", "b.meantree"}), (Path(both[1]), {""})):
        with Project(path) as project:
            assert {file for _, file in project.version_origins(key_of(1))} == files
