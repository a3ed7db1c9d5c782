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


def _visit_pages(window: MainWindow, qtbot: QtBot) -> None:
    """Open each page, with another metric in focus and the other appearance."""
    for page in window.pages.pages:
        window.pages.open(page)
        for key in (Qt.Key.Key_M, Qt.Key.Key_D):
            qtbot.keyClick(window, key, CTRL)
        qtbot.waitUntil(lambda: not window.background.busy, timeout=60_000)


def _deleted() -> Iterator[str]:
    """Objects that Qt has deleted and that Python keeps, with what keeps them."""
    gc.collect()
    for kept in gc.get_objects():
        if isinstance(kept, Shiboken.Object) and not Shiboken.isValid(kept):
            yield f"{type(kept).__name__} in {[type(holder).__name__ for holder in gc.get_referrers(kept)]}"


def test_nothing_is_kept_that_qt_has_deleted(sample: MainWindow, qtbot: QtBot) -> None:
    before = set(_deleted())
    _visit_pages(sample, qtbot)
    _visit_pages(sample, qtbot)
    assert set(_deleted()) <= before


def test_what_views_draw_with_has_an_owner(sample: MainWindow, qtbot: QtBot) -> None:
    """A view does not own its model, its delegates or its scene."""
    _visit_pages(sample, qtbot)
    used: list[QObject | None] = [view.scene() for view in sample.findChildren(QGraphicsView)]
    for view in sample.findChildren(QAbstractItemView):
        model = view.model()
        columns = model.columnCount() if model is not None else 0
        used += [view.itemDelegate(), *filter(None, map(view.itemDelegateForColumn, range(columns)))]
    assert len(used) > 50
    assert [part for part in used if part is None or part.parent() is None] == []
