"""The Settings dialog: its tabs, among them that of metrics with their options, and the table of shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGridLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QWidget,
)

from meantree.analysis.parsers import installed_pipelines
from meantree.errors import UsageError
from meantree.metrics.metric import Metric
from meantree.metrics.registry import Option, describe_options, explanation, metric, spec_with
from meantree_gui.actions import BELOW, Command, CommandList, Keys, default_keys, key_text
from meantree_gui.dialogs import DialogButton, ask_folder, dialog_buttons, is_answered
from meantree_gui.settings import (
    LAST,
    NOTHING,
    SAMPLE,
    WINDOW_KEY,
    Settings,
    UserChoices,
    doubled,
    read_choices,
    save_keys,
    store_choices,
    written,
)
from meantree_gui.state.workspace import Workspace
from meantree_gui.theme import Appearance
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.choosers import CheckList, Entry, SearchLine, StillComboBox
from meantree_gui.widgets.labels import plain_label


def change_settings(
    workspace: Workspace, appearance: Appearance, settings: Settings, lists: Sequence[CommandList], window: QWidget
) -> None:
    """Open the dialog, and apply and store the changes; other parsers or metrics analyse the open corpus again."""
    everywhere = [commands for commands in lists if not commands.where]
    commands = [command for entries in everywhere for command, _ in entries]
    before = read_choices(settings)
    dialog = SettingsDialog(before, {k: v for entries in everywhere for k, v in entries.keys.items()}, commands, window)
    if is_answered(dialog):
        after, keys = dialog.choices(), dialog.keys.keys()
        # New parsers are stored only when they have been loaded, or the next start could fail.
        pipeline, constituency, command = before.pipeline, before.constituency, before.command
        store_choices(settings, replace(after, pipeline=pipeline, constituency=constituency, command=command))
        save_keys(settings, keys, commands, WINDOW_KEY)
        for entries in everywhere:
            entries.set_keys(keys)
        workspace.scores_all = after.scores_all
        if after.appearance != before.appearance:
            appearance.apply(after.appearance)
        if (after.parsers, after.specs) != (before.parsers, before.specs):
            workspace.use(after.parsers, after.specs, lambda: store_choices(settings, after))


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
        self.tabs, self.fault = QTabWidget(), plain_label(role="", wrapped=True)
        self.search = SearchLine("Search commands and keys", self.keys)
        keys_tab = self._keys_tab()
        for title, tab in (("General", self.general), ("Metrics", self.metrics), ("Keys", keys_tab)):
            self.tabs.addTab(tab, title)
        self.buttons = key_buttons(self, self.keys)
        restore = self.buttons.button(DialogButton.RestoreDefaults)
        restore.setText("Restore default keys")
        self.tabs.currentChanged.connect(lambda place: restore.setVisible(self.tabs.widget(place) is keys_tab))
        restore.setVisible(False)
        self.keys.changed.connect(self._show_fault)
        self.metrics.list.toggled.connect(self._show_fault)
        in_column(self, self.tabs, self.fault, self.buttons)

    def choices(self) -> UserChoices:
        """Return the choices on all tabs."""
        return replace(self.general.changed(self._before), specs=self.metrics.specs())

    def accept(self) -> None:
        """Override QDialog.accept: not while a choice is invalid."""
        if not self.metrics.add():
            self.tabs.setCurrentWidget(self.metrics)
        elif not self.metrics.list.checked:
            self.tabs.setCurrentWidget(self.metrics)
            self._show_fault()
        elif self.keys.fault:
            self.tabs.setCurrentIndex(self.tabs.count() - 1)
            self._show_fault()
        else:
            super().accept()

    def _show_fault(self) -> None:
        """Show why the dialog cannot be accepted, if it cannot."""
        self.fault.setText("" if self.metrics.list.checked else "At least one metric must be offered.")
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


class GeneralTab(QWidget):
    """Choices of appearance, start and parsers."""

    def __init__(self, choices: UserChoices) -> None:
        super().__init__()
        self.appearance = _box(APPEARANCES, choices.appearance)
        self.start = _box(STARTS, choices.start)
        self.scores_all = QCheckBox("Score all systems automatically if there are at most 2,500 translations")
        self.scores_all.setChecked(choices.scores_all)
        pipelines = {"": SHIPPED, **{name: name for name in installed_pipelines()}}
        self.pipeline = _box(pipelines, choices.pipeline, free=True)
        self.constituency = _box(CONSTITUENCIES, choices.constituency, free=True)
        self.command = QLineEdit(choices.command)
        self.command.setPlaceholderText("PROGRAM ARGUMENTS; for German alone: de: PROGRAM ARGUMENTS")
        browse = QPushButton("Folder …")
        browse.setToolTip("Choose the folder of a spaCy pipeline")
        browse.clicked.connect(self._browse)
        form = QFormLayout(self)
        note = (
            "A pipeline for another language analyses texts in that language; installed pipelines are listed. A parser "
            "command reads one text per line and writes CoNLL-U. Other constituency parsers, if installed: "
            "bllip:FOLDER or benepar:MODEL. After a change, the open corpus is analysed again."
        )
        for title, widget in (("Appearance", self.appearance), ("Open at start", self.start)):
            form.addRow(title, widget)
        form.addRow("", self.scores_all)
        form.addRow("spaCy pipeline", in_row(None, (self.pipeline, 1), browse))
        form.addRow("Constituency parser", self.constituency)
        form.addRow("Parser command", self.command)
        form.addRow(plain_label(note, wrapped=True))
        from meantree.bundled import inside

        if inside() is not None:
            form.addRow("Own packages", OwnPackages())

    def changed(self, choices: UserChoices) -> UserChoices:
        """Return the choices with those of this tab."""
        return replace(
            choices,
            appearance=_value(self.appearance),
            start=_value(self.start),
            pipeline=_value(self.pipeline),
            constituency=_value(self.constituency),
            command=self.command.text().strip(),
            scores_all=self.scores_all.isChecked(),
        )

    def _browse(self) -> None:
        folder = ask_folder(self, "Folder of a spaCy pipeline")
        if folder is not None:
            self.pipeline.setEditText(str(folder))


class OwnPackages(QWidget):
    """Where the program that needs no Python finds the user's packages, and what is wrong with those there."""

    def __init__(self) -> None:
        super().__init__()
        from meantree.bundled import own_packages, own_places

        self.folder = own_packages()
        show = QPushButton("Show")
        show.setToolTip("Open the folder")
        show.setAutoDefault(False)
        show.clicked.connect(self._show)
        place = plain_label(str(self.folder), role="", wrapped=True)
        hint = "Pipelines and plug-ins: packages with their metadata, or wheels. New ones are found at the next start."
        faults = plain_label("\n".join(map(str, [hint, *own_places()[1]])), wrapped=True)
        in_column(self, in_row(None, (place, 1), show), faults, margins=(0, 0, 0, 0))

    def _show(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.folder)))


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


