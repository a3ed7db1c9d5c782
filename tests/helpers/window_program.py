"""A window on a project as a program of its own: it does by keys what it is told on stdin, and answers when it is done.

``python -m helpers.window_program PROJECT ANNOTATOR``; orders are ``edit``, ``open again`` and ``quit``.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from helpers.annotating import say_who, shown_window, wait_for
from meantree_gui.window import MainWindow

Key = Qt.Key


def main(path: Path, annotator: str) -> None:
    """Open the project in the annotation editor, and serve orders until there are none."""
    app = QApplication([])
    window = shown_window(path.with_name(f"{annotator}.json"))
    window.opener.open_paths([path])
    if window.workspace.annotator:  # as the settings remember it
        QTest.keyClick(window, Key.Key_F9)
    else:
        say_who(window, annotator)
    _settle(window)
    print("ready", flush=True)
    for order in sys.stdin:
        if order == "quit\n":
            break
        if order == "open again\n":
            window.opener.open_paths([path])
            QTest.keyClick(window, Key.Key_F9)
        else:
            # A word's first role is another each time, so that every press is an edit.
            QTest.keyClick(_focused(window), Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
            editor = window.annotation_editor
            assert editor.frame_editor is not None
            before = editor.frame_editor.annotation
            QTest.keyClick(_focused(window), Key.Key_A)
            if editor.frame_editor.annotation == before:
                QTest.keyClick(_focused(window), Key.Key_P)
            assert editor.frame_editor.annotation != before, window.annotation_panel.message.text()
        _settle(window)
        print("done", flush=True)
    window.close()
    del app


def _settle(window: MainWindow) -> None:
    wait_for(lambda: window.annotation_editor.frame_editor is not None and not window.background.busy)
    window.annotation_panel.focus()


def _focused(window: MainWindow) -> QWidget:
    return QApplication.focusWidget() or window


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
