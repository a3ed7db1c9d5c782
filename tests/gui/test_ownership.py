"""Qt and Python agree on which objects there are: nothing is used that the other side has deleted."""

from __future__ import annotations

import gc
from collections.abc import Iterator

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QAbstractItemView, QGraphicsView
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from helpers.windows import CTRL
from meantree_gui.window import MainWindow

MANY = 50
"""More columns than any view has."""


def _visit_pages(window: MainWindow, qtbot: QtBot) -> None:
    """Open each page, with another metric in focus and the other appearance."""
    for page in window.pages.pages:
        window.pages.open(page)
        for key in (Qt.Key.Key_M, Qt.Key.Key_D):
            qtbot.keyClick(window, key, CTRL)
        qtbot.waitUntil(lambda: not window.background.busy, timeout=60_000)


def _deleted() -> Iterator[str]:
    """Yield objects that Qt has deleted and that something of Python keeps."""
    gc.collect()
    everything = gc.get_objects()
    for kept in everything:
        if isinstance(kept, Shiboken.Object) and not Shiboken.isValid(kept):
            holders = [type(holder).__name__ for holder in gc.get_referrers(kept) if holder is not everything]
            if holders:
                yield f"{type(kept).__name__} in {holders}"


def test_nothing_is_kept_that_qt_has_deleted(sample: MainWindow, qtbot: QtBot) -> None:
    before = set(_deleted())
    _visit_pages(sample, qtbot)
    assert set(_deleted()) <= before


def test_what_views_draw_with_has_an_owner(sample: MainWindow, qtbot: QtBot) -> None:
    """A view does not own its delegates or its scene."""
    _visit_pages(sample, qtbot)
    delegates: list[QObject] = []
    for view in sample.findChildren(QAbstractItemView):
        delegates += filter(None, (view.itemDelegate(), *map(view.itemDelegateForColumn, range(MANY))))
    scenes = [view.scene() for view in sample.findChildren(QGraphicsView)]
    assert delegates
    assert scenes
    assert [part for part in (*delegates, *scenes) if part is None or part.parent() is None] == []
