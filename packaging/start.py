"""Sets Meantree up in this checkout and starts it.

python3 packaging/start.py             the window on the sample project; without a display, a sample report
python3 packaging/start.py test [--thorough] [...]
                                       all tests, with --thorough many examples of each property;
                                       further arguments go to pytest

Needs Python 3.11 or newer with pip, nothing else. The first run fetches the dependencies into ``.venv``.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# This file must also be readable by an older Python, which is then told what is missing: no newer syntax at run time.
MINIMUM = (3, 11)
CHECKOUT = Path(__file__).resolve().parent.parent
SAMPLE = Path("resources", "meantree_resources", "sample", "sample.tsv")
STAMP = "meantree-installed.json"
CONSTRAINTS = Path("packaging", "constraints.txt")
# Tests run side by side, few at a time: each process loads the pipeline. "-n 0" runs them one by one.
SIDE_BY_SIDE = ("-n", "auto", "--maxprocesses", "4", "--dist", "worksteal")
THOROUGH = "--thorough"

# What Qt's own libraries and its X11 and Wayland plug-ins link to (by ldd), and one font to draw text with.
DEBIAN_PACKAGES = (
    "libegl1 libgl1 libopengl0 libfontconfig1 libfreetype6 libdbus-1-3 libzstd1 libglib2.0-0 libglib2.0-0t64 "
    "libx11-6 libx11-xcb1 libxkbcommon0 libxkbcommon-x11-0 libxcb1 libxcb-cursor0 libxcb-glx0 libxcb-icccm4 "
    "libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render0 libxcb-render-util0 libxcb-shape0 libxcb-shm0 "
    "libxcb-sync1 libxcb-util1 libxcb-xfixes0 libxcb-xkb1 libwayland-client0 libwayland-cursor0 libwayland-egl1 "
    "fonts-dejavu-core"
)
FEDORA_PACKAGES = (
    "libglvnd-egl libglvnd-glx libglvnd-opengl fontconfig freetype dbus-libs glib2 libX11-xcb libxkbcommon "
    "libxkbcommon-x11 libxcb xcb-util xcb-util-cursor xcb-util-image xcb-util-keysyms xcb-util-renderutil "
    "xcb-util-wm libwayland-client libwayland-cursor libwayland-egl dejavu-sans-fonts"
)

# An environment whose creation was interrupted runs the Python outside, into which nothing of ours may be installed.
IS_APART = "import sys; sys.exit(sys.prefix == sys.base_prefix)"

# Loading a platform plug-in shows what is missing without opening a window.
QT_PROBE = """
import ctypes, pathlib, sys
import PySide6
from PySide6 import QtGui, QtSvg, QtWidgets
for name in sys.argv[1:]:
    plugin = pathlib.Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / name
    if plugin.exists():
        ctypes.CDLL(str(plugin))
