"""Where the program that needs no Python begins: everything that only it has, then the ``meantree`` command."""

from __future__ import annotations

import ctypes
import json
import os
import runpy
import shutil
import subprocess
import sys
from multiprocessing import freeze_support
from pathlib import Path

INSIDE = Path(getattr(sys, "_MEIPASS", ""))
PLUGINS = {"WAYLAND_DISPLAY": "libqwayland.so", "DISPLAY": "libqxcb.so"}
JOBLIB = "joblib.externals.loky.backend."
UNUSABLE = 2


def main() -> None:
    """Serve as another process of the program if its arguments say so; else run a command or open the window."""
    free_other_programs()
    serve_joblib()
    freeze_support()
    from platformdirs import user_cache_path

    os.environ.setdefault("MPLCONFIGDIR", str(user_cache_path("meantree", appauthor=False) / "matplotlib"))
    from meantree.bundled import use_own_packages
    from meantree.cli import console
    from meantree.cli.app import main as run
    from meantree.cli.app import opens_window

    console.say_plugin_warnings()
    use_own_packages()
    if opens_window(sys.argv[1:]) and (library := missing_library()):
        complain(advice(library))
        raise SystemExit(UNUSABLE)
    run()


def free_other_programs() -> None:
    """Have programs that this one starts, such as a viewer of PDF, find the system's libraries, not those inside."""
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    os.environ.pop("LD_LIBRARY_PATH", None)
    if before is not None:
        os.environ["LD_LIBRARY_PATH"] = before


def serve_joblib() -> None:
    """Run what joblib starts as ``python -m MODULE`` or ``python -c CODE``, then end; return if it is not joblib.

    On Windows, joblib gives the number of a pipe where Python's own processes get ``pipe_handle=NUMBER``.
    """
    sys.modules["__main__"].__dict__.pop("__file__", None)  # joblib's processes would run this file
    option, module = [*sys.argv[1:3], "", ""][:2]
    if option == "-m" and module.startswith(JOBLIB):
        del sys.argv[1:3]
        runpy.run_module(module, run_name="__main__", alter_sys=True)
        raise SystemExit
    if sys.platform == "win32" and option == "--multiprocessing-fork" and module.isdigit():
        from joblib.externals.loky.backend.popen_loky_win32 import main as serve

        serve(int(module))
        raise SystemExit
    if "-c" in sys.argv[:-1] and (code := sys.argv[sys.argv.index("-c") + 1]).startswith(f"from {JOBLIB}"):
        exec(code)
        raise SystemExit


def missing_library() -> str:
    """Return the library that Qt needs for the display, and that is missing; empty for none, or without a display."""
    missing = ""
    for variable, plugin in PLUGINS.items():
        if sys.platform == "linux" and os.environ.get(variable):
            try:
                ctypes.CDLL(str(INSIDE / "PySide6" / "Qt" / "plugins" / "platforms" / plugin))
            except OSError as error:
                missing = Path(
                    str(error.__cause__ or error).partition(":")[0]
                ).name  # PyInstaller's own error is less exact
            else:
                return ""
    return missing


def advice(library: str) -> str:
    """Return a message that names the packages that have a library."""
    packages = json.loads((INSIDE / "libraries.json").read_text(encoding="utf-8")).get(library)
    if packages is None:
        return f"the window needs {library}; install the package of your distribution that contains it"
    debian, fedora = packages["debian"].rpartition(" ")[2], packages["fedora"]
    return (
        f"the window needs {library}; install its package: sudo apt install {debian} (Debian, Ubuntu), "
        f"sudo dnf install {fedora} (Fedora)"
    )


def complain(message: str) -> None:
    """Print a message; without a terminal, show it by a program of the desktop."""
    print(f"meantree: {message}", file=sys.stderr)
    dialogs = (["zenity", "--error", "--text"], ["kdialog", "--error"], ["xmessage"])
    if not sys.stderr.isatty() and (dialog := next((words for words in dialogs if shutil.which(words[0])), None)):
        subprocess.Popen([*dialog, message], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
