"""The annotation desk as a view: who annotates, both texts, the frames, and the keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSettings, QSignalBlocker, Qt
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from meantree.picture.numbers import difference, fixed
from meantree.shown import shown
from meantree_gui.actions import CommandList, Keys
from meantree_gui.command import Command
from meantree_gui.desk.annotator_page import AnnotatorPage
from meantree_gui.desk.commands import ROLES, desk_commands
from meantree_gui.desk.comment_dialog import CommentDialog
from meantree_gui.desk.desk import Desk
from meantree_gui.desk.frames_view import FramesView
from meantree_gui.desk.key_strip import KeyStrip
from meantree_gui.desk.keys_dialog import KeysDialog
from meantree_gui.desk.texts_view import TextsView
from meantree_gui.flow import FlowLayout, together
from meantree_gui.pages import Page
from meantree_gui.popup import pop_up
from meantree_gui.preferences.keys import load_keys, save_keys
from meantree_gui.settings import DESK_KEY
from meantree_gui.still_combo_box import StillComboBox

NOBODY, SOMEBODY_ELSE = "no one", "Another annotator …"
NOT_BEGUN = "automatic, not started"
"""The state of frames that nobody has touched."""
ANNOTATOR_PAGE = 2
"""Of the stack; 0 says why nothing can be annotated, 1 is the desk itself."""


class DeskPanel(QWidget):
    """Everything can be done by the keys that the strip shows, and by mouse.

    The keys work where texts and frames are drawn; what is typed into fields and boxes never reaches them.
    """

    def __init__(self, desk: Desk, settings: QSettings) -> None:
        super().__init__()
        self.desk, self.settings = desk, settings
        self.annotator, self.other = StillComboBox(), StillComboBox()
        self.who = AnnotatorPage()
        self.why_not = QLabel()
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self._asking = False
        self.state, self.score, self.comment, self.message = (QLabel() for _ in range(4))
        self.texts, self.frames = TextsView(desk), FramesView(desk)
        self.commands = CommandList(desk_commands(desk), self, "On the Annotate page", (self.splitter, self.why_not))
        self.strip = KeyStrip(self.commands.commands)
        self.set_keys(load_keys(settings, self.commands.commands, DESK_KEY))
        history = (
            Command("undo", "Undo", "Edit", desk.undo, ("Ctrl+Z",)),
            Command("redo", "Redo", "Edit", desk.redo, ("Ctrl+Shift+Z", "Ctrl+Y")),
            Command("choose_keys", "Annotation keys …", "Edit", self.choose_keys),
        )
        self.page = Page(
            "Annotate",
            self,
            (CommandList(history, self), self.commands),
            "the Annotate page",
            ("F9",),
            self.focus,
            self.refresh,
        )
        self._arrange()
        desk.ask_comment = self._ask_comment
        desk.changed.connect(self._show)
        desk.told.connect(self.message.setText)
        desk.workspace.annotator_changed.connect(self._follow_annotator)
        for view in (self.texts, self.frames):
            view.menu_wanted.connect(self._pop_up)
        self.annotator.activated.connect(self._choose_from_list)
        self.who.chosen.connect(self._choose_annotator)
        self.who.left.connect(self._leave_question)
        self.other.activated.connect(lambda: desk.compare_with(self.other.currentData()))
        self._show()

    def set_keys(self, keys: Keys) -> None:
        """Let commands have these keys from now on."""
        self.commands.set_keys(keys)
        self.strip.show_keys(keys)

    def choose_keys(self) -> None:
        """Ask for keys, and keep them."""
        dialog = KeysDialog(self.commands.keys, self.commands.commands, self)
        if dialog.exec() == KeysDialog.DialogCode.Accepted:
            self.set_keys(dialog.keys())
            save_keys(self.settings, self.commands.keys, self.commands.commands, DESK_KEY)
        dialog.deleteLater()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.strip.refresh()
        self.texts.refresh()
        self.frames.refresh()

    def focus(self) -> None:
        """Keys go to the desk, whatever it shows."""
        (self.why_not, self.texts, self.who)[self._stack.currentIndex()].setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: open what is looked at."""
        super().showEvent(event)
        self.desk.is_shown = True
        self.desk.load()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing is opened for nobody."""
        super().hideEvent(event)
        self.desk.is_shown = False

    def _arrange(self) -> None:
        head = FlowLayout(gap=8)
        head.setContentsMargins(8, 6, 8, 0)
        for name, chooser in (("Annotator", self.annotator), ("Compare with", self.other)):
            chooser.setAccessibleName(name)
            chooser.setMinimumContentsLength(10)
            chooser.setMaximumWidth(220)
            pair = together(name, chooser)
            pair.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            head.addWidget(pair)
        self.state.setProperty("role", "title")
        head.addWidget(self.state)
        head.addWidget(self.score)
        for label in (self.state, self.score, self.comment, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.comment, self.message):
            label.setContentsMargins(12, 0, 12, 0)
            label.setWordWrap(True)
        self.comment.setProperty("role", "muted")
        self.message.setAccessibleName("Messages")
        self.splitter.addWidget(self.texts)
        self.splitter.addWidget(self.frames)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setSizes([300, 400])
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 4)
        column.addLayout(head)
        column.addWidget(self.comment)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.message)
        column.addWidget(self.strip)
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setTextFormat(Qt.TextFormat.PlainText)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.why_not.setWordWrap(True)
        self.why_not.setProperty("role", "muted")
        self._stack = QStackedLayout(self)
        for page in (self.why_not, body, self.who):
            self._stack.addWidget(page)

    # Who annotates

    def _choose_from_list(self, place: int) -> None:
        if place == self.annotator.count() - 1:
            self._asking = True
            self._show()
            self.focus()
        else:
            self._choose_annotator(self.annotator.itemData(place))

    def _choose_annotator(self, name: str) -> None:
        self._asking = False
        self.desk.workspace.choose_annotator(name)
        self._follow_annotator()
        self.focus()

    def _leave_question(self) -> None:
        if self._asking:
            self._asking = False
            self._follow_annotator()
            self.focus()

    def _follow_annotator(self) -> None:
        """Somebody else annotates, or another project is open."""
        self._fill()
        self.desk.load()
        self._show()

    def _fill(self) -> None:
        project = self.desk.workspace.project
        people = project.annotators if project is not None else ()
        with QSignalBlocker(self.annotator), QSignalBlocker(self.other):
            self.annotator.clear()
            for name in dict.fromkeys((*people, self.desk.workspace.annotator)):
                if name:
                    self.annotator.addItem(shown(name), name)
            self.annotator.addItem(SOMEBODY_ELSE)
            self.annotator.setCurrentIndex(self.annotator.findData(self.desk.workspace.annotator))
            self.other.clear()
            self.other.addItem(NOBODY, "")
            for name in people:
                if name != self.desk.workspace.annotator:
                    self.other.addItem(shown(name), name)
            self.other.setCurrentIndex(max(0, self.other.findData(self.desk.other_name)))

    def _show(self) -> None:
        editor = self.desk.editor
        focused = QApplication.focusWidget()
        holds_keys = focused is not None and (focused is self or self.isAncestorOf(focused))
        page = ANNOTATOR_PAGE if self.desk.needs_annotator or self._asking else int(editor is not None)
        if self._stack.currentIndex() != page:
            self._stack.setCurrentIndex(page)
            if page == ANNOTATOR_PAGE:
                project = self.desk.workspace.project
                self.who.ask(project.annotators if project is not None else ())
            if holds_keys:
                self.focus()
        self.why_not.setText(self.desk.why_not)
        if editor is None:
            return
        scores = self.desk.scores
        self.state.setText(editor.annotation.state.value if self.desk.is_begun else NOT_BEGUN)
        now = "undefined" if scores.now is None else fixed(scores.now)
        change = f"  {difference(scores.change)}" if scores.change else ""
        automatic = ""
        if scores.automatic is not None:
            beside = "" if scores.now is None else f" ({difference(scores.now - scores.automatic)})"
            automatic = f"   automatic {fixed(scores.automatic)}{beside}"
        self.score.setText(f"{scores.metric.upper()} {now}{change}{automatic}")
        self.comment.setText(f"Comment: {editor.annotation.comment}")
        self.comment.setVisible(bool(editor.annotation.comment))

    def _pop_up(self, where: QPoint) -> None:
        actions = self.commands.actions
        edits = ("new_frame", "take_selection", "link", "toggle_partial", "delete")
        pop_up(where, self, [actions[name] for name in ROLES], [actions[name] for name in edits])

    def _ask_comment(self, now: str) -> str:
        dialog = CommentDialog(now, self)
        dialog.exec()
        dialog.deleteLater()
        return dialog.comment()