class MetricsTab(QWidget):
    """A list of specs to check; others are added by changing options or by typing."""

    def __init__(self, specs: Sequence[str]) -> None:
        super().__init__()
        self.list, self.line, self.options = CheckList("Metrics"), QLineEdit(), OptionForm()
        self.explanation = plain_label(wrapped=True)
        self.list.setDragDropMode(CheckList.DragDropMode.InternalMove)
        self.line.setPlaceholderText("Change options above, or type a metric, e.g. edpm:nbest=10")
        self.line.setAccessibleName("Add a metric")
        add, restore = QPushButton("Add"), QPushButton("Restore all")
        every, none = QPushButton("Check all"), QPushButton("Check none")
        for button in (add, restore, every, none):
            button.setAutoDefault(False)
        marks, row = in_row(None, every, none, 1), in_row(None, (self.line, 1), add, restore)
        in_column(self, marks, (self.list, 1), self.explanation, (self.options, 1), row)
        add.clicked.connect(self.add)
        restore.clicked.connect(lambda: self._fill(()))
        every.clicked.connect(lambda: self._check(Qt.CheckState.Checked))
        none.clicked.connect(lambda: self._check(Qt.CheckState.Unchecked))
        self.list.currentItemChanged.connect(self._tell)
        self.options.changed.connect(self._write)
        self._fill(specs)

    def specs(self) -> tuple[str, ...]:
        """Return the checked specs in their order; empty for the default."""
        from meantree.metrics.registry import OFFERED

        chosen = self.list.checked
        return () if chosen == OFFERED else chosen

    def add(self) -> bool:
        """Add the metric of the line, if there is one; return ``False`` if it is invalid."""
        spec = self.line.text().strip()
        if not spec:
            return True
        try:
            metric(spec)
        except UsageError as error:
            self.explanation.setText(str(error))
            return False
        if not self.list.findItems(spec, Qt.MatchFlag.MatchExactly):
            self.list.add(Entry(spec, spec, checked=True))
        self.list.setCurrentItem(self.list.findItems(spec, Qt.MatchFlag.MatchExactly)[0])
        self.list.currentItem().setCheckState(Qt.CheckState.Checked)
        self.line.clear()
        return True

    def _check(self, state: Qt.CheckState) -> None:
        with QSignalBlocker(self.list):
            for row in range(self.list.count()):
                self.list.item(row).setCheckState(state)
        self.list.toggled.emit()

    def _fill(self, specs: Sequence[str]) -> None:
        from meantree.metrics.registry import DISTINCT, OFFERED

        chosen = tuple(specs) or OFFERED
        offered = dict.fromkeys((*chosen, *OFFERED, *DISTINCT))
        self.list.fill(Entry(spec, spec, spec in chosen) for spec in offered)
        self.list.toggled.emit()
        self._tell(self.list.currentItem())

    def _tell(self, item: QListWidgetItem | None) -> None:
        """Explain a metric, and show its options."""
        if item is None:
            return
        name = item.text().partition(":")[0]
        try:
            chosen, default = metric(item.text()), metric(name)
        except UsageError as error:
            self.explanation.setText(str(error))
            return
        self.explanation.setText(explanation(chosen))
        self.options.show_metric(name, default, chosen)

    def _write(self, spec: str) -> None:
        """Put a metric with changed options into the line, so that it can be added."""
        is_listed = bool(self.list.findItems(spec, Qt.MatchFlag.MatchExactly))
        self.line.setText("" if is_listed else spec)


