"""Dialogs for files and folders: all open where the last one was, or beside what was opened since."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from meantree_gui.settings import FOLDER, Settings

_kept_in: list[Settings] = []


def keep_folder_in(settings: Settings) -> None:
    """Keep the folder of all dialogs in these settings."""
    _kept_in[:] = [settings]


def beside(name: str) -> Path:
    """Return the path of a file in the folder of dialogs, at first that of the user's documents."""
    folders = [Path(FOLDER.read(settings)) for settings in _kept_in if FOLDER.read(settings)]
    folders.append(Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)))
    return next(filter(os.path.isdir, folders), Path.home()) / name


def ask_files(parent: QWidget | None, title: str, filters: str = "") -> list[Path]:
    """Return the chosen files, none if the user cancels."""
    names, _ = QFileDialog.getOpenFileNames(parent, title, str(beside("")), filters)
    for name in names[:1]:
        move_folder(Path(name).parent)
    return [Path(name) for name in names]


def ask_file(parent: QWidget | None, title: str, filters: str = "") -> Path | None:
    """Return the chosen file, ``None`` if the user cancels."""
    name, _ = QFileDialog.getOpenFileName(parent, title, str(beside("")), filters)
    return _moved_to(name)


def ask_folder(parent: QWidget | None, title: str) -> Path | None:
    """Return the chosen folder, ``None`` if the user cancels."""
    name = QFileDialog.getExistingDirectory(parent, title, str(beside("")))
    if not name:
        return None
    move_folder(Path(name))
    return Path(name)


def ask_target(
    parent: QWidget | None, title: str, name: str, filters: str, selected: str = ""
) -> tuple[Path | None, str]:
    """Return the file to write, ``None`` if the user cancels, and the chosen one of the filters.

    Args:
        parent: the window below the dialog.
        title: of the dialog.
        name: proposed in the folder of dialogs; a path is proposed as it is.
        filters: with the extensions, separated by ``;;``.
        selected: the filter that is chosen at first.
    """
    target, line = QFileDialog.getSaveFileName(parent, title, str(beside(name)), filters, selected)
    return _moved_to(target), line


def _moved_to(name: str) -> Path | None:
    if not name:
        return None
    move_folder(Path(name).absolute().parent)
    return Path(name)


def move_folder(folder: Path) -> None:
    """Open the next dialog in this folder."""
    for settings in _kept_in:
        FOLDER.write(settings, str(folder.absolute()))
