"""A line above the pages that says whose analyses a project has, where it is not the installed analyser's."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMessageBox, QPushButton

from meantree.escaping import escaped
from meantree_gui.actions import Command
from meantree_gui.state.other_analyser import OtherAnalyser

ASK = (
    "Everything in this project is analysed again. Frames, heads and links that annotators made or corrected stay; "
    "automatic frames, trees and scores change."
)


class AnalyserNotice(QFrame):
    """Has one button, which analyses everything again.

    Signals:
        told: a short message for the user.
    """

    told = Signal(str)

    def __init__(self, analyser: OtherAnalyser) -> None:
        super().__init__()
        self.analyser = analyser
        self.setProperty("role", "notice")
        self.setAccessibleName("Whose analyses are shown")
        self.text, self.button = QLabel(), QPushButton("Analyse again …")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 4, 10, 4)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        self.commands = (
            Command(
                "analyse_again",
                "Analyse the project again …",
                "Go",
                self.analyse_again,
                ("Ctrl+F5",),
                is_offered=lambda: analyser.found is not None,
            ),
        )
        self.button.clicked.connect(self.analyse_again)
        analyser.changed.connect(self._show)
        self._show()

    def analyse_again(self) -> None:
        """Ask, where annotators' work lies over the analyses, and analyse everything."""
        project = self.analyser.workspace.project
        if project is None or self.analyser.found is None:
            self.told.emit("What is open was analysed by the analyser that is installed")
        elif not self.analyser.is_analysing and (not project.has_work or self._is_wanted()):
            self.analyser.analyse_again()

    def _is_wanted(self) -> bool:
        button = QMessageBox.StandardButton
        asked = QMessageBox.question(self.window(), "Analyse again", ASK, button.Ok | button.Cancel, button.Ok)
        return asked == button.Ok

    def _show(self) -> None:
        found = self.analyser.found
        if found is not None:
            self.text.setText(f"{escaped(found.sentence)}.")
        self.button.setEnabled(not self.analyser.is_analysing)
        self.setVisible(found is not None)
