"""The page of adjudication: translations at the left, who says what of one of them, and the gold standard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedLayout, QVBoxLayout, QWidget

from meantree.errors import MeantreeError
from meantree.escaping import counted, escaped, listed, shortened
from meantree_gui.actions import BELOW, Command, CommandList, key_text
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.contested_view import ContestedView
from meantree_gui.adjudication.translation_list import TranslationList, ask_compared
from meantree_gui.annotation_editor.annotator_page import AnnotatorPage
from meantree_gui.annotation_editor.key_strip import KeyStrip, StripButton
from meantree_gui.pages import Page
from meantree_gui.settings import ADJUDICATION_STRIP, ADJUDICATOR, Settings, of_project
from meantree_gui.state.workspace import Workspace
from meantree_gui.widgets.layouts import KeptSplitter

if TYPE_CHECKING:
    from meantree.project.file import Project


MENU = f"Annotate{BELOW}Adjudication"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
"""Annotators by the keys 1–9."""


def adjudication_commands(panel: AdjudicationPanel) -> tuple[Command, ...]:
    """All of them, in the order of the menu."""
    state = panel.adjudicating

    def do(
        name: str,
        title: str,
        perform: Callable[[], object],
        *keys: str,
        short: str = "",
        is_offered: Callable[[], bool] | None = None,
    ) -> Command:
        return Command(name, title, MENU, partial(panel.perform, perform), keys, short, is_offered)

    take = (
        do(
            f"take_{which}",
            f"Take the frame of the {which} annotator",
            partial(state.take, place),
            str(place + 1),
            short=f"take {which}",
            is_offered=partial(state.has, place),
        )
        for place, which in enumerate(ORDINALS)
    )
    take_all = (
        do(
            f"take_all_{which}",
            f"Take everything of the {which} annotator",
            partial(state.take_all, place),
            f"A, {place + 1}",
            is_offered=partial(state.has, place),
        )
        for place, which in enumerate(ORDINALS)
    )
    return (
        *take,
        do("take_none", "No frame: nobody's", state.drop, "0", "Delete", short="nobody's"),
        *take_all,
        do("next_contested", "Next contested predicate", partial(state.step, 1), "V", short="next"),
        do("previous_contested", "Previous contested predicate", partial(state.step, -1), "Shift+V"),
        do("edit_gold", "Edit the gold standard at this frame", panel.edit, "E", short="edit"),
        do("settle", "Settle, go to the next open translation", state.settle, "S", short="settle"),
        do("unlock_gold", "Unlock what is settled", state.unlock, "U", short="unlock"),
        do("next_to_settle", "Next open translation", partial(state.next_open, 1), "PgDown", short="next open"),
        do("previous_to_settle", "Previous open translation", partial(state.next_open, -1), "PgUp"),
        do(
            "next_translation",
            "Next translation, settled or not",
            partial(panel.step, 1),
            "Shift+PgDown",
            short="next of all",
        ),
        do("previous_translation", "Previous translation, settled or not", partial(panel.step, -1), "Shift+PgUp"),
        do("settle_ready", "Settle all with nothing left to decide", state.settle_ready, "Shift+S"),
        do("more_annotators", "Show annotators further right", partial(panel.columns.shift, 1), "Right"),
        do("fewer_annotators", "Show annotators further left", partial(panel.columns.shift, -1), "Left"),
        do("toggle_adjudication_keys", "Show or hide the keys of adjudication", panel.toggle_strip, "Shift+K"),
        Command("choose_compared", "Annotators who are compared …", MENU, panel.choose_compared, ("C",)),
        Command("say_who_adjudicates", "Who adjudicates …", MENU, panel.ask_who, ("W",)),
    )


NO_PROJECT = "Adjudication needs a project with finished annotations of two or more people. Open one with Ctrl+O."
NOTHING = "Nothing to adjudicate yet: no translation has been finished by two annotators beside the same reference."
OF_THESE = "Only the work of {0} is compared; press C to choose others."
READING = "Reading the annotations …"
QUESTION = "Who adjudicates?"
REASON = (
    "What you settle carries your own name; decisions are saved as the gold standard. This project remembers the name."
)
LONGEST_SHOWN: Final = 18
"""Letters of a name on a button."""
WHY_NOT, BODY, WHO = range(3)


class AdjudicationPanel(QWidget):
    """Everything can be done by the keys that the strip shows, and by mouse.

    Signals:
        wanted_page: a command was given while another page is shown.
        edit_wanted: key of the gold standard, side, predicate; the latter two None for no frame in particular.
    """

    edit_wanted = Signal(object, object, object)
    wanted_page = Signal()

    def __init__(self, workspace: Workspace, settings: Settings) -> None:
        super().__init__()
        self.workspace, self.settings = workspace, settings
        self.adjudicating = Adjudicating(workspace)
        self.left, self.right = TranslationList(self.adjudicating), ContestedView(self.adjudicating, settings)
        self.list, self.table, self.columns = self.left.list, self.right.table, self.right.columns
        self.annotator_page, self.why_not = AnnotatorPage(QUESTION, REASON), QLabel()
        self._asking = False
        self._stamp: tuple[Project, tuple[int, int]] | None = None
        self.body = QWidget()
        self.commands = CommandList(
            adjudication_commands(self), self, "On the Adjudicate page", (self.body, self.why_not)
        )
        self.strip = KeyStrip(self.commands.commands)
        self.strip.show_keys(self.commands.keys)
        self.strip_button = StripButton(self.strip, settings, ADJUDICATION_STRIP)
        self.strip_button.show_key(self.commands.keys["toggle_adjudication_keys"])
        self.page = Page(
            "Adjudicate",
            self,
            (self.commands,),
            "the adjudication",
            ("Ctrl+F9",),
            self.focus,
            self.refresh,
            within="Annotate",
        )
        self._arrange()
        self._connect()

    def _connect(self) -> None:
        state = self.adjudicating
        state.was_read.connect(self._choose_room)
        state.changed.connect(self._name_keys)
        self.list.entered_row.connect(lambda _index: self.table.setFocus())
        self.left.ready.clicked.connect(state.settle_ready)
        self.left.compared.clicked.connect(self.choose_compared)
        self.right.name.clicked.connect(self.ask_who)
        self.annotator_page.chosen.connect(self._take_name)
        self.annotator_page.left.connect(self._leave_question)
        self.workspace.opened.connect(lambda _again: self._restart())

    # What the commands do

    def perform(self, do: Callable[[], object]) -> None:
        """Do something that the page is needed for; where it is not shown, show it, so that people see what they do."""
        if not self.isVisible():
            self.wanted_page.emit()
        elif self._stack.currentIndex() == BODY:
            do()

    def edit(self) -> None:
        """Open the gold standard in the annotation editor, at the contested frame."""
        one, chosen = self.adjudicating.current, self.adjudicating.chosen
        if one is None:
            return
        what = None if chosen is None else chosen.contested
        self.edit_wanted.emit(one.key, None if what is None else what.side, None if what is None else what.predicate)

    def ask_who(self) -> None:
        """Ask for another name of who adjudicates."""
        if not self.isVisible():
            self.wanted_page.emit()
        self._asking = True
        self._choose_room()
        self.focus()

    def choose_compared(self) -> None:
        """Ask whose work is compared."""
        if not self.isVisible():
            self.wanted_page.emit()
        found = self.adjudicating.found
        names = ask_compared(found.people, found.compared, self) if len(found.people) > 1 else None
        if names is not None:
            self.adjudicating.compare_only(names)

    def go_to_list(self) -> None:
        """Keys go to the translations, where there are any to adjudicate."""
        if self._stack.currentIndex() == BODY:
            self.list.setFocus()
        else:
            self.focus()

    def step(self, by: int) -> None:
        """Look at the translation so many rows further down in the list, settled or not."""
        if self._stack.currentIndex() == BODY:
            self.list.walk(by)

    def toggle_strip(self) -> None:
        """Show the keys below, or hide them."""
        self.strip_button.toggle()

    def undo(self) -> None:
        """Take back the last decision."""
        self.adjudicating.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.adjudicating.redo()

    def focus(self) -> None:
        """Keys go to the contested predicates, or to what is asked for."""
        (self.why_not, self.table, self.annotator_page)[self._stack.currentIndex()].setFocus()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.strip.refresh()
        self.left.refresh()
        self.adjudicating.changed.emit()

    def reload(self) -> None:
        """Read again what there is, if it is looked at."""
        if self.isVisible():
            self._load()

    # Inside

    def _restart(self) -> None:
        """Another project is open, or it is looked at as somebody else sees it."""
        project = self.workspace.project
        self.adjudicating.adjudicator = "" if project is None else of_project(ADJUDICATOR, project).read(self.settings)
        if self._stamp is None or self._stamp[0] is not project:
            self._stamp = None
            self.adjudicating.forget()
        self.reload()

    def _load(self) -> None:
        """Read again what there is, if anything was edited since."""
        project = self.workspace.project
        try:
            stamp = None if project is None else (project, project.stamp)
            if stamp is not None and stamp != self._stamp:
                self.adjudicating.load()
            self._stamp = stamp
        except MeantreeError as error:
            self.adjudicating.forget()
            self.adjudicating.reported.emit(str(error))
        self._choose_room()

    def _choose_room(self) -> None:
        """The question who adjudicates, why nothing can be, or the work."""
        project, who = self.workspace.project, self.adjudicating.adjudicator
        why_not = self._why_not()
        is_asked = project is not None and (not who or self._asking) and why_not in ("", READING)
        room = WHO if is_asked else WHY_NOT if why_not else BODY
        self.right.name.setText(escaped(who).replace("&", "&&"))
        self.why_not.setText(why_not)
        if room != self._stack.currentIndex():
            held = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
            self._stack.setCurrentIndex(room)
            if room == WHO and project is not None:
                gold, annotator = project.rules.gold, self.workspace.annotator
                self.annotator_page.ask(project.annotators, who or (annotator if annotator != gold else ""), gold)
            if held:
                self.focus()

    def _why_not(self) -> str:
        """Why nothing can be decided now; empty if it can."""
        state, project = self.adjudicating, self.workspace.project
        if project is None or self.workspace.corpus is None:
            return NO_PROJECT
        if state.is_reading and (not state.items or project.rules.blind):
            return READING  # of a blind project nothing is shown before it is known who may see it
        if not state.items:
            people, compared = state.found.people, state.found.compared
            of_these = OF_THESE.format(listed(map(escaped, compared)) or "nobody")
            return f"{NOTHING}\n{of_these}" if len(compared) < len(people) else NOTHING
        return _finish_first(state.adjudicator, state.found.left) if state.found.left and not self._asking else ""

    def _take_name(self, name: str) -> None:
        project = self.workspace.project
        if project is None:
            return
        self._asking = False
        self.adjudicating.adjudicator = name
        of_project(ADJUDICATOR, project).write(self.settings, name)
        if project.rules.blind:
            self.adjudicating.load()
        self._choose_room()
        self.focus()

    def _leave_question(self) -> None:
        if self.adjudicating.adjudicator:
            self._asking = False
            self._choose_room()
            self.focus()

    def _name_keys(self) -> None:
        """The buttons that take frames say whose."""
        names, keys = self.adjudicating.names, self.commands.keys
        for place, which in enumerate(ORDINALS):
            button = self.strip.buttons[f"take_{which}"]
            button.setVisible(place < len(names))
            if place < len(names):
                key = key_text(next(iter(keys[f"take_{which}"]), ""))
                button.setText(f"{key}  {shortened(names[place], LONGEST_SHOWN)}".strip().replace("&", "&&"))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: others may have worked meanwhile."""
        super().showEvent(event)
        self.right.message.clear()
        self._load()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: keys are shown where there is room."""
        super().resizeEvent(event)
        self.strip_button.follow(self.height())

    def _arrange(self) -> None:
        self.why_not.setTextFormat(Qt.TextFormat.PlainText)
        self.why_not.setWordWrap(True)
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.why_not.setProperty("role", "muted")
        self.right.above.addWidget(self.strip_button)
        across = KeptSplitter(Qt.Orientation.Horizontal, self.settings, "adjudication")
        across.addWidget(self.left)
        across.addWidget(self.right)
        across.setStretchFactor(1, 1)
        across.share(300, 850)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        column.addWidget(across, 1)
        column.addWidget(self.strip)
        self._stack = QStackedLayout(self)
        for page in (self.why_not, self.body, self.annotator_page):
            self._stack.addWidget(page)


def _finish_first(who: str, left: int) -> str:
    return (
        f"This project is blind, and {counted(left, 'translation')} of {escaped(who)} "
        f"{'is' if left == 1 else 'are'} not finished. Finish your own annotations first, with F9; "
        "then adjudicate. W changes the name of who adjudicates."
    )
