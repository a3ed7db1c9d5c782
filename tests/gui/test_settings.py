"""Settings: kept as JSON, whatever stands in the file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from meantree_gui.settings import ANNOTATOR, APPEARANCE, GUIDE, Settings

PROGRAM = """
from PySide6.QtWidgets import QApplication
from meantree_gui.__main__ import bare_window

app = QApplication([])
app.setApplicationName("Meantree")
app.setOrganizationName("Meantree")
bare_window(app)
print("opened")
"""


def _hostile(mark: Path) -> str:
    r"""A settings file as Qt writes one, whose value is a pickled call of ``os.mkdir``."""
    name, content = b"PySide::PyObjectWrapper\0", f"cos\nmkdir\n(V{mark}\ntR.".encode()
    stream = b"\0\0\0\x7f" + len(name).to_bytes(4, "big") + name + b"\0" + len(content).to_bytes(4, "big") + content
    return "[General]\nappearance=@Variant(" + "".join(f"\\x{byte:x}" if byte else "\\0" for byte in stream) + ")\n"


@pytest.mark.parametrize("name", ["Meantree.conf", "Meantree/settings.json"])
def test_no_settings_file_runs_code(tmp_path: Path, name: str) -> None:
    mark, file = tmp_path / "code ran", tmp_path / "Meantree" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_hostile(mark))
    environment = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "opened\n"
    assert not mark.exists()


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


def test_two_programs_keep_the_settings_of_both(tmp_path: Path) -> None:
    one, two = Settings(tmp_path / "settings.json"), Settings(tmp_path / "settings.json")
    APPEARANCE.write(one, "dark")
    GUIDE.write(two, False)
    assert APPEARANCE.read(Settings(tmp_path / "settings.json")) == "dark"


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"3", b"\xff", b"[" * 100_000, b'{"appearance": 3, "guide": "no"}']
)
def test_a_file_that_cannot_be_understood_counts_as_empty(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "settings.json"
    file.write_bytes(content)
    settings = Settings(file)
    assert APPEARANCE.read(settings) == "system"
    assert GUIDE.read(settings)
    APPEARANCE.write(settings, "dark")
    assert APPEARANCE.read(Settings(file)) == "dark"


def test_where_no_file_can_be_written_settings_hold_until_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings = Settings(tmp_path / "file" / "settings.json")
    APPEARANCE.write(settings, "dark")
    GUIDE.write(settings, False)
    assert APPEARANCE.read(settings) == "dark"
