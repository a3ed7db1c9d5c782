"""The page of adjudication: translations at the left, who says what of one of them, and the gold standard."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QSettings, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from meantree.errors import MeantreeError
from meantree.shown import counted, shortened, shown
from meantree_gui.actions import CommandList, key_text
from meantree_gui.adjudication.adjudicating import Adjudicating
from meantree_gui.adjudication.columns import Columns
from meantree_gui.adjudication.commands import ORDINALS, adjudication_commands
from meantree_gui.adjudication.lanes import Lanes
from meantree_gui.adjudication.tables import TRANSLATIONS, RowsModel, contested_head, contested_rows, translation_rows
from meantree_gui.desk.annotator_page import AnnotatorPage
from meantree_gui.desk.key_strip import KeyStrip
from meantree_gui.elided_label import ElidedLabel
from meantree_gui.kept_splitter import KeptSplitter
from meantree_gui.pages import Page
from meantree_gui.settings import ADJUDICATOR, of_project
from meantree_gui.state.workspace import Workspace
from meantree_gui.still_combo_box import StillComboBox
from meantree_gui.systematic.tables import ROW_HEIGHT, ErrorTable

if TYPE_CHECKING:
    from meantree.project.file import Project

NO_PROJECT = "Adjudication needs a project with finished annotations of two or more people. Open one with Ctrl+O."
NOTHING = "Nothing to adjudicate yet: no translation has been finished by two annotators beside the same reference."
QUESTION = "Who adjudicates?"
REASON = (
    "What you settle carries your own name; decisions are saved as the gold standard. This project remembers the name."
)
MOST_OF_TEXTS: Final = 0.38
"""Of the height; lists and frames keep the rest."""
WIDTHS: Final = (84, 58, 76)
"""Pixels of segment, system and how many are contested; the rest is for the gold standard."""
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

    def __init__(self, workspace: Workspace, settings: QSettings) -> None:
        super().__init__()
        self.workspace, self.settings = workspace, settings
        self.adjudicating = Adjudicating(workspace)
        self.translations, self.differing = RowsModel(), RowsModel()
        self.list = ErrorTable(self.translations, "Translations to adjudicate")
        self.table = ErrorTable(self.differing, "Contested predicates")
        self.lanes, self.columns = Lanes(self.adjudicating), Columns(self.adjudicating)
        self.who = AnnotatorPage(QUESTION, REASON)
        self.why_not, self.progress, self.message = QLabel(), QLabel(), ElidedLabel()
        self.wanted, self.agreed, self.name = StillComboBox(), QPushButton(), QPushButton()
        self.title = ElidedLabel()
        self._asking = False
        self._stamp: tuple[Project, tuple[int, int]] | None = None
        self.body = QWidget()
        self.commands = CommandList(
            adjudication_commands(self), self, "On the Adjudicate page", (self.body, self.why_not)
        )
        self.strip = KeyStrip(self.commands.commands)
        self.strip.show_keys(self.commands.keys)
        self.page = Page(
            "Adjudicate",
            self,
            (self.commands,),
            "the adjudication",
            ("Ctrl+F9",),
            self.focus,
            self.refresh,
            within="Annotate",
            own_list=self,
        )
        self._arrange()
        self._connect()

    def _connect(self) -> None:
        state = self.adjudicating
        state.listed.connect(self._show_list)
        state.changed.connect(self._show)
        state.told.connect(self.message.setText)
        self.list.selectionModel().currentRowChanged.connect(self._look_at)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _before: state.choose(now.row()))
        self.list.entered_row.connect(lambda _index: self.table.setFocus())
        self.wanted.activated.connect(lambda: state.list_only(self.wanted.currentData()))
        self.agreed.clicked.connect(self.settle_agreed)
        self.name.clicked.connect(self.ask_who)
        self.who.chosen.connect(self._take_name)
        self.who.left.connect(self._leave_question)
        self.workspace.opened.connect(lambda _again: self._restart())

    # What the commands do

    def perform(self, do: Callable[[], object]) -> None:
        """Do something that the page is needed for; where it is not shown, show it, so that people see what they do."""
        if not self.isVisible():
            self.wanted_page.emit()
        elif self._stack.currentIndex() == BODY:
            do()

    def edit(self) -> None:
        """Open the gold standard at the desk, at the contested frame."""
        one, chosen = self.adjudicating.current, self.adjudicating.chosen
        if one is None:
            return
        what = None if chosen is None else chosen.contested
        self.edit_wanted.emit(one.key, None if what is None else what.side, None if what is None else what.predicate)

    def settle_agreed(self) -> None:
        """Settle everything that nobody began and of which all annotators say the same."""
        self.adjudicating.settle_agreed()

    def ask_who(self) -> None:
        """Ask for another name of who adjudicates."""
        if not self.isVisible():
            self.wanted_page.emit()
        self._asking = True
        self._choose_room()
        self.focus()

    def go_to_list(self) -> None:
        """Keys go to the translations, where there are any to adjudicate."""
        if self._stack.currentIndex() == BODY:
            self.list.setFocus()
        else:
            self.focus()

    def step(self, by: int) -> None:
        """Look at the translation so many rows further down in the list."""
        if self._stack.currentIndex() == BODY:
            self.list.walk(by)

    def undo(self) -> None:
        """Take back the last decision."""
        self.adjudicating.undo()

    def redo(self) -> None:
        """Do again what was taken back last."""
        self.adjudicating.redo()

    def focus(self) -> None:
        """Keys go to the contested predicates, or to what is asked for."""
        (self.why_not, self.table, self.who)[self._stack.currentIndex()].setFocus()

    def refresh(self) -> None:
        """Draw again, after the appearance changed."""
        self.strip.refresh()
        self._show_list()
        self.adjudicating.changed.emit()

    def reload(self) -> None:
        """Read again what there is, if it is looked at."""
        if self.isVisible():
            self._load()

    # Inside

    def _restart(self) -> None:
        """Another project is open, or it is looked at as somebody else sees it."""
        project = self.workspace.project
        self.adjudicating.who = "" if project is None else of_project(ADJUDICATOR, project).read(self.settings)
        self.reload()

    def _load(self) -> None:
        """Read again what there is, if anything was edited since."""
        project = self.workspace.project
        try:
            stamp = None if project is None else (project, project.stamp)
            if stamp is None or stamp != self._stamp:
                self.adjudicating.load()
            self._stamp = stamp
        except MeantreeError as error:
            self.adjudicating.items = ()
            self.adjudicating.told.emit(str(error))
        self._choose_room()

    def _choose_room(self) -> None:
        """The question who adjudicates, why nothing can be, or the work."""
        project, corpus, who = self.workspace.project, self.workspace.corpus, self.adjudicating.who
        why_not = NO_PROJECT if project is None or corpus is None else "" if self.adjudicating.items else NOTHING
        room = WHY_NOT if why_not else WHO if not who or self._asking else BODY
        if room == BODY and project is not None and corpus is not None:
            from meantree.project.progress import left_blind

            if left := left_blind(project, who, corpus):
                why_not, room = _finish_first(who, left), WHY_NOT
        self.why_not.setText(why_not)
        if room != self._stack.currentIndex():
            held = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
            self._stack.setCurrentIndex(room)
            if room == WHO and project is not None:
                people = [name for name in project.annotators if name != project.rules.gold]
                annotator = self.workspace.annotator
                self.who.ask(people, who or (annotator if annotator != project.rules.gold else ""))
            if held:
                self.focus()

    def _take_name(self, name: str) -> None:
        project = self.workspace.project
        if project is None:
            return
        if name == project.rules.gold:
            self.who.note.setText(f"“{shown(name)}” is the gold standard itself; enter your own name.")
            return
        self._asking = False
        self.adjudicating.who = name
        of_project(ADJUDICATOR, project).write(self.settings, name)
        self._choose_room()
        self._show_list()
        self.focus()

    def _leave_question(self) -> None:
        if self.adjudicating.who:
            self._asking = False
            self._choose_room()
            self.focus()

    def _look_at(self, now: QModelIndex, _before: QModelIndex) -> None:
        rows = self.adjudicating.rows
        if 0 <= now.row() < len(rows):
            self.adjudicating.look_at(rows[now.row()])

    def _show_list(self) -> None:
        state = self.adjudicating
        rows = state.rows
        with QSignalBlocker(self.list.selectionModel()):
            self.translations.show_rows(TRANSLATIONS, translation_rows(state))
        self._select(self.list, rows.index(state.row) if state.row in rows else None)
        for column, width in enumerate(WIDTHS):
            self.list.setColumnWidth(column, width)
        self.list.setColumnHidden(1, len({one.key.system for one in state.items}) < 2)
        self.progress.setText(f"{state.settled} of {counted(len(state.items), 'translation')} settled")
        agreed = state.agreed
        self.agreed.setText(f"Settle {counted(agreed, 'translation')} on which all agree")
        self.agreed.setVisible(bool(agreed))
        self.name.setText(shown(state.who).replace("&", "&&"))

    def _show(self) -> None:
        state, one = self.adjudicating, self.adjudicating.current
        where = "" if one is None else " · ".join(map(shown, (one.key.segment, one.key.system)))
        count = len(state.contested)
        told = f"{state.place + 1} of {counted(count, 'contested predicate')}" if count else "all agree"
        self.title.setText(f"{where}: {told}" if one is not None else "")
        with QSignalBlocker(self.table.selectionModel()):
            self.differing.show_rows(contested_head(state), contested_rows(state))
        self._select(self.table, state.place if count else None)
        self._size_columns()
        self._name_keys()
        self.table.setMaximumHeight(self.table.horizontalHeader().height() + max(2, count) * ROW_HEIGHT + 4)
        rows = state.rows
        self._select(self.list, rows.index(state.row) if state.row in rows else None)
        self._divide()

    def _select(self, table: ErrorTable, row: int | None) -> None:
        """Show which row is the present one; nothing is told of it."""
        with QSignalBlocker(table.selectionModel()):
            if row is None:
                table.clearSelection()
            elif table.currentIndex().row() != row or not table.selectionModel().hasSelection():
                table.selectRow(row)
        if row is not None:  # the view, too, was not told
            table.scrollTo(table.model().index(row, 0))
        table.viewport().update()

    def _name_keys(self) -> None:
        """The buttons that take frames say whose."""
        one, keys = self.adjudicating.current, self.commands.keys
        names = list(one.work) if one is not None else []
        for place, which in enumerate(ORDINALS):
            button = self.strip.buttons[f"take_{which}"]
            button.setVisible(place < len(names))
            if place < len(names):
                key = key_text(next(iter(keys[f"take_{which}"]), ""))
                button.setText(f"{key}  {shortened(names[place], LONGEST_SHOWN)}".strip().replace("&", "&&"))

    def _size_columns(self) -> None:
        header, last = self.table.horizontalHeader(), self.differing.columnCount() - 1
        for column in range(last + 1):
            stretches = 3 <= column < last
            how = QHeaderView.ResizeMode.Stretch if stretches else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(column, how)
        widths = {0: 26, 1: 96, 2: 116, last: 110}
        for column, width in widths.items():
            self.table.setColumnWidth(column, width)

    def _divide(self) -> None:
        """The texts get as much as they need, up to their share."""
        most = int(self.height() * MOST_OF_TEXTS)
        bar = self.style().pixelMetric(self.style().PixelMetric.PM_ScrollBarExtent)
        self.lanes.setFixedHeight(max(60, min(most, self.lanes.height_at(self.lanes.width() - bar))))

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: others may have worked meanwhile."""
        super().showEvent(event)
        self.message.clear()
        self._load()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Override QWidget.resizeEvent: texts get as much as they need."""
        super().resizeEvent(event)
        self._divide()

    def _arrange(self) -> None:
        for label in (self.why_not, self.progress):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.message.setAccessibleName("Messages")
        self.message.setProperty("role", "muted")
        self.message.setContentsMargins(12, 0, 0, 0)
        self.title.setProperty("role", "title")
        self.why_not.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.why_not.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.why_not.setProperty("role", "muted")
        for name, data in (("All translations", "all"), ("Open", "open"), ("Settled", "settled")):
            self.wanted.addItem(name, data)
        self.wanted.setAccessibleName("Translations that are listed")
        self.name.setToolTip("Who adjudicates; press to change")
        for button in (self.agreed, self.name):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.horizontalHeader().setStretchLastSection(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        across = KeptSplitter(Qt.Orientation.Horizontal, self.settings, "adjudication")
        across.addWidget(self._left())
        across.addWidget(self._right())
        across.setStretchFactor(1, 1)
        across.share(320, 900)
        column = QVBoxLayout(self.body)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(4)
        column.addWidget(across, 1)
        column.addWidget(self.strip)
        self._stack = QStackedLayout(self)
        for page in (self.why_not, self.body, self.who):
            self._stack.addWidget(page)

    def _left(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(8, 6, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.progress)
        column.addWidget(self.wanted)
        column.addWidget(self.list, 1)
        column.addWidget(self.agreed)
        return side

    def _right(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(4)
        above = QHBoxLayout()
        above.setContentsMargins(12, 0, 8, 0)
        above.addWidget(self.title)
        above.addWidget(self.message, 1)
        above.addWidget(QLabel("Adjudicator"))
        above.addWidget(self.name)
        column.addLayout(above)
        column.addWidget(self.lanes)
        down = KeptSplitter(Qt.Orientation.Vertical, self.settings, "adjudication")
        down.addWidget(self.table)
        down.addWidget(self.columns)
        down.share(200, 300)
        column.addWidget(down, 1)
        return side


def _finish_first(who: str, left: int) -> str:
    return (
        f"This project is blind, and {counted(left, 'translation')} of {shown(who)} "
        f"{'is' if left == 1 else 'are'} not finished. Finish your own annotations first, with F9; "
        "then adjudicate. W changes the name of who adjudicates."
    )
