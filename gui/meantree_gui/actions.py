"""Everything that can be done, declared once: menus, shortcuts, the palette and the help all come from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu


@dataclass(frozen=True, slots=True)
class Command:
    """One thing to do; ``id`` names the method of the window that does it."""

    id: str
    title: str
    menu: str
    shortcuts: tuple[str, ...] = ()


COMMANDS = (
    Command("open_files", "Open …", "File", ("Ctrl+O",)),
    Command("open_sample", "Open the sample project", "File"),
    Command("save_project", "Save as a project …", "File", ("Ctrl+S",)),
    Command("save_picture", "Save picture …", "File", ("Ctrl+E",)),
    Command("copy_picture", "Copy picture", "File", ("Ctrl+Shift+C",)),
    Command("export_scores", "Export scores …", "File", ("Ctrl+Shift+E",)),
    Command("close", "Quit", "File", ("Ctrl+Q",)),
    Command("undo", "Undo", "Edit", ("Ctrl+Z",)),
    Command("redo", "Redo", "Edit", ("Ctrl+Shift+Z", "Ctrl+Y")),
    Command("choose_keys", "Keys of the annotation desk …", "Edit"),
    Command("next_segment", "Next segment", "Go", ("Ctrl+Down", "Alt+Down")),
    Command("previous_segment", "Previous segment", "Go", ("Ctrl+Up", "Alt+Up")),
    Command("next_system", "Next system", "Go", ("Ctrl+Shift+S",)),
    Command("next_reference", "Next reference", "Go", ("Ctrl+R",)),
    Command("next_metric", "Next metric in focus", "Go", ("Ctrl+M",)),
    Command("next_kind", "Next kind of unit", "Go", ("Ctrl+Shift+M",)),
    Command("next_structure", "Next structure to draw", "Go", ("Ctrl+G",)),
    Command("less_probable_parse", "Less probable parse of the hypothesis", "Go", ("Ctrl+N",)),
    Command("more_probable_parse", "More probable parse of the hypothesis", "Go", ("Ctrl+Shift+N",)),
    Command("less_probable_reference_parse", "Less probable parse of the reference", "Go", ("Ctrl+B",)),
    Command("more_probable_reference_parse", "More probable parse of the reference", "Go", ("Ctrl+Shift+B",)),
    Command("find_segment", "Filter segments", "Go", ("Ctrl+F",)),
    Command("go_to_table", "To the segments", "Go", ("F6",)),
    Command("go_to_tree", "To the trees", "Go", ("F7",)),
    Command("go_to_desk", "To the annotation desk", "Go", ("F9",)),
    Command("go_to_evidence", "To the evidence", "Go", ("F8",)),
    Command("stop_work", "Stop what is running", "Go", ("Ctrl+.",)),
    Command("zoom_in", "Zoom in", "View", ("Ctrl++", "Ctrl+=")),
    Command("zoom_out", "Zoom out", "View", ("Ctrl+-",)),
    Command("actual_size", "Actual size", "View", ("Ctrl+0",)),
    Command("fit_trees", "Fit the trees", "View", ("Ctrl+9",)),
    Command("toggle_frames", "Frames below the trees", "View", ("Ctrl+Shift+G",)),
    Command("toggle_stacked", "Side by side, or one above the other", "View", ("Ctrl+T",)),
    Command("toggle_theme", "Light or dark", "View", ("Ctrl+D",)),
    Command("follow_system_theme", "Appearance of the desktop", "View"),
    Command("show_agreement", "Agreement between annotators", "View", ("Ctrl+Shift+A",)),
    Command("choose_columns", "Choose columns …", "View"),
    Command("reset_layout", "Reset the layout", "View"),
    Command("show_palette", "Find a command …", "Help", ("Ctrl+K",)),
    Command("show_shortcuts", "Shortcuts", "Help", ("F1",)),
    Command("show_problems", "Problems of the input", "Help"),
    Command("show_about", "About Meantree", "Help"),
)


def build_actions(
    window: QMainWindow, commands: Mapping[str, Callable[[], object]]
) -> tuple[dict[str, QMenu], dict[str, QAction]]:
    """Make the menus of ``window`` by title, and the actions by id; ``commands`` gives what each does."""
    menus: dict[str, QMenu] = {}
    actions: dict[str, QAction] = {}
    for command in COMMANDS:
        action = QAction(command.title, window)
        action.setShortcuts([QKeySequence(text) for text in command.shortcuts])
        perform = commands[command.id]
        action.triggered.connect(lambda _checked=False, perform=perform: perform())
        if command.menu not in menus:
            menus[command.menu] = window.menuBar().addMenu(f"&{command.menu}")
        menus[command.menu].addAction(action)
        actions[command.id] = action
    return menus, actions


def shortcut_text(command: Command) -> str:
    """The first shortcut as people write it on this system."""
    first = command.shortcuts[:1]
    return QKeySequence(first[0]).toString(QKeySequence.SequenceFormat.NativeText) if first else ""
