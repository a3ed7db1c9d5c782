"""The Adjudicate page: the list of translations, the frames of all annotators of one, and its gold standard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from meantree.annotation.adjudication import frame_at
from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped, listed, shortened
from meantree_gui.actions import CommandList, key_text
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.adjudication_commands import ORDINALS, has_frames
from meantree_gui.adjudication.contested_view import ContestedView
from meantree_gui.adjudication.translation_list import TranslationList, ask_compared
from meantree_gui.annotation_editor.annotator_page import AnnotatorPage
from meantree_gui.annotation_editor.key_strip import KeyStrip, StripButton
from meantree_gui.settings import ADJUDICATION_STRIP, ADJUDICATOR, Settings, of_project
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.boxes import in_column
from meantree_gui.widgets.labels import plain_label
from meantree_gui.widgets.layouts import KeptSplitter

if TYPE_CHECKING:
    from meantree.project.file import Project


NO_PROJECT = "Adjudication needs a project with finished annotations by two or more annotators. Open one with Ctrl+O."
NOTHING = "Nothing to adjudicate yet: no translation has been finished by two annotators for the same reference."
SPANS = (
    "Error spans are adjudicated on the Annotate page: choose “Adjudicate error spans” in the menu Annotate, Project, "
    "or find it with Ctrl+K."
)
OF_THESE = "Only annotations by {0} are compared; press C to choose other annotators."
READING = "Reading the annotations …"
QUESTION = "Who adjudicates?"
REASON = (
    "Translations that you finalize carry your name; decisions are saved as the gold standard. "
    "It is remembered for this file where it is."
)
MAX_NAME_LENGTH: Final = 18
"""Characters of a name on a button."""
WHY_NOT, BODY, ANNOTATOR_PAGE = range(3)
"""Pages of the stack: the reason why nothing can be adjudicated, the work, and the question who adjudicates."""


class AdjudicationPanel(QWidget):
    """Shows the adjudication; every command can be given by key or by mouse.

    Signals:
        wanted_page: a command was given while another page is shown.
        edit_wanted: the gold standard is to be edited: its key, a side and a predicate, both ``None`` for no frame.
        compared_changed: other annotators are compared, of frames or error spans.
    """

    edit_wanted = Signal(object, object, object)
    wanted_page = Signal()
    compared_changed = Signal()

    def __init__(self, workspace: Workspace, commands: CommandList, settings: Settings) -> None:
        super().__init__()
        self.workspace, self.commands, self.settings = workspace, commands, settings
        self.adjudicating = Adjudicating(workspace)
        self.left, self.right = TranslationList(self.adjudicating), ContestedView(self.adjudicating, settings)
        self.list, self.table, self.columns = self.left.list, self.right.table, self.right.columns
        self.annotator_page, self.why_not = AnnotatorPage(QUESTION, REASON), plain_label(wrapped=True)
        self._is_asking = False
        self._stamp: tuple[Project, tuple[int, int], str] | None = None
        self.body = QWidget()
        commands.work_in(self.body, self.why_not)
        self.strip = KeyStrip(commands.commands)
        self.strip.show_keys(commands.keys)
        self.strip_button = StripButton(self.strip, settings, ADJUDICATION_STRIP)
        self.strip_button.show_key(commands.keys["toggle_adjudication_keys"])
        self._arrange()
        self._connect()
        self._restart()

    def _connect(self) -> None:
        state = self.adjudicating
        state.loaded.connect(self._choose_page)
        state.changed.connect(self._name_keys)
        self.list.entered_row.connect(lambda _index: self.table.setFocus())
        self.left.ready.clicked.connect(state.finalize_ready)
        self.left.compared.clicked.connect(self.choose_compared)
        self.right.name.clicked.connect(self.ask_adjudicator)
        self.annotator_page.chosen.connect(self._set_adjudicator)
        self.annotator_page.left.connect(self._leave_question)
        self.workspace.opened.connect(lambda _again: self._restart())

    # Commands

    @property
    def is_at_work(self) -> bool:
        """Whether translations are shown, not why they cannot be adjudicated, or who adjudicates."""
        return self._stack.currentIndex() == BODY

    def perform(self, command: Callable[[], object]) -> None:
        """Run a command that needs the page; if another page is shown, only show this one."""
        if not self.isVisible():
            self.wanted_page.emit()
        elif self._stack.currentIndex() == BODY:
            command()

    def edit(self) -> None:
        """Open the gold standard in the annotation editor, at the contested frame."""
        item, chosen = self.adjudicating.current, self.adjudicating.chosen
        if item is None:
            return
        side = None if chosen is None else chosen.contested.side
        places = () if chosen is None else [predicate.place for predicate in chosen.predicates]
        there = (place for place in places if frame_at(item.current, *place) is not None)
        place = next(there, places[0] if places else None)
        self.edit_wanted.emit(item.key, side, None if place is None else place[1])

    def ask_adjudicator(self) -> None:
        """Ask for the name of another adjudicator."""
        if not self.isVisible():
            self.wanted_page.emit()
        self._is_asking = True
        self._choose_page()
        self.focus()

    def choose_compared(self) -> None:
        """Ask which annotators are compared; of error spans, on whichever page is shown."""
        from meantree.project.gold_standard import comparable_annotators, compared_annotators

        project = self.workspace.project
        if has_frames(self.workspace) and not self.isVisible():
            self.wanted_page.emit()
        people = () if project is None else comparable_annotators(project)
        if project is None or len(people) < 2:
            return
        names = ask_compared(people, compared_annotators(project), self)
        if names is not None:
            self.adjudicating.compare_only(names)
            self.compared_changed.emit()

    def go_to_list(self) -> None:
        """Give the keyboard focus to the list of translations, if there are any to adjudicate."""
        if self._stack.currentIndex() == BODY:
            self.list.setFocus()
        else:
            self.focus()

    def step(self, by: int) -> None:
        """Select the translation ``by`` rows further down the list, finalized or not."""
        if self._stack.currentIndex() == BODY:
            self.list.walk(by)

    def toggle_strip(self) -> None:
        """Show or hide the keys below."""
        self.strip_button.toggle()

    def focus(self) -> None:
        """Give the keyboard focus to the visible page of the stack."""
        (self.why_not, self.table, self.annotator_page)[self._stack.currentIndex()].setFocus()

    def refresh(self) -> None:
        """Draw again in the present theme."""
        self.strip.refresh()
        self.left.refresh()
        self.adjudicating.changed.emit()

    def reload(self) -> None:
        """Read the project again if the page is visible."""
        if self.isVisible():
            self._load()

    # Inside

    def _restart(self) -> None:
        """Start again, as another project or annotator was chosen."""
        project = self.workspace.project
        self.adjudicating.adjudicator = "" if project is None else of_project(ADJUDICATOR, project).read(self.settings)
        if self._stamp is None or self._stamp[0] is not project:
            self._stamp = None
            self.adjudicating.forget()
        self.reload()

    def _load(self) -> None:
        """Read the project again if it has changed since."""
        project = self.workspace.project
        try:
            stamp = None if project is None else (project, project.stamp, self.workspace.annotator)
            if stamp is not None and stamp != self._stamp:
                self.adjudicating.load()
            self._stamp = stamp
        except MeantreeError as error:
            self.adjudicating.forget()
            self.adjudicating.reported.emit(str(error))
        self._choose_page()

    def _choose_page(self) -> None:
        """Show the question who adjudicates, the reason why nothing can be adjudicated, or the work."""
        project, adjudicator = self.workspace.project, self.adjudicating.adjudicator
        why_not = self._why_not()
        is_asked = project is not None and (not adjudicator or self._is_asking) and why_not in ("", READING)
        page = ANNOTATOR_PAGE if is_asked else WHY_NOT if why_not else BODY
        self.right.name.setText(escaped(adjudicator).replace("&", "&&"))
        self.why_not.setText(why_not)
        if page != self._stack.currentIndex():
            had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
            self._stack.setCurrentIndex(page)
            if page == ANNOTATOR_PAGE and project is not None:
                gold, annotator = project.rules.gold, self.workspace.annotator
                self.annotator_page.ask(project.people, adjudicator or (annotator if annotator != gold else ""), gold)
            if had_focus:
                self.focus()

    def _why_not(self) -> str:
        """Return why nothing can be decided now; empty if it can."""
        state, project = self.adjudicating, self.workspace.project
        if project is None or self.workspace.corpus is None:
            return NO_PROJECT
        if not project.rules.has_frames:
            return SPANS
        if state.is_reading and (not state.items or project.rules.blind):
            return READING  # a blind project is shown to those alone who may see it
        if not state.items:
            people, compared = state.data.people, state.data.compared
            of_these = OF_THESE.format(listed(map(escaped, compared)) or "no one")
            return f"{NOTHING}\n{of_these}" if len(compared) < len(people) else NOTHING
        return _finish_first(state.data.unfinished, state.data.left) if state.data.left and not self._is_asking else ""

    def _set_adjudicator(self, name: str) -> None:
        project = self.workspace.project
        if project is None:
            return
        self._is_asking = False
        self.adjudicating.adjudicator = name
        of_project(ADJUDICATOR, project).write(self.settings, name)
        if project.rules.blind:
            self.adjudicating.load()
        self._choose_page()
        self.focus()

    def _leave_question(self) -> None:
        if self.adjudicating.adjudicator:
            self._is_asking = False
            self._choose_page()
            self.focus()

    def _name_keys(self) -> None:
        """Write the annotators' names on the buttons that take their frames."""
        names, keys = self.adjudicating.names, self.commands.keys
        for place, ordinal in enumerate(ORDINALS):
            button = self.strip.buttons[f"take_{ordinal}"]
            button.setVisible(place < len(names))
            if place < len(names):
                key = key_text(next(iter(keys[f"take_{ordinal}"]), ""))
                button.setText(f"{key}  {shortened(names[place], MAX_NAME_LENGTH)}".strip().replace("&", "&&"))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: others may have annotated meanwhile."""
        super().showEvent(event)
        self.right.message.clear()
        self._load()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: keys are shown where there is room."""
        super().resizeEvent(event)
        self.strip_button.follow(self.height())

    def _arrange(self) -> None:
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.right.above.addWidget(self.strip_button)
        across = KeptSplitter(Qt.Orientation.Horizontal, self.settings, "adjudication")
        across.addWidget(self.left)
        across.addWidget(self.right)
        across.setStretchFactor(1, 1)
        across.share(300, 850)
        in_column(self.body, (across, 1), self.strip, margins=(0, 0, 0, 4), gap=4)
        self._stack = QStackedLayout(self)
        for page in (self.why_not, self.body, self.annotator_page):
            self._stack.addWidget(page)


def _finish_first(annotator: str, left: int) -> str:
    return (
        f"This project is blind, and {escaped(annotator)} still has {counted(left, 'unfinished translation')}. "
        "Finish your own annotations (F9) before adjudicating. Press W to change the adjudicator's name."
    )
