"""Appearance, what is open at the start, and what analyses texts."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import entry_points

from PySide6.QtWidgets import QComboBox, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from meantree_gui.preferences.choices import LAST, NOTHING, SAMPLE, Choices

APPEARANCES = {"system": "as the desktop has it", "light": "light", "dark": "dark"}
STARTS = {LAST: "what was open last", SAMPLE: "the sample project", NOTHING: "nothing"}
SHIPPED = "the English pipeline that ships with Meantree"
CONSTITUENCIES = {"": "the English parser that ships with Meantree", "none": "none"}


def installed_pipelines() -> list[str]:
    """The spaCy pipelines that are installed on this machine, by name."""
    return sorted({one.name for one in entry_points(group="spacy_models")})


class GeneralTab(QWidget):
    """A line a choice."""

    def __init__(self, choices: Choices) -> None:
        super().__init__()
        self.appearance = _box(APPEARANCES, choices.appearance)
        self.start = _box(STARTS, choices.start)
        pipelines = {"": SHIPPED, **{name: name for name in installed_pipelines()}}
        self.pipeline = _box(pipelines, choices.pipeline, free=True)
        self.constituency = _box(CONSTITUENCIES, choices.constituency, free=True)
        browse = QPushButton("Folder …")
        browse.setToolTip("A spaCy pipeline that stands in a folder")
        browse.clicked.connect(self._browse)
        line, form, note = QHBoxLayout(), QFormLayout(self), QLabel()
        line.addWidget(self.pipeline, 1)
        line.addWidget(browse)
        note.setWordWrap(True)
        note.setProperty("role", "muted")
        note.setText(
            "A pipeline of another language analyses texts in that language. Other constituency parsers: "
            "bllip:FOLDER or benepar:MODEL, if they are installed. What is open is analysed and scored anew."
        )
        for title, widget in (("Appearance", self.appearance), ("At the start, open", self.start)):
            form.addRow(title, widget)
        form.addRow("spaCy pipeline", line)
        form.addRow("Constituency parser", self.constituency)
        form.addRow(note)

    def changed(self, choices: Choices) -> Choices:
        """The choices with those of this page."""
        return replace(
            choices,
            appearance=_value(self.appearance),
            start=_value(self.start),
            pipeline=_value(self.pipeline),
            constituency=_value(self.constituency),
        )

    def _browse(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Folder of a spaCy pipeline")
        if name:
            self.pipeline.setEditText(name)


def _box(titles: dict[str, str], now: str, *, free: bool = False) -> QComboBox:
    """A chooser of values by their titles; a free one takes other values, too."""
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
