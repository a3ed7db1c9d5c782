"""What the set-up does on different computers; no command is really run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from helpers.scripts import scripts

MISSING = "ImportError: libEGL.so.1: cannot open shared object file: No such file or directory"
(start,) = scripts("", "start")


@dataclass
class FakeMachine:
    """Answers by the first rule whose text occurs in the command; commands without a rule succeed."""

    platform: str = "linux"
    python: str = "/usr/bin/python3"
    version: tuple[int, ...] = (3, 11, 2)
    environment: dict[str, str] = field(default_factory=lambda: {"DISPLAY": ":0"})
    root: bool = False
    programs: frozenset[str] = frozenset()
    modules: frozenset[str] = frozenset({"venv", "ensurepip", "pip"})
    rules: list[tuple[str, int, str]] = field(default_factory=list)
    commands: list[str] = field(default_factory=list)
    variables: list[dict[str, str]] = field(default_factory=list)

    def run(self, command: Sequence[str], *, seconds: float | None = None, **environment: str) -> object:
        line = " ".join(command)
        assert seconds is None or seconds < 15
        self.commands.append(line)
        self.variables.append(environment)
        for part, code, text in self.rules:
            if part in line:
                return start.Result(code, text)
        return start.Result(0)

    ask = run
    watch = run

    def has_program(self, name: str) -> bool:
        return name in self.programs

    def has_module(self, name: str) -> bool:
        return name in self.modules

    def is_root(self) -> bool:
        return self.root

    def did(self, part: str) -> bool:
        return any(part in line for line in self.commands)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    (tmp_path / ".venv").mkdir()
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    (tmp_path / "packaging").mkdir()
    (tmp_path / start.CONSTRAINTS).write_text("numpy==2.3.2\n", encoding="utf-8")
    return tmp_path


def fresh(**changes: object) -> FakeMachine:
    """A computer on which ``.venv`` does not exist yet."""
    machine = FakeMachine(**changes)  # type: ignore[arg-type]  # the names are checked by the call itself
    machine.rules.append((start.IS_APART, 127, "no such file"))
    return machine


def test_first_run_creates_installs_and_opens_the_window(checkout: Path) -> None:
    machine = fresh()
    assert start.main([], machine, checkout) == 0
    python = f"{checkout}/.venv/bin/python"
    assert machine.did(f"/usr/bin/python3 -m venv --clear {checkout}/.venv")
    assert not machine.did("--without-pip")
    assert machine.did(f"{python} -m pip install --no-input --editable {checkout}[gui] --constraint {checkout}/pack")
    assert machine.commands[-1] == f"{python} -m meantree_gui {checkout}/resources/meantree_resources/sample/sample.tsv"


def test_second_run_leaves_pip_alone(checkout: Path) -> None:
    start.main([], FakeMachine(), checkout)
    machine = FakeMachine()
    assert start.main([], machine, checkout) == 0
    assert not machine.did("-m pip")
    assert not machine.did("venv --clear")
    assert machine.did("meantree_gui")


def test_a_half_made_environment_is_no_environment() -> None:
    """Without its pyvenv.cfg the Python in .venv installs into the one outside."""
    outside = getattr(sys, "_base_executable", sys.executable)
    assert start.Machine().ask([outside, "-c", start.IS_APART]).code == 1


@pytest.mark.parametrize(
    ("rule", "did", "said"),
    [
        ((start.IS_APART, 1, ""), "-m venv --clear", ""),
        (("--dry-run", 1, "No matching distribution found for hatchling"), "--editable", ""),
        (
            ("--dry-run", start.TOO_LATE, ""),
            "--editable",
            "No answer of the package index within 13 seconds",
        ),
    ],
    ids=["half-made environment", "index without an answer", "slow index"],
)
def test_what_hinders_nothing(
    checkout: Path, capsys: pytest.CaptureFixture[str], rule: tuple[str, int, str], did: str, said: str
) -> None:
    machine = FakeMachine(rules=[rule])
    assert start.main([], machine, checkout) == 0
    assert machine.did(did)
    assert said in capsys.readouterr().out


def change_dependencies(checkout: Path) -> None:
    (checkout / "pyproject.toml").write_text("[project]\nname = 'x'\n", encoding="utf-8")


def change_constraints(checkout: Path) -> None:
    (checkout / start.CONSTRAINTS).write_text("numpy==2.3.3\n", encoding="utf-8")


def spoil_stamp(checkout: Path) -> None:
    (checkout / ".venv" / start.STAMP).write_text("[]", encoding="utf-8")


@pytest.mark.parametrize("change", [change_dependencies, change_constraints, spoil_stamp])
def test_installs_again_when_something_changed(checkout: Path, change: Callable[[Path], None]) -> None:
    start.main([], FakeMachine(), checkout)
    change(checkout)
    machine = FakeMachine()
    start.main([], machine, checkout)
    assert machine.did("pip install")


def test_the_tests_need_more_than_the_program_but_not_the_other_way_round(checkout: Path) -> None:
    start.main([], FakeMachine(), checkout)
    tests, program = FakeMachine(), FakeMachine()
    start.main(["test"], tests, checkout)
    start.main([], program, checkout)
    assert tests.did(f"--editable {checkout}[dev,gui]")
    assert not program.did("pip install")


def test_tests_run_offscreen_with_their_arguments_and_exit_code(checkout: Path) -> None:
    machine = FakeMachine(rules=[("-m pytest", 5, "")])
    assert start.main(["test", "-k", "nothing", "--lf"], machine, checkout) == 5
    assert machine.commands[-1].endswith("-m pytest -n auto --maxprocesses 4 --dist worksteal -k nothing --lf")
    assert machine.variables[-1] == {"QT_QPA_PLATFORM": "offscreen", "PYTHONDONTWRITEBYTECODE": ""}


def test_that_thorough_tests_take_many_examples(checkout: Path) -> None:
    machine = FakeMachine()
    start.main(["test", "--thorough", "-x"], machine, checkout)
    assert machine.commands[-1].endswith("--dist worksteal --hypothesis-profile=thorough -x")


@pytest.mark.parametrize(
    ("platform", "environment", "window"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_without_a_display_a_report_is_written(
    checkout: Path, capsys: pytest.CaptureFixture[str], platform: str, environment: dict[str, str], window: bool
) -> None:
    machine = FakeMachine(platform=platform, environment=environment)
    assert start.main([], machine, checkout) == 0
    assert machine.did("-m meantree_gui") is window
    assert machine.did(f"-m meantree sample-report --output {checkout}/sample-report.html") is not window
    assert ("There is no display" in capsys.readouterr().out) is not window


def test_windows_has_its_python_elsewhere(checkout: Path) -> None:
    machine = FakeMachine(platform="win32", environment={})
    start.main([], machine, checkout)
    assert machine.commands[-1].startswith(str(checkout / ".venv" / "Scripts" / "python.exe"))
    assert not machine.did("QtWidgets")


def test_bare_debian_uses_the_pip_outside(checkout: Path) -> None:
    machine = fresh(modules=frozenset({"venv", "pip"}))
    machine.rules.append((".venv/bin/python -m pip --version", 1, "No module named pip"))
    assert start.main([], machine, checkout) == 0
    assert machine.did("-m venv --clear --without-pip")
    assert machine.did(f"/usr/bin/python3 -m pip --python {checkout}/.venv/bin/python install")


@pytest.mark.parametrize(
    ("machine", "message"),
    [
        (FakeMachine(version=(3, 9, 7)), "needs Python 3.11 or newer; /usr/bin/python3 is Python 3.9.7"),
        (fresh(modules=frozenset()), "cannot create virtual environments"),
        (
            fresh(modules=frozenset({"venv"}), programs=frozenset({"apt-get"}), rules=[("-m pip --version", 1, "")]),
            "no pip to install the dependencies with.\nInstall it with:  sudo apt-get install -y python3-pip",
        ),
        (fresh(rules=[("-m venv", 1, "disk full")]), "could not be created:\ndisk full"),
        *(
            (FakeMachine(rules=[("--dry-run", 1, text)]), "No network: the dependencies could not")
            for text in (
                "NameResolutionError",
                "Max retries exceeded (Caused by SSLError(1))",
                "not a trusted or secure host",
            )
        ),
        (FakeMachine(rules=[("--editable", 1, "Read timed out")]), "No network: the dependencies could not"),
        (FakeMachine(rules=[("pip install", 2, "ResolutionImpossible")]), "(exit code 2); its messages are above"),
    ],
    ids=[
        "old Python",
        "no venv",
        "no pip",
        "venv fails",
        "no network",
        "no certificate",
        "no trust",
        "network fails",
        "pip fails",
    ],
)
def test_failures_are_one_message(
    checkout: Path, capsys: pytest.CaptureFixture[str], machine: FakeMachine, message: str
) -> None:
    assert start.main([], machine, checkout) == 1
    assert message in capsys.readouterr().err
    assert not machine.did("meantree_gui")


def test_a_folder_with_letters_that_no_locale_knows_does_not_keep_python_from_starting(tmp_path: Path) -> None:
    checkout = tmp_path / "Übersetzung ä"
    packages = checkout / ".venv" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    paths = packages / "_editable_impl_meantree.pth"
    paths.write_text(f"{checkout / 'core'}\n{checkout / 'gui'}", encoding="utf-8")
    for _ in range(2):
        start.make_paths_relative(checkout / ".venv")
        lines = paths.read_text(encoding="ascii").splitlines()
        assert [(packages / line).resolve() for line in lines] == [checkout / "core", checkout / "gui"]


def test_versions_that_do_not_exist_for_a_machine_are_left_to_pip(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = FakeMachine(rules=[("--constraint", 1, "ResolutionImpossible")])
    assert start.main([], machine, checkout) == 0
    assert [line.count("--constraint") for line in machine.commands if "--editable" in line] == [1, 0]
    assert "Trying again without" in capsys.readouterr().out


def test_unknown_argument_is_explained(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = FakeMachine()
    assert start.main(["tset"], machine, checkout) == 2
    assert "Unknown argument 'tset'" in capsys.readouterr().err
    assert machine.commands == []


def test_interruption_is_no_traceback(checkout: Path) -> None:
    class Interrupted(FakeMachine):
        def run(self, command: Sequence[str], *, seconds: float | None = None, **environment: str) -> object:
            super().run(command, seconds=seconds, **environment)
            raise KeyboardInterrupt

        ask = run

    assert start.main([], Interrupted(), checkout) == 130


@dataclass
class WithoutLibraries(FakeMachine):
    """Qt's libraries are missing until apt-get has installed them."""

    installs: bool = True

    def run(self, command: Sequence[str], *, seconds: float | None = None, **environment: str) -> object:
        if "--no-install-recommends" in command and self.installs:
            self.rules = [rule for rule in self.rules if rule[0] != "QtWidgets"]
        return super().run(command, seconds=seconds, **environment)

    ask = run
    watch = run


