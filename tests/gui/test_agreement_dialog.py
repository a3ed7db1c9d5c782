"""The tables of agreement, the figure of confused roles, other files, and the way to a segment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helpers.corpora import corpus_of
from helpers.frames import frame
from helpers.projects import project_of
from helpers.windows import Answer
from meantree.agreement.pooled_annotations import read_pooled
from meantree.agreement.project_agreement import project_agreement
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.corpus.corpus import Text
from meantree.project.file import Project
from meantree_gui.agreement_dialog import AgreementDialog
from meantree_gui.background import Background
from meantree_gui.settings import Settings
from meantree_gui.window import MainWindow

SAME = Annotation((frame("1 agent=0"),), (frame("1 agent=0"),), state=State.DONE)
OTHER = replace(SAME, hypothesis=(frame("1 patient=0"),))
TEXT = Text("a b c", tokens=("a", "b", "c"))


def _project(path: Path, work: dict[str, tuple[Annotation, Annotation]]) -> Path:
    found = {
        AnnotationKey(segment, "s", "r", who): one
        for who, both in work.items()
        for segment, one in zip("12", both, strict=True)
    }
    return project_of(path, corpus_of([[TEXT] * 2] * 2, "s", "r", ids="12"), found)


@pytest.fixture
def dialog(qtbot: QtBot, tmp_path: Path, settings: Settings) -> Iterator[AgreementDialog]:
    path = _project(tmp_path / "one.meantree", {"ana": (SAME, SAME), "ben": (SAME, OTHER)})
    background = Background()
    made = AgreementDialog(project_agreement(read_pooled([path])), background, settings)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    yield made
    background.close()


def _choose(dialog: AgreementDialog, qtbot: QtBot, name: str) -> None:
    """Go down the list by arrow keys to a table."""
    place = [table.name for table in dialog.tables].index(name)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Home)
    for _ in range(place):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.table.table.name == name


def test_roles_are_drawn_and_told_and_saved_with_all_tables(
    dialog: AgreementDialog, qtbot: QtBot, tmp_path: Path, answer: Answer
) -> None:
    assert not dialog.figure.isVisible()
    for name, start in (("a.tsv", b"table\trow\tcolumn\tvalue\nsummary\t1\t"), ("a.json", b"["), ("a.xlsx", b"PK")):
        answer(tmp_path / name)
        qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert load_workbook(tmp_path / "a.xlsx")["Agreement"]["A1"].value == dialog.tables[0].head[0]
    _choose(dialog, qtbot, "confusion")
    qtbot.waitUntil(lambda: dialog.figure.image is not None, timeout=20_000)
    assert dialog.figure.isVisible()
    assert dialog.figure.tip_of(False, 1) == "<p>ana: agent · ben: patient · 1</p>"
    assert dialog.table.table.rows[0][1:3] == (3, 1)
    answer(tmp_path / "a.svg")
    qtbot.mouseClick(dialog.save_figure, Qt.MouseButton.LeftButton)
    assert b"benefactive" in (tmp_path / "a.svg").read_bytes()


def test_tables_are_sorted_by_key_and_by_head(dialog: AgreementDialog, qtbot: QtBot) -> None:
    _choose(dialog, qtbot, "segments")
    header = dialog.table.horizontalHeader()
    at = header.sectionViewportPosition(0) + 12, header.height() // 2
    for expected in ("1", "2"):  # rising, then falling
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(*at))
        assert dialog.table.rows.index(0, 0).data() == expected
    _choose(dialog, qtbot, "segments")
    qtbot.keyClick(dialog.table, Qt.Key.Key_S)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(dialog.wanted) as caught:
        qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert caught.args == ["1", "s"], "the row that is seen, not the one that stood there"


def test_annotators_of_another_file_are_added_and_some_are_chosen(
    dialog: AgreementDialog, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def add(path: Path) -> None:
        monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(path)], ""))
        qtbot.mouseClick(dialog.add, Qt.MouseButton.LeftButton)

    def names() -> list[tuple[str, ...]]:
        return [pair.names for pair in dialog.agreement.pairs]

    assert not dialog.annotators.isVisible(), "there is no choice between two"
    add(_project(tmp_path / "two.meantree", {"eva": (OTHER, OTHER)}))
    qtbot.waitUntil(lambda: len(names()) == 3)
    assert dialog.table.table.head[1:4] == ("ana – ben", "ana – eva", "ben – eva")
    add(tmp_path / "none.meantree")
    qtbot.waitUntil(lambda: "no such project" in dialog.message.text())
    assert len(names()) == 3
    assert dialog.annotators.isVisible()
    for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Space):  # without ben
        qtbot.keyClick(dialog.annotators, key)
    qtbot.waitUntil(lambda: names() == [("ana", "eva")])
    assert list(dialog.annotators.checked) == ["ana", "eva"]
    assert dialog.annotators.currentRow() == 1, "the next key is still ben's"
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Space):
        qtbot.keyClick(dialog.annotators, key)
    assert list(dialog.annotators.checked) == ["eva"]
    qtbot.waitUntil(lambda: "between two or more annotators; found eva" in dialog.message.text())
    assert names() == [("ana", "eva")]
    assert list(dialog.annotators.checked) == ["ana", "eva"], "those of whom the tables are"
    assert dialog.annotators.currentRow() == 0, "the next key is still ana's"


def test_scores_are_hidden_from_annotators_by_rule_and_shown_to_the_adjudicator(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Tables of agreement, and the report on the annotators, are without HMEANT then, and say why."""
    linked = replace(SAME, alignment=FrameAlignment({(0, 0): LinkKind.CORRECT}))
    path = _project(tmp_path / "one.meantree", {"ana": (linked, linked), "ben": (linked, OTHER)})
    with Project(path) as project:
        project.set_rules(replace(project.rules, scores=False))
    window.projects.open(path)
    page = window.corpus_pages.report

    def shown(name: str) -> tuple[str, str]:
        window.workspace.choose_annotator(name)
        window.projects.show_agreement()
        qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(AgreementDialog)))
        dialog = next(one for one in window.findChildren(AgreementDialog) if one.isVisible())
        dialog.compare(dialog.agreement.pool.paths)
        qtbot.waitUntil(lambda: "Comparing" not in dialog.message.text())
        tables = "".join(map(str, (*dialog.tables, dialog._content(".json").decode())))
        dialog.close()
        window.pages.open_titled("Report")
        qtbot.waitUntil(lambda: page.reporting.preview is not None, timeout=20_000)
        return tables, page.view.toPlainText()

    for text in shown("ana"):
        assert "hmeant" not in text
        assert "The rules of this project hide HMEANT and MQM from annotators" in text
    for text in shown("gold"):
        assert "hmeant" in text


