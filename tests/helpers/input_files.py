"""Small input files that a test writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

Write = Callable[[str, str | bytes], Path]
"""Writes a file of this name and content below the test's own folder and returns its path: the fixture ``write``."""


def written(folder: Path, files: Mapping[str, str | bytes]) -> list[Path]:
    """Write files below a folder and return their paths."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return [folder / name for name in files]
