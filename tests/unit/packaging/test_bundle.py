"""What goes into the program that needs no Python, and how it is packed; nothing is built."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from types import ModuleType

import pytest

from helpers.scripts import FOLDER as SCRIPTS
from helpers.scripts import scripts

FOLDER = SCRIPTS / "bundle"
contents, licences, linux, program = scripts("bundle", "contents", "licences", "linux", "program")


@pytest.mark.parametrize(
    ("name", "is_inside"),
    [
        ("PySide6/Qt/plugins/platforms/libqxcb.so", True),
        ("PySide6/plugins/platforms/qwindows.dll", True),
        ("PySide6\\plugins\\platforms\\qdirect2d.dll", False),
        ("PySide6/Qt/plugins/platforms/libqcocoa.dylib", True),
        ("PySide6/Qt/plugins/platformthemes/libqgtk3.so", False),
        ("PySide6/Qt/plugins/xcbglintegrations/libqxcb-glx-integration.so", False),
        ("PySide6/Qt/translations/qtbase_de.qm", False),
        ("thinc/tests/model.json", False),
        ("spacy/lang/fr/_tokenizer_exceptions_list.py", True),
        ("spacy/tokens/doc.pyx", False),
        ("matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf", True),
        ("matplotlib/mpl-data/fonts/ttf/LastResortHE-Regular.ttf", True),
        ("matplotlib/mpl-data/fonts/ttf/STIXGeneral.ttf", False),
        ("numpy-2.0.dist-info/licenses/LICENSE", False),
        ("meantree_resources/models/en_meantree/meta.json", True),
    ],
)
def test_what_is_used_is_inside(name: str, is_inside: bool) -> None:
    assert contents.is_inside((name, "", "DATA")) is is_inside


def test_libraries_that_nothing_needs_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    linked = {
        "PySide6/QtGui.abi3.so": {"libQt6Gui.so.6", "libc.so.6"},
        "numpy/core.so": {"libgfortran.so.5"},
        "numpy.libs/libgfortran.so.5": set(),
        "scipy.libs/libgfortran.so.5": set(),
        "PySide6/Qt/lib/libQt6Gui.so.6": {"libglib-2.0.so.0", "libxcb-cursor.so.0"},
        "libxcb-cursor.so.0": {"libxcb.so.1"},
        "libglib-2.0.so.0": {"libpcre2-8.so.0"},
        "libpcre2-8.so.0": set(),
        "libpython3.11.so.1.0": set(),
    }
    files = [(name, f"/{name}", "BINARY") for name in linked]
    files += [
        ("libQt6Gui.so.6", "PySide6/Qt/lib/libQt6Gui.so.6", "SYMLINK"),
        ("PySide6/Qt/lib/libpcre2-8.so.0", "../../../libpcre2-8.so.0", "SYMLINK"),
        ("meantree/page.html", "/page.html", "DATA"),
    ]
    monkeypatch.setattr(contents, "needs", lambda paths: {name: linked[name] for name in paths})
    assert {name for name, _, _ in contents.needed(files)} == {
        "PySide6/QtGui.abi3.so",
        "PySide6/Qt/lib/libQt6Gui.so.6",
        "numpy/core.so",
        "numpy.libs/libgfortran.so.5",
        "scipy.libs/libgfortran.so.5",
        "libxcb-cursor.so.0",
        "libpython3.11.so.1.0",
        "libQt6Gui.so.6",
        "meantree/page.html",
    }


def test_the_package_for_debian_has_all_files_and_depends_on_libraries_of_qt(tmp_path: Path) -> None:
    folder = tmp_path / "program"
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "THIRD-PARTY.txt").write_text("terms", encoding="utf-8")
    (folder / "_internal" / "lib.so").write_bytes(b"\0GLIBC_2.9\0GLIBC_2.35\0")
    (folder / "meantree").write_text("program", encoding="utf-8")
    os.chmod(folder / "meantree", 0o700)
    assert linux.oldest_glibc(folder) == (35, ["_internal/lib.so"])
    path = tmp_path / "meantree.deb"
    shared = [(f"./usr/share/{name}", content) for name, content in linux.share("1.2", "2030-01-02", {})]
    linux.write_deb(path, folder, "1.2", shared)
    parts = _ar(path.read_bytes())
    assert list(parts) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    with tarfile.open(fileobj=io.BytesIO(parts["control.tar.xz"])) as tar:
        control = tar.extractfile("./control")
        assert control
        text = control.read().decode()
    assert "libc6 (>= 2.35)" in text
    assert "libegl1" in text
    with tarfile.open(fileobj=io.BytesIO(parts["data.tar.xz"])) as tar:
        members = {member.name: member for member in tar}
        assert {member.uname for member in members.values()} <= {"root", ""}
    assert members["./usr/lib/meantree/meantree"].mode == 0o755
    assert members["./usr/bin/meantree"].linkname == "../lib/meantree/meantree"
    assert "./usr/share/applications/meantree.desktop" in members
    assert {"./usr/lib", "./usr/bin"} <= members.keys()


def _ar(content: bytes) -> dict[str, bytes]:
    parts, place = {}, 8
    while place < len(content):
        head = content[place : place + 60]
        size = int(head[48:58])
        parts[head[:16].decode().strip()] = content[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    return parts


def test_terms_are_listed_once_for_all_that_share_them() -> None:
    parts = [licences.Part(name, "1", "MIT", "terms of MIT", f"pkg:pypi/{name}@1") for name in ("one", "other")]
    text = licences.third_party(parts)
    assert text.count("terms of MIT") == 1
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in text
    assert [part["purl"] for part in licences.sbom(parts)["components"]] == ["pkg:pypi/one@1", "pkg:pypi/other@1"]


def test_a_missing_library_is_named_with_its_packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "INSIDE", FOLDER)
    assert "apt install libegl1 " in program.advice("libEGL.so.1")
    assert "apt install libglib2.0-0 " in program.advice("libglib-2.0.so.0")
    assert "libother.so.1" in program.advice("libother.so.1")
    monkeypatch.setattr(program, "INSIDE", tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert program.missing_library() == ""


def test_processes_of_joblib_are_served_and_nothing_else_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []
    monkeypatch.setattr(program.runpy, "run_module", lambda name, **_: ran.append(name))
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    for arguments in (["-m", "os"], ["-c", "raise SystemError"], ["score", "-c"], ["-m"], []):
        monkeypatch.setattr(sys, "argv", ["meantree", *arguments])
        program.serve_joblib()
    monkeypatch.setattr(sys, "argv", ["meantree", "-m", f"{program.JOBLIB}popen_loky_posix", "--pipe", "3"])
    with pytest.raises(SystemExit):
        program.serve_joblib()
    assert ran == [f"{program.JOBLIB}popen_loky_posix"]
    assert sys.argv == ["meantree", "--pipe", "3"]


@pytest.mark.skipif(sys.platform != "linux", reason="a shell script")
def test_what_the_installer_installs_it_removes_but_for_settings(tmp_path: Path) -> None:
    unpacked, home = tmp_path / "un packed", tmp_path / "Jürgens home"
    (unpacked / "program").mkdir(parents=True)
    home.mkdir()
    for name, text in (
        ("program/meantree", "#!/bin/sh\necho meantree 1\n"),
        ("install.sh", (FOLDER / "linux" / "install.sh").read_text()),
    ):
        (unpacked / name).write_text(text)
        os.chmod(unpacked / name, 0o755)
    for name, content in linux.share("1", "2030-01-02", {}):
        (unpacked / "share" / name).parent.mkdir(parents=True, exist_ok=True)
        (unpacked / "share" / name).write_bytes(content if isinstance(content, bytes) else content.read_bytes())
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    for _ in range(2):  # over itself, too
        subprocess.run(["sh", str(unpacked / "install.sh")], env=environment, check=True, capture_output=True)
    program = home / ".local" / "lib" / "meantree"
    done = subprocess.run([str(home / ".local" / "bin" / "meantree")], capture_output=True, text=True, check=True)
    assert done.stdout == "meantree 1\n"
    entry = (home / ".local" / "share" / "applications" / "meantree.desktop").read_text()
    assert f'Exec="{program}/meantree" %F' in entry
    (home / ".config" / "Meantree").mkdir(parents=True)
    (home / ".config" / "Meantree" / "settings.json").write_text(json.dumps({}))
    (home / ".cache" / "meantree").mkdir(parents=True)
    remove = ["sh", str(program / "install.sh"), "--remove"]
    shutil.copy("/bin/sleep", program / "meantree")
    with subprocess.Popen(["meantree", "60"], executable=home / ".local" / "bin" / "meantree") as running:
        refused = subprocess.run(remove, env=environment, capture_output=True, text=True)
        running.kill()
    assert (refused.returncode, refused.stderr) == (1, "Meantree is running. Close it, then run this again.\n")
    subprocess.run(remove, env=environment, check=True, capture_output=True)
    assert [path.name for path in home.rglob("*") if path.is_file()] == ["settings.json"]
