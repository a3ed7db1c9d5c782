"""The main window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDockWidget,
    QFileDialog,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from meantree import __version__
from meantree.errors import MeantreeError
from meantree.files import write_text
from meantree.metrics.evidence import Unit
from meantree.project.file import SUFFIX
from meantree.shown import shown
from meantree_gui import dialogs, theme
from meantree_gui.actions import COMMANDS, build_actions
from meantree_gui.background import ProgressLine
from meantree_gui.centre import Centre
from meantree_gui.desk.desk import Desk
from meantree_gui.desk.panel import DeskPanel
from meantree_gui.evidence.choice import select_units
from meantree_gui.evidence.panel import EvidencePanel
from meantree_gui.garbage import GarbageCollection
from meantree_gui.open_dialog import OpenDialog
from meantree_gui.palette import CommandPalette, by_menu
from meantree_gui.projects import ProjectCommands
from meantree_gui.segments.panel import SegmentPanel
from meantree_gui.state.selection import Selection
from meantree_gui.trees.export import SUFFIXES, copy_picture, save_picture
from meantree_resources import resource

T = TypeVar("T")

MENTION_MS = 8000
PANEL_SHARES = (0.29, 0.25)
"""Of the window's width, for segments and evidence when the program runs for the first time."""


class MainWindow(QMainWindow):
    """Segments left, trees in the middle, scores and evidence right; what it does is in ``actions.COMMANDS``."""

    def __init__(self, selection: Selection, settings: QSettings) -> None:
        super().__init__()
        self.selection, self.scoring, self.workspace = selection, selection.scoring, selection.workspace
        self.background, self.settings = self.workspace.background, settings
        self.garbage = GarbageCollection(self)
        self.setWindowTitle("Meantree")
        self.resize(1400, 860)
        self.setAcceptDrops(True)
        self.centre = Centre(selection)
        self.segments = SegmentPanel(selection)
        self.evidence = EvidencePanel(selection)
        self.desk = Desk(selection)
        self.desk_panel = DeskPanel(self.desk, settings)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.centre)
        self.pages.addWidget(self.desk_panel)
        self.setCentralWidget(self.pages)
        self.docks = (
            self._dock("Segments", self.segments, Qt.DockWidgetArea.LeftDockWidgetArea),
            self._dock("Scores and evidence", self.evidence, Qt.DockWidgetArea.RightDockWidgetArea),
        )
        self.projects = ProjectCommands(
            self.workspace, self.desk, self.desk_panel, self.background, settings, self._try, self
        )
        doers = (self, self.projects, self.centre)
        performers: dict[str, Callable[[], object]] = {
            command.id: next(getattr(one, command.id) for one in doers if hasattr(one, command.id))
            for command in COMMANDS
        }
        self.menus, self.actions_by_id = build_actions(self, performers)
        self._annotate_menu()
        self._view_toggles()
        self._status_bar()
        self._first_state = self.saveState()
        self._restore()
        self.evidence.unit_chosen.connect(self.centre.light_up)
        self.evidence.units.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.centre.trees.units_asked.connect(self._choose_units)
        selection.started.connect(self._corpus_opened)
        self.scoring.system_scored.connect(self._count_problems)
        self.scoring.segment_scored.connect(self._count_problems)
        self.scoring.table_chosen.connect(self._count_problems)
        self.background.failed.connect(self.tell)
        self.projects.failed.connect(self.tell)
        self.centre.corrector.told.connect(self._mention)
        self.desk.told.connect(self._mention)
        selection.refresh()

    # File

    def open_paths(self, paths: Sequence[Path]) -> None:
        """Open files by path, asking for their roles where their names do not tell; or a project."""
        if [path.suffix for path in paths] == [SUFFIX]:
            self._try(lambda: self.projects.open(paths[0]))
            return
        files = OpenDialog.ask(paths, self)
        if files:
            self.workspace.open(files)

    def open_files(self) -> None:
        """Choose files and open them."""
        names, _ = QFileDialog.getOpenFileNames(self, "Open translations, references and sources")
        if names:
            self.open_paths([Path(name) for name in names])

    def open_sample(self) -> None:
        """Open the built-in sample project."""
        self.open_paths([resource("sample/sample.tsv")])

    def save_picture(self) -> None:
        """Choose a file and write the trees into it."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        name, _ = QFileDialog.getSaveFileName(self, "Save picture", "trees.svg", f"Pictures ({kinds})")
        if name:
            self._try(lambda: save_picture(self.centre.trees, Path(name)))

    def copy_picture(self) -> None:
        """Put the trees on the clipboard."""
        self._try(lambda: copy_picture(self.centre.trees))

    def export_scores(self) -> None:
        """Write the segment scores of the present system as TSV."""
        table = self.scoring.table
        if table is None or self.selection.system not in table.scored_systems:
            self.tell(MeantreeError("there are no scores yet"))
            return
        name, _ = QFileDialog.getSaveFileName(self, "Export scores", "scores.tsv", "Tables (*.tsv)")
        if name:
            from meantree.report.tables import scores_tsv

            text = scores_tsv(table, "segment", [self.selection.system])
            self._try(lambda: write_text(Path(name), text))

    # Go

    def next_segment(self) -> None:
        """The row below."""
        self.segments.step(1)

    def previous_segment(self) -> None:
        """The row above."""
        self.segments.step(-1)

    def next_system(self) -> None:
        """The next system, round and round."""
        systems = self.workspace.corpus.systems if self.workspace.corpus else ()
        if systems:
            self.selection.choose_system(_after(systems, self.selection.system))

    def next_reference(self) -> None:
        """The next reference, then again the metric's own choice."""
        references = self.workspace.corpus.references if self.workspace.corpus else ()
        self.selection.choose_reference(_after((None, *references), self.selection.reference))

    def next_metric(self) -> None:
        """The next metric in focus."""
        self.selection.choose_focus(_after(self.scoring.specs, self.selection.focus))

    def next_kind(self) -> None:
        """The next kind of unit, then again all."""
        kinds = self.selection.comparison.evidence.kinds if self.selection.comparison else ()
        self.selection.choose_focus(self.selection.focus, _after(("", *kinds), self.selection.kind))

    def find_segment(self) -> None:
        """To the filter line."""
        self.docks[0].show()
        self.segments.filter.setFocus()
        self.segments.filter.selectAll()

    def go_to_table(self) -> None:
        """Keys go to the segments."""
        self.segments.table.setFocus()

    def go_to_desk(self) -> None:
        """The annotation desk takes the place of the trees, and the keys."""
        self.pages.setCurrentWidget(self.desk_panel)
        self.desk_panel.focus()

    def go_to_tree(self) -> None:
        """The trees take the place of the desk; keys go to the hypothesis' tree, then to the reference's."""
        self.pages.setCurrentWidget(self.centre)
        first, *others = self.centre.trees.canvases
        (others[0] if others and first.hasFocus() else first).setFocus()

    def go_to_evidence(self) -> None:
        """Keys go to the evidence."""
        self.evidence.units.setFocus()

    def stop_work(self) -> None:
        """Cancel what runs in the background."""
        self.background.cancel()

    # View

    def zoom_in(self) -> None:
        """Larger trees."""
        self.centre.trees.zoom(1.2)

    def zoom_out(self) -> None:
        """Smaller trees."""
        self.centre.trees.zoom(1 / 1.2)

    def actual_size(self) -> None:
        """Trees at scale 1."""
        self.centre.trees.actual_size()

    def fit_trees(self) -> None:
        """Whole trees."""
        self.centre.trees.fit()

    def toggle_stacked(self) -> None:
        """Trees side by side, or one above the other."""
        stacked = self.centre.trees.splitter.orientation() == Qt.Orientation.Horizontal
        self.centre.trees.set_stacked(stacked)
        self.settings.setValue("stacked", stacked)

    def toggle_theme(self) -> None:
        """The other appearance."""
        self._dress("light" if theme.is_dark() else "dark")

    def follow_system_theme(self) -> None:
        """The desktop's appearance."""
        self._dress("system")

    def choose_columns(self) -> None:
        """Which columns the segments have."""
        self.segments.columns_menu().popup(self.segments.mapToGlobal(self.segments.table.pos()))

    def reset_layout(self) -> None:
        """Panels where they were at first."""
        self.restoreState(self._first_state)
        for dock in self.docks:
            dock.show()

    # Help

    def show_palette(self) -> None:
        """Find a command by its letters."""
        desk, heads = self.desk_panel.actions_by_id, self.centre.head_actions
        CommandPalette(by_menu(self.actions_by_id, desk, heads), self).open()

    def show_shortcuts(self) -> None:
        """All keys."""
        dialogs.show_shortcuts(self, self.desk_panel.keys)

    def show_problems(self) -> None:
        """What was skipped, and what could not be scored."""
        dialogs.show_problems(self._problems(), self)

    def show_about(self) -> None:
        """Version and pipeline."""
        text = f"Meantree {__version__}\nPipeline: {self.workspace.store.parsers.pipeline}\nApache-2.0"
        dialogs.show_text("About Meantree", "Translation error analysis that can be taken apart.", text, self)

    def tell(self, error: BaseException) -> None:
        """Say what went wrong: a user's mistake in one sentence, a bug with its details."""
        if isinstance(error, MeantreeError):
            box = QMessageBox(QMessageBox.Icon.Warning, "Meantree", str(error), parent=self)
            box.setTextFormat(Qt.TextFormat.PlainText)
            box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            box.open()
        else:
            dialogs.show_crash(error, self)

    # Inside

    def _dock(self, title: str, widget: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        dock = QDockWidget(title, self)
        dock.setObjectName(title)
        dock.setWidget(widget)
        self.addDockWidget(area, dock)
        return dock

    def _annotate_menu(self) -> None:
        menu = QMenu("&Annotate", self)
        self.menuBar().insertMenu(self.menus["View"].menuAction(), menu)
        self.desk_panel.fill_menu(menu)
        menu.addMenu("Heads and labels").addActions(self.centre.head_actions)

    def _view_toggles(self) -> None:
        menu = self.menus["View"]
        for place, dock in enumerate(self.docks, start=1):
            action = dock.toggleViewAction()
            action.setShortcut(QKeySequence(f"Ctrl+Shift+{place}"))
            menu.addAction(action)

    def _status_bar(self) -> None:
        self.where = QLabel()
        self.where.setTextFormat(Qt.TextFormat.PlainText)
        self.problems = QToolButton()
        self.problems.setAutoRaise(True)
        self.problems.hide()
        self.problems.clicked.connect(self.show_problems)
        self.statusBar().addWidget(self.where)
        self.statusBar().addPermanentWidget(self.problems)  # messages in passing hide only the others
        self.statusBar().addPermanentWidget(ProgressLine(self.background))

    def _corpus_opened(self) -> None:
        corpus = self.workspace.corpus
        if corpus is not None:
            project = self.workspace.project
            name = shown(corpus.name if project is None else project.path.name)
            self.setWindowTitle(f"{name} – Meantree")
            counts = f"{len(corpus.segments):,} segments · {len(corpus.systems)} systems"
            self.where.setText(f"{name} · {counts} · pipeline {self.workspace.store.parsers.pipeline}")
            self._count_problems()

    def _choose_units(self, units: Sequence[Unit]) -> None:
        """Select the evidence of what was clicked, and light up where the first of it stands."""
        select_units(self.evidence, units)
        self.centre.light_up(units[0])

    def _mention(self, message: str) -> None:
        """Say something in passing; at the desk it says it itself."""
        if self.pages.currentWidget() is self.centre:
            self.statusBar().showMessage(message, MENTION_MS)

    def _problems(self) -> list[object]:
        table = self.scoring.table
        return [*table.corpus.problems, *table.problems] if table else []

    def _count_problems(self) -> None:
        count = len(self._problems())
        self.problems.setText(f"{count} problem{'s' if count > 1 else ''}")
        self.problems.setVisible(count > 0)

    def _try(self, perform: Callable[[], object]) -> None:
        try:
            perform()
        except MeantreeError as error:
            self.tell(error)
        except OSError as error:
            self.tell(MeantreeError(f"cannot write {error.filename}: {error.strerror}"))

    def _dress(self, appearance: theme.Appearance) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply_theme(app, appearance)
        self.settings.setValue("appearance", appearance)
        self.centre.trees.refresh()
        self.desk_panel.refresh()

    def _restore(self) -> None:
        for key, restore in (("geometry", self.restoreGeometry), ("state", self.restoreState)):
            value = self.settings.value(key)
            if value is not None:
                restore(value)
        self.centre.trees.set_stacked(self.settings.value("stacked", True, bool) is True)
        self.centre.frames.setChecked(self.settings.value("frames", True, bool) is True)

    def showEvent(self, event: QShowEvent) -> None:
        """Override QWidget.showEvent: widths of the panels, which Qt takes only from a window on the screen."""
        super().showEvent(event)
        if self.settings.value("state") is None and not event.spontaneous():
            widths = [round(self.width() * share) for share in PANEL_SHARES]
            self.resizeDocks(list(self.docks), widths, Qt.Orientation.Horizontal)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Override QWidget.closeEvent: keep the layout, leave no thread behind."""
        self.settings.setValue("geometry", self.saveGeometry())
        self.settings.setValue("state", self.saveState())
        self.settings.setValue("frames", self.centre.frames.isChecked())
        self.hide()  # threads end between two batches; nobody should have to watch
        self.background.cancel()
        self.workspace.close_project()
        self.background.close()
        self.garbage.end()
        super().closeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Override QWidget.dragEnterEvent."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Override QWidget.dropEvent."""
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            self.open_paths(paths)


def _after(items: Sequence[T], item: T) -> T:
    place = list(items).index(item) if item in items else -1
    return items[(place + 1) % len(items)]
