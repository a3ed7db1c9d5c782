"""The program's window without a screen, for lists of keys and for pictures."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication, QWidget

    from meantree_gui.window import MainWindow

SECONDS = 120.0
"""How long to wait for anything."""
COLOURS = 256
WORD_PIXELS = 18
"""The height of a word on a part of the window."""


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


def _write(words: Words, window: MainWindow, picture: QPixmap) -> None:
    """Write each word on a patch."""
    from PySide6.QtCore import QPoint, QRectF, Qt
    from PySide6.QtGui import QColor, QPainter

    from meantree_gui import theme

    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = window.font()
    font.setPixelSize(WORD_PIXELS)
    font.setBold(True)
    painter.setFont(font)
    for word, (part, across, down) in words.items():
        room = QRectF(painter.fontMetrics().boundingRect(word)).adjusted(-10, -4, 10, 4)
        place = QPoint(round(across * part.width()), round(down * part.height()))
        room.moveCenter(part.mapTo(window, place).toPointF())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.current().accent))
        painter.drawRoundedRect(room, 6, 6)
        painter.setPen(QColor(theme.current().surface))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, word)
    painter.end()


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


Words = Mapping[str, "tuple[QWidget, float, float]"]
"""Words with the part of the window that each names, and its place there in shares of width and height."""


def grab(window: MainWindow, path: Path, words: Words = MappingProxyType({})) -> None:
    """Save a picture of the window, with words on some of its parts."""
    from PIL import Image

    settle(window)
    picture = window.grab()
    _write(words, window, picture)
    picture.save(str(path))
    # Few colours are enough for a window, and a third of the bytes.
    with Image.open(path) as whole:
        few = whole.convert("RGB").quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
