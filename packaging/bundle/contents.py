"""What goes into the folder, as a recipe of PyInstaller collects it, and what stays out."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distributions
from pathlib import Path

HERE = Path(__file__).parent
Entry = tuple[str, str, str]
"""PyInstaller's: name in the folder, path of the file, kind."""

UNUSED = frozenset(
    {
        *("PIL._avif", "PIL._webp", "PySide6.QtNetwork", "pkg_resources", "setuptools"),
        *("antigravity", "distutils", "ensurepip", "idlelib", "lib2to3", "nis", "pydoc_data", "readline", "test"),
        *("this", "tkinter", "turtle", "turtledemo", "venv"),
    }
)
"""Pictures and networks that nothing reads, Tk, what makes Python, its tests, and GNU's Readline (under the GPL)."""
OWN = {"meantree", "pyinstaller", "pyinstaller-hooks-contrib"}
SYSTEM = frozenset(json.loads((HERE / "libraries.json").read_text(encoding="utf-8")))
"""Libraries that the system supplies: drivers of its graphics need its own, and a desktop has them."""
OUT_OF_PLACE = re.compile(
    r"(^|/)(tests?|testing/tests|sample_data|translations|nltk_data|__pycache__)/"
    r"|\.(pyx|pxd|pxi|pyi|c|h|cc|cpp|hpp|f|f90|lib|a)$"
    r"|^matplotlib/mpl-data/fonts/(afm|pdfcorefonts|ttf/(?!DejaVu|LastResort))"
    r"|^matplotlib/mpl-data/(images|plot_directive)/"
    r"|\.dist-info/"
)
"""Tests, sources, Qt's translations (the window is English), other fonts; :func:`metadata` chooses among metadata."""
PLUGIN = re.compile(r"PySide6/(?:Qt/)?plugins/(.*)")
PLUGINS = re.compile(
    r"platforms/(lib)?q(cocoa|offscreen|wayland|windows|xcb)\."
    r"|wayland-(shell-integration/libxdg-shell|decoration-client/)"
    r"|platforminputcontexts/|platformthemes/libqxdgdesktopportal"
    r"|(iconengines|imageformats)/(lib)?qsvg|styles/"
)
"""Qt's plug-ins that the window uses. Those of OpenGL stay out: nothing is drawn by it, and drivers differ."""
SHARED = re.compile(r"(PySide6/Qt/lib/|\w+\.libs/)?lib(?!python)[^/]*\.so[^/]*$")
NEEDED = re.compile(r"^ +NEEDED +(\S+)", re.MULTILINE)


def is_inside(entry: Entry) -> bool:
    """Return whether a file belongs into the folder."""
    name = entry[0].replace("\\", "/")
    plugin = PLUGIN.match(name)
    return not OUT_OF_PLACE.search(name) and (plugin is None or PLUGINS.match(plugin[1]) is not None)


def is_slow(script: str) -> bool:
    """Return whether a start script of PyInstaller would load a library for all commands, and do what is not needed.

    NLTK's sets a folder of data that is not used; that of matplotlib makes a new cache at each start; that of PySide6
    sets where Qt is, which PySide6's wheels know. The last is left out where that was tried.
    """
    return script in ("pyi_rth_nltk", "pyi_rth_mplconfig") or (script == "pyi_rth_pyside6" and sys.platform == "linux")


def needed(files: list[Entry]) -> list[Entry]:
    """Return the files of a folder for Linux without the libraries of the system, and of Qt, that nothing needs.

    They came for plug-ins that are left out, such as GTK's; or the system supplies them.
    """
    places: dict[str, set[str]] = {}
    for name, _, kind in files:
        if kind == "BINARY":
            places.setdefault(Path(name).name, set()).add(name)  # several wheels may carry the same library
    links = {name: joined(name, target) for name, target, kind in files if kind == "SYMLINK"}
    wanted = needs({name: path for name, path, kind in files if kind in ("BINARY", "EXTENSION")})
    waiting, reached = [name for name in wanted if not is_shared_library(name)], set[str]()
    while waiting:
        reached.add(name := waiting.pop())
        waiting += {place for library in wanted[name] - SYSTEM for place in places.get(library, ())} - reached
    return [
        (name, path, kind)
        for name, path, kind in files
        if links.get(name, name) in reached or not is_shared_library(links.get(name, name))
    ]


def is_shared_library(name: str) -> bool:
    """Return whether a file is a library of the system or of Qt, which is loaded only because others need it."""
    return SHARED.match(name) is not None


def joined(name: str, target: str) -> str:
    """Return the place in the folder at which a link points."""
    return os.path.normpath(os.path.join(os.path.dirname(name), target))


def needs(paths: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the names of the libraries that each file is linked to."""
    done = subprocess.run(["objdump", "-p", *paths.values()], capture_output=True, text=True, check=True)
    parts = re.split(r"^\S.*: +file format .*$", done.stdout, flags=re.MULTILINE)[1:]
    return {name: set(NEEDED.findall(part)) for name, part in zip(paths, parts, strict=True)}


def inside(entries: Iterable[Entry]) -> list[Distribution]:
    """Return the installed distributions of others that any of the files is from, by name."""
    paths = {str(Path(path).resolve()) for _, path, kind in entries if path and kind != "SYMLINK"}
    found = [
        one
        for one in distributions()
        if one.name not in OWN
        and any(str(Path(str(one.locate_file(file))).resolve()) in paths for file in one.files or ())
    ]
    return sorted(found, key=lambda one: one.name.lower())


def metadata(those: Iterable[Distribution]) -> list[Entry]:
    """Return the files by which versions and plug-ins of distributions are found."""
    return [
        (str(file), str(one.locate_file(file)), "DATA")
        for one in those
        for file in one.files or ()
        if file.name in ("METADATA", "entry_points.txt") and file.parent.name.endswith(".dist-info")
    ]
