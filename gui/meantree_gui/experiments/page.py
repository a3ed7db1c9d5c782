"""The page of experiments, which is made when it is first shown: until then it costs the start nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from meantree_gui.actions import CommandList
from meantree_gui.command import Command
from meantree_gui.pages import Page
from meantree_gui.settings import Settings

if TYPE_CHECKING:
    from meantree_gui.experiments.panel import ExperimentsPanel
    from meantree_gui.state.selection import Selection


class ExperimentsPage(QWidget):
    """F5 runs, Esc stops, F6 goes to the tables.

    Signals:
        told: what was written, and where.
        failed: an error that is to be told.
        wanted: it is to be shown.
    """

    told = Signal(str)
    failed = Signal(object)
    wanted = Signal()

    def __init__(self, selection: Selection, settings: Settings) -> None:
        super().__init__()
        self.selection, self.settings = selection, settings
        self._panel: ExperimentsPanel | None = None
        commands = (
            Command("run_experiments", "Run the experiments", "Go", self.run, ("Ctrl+Alt+X",)),
            Command("stop_experiments", "Stop the experiments", "Go", lambda: self.panel.stop()),
            Command("save_experiments", "Save tables of experiments …", "File", self._save_tables, ("Ctrl+Shift+T",)),
            Command(
                "save_experiment_figures",
                "Save figures of experiments …",
                "File",
                lambda: self.panel.saving.save_figures(),
                ("Ctrl+Shift+P",),
            ),
            Command("copy_experiment", "Copy the table of the experiment", "Edit", self._copy_table),
            Command("copy_experiment_command", "Copy the command of the experiments", "Edit", self._copy_command),
        )
        own = CommandList(commands, self)
        self.page = Page(
            "Experiments", self, (own,), "the experiments", ("F10",), self.focus, self.refresh, own_list=self
        )

    @property
    def panel(self) -> ExperimentsPanel:
        """All that is on the page; made when it is first asked for."""
        if self._panel is None:
            from meantree_gui.experiments.panel import ExperimentsPanel

            self._panel = ExperimentsPanel(self.selection, self.settings)
            self._panel.told.connect(self.told)
            self._panel.failed.connect(self.failed)
            column = QVBoxLayout(self)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(self._panel)
        return self._panel

    def focus(self) -> None:
        """Keys go to the choices, or to the tables where there are some."""
        self.panel.focus()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        if self._panel is not None:
            self._panel.refresh()

    def go_to_list(self) -> None:
        """Override OwnList.go_to_list: to the tables."""
        self.panel.focus()

    def step(self, by: int) -> None:
        """Override OwnList.step: show another table."""
        self.panel.results.step(by)

    def run(self) -> None:
        """Make what is chosen; from elsewhere, come here first."""
        if self.isVisible():
            self.panel.run()
        else:
            self.wanted.emit()

    def _save_tables(self) -> None:
        self.panel.saving.save_tables()

    def _copy_table(self) -> None:
        self.panel.results.table.copy()

    def _copy_command(self) -> None:
        self.panel.results.copy_command()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: make what is shown."""
        self.panel.show()
        super().showEvent(event)
