"""A project whose analyses were made by an analyser that is not installed, in the window."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.stores import INSTALLED, HandMadeStore, held_analyses, with_second_parse
from helpers.windows import CTRL, present
from meantree.analysis.inputs import RawInput
from meantree.analysis.layers.required import Layers
from meantree.analysis.sentences import Analysis
from meantree.annotation.frame_annotation import Annotation, AnnotationKey
from meantree.project.file import Project
from meantree.project.stored_analyses import StoredAnalyses, packed_rows, text_of
from meantree.scoring.provenance import signature
from meantree_gui.state.selection import Selection
from meantree_gui.window import MainWindow

OFFERED = ("hwcm", "bleu")

OLD = "hand-made-0"
TEXTS = ("a b c d", "a b e d", "a c b d")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project of two systems with analyses of all texts by an older analyser, which drew other trees."""
    path = tmp_path / "old.meantree"
    with Project(path, new=True) as project:
        project.fill(corpus_of([TEXTS], "st", ids="1"))
        made = HandMadeStore().analyse(dict.fromkeys(TEXTS, Layers(50, 50, roles=True, entities=True)))
        project.store_analyses(OLD, {text: with_second_parse(one) for text, one in made.items()})  # type: ignore[misc]
    return path


def _open(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    window.show()
    window.opener.open_paths([path])
    qtbot.waitUntil(lambda: window.workspace.project is not None and not window.background.busy, timeout=20_000)


def _drop_analysis(path: Path, text: str) -> None:
    with Project(path, passing=True) as project:
        kept = project.stored_analyses()
        rows = {key: content for key, content in kept.rows.items() if text not in key}
        project.replace_analyses(StoredAnalyses(OLD, rows))


def _makers(path: Path) -> dict[str, int]:
    with Project(path, passing=True) as project:
        makers = [maker for maker, _ in project.contents().analyses]
    return {maker: makers.count(maker) for maker in (OLD, INSTALLED)}


def _signed(window: MainWindow) -> str:
    table = present(window.scoring.table)
    return signature(table.metrics["hwcm"], table.provenance(window.workspace.store))


def _score(window: MainWindow, system: str, spec: str) -> float | None:
    return present(window.scoring.table).segment_score(system, spec, 0)


def _heads(window: MainWindow) -> tuple[int, ...]:
    comparison = present(window.selection.comparison)
    return comparison.pair.hypothesis.tree().heads


def test_older_analyses_are_used_until_all_is_analysed_again(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    _open(window, path, qtbot)
    qtbot.waitUntil(lambda: window.scoring.complete_systems == ("s", "t"), timeout=20_000)
    assert window.notice.isVisible()
    assert f"made by {OLD}; the installed analyser is {INSTALLED}." in window.notice.text.text()
    assert (_heads(window), f"|analyser:{OLD}|" in _signed(window)) == ((-1, 0, 1, 2), True)
    assert window.status.where.text().endswith(f"2 systems scored · analyses by {OLD}")
    before = present(window.scoring.table).system_score("s", "hwcm")

    qtbot.keyClick(window, Qt.Key.Key_F5, CTRL)
    qtbot.waitUntil(lambda: not window.notice.isVisible(), timeout=20_000)
    qtbot.waitUntil(lambda: window.scoring.scored("s", "hwcm") and not window.background.busy, timeout=20_000)
    assert (_heads(window), f"|analyser:{INSTALLED}|" in _signed(window)) == ((-1, 0, 0, 0), True)
    assert present(window.scoring.table).system_score("s", "hwcm") != before
    assert _makers(path) == {OLD: 0, INSTALLED: 3}
    assert window.status.where.text().endswith(" · pipeline hand-made")
    qtbot.keyClick(window, Qt.Key.Key_F5, CTRL)
    assert "analysed by the installed analyser" in window.status.currentMessage()


def test_what_the_older_analyses_lack_is_not_made_beside_them(window: MainWindow, path: Path, qtbot: QtBot) -> None:
    _drop_analysis(path, TEXTS[1])
    _open(window, path, qtbot)
    assert "1 of 3 texts have no analysis" in window.notice.text.text()
    assert window.scoring.scored("s", "hwcm")
    window.selection.choose_system("t")
    qtbot.waitUntil(lambda: not window.background.busy, timeout=20_000)
    assert window.selection.comparison is None
    assert (_score(window, "s", "hwcm") is None, _score(window, "t", "hwcm") is None) == (False, True)
    assert _score(window, "t", "bleu") is not None
    assert window.scoring.complete_systems == ("s", "t")
    assert not window.findChildren(QMessageBox)
    assert not window.status.progress.isVisible()
    assert window.status.problems.text() == "Undefined: hwcm for 1"
    for modifiers in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        window.status.clearMessage()
        qtbot.keyClick(window, Qt.Key.Key_F5, modifiers)
        message = "1 text has no complete stored analysis; analyse the project again (Ctrl+F5)"
        assert window.status.currentMessage() == message

    qtbot.mouseClick(window.notice.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: _score(window, "t", "hwcm") is not None and not window.background.busy, timeout=20_000)
    assert not window.notice.isVisible()
    assert _makers(path) == {OLD: 0, INSTALLED: 3}


def test_cancel_keeps_the_older(window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    _open(window, path, qtbot)
    gate = held_analyses(monkeypatch)
    qtbot.mouseClick(window.notice.button, Qt.MouseButton.LeftButton)
    assert not window.notice.button.isEnabled()
    qtbot.waitUntil(lambda: "Analysing texts again" in window.status.progress.text.text())
    qtbot.keyClick(window, Qt.Key.Key_Period, CTRL)
    gate.set()
    qtbot.waitUntil(window.notice.button.isEnabled, timeout=20_000)
    assert window.notice.isVisible()
    assert _heads(window) == (-1, 0, 1, 2)
    assert _makers(path) == {OLD: 3, INSTALLED: 0}


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Ok, QMessageBox.StandardButton.Cancel])
def test_who_annotated_is_asked_and_keeps_their_work(
    window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton
) -> None:
    key = AnnotationKey("1", "s", "A", "ana")
    with Project(path, passing=True) as project:
        project.save(key, Annotation((frame("0 agent=1"),), (frame("0 agent=1"),)), "new frame")
    asked: list[str] = []

    def question(_parent: object, _title: str, text: str, *_more: object) -> QMessageBox.StandardButton:
        asked.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "question", question)
    _open(window, path, qtbot)
    qtbot.keyClick(window, Qt.Key.Key_F5, CTRL)
    is_wanted = answer == QMessageBox.StandardButton.Ok
    qtbot.waitUntil(lambda: not window.background.busy and window.notice.isVisible() != is_wanted, timeout=20_000)
    assert len(asked) == 1
    assert "that annotators made or corrected are kept" in asked[0]
    with Project(path, passing=True) as project:
        assert project.annotation(key) is not None
        assert project.stored_analyses().maker == (INSTALLED if is_wanted else OLD)


