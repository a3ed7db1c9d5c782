"""The settings, on three pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QTabWidget, QVBoxLayout, QWidget

from meantree_gui.actions import Command
from meantree_gui.preferences.choices import Choices
from meantree_gui.preferences.general_tab import GeneralTab
from meantree_gui.preferences.keys import KeyTable
from meantree_gui.preferences.metrics_tab import MetricsTab
from meantree_gui.widgets.choosers import SearchLine


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
        self.search = SearchLine("Find a command or a key", self.keys)
        self.fault.setWordWrap(True)
        keys_tab = self._keys_tab()
        for title, tab in (("General", self.general), ("Metrics", self.metrics), ("Keys", keys_tab)):
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
        self.tabs.currentChanged.connect(lambda place: restore.setVisible(self.tabs.widget(place) is keys_tab))
        restore.setVisible(False)
        self.keys.changed.connect(self._tell_fault)
        self.metrics.list.itemChanged.connect(self._tell_fault)
        column = QVBoxLayout(self)
        for widget in (self.tabs, self.fault, self.buttons):
            column.addWidget(widget)

    def choices(self) -> Choices:
        """As all pages say."""
        from dataclasses import replace

        return replace(self.general.changed(self._before), specs=self.metrics.specs())

    def accept(self) -> None:
        """Override QDialog.accept: not while something cannot be kept."""
        if not self.metrics.add():
            self.tabs.setCurrentWidget(self.metrics)
        elif not self.metrics.is_any_chosen:
            self.tabs.setCurrentWidget(self.metrics)
            self._tell_fault()
        elif self.keys.fault:
            self.tabs.setCurrentIndex(self.tabs.count() - 1)
            self._tell_fault()
        else:
            super().accept()

    def _tell_fault(self) -> None:
        """What keeps the dialog from being accepted; nothing any more as soon as that is mended."""
        self.fault.setText("" if self.metrics.is_any_chosen else "One metric at least must be offered.")
        if self.keys.fault:
            self.fault.setText(self.keys.fault)

    def _keys_tab(self) -> QWidget:
        tab = QWidget()
        column = QVBoxLayout(tab)
        column.addWidget(self.search)
        column.addWidget(self.keys)
        self.search.textChanged.connect(lambda: self.keys.show_matching(self.search.accepts))
        return tab
