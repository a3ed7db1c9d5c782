"""The program that needs no Python: its build, and packages of its user's own."""

from __future__ import annotations

import sys
import zipfile
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from meantree import bundled
from meantree.errors import PluginWarning


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of packages of a user who has no others."""
    monkeypatch.setattr(bundled, "user_data_path", lambda *_, **__: tmp_path / "data")
    monkeypatch.setattr(bundled, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    monkeypatch.setattr(sys, "path", [*sys.path])
    folder = bundled.own_packages()
    folder.mkdir(parents=True)
    return folder


def _wheel(path: Path, name: str) -> None:
    with zipfile.ZipFile(path, "w") as wheel:
        wheel.writestr(f"{name}/__init__.py", "")
        wheel.writestr(f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        wheel.writestr(f"{name}-1.dist-info/entry_points.txt", f"[spacy_models]\n{name} = {name}\n")


def test_wheels_and_packages_are_found_as_if_installed(own: Path) -> None:
    _wheel(own / "of_wheel-1-py3-none-any.whl", "of_wheel")
    _wheel(own.parent / "unpacked", "of_folder")
    with zipfile.ZipFile(own.parent / "unpacked") as archive:
        archive.extractall(own)
    bundled.use_own_packages()
    assert {"of_wheel", "of_folder"} <= {point.name for point in entry_points(group="spacy_models")}


def test_a_wheel_is_unpacked_once_and_again_when_it_changes(own: Path) -> None:
    wheel = own / "one-1-py3-none-any.whl"
    _wheel(wheel, "one")
    (_, first), _ = bundled.own_places()
    (first / "seen").touch()
    assert bundled.own_places()[0][1] == first
    assert (first / "seen").exists()
    _wheel(wheel, "other")
    (_, second), _ = bundled.own_places()
    assert (second / "other").is_dir()
    assert not (second / "one").exists()


def test_a_damaged_wheel_is_reported_and_the_others_are_used(own: Path) -> None:
    (own / "a.whl").write_bytes(b"no archive")
    _wheel(own / "b-1-py3-none-any.whl", "b")
    with pytest.warns(PluginWarning, match=r"a\.whl cannot be unpacked"):
        bundled.use_own_packages()
    assert any("b-1-py3" in place for place in sys.path)


def test_without_a_folder_nothing_is_found(own: Path) -> None:
    own.rmdir()
    assert bundled.own_places() == ([own], [])


def test_the_build_names_commit_and_licences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bundled.build() == f"Python {sys.version.split()[0]}"
    (tmp_path / "BUILD.txt").write_text("abc, Linux\n", encoding="utf-8")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert bundled.build() == f"Build abc, Linux\nLicences: {tmp_path / 'THIRD-PARTY.txt'}"
