"""The Annotate page: the annotator, both texts, the frames, and the keys."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QStackedWidget, QWidget

from meantree.annotation.error_annotation import ErrorKey
from meantree.escaping import escaped
from meantree.project.comments import ListedComment, list_comments
from meantree.project.gold_standard import compared_annotators
from meantree.project.records import Conflict, Locked
from meantree_gui.actions import OPEN, CommandList, Keys, key_text, pop_up
from meantree_gui.annotating.adjudication import Adjudication
from meantree_gui.annotating.comments import CommentField, CommentsDialog
from meantree_gui.annotating.context_view import ContextView
from meantree_gui.annotating.decision_table import DecisionTable
from meantree_gui.annotating.translation_editor import sentence
from meantree_gui.annotation_editor.annotation_commands import ROLES
from meantree_gui.annotation_editor.annotation_editor import AnnotationEditor
from meantree_gui.annotation_editor.annotation_header import AnnotationHeader, ProgressLine
from meantree_gui.annotation_editor.annotator_page import AnnotatorPage
from meantree_gui.annotation_editor.edited_frames_view import EditedFramesView
from meantree_gui.annotation_editor.key_strip import KeyStrip, StripButton
from meantree_gui.annotation_editor.open_annotation import NO_PAIR
from meantree_gui.annotation_editor.role_help import show_role
from meantree_gui.annotation_editor.texts_view import TextsAndFrames, TextsView
from meantree_gui.annotation_editor.work_clock import WorkClock
from meantree_gui.guidelines import show_guidelines
from meantree_gui.rules_dialog import ask_compared, ask_rules
from meantree_gui.settings import (
    ANNOTATION_CONTEXT,
    ANNOTATION_KEY,
    ANNOTATION_SIZE,
    ANNOTATION_STRIP,
    SCORE_CHANGE,
    Settings,
    save_keys,
)
from meantree_gui.settings_dialog import KeysDialog
from meantree_gui.span_editor.span_editor import SpanEditor
from meantree_gui.span_editor.span_panel import SpanPanel
from meantree_gui.state.comparer import NO_TRANSLATION
from meantree_gui.state.next_translation import resume_work, select_translation
from meantree_gui.widgets.boxes import in_column, in_row
from meantree_gui.widgets.labels import ElidedLabel, isolated, plain_label
from meantree_gui.widgets.score_prompt import ScorePrompt

WHY_NOT, BODY, ANNOTATOR_PAGE = range(3)
"""In the stack: why nothing can be annotated, frames or error spans, and the question who annotates."""
ADJUDICATOR = "Enter your name: the translations that you finalize carry it."
ACTIONS = {NO_TRANSLATION: OPEN, NO_PAIR: "Project rules …"}
"""The button below a reason why there is nothing to annotate."""
NO_PROJECT = "Adjudication needs a project with finished annotations by two or more annotators. Open one with Ctrl+O."
ONE_LAYER = (
    "By its rules this project has frames alone, or error spans alone; Annotate → Project → Project rules changes that."
)
NOT_ADJUDICATING = "Nothing is adjudicated now; begin with Ctrl+F9"
HEIGHT_OF_ROWS = 160
"""The height in pixels that the context leaves to the list of rows to decide."""
SMALLEST, LARGEST = 0.6, 3.0
"""Bounds of the scale of the texts."""


class AnnotationPanel(QWidget):
    """Shows the annotation editor; every command can be given by key or by mouse.

    The keys work in texts and frames alone; text typed into fields and boxes never reaches them.

    Signals:
        wanted_page: a command was given while another page is shown.
    """

    wanted_page = Signal()

    def __init__(
        self, editor: AnnotationEditor, commands: CommandList, deciding: CommandList, settings: Settings
    ) -> None:
        """Initialize.

        Args:
            commands: those whose keys work in texts and frames.
            deciding: those whose keys work in the rows to decide.
        """
        super().__init__()
        self.editor, self.workspace, self.commands, self.settings = editor, editor.workspace, commands, settings
        self.deciding = deciding
        self.header = AnnotationHeader(editor)
        self.annotator, self.compared, self.state = self.header.annotator, self.header.compared, self.header.state
        self.annotator_page = AnnotatorPage()
        self.prompt = ScorePrompt()
        self.why_not = self.prompt.message
        self.comment_label = ElidedLabel()
        self.message = plain_label(role="", wrapped=True, side_margin=12)
        self.sense = ElidedLabel()
        self._when_named: Callable[[], object] | None = None  # while the user is asked who annotates
        self.texts, self.frames = TextsView(editor), EditedFramesView(editor)
        self.comment_field = CommentField(editor.save_comment)
        self.decisions = DecisionTable(editor.adjudication)
        self.splitter = TextsAndFrames(self.texts, self.decisions, self.frames)
        self.spans = SpanPanel(SpanEditor(editor.selection))
        self.context = ContextView(editor.selection, lambda: self._shown.key)
        self.clock = WorkClock(editor, self.spans.editor)
        self.progress = ProgressLine(self.clock)
        commands.work_in(self.texts, self.frames, self.why_not)
        deciding.work_in(self.decisions, self.spans.decisions)
        self.strip = KeyStrip(commands.commands, deciding.commands)
        self.strip_button = StripButton(self.strip, settings, ANNOTATION_STRIP)
        self.set_keys(commands.keys)
        self._arrange()
        self.context.amount = ANNOTATION_CONTEXT.read(settings)
        self.header.shows_change = SCORE_CHANGE.read(settings)
        with suppress(ValueError):  # changed by hand
            self._use_size(float(ANNOTATION_SIZE.read(settings) or 0))
        self._connect()
        self.header.fill()
        self._show()

    def _connect(self) -> None:
        editor = self.editor
        editor.changed.connect(self._show)
        editor.reported.connect(self._show_message)
        editor.save_typed = self.comment_field.finish
        editor.commenting.connect(self.comment_field.open)
        self.comment_field.left.connect(self._leave_comment)
        self.workspace.annotator_changed.connect(self._follow_annotator)
        self.clock.ticked.connect(self._show_time)
        for show in (self._show_spans, self._show_comment):
            self.spans.editor.changed.connect(show)
        self.spans.editor.reported.connect(self._show_message_on_spans)
        self.texts.sized.connect(self._choose_size)
        for turns in (self.splitter, self.spans):
            turns.turned.connect(self._show_keys)
        editor.adjudication.changed.connect(self.splitter.divide)
        self.spans.editor.adjudication.changed.connect(self._show_keys)
        self.header.adjudication_wanted.connect(self.adjudicate)
        for view in (self.texts, self.frames):
            view.menu_wanted.connect(self._pop_up)
        for watched in (self.spans, self.spans.score.field):
            watched.installEventFilter(self.clock)
        for comment in (self.spans.comment, self.comment_field):
            comment.field.textChanged.connect(self.clock.touch)
        for rows in (self.decisions, self.spans):
            rows.addAction(self.commands.actions["list_remarks"])  # letters without Ctrl go to words there
        self.decisions.addAction(self.commands.actions["link"])  # at the cursor, which is where the row is
        self.workspace.opened.connect(self._start)
        tables = self.decisions.table, self.spans.decisions.table
        for area in (*self.texts.sides.values(), self.frames, *tables):
            area.viewport().installEventFilter(self.clock)
            area.installEventFilter(self.clock)
        self.header.annotator_chosen.connect(self._choose_annotator)
        self.header.new_annotator_wanted.connect(self._ask_annotator)
        self.annotator_page.chosen.connect(self._choose_annotator)
        self.annotator_page.left.connect(self._leave_question)

    @property
    def adjudication(self) -> Adjudication[Any, Any]:
        """The adjudication of frames, or of error spans if these are shown."""
        return self._shown.adjudication

    @property
    def _shown(self) -> AnnotationEditor | SpanEditor:
        """The editor of frames, or of error spans if these are shown."""
        return self.spans.editor if self._shows_spans else self.editor

    @property
    def _shows_spans(self) -> bool:
        """Whether error spans are shown, as the rules of the project said when the page was drawn last."""
        return self._layers.currentWidget() is self.spans

    def set_keys(self, keys: Keys) -> None:
        """Assign keys to the commands."""
        self.commands.set_keys(keys)
        self.strip.show_keys({**keys, **self.deciding.keys})
        self.editor.unlock_key = key_text(next(iter(keys["unlock"]), ""))
        self.strip_button.show_key(keys["toggle_strip"])

    def choose_keys(self) -> None:
        """Let the user choose keys, and save them."""
        dialog = KeysDialog(self.commands, self)
        if dialog.exec() == KeysDialog.DialogCode.Accepted:
            self.set_keys(dialog.table.keys())
            save_keys(self.settings, self.commands.keys, self.commands.commands, ANNOTATION_KEY)
        dialog.deleteLater()

    def set_rules(self) -> None:
        """Let the user change the rules of the project."""
        if ask_rules(self.workspace.project, self):
            self._reopen()

    def toggle_spans(self) -> None:
        """Change between frames and error spans, where the project has both."""
        project = self.workspace.project
        if project is not None and not (project.rules.has_frames and project.rules.has_errors):
            self._show_message(ONE_LAYER)
            return
        self.workspace.prefers_spans = not self.workspace.prefers_spans
        self.message.clear()
        self._open_layer()
        self.focus()

    def adjudicate(self) -> None:
        """Edit the gold standard of frames or error spans, with what annotators differ in, or one's own work again.

        An adjudicator whose name is not known, or who came to another's work, is asked for it first. From another
        page, the command goes to an adjudication that has begun.
        """
        is_on_the_way = self.workspace.is_adjudicating and not self.isVisible()
        self._in_own_name(self.focus if is_on_the_way else self._turn)

    def ask_adjudicator(self) -> None:
        """Ask for the name of another adjudicator."""
        if not self.isVisible():
            self.wanted_page.emit()
        if self.workspace.is_adjudicating:
            self._ask_annotator(self._turn, ADJUDICATOR)
        else:
            self._ask_annotator()

    def finalize_agreed(self) -> None:
        """Finalize the translations in which nothing is left to decide."""
        self._in_own_name(lambda: self.adjudication.finalize_ready())

    def choose_compared(self) -> None:
        """Ask which annotators are compared."""
        if ask_compared(self.workspace.project, self):
            self._reopen()

    def _reopen(self) -> None:
        """Open the translation again, by other rules."""
        self.editor.reopen()
        self.spans.editor.reopen()
        self._open_layer()

    def decide(self, do: Callable[[AnnotationPanel], object]) -> None:
        """Run a command of adjudication; if another page is shown, only show this one."""
        if not self.isVisible():
            self.wanted_page.emit()
        elif not self.adjudication.names:
            self._show_message(NOT_ADJUDICATING)
        else:
            do(self)

    def edit_gold(self) -> None:
        """Edit the gold standard with the keys of the editor; Esc leads back to the rows to decide."""
        if self._shows_spans:
            self.spans.focus(edits=True)
        else:
            self.texts.setFocus()

    def show_beside(self, step: int) -> None:
        """Show all frames of another annotator beside the gold standard."""
        self.adjudication.show_beside(step)
        self.header.fill()

    def _turn(self) -> None:
        self.adjudication.turn()
        self.header.fill()
        self._open_layer()
        self.focus()

    def _in_own_name(self, do: Callable[[], object]) -> None:
        """Open the page, and do something as soon as the user has a name."""
        if not self.isVisible():
            self.wanted_page.emit()
        if self.workspace.project is None:
            self._show_message(NO_PROJECT)
            return
        if self.editor.needs_annotator or self.workspace.visitor is not None:
            self._ask_annotator(do, ADJUDICATOR)
        else:
            do()
            self.focus()

    def _start(self, again: bool) -> None:
        """Begin anew with another project."""
        if not again:
            self.workspace.prefers_spans = False
            self._stop_asking()
            self.comment_field.finish()
        self._open_layer()

    def _open_layer(self) -> None:
        """Open the selected translation in the editor of frames, or of error spans; the other one rests."""
        self._layers.setCurrentIndex(int(self.workspace.shows_spans))
        for editor in (self.editor, self.spans.editor):
            editor.is_shown = self.isVisible() and editor is self._shown
        self._shown.load()
        self.clock.follow()
        self._show()

    def change_context(self) -> None:
        """Show the source and the segments around, the source alone, or nothing above the texts."""
        ANNOTATION_CONTEXT.write(self.settings, self.context.show_next_amount())

    def toggle_change(self) -> None:
        """Show or hide how each edit changes the score, and remember the choice."""
        self.header.shows_change = not self.header.shows_change
        SCORE_CHANGE.write(self.settings, self.header.shows_change)
        self._show()

    def zoom(self, factor: float) -> None:
        """Multiply the size of the texts by a factor, or for 0 let it follow the window; it is remembered."""
        self._choose_size(min(LARGEST, max(SMALLEST, self.texts.scale * factor)) if factor else 0.0)

    def _choose_size(self, scale: float) -> None:
        ANNOTATION_SIZE.write(self.settings, f"{scale:.2f}" if scale else "")
        self._use_size(scale)
        self.splitter.divide()

    def _use_size(self, scale: float) -> None:
        self.context.scale = scale or 1.0
        self.context.refresh()
        self.texts.use_scale(scale)
        self.frames.take_scale(scale or 1.0)
        self.spans.use_scale(scale or 1.0)

    def list_comments(self) -> None:
        """List all comments of the annotator, in adjudication of all; choosing one goes to its place."""
        self.comment_field.finish()
        project, corpus, names = self.workspace.project, self.workspace.corpus, [self.workspace.edited_name]
        if project is not None and self.workspace.is_adjudicating:
            names += compared_annotators(project)
        comments = [one for name in names for one in list_comments(project, corpus, name)] if project and corpus else []
        dialog = CommentsDialog(comments, self.workspace, "the comma" if self._shows_spans else "R", self)
        dialog.chosen.connect(self.go_to_comment)
        dialog.chosen.connect(dialog.accept)
        dialog.open()

    def go_to_comment(self, comment: ListedComment) -> None:
        """Go to the place of a comment of the annotator."""
        self.workspace.prefers_spans = isinstance(comment.key, ErrorKey)
        if isinstance(comment.key, ErrorKey):
            select_translation(self.editor.selection, comment.key)
        else:
            is_own = comment.key.annotator == self.workspace.edited_name
            self.editor.go_to(comment.key, *((is_own and comment.place) or ()))
        self._open_layer()

    def explain_role(self) -> None:
        """Explain the roles, starting with the one under the cursor."""
        show_role(self.editor.frame_editor, self.editor.senses, self)

    def show_guidelines(self) -> None:
        """Show the guidelines of the project."""
        show_guidelines(self.workspace.project, self)

    def refresh(self) -> None:
        """Draw again in the present theme."""
        for view in (self.strip, self.context, self.texts, self.frames, self.decisions, self.spans):
            view.refresh()

    def focus(self) -> None:
        """Give the keyboard focus to the visible page of the stack, in adjudication to the rows to decide."""
        if self._stack.currentIndex() == BODY and self._shows_spans:
            self.spans.focus()
            return
        frames = self.texts if self.decisions.isHidden() else self.decisions
        (self.why_not, frames, self.annotator_page)[self._stack.currentIndex()].setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: open the selected translation."""
        super().showEvent(event)
        self.workspace.annotate(begins=True)
        self._open_layer()

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget.hideEvent: nothing is opened while the page is hidden."""
        super().hideEvent(event)
        if not event.spontaneous():  # a minimized window is left by nobody
            self._stop_asking()
        self.comment_field.finish()
        self.clock.stop()
        self.editor.is_shown = self.spans.editor.is_shown = False
        self.workspace.annotate(begins=self.isVisible())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: keys and context are shown where there is room."""
        super().resizeEvent(event)
        self._follow_height()

    def _arrange(self) -> None:
        self.sense.setProperty("role", "muted")
        for line in (self.sense, self.comment_label):
            line.setContentsMargins(12, 0, 12, 0)
        self.message.setAccessibleName("Messages")
        below = in_row(
            None, (self.message, 1), self.progress, self.header.adjudicate, self.strip_button, margins=(0, 0, 8, 0)
        )
        body, frames = QWidget(), QWidget()
        in_column(frames, (self.splitter, 1), self.sense, self.comment_field, margins=(0, 0, 0, 0), gap=4)
        self._layers = QStackedWidget()
        for layer in (frames, self.spans):
            self._layers.addWidget(layer)
        above, under = (self.header, self.context), (self.comment_label, below, self.strip)
        in_column(body, *above, (self._layers, 1), *under, margins=(0, 0, 0, 4), gap=4)
        self.prompt.accepted.connect(self.set_rules)
        self._stack = QStackedLayout(self)
        for page in (self.prompt, body, self.annotator_page):
            self._stack.addWidget(page)

    # The annotator

    def _ask_annotator(self, then: Callable[[], object] = lambda: None, note: str = "") -> None:
        """Ask who annotates, and do something in that name."""
        self._when_named = then
        self._show()
        self.annotator_page.note.setText(note)
        self.focus()

    def _choose_annotator(self, name: str) -> None:
        do, is_first = self._when_named, not self.workspace.annotator  # another name that is chosen elsewhere ends it
        self.workspace.choose_annotator(name)
        if is_first:
            resume_work(self.editor.selection)
        self._leave_question()
        if do is not None:
            do()

    def _leave_question(self) -> None:
        self._follow_annotator()
        self.focus()

    def _stop_asking(self) -> None:
        self._when_named = None
        self.annotator_page.note.clear()

    def _follow_annotator(self) -> None:
        self._stop_asking()
        self.header.fill()
        self._open_layer()

    def _show_message_on_spans(self, text: str) -> None:
        if self.workspace.shows_spans:
            self._say(text)

    def _say(self, text: str) -> None:
        """Show a message; what forbids to save any edit stays before it until one is saved."""
        error = self._shown.unsaved
        lasting = "" if error is None or isinstance(error, Conflict | Locked) else sentence(str(error))
        self.message.setText(text if lasting in text else ". ".join(filter(None, (lasting, text))))

    def _show_message(self, text: str) -> None:
        if text or not self._shows_spans:
            self._say(text)
        if self.editor.frame_editor is None:  # the message line is hidden then
            self.why_not.setText("\n".join(filter(None, (self.editor.why_not, text))))

    def _show(self) -> None:
        frame_editor = self.editor.frame_editor
        focused = self.window().focusWidget()  # also while a dialog has the keyboard
        holds_keys = focused is not None and (focused is self or self.isAncestorOf(focused))
        spans = self.workspace.shows_spans
        self._layers.setCurrentIndex(int(spans))
        page = BODY if spans or frame_editor is not None else WHY_NOT
        page = ANNOTATOR_PAGE if self.editor.needs_annotator or self._when_named is not None else page
        self._show_spans()
        self._show_comment()
        if self._stack.currentIndex() != page:
            self._stack.setCurrentIndex(page)
            if page == ANNOTATOR_PAGE and (project := self.workspace.project) is not None:
                self.annotator_page.ask(project.people, gold=project.rules.gold)
            if holds_keys:
                self.focus()
        self.prompt.show_prompt(self.editor.why_not, ACTIONS.get(self.editor.why_not, ""))
        self._show_keys()
        if frame_editor is None or spans:
            return
        self.header.show_annotation()
        self.strip.name_frame(frame_editor.frame_name)
        self.sense.setText(self.editor.senses.line(frame_editor))
        self.sense.setVisible(self.editor.senses.are_known)
        self._show_time()
        self.splitter.divide()

    @property
    def _is_deciding(self) -> bool:
        """Whether keys decide on rows; else the gold standard, or one's own work, is edited."""
        if self._shows_spans:
            return not self.spans.decisions.isHidden()
        return not self.decisions.isHidden() and not self.splitter.is_editing

    def _follow_height(self) -> None:
        """Show the context and the strip of keys where there is room, of which the rows to decide take some.

        Error spans have a line of their keys, unless one decides.
        """
        has_rows = not self._shows_spans and not self.decisions.isHidden()
        self.context.follow(self.height() - (HEIGHT_OF_ROWS if has_rows else 0))
        self.strip_button.follow(self.height(), is_wanted=self._is_deciding or not self._shows_spans)

    def _show_keys(self) -> None:
        """Show the keys that decide, with annotators' names, or edit; in error spans, letters walk and digits mark."""
        is_deciding = self._is_deciding
        self.commands.rest(["toggle_source"] if self._shows_spans else ())
        self.deciding.rest(self.deciding.actions if self._shows_spans and not is_deciding else ())
        self._follow_height()
        takers = self.adjudication.names if is_deciding else ()
        self.strip.show_only(deciding=is_deciding, comparing=bool(self.editor.compared_name), takers=takers)

    def _show_spans(self) -> None:
        """Show the state of the translation whose error spans are open, if they are shown."""
        if self._shows_spans:
            self._follow_height()
            self.header.show_spans(self.spans.head)
            self._show_time()

    def _show_comment(self) -> None:
        """Show the comment on the whole translation, unless it is being written."""
        annotation = self._shown.annotation
        comment = "" if annotation is None else escaped(" ".join(annotation.comment.split()))
        self.comment_label.setText(f"Comment: {isolated(comment)}")
        self.comment_label.setVisible(bool(comment) and self.comment_field.request is None)

    def _show_time(self) -> None:
        self.header.show_time(self.clock.total)

    def _leave_comment(self) -> None:
        self._show()
        if self.isVisible():
            self.focus()

    def _pop_up(self, where: QPoint) -> None:
        actions = self.commands.actions
        edits = ("new_frame", "take_selection", "link", "toggle_partial", "delete")
        pop_up(where, self, [actions[name] for name in ROLES], [actions[name] for name in edits])