Editor = StillComboBox | QSpinBox | QLineEdit
WIDTH = 110
_RANGE = re.compile(r"(\d+) to (\d+)")


class OptionForm(QScrollArea):
    """A form with a row per option.

    Signals:
        changed: the spec with the present values.
    """

    changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.editors: dict[str, Editor] = {}
        self._name = ""
        self._default: Metric | None = None
        self.setWidgetResizable(True)
        self.setAccessibleName("Options of the metric")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_metric(self, name: str, default: Metric, chosen: Metric) -> None:
        """Show the options of ``chosen``; the spec ``name`` alone means the ``default`` metric."""
        self._name, self._default = name, default
        self.editors = {}
        page = QWidget()
        grid = QGridLayout(page)
        grid.setColumnStretch(2, 1)
        defaults = {option.name: option.value for option in describe_options(default)}
        for row, option in enumerate(describe_options(chosen)):
            editor = self.editors[option.name] = self._editor(option)
            title = QLabel(option.name)
            title.setBuddy(editor)
            grid.addWidget(title, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(editor, row, 1, Qt.AlignmentFlag.AlignTop)
            meaning = f"{option.meaning}. Values: {option.takes}; default: {defaults[option.name]}."
            grid.addWidget(plain_label(meaning, wrapped=True), row, 2)
        if not self.editors:
            grid.addWidget(QLabel("This metric has no options."), 0, 0)
        grid.setRowStretch(grid.rowCount(), 1)
        self.setWidget(page)

    def spec(self) -> str:
        """Return the spec with the values of the form."""
        return spec_with(
            self._name, self._default, {name: _option_value(editor) for name, editor in self.editors.items()}
        )

    def _editor(self, option: Option) -> Editor:
        bounds = _RANGE.fullmatch(option.takes)
        editor: Editor
        if option.choices:
            editor = StillComboBox()
            editor.addItems(list(option.choices))
            editor.setCurrentText(option.value)
            editor.activated.connect(self._tell)
        elif option.is_whole and bounds:
            editor = QSpinBox()
            editor.setRange(int(bounds[1]), int(bounds[2]))
            editor.setValue(int(option.value))
            editor.valueChanged.connect(self._tell)
        else:
            editor = QLineEdit(option.value)
            editor.textEdited.connect(self._tell)
        editor.setAccessibleName(f"{option.name}: {option.meaning}")
        editor.setFixedWidth(WIDTH)
        return editor

    def _tell(self) -> None:
        self.changed.emit(self.spec())


def _option_value(editor: Editor) -> str:
    return editor.currentText() if isinstance(editor, StillComboBox) else editor.text().strip()


class KeyTable(QTableWidget):
    """A table of commands and their keys; an empty row means no key.

    Signals:
        changed: a key was changed.
    """

    changed = Signal()

    def __init__(self, keys: Mapping[str, tuple[str, ...]], commands: Sequence[Command]) -> None:
        super().__init__(len(commands), 2)
        self.commands = commands
        self.edits: dict[str, QKeySequenceEdit] = {}
        self._before = dict(keys)
        self.setHorizontalHeaderLabels(["Command", "Key"])
        self.verticalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().resizeSection(1, 150)
        for row, command in enumerate(commands):
            self.setItem(row, 0, QTableWidgetItem(_command_title(command)))
            edit = QKeySequenceEdit(_first(self._before[command.name]))
            edit.setMaximumSequenceLength(1)
            edit.setAccessibleName(f"Key for {command.title}")
            edit.keySequenceChanged.connect(self.changed)
            self.setCellWidget(row, 1, edit)
            self.edits[command.name] = edit

    def keys(self) -> Keys:
        """Return the keys in the table; unchanged commands keep their further keys."""
        chosen: Keys = {}
        for name, edit in self.edits.items():
            text, before = edit.keySequence().toString(), self._before[name]
            chosen[name] = before if text == _first(before).toString() else ((text,) if text else ())
        return chosen

    @property
    def fault(self) -> str:
        """The keys that several commands have, in words; empty for none."""
        chosen, titles = self.keys(), {command.name: command.title for command in self.commands}
        conflicts = []
        for key in doubled(chosen):
            owners = [f"“{titles[name]}”" for name, keys in chosen.items() if key in map(written, keys)]
            conflicts.append(f"{key_text(key)} is assigned to {' and '.join(owners)}")
        return f"{'; '.join(conflicts)}. Assign each key once." if conflicts else ""

    def show_matching(self, accepts: Callable[[str], bool]) -> None:
        """Show only the commands whose titles and keys are accepted."""
        for row, command in enumerate(self.commands):
            key = self.edits[command.name].keySequence().toString(QKeySequence.SequenceFormat.NativeText)
            self.setRowHidden(row, not accepts(f"{_command_title(command)} {key}"))

    def restore(self) -> None:
        """Restore the default keys."""
        self._before = default_keys(self.commands)
        for name, edit in self.edits.items():
            edit.setKeySequence(_first(self._before[name]))


class KeysDialog(QDialog):
    """The dialog to choose the keys; it cannot be accepted while two commands have the same key."""

    def __init__(self, commands: CommandList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Annotation keys")
        self.resize(520, 620)
        self.table, self.fault = KeyTable(commands.keys, commands.commands), plain_label(role="", wrapped=True)
        self.table.changed.connect(lambda: self.fault.setText(self.table.fault))
        self.buttons = key_buttons(self, self.table)
        in_column(self, self.table, self.fault, self.buttons)

    def accept(self) -> None:
        """Override QDialog.accept: not while two commands have the same key."""
        if not self.table.fault:
            super().accept()


def key_buttons(dialog: QDialog, table: KeyTable) -> QDialogButtonBox:
    """Return the buttons of a dialog with a table of keys, one of which restores the default keys."""
    buttons = dialog_buttons(dialog, DialogButton.Ok)
    buttons.addButton(DialogButton.RestoreDefaults).clicked.connect(table.restore)
    return buttons


def _first(keys: tuple[str, ...]) -> QKeySequence:
    return QKeySequence(keys[0] if keys else "")


def _command_title(command: Command) -> str:
    return f"{command.menu.rpartition(BELOW)[2]}{BELOW}{command.title}"
