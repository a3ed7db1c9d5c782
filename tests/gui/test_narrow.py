"""The window fits on a small screen, at the first start and later; splitters stay as the user left them."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget
from pytestqt.qtbot import QtBot

from helpers.windows import present
from meantree_gui.panels import FRAME, within
from meantree_gui.settings import GEOMETRY, SPLITTER, Settings, layout_of, text_of
from meantree_gui.widgets.layouts import FlowLayout, KeptSplitter
from meantree_gui.window import MainWindow

NARROW = 900


class Box(QWidget):
    """So wide, and 20 high."""

    def __init__(self, width: int, *, grows: bool = False) -> None:
        super().__init__()
        self._width = width
        wide = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed
        self.setSizePolicy(wide, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Override QWidget.sizeHint."""
        return QSize(self._width, 20)

    def minimumSizeHint(self) -> QSize:
        """Override QWidget.minimumSizeHint."""
        return QSize(10, 20)


def _flow(qtbot: QtBot, *boxes: Box, squeezes: bool = False) -> tuple[QWidget, FlowLayout]:
    parent = QWidget()
    qtbot.addWidget(parent)
    flow = FlowLayout(parent, gap=5, squeezes=squeezes)
    flow.setContentsMargins(0, 0, 0, 0)
    for box in boxes:
        flow.addWidget(box)
    return parent, flow


def test_what_does_not_fit_beside_goes_below(qtbot: QtBot) -> None:
    boxes = [Box(100), Box(100, grows=True), Box(100)]
    parent, flow = _flow(qtbot, *boxes)
    assert (flow.heightForWidth(400), flow.heightForWidth(250), flow.heightForWidth(100)) == (20, 45, 70)
    assert (flow.minimumSize().width(), flow.sizeHint()) == (100, QSize(310, 20)), "as narrow as the widest item"
    parent.show()
    flow.setGeometry(QRect(0, 0, 250, 45))
    assert [box.geometry() for box in boxes] == [QRect(0, 0, 100, 20), QRect(105, 0, 145, 20), QRect(0, 25, 100, 20)]
    boxes[1].hide()
    assert flow.heightForWidth(210) == 20, "what is hidden takes no room"


def test_items_are_squeezed_before_one_goes_below(qtbot: QtBot) -> None:
    boxes = [Box(100, grows=True), Box(40, grows=True), Box(50)]
    parent, flow = _flow(qtbot, *boxes, squeezes=True)
    parent.show()
    for room, widths in ((400, [100, 40, 50]), (160, [60, 40, 50]), (82, [11, 11, 50])):
        flow.setGeometry(QRect(0, 0, room, 45))
        assert [box.width() for box in boxes] == widths
    assert (flow.heightForWidth(80), flow.heightForWidth(60)) == (20, 45)


def _fits(widget: QWidget) -> bool:
    return widget.width() >= widget.minimumSizeHint().width()


def test_every_page_fits_into_a_narrow_window(sample: MainWindow, qtbot: QtBot) -> None:
    for page in sample.pages.pages:
        sample.pages.open(page)
        sample.resize(NARROW, 650)
        qtbot.waitUntil(lambda: sample.width() == NARROW)
        shown = present(sample.pages.currentWidget())
        qtbot.waitUntil(partial(_fits, shown))  # layouts settle one after the other
        qtbot.keyClick(sample, Qt.Key.Key_F8)
        wanted = sample.docks
        assert all(dock.isVisible() for dock in wanted)
    button = sample.page_bar.buttons.button(0)
    middle = button.mapTo(sample, button.rect().center()).y()
    bar = sample.menuBar()
    assert all(abs(bar.actionGeometry(action).center().y() - middle) <= 1 for action in bar.actions())
    assert sample.page_bar.geometry().left() > max(bar.actionGeometry(action).right() for action in bar.actions())


def test_a_page_over_many_segments_has_the_room_of_the_evidence(sample: MainWindow, qtbot: QtBot) -> None:
    inspect, compare = sample.pages.pages[:2]
    evidence = sample.docks[1]
    sample.pages.open(compare)
    assert not evidence.isVisible()
    qtbot.keyClick(sample, Qt.Key.Key_F8)
    assert evidence.isVisible(), "asked for"
    sample.pages.open(inspect)
    evidence.toggleViewAction().trigger()
    sample.pages.open(compare)
    assert evidence.isVisible(), "each page keeps what was chosen for it"
    sample.pages.open(inspect)
    assert not evidence.isVisible()
    sample.reset_layout()
    assert evidence.isVisible()


