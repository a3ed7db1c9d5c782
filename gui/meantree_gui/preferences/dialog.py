"""The settings, on three pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTabWidget, QVBoxLayout, QWidget

from meantree_gui.actions import key_text
from meantree_gui.command import Command
from meantree_gui.preferences.choices import Choices
from meantree_gui.preferences.general_tab import GeneralTab
from meantree_gui.preferences.keys import KeyTable, doubled
from meantree_gui.preferences.metrics_tab import MetricsTab


class PreferencesDialog(QDialog):
    """Nothing changes until it is accepted."""

    def __init__(
        self,
        choices: Choices,
        keys: Mapping[str, tuple[str, ...]],
        commands: Sequence[Command],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.resize(640, 560)
        self._before = choices
        self.general, self.metrics, self.keys = GeneralTab(choices), MetricsTab(choices.specs), KeyTable(keys, commands)
        self.tabs, self.fault = QTabWidget(), QLabel()
        for title, tab in (("General", self.general), ("Metrics", self.metrics), ("Keys", self.keys)):
            self.tabs.addTab(tab, title)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok
            | QDialogButtonBox.StandardButton.Cancel
            | QDialogButtonBox.StandardButton.RestoreDefaults
        )
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        restore = self.buttons.button(QDialogButtonBox.StandardButton.RestoreDefaults)
        restore.setText("Restore keys")
        restore.clicked.connect(self.keys.restore)
        self.tabs.currentChanged.connect(lambda place: restore.setVisible(self.tabs.widget(place) is self.keys))
        restore.setVisible(False)
        column = QVBoxLayout(self)
        for widget in (self.tabs, self.fault, self.buttons):
            column.addWidget(widget)

    def choices(self) -> Choices:
        """As all pages say."""
        from dataclasses import replace

        return replace(self.general.changed(self._before), specs=self.metrics.specs())

    def accept(self) -> None:
        """Override QDialog.accept: not while something cannot be kept."""
        twice = doubled(self.keys.keys())
        if not self.metrics.add():
            self.tabs.setCurrentWidget(self.metrics)
        elif not any(self.metrics.list.item(row).checkState().value for row in range(self.metrics.list.count())):
            self.tabs.setCurrentWidget(self.metrics)
            self.fault.setText("One metric at least must be offered.")
        elif twice:
            self.tabs.setCurrentWidget(self.keys)
            self.fault.setText(f"{', '.join(map(key_text, twice))} is assigned to two commands; assign each key once.")
        else:
            super().accept()