def without_libraries(**changes: object) -> WithoutLibraries:
    machine = WithoutLibraries(programs=frozenset({"apt-get"}), **changes)  # type: ignore[arg-type]  # checked by the call
    machine.rules += [("QtWidgets", 1, MISSING), ("pkgnames", 0, "libegl1\nlibglib2.0-0t64\nvim\n")]
    return machine


def test_root_on_debian_gets_the_libraries_that_exist_there(checkout: Path) -> None:
    machine = without_libraries(root=True)
    assert start.main(["test"], machine, checkout) == 0
    assert any(line.endswith("--no-install-recommends libegl1 libglib2.0-0t64") for line in machine.commands)
    assert machine.did("-m pytest")


LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4242 (unattended-upgr)"
FRONTEND = "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?"


@pytest.mark.parametrize(
    ("command", "text", "message"),
    [
        (" update", LOCKED, f"Run this again when it has ended.\n  {LOCKED}"),
        (" install ", LOCKED, f"Run this again when it has ended.\n  {LOCKED}"),
        (" install ", FRONTEND, f"Run this again when it has ended.\n  {FRONTEND}"),
        (" install ", "E: Failed to fetch http://x  Temporary failure resolving 'x'", "No network: apt-get could not"),
        (" nothing else", "", "libEGL.so.1"),
    ],
    ids=["lists locked", "packages locked", "packages locked, apt waited", "no network", "it brings none"],
)
def test_what_keeps_apt_from_its_work_is_named(
    checkout: Path, capsys: pytest.CaptureFixture[str], command: str, text: str, message: str
) -> None:
    machine = without_libraries(root=True, installs=False)
    machine.rules.append((f"Timeout=60{command}", 100, text))
    assert start.main(["test"], machine, checkout) == 1
    assert message in capsys.readouterr().err
    assert not machine.did("-m pytest")


