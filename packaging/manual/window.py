"""The program's window without a screen, for lists of keys and for pictures."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from meantree_gui.window import MainWindow

SECONDS = 120.0
"""How long to wait for anything."""
COLOURS = 256


@contextmanager
def open_window(size: tuple[int, int] = (1600, 1000)) -> Iterator[MainWindow]:
    """Yield the window with default settings, in a font that ships; nothing of the user's is read or written."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory() as folder:
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"):
            os.environ[name] = folder
        from PySide6.QtGui import QFontDatabase
        from PySide6.QtWidgets import QApplication

        from meantree_gui.__main__ import bare_window, furnish
        from meantree_resources import resource

        app = _application()
        for file in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"):
            QFontDatabase.addApplicationFont(str(resource(f"fonts/{file}")))
        font = app.font()
        font.setFamily("DejaVu Sans")
        QApplication.setFont(font)
        window = bare_window(app)
        furnish(window, app)
        window.resize(*size)
        window.show()
        window.activateWindow()
        yield window
        window.close()


def _application() -> QApplication:
    from PySide6.QtWidgets import QApplication

    existing = QApplication.instance()
    return existing if isinstance(existing, QApplication) else QApplication([])


def wait_until(condition: Callable[[], object]) -> None:
    """Let the window work until something holds.

    Raises:
        TimeoutError: if it does not within :data:`SECONDS`.
    """
    from PySide6.QtWidgets import QApplication

    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError("the window did not get ready")
        QApplication.processEvents()
        time.sleep(0.01)


def settle(window: MainWindow) -> None:
    """Wait until nothing works in the background and all is painted."""
    from PySide6.QtWidgets import QApplication

    wait_until(lambda: not window.background.busy)
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.02)
    wait_until(lambda: not window.background.busy)


def grab(window: MainWindow, path: Path) -> None:
    """Save a picture of the window."""
    from PIL import Image

    settle(window)
    window.grab().save(str(path))
    # Few colours are enough for a window, and a third of the bytes.
    with Image.open(path) as whole:
        few = whole.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
