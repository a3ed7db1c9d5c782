"""The guide of first steps, in the corner of the picture, and the commands that open it and the other explanations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from meantree.alignment.word_status import WORD_STATUSES
from meantree_gui import theme
from meantree_gui.actions import Command, CommandList
from meantree_gui.settings import GUIDE, Settings

if TYPE_CHECKING:
    from meantree_gui.help_window import Chapter, HelpWindow

MARGIN = 12
MAX_WIDTH = 380
KEYS = (
    ("Click", "a word or an arc: what is counted there is selected on the right"),
    ("Ctrl+Down", "the next segment"),
    ("Ctrl+M", "what a metric counts, in place of differences of meaning"),
    ("Ctrl+O", "your own translations and references; or drop the files on this window"),
    ("Ctrl+K", "find any command; F1 opens the manual with all keys"),
)


class Guide(QFrame):
    """A short guide in the corner of a widget, shown until it is dismissed; another widget then gets its focus."""

    def __init__(self, over: QWidget, settings: Settings, focused_next: QWidget) -> None:
        super().__init__(over)
        self.over, self.settings, self.focused_next = over, settings, focused_next
        self.setProperty("role", "guide")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Guide")
        self.text, self.done = QLabel(), QPushButton("Got it")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        column = QVBoxLayout(self)
        column.addWidget(self.text)
        column.addWidget(self.done, 0, Qt.AlignmentFlag.AlignRight)
        self.done.clicked.connect(self.dismiss)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.dismiss)  # works in the whole window
        over.installEventFilter(self)
        self.refresh()
        self.hide()

    def offer(self) -> None:
        """Show the guide unless the user has dismissed it."""
        if GUIDE.read(self.settings):
            self.open()

    def open(self) -> None:
        """Show the guide even if it was dismissed."""
        self._place()
        self.show()
        self.raise_()

    def dismiss(self) -> None:
        """Hide the guide, also in later sessions."""
        GUIDE.write(self.settings, False)
        self.hide()

    def hide(self) -> None:
        """Override QWidget.hide, which would pass the focus on to a field, whose choice the next key would change."""
        if self.hasFocus() or self.done.hasFocus():
            self.focused_next.setFocus()
        super().hide()

    def refresh(self) -> None:
        """Set the text in the colours of the appearance."""
        colours = theme.current()
        lines = "".join(
            f"<tr><td style='color: {colours.status[status]}; padding-right: 10px'><b>{status}</b></td>"
            f"<td>{escape(meaning)}</td></tr>"
            for status, meaning in WORD_STATUSES.items()
        )
        keys = "".join(
            f"<tr><td style='padding-right: 10px'><b>{escape(key)}</b></td><td>{escape(meaning)}</td></tr>"
            for key, meaning in KEYS
        )
        intro = "Above the translation, below the reference, each with its tree."
        self.text.setText(f"<p>{intro}</p><table>{lines}</table><p></p><table>{keys}</table>")

    def _place(self) -> None:
        over = self.over
        width = min(MAX_WIDTH, over.width() - 2 * MARGIN)
        self.resize(width, self.heightForWidth(width) if self.hasHeightForWidth() else self.sizeHint().height())
        self.move(over.width() - self.width() - MARGIN, over.height() - self.height() - MARGIN)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override QObject.eventFilter: stay in the corner."""
        if watched is self.over and event.type() == QEvent.Type.Resize and not self.isHidden():
            self._place()
        return super().eventFilter(watched, event)


class Help:
    """Opens windows that explain shortcuts, metrics and roles."""

    def __init__(self, window: QWidget, guide: Guide, lists: Callable[[], Sequence[CommandList]]) -> None:
        self.window, self._lists = window, lists
        self.commands = (
            Command("show_manual", "Manual", "Help", self.show_manual, ("F1",)),
            Command("show_shortcuts", "Keyboard shortcuts", "Help", self.show_keys, ("Ctrl+Shift+F1",)),
            Command("show_metrics", "Metrics explained", "Help", self.show_metrics, ("Shift+F1",)),
            Command("show_roles", "Semantic roles explained", "Help", self.show_roles, ("Ctrl+F1",)),
            Command("show_guide", "Guide to the picture", "Help", guide.open),
        )

    def show_manual(self, first: str = "") -> HelpWindow:
        """Open the manual, which needs no network, at the page of this title; the last chapter has the shortcuts."""
        from meantree_gui.help_window import key_chapters, manual_chapters

        keys = key_chapters(self._lists())[0]
        return self._open("Manual", [*manual_chapters(), replace(keys, title="Keyboard shortcuts")], first)

    def show_keys(self) -> HelpWindow:
        """Show all shortcuts, as they are now."""
        from meantree_gui.help_window import key_chapters

        return self._open("Keyboard shortcuts", key_chapters(self._lists()))

    def show_metrics(self) -> HelpWindow:
        """Explain the metrics."""
        from meantree_gui.help_window import metric_chapters

        return self._open("Metrics explained", metric_chapters())

    def show_roles(self) -> HelpWindow:
        """Explain the semantic roles."""
        from meantree_gui.help_window import role_chapters

        return self._open("Semantic roles explained", role_chapters())

    def _open(self, title: str, chapters: Sequence[Chapter], first: str = "") -> HelpWindow:
        from meantree_gui.help_window import HelpWindow

        window = HelpWindow(title, chapters, self.window, first=first)
        window.show()  # not modal: users read it while they work
        return window
