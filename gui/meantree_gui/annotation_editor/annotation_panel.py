"""The annotation editor as a view: who annotates, both texts, the frames, and the keys."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from meantree.escaping import escaped
from meantree_gui.actions import BELOW, Command, CommandList, Keys, key_text, pop_up
from meantree_gui.annotation_editor.annotation_commands import ROLES, annotation_commands, view_commands
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.annotation_header import AnnotationHeader
from meantree_gui.annotation_editor.annotator_page import AnnotatorPage
from meantree_gui.annotation_editor.comments import CommentField, CommentsDialog, ListedComment
from meantree_gui.annotation_editor.edited_frames_view import EditedFramesView
from meantree_gui.annotation_editor.key_strip import KeysDialog, KeyStrip, StripButton
from meantree_gui.annotation_editor.role_help import show_guidelines, show_role
from meantree_gui.annotation_editor.rules_dialog import ask_rules
from meantree_gui.annotation_editor.texts_view import TextsView
from meantree_gui.annotation_editor.translation_navigation import resume_work
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.pages import Page
from meantree_gui.settings import (
    ANNOTATION_KEY,
    ANNOTATION_SOURCE,
    ANNOTATION_STRIP,
    Settings,
)
from meantree_gui.settings_dialog.shortcuts import load_keys, save_keys
from meantree_gui.widgets.labels import ElidedLabel

MOST_OF_TEXTS = 0.66
"""Of the height; the frames keep the rest."""


class TextsAndFrames(QSplitter):
    """Divided anew for each text and each size of the window."""

    def __init__(self, texts: TextsView, frames: EditedFramesView) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.texts = texts
        self.addWidget(texts)
        self.addWidget(frames)
        self.setChildrenCollapsible(False)
        self._is_moved = False
        self.splitterMoved.connect(self._keep)

    def divide(self) -> None:
        """Give the texts as much as they need."""
        room = self.height() - self.handleWidth()
        if not self._is_moved and room > 0 and self.texts.editor.frame_editor is not None:
            above = self.texts.height_wanted(int(room * MOST_OF_TEXTS))
            self.setSizes([above, room - above])

    def _keep(self) -> None:
        self._is_moved = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QSplitter.resizeEvent."""
        super().resizeEvent(event)
        self.divide()


ANNOTATOR_PAGE = 2
"""Of the stack; 0 says why nothing can be annotated, 1 is the annotation editor itself."""


class UndoTarget(Protocol):
    """Who takes edits back: the annotation editor, or whoever else makes them while it is shown."""

    def undo(self) -> None:
        """Take back the last edit."""

    def redo(self) -> None:
        """Do again what was taken back last."""


