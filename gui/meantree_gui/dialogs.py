"""Dialogs for files and folders, and those that show a message, a list of problems, or an error."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLayout,
    QMessageBox,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from meantree.errors import Cancelled, MeantreeError
from meantree_gui.settings import FOLDER, Settings
from meantree_gui.widgets.boxes import in_column

if TYPE_CHECKING:
    from meantree.errors import Problem

DialogButton = QDialogButtonBox.StandardButton


def dialog_buttons(dialog: QDialog, accept: DialogButton | None = None) -> QDialogButtonBox:
    """Return the button that accepts a dialog, with Cancel; without one, Close alone."""
    buttons = QDialogButtonBox(DialogButton.Close if accept is None else accept | DialogButton.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def is_answered(dialog: QDialog) -> bool:
    """Open a dialog, wait for the user, and return whether it was accepted; it is deleted after the present event."""
    is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return is_accepted


def show_text(title: str, intro: str, text: str, parent: QWidget | None) -> QDialog:
    """Open a dialog with text to read and copy, without waiting for it."""
    dialog = _text_dialog(title, intro, text, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
    return dialog


def is_accepted(title: str, intro: str, problems: Iterable[Problem], parent: QWidget | None) -> bool:
    """Ask whether to save in spite of problems."""
    return is_answered(_text_dialog(title, intro, "\n".join(map(str, problems)), parent, DialogButton.Save))


def _text_dialog(
    title: str, intro: str, text: str, parent: QWidget | None, accept: DialogButton | None = None
) -> QDialog:
    from meantree_gui.widgets.labels import plain_label  # late: it imports much

    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    dialog.resize(640, 420)
    body = QPlainTextEdit(text)
    body.setReadOnly(True)
    words = (plain_label(intro, role="", wrapped=True),) if intro else ()
    in_column(dialog, *words, body, dialog_buttons(dialog, accept))
    return dialog


def scrolled(rows: QLayout) -> QScrollArea:
    """Return rows that scroll if there is no room for all."""
    area, inner = QScrollArea(), QWidget()
    inner.setLayout(rows)
    area.setWidgetResizable(True)
    area.setWidget(inner)
    return area


def show_problems(problems: Iterable[Problem], parent: QWidget | None) -> QDialog:
    """Show what was skipped or could not be scored, and which scores are undefined and why."""
    from meantree.reporting.problems import lines_by_segment, split_undefined, tally, undefined_scores

    wrong, undefined = split_undefined(problems)
    summary, lines = [], lines_by_segment(wrong)
    if wrong or not undefined:
        rest = "" if all(problem.is_note for problem in wrong) else "; the rest was used"
        summary.append(f"{tally(wrong) or 'No problems'}{rest}.")
    if undefined:
        are_excluded = any(problem.segment is not None for problem in undefined)
        rest = " These segments are excluded from the scores of systems." if are_excluded else ""
        summary.append(f"{undefined_scores(undefined)}.{rest}")
        lines += [*([""] if lines else []), *lines_by_segment(undefined)]
    return show_text(
        "Problems and undefined scores" if undefined else "Problems", " ".join(summary), "\n".join(lines), parent
    )


def show_crash(error: BaseException, parent: QWidget | None) -> QDialog:
    """Show the details of an unexpected error."""
    details = "".join(traceback.format_exception(error))
    intro = "An unexpected error occurred. Saved work is not lost. Please report these details:"
    return show_text("Meantree", intro, details, parent)


class ErrorMessages:
    """Shows errors in message boxes above the window."""

    def __init__(self, window: QWidget) -> None:
        self.window = window

    def show(self, error: BaseException) -> None:
        """Show an error: an expected one in one sentence, a bug with its details."""
        if not isinstance(error, MeantreeError):
            show_crash(error, self.window)
            return
        box = QMessageBox(QMessageBox.Icon.Warning, "Meantree", str(error), parent=self.window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        box.open()

    def attempt(self, perform: Callable[[], object]) -> None:
        """Perform an action, and show its error if there is one."""
        try:
            perform()
        except Cancelled:
            return
        except MeantreeError as error:
            self.show(error)
        except OSError as error:
            self.show(MeantreeError(f"cannot write {error.filename}: {error.strerror}"))


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
