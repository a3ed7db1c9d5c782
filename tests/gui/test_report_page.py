"""The page that writes reports, by keys and clicks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from helpers.annotating import wait_for
from helpers.command import meantree
from helpers.copied_windows import open_sample, prepared
from helpers.frames import frame
from helpers.reports import attacked
from helpers.windows import ALT, CTRL, present, press, type_text
from meantree.analysis.frames import FrameAlignment, LinkKind
from meantree.annotation.frame_annotation import Annotation, AnnotationKey, State
from meantree.cli import reports
from meantree.corpus.corpus import Corpus, Segment, Text
from meantree.errors import Problem
from meantree.picture.style import LIGHT
from meantree.project.file import Project
from meantree.reporting import report_files
from meantree.reporting.request import ReportRequest
from meantree_gui.report_page import ReportPage
from meantree_gui.settings import FOLDER
from meantree_gui.window import MainWindow
from meantree_resources import resource

SIDE = (frame("1 agent=0"),)
LINKED = FrameAlignment({(0, 0): LinkKind.CORRECT}, {((0, 0), (0, 0)): LinkKind.CORRECT})
DONE = Annotation(SIDE, SIDE, LINKED, State.DONE)


def _previewed(page: ReportPage, qtbot: QtBot) -> str:
    """The text of the preview of what is wanted now."""
    qtbot.waitUntil(lambda: page.reporting.preview is not None, timeout=20_000)
    return page.view.toPlainText()


def _choose_kind(page: ReportPage, name: str) -> None:
    page.kind.setCurrentIndex(page.kind.findData(name))
    page.kind.activated.emit(page.kind.currentIndex())


@prepared
def sample(window: MainWindow, _folder: Path) -> None:
    """The window on the sample, the page of its report opened by its key."""
    open_sample(window, "north")
    QTest.keyClick(window, Qt.Key.Key_F11)
    assert window.pages.currentWidget() is window.corpus_pages.report
    wait_for(lambda: window.corpus_pages.report.reporting.preview is not None and not window.background.busy)


@pytest.fixture
def page(sample: MainWindow) -> ReportPage:
    return sample.corpus_pages.report


def test_the_preview_shows_the_numbers_of_the_table(page: ReportPage, sample: MainWindow, qtbot: QtBot) -> None:
    text, table = _previewed(page, qtbot), sample.scoring.table
    assert table is not None
    assert page.caption.text().startswith("Preview: ")
    assert page.caption.text().endswith("of 30 segments · not scored yet: south")
    score = table.system_score("north", "hwcm")
    assert f"hwcm\n{score:.3f}" in text
    assert page.kind.hasFocus()


def test_kind_segments_and_title_are_chosen_by_keys(page: ReportPage, sample: MainWindow, qtbot: QtBot) -> None:
    """What fits the open texts comes first; segments that were added to the report are offered as soon as any are."""
    assert [page.kind.itemText(row) for row in range(page.kind.count())] == ["Comparison", "Analysis"]
    assert [page.which.itemText(row) for row in range(page.which.count())] == ["the most telling of 30"]
    assert page.kind.currentText() == "Analysis", "only one system is scored"
    qtbot.keyClick(page.kind, Qt.Key.Key_Up)
    assert "A comparison needs two" in page.why_not.text()
    qtbot.keyClick(page.kind, Qt.Key.Key_Down)
    assert page.reporting.request().kind == "analysis"
    press(sample, Qt.Key.Key_Tab)
    assert page.which.hasFocus()
    sample.selection.select(3)
    press(sample, Qt.Key.Key_J, modifiers=CTRL)
    assert page.which.currentText() == "those added to the report (1)"
    assert page.reporting.request().segments == ("news/4",)
    text = _previewed(page, qtbot)
    assert "news/4" in text
    assert page.caption.text().startswith("Preview: 1 of 30 segments")
    press(sample, Qt.Key.Key_Z, modifiers=CTRL)
    assert page.which.currentText() == "the most telling of 30"
    page.which.setFocus()
    press(sample, Qt.Key.Key_Tab, Qt.Key.Key_Tab)
    assert page.title.hasFocus()
    type_text(sample, "Negation")
    qtbot.waitUntil(lambda: page.view.toPlainText().startswith("Negation\n"), timeout=20_000)


def test_the_filter_of_the_list_restricts_the_segments(page: ReportPage, sample: MainWindow, qtbot: QtBot) -> None:
    def filter_by(line: str) -> None:
        sample.segments.filter.setPlainText(line)
        sample.segments.apply_filter()
        qtbot.waitUntil(lambda: not sample.filtering.searching.is_busy)

    filter_by("river")
    accepted = tuple(sample.filtering.places.tolist())
    assert page.which.itemText(1) == f"the most telling of {len(accepted)} in the filter"
    assert page.reporting.request().accepted is None, "it is chosen, not taken"
    qtbot.keyClick(page.which, Qt.Key.Key_Down)
    request = page.reporting.request()
    assert (request.filter, request.accepted) == ("river", accepted)
    assert "river" in _previewed(page, qtbot)
    filter_by('pattern { V[form="river"] }')
    assert page.reporting.request().filter.startswith("pattern")
    filter_by("")
    assert page.which.currentText() == "the most telling of 30"
    assert page.reporting.request().filter == ""


def test_a_written_report_is_that_of_the_command(
    page: ReportPage, sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.xlsx"
    proposed: list[str] = []

    def ask(_window: QWidget, _title: str, name: str, *_more: object) -> tuple[str, str]:
        proposed.append(name)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    with qtbot.waitSignal(page.reported, timeout=20_000):
        qtbot.keyClick(sample, Qt.Key.Key_R, CTRL | ALT)
    table = sample.scoring.table
    assert table is not None
    head, first, *_ = load_workbook(path)["Segments"].iter_rows(values_only=True)
    assert first[head.index("bleu")] == pytest.approx(table.segment_score("north", "bleu", 0), abs=1e-12)
    assert [Path(path).name for path in proposed] == ["sample-report.html"]
    assert page.form.currentData() == ".xlsx", "the format of the last time"
    assert FOLDER.read(sample.settings) == str(tmp_path)
    assert page.outcome.text() == "Written: report.xlsx"
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    qtbot.mouseClick(page.open_button, Qt.MouseButton.LeftButton)
    assert opened == [QUrl.fromLocalFile(str(path))]


def test_what_was_shown_is_written_though_another_system_is_scored_meanwhile(
    page: ReportPage, sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "report.xlsx"

    def ask(*_args: object) -> tuple[str, str]:
        sample.scoring.score_all()
        qtbot.waitUntil(lambda: page.kind.currentText() == "Comparison", timeout=20_000)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", ask)
    assert page.kind.currentText() == "Analysis"
    with qtbot.waitSignal(page.reported, timeout=20_000):
        qtbot.keyClick(sample, Qt.Key.Key_R, CTRL | ALT)
    head, *rows = load_workbook(path)["Segments"].iter_rows(values_only=True)
    assert {row[head.index("system")] for row in rows} == {"north"}


def test_another_corpus_leaves_neither_preview_nor_written_file(
    page: ReportPage, sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "r.html"), ""))
    with qtbot.waitSignal(page.reported, timeout=20_000):
        qtbot.keyClick(sample, Qt.Key.Key_R, CTRL | ALT)
    assert "north" in page.view.toPlainText()
    other = tmp_path / "other.meantree"
    with Project(other, new=True) as project:
        project.fill(Corpus("other", (Segment("1", "", None, {}, {"A": Text("A man saw it .")}),), ("A",), ()))
    sample.opener.open_paths([other])
    qtbot.waitUntil(lambda: sample.workspace.name == other.name)
    qtbot.waitUntil(lambda: page.view.toPlainText() == "")
    assert page.outcome.text() == ""
    assert page.open_button.isHidden()
    assert page.written is None


def test_a_stopped_report_leaves_no_file(
    page: ReportPage, sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(tmp_path / "r.html"), ""))
    qtbot.mouseClick(page.write_button, Qt.MouseButton.LeftButton)
    sample.background.cancel()
    qtbot.waitUntil(lambda: page.write_button.isEnabled(), timeout=20_000)
    assert page.outcome.text() == "Stopped. Nothing was written."
    assert not list(tmp_path.glob("r.html"))


def test_closing_while_a_report_is_written_asks_and_replaces_no_file(
    page: ReportPage, sample: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "reports"
    folder.mkdir()
    path, asked, begun, go_on = folder / "r.pdf", list[str](), Event(), Event()
    path.write_bytes(b"earlier")

    def answer(_parent: QWidget, _title: str, text: str, *_buttons: object) -> QMessageBox.StandardButton:
        asked.append(text)
        if len(asked) == 1:
            return QMessageBox.StandardButton.No
        go_on.set()
        qtbot.wait(300)
        assert path.read_bytes() == b"earlier", "also while the question is open"
        return QMessageBox.StandardButton.Yes

    def slowly(_content: object, _work: object) -> Iterator[bytes]:
        begun.set()
        go_on.wait(20)
        yield b"later"

    monkeypatch.setattr(QMessageBox, "question", answer)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    monkeypatch.setitem(report_files.__dict__, "WRITERS", {**report_files.WRITERS, "pdf": slowly})
    qtbot.mouseClick(page.write_button, Qt.MouseButton.LeftButton)
    assert begun.wait(20)
    assert not sample.close()
    assert sample.isVisible()
    assert sample.close()
    assert [one.partition(".")[0] for one in asked] == ["A report is being written"] * 2
    assert [one.read_bytes() for one in folder.iterdir()] == [b"earlier"]


def test_the_command_shows_as_much_in_the_same_kind(
    page: ReportPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ReportRequest] = []

    def make(
        _inputs: object, _specs: object, _by_hand: object, request: ReportRequest, *_more: object, **_how: object
    ) -> tuple[str, list[Problem]]:
        made.append(request)
        return "", []

    monkeypatch.setattr(reports, "make_report", make)
    for kind in page.reporting.kinds:
        _choose_kind(page, kind)
        meantree("report", resource("sample/sample.tsv"), "--kind", kind, "-o", tmp_path / "r.pdf")
        request = replace(page.reporting.request(), metrics=(), systems=())  # what is scored in the window
        assert made.pop() == request, kind


def test_paper_is_white_in_the_dark_and_pictures_are_drawn(page: ReportPage, sample: MainWindow) -> None:
    sample.appearance.apply("dark")
    bar = page.view.verticalScrollBar()
    bar.setValue(bar.maximum() // 4)
    image: QImage = page.view.viewport().grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 3)}
    assert image.pixelColor(3, 3).name() == "#ffffff"
    assert {colour.lower() for colour in LIGHT.status.values()} & colours, "lines of a picture"
    assert page.reporting.preview is not None
    page.view.show_page(page.reporting.preview.page.replace("</h1>", '</h1><a href="#s">a link</a>'), {})
    link = page.view.document().find("a link").charFormat()
    assert link.isAnchor()
    assert link.foreground().color().name() == LIGHT.accent, "not that of dark windows"
    sample.appearance.apply("light")


def test_systems_that_are_not_scored_are_offered(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F11)
    page = window.corpus_pages.report
    assert "Nothing is open" in page.why_not.text()
    assert not page.write_button.isEnabled()
    assert page.write_button.toolTip().startswith("Nothing is open")
    window.workspace.open_corpus(attacked("<img src='http://x.invalid/y.png'>\u202e"))
    qtbot.waitUntil(lambda: window.workspace.corpus is not None)
    qtbot.waitUntil(lambda: not window.background.busy and not page.offer.isHidden(), timeout=20_000)
    qtbot.mouseClick(page.offer, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.reporting.unscored, timeout=20_000)
    text = _previewed(page, qtbot)
    assert page.kind.currentText() == ("Comparison" if len(page.reporting.systems) > 1 else "Analysis")
    assert "<img src='http://x.invalid/y.png'>\\u202e" in text
    assert set(page.view.pictures.svg) == set(page.reporting.preview.pictures)  # type: ignore[union-attr]
    assert page.offer.isHidden()
    assert page.write_button.isEnabled()
    page.view.anchorClicked.emit(QUrl("#segment-9"))
    assert page.caption.text().startswith("That segment is not in the preview")


def test_hmeant_of_all_annotators(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    work = {
        "ana": DONE,
        "ben": replace(DONE, alignment=FrameAlignment()),
        "eva": replace(DONE, state=State.OPEN),
    }
    text = Text("a b c", tokens=("a", "b", "c"))
    corpus = Corpus("c", (Segment("1", "", references={"r": text}, hypotheses={"s": text}),), ("s",), ("r",))
    with Project(tmp_path / "three.meantree", new=True) as project:
        project.fill(corpus, {AnnotationKey("1", "s", "r", who): one for who, one in work.items()})
    window.opener.open_paths([tmp_path / "three.meantree"])
    qtbot.waitUntil(lambda: window.workspace.project is not None)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    page = window.corpus_pages.report
    assert [page.kind.itemText(row) for row in range(page.kind.count())] == ["Annotation", "Analysis"]
    assert page.reporting.metrics == ("hmeant",)
    path, files = tmp_path / "three.meantree", (tmp_path / "window.html", tmp_path / "command.html")
    with qtbot.waitSignal(page.reporting.written, timeout=20_000):
        page.reporting.write(page.reporting.snapshot(), files[0], "html")
    meantree("report", path, "-o", files[1])
    assert files[0].read_text("utf-8") == files[1].read_text("utf-8")
    report = tmp_path / "report.xlsx"
    with qtbot.waitSignal(page.reporting.written, timeout=20_000):
        page.reporting.write(page.reporting.snapshot(), report, "xlsx")
    head, *rows = load_workbook(report)["Annotations"].iter_rows(values_only=True)
    assert head[:4] == ("segment", "system", "annotator", "hmeant")
    assert [row[2:4] for row in rows] == [("ana", 1), ("ben", 0)], "eva finished nothing"
    _choose_kind(page, "analysis")
    assert "hmeant" not in page.reporting.metrics, "no annotator is chosen"


def test_the_preview_follows_what_was_annotated_since(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    text = Text("a b c", tokens=("a", "b", "c"))
    corpus = Corpus("c", (Segment("1", "", references={"r": text}, hypotheses={"s": text}),), ("s",), ("r",))
    key = AnnotationKey("1", "s", "r", "ana")
    with Project(tmp_path / "p.meantree", new=True) as project:
        project.fill(corpus, {key: DONE})
    window.opener.open_paths([tmp_path / "p.meantree"])
    qtbot.waitUntil(lambda: window.workspace.project is not None)
    qtbot.keyClick(window, Qt.Key.Key_F11)
    page = window.corpus_pages.report
    before = _previewed(page, qtbot)
    qtbot.keyClick(window, Qt.Key.Key_F9)
    present(window.workspace.project).save(key, replace(DONE, alignment=FrameAlignment()), "unlinked")
    qtbot.keyClick(window, Qt.Key.Key_F11)
    qtbot.waitUntil(lambda: _previewed(page, qtbot) != before, timeout=20_000)
    assert ("1.000" in before, "1.000" in page.view.toPlainText()) == (True, False)
