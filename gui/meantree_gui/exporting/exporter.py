"""Pictures and scores as files, and the picture on the clipboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from meantree.errors import MeantreeError
from meantree.escaping import escaped, listed
from meantree.files import proposed_name, require_writable
from meantree_gui.actions import Command
from meantree_gui.dialogs import ErrorMessages
from meantree_gui.exporting.destination import Destination
from meantree_gui.exporting.pictures import FORMS, copy_picture, write_picture
from meantree_gui.exporting.shown_picture import ShownPicture, Source
from meantree_gui.settings import Settings
from meantree_gui.state.scoring import Scoring
from meantree_gui.state.snapshot import as_it_is

if TYPE_CHECKING:
    from meantree.work import Work

SCORE_FORMS = {".tsv": "Tab-separated table", ".csv": "Comma-separated table", ".xlsx": "Workbook", ".json": "JSON"}
NO_PICTURE = "there is no picture yet; choose a segment first"


class Figures(Protocol):
    """Who saves figures of its own."""

    def save(self) -> None:
        """Choose a file and write the figure into it."""
        ...

    def copy(self) -> None:
        """Put the figure on the clipboard."""
        ...


class Exporter(QObject):
    """What leaves the window is what it shows: the same pair, the same table of scores.

    Attributes:
        figures: who saves the figure of the page that is shown, None on other pages.

    Signals:
        told: what was written, and where.
    """

    told = Signal(str)

    def __init__(
        self, scoring: Scoring, source: Source, errors: ErrorMessages, settings: Settings, window: QWidget
    ) -> None:
        """Take pictures from ``source``, which knows what is shown."""
        super().__init__()
        self.scoring, self.source, self.errors = scoring, source, errors
        self.figures: Callable[[], Figures | None] = lambda: None
        self.pictures = Destination("picture", FORMS, settings, window)
        self.tables = Destination("scores", SCORE_FORMS, settings, window)
        self.commands = (
            Command("save_picture", "Save picture …", "File", self.save_picture, ("Ctrl+E",)),
            Command("copy_picture", "Copy picture", "File", self.copy_picture, ("Ctrl+Shift+C",)),
            Command("export_scores", "Export scores …", "File", self.export_scores, ("Ctrl+Shift+E",)),
        )

    def save_picture(self) -> None:
        """Choose a file and write the picture into it, with its legend and caption; of a page of figures its figure."""
        figures = self.figures()
        if figures is not None:
            figures.save()
            return
        picture = self._picture()
        if picture is None:
            return
        path = self.pictures.ask(proposed_name(*picture.naming.file_parts))
        if path is not None:
            self._write(path, lambda _work: write_picture(picture.drawn, path), "Picture written")

    def copy_picture(self) -> None:
        """Put the picture on the clipboard."""
        figures = self.figures()
        if figures is not None:
            figures.copy()
            return
        picture = self._picture()
        if picture is not None:
            copy_picture(picture.drawn)
            self.told.emit("Picture copied")

    def export_scores(self) -> None:
        """Choose a file and write all scores into it: of every system that was scored, with texts and totals."""
        from meantree.report.score_export import unscored_systems, write_scores

        table = self.scoring.table
        if table is None or not table.scored_systems:
            self.errors.show(MeantreeError("there are no scores yet; score this system with F5"))
            return
        path = self.tables.ask(
            proposed_name(table.corpus.name, "scores", *filter(None, (table.corpus.selected_reference,)))
        )
        if path is None:
            return
        kept, store, form = as_it_is(table), self.scoring.workspace.store, path.suffix.lower().removeprefix(".")
        left = unscored_systems(kept)
        lacking = f" · not scored by every metric yet: {listed(left)} (Shift+F5)" if left else ""

        def write(work: Work) -> None:
            write_scores(kept, store, path, form, work)

        self._write(path, write, "Scores written", lacking)

    def _picture(self) -> ShownPicture | None:
        picture = self.source()
        if picture is None:
            self.errors.show(MeantreeError(NO_PICTURE))
        return picture

    def _write(self, path: Path, write: Callable[[Work], None], done: str, more: str = "") -> None:
        """Write in the background, if nothing stands there that must stay."""
        try:
            require_writable(path)
        except MeantreeError as error:
            self.errors.show(error)
            return
        tell = f"{done}: {escaped(path.name)}{more}"
        self.scoring.background.run(write, lambda _nothing: self.told.emit(tell))
