"""The window with the guidelines of a project."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from meantree.annotation.rules import protocol_guidelines
from meantree.project.file import Project

NO_GUIDELINES = "This project has no guidelines of its own yet. Write them in Annotate · Project · Project rules …"


class Guidelines(QTextBrowser):
    """A page of Markdown from an untrusted file: HTML, links and external images are disabled."""

    def __init__(self, text: str) -> None:
        super().__init__(openLinks=False)
        self.setAccessibleName("Guidelines")
        kinds = QTextDocument.MarkdownFeature
        self.document().setMarkdown(text, kinds.MarkdownDialectGitHub | kinds.MarkdownNoHTML)
        self.moveCursor(QTextCursor.MoveOperation.Start)  # else the window opens at the end

    def loadResource(self, kind: int, name: QUrl | str) -> Any:  # noqa: ARG002, N802
        """Override QTextBrowser.loadResource: nothing is fetched."""
        return None


def show_guidelines(project: Project | None, parent: QWidget) -> QDialog | None:
    """Open a window with the guidelines, which does not block the app; ``None`` without a project."""
    if project is None:
        return None
    dialog, rules = QDialog(parent), project.rules
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Guidelines")
    dialog.resize(620, 560)
    text = f"{protocol_guidelines(rules)}\n{rules.guidelines.strip() or NO_GUIDELINES}"
    QVBoxLayout(dialog).addWidget(Guidelines(text))
    dialog.show()
    return dialog
