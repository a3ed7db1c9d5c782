"""Settings: kept as JSON, whatever stands in the file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from helpers.windows import present
from meantree.errors import MeantreeError
from meantree_gui import settings as declared
from meantree_gui.settings import (
    ANNOTATOR,
    APPEARANCE,
    GUIDE,
    LAST_SESSION,
    MAX_BYTES,
    METRICS,
    NAMED_FILTERS,
    PIPELINE,
    RECENT,
    Settings,
    StoredSetting,
)
from meantree_gui.window import MainWindow

PROGRAM = """
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from meantree_gui.__main__ import bare_window

app = QApplication([])
app.setApplicationName("Meantree")
app.setOrganizationName("Meantree")
window = bare_window(app)
dialog = QFileDialog(window)
QTimer.singleShot(0, dialog.reject)
dialog.exec()
print("opened")
"""


def _hostile(mark: Path) -> str:
    r"""A settings file as Qt writes one, whose value is a pickled call of ``os.mkdir``."""
    name, content = b"PySide::PyObjectWrapper\0", f"cos\nmkdir\n(V{mark}\ntR.".encode()
    stream = b"\0\0\0\x7f" + len(name).to_bytes(4, "big") + name + len(content).to_bytes(4, "big") + content
    value = "@Variant(" + "".join(f"\\x{byte:x}" if byte else "\\0" for byte in stream) + ")"
    return f"[General]\nappearance={value}\n[FileDialog]\nlastVisited={value}\nsidebarWidth={value}\n"


@pytest.mark.parametrize("name", ["Meantree/Meantree.conf", "Meantree/Meantree/settings.json", "QtProject.conf"])
def test_no_settings_file_runs_code(tmp_path: Path, name: str) -> None:
    mark, file = tmp_path / "code ran", tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_hostile(mark))
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "opened\n"
    assert not mark.exists()
    assert not list(tmp_path.glob("**/QtProject.conf")) or file.read_text() == _hostile(mark)


def _reporting(file: Path, told: list[MeantreeError]) -> Settings:
    """The settings of a file, which tell what is wrong."""
    settings = Settings(file)
    settings.report_to(told.append)
    return settings


def test_settings_come_back(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "settings.json"
    settings = Settings(file)
    ANNOTATOR.of("a project").write(settings, "Ána\n")
    GUIDE.write(settings, False)
    APPEARANCE.write(settings, "dark")
    APPEARANCE.forget(settings)
    assert json.loads(file.read_text(encoding="utf-8")) == {"annotators/a project": "Ána\n", "guide": False}
    again = Settings(file)
    assert ANNOTATOR.of("a project").read(again) == "Ána\n"
    assert not GUIDE.read(again)
    assert APPEARANCE.read(again) == "system"


RACER = """
import sys
from pathlib import Path
from meantree_gui.settings import StoredSetting, Settings

path, name = Path(sys.argv[1]), sys.argv[2]
settings = Settings(path)
print("ready", flush=True)
sys.stdin.readline()
for number in range(60):
    StoredSetting("key", "").of(f"{name}-{number}").write(settings, name)
