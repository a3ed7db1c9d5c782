"""Texts in a language without a parser: what cannot be computed is grey with its reason, and a click states another."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from helpers.parser_program import command
from helpers.windows import present
from meantree.alignment.word_status import DIFFERENCES
from meantree.analysis.parsers import DEFAULT, Parsers
from meantree.corpus.formats import InputFile
from meantree_gui.state.contrast_details import BucketDetail, UnitDetail
from meantree_gui.state.error_counts import UNITS
from meantree_gui.window import MainWindow

REFERENCE = "Le petit chat de la voisine dort souvent sur notre grand fauteuil près du feu."
HYPOTHESIS = "Le petit chat de la voisine dort sur notre grand fauteuil, près du feu."


@pytest.fixture
def french(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window with French texts, and the pipeline that ships."""
    window.workspace.parsers = DEFAULT
    files = [tmp_path / name for name in ("hyp.one.txt", "hyp.two.txt", "ref.txt")]
    for path, text in zip(files, (HYPOTHESIS, REFERENCE, REFERENCE), strict=True):
        path.write_text(f"{text}\n", encoding="utf-8")
    window.workspace.open([InputFile(path) for path in files])
    qtbot.waitUntil(lambda: window.selection.comparison is not None, timeout=30_000)
    qtbot.waitUntil(lambda: window.scoring.scored("one", "bleu"), timeout=30_000)
    return window


def test_what_is_not_available_is_grey_and_says_why_until_another_language_is_stated(
    french: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "French" in french.windowTitle()
    assert french.status.language.text() == "French"
    assert "look like French" in french.status.language.toolTip()
    assert "hwcm" not in french.workspace.metrics
    scores = french.evidence.score_model
    row = scores.rows.index("hwcm")
    assert scores.index(row, 2).data() == "needs a parser for French"
    assert "not available: needs a parser" in scores.index(row, 2).data(Qt.ItemDataRole.ToolTipRole)
    french.evidence.scores.setCurrentIndex(scores.index(row, 0))
    assert french.selection.focus != "hwcm"
    assert any("parser for French" in str(problem) for problem in french.status._problems())
    qtbot.keyClick(french, Qt.Key.Key_F12)
    compare = french.corpus_pages.compare
    assert compare.differences.counts.query.spec == UNITS, "there are no findings"
    assert not {"labels", "relations", "pos"} & {kind.name for kind in UnitDetail(compare.contrast).kinds}
    assert "pos" not in BucketDetail(compare.contrast).titles

    asked: list[str] = []

    def choose(
        _parent: object, _title: str, _label: str, names: list[str], place: int, **_: object
    ) -> tuple[str, bool]:
        asked.append(names[place])
        return "German", True

    monkeypatch.setattr(QInputDialog, "getItem", choose)
    qtbot.mouseClick(french.status.language, Qt.MouseButton.LeftButton)
    assert asked == ["French"]
    assert "German" in french.windowTitle()
    assert "stated" in french.status.language.toolTip()
    assert french.scoring.unavailable["hwcm"] == "needs a parser for German"


def test_parsed_files_are_named_as_such(french: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    assert french.status._analyser() == "no parser"
    for name in ("hyp.one.conllu", "ref.conllu"):
        words = enumerate(REFERENCE.split(), start=1)
        rows = (f"{place}\t{word}\t_\tX\t_\t_\t{place - 1}\tdep\t_\t_" for place, word in words)
        (tmp_path / name).write_text("\n".join(rows) + "\n\n", encoding="utf-8")
    french.workspace.open([InputFile(tmp_path / name) for name in ("hyp.one.conllu", "ref.conllu")])
    qtbot.waitUntil(lambda: french.status._analyser() == "parsed files")
    assert french.selection.view == "hwcm"


def test_a_command_of_the_settings_brings_trees(french: MainWindow, qtbot: QtBot) -> None:
    french.workspace.use(Parsers(command=f"fr: {command()}"), (), lambda: None)
    qtbot.waitUntil(lambda: french.scoring.scored("one", "hwcm"), timeout=30_000)
    assert "hwcm" not in french.scoring.unavailable
    french.selection.choose_structure("dependencies")
    qtbot.waitUntil(lambda: present(french.selection.comparison).structure == "dependencies")
    assert french.status._analyser().startswith("parser ")
    assert french.selection.view in french.workspace.metrics
    assert french.centre.focus.findData(DIFFERENCES) < 0, "a metric is drawn"


def test_people_are_asked_for_a_language_that_is_unsure(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "hyp.txt"
    path.write_text("la zonta del mur frigo blub\n", encoding="utf-8")
    window.workspace.open([InputFile(path)])
    qtbot.waitUntil(lambda: window.status.language.text() == "Which language is this?", timeout=30_000)
    window.workspace.state_language("it")
    assert window.status.language.text() == "Italian"
