"""Pictures of the window for the manual, on the sample that ships."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from window import grab, open_window, settle, wait_until

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from meantree_gui.window import MainWindow

SIZE: Final = (1280, 800)
SEGMENT: Final = 6
"""0-based place of a segment whose translations differ in structure: ``news/7``."""


def _open_page(window: MainWindow, title: str) -> None:
    window.pages.open_titled(title)
    settle(window)


def _inspect(window: MainWindow) -> None:
    _open_page(window, "Inspect")


def _constituents(window: MainWindow) -> None:
    window.selection.choose_focus("stm")
    _open_page(window, "Inspect")


def _features(window: MainWindow) -> None:
    window.selection.choose_focus("mt+rte-r")
    _open_page(window, "Inspect")


def _compare(window: MainWindow) -> None:
    window.selection.choose_focus("hwcm")
    _open_page(window, "Compare")


def _figures(window: MainWindow) -> None:
    _open_page(window, "Figures")


def _what_differs(window: MainWindow) -> None:
    _open_page(window, "What differs")


def _report(window: MainWindow) -> None:
    _open_page(window, "Report")


PICTURES: Final[Mapping[str, Callable[[MainWindow], None]]] = {
    "inspect": _inspect,
    "constituents": _constituents,
    "features": _features,
    "compare": _compare,
    "figures": _figures,
    "what-differs": _what_differs,
    "report": _report,
}
"""What is done for each picture, one after the other."""


def _seven_words(window: MainWindow) -> dict[str, tuple[QWidget, float, float]]:
    """Return what the first page of the manual says of the window: a word for each of its parts."""
    hypothesis, reference = window.inspect.trees.panes
    return {
        "pages": (window.page_bar, -0.12, 0.5),
        "segments": (window.segments.count, 0.75, 0.5),
        "view": (window.centre.focus, 0.7, 0.5),
        "translation": (hypothesis.view, 0.85, 0.12),
        "reference": (reference.view, 0.85, 0.12),
        "scores": (window.docks[1], 0.6, 0.018),
        "findings": (window.evidence.findings, 0.7, 0.06),
    }


def _annotate(window: MainWindow, folder: Path) -> None:
    """Make a project of the sample, and open its first longer translation on the Annotate page."""
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest

    from meantree.corpus.formats import InputFile, read_corpus
    from meantree.project.file import Project
    from meantree_resources import resource

    path = folder / "sample.meantree"
    with Project(path, new=True) as project:
        project.fill(read_corpus([InputFile(resource("sample/sample.tsv"))]))
    window.opener.open_paths([path])
    settle(window)
    QTest.keyClick(window, Qt.Key.Key_F9)
    settle(window)
    field = window.annotation_panel.annotator_page.field
    QTest.keyClicks(field, "ana")
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle(window)
    window.selection.select(SEGMENT)
    settle(window)


def make_pictures(folder: Path) -> None:
    """Write all pictures into a folder."""
    with open_window(SIZE) as window:
        window.opener.open_sample()
        wait_until(lambda: window.workspace.corpus is not None)
        settle(window)
        window.guide.dismiss()
        window.selection.select(SEGMENT)
        window.selection.score_all()
        settle(window)
        _inspect(window)
        grab(window, folder / "window.png", _seven_words(window))
        for name, prepare in PICTURES.items():
            prepare(window)
            grab(window, folder / f"{name}.png")
        with TemporaryDirectory() as projects:
            _annotate(window, Path(projects))
            grab(window, folder / "annotate.png")