"""


def racing(path: Path, *names: str) -> None:
    """Let programs write settings of their own names, all at once."""
    command, pipe = [sys.executable, "-c", RACER, str(path)], subprocess.PIPE
    programs = [subprocess.Popen([*command, name], stdin=pipe, stdout=pipe, text=True) for name in names]
    for program in programs:
        assert present(program.stdout).readline() == "ready\n"
    for program in programs:
        present(program.stdin).write("go\n")
        present(program.stdin).flush()
    for program in programs:
        program.communicate()
        assert program.returncode == 0


@pytest.mark.parametrize("before", [b"", b"{"], ids=["empty", "damaged"])
def test_programs_that_write_at_once_keep_the_settings_of_all(tmp_path: Path, before: bytes) -> None:
    """A damaged file is set aside once, an empty one is none."""
    (tmp_path / "settings.json").write_bytes(before)
    racing(tmp_path / "settings.json", "one", "two")
    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    written = json.loads(kept.pop("settings.json"))
    assert written == {f"key/{name}-{number}": name for name in ("one", "two") for number in range(60)}
    assert kept == ({"settings.unreadable.json": before} if before else {})


DAMAGED = [b"{", b"[1]", b"3", b"\xff", b"[" * 100_000, b'{"a": "' + b"x" * MAX_BYTES + b'"}', b'{"guide": false'[:-1]]


@pytest.mark.parametrize("content", DAMAGED)
def test_a_file_that_cannot_be_read_is_set_aside(tmp_path: Path, content: bytes) -> None:
    file, told = tmp_path / "settings.json", list[MeantreeError]()
    file.write_bytes(content)
    settings = _reporting(file, told)
    assert APPEARANCE.read(settings) == "system"
    APPEARANCE.write(settings, "dark")
    assert APPEARANCE.read(Settings(file)) == "dark"
    assert (tmp_path / "settings.unreadable.json").read_bytes() == content
    assert len(told) == 1
    assert str(told[0]).startswith(str(file))
    assert "settings.unreadable.json" in str(told[0])


def test_what_a_program_knows_is_written_where_the_file_was_damaged_meanwhile(tmp_path: Path) -> None:
    file, told = tmp_path / "settings.json", list[MeantreeError]()
    settings = _reporting(file, told)
    APPEARANCE.write(settings, "dark")
    file.write_bytes(b'{"appearance"')
    GUIDE.write(settings, False)
    assert json.loads(file.read_bytes()) == {"appearance": "dark", "guide": False}
    assert (tmp_path / "settings.unreadable.json").read_bytes() == b'{"appearance"'
    assert len(told) == 1


@pytest.mark.parametrize("kind", ["folder", "pipe", "device", "link into a missing folder"])
def test_what_is_no_file_is_left_alone(tmp_path: Path, kind: str) -> None:
    file, told = tmp_path / "settings.json", list[MeantreeError]()
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    else:
        file.symlink_to(os.devnull if kind == "device" else tmp_path / "missing" / "settings.json")
    settings = _reporting(file, told)
    for value in ("dark", "light"):
        APPEARANCE.write(settings, value)
        assert APPEARANCE.read(settings) == value
    assert not file.is_file()
    assert [name.name for name in tmp_path.iterdir()] == ["settings.json"]
    (report,) = map(str, told)
    missing = f"the folder {tmp_path / 'missing'} does not exist; settings are not saved"
    assert report == f"{file}: {missing}" or kind != "link into a missing folder"


def test_values_of_other_types_count_as_none_and_stay(tmp_path: Path) -> None:
    file, content = tmp_path / "settings.json", {"appearance": 3, "guide": "no", "later": [{"kind": None}]}
    file.write_text(json.dumps(content), encoding="utf-8")
    settings = Settings(file)
    assert APPEARANCE.read(settings) == "system"
    assert GUIDE.read(settings)
    GUIDE.write(settings, False)
    assert json.loads(file.read_bytes()) == {**content, "guide": False}


@pytest.mark.parametrize("lone", ["\ud800", "a\udcff"])
def test_lone_surrogates_are_no_text(tmp_path: Path, lone: str) -> None:
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"pipeline": lone, "annotators/p": lone, lone: lone}), encoding="utf-8")
    settings = Settings(file)
    assert PIPELINE.read(settings) == ANNOTATOR.of("p").read(settings) == ""
    APPEARANCE.write(settings, lone)
    assert APPEARANCE.read(settings) == "system"
    GUIDE.write(settings, False)
    assert not GUIDE.read(Settings(file))


def test_a_value_beyond_the_limit_is_not_kept(tmp_path: Path) -> None:
    file, told = tmp_path / "settings.json", list[MeantreeError]()
    settings = _reporting(file, told)
    APPEARANCE.write(settings, "dark")
    RECENT.write(settings, "x" * MAX_BYTES)
    GUIDE.write(settings, False)
    assert json.loads(file.read_bytes()) == {"appearance": "dark", "guide": False}
    assert RECENT.read(settings) == "x" * MAX_BYTES, "until the program ends"
    assert len(told) == 1


def test_a_linked_file_stays_linked(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    target, link = tmp_path / "dotfiles" / "meantree.json", tmp_path / "settings.json"
    target.write_text("{}", encoding="utf-8")
    target.chmod(0o600)
    link.symlink_to(target)
    APPEARANCE.write(Settings(link), "dark")
    assert link.is_symlink()
    assert APPEARANCE.read(Settings(target)) == "dark"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_lock_that_a_killed_program_left_holds_nobody_up(tmp_path: Path) -> None:
    killed = "from meantree_gui.settings import locked\nimport os, pathlib, signal\n"
    killed += f"with locked(pathlib.Path({str(tmp_path / 'settings.json')!r})): os.kill(os.getpid(), signal.SIGKILL)"
    assert subprocess.run([sys.executable, "-c", killed], check=False).returncode == -signal.SIGKILL
    APPEARANCE.write(Settings(tmp_path / "settings.json"), "dark")
    assert APPEARANCE.read(Settings(tmp_path / "settings.json")) == "dark"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings whose every text has a lone surrogate, as it is or in the JSON that it holds."""
    opened = {"files": [["/no/\ud800.txt", "hypothesis", "\ud800"]], "encoding": "\ud800"}
    inner: dict[object, object] = {RECENT: [opened], LAST_SESSION: opened, NAMED_FILTERS: {"\ud800": "hyp:\ud800"}}
    inner[METRICS] = ["\ud800"]
    known = [one for one in vars(declared).values() if isinstance(one, StoredSetting)]
    values = {one.key: json.dumps(inner[one]) if one in inner else "\ud800" for one in known}
    (tmp_path / "settings.json").write_text(json.dumps(values), encoding="utf-8")
    return Settings(tmp_path / "settings.json")


def test_the_window_opens_with_lone_surrogates_in_all_settings(window: MainWindow, qtbot: QtBot) -> None:
    window.begin()
    qtbot.waitUntil(lambda: window.workspace.corpus is not None)
    assert not window.session.recent
    window.segments.named.menu_of_filters().deleteLater()
    window.close()
    assert not window.isVisible()
