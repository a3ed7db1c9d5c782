"""The picture of a window, as a file."""

from __future__ import annotations

from pathlib import Path

from meantree_gui.exporting import write_picture
from meantree_gui.window import MainWindow


def write_shown(window: MainWindow, path: Path) -> None:
    """Write what is shown, without asking where."""
    picture = window.exporter.source()
    assert picture is not None
    write_picture(picture.drawn, path)
