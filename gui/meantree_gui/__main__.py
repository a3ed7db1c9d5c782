"""``meantree-gui [FILES…]``: the window, on files or on the sample project."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from meantree.cli.arguments import require_files, require_working_directory
from meantree.errors import UsageError
from meantree.work import use_one_thread

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from meantree_gui.window import MainWindow

NO_WINDOW = 2
USAGE = """Usage: meantree-gui [PROJECT | FILES | FOLDER]

Open a project, a folder, or translations and references (hyp.NAME.en, ref.NAME.en, src.de …). Without arguments, the
last session is restored. For the command line, see meantree --help.

  -h, --help  Print this help and exit."""
SWITCH_SECONDS = 0.0002


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, run until it is closed, and return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if {"-h", "--help"} & set(arguments):
        print(USAGE)
        return 0
    use_one_thread()
    try:
        require_working_directory()
        require_files(arguments)
    except UsageError as error:
        print(f"meantree: {error}", file=sys.stderr)
        return NO_WINDOW
    paths = [Path(name) for name in arguments]
    if not _has_display():
        print("meantree: there is no display to open a window on; see meantree --help for the command", file=sys.stderr)
        return NO_WINDOW
    try:
        from PySide6.QtWidgets import QApplication
    except ImportError as error:
        message = f"the window needs PySide6: pip install '.[gui]' in the folder of Meantree ({error})"
        print(f"meantree: {message}", file=sys.stderr)
        return NO_WINDOW
    from meantree_gui.runtime import Interrupts, Loading, log_crashes

    # Qt releases the interpreter lock at every call; with Python's default of 5 ms, a busy thread makes painting slow.
    sys.setswitchinterval(SWITCH_SECONDS)
    app = QApplication(sys.argv[:1])
    log_crashes()  # not before: without a display, Qt has ended the program with a message of its own
    app.setApplicationName("Meantree")
    app.setOrganizationName("Meantree")
    window = bare_window(app)
    Interrupts(window).terminated.connect(window.forbid_questions)

    def begin() -> None:
        """Create the parts of the window, which is on the screen already, and open files."""
        furnish(window, app)
        if paths:
            window.opener.open_paths(paths)
        else:
            window.begin()

    loading = Loading()
    loading.done.connect(begin)
    window.painted.connect(loading.start)
    window.show()
    return app.exec()


def bare_window(app: QApplication) -> MainWindow:
    """Return the window in its colours, without its parts."""
    from meantree_gui import theme
    from meantree_gui.settings import APPEARANCE, Settings, forbid_qt_settings
    from meantree_gui.window import MainWindow

    forbid_qt_settings()
    settings = Settings.of_user()
    theme.apply_theme(app, APPEARANCE.read(settings))
    return MainWindow(settings)


def furnish(window: MainWindow, app: QApplication) -> None:
    """Create the parts and the state of the window; unexpected errors are shown in its crash dialog."""
    from PySide6.QtGui import QIcon

    from meantree.analysis.store import AnalysisStore
    from meantree_gui.background import Background
    from meantree_gui.runtime import offer_log
    from meantree_gui.settings import read_choices
    from meantree_gui.state.scoring import Scoring
    from meantree_gui.state.selection import Selection
    from meantree_gui.state.workspace import Workspace
    from meantree_gui.widgets.clipboard import forget_copy
    from meantree_resources import resource

    app.setWindowIcon(QIcon(str(resource("icons/meantree.svg"))))
    background, choices = Background(), read_choices(window.settings)
    workspace = Workspace(background, AnalysisStore(choices.parsers), choices.specs)
    workspace.scores_all = choices.scores_all
    window.furnish(Selection(Scoring(workspace)))
    offer_log(window.column)

    def crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        window.errors.show(error)

    sys.excepthook = crash
    app.aboutToQuit.connect(forget_copy)
    app.aboutToQuit.connect(background.close)


def _has_display() -> bool:
    chosen = os.environ.get("QT_QPA_PLATFORM")
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(chosen or desktop) or sys.platform in ("win32", "darwin")


if __name__ == "__main__":
    raise SystemExit(main())
