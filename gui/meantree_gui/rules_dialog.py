"""The rules that all annotators of a project share: boxes to tick, and the dialogs that ask for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QRadioButton,
    QScrollArea,
    QWidget,
)

from meantree.annotation.frame_annotation import AUTOMATIC
from meantree.annotation.rules import (
    BOTH,
    ERROR_RULES,
    ESA,
    FRAME_RULES,
    FRAMES,
    MQM,
    MQM_CATEGORIES,
    PROTOCOLS,
    RULE_NAMES,
    SHARED_RULES,
    Rules,
    parse_severities,
)
from meantree.corpus.corpus import Corpus
from meantree.errors import MeantreeError, UsageError
from meantree.escaping import escaped
from meantree.project.file import Project
from meantree.project.gold_standard import comparable_annotators, compared_annotators
from meantree_gui.dialogs import DialogButton, dialog_buttons, is_answered
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.choosers import CheckList, Entry, StillComboBox
from meantree_gui.widgets.labels import plain_label

LONGEST_NAME: Final = 80
NO_SOURCES: Final = "Nobody has error spans yet; “meantree convert” with --spans adds those of tools, or findings."
WARNING: Final = (
    "Annotations already started stay as they are; the rules apply to those started from now on. Work is blind in "
    "the window alone; the parts that a blind project is split into hold neither names of systems nor scores. Where "
    "scores are hidden, HMEANT and MQM can still be computed from one's own annotations, once they are exported."
)


class RuleBoxes(QWidget):
    """The rules as boxes; in a part of a project they are shown but cannot be changed.

    Signals:
        changed: the user ticked or unticked a box.
    """

    changed = Signal()

    def __init__(self, rules: Rules, owner: str) -> None:
        super().__init__()
        self.by_name: dict[str, QCheckBox] = {}
        for name in RULE_NAMES:
            on, off = SHARED_RULES[name]
            box = self.by_name[name] = QCheckBox(on[0].upper() + on[1:])
            box.setToolTip(f"Unticked: {off}")
            box.setEnabled(not owner)
        part = f"This file is the part assigned to {escaped(owner)}; it keeps the rules of the whole project."
        self.note = plain_label(part)
        self.note.setVisible(bool(owner))
        in_column(self, *self.by_name.values(), self.note, margins=(0, 0, 0, 0))
        self.show_rules(rules)
        self.show_layers(rules.protocol)
        for box in self.by_name.values():
            box.toggled.connect(self.changed)

    def show_rules(self, rules: Rules) -> None:
        """Tick the boxes of the rules that apply."""
        for name, box in self.by_name.items():
            with QSignalBlocker(box):
                box.setChecked(getattr(rules, name))

    def show_layers(self, protocol: str) -> None:
        """Show the rules of what is annotated, and hide the others."""
        for name in FRAME_RULES:
            self.by_name[name].setVisible(protocol in (FRAMES, BOTH))
        for name in ERROR_RULES:
            self.by_name[name].setVisible(protocol != FRAMES)

    def ruled(self, rules: Rules) -> Rules:
        """Return the rules with the boxes applied."""
        ticked: dict[str, Any] = {name: box.isChecked() for name, box in self.by_name.items()}
        return replace(rules, **ticked)


class SuggestionBoxes(QWidget):
    """The annotators and tools whose error spans can be proposed to others, as boxes."""

    def __init__(self, project: Project) -> None:
        super().__init__()
        chosen = project.rules.suggestions
        self.by_name = {
            name: QCheckBox(escaped(name)) for name in dict.fromkeys((*chosen, *project.suggestion_sources))
        }
        for name, box in self.by_name.items():
            box.setChecked(name in chosen)
            box.setEnabled(not project.owner)
        boxes = tuple(self.by_name.values()) or (plain_label(NO_SOURCES, wrapped=True),)
        in_column(self, *boxes, margins=(0, 0, 0, 0))

    @property
    def chosen(self) -> tuple[str, ...]:
        """The names of the ticked boxes."""
        return tuple(name for name, box in self.by_name.items() if box.isChecked())


class RulesDialog(QDialog):
    """The rules of a project, with its gold standard's annotator and its guidelines."""

    def __init__(self, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.project, rules = project, project.rules
        self.setWindowTitle("Project rules")
        self.resize(600, 680)
        self.boxes = RuleBoxes(rules, project.owner)
        self.gold = QLineEdit(rules.gold)
        self.gold.setMaxLength(LONGEST_NAME)
        self.guidelines = QPlainTextEdit(rules.guidelines)
        self.guidelines.setTabChangesFocus(True)
        self.guidelines.setAccessibleName("Guidelines")
        self.guidelines.setPlaceholderText(
            "Guidelines for all annotators; Markdown headings, lists and bold text are supported."
        )
        self.protocol = StillComboBox()
        for name, words in PROTOCOLS.items():
            self.protocol.addItem(words[0].upper() + words[1:], name)
        self.protocol.setCurrentIndex(list(PROTOCOLS).index(rules.protocol))
        self.protocol.setEnabled(not project.owner)
        self.severities = QLineEdit(", ".join(rules.severities))
        self.categories = QPlainTextEdit(rules.categories or MQM_CATEGORIES)
        self.categories.setTabChangesFocus(True)
        self.categories.setAccessibleName("Categories of errors")
        self.suggestions = SuggestionBoxes(project)
        self.protocol.currentIndexChanged.connect(self._show_layers)
        for field in (self.gold, self.guidelines, self.severities, self.categories):
            field.setReadOnly(bool(project.owner))
        self.fault = plain_label(role="", wrapped=True)
        self._arrange()

    def rules(self) -> Rules:
        """Return the rules as entered."""
        categories = self.categories.toPlainText().strip()
        return replace(
            self.boxes.ruled(self.project.rules),
            protocol=self.protocol.currentData(),
            severities=parse_severities(self.severities.text()),
            categories="" if categories == MQM_CATEGORIES else categories,
            suggestions=self.suggestions.chosen,
            gold=" ".join(self.gold.text().split()),
            guidelines=self.guidelines.toPlainText().strip(),
        )

    def accept(self) -> None:
        """Override QDialog.accept: save the rules, or show why they cannot be saved."""
        try:
            rules = self.rules()
            _ = rules.category_list  # raises for a list that cannot be read
            _require_name(rules.gold)
            self.project.set_rules(rules)
        except MeantreeError as error:
            self.fault.setText(str(error))
        else:
            super().accept()

    def _arrange(self) -> None:
        form = QFormLayout()
        form.addRow("Annotated", self.protocol)
        form.addRow("Severities", self.severities)
        form.addRow("Categories", self.categories)
        form.addRow("Suggested errors of", self.suggestions)
        form.addRow("Name of the gold standard", self.gold)
        self.form = form
        guidelines, warning = QLabel("Guidelines"), plain_label(WARNING, wrapped=True)
        guidelines.setBuddy(self.guidelines)
        buttons = dialog_buttons(self, DialogButton.Save)
        rules, area = QWidget(), QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        in_column(rules, self.boxes, form, guidelines, self.guidelines, warning, margins=(0, 0, 8, 0))
        area.setWidget(rules)
        in_column(self, (area, 1), self.fault, buttons)
        self._show_layers()

    def _show_layers(self) -> None:
        """Show the rules of frames, of error spans, or of both."""
        protocol = self.protocol.currentData()
        for field in (self.severities, self.categories, self.suggestions):
            self.form.setRowVisible(field, protocol != FRAMES)
        self.form.setRowVisible(self.categories, protocol not in (FRAMES, ESA))
        self.boxes.show_layers(protocol)


def ask_rules(project: Project | None, parent: QWidget) -> bool:
    """Let the user change the rules of a project, and return whether they were saved."""
    return project is not None and is_answered(RulesDialog(project, parent))


def _require_name(gold: str) -> None:
    """Raise UsageError if the gold standard cannot have a name."""
    if not gold:
        raise UsageError("Enter the name under which adjudicated annotations are saved.")
    if gold != escaped(gold):
        raise UsageError(f"The name contains invisible characters: {escaped(gold)}")
    if gold.casefold() == AUTOMATIC:
        raise UsageError(f"“{AUTOMATIC}” is the name of the automatic annotator; choose another one.")


CHOICES: Final = {
    FRAMES: "&Semantic frames: who did what to whom, in the translation and in its reference",
    MQM: "Error spans by &MQM: each error with a severity and a category",
    ESA: "Error spans by &ESA: each error with a severity, and a score from 0 to 100 for the translation",
    BOTH: "Semantic frames &and error spans by MQM",
}
NOTE: Final = "Severities, categories and the other rules can be chosen later: Annotate → Project → Project rules."
NO_REFERENCE: Final = "Frames need a reference, and there is none."


class ProtocolDialog(QDialog):
    """One question with four answers; arrow keys choose, Return takes the choice."""

    def __init__(self, corpus: Corpus, parent: QWidget | None = None, protocol: str = FRAMES) -> None:
        super().__init__(parent)
        self.setWindowTitle("New project")
        self.buttons = {name: QRadioButton(words) for name, words in CHOICES.items()}
        has_references = bool(corpus.references)
        for name in (FRAMES, BOTH):
            self.buttons[name].setEnabled(has_references)
        first = protocol if self.buttons[protocol].isEnabled() else MQM
        self.buttons[first].setChecked(True)
        self.buttons[first].setFocus()
        question, answers = plain_label("What is annotated?", role="title"), dialog_buttons(self, DialogButton.Ok)
        note = plain_label(NOTE if has_references else f"{NO_REFERENCE} {NOTE}", wrapped=True)
        in_column(self, question, *self.buttons.values(), note, answers, gap=10)

    @property
    def protocol(self) -> str:
        """The chosen protocol."""
        return next(name for name, button in self.buttons.items() if button.isChecked())


def ask_protocol(corpus: Corpus, parent: QWidget, protocol: str = FRAMES) -> str | None:
    """Ask what is annotated, by default ``protocol``; None if the user cancels."""
    dialog = ProtocolDialog(corpus, parent, protocol)
    return dialog.protocol if is_answered(dialog) else None


COMPARED: Final = "Compared annotators"
ABOUT_COMPARED: Final = (
    "Translations finished by two or more of them are adjudicated. "
    "The project remembers the choice; the gold standard starts from what all of them share."
)
TOO_FEW: Final = "Choose two or more annotators."


class ComparedDialog(QDialog):
    """A box for each annotator; Space ticks it, Return saves who is compared."""

    def __init__(self, project: Project, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(COMPARED)
        self.project, self.people = project, comparable_annotators(project)
        self.list, self.fault = CheckList(COMPARED), plain_label(role="", wrapped=True)
        compared = compared_annotators(project)
        self.list.fill(Entry(name, escaped(name), name in compared) for name in self.people)
        about, buttons = plain_label(ABOUT_COMPARED, wrapped=True), dialog_buttons(self, DialogButton.Ok)
        in_column(self, about, self.list, self.fault, buttons)

    def accept(self) -> None:
        """Override QDialog.accept: save the choice of at least two annotators; show why it was not saved."""
        names = self.list.checked
        if len(names) < 2:
            self.fault.setText(TOO_FEW)
            return
        try:
            everybody = set(names) == set(self.people)
            self.project.set_rules(replace(self.project.rules, compared=() if everybody else names))
        except MeantreeError as error:
            self.fault.setText(str(error))
        else:
            super().accept()


def ask_compared(project: Project | None, parent: QWidget) -> bool:
    """Let the user choose which annotators are compared, if there are several; return whether that was saved."""
    has_several = project is not None and len(comparable_annotators(project)) > 1
    return project is not None and has_several and is_answered(ComparedDialog(project, parent))
