"""The code on the page CONTRIBUTING.md, as modules."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from meantree import lazy
from meantree.corpus.formats import catalogue

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"


def example(path: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that the page shows as the file of that path, known by its name as long as the test runs."""
    code = block(path)
    module = ModuleType(f"contributing_{Path(path).stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where type hints are looked up
    exec(compile(code, path, "exec"), module.__dict__)  # our own page
    return module


def block(path: str) -> str:
    """The block of code that the page shows as the file of that path."""
    blocks = re.findall(r"^```\w+\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (code,) = (block for block in blocks if block.startswith(f"# {path}\n"))
    return str(code)


@contextmanager
def installed_plugin(folder: Path) -> Iterator[None]:
    """Install the plug-in of the page into a folder where Python finds it."""
    project = tomllib.loads(block("pyproject.toml"))["project"]
    package = project["name"].replace("-", "_")
    info = folder / f"{package}-{project['version']}.dist-info"
    for created in (folder / package, info):
        created.mkdir()
    for module in ("roots", "json_lines"):
        (folder / package / f"{module}.py").write_text(block(f"{package}/{module}.py"), encoding="utf-8")
    (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in values.items())
        for group, values in project["entry-points"].items()
    )
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        _forget(package)
        try:
            yield
        finally:
            patch.undo()
            _forget(package)


def _forget(package: str) -> None:
    lazy.plugins.cache_clear()
    catalogue.formats.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
