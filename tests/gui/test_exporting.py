"""Pictures and scores that leave the window."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from lxml import etree
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from helpers.pdf_text import pdf_text
from helpers.windows import CTRL, SHIFT, Answer, present, write_shown
from meantree.errors import UsageError
from meantree.picture.comparison_pictures import WRITERS
from meantree_gui.exporting import FORMS, PNG_SCALE, Destination, image_of, inspected
from meantree_gui.settings import FOLDER, Settings
from meantree_gui.widgets.clipboard import forget_copy
from meantree_gui.window import MainWindow


def _texts(svg: bytes) -> list[str]:
    return ["".join(map(str, node.itertext())) for node in etree.fromstring(svg).iter("{*}text")]


def test_a_picture_is_written_in_every_format(sample: MainWindow, qtbot: QtBot, tmp_path: Path, answer: Answer) -> None:
    sample.selection.choose_focus("hwcm")
    for suffix in FORMS:
        path = tmp_path / f"trees{suffix}"
        answer(path)
        with qtbot.waitSignal(sample.exporter.reported):
            qtbot.keyClick(sample, Qt.Key.Key_E, CTRL)
    texts = _texts((tmp_path / "trees.svg").read_bytes())
    caption = " ".join(texts[texts.index("not counted") + 1 :])
    score = sample.scoring.table.segment_score("north", "hwcm", 0) if sample.scoring.table else None
    assert caption.startswith(f"Segment news/1, north compared with reference A, marked by hwcm ({score:.3f})")
    assert {"Hypothesis · north", "Reference · A", "matched", "extra"} <= set(texts)
    said = pdf_text((tmp_path / "trees.pdf").read_bytes())
    tex = (tmp_path / "trees.tex").read_text(encoding="utf-8")
    assert caption[:40] in said
    assert "marked by hwcm" in tex
    assert r"\begin{dependency}" in tex
    size = etree.fromstring((tmp_path / "trees.svg").read_bytes()).get("width")
    assert QImage(str(tmp_path / "trees.png")).width() == PNG_SCALE * int(size or 0)


def test_frames_that_are_folded_are_not_saved(sample: MainWindow, qtbot: QtBot) -> None:
    sample.resize(1024, 500)
    trees = sample.centre.trees
    qtbot.waitUntil(lambda: not trees.frames.view.isVisible())
    folded = present(inspected(sample.selection, trees)).drawn
    trees.hypothesis.view.setFocus()
    qtbot.keyClick(trees.hypothesis.view, Qt.Key.Key_F)
    assert len(present(inspected(sample.selection, trees)).drawn) == len(folded) + 2, "and their heading"


def test_each_page_saves_what_it_shows(
    sample: MainWindow, qtbot: QtBot, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample.scoring.score("south")
    qtbot.keyClick(sample, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: sample.corpus_pages.compare.systems.picture.content is not None, timeout=20_000)
    proposed = answer()
    qtbot.keyClick(sample, Qt.Key.Key_E, CTRL)
    assert [Path(path).name for path in proposed] == ["news-1-hwcm-north-south.svg"]
    picture = present(sample.exporter.source())
    assert {"north", "south", "matched"} <= set(_texts(WRITERS[".svg"](picture.drawn)))
    saved: list[bool] = []
    monkeypatch.setattr(sample.corpus_pages.compare.figures, "save", lambda: saved.append(True))
    qtbot.keyClick(sample, Qt.Key.Key_F4)
    qtbot.keyClick(sample, Qt.Key.Key_E, CTRL)
    assert saved == [True]


def test_a_picture_of_another_kind_is_refused(sample: MainWindow, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.svg, \.pdf, \.png"):
        write_shown(sample, tmp_path / "trees.gif")


def test_copied_picture(sample: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(sample, Qt.Key.Key_C, CTRL | SHIFT)
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    assert data.hasFormat("image/svg+xml")
    forget_copy()
    assert QGuiApplication.clipboard().image().isNull()


def test_nothing_is_written_over_a_project(
    sample: MainWindow, qtbot: QtBot, path: Path, told: list[str], answer: Answer, tmp_path: Path
) -> None:
    before = path.read_bytes()
    disguised = tmp_path / "picture.svg"
    path.rename(disguised)
    answer(disguised)
    qtbot.keyClick(sample, Qt.Key.Key_E, CTRL)
    assert "is a project" in told[0]
    assert disguised.read_bytes() == before


def test_exported_scores(sample: MainWindow, qtbot: QtBot, tmp_path: Path, answer: Answer) -> None:
    proposed = answer(tmp_path / "scores.json")
    with qtbot.waitSignal(sample.exporter.reported, timeout=20_000) as said:
        qtbot.keyClick(sample, Qt.Key.Key_E, CTRL | SHIFT)
    assert said.args == ["Scores written: scores.json · not scored by every metric yet: south (Shift+F5)"]
    assert Path(proposed[0]).stem == "sample-scores"
    document = json.loads((tmp_path / "scores.json").read_text(encoding="utf-8"))
    expected = present(sample.scoring.table).segment_score("north", "bleu", 1)
    assert document["systems"][0]["segments"][1]["scores"]["bleu"] == expected


def test_the_last_folder_and_format(window: MainWindow, settings: Settings, tmp_path: Path, answer: Answer) -> None:
    destination = Destination("picture", FORMS, settings, window)
    answer(tmp_path / "a.pdf")
    assert destination.ask("a") == tmp_path / "a.pdf"
    assert FOLDER.read(settings) == str(tmp_path)
    proposed = answer()
    assert destination.ask("b") is None
    assert proposed[-1] == str(tmp_path / "b.pdf")
    FOLDER.write(settings, f"/{'x' * 300}")  # gives an error when looked at, as a drive that is away does
    assert destination.ask("b") is None
    assert "xxx" not in proposed[-1]


def test_a_name_without_an_ending_gets_that_of_the_chosen_format(
    window: MainWindow, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trees.png").write_text("mine")
    answers = iter([(str(tmp_path / "trees"), "PNG (*.png)"), (str(tmp_path / "trees.png"), "")])
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: next(answers))
    destination = Destination("picture", FORMS, settings, window)
    assert destination.ask("trees") == tmp_path / "trees.png", "after it was asked whether it may be replaced"
    assert next(answers, None) is None


@pytest.mark.usefixtures("qapp")
def test_pixels_of_a_picture() -> None:
    drawn = '<rect width="40" height="20" fill="#f00"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">{drawn}</svg>'
    image = image_of(svg)
    assert (image.width(), image.height()) == (80, 40)
    assert image.pixelColor(40, 20).name() == "#ff0000"
