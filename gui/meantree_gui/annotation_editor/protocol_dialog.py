"""The question what the annotators of a new project annotate."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QDialog, QRadioButton, QWidget

from meantree.annotation.rules import BOTH, ESA, FRAMES, MQM
from meantree.corpus.corpus import Corpus
from meantree_gui.dialogs import DialogButton, dialog_buttons
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label

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

    def __init__(self, corpus: Corpus, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("New project")
        self.buttons = {name: QRadioButton(words) for name, words in CHOICES.items()}
        has_references = bool(corpus.references)
        for name in (FRAMES, BOTH):
            self.buttons[name].setEnabled(has_references)
        has_errors = any(segment.errors for segment in corpus.segments)
        first = FRAMES if has_references and not has_errors else MQM
        self.buttons[first].setChecked(True)
        self.buttons[first].setFocus()
        answers = dialog_buttons(self, DialogButton.Ok)
        in_column(
            self,
            plain_label("What is annotated?", role="title"),
            *self.buttons.values(),
            plain_label(NOTE if has_references else f"{NO_REFERENCE} {NOTE}", wrapped=True),
            answers,
            gap=10,
        )

    @property
    def protocol(self) -> str:
        """The chosen protocol."""
        return next(name for name, button in self.buttons.items() if button.isChecked())


def ask_protocol(corpus: Corpus, parent: QWidget) -> str | None:
    """Ask what is annotated; None if the user cancels."""
    dialog = ProtocolDialog(corpus, parent)
    is_taken = dialog.exec() == QDialog.DialogCode.Accepted
    protocol = dialog.protocol if is_taken else None
    dialog.deleteLater()
    return protocol