def test_what_the_status_bar_tells_makes_the_window_no_wider(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(NARROW, 650)
    window.status.where.setText("a long name · " * 9)
    window.background.progressed.emit("Reading a long name" * 9, 3, 30)
    qtbot.waitUntil(lambda: window.status.progress.isVisible() and window.status.where.shown_text.endswith("…"))
    assert window.size() == QSize(NARROW, 650)
    assert window.status.progress.button.geometry().right() < window.status.progress.width()
    window.status.mention("a long message · " * 30)
    qtbot.waitUntil(lambda: window.status.message.shown_text.endswith("…"))
    assert window.status.message.toolTip().count("a long message") == 30
    assert window.size() == QSize(NARROW, 650)


def test_closing_keeps_the_size_of_the_window(window: MainWindow) -> None:
    window.resize(760, 620)  # larger ones do not fit on the screen of the tests
    window.close()
    assert layout_of(GEOMETRY.read(window.settings)) == window.saveGeometry()


def test_panels_are_as_wide_as_before_after_a_small_window(sample: MainWindow, qtbot: QtBot) -> None:
    sample.resize(1500, 900)
    qtbot.wait(50)
    before = [dock.width() for dock in sample.docks]
    for width in (1000, 850, 1500):
        sample.resize(width, 700)
        qtbot.wait(50)
    qtbot.waitUntil(lambda: [dock.width() for dock in sample.docks] == before)


def test_panels_and_page_share_what_a_window_loses(sample: MainWindow, qtbot: QtBot) -> None:
    sample.resize(1500, 800)
    qtbot.waitUntil(lambda: sample.width() == 1500)
    sample.resizeDocks(list(sample.docks), [420, 420], Qt.Orientation.Horizontal)
    qtbot.waitUntil(lambda: abs(sample.docks[0].width() - 420) < 10)
    sample.resize(1000, 800)
    qtbot.waitUntil(lambda: sample.width() == 1000)
    qtbot.waitUntil(lambda: sample.pages.width() > 380, timeout=2000)
    assert all(dock.width() < 330 for dock in sample.docks)


def test_frames_fold_to_a_line_with_their_count(sample: MainWindow, qtbot: QtBot) -> None:
    trees = sample.centre.trees
    sample.resize(1024, 500)
    qtbot.waitUntil(lambda: not trees.frames.view.isVisible())
    assert trees.frames.isVisible()
    assert trees.frames.height() < 30
    assert trees.frames.title.text().startswith("Frames · 1 ·")
    trees.hypothesis.view.setFocus()
    qtbot.keyClick(trees.hypothesis.view, Qt.Key.Key_F)
    assert trees.frames.view.isVisible()


def test_the_button_of_frames_says_whether_they_are_shown(sample: MainWindow, qtbot: QtBot) -> None:
    centre, trees = sample.centre, sample.centre.trees
    for height in (500, 700, 1300):
        sample.resize(1024, height)
        qtbot.wait(50)
        before = trees.frames.view.isVisible()
        assert centre.frames.isChecked() == before
        qtbot.keyClick(sample, Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        assert trees.frames.view.isVisible() == centre.frames.isChecked() == (not before)
        assert trees.with_frames == (not before)
        centre.toggle_frames()
        assert trees.with_frames is None, "room decides again"
    centre.frames.setChecked(True)
    centre.toggle_frames()
    for height in (500, 1300):
        sample.resize(1024, height)
        qtbot.wait(50)
        assert not trees.frames.view.isVisible(), "what the user hid stays hidden, however much room there is"


ROOM = QRect(0, 30, 1000, 700)


def test_the_size_comes_back_as_far_as_the_screen_has_room(settings: Settings, qtbot: QtBot) -> None:
    def start() -> MainWindow:
        window = MainWindow(settings)
        qtbot.addWidget(window)
        return window

    first = start()
    room = first.screen().availableGeometry()
    assert room.width() < 1400, "the screen of these tests is small"
    assert first.width() < room.width()
    assert first.height() < room.height(), "there is room for a title bar"
    inner = room.marginsRemoved(FRAME)
    for wanted in (QRect(20, 50, 700, 600), QRect(300, 200, 3000, 2000)):
        first.setGeometry(wanted)
        GEOMETRY.write(settings, text_of(first.saveGeometry()))
        again = start()
        assert inner.contains(again.geometry())
        assert (again.geometry() == wanted) == inner.contains(wanted)


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (QRect(10, 40, 500, 300), QRect(10, 40, 500, 300)),
        (QRect(10, 40, 2000, 300), QRect(0, 40, 1000, 300)),
        (QRect(900, 600, 500, 300), QRect(500, 430, 500, 300)),
        (QRect(-50, 0, 500, 300), QRect(0, 30, 500, 300)),
        (QRect(300, 200, 3000, 2000), ROOM),
    ],
)
def test_a_rectangle_is_moved_into_the_room(wanted: QRect, found: QRect) -> None:
    assert within(wanted, ROOM) == found


ACROSS = Qt.Orientation.Horizontal


def _made(qtbot: QtBot, settings: Settings, orientation: Qt.Orientation = ACROSS) -> KeptSplitter:
    made = KeptSplitter(orientation, settings, "page")
    for _ in range(2):
        made.addWidget(QWidget())
    made.resize(800, 800)
    made.share(1, 3)
    qtbot.addWidget(made)
    made.show()
    QApplication.processEvents()
    return made


def _share(splitter: KeptSplitter) -> float:
    sizes = splitter.sizes()
    return sizes[0] / sum(sizes)


def test_a_dragged_splitter_stays_in_its_own_orientation(qtbot: QtBot, settings: Settings) -> None:
    splitter = _made(qtbot, settings)
    assert _share(splitter) == pytest.approx(0.25, abs=0.02)
    handle = splitter.handle(1)
    middle = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(handle, middle + QPoint(200, 0))
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle)
    kept = _share(splitter)
    assert kept == pytest.approx(0.5, abs=0.05)
    assert _share(_made(qtbot, settings)) == pytest.approx(kept, abs=0.02)
    assert _share(_made(qtbot, settings, Qt.Orientation.Vertical)) == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("kept", ["", "0 0", "300", "1 2 3", "a b", "-5 9", "²  4", "9" * 30 + " 1"])
def test_what_is_no_two_sizes_counts_as_nothing(qtbot: QtBot, settings: Settings, kept: str) -> None:
    SPLITTER.of("page-across").write(settings, kept)
    assert _share(_made(qtbot, settings)) == pytest.approx(0.25, abs=0.02)