def test_others_are_told_the_command(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = without_libraries()
    assert start.main([], machine, checkout) == 1
    error = capsys.readouterr().err
    assert "libEGL.so.1" in error
    assert "sudo apt-get update && sudo apt-get install -y libegl1 libglib2.0-0t64\n" in error
    assert not machine.did("apt-get")
    assert not machine.did("meantree_gui")


@pytest.mark.parametrize(
    ("programs", "text", "message"),
    [
        (frozenset({"dnf"}), MISSING, "sudo dnf install -y libglvnd-egl"),
        (frozenset[str](), MISSING, "package of your distribution that contains this library"),
        (frozenset({"apt-get"}), "ImportError: cannot import name 'QtSvg'", "Delete .venv"),
    ],
    ids=["Fedora", "other", "broken installation"],
)
def test_other_systems_are_told_what_to_do(
    checkout: Path, capsys: pytest.CaptureFixture[str], programs: frozenset[str], text: str, message: str
) -> None:
    machine = FakeMachine(programs=programs, root=True, rules=[("QtWidgets", 1, text)])
    assert start.main([], machine, checkout) == 1
    assert message in capsys.readouterr().err
    assert not machine.did("apt-get")


@pytest.mark.parametrize(
    ("environment", "plugins"),
    [
        ({}, "libqoffscreen.so"),
        ({"DISPLAY": ":0"}, "libqoffscreen.so libqxcb.so"),
        ({"WAYLAND_DISPLAY": "w"}, "libqoffscreen.so libqwayland.so"),
    ],
)
def test_probes_the_plugins_that_the_display_needs(environment: dict[str, str], plugins: str) -> None:
    machine = FakeMachine(environment=environment)
    start.ensure_qt_libraries(machine, "python")
    assert machine.commands[-1].endswith(plugins)
