"""Importing what the parts of the window need, while the window is on the screen already."""

from __future__ import annotations

from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, Signal

PARTS = (
    "meantree.analysis.store",
    "meantree_gui.adjudication.adjudication_panel",
    "meantree_gui.corpus_pages",
    "meantree_gui.annotation_editor.annotation_panel",
    "meantree_gui.evidence.evidence_panel",
    "meantree_gui.exporting.exporter",
    "meantree_gui.inspect_page",
    "meantree_gui.projects",
    "meantree_gui.opening.last_session",
    "meantree_gui.opening.opener",
    "meantree_gui.page_bar",
    "meantree_gui.page_panels",
    "meantree_gui.preferences.preferences",
    "meantree_gui.segments.segment_panel",
    "meantree_gui.state.filtering",
    "meantree_gui.state.selection",
    "meantree_gui.status",
)
"""Modules that bring all others along."""


class Loading(QObject):
    """Imports in a thread.

    Signals:
        done: everything is there; what could not be imported will say so again when it is used.
    """

    done = Signal()

    def start(self) -> None:
        """Begin; the program can end meanwhile."""
        Thread(target=self._load, name="loading", daemon=True).start()

    def _load(self) -> None:
        try:
            for name in PARTS:
                import_module(name)
        finally:
            self.done.emit()
