"""Scripts of ``packaging``, a folder of scripts and not an import package, as modules."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "packaging"


def scripts(folder: str, *names: str) -> list[ModuleType]:
    """Import scripts of a folder below ``packaging``, which find each other there; nobody else finds them."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER / folder)
        found = [importlib.import_module(name) for name in names]
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "").is_relative_to(FOLDER):
            del sys.modules[name]
    return found
