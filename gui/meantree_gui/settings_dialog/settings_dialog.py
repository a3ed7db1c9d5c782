"""The Settings dialog, and the command that opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import entry_points

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from meantree_gui.actions import Command, CommandList
from meantree_gui.dialogs import DialogButton
from meantree_gui.file_dialogs import ask_folder
from meantree_gui.settings import LAST, NOTHING, SAMPLE, WINDOW_KEY, Settings, UserChoices, read_choices, store_choices
from meantree_gui.settings_dialog.metrics_tab import MetricsTab
from meantree_gui.settings_dialog.shortcuts import KeyTable, key_buttons, load_keys, save_keys
from meantree_gui.state.workspace import Workspace
from meantree_gui.theme import Appearance
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import SearchLine


class SettingsCommand:
    """Opens the Settings dialog and applies the changes; other parsers or metrics analyse the open corpus again."""

    def __init__(
        self,
        workspace: Workspace,
        appearance: Appearance,
        settings: Settings,
        window: QWidget,
        lists: Callable[[], Sequence[CommandList]],
    ) -> None:
        self.workspace, self.appearance, self.settings, self.window = workspace, appearance, settings, window
        self._lists = lists
        self.commands = (Command("show_preferences", "Settings …", "Edit", self.show, ("Ctrl+,",)),)

    def apply_shortcuts(self) -> None:
        """Set the shortcuts that the user chose."""
        self._set_keys(load_keys(self.settings, self._commands, WINDOW_KEY))

    def show(self) -> None:
        """Open the dialog, and apply and store the changes."""

        before = read_choices(self.settings)
        keys = {name: chosen for commands in self._everywhere for name, chosen in commands.keys.items()}
        dialog = SettingsDialog(before, keys, self._commands, self.window)
        if dialog.exec() == SettingsDialog.DialogCode.Accepted:
            after = dialog.choices()
            # New parsers are stored only when they have been loaded, or the next start could fail.
            store_choices(self.settings, replace(after, pipeline=before.pipeline, constituency=before.constituency))
            save_keys(self.settings, dialog.keys.keys(), self._commands, WINDOW_KEY)
            self._set_keys(dialog.keys.keys())
            if after.appearance != before.appearance:
                self.appearance.apply(after.appearance)
            if (after.parsers, after.specs) != (before.parsers, before.specs):
                self.workspace.use(after.parsers, after.specs, lambda: store_choices(self.settings, after))
        dialog.deleteLater()

    @property
    def _everywhere(self) -> list[CommandList]:
        """The commands whose shortcuts work in the whole window."""
        return [commands for commands in self._lists() if not commands.where]

    @property
    def _commands(self) -> list[Command]:
        return [command for commands in self._everywhere for command, _ in commands]

    def _set_keys(self, keys: dict[str, tuple[str, ...]]) -> None:
        for commands in self._everywhere:
            commands.set_keys({command.name: keys[command.name] for command, _ in commands})


class SettingsDialog(QDialog):
    """Three tabs: general choices, metrics, and keyboard shortcuts."""

    def __init__(
        self,
        choices: UserChoices,
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
        self.search = SearchLine("Search commands and keys", self.keys)
        self.fault.setWordWrap(True)
        keys_tab = self._keys_tab()
        for title, tab in (("General", self.general), ("Metrics", self.metrics), ("Keys", keys_tab)):
            self.tabs.addTab(tab, title)
        self.buttons = key_buttons(self, self.keys)
        restore = self.buttons.button(DialogButton.RestoreDefaults)
        restore.setText("Restore default keys")
        self.tabs.currentChanged.connect(lambda place: restore.setVisible(self.tabs.widget(place) is keys_tab))
        restore.setVisible(False)
        self.keys.changed.connect(self._show_fault)
        self.metrics.list.itemChanged.connect(self._show_fault)
        column = QVBoxLayout(self)
        for widget in (self.tabs, self.fault, self.buttons):
            column.addWidget(widget)

    def choices(self) -> UserChoices:
        """Return the choices on all tabs."""
        return replace(self.general.changed(self._before), specs=self.metrics.specs())

    def accept(self) -> None:
        """Override QDialog.accept: not while a choice is invalid."""
        if not self.metrics.add():
            self.tabs.setCurrentWidget(self.metrics)
        elif not self.metrics.is_any_chosen:
            self.tabs.setCurrentWidget(self.metrics)
            self._show_fault()
        elif self.keys.fault:
            self.tabs.setCurrentIndex(self.tabs.count() - 1)
            self._show_fault()
        else:
            super().accept()

    def _show_fault(self) -> None:
        """Show why the dialog cannot be accepted, if it cannot."""
        self.fault.setText("" if self.metrics.is_any_chosen else "At least one metric must be offered.")
        if self.keys.fault:
            self.fault.setText(self.keys.fault)

    def _keys_tab(self) -> QWidget:
        tab = QWidget()
        in_column(tab, self.search, self.keys)
        self.search.textChanged.connect(lambda: self.keys.show_matching(self.search.accepts))
        return tab


APPEARANCES = {"system": "same as the desktop", "light": "light", "dark": "dark"}
STARTS = {LAST: "the last session", SAMPLE: "the sample project", NOTHING: "nothing"}
SHIPPED = "the English pipeline that ships with Meantree"
CONSTITUENCIES = {"": "the English parser that ships with Meantree", "none": "none"}


def installed_pipelines() -> list[str]:
    """Return the names of the installed spaCy pipelines."""
    return sorted({entry.name for entry in entry_points(group="spacy_models")})


class GeneralTab(QWidget):
    """Choices of appearance, start and parsers."""

    def __init__(self, choices: UserChoices) -> None:
        super().__init__()
        self.appearance = _box(APPEARANCES, choices.appearance)
        self.start = _box(STARTS, choices.start)
        pipelines = {"": SHIPPED, **{name: name for name in installed_pipelines()}}
        self.pipeline = _box(pipelines, choices.pipeline, free=True)
        self.constituency = _box(CONSTITUENCIES, choices.constituency, free=True)
        browse = QPushButton("Folder …")
        browse.setToolTip("Choose the folder of a spaCy pipeline")
        browse.clicked.connect(self._browse)
        line, form, note = QHBoxLayout(), QFormLayout(self), QLabel()
        line.addWidget(self.pipeline, 1)
        line.addWidget(browse)
        note.setWordWrap(True)
        note.setProperty("role", "muted")
        note.setText(
            "A pipeline of another language analyses texts in that language. Other constituency parsers: "
            "bllip:FOLDER or benepar:MODEL, if they are installed. After a change, the open corpus is analysed again."
        )
        for title, widget in (("Appearance", self.appearance), ("Open at start", self.start)):
            form.addRow(title, widget)
        form.addRow("spaCy pipeline", line)
        form.addRow("Constituency parser", self.constituency)
        form.addRow(note)

    def changed(self, choices: UserChoices) -> UserChoices:
        """Return the choices with those of this tab."""
        return replace(
            choices,
            appearance=_value(self.appearance),
            start=_value(self.start),
            pipeline=_value(self.pipeline),
            constituency=_value(self.constituency),
        )

    def _browse(self) -> None:
        folder = ask_folder(self, "Folder of a spaCy pipeline")
        if folder is not None:
            self.pipeline.setEditText(str(folder))


def _box(titles: dict[str, str], now: str, *, free: bool = False) -> QComboBox:
    """Return a combo box of values by title; a ``free`` one also accepts typed values."""
    box = QComboBox()
    for value, title in titles.items():
        box.addItem(title, value)
    box.setEditable(free)
    box.setMinimumContentsLength(24)
    place = box.findData(now)
    if place >= 0:
        box.setCurrentIndex(place)
    elif free:
        box.setEditText(now)
    return box


def _value(box: QComboBox) -> str:
    place = box.findText(box.currentText())
    return str(box.itemData(place)) if place >= 0 else box.currentText().strip()
