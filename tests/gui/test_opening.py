"""How texts come into the window: pasted, dropped, from folders, in other encodings, and what was open last."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QWidget
from pytestqt.qtbot import QtBot

from helpers.annotating import key_of
from helpers.windows import CTRL, NONE, SHIFT, present, type_keys
from meantree.alignment.word_status import DIFFERENCES
from meantree.corpus.formats import InputFile, read_corpus
from meantree.errors import ColumnsError
from meantree_gui import opener
from meantree_gui.__main__ import main
from meantree_gui.actions import OPEN
from meantree_gui.annotation_editor import annotation_panel
from meantree_gui.background import Background
from meantree_gui.last_session import as_json, opened_of
from meantree_gui.opener import FROM_FILE, REFERENCE, SYSTEM, UNREAD, Choice, ColumnDialog, OpenDialog, PasteDialog
from meantree_gui.settings import Settings
from meantree_gui.state.comparer import NO_TRANSLATION
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.selection import Selection
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.score_prompt import ScorePrompt
from meantree_gui.window import MainWindow
from meantree_resources import resource

Dialog = TypeVar("Dialog", PasteDialog, OpenDialog, ColumnDialog)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "texts"
    made.mkdir()
    for name in ("hyp.mine.en", "hyp.yours.en", "ref.en"):
        (made / name).write_text("one two three\nfour five\n", encoding="utf-8")
    (made / "notes").write_text("nothing\n", encoding="utf-8")
    return made


def _when_asked(kind: type[Dialog], act: Callable[[Dialog], None]) -> None:
    """Do something in a dialog when it opens."""
    timer = QTimer(QApplication.instance())

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            timer.stop()
            act(dialog)

    timer.timeout.connect(look)
    timer.start(20)


def _wait(window: MainWindow, qtbot: QtBot, name: str) -> None:
    qtbot.waitUntil(lambda: window.workspace.name == name and not window.background.busy, timeout=20_000)


@pytest.fixture
def comet(sample: MainWindow, tmp_path: Path) -> Path:
    """Scores of another tool for each segment of the sample."""
    path = tmp_path / "comet.json"
    path.write_text(json.dumps([{"system": "north", "COMET": 0.7}] * sample.workspace.size))
    return path


def test_scores_of_other_tools_are_added_also_to_texts_that_were_edited_meanwhile(
    sample: MainWindow, qtbot: QtBot, comet: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meantree_gui.opener.ask_files", lambda *_: [comet])
    place = sample.selection.place
    sample.opener.add_scores()
    sample.workspace.corpus = replace(present(sample.workspace.corpus), annotator="x")
    qtbot.waitUntil(lambda: "given:COMET" in sample.scoring.specs and not sample.background.busy, timeout=20_000)
    assert (sample.selection.place, present(sample.workspace.corpus).annotator) == (place, "x")
    assert present(sample.scoring.table).segment_score("north", "given:COMET", 0) == 0.7


def test_the_columns_of_added_scores_are_asked_for(
    sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (f"{one.document},{one.id},north,0.5" for one in present(sample.workspace.corpus).segments)
    (tmp_path / "s.csv").write_text("\n".join(["From,Which,Who,My score", *rows]), encoding="utf-8")
    monkeypatch.setattr("meantree_gui.opener.ask_files", lambda *_: [tmp_path / "s.csv"])

    def choose(dialog: ColumnDialog) -> None:
        for box, meaning in zip(dialog.meanings.values(), ("document", "id", "system", "rating"), strict=True):
            box.setCurrentText(meaning)
        dialog.accept()

    _when_asked(ColumnDialog, choose)
    sample.opener.add_scores()
    qtbot.waitUntil(lambda: "given:My-score" in sample.scoring.specs and not sample.background.busy, timeout=20_000)


def test_scores_of_texts_that_were_closed_are_not_dropped_silently(
    sample: MainWindow, qtbot: QtBot, comet: Path
) -> None:
    faults = list[str]()
    sample.background.failed.disconnect()
    sample.background.failed.connect(lambda error: faults.append(str(error)))
    sample.workspace.add_scores([comet])
    corpus = present(sample.workspace.corpus)
    sample.workspace.corpus = replace(corpus, segments=corpus.segments[1:])
    qtbot.waitUntil(lambda: bool(faults), timeout=20_000)
    assert "comet.json" in faults[0]


def test_a_sentence_and_its_translation_are_pasted(window: MainWindow, qtbot: QtBot) -> None:
    def type_both(dialog: PasteDialog) -> None:
        qtbot.keyClick(dialog.boxes[SYSTEM], Qt.Key.Key_Return, CTRL)
        assert dialog.isVisible(), "there is nothing yet"
        assert dialog.fault.text()
        qtbot.keyClicks(dialog.boxes[SYSTEM], "one two three")
        qtbot.keyClicks(dialog.boxes[REFERENCE], "one two four")
        qtbot.keyClick(dialog.boxes[REFERENCE], Qt.Key.Key_Return, CTRL)

    _when_asked(PasteDialog, type_both)
    window.pages.open_titled("Report")
    qtbot.keyClick(window, Qt.Key.Key_V, CTRL | SHIFT)
    assert window.pages.currentWidget() is window.inspect.page.widget, "there they can be seen"
    _wait(window, qtbot, "pasted texts")
    qtbot.waitUntil(lambda: window.selection.comparison is not None)
    assert window.centre.texts["Reference"].text() == "one two four"


def test_of_a_text_alone_the_tree_is_drawn(window: MainWindow, qtbot: QtBot) -> None:
    def type_one(dialog: PasteDialog) -> None:
        qtbot.keyClicks(dialog.boxes[SYSTEM], "one two three")
        qtbot.keyClick(dialog.boxes[SYSTEM], Qt.Key.Key_Return, CTRL)

    _when_asked(PasteDialog, type_one)
    qtbot.keyClick(window, Qt.Key.Key_V, CTRL | SHIFT)
    trees = window.centre.trees
    qtbot.waitUntil(lambda: len(trees.hypothesis.view.words) == 3, timeout=10_000)
    assert trees.hypothesis.isVisible()
    assert not trees.reference.isVisible()
    assert "no reference" in trees.rule.text()
    window.opener.open_sample()
    qtbot.waitUntil(lambda: window.selection.comparison is not None, timeout=10_000)
    assert trees.reference.isVisible(), "a pair has both again"


def test_beside_an_empty_reference_the_tree_of_the_translation_is_drawn(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    for name, text in (("hyp.a.en", "one two\nthe dog sees\n"), ("ref.en", "one two\n\n")):
        (tmp_path / name).write_text(text, encoding="utf-8")
    window.opener.open_paths([tmp_path / "hyp.a.en", tmp_path / "ref.en"])
    qtbot.waitUntil(lambda: window.selection.comparison is not None, timeout=20_000)
    window.selection.select(1)
    qtbot.waitUntil(lambda: window.selection.single_text is not None, timeout=20_000)
    assert len(window.centre.trees.hypothesis.view.words) == 3
    assert not window.centre.trees.reference.isVisible()


def test_the_sample_also_by_its_path_is_a_copy_with_work_of_its_own(window: MainWindow, qtbot: QtBot) -> None:
    shipped = resource("sample/sample.meantree").read_bytes()
    with qtbot.waitSignal(window.opener.sample_opened, timeout=10_000):
        window.opener.open_paths([resource("sample/sample.tsv")])
    assert window.selection.place == 2, "a segment that says the opposite"
    qtbot.waitUntil(lambda: not window.background.busy, timeout=20_000)
    project, corpus = present(window.workspace.project), present(window.workspace.corpus)
    assert project.people == ("Ada", "Ben", "gold")
    assert len(project.annotations("gold")) == 10
    assert corpus.segments[-1].document == "letters"
    assert all(len(segment.ratings) >= 2 for segment in corpus.segments)
    assert not project.is_edited
    view = window.centre.trees.hypothesis.view
    view.setFocus()
    type_keys(window, "End R")
    assert window.workspace.has_unsaved_work
    assert resource("sample/sample.meantree").read_bytes() == shipped


def test_the_dialog_guesses_and_insists_on_a_hypothesis(qtbot: QtBot, tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("north", "south", "gold")]
    for path in paths:
        path.write_text("one\n", encoding="utf-8")
    dialog = OpenDialog(paths)
    qtbot.addWidget(dialog)
    assert [box.currentText() for box in dialog.roles] == ["hypothesis", "hypothesis", "reference"]
    assert dialog.roles[0].findText(FROM_FILE) == -1, "a plain text does not say what it is"
    for box in dialog.roles:
        box.setCurrentText("reference")
    dialog.accept()
    assert dialog.result() == 0
    assert "hypothesis" in dialog.fault.text()
    dialog.roles[0].setCurrentText("hypothesis")
    dialog.encoding.setCurrentText("nonsense")
    dialog.accept()
    assert dialog.result() == 0
    assert "encoding" in dialog.fault.text()


def test_another_encoding_is_asked_for(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    paths = [tmp_path / "hyp.mine.en", tmp_path / "ref.en"]
    for path in paths:
        path.write_bytes("caf\xe9 one\n".encode("latin-1"))

    def name_it(dialog: OpenDialog) -> None:
        assert "is not UTF-8" in dialog.fault.text()
        dialog.encoding.setCurrentText("ISO-8859-1")
        dialog.buttons.button(QDialogButtonBox.StandardButton.Open).click()

    _when_asked(OpenDialog, name_it)
    window.opener.open_paths(paths)
    qtbot.waitUntil(lambda: window.workspace.corpus is not None, timeout=10_000)
    assert present(window.workspace.corpus).segments[0].hypotheses["mine"].text == "café one"


def test_the_meanings_of_columns_are_asked_for_and_kept(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    table.write_text("Segment ID,Target,MT,Human\n1,a b,a c,a d\n", encoding="utf-8")

    def choose(dialog: ColumnDialog) -> None:
        shown = {name: box.currentText() for name, box in dialog.meanings.items()}
        assert shown == {"Segment ID": "id", "Target": UNREAD, "MT": UNREAD, "Human": UNREAD}, (
            "both may be the hypothesis"
        )
        dialog.accept()
        assert "which column has the translations" in dialog.fault.text()
        dialog.meanings["Target"].setCurrentText("id")
        dialog.accept()
        assert "id for one column only" in dialog.fault.text()
        for name, meaning in (("Target", UNREAD), ("MT", "hypothesis"), ("Human", "reference")):
            dialog.meanings[name].setCurrentText(meaning)
        dialog.accept()

    _when_asked(ColumnDialog, choose)
    window.opener.open_paths([table])
    qtbot.waitUntil(lambda: window.workspace.size == 1)
    corpus = present(window.workspace.corpus)
    assert [
        (text.text, corpus.segments[0].references["reference"].text) for text in corpus.segments[0].hypotheses.values()
    ] == [("a c", "a d")]
    assert not corpus.problems
    (opened,) = present(window.session.opened).files
    assert opened.columns == {"Segment ID": "id", "Target": "", "MT": "hypothesis", "Human": "reference"}
    assert opened_of(json.loads(json.dumps(as_json(Choice((opened,)))))).files == (opened,)


def test_several_columns_may_be_translations(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text("id\treference\tone\ttwo\n1\ta b\ta c\ta d\n", encoding="utf-8")
    with pytest.raises(ColumnsError) as refused:
        read_corpus([InputFile(tmp_path / "t.tsv")], require_translations=True)
    dialog = ColumnDialog(refused.value)
    qtbot.addWidget(dialog)
    for name in ("one", "two"):
        dialog.meanings[name].setCurrentText("hypothesis")
    dialog.accept()
    assert dialog.result()
    assert read_corpus([InputFile(tmp_path / "t.tsv", columns=dialog.columns())]).systems == ("one", "two")


def test_texts_without_a_system_say_so(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "ref.A.en").write_text("a b\n", encoding="utf-8")
    shown = list[object]()
    window.selection.comparison_changed.connect(shown.append)
    window.opener.open_paths([tmp_path / "ref.A.en"])
    qtbot.waitUntil(lambda: shown[-1:] == [NO_TRANSLATION], timeout=20_000)
    assert window.centre.texts["Reference"].text() == "a b"
    assert window.centre.trees.prompt.button.text() == OPEN
    assert window.centre.trees.prompt.button.isVisible()


@pytest.mark.parametrize(
    ("name", "column"), [("ref.A.en", "reference"), ("src.en", "source"), ("hyp.x.en", "hypothesis")]
)
def test_the_list_has_the_texts_that_there_are(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, name: str, column: str
) -> None:
    (tmp_path / name).write_text("a b\n", encoding="utf-8")
    window.opener.open_paths([tmp_path / name])
    qtbot.waitUntil(lambda: window.workspace.size == 1, timeout=20_000)
    panel = window.segments
    named = ("hypothesis", "source", "reference")
    assert [each for each in named if not panel.table.isColumnHidden(panel.model.column_of(each))] == [column]


def test_the_last_session_with_its_tab_and_recent_files_come_back(
    window: MainWindow, qtbot: QtBot, folder: Path
) -> None:
    window.opener.open_paths([folder])
    _wait(window, qtbot, "texts")
    chosen = window.selection
    chosen.choose_system("yours")
    chosen.choose_focus("bleu")
    chosen.select(1)
    window.pages.open_titled("What differs")
    window.session.keep()  # as when the window closes
    window.pages.open_titled("Systems")
    window.pages.open_titled("Inspect")
    window.opener.open_sample()
    qtbot.waitUntil(lambda: "sample" in window.workspace.name, timeout=10_000)
    assert window.session.restore()
    _wait(window, qtbot, "texts")
    assert (chosen.system, chosen.view, chosen.focus, chosen.place) == ("yours", "bleu", "bleu", 1)
    assert window.pages.shown == "What differs"
    assert window.corpus_pages.compare.differences.isVisible()
    window.opener.open_sample()
    qtbot.waitUntil(lambda: "sample" in window.workspace.name, timeout=10_000)
    window.recent.menu.aboutToShow.emit()
    (first, *_) = window.recent.menu.actions()
    assert "hyp.mine.en and 2 more" in first.text()
    first.trigger()
    _wait(window, qtbot, "texts")


def _reopened(window: MainWindow) -> MainWindow:
    """Close the window and start the program again."""
    window.close()
    again = MainWindow(window.settings)
    again.furnish(Selection(Scoring(Workspace(Background(), window.workspace.store))))
    again.show()
    return again


def test_a_named_file_opens_where_the_last_session_ended(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    window.opener.open_paths([folder])
    _wait(window, qtbot, "texts")
    chosen, header = window.selection, window.segments.table.horizontalHeader()
    chosen.choose_system("yours")
    for view in ("bleu", DIFFERENCES):
        chosen.choose_focus(view)
    chosen.choose_structure("words")
    column = window.segments.model.column_of("bleu")
    for _ in range(2):
        middle = QPoint(header.sectionViewportPosition(column) + 10, header.height() // 2)
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert window.segments.sorting == ("bleu", True)
    chosen.select(1)
    again = _reopened(window)
    again.opener.open_paths([folder])  # as named on the command line
    _wait(again, qtbot, "texts")
    now = again.selection
    assert (now.place, now.system, now.focus, now.structure) == (1, "yours", "bleu", "words")
    assert now.view == DIFFERENCES
    assert again.segments.sorting == ("bleu", True)
    again.opener.open_paths([folder])
    qtbot.waitUntil(lambda: again.selection.place == 0, timeout=10_000)  # the session was continued once
    again.close()
    again.deleteLater()


def test_a_named_project_opens_at_the_last_word(annotating: MainWindow, path: Path, qtbot: QtBot) -> None:
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Home, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        qtbot.keyClick(annotating.annotation_panel, key)
    assert annotating.annotation_editor.word == ("reference", 3)
    again = _reopened(annotating)
    again.opener.open_paths([path])
    qtbot.waitUntil(lambda: again.annotation_editor.key == key_of(1) and not again.background.busy, timeout=10_000)
    assert again.annotation_editor.word == ("reference", 3)
    assert again.annotation_panel.isVisible()
    again.close()
    again.deleteLater()


def test_a_session_that_cannot_come_back_is_passed_over(window: MainWindow, settings: Settings) -> None:
    files = [json.dumps({"files": [[name, "", ""]], "encoding": ""}) for name in ("/gone", f"/{'x' * 300}", "\0")]
    for kept in ("", "null", "{", "[]", '{"files": []}', *files):
        settings["last-session"] = kept
        settings["recent"] = kept
        assert not window.session.restore()
        assert window.session.recent == []


def test_a_strange_place_is_ignored(window: MainWindow, settings: Settings, qtbot: QtBot, folder: Path) -> None:
    window.opener.open_paths([folder])
    _wait(window, qtbot, "texts")
    window.session.keep()
    kept = json.loads(str(settings["last-session"]))
    for strange in (None, "length", ["gone", True], [1, 2], ["length", "yes"], ["reference", None]):
        settings["last-session"] = json.dumps({**kept, "sort": strange, "word": strange, "structure": strange})
        assert window.session.restore()
        _wait(window, qtbot, "texts")
        assert window.segments.sorting == ("#", False)


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_the_program_says_how_it_is_used(asked: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([asked]) == 0
    assert capsys.readouterr().out.startswith("Usage: meantree-gui [PROJECT | FILES | FOLDER]")


COPY, MOVE = Qt.DropAction.CopyAction, Qt.DropAction.MoveAction
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def files(tmp_path: Path) -> QMimeData:
    """Two files, as file managers hand them on: also as text."""
    paths = [tmp_path / "hyp.mine.en", tmp_path / "ref.en"]
    for path in paths:
        path.write_text("one two three\n", encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    data.setText("\n".join(str(path) for path in paths))
    return data


def _drop(where: QWidget, data: QMimeData, offered: Qt.DropAction = COPY | MOVE) -> Qt.DropAction:
    """Drag over a widget, and let go: what becomes of it."""
    enter = QDragEnterEvent(QPoint(5, 5), offered, data, LEFT, NONE)
    QApplication.sendEvent(where, enter)
    if not enter.isAccepted():
        return Qt.DropAction.IgnoreAction
    drop = QDropEvent(QPointF(5, 5), offered, data, LEFT, NONE)
    QApplication.sendEvent(where, drop)
    return drop.dropAction() if drop.isAccepted() else Qt.DropAction.IgnoreAction


def _parts(window: MainWindow) -> list[QWidget]:
    trees, segments = window.centre.trees, window.segments
    views = trees.hypothesis.view.viewport(), trees.frames.view.viewport()
    return [*views, segments.table.viewport(), segments.filter.viewport(), window.evidence]


def _has_opened_another(window: MainWindow, before: object) -> bool:
    return window.workspace.corpus is not before and not window.background.busy


def test_files_are_opened_wherever_they_fall(window: MainWindow, qtbot: QtBot, files: QMimeData) -> None:
    for part in _parts(window):
        before = window.workspace.corpus
        assert _drop(part, files) is COPY, "whoever offers them keeps them"
        qtbot.waitUntil(partial(_has_opened_another, window, before), timeout=20_000)
        assert window.workspace.size == 1
        assert window.segments.filter.text() == ""


def test_what_may_only_be_moved_stays_and_text_is_dropped_where_one_writes(
    window: MainWindow, files: QMimeData
) -> None:
    assert _drop(window.centre.trees, files, MOVE) is Qt.DropAction.IgnoreAction
    data = QMimeData()
    data.setText("doc:news")
    _drop(window.segments.filter.viewport(), data)
    assert window.segments.filter.text() == "doc:news"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles of the dialogs that were to open: files, and rules."""
    titles = list[str]()

    def ask(*_arguments: object) -> list[Path]:
        titles.append(OPEN)
        return []

    monkeypatch.setattr(opener, "ask_files", ask)
    monkeypatch.setattr(annotation_panel, "ask_rules", lambda *_: titles.append("Project rules …"))
    return titles