"""

# A question that an index answers at once, so that a missing network is noticed within 15 seconds.
SECONDS, TOO_LATE = 13.0, 124
PIP_PROBE = ("install", "--dry-run", "--no-deps", "--no-input", "-v", "--retries", "1", "--timeout", "6", "hatchling")
APT_PATIENCE = ("-o", "Acquire::Retries=0", "-o", "Acquire::http::Timeout=10", "-o", "DPkg::Lock::Timeout=60")

NO_NETWORK_SIGNS = (
    "NewConnectionError",
    "NameResolutionError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "ConnectTimeoutError",
    "Read timed out",
    "ProxyError",
    "Network is unreachable",
    "Temporary failure resolving",
    "Could not resolve",
    "Could not connect",
    "Unable to connect",
    "SSLError",
    "Max retries exceeded",
    "not a trusted or secure host",
    "connection timed out",
)
NO_NETWORK = (
    "No network: the dependencies could not be fetched, as the package index cannot be reached.\n"
    "Connect to the network (or set PIP_INDEX_URL or HTTPS_PROXY) and run this again."
)
LOCK_SIGNS = ("held by process", "Unable to acquire the dpkg", "Could not get lock")


class SetUpError(Exception):
    """Something that the user can mend; the text says how."""


@dataclass(frozen=True)
class Result:
    """How a command ended: its exit code, and its messages where they were kept."""

    code: int
    text: str = ""


class Machine:
    """All that the set-up asks of the computer; tests put another one in its place."""

    platform: str = sys.platform
    python: str = sys.executable
    version: tuple[int, ...] = tuple(sys.version_info[:3])

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment variables."""
        return os.environ

    def run(self, command: Sequence[str], **environment: str) -> Result:
        """Run a command that talks to the user itself."""
        return Result(subprocess.call(command, cwd=CHECKOUT, env={**self.environment, **environment}))

    def ask(self, command: Sequence[str], *, seconds: float | None = None, **environment: str) -> Result:
        """Run a command silently and keep what it says, but no longer than some seconds."""
        env = {**self.environment, **environment}
        try:
            done = subprocess.run(
                command,
                cwd=CHECKOUT,
                env=env,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return Result(TOO_LATE)
        except OSError as error:
            return Result(127, str(error))
        return Result(done.returncode, done.stdout + done.stderr)

    def watch(self, command: Sequence[str], **environment: str) -> Result:
        """Run a command that talks to the user itself, and keep the end of its error messages."""
        last: deque[str] = deque(maxlen=200)
        env = {**self.environment, **environment}
        with subprocess.Popen(
            command, cwd=CHECKOUT, env=env, stderr=subprocess.PIPE, text=True, errors="replace", bufsize=1
        ) as process:
            for line in process.stderr or ():
                sys.stderr.write(line)
                last.append(line)
        return Result(process.returncode, "".join(last))

    def has_program(self, name: str) -> bool:
        """Whether the search path has this program."""
        return shutil.which(name) is not None

    def has_module(self, name: str) -> bool:
        """Whether the Python that runs this file can import a module."""
        return importlib.util.find_spec(name) is not None

    def is_root(self) -> bool:
        """Whether system packages can be installed without asking."""
        return hasattr(os, "geteuid") and os.geteuid() == 0


def main(arguments: Sequence[str], machine: Machine | None = None, checkout: Path = CHECKOUT) -> int:
    """Do what the arguments ask and return the exit code."""
    machine = machine or Machine()
    if arguments and arguments[0] not in ("test", "-h", "--help"):
        print(f"Unknown argument {arguments[0]!r}.\n\n{__doc__}", file=sys.stderr)
        return 2
    if arguments and arguments[0] != "test":
        print(__doc__)
        return 0
    try:
        check_python(machine)
        if arguments:
            return run_tests(machine, checkout, arguments[1:])
        return run_program(machine, checkout)
    except SetUpError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def run_program(machine: Machine, checkout: Path) -> int:
    """Open the window on the sample project, or write the sample report where no window can be shown."""
    python = prepare(machine, checkout, extras=("gui",))
    if not has_display(machine):
        print("There is no display to open the window on; writing the sample report instead.", flush=True)
        report = checkout / "sample-report.html"
        return machine.run([python, "-m", "meantree", "sample-report", "--output", str(report)]).code
    ensure_qt_libraries(machine, python)
    return machine.run([python, "-m", "meantree_gui", str(checkout / SAMPLE)]).code


def run_tests(machine: Machine, checkout: Path, arguments: Sequence[str]) -> int:
    """Run pytest without a display, and return its exit code."""
    python = prepare(machine, checkout, extras=("dev", "gui"))
    ensure_qt_libraries(machine, python)
    options = ["--hypothesis-profile=thorough" if argument == THOROUGH else argument for argument in arguments]
    # What is compiled is kept, whatever the environment says: else each process compiles all tests and all modules.
    variables = {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": ""}
    return machine.run([python, "-m", "pytest", *SIDE_BY_SIDE, *options], **variables).code


def check_python(machine: Machine) -> None:
    """Refuse a Python that is too old."""
    if machine.version[:2] < MINIMUM:
        found, wanted = (".".join(map(str, version)) for version in (machine.version, MINIMUM))
        raise SetUpError(f"Meantree needs Python {wanted} or newer; {machine.python} is Python {found}.")


def has_display(machine: Machine) -> bool:
    """Whether a window can be shown; only Linux and its like can be without."""
    if machine.platform in ("win32", "darwin"):
        return True
    return any(machine.environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


# ---- the environment ----


def prepare(machine: Machine, checkout: Path, *, extras: Sequence[str]) -> str:
    """Make sure ``.venv`` holds this checkout with the extras, and return its Python."""
    environment = checkout / ".venv"
    python = venv_python(environment, machine.platform)
    if machine.ask([python, "-c", IS_APART]).code != 0:
        create_environment(machine, environment)
    if not is_installed(environment, checkout, extras):
        install(machine, environment, checkout, extras)
    return python


def venv_python(environment: Path, platform: str) -> str:
    """The interpreter inside a virtual environment."""
    return str(environment / "Scripts" / "python.exe" if platform == "win32" else environment / "bin" / "python")


def create_environment(machine: Machine, environment: Path) -> None:
    """Create the virtual environment, over a broken one if need be."""
    if not machine.has_module("venv"):
        raise SetUpError("This Python cannot create virtual environments." + how_to_get_pip(machine))
    print(f"Creating {environment} ...", flush=True)
    command = [machine.python, "-m", "venv", "--clear"]
    # Debian keeps ensurepip in a package of its own; pip from outside the environment does as well.
    if not machine.has_module("ensurepip"):
        command.append("--without-pip")
    result = machine.ask([*command, str(environment)])
    if result.code != 0:
        raise SetUpError(f"{environment} could not be created:\n{result.text.strip()}")


def install(machine: Machine, environment: Path, checkout: Path, extras: Sequence[str]) -> None:
    """Install the checkout and its dependencies, and remember what was installed."""
    stamp = environment / STAMP
    stamp.unlink(missing_ok=True)
    print("Installing Meantree's dependencies; the first time takes some minutes ...", flush=True)
    command = pip(machine, environment)
    probe = machine.ask([*command, *PIP_PROBE], seconds=SECONDS, RES_OPTIONS="timeout:3 attempts:1")
    if probe.code != 0 and is_without_network(probe):
        raise SetUpError(NO_NETWORK)
    if probe.code == TOO_LATE:
        print(f"No network? No answer of the package index within {SECONDS:.0f} seconds; still trying ...", flush=True)
    command += ["install", "--no-input", "--editable", f"{checkout}[{','.join(extras)}]"]
    result = machine.watch([*command, "--constraint", str(checkout / CONSTRAINTS)])
    if result.code != 0 and not is_without_network(result):
        print(f"\nTrying again without {CONSTRAINTS}: perhaps its versions do not exist for this machine.", flush=True)
        result = machine.watch(command)
    if result.code != 0:
        raise SetUpError(explain_pip(result))
    make_paths_relative(environment)
    stamp.write_text(json.dumps({"state": state_of(checkout), "extras": sorted(extras)}), encoding="utf-8")


def make_paths_relative(environment: Path) -> None:
    """Name the folders of the checkout as seen from the environment.

    Before Python 3.13 a .pth file with letters that the locale lacks, as ``LC_ALL=C`` lacks umlauts, keeps Python from
    starting.
    """
    for path in environment.glob("**/site-packages/*_meantree.pth"):
        lines = path.read_text(encoding="utf-8").splitlines()
        relative = (os.path.relpath((path.parent / line).resolve(), path.parent.resolve()) for line in lines)
        path.write_text("\n".join(relative), encoding="utf-8")


def pip(machine: Machine, environment: Path) -> list[str]:
    """The command that installs into the environment: its own pip, or the one outside."""
    inside = venv_python(environment, machine.platform)
    if machine.ask([inside, "-m", "pip", "--version"]).code == 0:
        return [inside, "-m", "pip"]
    if machine.has_module("pip"):
        return [machine.python, "-m", "pip", "--python", inside]
    raise SetUpError("There is no pip to install the dependencies with." + how_to_get_pip(machine))


def how_to_get_pip(machine: Machine) -> str:
    """What to install where Python came without pip or venv."""
    if machine.has_program("apt-get"):
        return "\nInstall it with:  sudo apt-get install -y python3-pip python3-venv"
    return f"\nInstall pip and venv for {machine.python}, or take Python from https://www.python.org/downloads/"


def is_without_network(result: Result) -> bool:
    """Whether pip or apt-get complained that it reaches no server."""
    return any(sign in result.text for sign in NO_NETWORK_SIGNS)


def explain_pip(result: Result) -> str:
    """One message for a failed installation; pip has said the details already."""
    if is_without_network(result):
        return NO_NETWORK
    return f"pip could not install the dependencies (exit code {result.code}); its messages are above."


def is_installed(environment: Path, checkout: Path, extras: Sequence[str]) -> bool:
    """Whether nothing has changed since the extras were installed."""
    try:
        stamp = json.loads((environment / STAMP).read_text(encoding="utf-8"))
        return bool(stamp["state"] == state_of(checkout)) and set(extras) <= set(stamp["extras"])
    except (OSError, ValueError, LookupError, TypeError):
        return False


def state_of(checkout: Path) -> str:
    """A digest of what an editable installation depends on: the declared dependencies, and where the checkout lies."""
    files = (checkout / name for name in ("pyproject.toml", CONSTRAINTS))
    return hashlib.sha256(b"\0".join([bytes(checkout), *(file.read_bytes() for file in files)])).hexdigest()


# ---- the system libraries that Qt needs on Linux ----


def ensure_qt_libraries(machine: Machine, python: str) -> None:
    """Install Qt's system libraries if they are missing and we may, or say how."""
    if machine.platform != "linux":
        return
    result = probe_qt(machine, python)
    if result.code != 0 and is_missing_library(result) and machine.is_root() and machine.has_program("apt-get"):
        print("Installing the system libraries that Qt needs ...", flush=True)
        install_debian_packages(machine)
        result = probe_qt(machine, python)
    if result.code != 0:
        raise SetUpError(explain_qt(machine, result))


def probe_qt(machine: Machine, python: str) -> Result:
    """Load Qt and the plug-ins that the display needs."""
    plugins = ["libqoffscreen.so"]
    if machine.environment.get("WAYLAND_DISPLAY"):
        plugins.append("libqwayland.so")
    if machine.environment.get("DISPLAY"):
        plugins.append("libqxcb.so")
    return machine.ask([python, "-c", QT_PROBE, *plugins], QT_QPA_PLATFORM="offscreen")


def is_missing_library(result: Result) -> bool:
    """Whether the dynamic linker is what complained."""
    return "cannot open shared object file" in result.text


def install_debian_packages(machine: Machine) -> None:
    """Install what this distribution has of the packages; whether that was enough, Qt says afterwards."""
    environment = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}  # its messages are read
    result = machine.watch(["apt-get", *APT_PATIENCE, "update"], **environment)
    if not is_locked(result.text):
        wanted = known_debian_packages(machine)
        command = ["apt-get", *APT_PATIENCE, "install", "-y", "--no-install-recommends", *wanted]
        result = machine.watch(command, **environment)
    for line in result.text.splitlines():
        if is_locked(line):
            raise SetUpError(f"Another program is installing packages. Run this again when it has ended.\n  {line}")
    if result.code != 0 and is_without_network(result):
        raise SetUpError("No network: apt-get could not fetch the libraries that Qt needs; its messages are above.")


def is_locked(text: str) -> bool:
    """Whether apt says that another program installs packages."""
    return any(sign in text for sign in LOCK_SIGNS)


def known_debian_packages(machine: Machine) -> list[str]:
    """The packages that this distribution has: a single unknown name makes apt-get install nothing at all."""
    known = set(machine.ask(["apt-cache", "pkgnames"]).text.split())
    return [name for name in DEBIAN_PACKAGES.split() if name in known]


def explain_qt(machine: Machine, result: Result) -> str:
    """What is missing, and the command that brings it."""
    lines = result.text.strip().splitlines() or [f"exit code {result.code}"]
    message = f"Qt cannot start: {lines[-1]}"
    if not is_missing_library(result):
        return f"{message}\nDelete .venv and run this again."
    if machine.has_program("apt-get"):
        packages = known_debian_packages(machine) or ["libegl1", "libgl1"]
        command = f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"
    elif machine.has_program("dnf"):
        command = f"sudo dnf install -y {FEDORA_PACKAGES}"
    else:
        return f"{message}\nInstall the package of your distribution that contains this library, and run this again."
    return f"{message}\nInstall the libraries that Qt needs, and run this again:\n  {command}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
