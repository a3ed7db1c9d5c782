"""Pictures and scores as files, and the picture on the clipboard."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from meantree.errors import MeantreeError
from meantree.files import write_text
from meantree_gui.command import Command
from meantree_gui.error_messages import ErrorMessages
from meantree_gui.state.selection import Selection
from meantree_gui.trees.export import SUFFIXES, copy_picture, save_picture
from meantree_gui.trees.pair import TreePair

_UNUSABLE = re.compile(r"[^\w.]+")
"""What some file system does not take in a name."""


class Exporter:
    """What leaves the window is what it shows: the same pair, the same table of scores."""

    def __init__(self, selection: Selection, trees: TreePair, errors: ErrorMessages, window: QWidget) -> None:
        self.selection, self.trees, self.errors, self.window = selection, trees, errors, window
        self.commands = (
            Command("save_picture", "Save picture …", "File", self.save_picture, ("Ctrl+E",)),
            Command("copy_picture", "Copy picture", "File", self.copy_picture, ("Ctrl+Shift+C",)),
            Command("export_scores", "Export scores …", "File", self.export_scores, ("Ctrl+Shift+E",)),
        )

    def save_picture(self) -> None:
        """Choose a file and write the trees into it."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        proposed = self._proposed(self.selection.focus, self.selection.segment.key if self.selection.segment else "")
        name, _ = QFileDialog.getSaveFileName(self.window, "Save picture", f"{proposed}.svg", f"Pictures ({kinds})")
        if name:
            self.errors.attempt(lambda: save_picture(self.trees, Path(name)))

    def copy_picture(self) -> None:
        """Put the trees on the clipboard."""
        self.errors.attempt(lambda: copy_picture(self.trees))

    def export_scores(self) -> None:
        """Write the segment scores of the present system as TSV."""
        table, system = self.selection.scoring.table, self.selection.system
        if table is None or system not in table.scored_systems:
            self.errors.show(MeantreeError("there are no scores yet"))
            return
        proposed = f"{self._proposed('scores')}.tsv"
        name, _ = QFileDialog.getSaveFileName(self.window, "Export scores", proposed, "Tables (*.tsv)")
        if name:
            from meantree.report.tables import scores_tsv

            text = scores_tsv(table, "segment", [system])
            self.errors.attempt(lambda: write_text(Path(name), text))

    def _proposed(self, *what: str) -> str:
        """A name for a file that says what it holds: of which system, and against which reference if one was picked."""
        against = f"ref {self.selection.reference}" if self.selection.reference else ""
        parts = filter(None, (*what, self.selection.system, against))
        return "-".join(_UNUSABLE.sub("_", part) for part in parts)