def _saved_layers(path: Path, maker: str) -> dict[str, Layers]:
    with Project(path, passing=True) as project:
        kept = project.stored_analyses()
    assert kept.maker == maker
    found = {text: kept.find(text) for text in TEXTS}
    return {text: analysis.layers for text, analysis in found.items() if analysis is not None}


@pytest.mark.parametrize("is_damaged", [False, True], ids=["no frames", "damaged"])
def test_analyses_that_were_completed_are_saved_once(
    window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, is_damaged: bool
) -> None:
    made = HandMadeStore().analyse(dict.fromkeys(TEXTS, Layers(1)))
    rows = dict.fromkeys(map(text_of, TEXTS), b"x") if is_damaged else packed_rows(made)  # type: ignore[arg-type]
    with Project(path, passing=True) as project:
        project.replace_analyses(StoredAnalyses(INSTALLED, rows))
    written: list[int] = []
    store_analyses = Project.store_analyses

    def noted(self: Project, fingerprint: str, analyses: Mapping[RawInput, Analysis]) -> None:
        store_analyses(self, fingerprint, analyses)
        written.append(len(analyses))

    monkeypatch.setattr(Project, "store_analyses", noted)
    _open(window, path, qtbot)
    window.scoring.score_all()
    qtbot.waitUntil(lambda: window.scoring.complete_systems == ("s", "t"), timeout=20_000)

    def are_saved() -> bool:  # after they are scored; what found the file busy is saved another time
        if not window.background.busy and sum(written) < len(TEXTS):
            for system in ("s", "t"):
                window.workspace.saved_analyses.save(system)
        return sum(written) == len(TEXTS) and not window.background.busy

    qtbot.waitUntil(are_saved, timeout=20_000)
    layers = _saved_layers(path, INSTALLED)
    assert layers.keys() == set(TEXTS)
    assert all(saved.roles for saved in layers.values())
    before = list(written)
    for system in ("s", "t"):
        window.workspace.saved_analyses.save(system)
    qtbot.waitUntil(lambda: not window.background.busy, timeout=20_000)
    assert written == before


def test_a_translation_without_analysis_cannot_be_annotated(
    window: MainWindow, path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not tried to analyse it again and again."""
    _drop_analysis(path, TEXTS[1])
    _open(window, path, qtbot)
    window.workspace.choose_annotator("ana")
    window.pages.open(window.annotation_pages.pages[0])
    attempts: list[str] = []
    refresh = Selection.refresh

    def noted(selection: Selection) -> None:
        attempts.append(selection.system)
        refresh(selection)

    monkeypatch.setattr(Selection, "refresh", noted)
    window.selection.choose_system("t")
    qtbot.waitUntil(lambda: not window.background.busy, timeout=20_000)
    assert window.annotation_editor.why_not == f"not made by {OLD}."
    assert len(attempts) < 4
    window.selection.choose_system("s")
    qtbot.waitUntil(lambda: window.annotation_editor.key is not None, timeout=20_000)