class AnnotationPanel(QWidget):
    """Everything can be done by the keys that the strip shows, and by mouse.

    The keys work where texts and frames are drawn; what is typed into fields and boxes never reaches them.
    """

    def __init__(self, editor: AnnotationEditor, settings: Settings) -> None:
        super().__init__()
        self.editor, self.settings = editor, settings
        self.undoing: UndoTarget = editor
        self.head = AnnotationHeader(editor)
        self.annotator, self.other, self.state = self.head.annotator, self.head.other, self.head.state
        self.annotator_page = AnnotatorPage()
        self.why_not, self.comment_label, self.message = (QLabel() for _ in range(3))
        self.sense = ElidedLabel()
        self._asking = False
        self.texts, self.frames, self.comment_field = TextsView(editor), EditedFramesView(editor), CommentField()
        self.splitter = TextsAndFrames(self.texts, self.frames)
        self.clock = WorkClock(editor)
        everything = (*annotation_commands(editor), *view_commands(self))
        self.commands = CommandList(everything, self, "On the Annotate page", (self.splitter, self.why_not))
        self.strip = KeyStrip(self.commands.commands)
        self.strip_button = StripButton(self.strip, settings, ANNOTATION_STRIP)
        self.set_keys(load_keys(settings, self.commands.commands, ANNOTATION_KEY))
        others = (
            Command("undo", "Undo", "Edit", lambda: self.undoing.undo(), ("Ctrl+Z",)),
            Command("redo", "Redo", "Edit", lambda: self.undoing.redo(), ("Ctrl+Shift+Z", "Ctrl+Y")),
            Command("choose_keys", "Annotation keys …", "Edit", self.choose_keys),
            Command("set_rules", "Project rules …", f"Annotate{BELOW}Project", self.set_rules),
        )
        self.page = Page(
            "Annotate",
            self,
            (CommandList(others, self), self.commands),
            "the Annotate page",
            ("F9",),
            self.focus,
            self.refresh,
        )
        self._arrange()
        self.texts.show_source(ANNOTATION_SOURCE.read(settings))
        self._connect()
        self._show()

    def _connect(self) -> None:
        editor = self.editor
        editor.changed.connect(self._show)
        editor.reported.connect(self._tell)
        editor.leaving.connect(self.comment_field.finish)
        editor.comments.asked.connect(self.comment_field.ask)
        self.comment_field.written.connect(editor.comments.keep)
        self.comment_field.left.connect(self._leave_comment)
        editor.workspace.annotator_changed.connect(self._follow_annotator)
        self.clock.ticked.connect(self._show_time)
        for view in (self.texts, self.frames):
            view.menu_wanted.connect(self._pop_up)
        for watched in (*self.texts.sides.values(), self.frames):
            watched.viewport().installEventFilter(self.clock)
            watched.installEventFilter(self.clock)
        self.comment_field.field.textChanged.connect(self.clock.touch)
        self.head.annotator_chosen.connect(self._choose_annotator)
        self.head.question_wanted.connect(self._ask_annotator)
        self.annotator_page.chosen.connect(self._choose_annotator)
        self.annotator_page.left.connect(self._leave_question)

    def set_keys(self, keys: Keys) -> None:
        """Let commands have these keys from now on."""
        self.commands.set_keys(keys)
        self.strip.show_keys(keys)
        self.editor.unlock_key = key_text(next(iter(keys["unlock"]), ""))
        self.strip_button.show_key(keys["toggle_strip"])

    def choose_keys(self) -> None:
        """Ask for keys, and keep them."""
        dialog = KeysDialog(self.commands.keys, self.commands.commands, self)
        if dialog.exec() == KeysDialog.DialogCode.Accepted:
            self.set_keys(dialog.keys())
            save_keys(self.settings, self.commands.keys, self.commands.commands, ANNOTATION_KEY)
        dialog.deleteLater()

    def set_rules(self) -> None:
        """Ask for the rules of the project, and keep them."""
        if ask_rules(self.editor.workspace.project, self):
            self.editor.reopen()

    def toggle_source(self) -> None:
        """Show the source above the texts, or hide it."""
        ANNOTATION_SOURCE.write(self.settings, not ANNOTATION_SOURCE.read(self.settings))
        self.texts.show_source(ANNOTATION_SOURCE.read(self.settings))
        self.splitter.divide()

    def toggle_strip(self) -> None:
        """Show the keys below, or hide them."""
        self.strip_button.toggle()

    def list_comments(self) -> None:
        """All remarks of the annotator, to go to."""
        self.comment_field.finish()
        dialog = CommentsDialog(self.editor.comments.all(), self.editor.workspace.annotator, self)

        def go(to: ListedComment) -> None:
            side, part = to.place if to.place is not None else (None, None)
            self.editor.go_to(to.key, side, part)
            dialog.accept()

        dialog.chosen.connect(go)
        dialog.open()

    def explain_role(self) -> None:
        """What the role under the cursor means, and all others."""
        show_role(self.editor, self)

    def show_guidelines(self) -> None:
        """The page that the project carries."""
        show_guidelines(self.editor.workspace.project, self)

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.strip.refresh()
        self.texts.refresh()
        self.frames.refresh()

    def focus(self) -> None:
        """Keys go to the annotation editor, whatever it shows."""
        (self.why_not, self.texts, self.annotator_page)[self._stack.currentIndex()].setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: open what is looked at."""
        super().showEvent(event)
        self.editor.is_shown = True
        self.editor.load()
        self.clock.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing is opened for nobody."""
        super().hideEvent(event)
        self.comment_field.finish()
        self.clock.stop()
        self.editor.is_shown = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: texts get as much as they need."""
        super().resizeEvent(event)
        self.strip_button.follow(self.height())

    def _arrange(self) -> None:
        for label in (self.comment_label, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setContentsMargins(12, 0, 12, 0)
            label.setWordWrap(True)
        self.comment_label.setProperty("role", "muted")
        self.sense.setProperty("role", "muted")
        self.sense.setContentsMargins(12, 0, 12, 0)
        self.message.setAccessibleName("Messages")
        below = QHBoxLayout()
        below.setContentsMargins(0, 0, 8, 0)
        below.addWidget(self.message, 1)
        below.addWidget(self.head.adjudicate)
        below.addWidget(self.strip_button)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self.splitter, 1)
        column.addWidget(self.sense)
        column.addWidget(self.comment_label)
        column.addWidget(self.comment_field)
        column.addLayout(below)
        column.addWidget(self.strip)
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setTextFormat(Qt.TextFormat.PlainText)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.why_not.setWordWrap(True)
        self.why_not.setProperty("role", "muted")
        self._stack = QStackedLayout(self)
        for page in (self.why_not, body, self.annotator_page):
            self._stack.addWidget(page)

    # Who annotates

    def _ask_annotator(self) -> None:
        self._asking = True
        self._show()
        self.focus()

    def _choose_annotator(self, name: str) -> None:
        self._asking, is_first = False, not self.editor.workspace.annotator
        self.editor.workspace.choose_annotator(name)
        if is_first:
            resume_work(self.editor.selection)
        self._follow_annotator()
        self.focus()

    def _leave_question(self) -> None:
        if self._asking:
            self._asking = False
            self._follow_annotator()
            self.focus()

    def _follow_annotator(self) -> None:
        """Somebody else annotates, or another project is open."""
        self.head.fill()
        self.editor.load()
        self._show()

    def _tell(self, text: str) -> None:
        self.message.setText(text)
        if self.editor.frame_editor is None:  # the message is not seen then
            self.why_not.setText("\n".join(filter(None, (self.editor.why_not, text))))

    def _show(self) -> None:
        frame_editor = self.editor.frame_editor
        focused = QApplication.focusWidget()
        holds_keys = focused is not None and (focused is self or self.isAncestorOf(focused))
        page = ANNOTATOR_PAGE if self.editor.needs_annotator or self._asking else int(frame_editor is not None)
        if self._stack.currentIndex() != page:
            self._stack.setCurrentIndex(page)
            if page == ANNOTATOR_PAGE:
                project = self.editor.workspace.project
                if project is None:
                    self.annotator_page.ask(())
                else:
                    self.annotator_page.ask(project.annotators, gold=project.rules.gold)
            if holds_keys:
                self.focus()
        self.why_not.setText(self.editor.why_not)
        if frame_editor is None:
            return
        self.head.show_annotation()
        self.sense.setText(self.editor.senses.line(frame_editor))
        self.sense.setVisible(self.editor.senses.are_known)
        self.strip.show_comparing(bool(self.editor.compared_name))
        self.comment_label.setText(f"Remark: {escaped(' '.join(frame_editor.annotation.comment.split()))}")
        self.comment_label.setVisible(bool(frame_editor.annotation.comment) and self.comment_field.asked is None)
        self._show_time()
        self.splitter.divide()

    def _show_time(self) -> None:
        self.head.show_time(self.clock.total)

    def _leave_comment(self) -> None:
        self._show()
        if self.isVisible():
            self.focus()

    def _pop_up(self, where: QPoint) -> None:
        actions = self.commands.actions
        edits = ("new_frame", "take_selection", "link", "toggle_partial", "delete")
        pop_up(where, self, [actions[name] for name in ROLES], [actions[name] for name in edits])
