"""Builds the program that people install without Python, for the system that this runs on, into ``dist``.

python packaging/bundle/build.py             the folder, and on Linux its packages (.tar.xz and .deb)
    --folder                                 the folder alone, uncompressed
    --environment FOLDER                     with the libraries of this environment, which has PyInstaller, too

Needs Python 3.11 or newer with pip or uv, and the network for the first run; on Linux also binutils.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from linux import make_packages, oldest_glibc

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
WORK, TARGET = CHECKOUT / "build" / "bundle", CHECKOUT / "dist"
CONSTRAINTS = CHECKOUT / "packaging" / "constraints.txt"
ICON_SIZES = (48, 128, 256)
PRINT_VERSION = "from importlib.metadata import version; print(version('meantree'))"
DRAW = (
    "import sys; from pathlib import Path; from icons import draw_icon; draw_icon(Path(sys.argv[1]), int(sys.argv[2]))"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", action="store_true")
    parser.add_argument("--environment", type=Path)
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    python = python_of(options.environment) if options.environment else make_environment(WORK / "environment")
    folder = freeze(python)
    print(f"{folder}: {megabytes(folder)} MB after {time.monotonic() - begun:.0f} s", flush=True)
    if sys.platform == "linux":
        strip(folder)
        report_linux(folder)
        if not options.folder:
            pack(python, folder)
    return 0


def make_environment(folder: Path) -> Path:
    """Create or update an environment with the checkout, its libraries and PyInstaller, and return its Python."""
    python = python_of(folder)
    has_uv = importlib.util.find_spec("uv") is not None
    if not python.exists():
        creating = ["uv", "venv", "--quiet", "--python", sys.executable] if has_uv else ["venv"]
        run(sys.executable, "-m", *creating, str(folder))
    wanted = ["--quiet", "--constraint", str(CONSTRAINTS), f"{CHECKOUT}[gui,bundle]"]
    if has_uv:
        installing = [sys.executable, "-m", "uv", "pip", "install", "--python", str(python)]
        run(*installing, "--reinstall-package", "meantree", *wanted)
    else:
        installing = [str(python), "-m", "pip", "install"]
        run(*installing, *wanted)
        run(*installing, "--quiet", "--no-deps", "--force-reinstall", str(CHECKOUT))
    return python


def python_of(environment: Path) -> Path:
    """Return the interpreter of an environment."""
    return environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def freeze(python: Path) -> Path:
    """Run PyInstaller, and return the folder of the program."""
    made, work = WORK / "dist", WORK / "work"
    work.mkdir(parents=True, exist_ok=True)
    options = ["--noconfirm", "--log-level", "WARN", "--distpath", str(made), "--workpath", str(work)]
    run(str(python), "-m", "PyInstaller", *options, str(HERE / "meantree.spec"))
    return made / ("Meantree.app" if sys.platform == "darwin" else "meantree")


def strip(folder: Path) -> None:
    """Remove symbols from libraries, but from those that a wheel carries in ``NAME.libs``: they would not load then."""
    libraries = [path for path in folder.rglob("*.so*") if not path.parent.name.endswith(".libs") and is_file(path)]
    run("strip", "--strip-unneeded", *map(str, libraries))


def report_linux(folder: Path) -> None:
    """Print the size, and the oldest system on which the program starts."""
    minor, files = oldest_glibc(folder)
    print(f"{folder}: {megabytes(folder)} MB; needs glibc 2.{minor} or newer, because of {', '.join(files[:5])}")


def pack(python: Path, folder: Path) -> None:
    """Make the packages for Linux."""
    icons = {size: WORK / f"meantree-{size}.png" for size in ICON_SIZES}
    for size, path in icons.items():
        run(str(python), "-c", DRAW, str(path), str(size), cwd=HERE)
    version = output(str(python), "-c", PRINT_VERSION, cwd=HERE)
    date = output("git", "-C", str(CHECKOUT), "log", "-1", "--format=%cs") if shutil.which("git") else ""
    TARGET.mkdir(exist_ok=True)
    for path in make_packages(folder, TARGET, version, date or time.strftime("%Y-%m-%d"), icons):
        print(f"{path}: {path.stat().st_size / 1e6:.0f} MB", flush=True)


def megabytes(folder: Path) -> int:
    """Return the size of all files in a folder."""
    return round(sum(path.stat().st_size for path in folder.rglob("*") if is_file(path)) / 1e6)


def is_file(path: Path) -> bool:
    """Return whether a path is a file, and no link to one."""
    return path.is_file() and not path.is_symlink()


def run(*command: str, cwd: Path | None = None) -> None:
    """Run a command; end with its message if it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    done = subprocess.run(command, cwd=cwd or CHECKOUT.parent, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"build: {' '.join(command[:6])} … ended with {done.returncode}")


def output(*command: str, cwd: Path | None = None) -> str:
    """Return what a command prints."""
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
