"""The code on the page CONTRIBUTING.md, as modules."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"


def example(path: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that the page shows as the file of that path, known by its name as long as the test runs."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    (code,) = (block for block in blocks if block.startswith(f"# {path}\n"))
    module = ModuleType(f"contributing_{Path(path).stem}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where type hints are looked up
    exec(compile(code, path, "exec"), module.__dict__)  # our own page
    return module
