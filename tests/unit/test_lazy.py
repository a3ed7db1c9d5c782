"""What is known of installed packages without loading what reads their metadata."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, entry_points, version

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


def test_without_plug_ins_no_metadata_is_read() -> None:
    loading = "from meantree.lazy import *; plugins('meantree.of_nobody'); installed_version('sacrebleu')"
    checking = "import sys; assert 'importlib.metadata' not in sys.modules"
    subprocess.run([sys.executable, "-c", f"{loading}; {checking}"], check=True)
