"""What a user does in a window by keys and clicks, and what the window shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QAbstractItemModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QComboBox, QMenu, QTableView, QWidget

from meantree_gui.exporting import write_picture
from meantree_gui.window import MainWindow

T = TypeVar("T")
Answer = Callable[..., list[str]]
"""Answers dialogs that ask where to save, with a path; returns what they proposed."""
NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
MODIFIERS = {"": NONE, "Ctrl": CTRL, "Shift": SHIFT, "Alt": ALT, "Ctrl+Shift": CTRL | SHIFT}


def present(value: T | None) -> T:
    """Return a value that there must be."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """Return a value that must be of a kind."""
    assert isinstance(value, kind)
    return value


def choose_entry(menu: QWidget | None, title: str) -> None:
    """Choose the entry of a menu that begins so."""
    shown = of_kind(QMenu, menu)
    next(action for action in shown.actions() if action.text().replace("&", "").startswith(title)).trigger()
    shown.close()


def choose_by_keys(chooser: QComboBox, wanted: object) -> None:
    """Choose an entry by its title or what it stands for, with the arrow keys."""
    chooser.setFocus()
    for _ in range(chooser.count()):
        rows = range(chooser.count())
        place = next(row for row in rows if wanted in (chooser.itemText(row), chooser.itemData(row)))
        if chooser.currentIndex() == place:
            return
        QTest.keyClick(chooser, Qt.Key.Key_Down if chooser.currentIndex() < place else Qt.Key.Key_Up)
    assert wanted in (chooser.currentText(), chooser.currentData())


def right_click(view: QAbstractScrollArea, point: QPoint) -> None:
    """Click with the right button, as the desktop reports it."""
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)


def press(window: QWidget, *keys: str | Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press keys as :func:`type_keys` does; each when the window is painted."""
    for key in keys:
        for token in key.split() if isinstance(key, str) else (key,):
            see(window)
            if isinstance(token, str):
                type_keys(window, token)
            else:
                QTest.keyClick(QApplication.focusWidget() or window, token, modifiers)


def type_keys(window: QWidget, keys: str) -> None:
    """Type and press what stands between blanks, as in ``o 2 why Ctrl+Z Return``, where the focus is."""
    for token in keys.split():
        pressed, held = _key_of(token)
        target = QApplication.focusWidget() or window
        if isinstance(pressed, Qt.Key):
            QTest.keyClick(target, pressed, MODIFIERS[held])
        else:
            QTest.keyClicks(target, pressed)


def _key_of(token: str) -> tuple[Qt.Key | str, str]:
    """Return a key and the modifiers that are held, or a text to type."""
    held, plus, name = token.rpartition("+")
    known = getattr(Qt.Key, f"Key_{name}", None) if len(name) > 1 or (plus and held) else None
    return (token, "") if known is None else (known, held)


def see(window: QWidget) -> None:
    """Let the window paint what is annotated, and have the focus back from a dialog that closed."""
    main = window.window()
    for _ in range(10):
        QApplication.processEvents()
        if not isinstance(main, MainWindow) or main.annotation_editor.is_on_screen:
            break
    focused = main.focusWidget()
    if QApplication.focusWidget() is None and focused is not None:
        main.activateWindow()
        focused.setFocus()
        QApplication.processEvents()


def type_text(window: QWidget, text: str) -> None:
    """Type a text where the focus is, in the window if it is nowhere."""
    QTest.keyClicks(QApplication.focusWidget() or window, text)


def click_cell(table: QTableView, row: int, column: int, held: Qt.KeyboardModifier = NONE) -> None:
    """Click into a cell of a table."""
    center = table.visualRect(table.model().index(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, held, center)


def cells(model: QAbstractItemModel) -> list[tuple[str, ...]]:
    """The texts of its cells, row by row."""
    columns = range(model.columnCount())
    return [tuple(model.index(row, column).data() for column in columns) for row in range(model.rowCount())]


def column_of(model: QAbstractItemModel, column: int) -> list[str]:
    """The texts of one column, also counted from the last one."""
    return [row[column] for row in cells(model)]


def filter_segments(window: MainWindow, line: str) -> None:
    """Type into the filter line instead of what stands there, and press Return."""
    type_keys(window, "Ctrl+F")
    QTest.keyClicks(window.segments.filter, line)  # instead of the line, which is selected
    if not line:
        window.segments.filter.clear()
    type_keys(window, "Return")


def write_shown(window: MainWindow, path: Path) -> None:
    """Write what is shown, without asking where."""
    picture = window.exporter.source()
    assert picture is not None
    write_picture(picture.drawn, path)
