"""What is known of installed packages without loading what reads their metadata."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, entry_points, version
from pathlib import Path

import pytest

from meantree.lazy import installed_version, plugins


@pytest.mark.parametrize("package", ["sacrebleu", "onnxruntime"])
def test_versions_are_those_of_the_metadata(package: str) -> None:
    assert installed_version(package) == version(package)


def test_a_package_that_is_not_installed_has_no_version() -> None:
    with pytest.raises(PackageNotFoundError):
        installed_version("meantree_of_nobody")


def test_groups_have_the_entry_points_of_the_metadata() -> None:
    for group in ("console_scripts", "pytest11", "meantree.of_nobody"):
        assert plugins(group).keys() == {point.name for point in entry_points(group=group)}


def test_plug_ins_are_found_whatever_else_is_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    egg, odd = tmp_path / "old-1.egg", tmp_path / "odd-1.dist-info"
    (egg / "EGG-INFO").mkdir(parents=True)
    (egg / "EGG-INFO" / "PKG-INFO").write_text("Name: old\n", encoding="utf-8")
    (egg / "EGG-INFO" / "entry_points.txt").write_text("[meantree.of_eggs]\nroots = old:Roots\n", encoding="utf-8")
    (odd / "entry_points.txt").mkdir(parents=True)
    (odd / "METADATA").write_text("Name: odd\n", encoding="utf-8")
    out_of_reach = "x" * 5000  # no such name can be looked for, as in a folder of somebody else
    monkeypatch.setattr(sys, "path", [out_of_reach, str(tmp_path), str(egg)])
    assert plugins("meantree.of_eggs").keys() == {"roots"}
    with pytest.raises(PackageNotFoundError):
        installed_version("meantree_of_nobody")


def test_without_plug_ins_no_metadata_is_read() -> None:
    loading = "from meantree.lazy import *; plugins('meantree.of_nobody'); installed_version('sacrebleu')"
    checking = "import sys; assert 'importlib.metadata' not in sys.modules"
    subprocess.run([sys.executable, "-c", f"{loading}; {checking}"], check=True)