def test_a_chosen_segment_is_looked_at(window: MainWindow, qtbot: QtBot, tmp_path: Path, told: list[str]) -> None:
    path = _project(tmp_path / "one.meantree", {"ana": (SAME, SAME), "ben": (SAME, OTHER)})
    with Project(path) as project:
        project.set_rules(replace(project.rules, blind=True))
        project.assign({"ana": ["1", "2"], "eva": ["1"]})
    window.projects.open(path)
    window.workspace.choose_annotator("eva")
    window.projects.show_agreement()
    assert told == ["this project is blind; agreement is shown when you have finished your work: 1 translation left"]
    reporting = window.corpus_pages.report.reporting
    assert reporting._annotator == "eva"
    window.workspace.choose_annotator("ana")
    assert reporting._annotator == ""
    window.projects.show_agreement()
    qtbot.waitUntil(lambda: bool(window.findChildren(AgreementDialog)))
    (dialog,) = window.findChildren(AgreementDialog)
    window.pages.open_titled("Figures")
    dialog.wanted.emit("2", "s")
    assert (window.selection.place, window.selection.system) == (1, "s")
    assert window.pages.currentWidget() is window.annotation_panel, "where ana annotates"
    assert not dialog.isVisible(), "it would stand before the segment"
    dialog.list.setCurrentRow(2)
    window.projects.show_agreement()
    assert dialog.isVisible()
    assert (dialog.list.currentRow(), window.findChildren(AgreementDialog)) == (2, [dialog]), "as it was left"
    dialog.wanted.emit("9", "s")
    assert window.selection.place == 1
    window.workspace.annotator = ""
    window.pages.open_titled("Figures")
    dialog.wanted.emit("1", "s")
    assert window.pages.currentWidget() is window.inspect.page.widget
    qtbot.waitUntil(lambda: not window.background.busy, timeout=60_000)
    dialog.close()