def test_an_empty_window_says_what_to_do(window: MainWindow, qtbot: QtBot, told: list[str], asked: list[str]) -> None:
    keys = {"Inspect": "F7", "Systems": "F2", "What differs": "F12", "Figures": "F4", "Report": "F11"}
    for title, key in keys.items():
        type_keys(window, key)
        assert window.pages.shown == title
        (prompt,) = (prompt for prompt in window.pages.findChildren(ScorePrompt) if prompt.isVisible())
        assert "Ctrl+O" in prompt.message.text()
        qtbot.mouseClick(prompt.button, LEFT)
    assert asked == [OPEN] * len(keys)
    window.centre.next_structure()
    assert window.selection.structure is not None
    window.corpus_pages.compare.figures.copy_table()
    type_keys(window, "Ctrl+Shift+E Ctrl+Shift+C")
    assert [text.split(";")[0] for text in told] == [
        "there is no figure yet",
        "there are no scores yet",
        "there is no picture yet",
    ]


@pytest.mark.parametrize(("name", "remedy"), [("hyp.mine.en", "Project rules …"), ("ref.en", OPEN)])
def test_texts_that_are_not_enough_are_no_dead_end(
    window: MainWindow, qtbot: QtBot, folder: Path, asked: list[str], name: str, remedy: str
) -> None:
    window.opener.open_paths([folder / name])
    qtbot.waitUntil(lambda: window.workspace.corpus is not None and not window.background.busy, timeout=20_000)
    centre = window.centre.trees.prompt
    assert centre.isVisible() == (name == "ref.en"), "of a translation alone, the tree is drawn"
    assert not centre.isVisible() or (centre.message.text(), centre.button.text()) == (NO_TRANSLATION, OPEN)
    window.pages.open_titled("Report")
    page = window.corpus_pages.report
    assert page.offer.isHidden(), "nothing can be scored"
    page.prompt.button.click()
    window.pages.open_titled("Annotate")
    window.annotation_panel.prompt.button.click()
    assert asked == [OPEN, remedy]
